/** The state page beyond loopback: who has no password sees nothing, and guesses ten times a minute. */
import assert from "node:assert/strict";
import { pageHandler, type PageOptions } from "../../src/box/state/page.ts";
import { RecentlyHeard } from "../../src/box/state/recent.ts";
import { realWorld } from "../../src/base/mod.ts";
import { realIo } from "../../src/box/io.ts";
import { hostFiles } from "../../src/box/radio/host_files.ts";
import { startBox } from "../../src/box/run/box.ts";
import { listeningApp, makeBox, runBox } from "../kit/box.ts";
import { hostTree } from "../kit/host_tree.ts";
import { withFolder } from "../kit/server.ts";

/** Asks the page of a box that listens on all addresses under a password, unless told otherwise. */
async function withPage(
  use: (
    ask: (
      from: string,
      password?: string,
      more?: { host?: string; path?: string; init?: RequestInit },
    ) => Response,
    later: (ms: number) => void,
    isQuiet: () => boolean,
  ) => void,
  options: PageOptions = { host: "0.0.0.0", password: "correct horse" },
  connect: (address: string) => string | undefined = () => "nothing",
): Promise<void> {
  await withFolder(async (dir) => {
    const gateway = listeningApp();
    await makeBox(dir, gateway, { connections: [] });
    const box = runBox(dir);
    let elapsed = 1_000_000;
    const parts = { ...box.parts, world: { ...box.parts.world, elapsedMs: () => elapsed } };
    const recent = new RecentlyHeard(box.parts.hub, () => 0);
    const page = pageHandler(parts, recent, options, connect) as (...args: unknown[]) => Response;
    try {
      use(
        (from, password, { host = "192.168.1.5", path = "/status.json", init } = {}) => {
          const headers = new Headers(init?.headers);
          if (password !== undefined) headers.set("authorization", `Basic ${btoa(`anybody:${password}`)}`);
          const request = new Request(`http://${host}:8788${path}`, { ...init, headers });
          return page(request, { remoteAddr: { hostname: from } });
        },
        (ms) => void (elapsed += ms),
        () => box.parts.switches.file.quiet,
      );
    } finally {
      await box.stop();
      await gateway.close();
    }
  });
}

Deno.test("the page asks for its password, and whoever guesses ten times waits for a minute", () =>
  withPage((ask, later) => {
    const status = (...args: Parameters<typeof ask>) => ask(...args).status;
    assert.equal(status("192.168.1.9", "correct horse"), 200);
    for (let n = 0; n < 20; n++) assert.equal(status("192.168.1.9"), 401, "who shows none has guessed none");
    for (let n = 0; n < 10; n++) assert.equal(status("192.168.1.9", `guess ${n}`), 401);
    const refused = ask("192.168.1.9", "correct horse");
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "60"]);
    assert.equal(
      status("::ffff:192.168.1.9", "correct horse"),
      429,
      "the same host, as a listener for both has it",
    );
    assert.equal(status("192.168.1.10", "correct horse"), 200, "another host is another");
    assert.equal(status("fe80::1", "correct horse"), 200);
    for (let n = 0; n < 10; n++) assert.equal(status(`fe80::${n}`, "guess"), 401);
    assert.equal(status("fe80::99", "correct horse"), 429, "an IPv6 host has as many addresses as it likes");
    later(59_999);
    assert.equal(status("192.168.1.9", "correct horse"), 429);
    later(1);
    assert.equal(status("192.168.1.9", "correct horse"), 200);
    for (let n = 0; n < 9; n++) assert.equal(status("192.168.1.9", "guess"), 401);
    assert.equal(status("192.168.1.9", "correct horse"), 200);
  }));

Deno.test("senders who guessed are kept up to a thousand, and the oldest gives way", () =>
  withPage((ask) => {
    const guess = (n: number) => ask(`10.0.${n >> 8}.${n & 255}`, "guess").status;
    for (let n = 0; n < 10; n++) assert.equal(guess(0), 401);
    for (let n = 1; n < 1000; n++) guess(n);
    assert.equal(guess(0), 429);
    guess(1000);
    assert.equal(guess(0), 401);
  }));

Deno.test("on loopback another site's page neither reads it nor presses its button", () =>
  withPage((ask, _, isQuiet) => {
    const at = (host: string, path: string, init: RequestInit = {}) =>
      ask("127.0.0.1", undefined, { host, path, init }).status;
    const button = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    const foreign = { ...button, headers: { ...button.headers, origin: "http://evil.example" } };
    for (const host of ["127.0.0.1", "localhost", "[::1]", "127.1.2.3"]) {
      assert.equal(at(host, "/status.json"), 200, host);
    }
    for (const host of ["evil.example", "127.0.0.1.evil.example", "192.168.1.5"]) {
      assert.equal(at(host, "/status.json"), 421, host);
      assert.equal(at(host, "/quiet", button), 421, host);
    }
    assert.equal(at("127.0.0.1", "/quiet", foreign), 421);
    assert.equal(at("127.0.0.1", "/quiet", { ...button, headers: { "content-type": "text/plain" } }), 415);
    assert.equal(at("127.0.0.1", "/quiet", { method: "PUT", body: "{}" }), 405);
    assert.equal(isQuiet(), false);
    assert.equal(at("127.0.0.1", "/quiet", button), 200);
    assert.equal(isQuiet(), true);
  }, { host: "127.0.0.1" }));

Deno.test("the page lists what is plugged in, and adds what only receives; nothing else, and not from another site", async () => {
  await withFolder(async (dir) => {
    const gateway = listeningApp();
    await makeBox(dir, gateway, { connections: [] });
    const io = { ...realIo(), files: hostFiles(hostTree(`${dir}/host`)) };
    const box = startBox({ dir, world: realWorld(), io, services: [] });
    const page = pageHandler(
      box.parts,
      new RecentlyHeard(box.parts.hub, () => 0),
      { host: "127.0.0.1" },
      box.connect,
    );
    const ask = async (path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const init = body === undefined ? {} : {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      };
      const answer = await page(new Request(`http://127.0.0.1${path}`, init), {
        remoteAddr: { hostname: "127.0.0.1" },
      });
      return { status: answer.status, body: await answer.json().catch(() => undefined) };
    };
    const kept = () => box.parts.switches.file.connections;
    try {
      const { body: { devices } } = await ask("/devices.json");
      assert.ok(
        devices.some(({ address }: { address?: string }) => address === "sound://Device"),
        JSON.stringify(devices),
      );
      for (
        const address of [
          "kiss://127.0.0.1:8001",
          "sound://Device?ptt=vox&tx=on",
          "sound://Device?ptt=cm108",
          "rtlsdr://00000144",
          "nonsense",
          7,
        ]
      ) {
        const { status, body } = await ask("/connect", { address });
        assert.equal(status, 400, String(address));
        assert.ok(body.problem.length > 10);
      }
      const address = "sound://Device?site=OE1BOX-10";
      assert.equal((await ask("/connect", { address }, { origin: "http://evil.example" })).status, 421);
      assert.equal((await ask("/connect", { address }, { "content-type": "text/plain" })).status, 415);
      assert.deepEqual(kept(), []);
      assert.equal((await ask("/connect", { address })).status, 200);
      assert.deepEqual(kept(), [address]);
      assert.equal(box.parts.connections.length, 1, "it is listened to at once");
      assert.match((await ask("/connect", { address })).body.problem, /already/);
      assert.equal(box.parts.switches.file.tx, "off");
    } finally {
      await box.stop();
      await gateway.close();
    }
  });
});
