import assert from "node:assert/strict";
import { join } from "node:path";
import { startServer, withFolder } from "../kit/server.ts";

Deno.test("a newcomer's start: from nothing to an operator's setting that outlives a restart", () =>
  withFolder(async (folder) => {
    const data = join(folder, "data");
    const env = { DATA_DIR: data };
    const task = [Deno.execPath(), "task", "start"];
    const first = await startServer(env, { command: [...task, "--call", "OE1XYZ"] });
    const file = await Deno.stat(join(data, "gateway.env"));
    assert.equal(file.mode! & 0o777, 0o600);
    assert.equal(
      (await Deno.stat(join(data, "gateway.db"))).mode! & 0o077,
      0,
      "the database is for its owner alone",
    );

    const page = await fetch(`${first.url}/auth/email/verify?token=${first.token}`, {
      headers: { accept: "text/html" },
    });
    assert.match(await page.text(), /<form method="post"/);
    const opened = await fetch(`${first.url}/auth/email/verify`, {
      method: "POST",
      body: new URLSearchParams({ token: first.token! }),
      redirect: "manual",
    });
    assert.equal(opened.status, 303);
    await opened.body?.cancel();
    const cookie = opened.headers.get("set-cookie")!.split(";")[0]!;
    const again = await fetch(`${first.url}/auth/email/verify`, {
      method: "POST",
      body: JSON.stringify({ token: first.token }),
    });
    assert.deepEqual([again.status, (await again.json()).reason], [400, "link_spent"]);

    const headers = { cookie, "content-type": "application/json" };
    const who = await (await fetch(`${first.url}/api/admin/whoami`, { headers })).json();
    assert.deepEqual(who, { sysop: true, callsign: "OE1XYZ", configured: true });
    const saved = await fetch(`${first.url}/api/admin/settings/OPERATOR_NAME`, {
      method: "PUT",
      headers,
      body: JSON.stringify({ value: "Radio Club Wien" }),
    });
    assert.equal((await saved.json()).setting.source, "site");
    const home = await (await fetch(first.url, { headers: { cookie } })).text();
    assert.match(home, /Signed in as OE1XYZ/);
    assert.equal(await first.stop("SIGTERM"), 0);

    // The port is another one now, and a session is honoured on its own address only: so the operator secret asks.
    const second = await startServer(env, { command: task });
    const secret = /OPERATOR_SECRET="(.*)"/.exec(await Deno.readTextFile(join(data, "gateway.env")))![1]!;
    const listed =
      await (await fetch(`${second.url}/api/admin/settings`, { headers: { "x-operator-secret": secret } }))
        .json();
    const kept = listed.settings.find((one: { key: string }) => one.key === "OPERATOR_NAME");
    assert.deepEqual([kept.value, kept.source, kept.stored.by], ["Radio Club Wien", "site", "OE1XYZ"]);
    const stranger = await fetch(`${second.url}/api/admin/settings`, { headers: { cookie } });
    assert.equal(stranger.status, 401);
    await stranger.body?.cancel();
    assert.equal(await second.stop("SIGINT"), 0);
  }));
