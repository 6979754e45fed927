/** A host without a battery-backed clock starts in the past, or years ahead: once it is set, all works without a hand. */
import assert from "node:assert/strict";
import { eventually } from "../kit/eventually.ts";
import { join } from "node:path";
import { FLAGS, ROOT, startServer, withFolder } from "../kit/server.ts";
import { missing, program } from "../kit/test_data.ts";

const FAKETIME = `/usr/lib/${
  Deno.build.arch === "aarch64" ? "aarch64" : "x86_64"
}-linux-gnu/faketime/libfaketime.so.1`;
/** How long until the clock is noticed, at most: the server looks every five seconds. */
const PATIENCE_MS = 30_000;

/** The year that the host believes, the program's own start, and whether phones take its certificate meanwhile. */
const CLOCKS: [string, string, boolean][] = [
  ["1970", "@1970-01-02 00:00:00", true],
  ["2000", "@2000-01-01 00:00:00", true],
  ["five years ahead", "+1826d", false],
];

for (const [name, clock, taken] of CLOCKS) {
  Deno.test({
    name: `the clock starts at ${name}: pages over https and the first sign-in work once it is set right`,
    ignore: missing("libfaketime", program(FAKETIME) !== undefined, "apt-get install libfaketime"),
    fn: () =>
      withFolder(async (folder) => {
        const file = join(folder, "clock"), data = join(folder, "data");
        const set = (time: string) => Deno.writeTextFileSync(file, `${time}\n`);
        set(clock);
        const env = {
          DATA_DIR: data,
          LD_PRELOAD: FAKETIME,
          FAKETIME_TIMESTAMP_FILE: file,
          FAKETIME_NO_CACHE: "1",
          FAKETIME_DONT_FAKE_MONOTONIC: "1",
        };
        const server = await startServer(env, {
          command: [Deno.execPath(), ...FLAGS, join(ROOT, "main.ts"), "start", "--call", "OE1XYZ"],
        });
        try {
          const health = async () => await (await fetch(`${server.url}/health`)).json();
          const before = await health();
          assert.ok(Math.abs(before.time - Date.now() / 1000) > 86_400, "the clock is wrong");
          const https = (before.addresses as string[]).find((one) => one.startsWith("https://localhost:"))!;
          const authority = Deno.readTextFileSync(join(data, "tls/authority.pem"));
          const ask = async (path: string, init: RequestInit = {}) => {
            // Whoever is connected already keeps his connection: a new one sees the new certificate.
            using client = Deno.createHttpClient({ caCerts: [authority] });
            const answer = await fetch(`${https}${path}`, { ...init, client });
            return { status: answer.status, headers: answer.headers, text: await answer.text() };
          };
          const isTaken = () => ask("/health").then(({ status }) => status === 200, () => false);
          assert.equal(await isTaken(), taken);

          set("+0");
          const until = (what: string, done: () => Promise<boolean>) =>
            eventually(() => `${what}\n${server.output()}`, done, PATIENCE_MS, 100);
          await until("a right clock", async () => Math.abs((await health()).time - Date.now() / 1000) < 60);
          await until("a certificate", isTaken);
          // The link is printed once more when the clock is set: it would have ended long ago.
          await until("the link", () => Promise.resolve(server.output().split("Open http").length > 2));
          assert.equal((await ask("/")).status, 200);
          const opened = await ask("/auth/email/verify", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ token: server.token }),
          });
          assert.equal(opened.status, 200, opened.text);
          const cookie = opened.headers.get("set-cookie")!.split(";")[0]!;
          assert.match(cookie, /^__Host-/);
          const who = JSON.parse((await ask("/api/admin/whoami", { headers: { cookie } })).text);
          assert.deepEqual(who, { sysop: true, callsign: "OE1XYZ", configured: true });
        } finally {
          assert.equal(await server.stop(), 0);
        }
      }),
  });
}
