/** The state page beyond loopback: who has no password sees nothing, and guesses ten times a minute. */
import assert from "node:assert/strict";
import { pageHandler, type PageOptions } from "../../src/box/state/page.ts";
import { RecentlyHeard } from "../../src/box/state/recent.ts";
import { listeningApp, makeBox, runBox } from "../kit/box.ts";
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
): Promise<void> {
  await withFolder(async (dir) => {
    const gateway = listeningApp();
    await makeBox(dir, gateway, { connections: [] });
    const box = runBox(dir);
    let elapsed = 1_000_000;
    const parts = { ...box.parts, world: { ...box.parts.world, elapsedMs: () => elapsed } };
    const recent = new RecentlyHeard(box.parts.hub, () => 0);
    const page = pageHandler(parts, recent, options);
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
