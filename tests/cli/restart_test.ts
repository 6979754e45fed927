/** A setting of the host from the page to its act: written, waiting, and in force after a restart that `start` makes by itself. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { eventually } from "../kit/eventually.ts";
import { FLAGS, ROOT, startServer, withFolder } from "../kit/server.ts";

Deno.test("start comes back by itself with what its file says then", () =>
  withFolder(async (folder) => {
    const data = join(folder, "data");
    const command = [Deno.execPath(), ...FLAGS, join(ROOT, "main.ts"), "start", "--call", "OE1XYZ"];
    const server = await startServer({ DATA_DIR: data, LOG_LEVEL: "warning" }, { command });
    try {
      const opened = await fetch(`${server.url}/auth/email/verify`, {
        method: "POST",
        body: new URLSearchParams({ token: server.token! }),
        redirect: "manual",
      });
      await opened.body?.cancel();
      const headers = {
        cookie: opened.headers.get("set-cookie")!.split(";")[0]!,
        "content-type": "application/json",
        origin: server.url,
      };
      const put = await fetch(`${server.url}/api/admin/host/INSTANCE_ID`, {
        method: "PUT",
        headers,
        body: JSON.stringify({ value: "hill.example" }),
      });
      assert.deepEqual(await put.json(), { key: "INSTANCE_ID", pending: true });
      const health = async () => (await (await fetch(`${server.url}/health`)).json()).instance;
      assert.notEqual(await health(), "hill.example");
      const restart = await fetch(`${server.url}/api/admin/restart`, { method: "POST", headers });
      assert.deepEqual([restart.status, await restart.json()], [200, { ok: true }]);
      const said = () => [...server.output().matchAll(/Serving (http\S+)/g)].map(([, url]) => url!);
      await eventually("it to serve again", () => Promise.resolve(said().length === 2));
      const again = said()[1]!.replace("localhost", "127.0.0.1");
      assert.equal((await (await fetch(`${again}/health`)).json()).instance, "hill.example");
      assert.match(await Deno.readTextFile(join(data, "gateway.env")), /^INSTANCE_ID="hill\.example"$/m);
      assert.equal(await server.stop("SIGTERM"), 0);
    } finally {
      await server.stop("SIGKILL").catch(() => {});
    }
  }));
