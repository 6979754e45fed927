/** The first link: the same on every start until it is used; `link` prints a new one; what the terminal shows. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { terminalQr } from "../../src/cli/first_run/terminal_qr.ts";
import { FLAGS, gateway, ROOT, startServer, withFolder } from "../kit/server.ts";

const start = (folder: string, env: Record<string, string> = {}) =>
  startServer({ DATA_DIR: folder, ...env }, {
    command: [Deno.execPath(), ...FLAGS, join(ROOT, "main.ts"), "start", "--call", "OE1XYZ"],
  });
const open = async (url: string, token: string) => {
  const answer = await fetch(`${url}/auth/email/verify`, { method: "POST", body: JSON.stringify({ token }) });
  return { status: answer.status, body: await answer.json() };
};

Deno.test("the first link is the same on every start until it is used; then link makes a new one", () =>
  withFolder(async (folder) => {
    const first = await start(folder);
    assert.equal((await Deno.stat(join(folder, "first-link"))).mode! & 0o777, 0o600);
    assert.match(Deno.readTextFileSync(join(folder, "gateway.env")), /^TLS="own"$/m);
    assert.equal(await first.stop(), 0);
    const second = await start(folder);
    assert.equal(second.token, first.token);
    const opened = await open(second.url, second.token!);
    assert.deepEqual([opened.status, opened.body.callsign], [200, "OE1XYZ"]);
    assert.equal(await second.stop(), 0);

    const third = await start(folder);
    assert.equal(third.token, undefined);
    assert.match(third.output(), /or by a new link: .*main\.ts link/);
    assert.deepEqual((await open(third.url, first.token!)).body.reason, "link_spent");
    const made = await gateway(["link"], { DATA_DIR: folder });
    assert.equal(made.code, 0, made.stderr);
    const [, token] = /^http:\/\/localhost:\d+\/auth\/email\/verify\?token=(\S+)$/m.exec(made.stdout)!;
    assert.match(made.stderr, /Signs in OE1XYZ/);
    assert.equal((await open(third.url, token!)).status, 200);
    assert.equal(await third.stop(), 0);
  }));

Deno.test("an https port that was asked for and is taken is named in one line", () =>
  withFolder(async (folder) => {
    const server = await start(folder);
    const taken = (await (await fetch(`${server.url}/health`)).json()).addresses
      .find((one: string) => one.startsWith("https://localhost:"));
    const other = join(folder, "other");
    const { code, stderr } = await gateway(["start", "--call", "OE1XYZ"], {
      DATA_DIR: other,
      ...{ HOST: "127.0.0.1", PORT: "0", HTTPS_PORT: new URL(taken).port, LOG_LEVEL: "error" },
    });
    assert.equal(code, 75, stderr);
    assert.match(stderr, /^HTTPS_PORT \d+ is in use on 127\.0\.0\.1/m);
    assert.equal(await server.stop(), 0);
  }));

Deno.test("the terminal's code is the code, with light round it", () => {
  const lines = terminalQr("HTTP://A.LOCAL", { colour: false });
  const widths = new Set(lines.map((line) => line.length));
  assert.deepEqual([...widths], [25], "21 modules and two at each side");
  assert.equal(lines.length, 13);
  assert.equal(lines[0], " ".repeat(25));
  assert.match(lines[1]!, /^ {2}█▀▀▀▀▀█ .{5} █▀▀▀▀▀█ {2}$/, "finder patterns");
  assert.equal(terminalQr("x", { colour: true })[0], `\x1b[30;107m${" ".repeat(25)}\x1b[0m`);
});
