/** The unit that is laid down, under the real service manager: a restart that the page asks for comes back by itself. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { LAID_DOWN } from "../../src/release/units.ts";
import { command } from "../kit/command.ts";
import { eventually } from "../kit/eventually.ts";
import { freePort } from "../kit/free_port.ts";
import { FLAGS, ROOT, withFolder } from "../kit/server.ts";
import { startSystemd, withoutSystemd } from "../kit/systemd.ts";

const UNIT = "service-gateway.service";

Deno.test({
  name: "systemd brings the service back with what its file says after a restart from the page",
  ignore: withoutSystemd(),
  fn: () =>
    withFolder(async (folder) => {
      const data = join(folder, "set-up"), port = freePort();
      const made = await command(["setup", "--call", "OE1XYZ"], { DATA_DIR: data });
      assert.equal(made.code, 0, made.stderr);
      const link = await command(["link"], { DATA_DIR: data });
      const token = /token=([\w-]+)/.exec(link.stdout)![1]!;
      const env = `HOST="127.0.0.1"\nPORT="${port}"\nLOG_LEVEL="warning"\n`;
      await Deno.writeTextFile(join(data, "gateway.env"), env, { append: true });
      const url = `http://127.0.0.1:${port}`;
      const manager = await startSystemd(folder, UNIT, {
        users: ["service-gateway"],
        // The unit hides homes and /tmp, where these may lie.
        folders: {
          "var/lib/service-gateway": data,
          "opt/source": ROOT,
          "opt/runtime": dirname(Deno.execPath()),
          "opt/packages": Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
        },
        files: {
          ...LAID_DOWN,
          // Not the whole host is started: the service alone, with its output where this test reads it.
          [`etc/systemd/system/${UNIT}.d/test.conf`]: {
            text:
              "[Unit]\nDefaultDependencies=no\n[Service]\nLogNamespace=\nStandardOutput=append:/mnt/out\n" +
              "StandardError=append:/mnt/out\n",
            mode: 0o644,
          },
          "opt/service-gateway/service-gateway": {
            text: `#!/bin/sh\nexport DENO_NO_UPDATE_CHECK=1 NO_COLOR=1 DENO_DIR=/opt/packages\n` +
              `exec /opt/runtime/deno ${FLAGS.join(" ")} --cached-only /opt/source/main.ts "$@"\n`,
            mode: 0o755,
          },
        },
      });
      try {
        const ask = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
          const answer = await fetch(url + path, {
            method,
            headers,
            redirect: "manual",
            ...(body !== undefined && { body }),
          });
          return { status: answer.status, headers: answer.headers, text: await answer.text() };
        };
        const health = () =>
          fetch(`${url}/health`).then((answer) => answer.json()).then(
            ({ instance }) => instance as string,
            () => undefined,
          );
        const first = await eventually(() => `it to serve: ${manager.wrote("out")}`, health);
        const json = { "content-type": "application/json", origin: url };
        const form = { "content-type": "application/x-www-form-urlencoded", origin: url };
        const opened = await ask("POST", "/auth/email/verify", form, `token=${token}`);
        const signedIn = { ...json, cookie: opened.headers.get("set-cookie")!.split(";")[0]! };
        const put = await ask("PUT", "/api/admin/host/INSTANCE_ID", signedIn, '{"value":"hill.example"}');
        assert.deepEqual(JSON.parse(put.text), { key: "INSTANCE_ID", pending: true });
        const settings = await ask("GET", "/api/admin/settings", signedIn);
        assert.equal(JSON.parse(settings.text).environment.restart, true, "the page has its button");
        assert.notEqual(first, "hill.example");
        const served = () => manager.wrote("out").split("Serving ").length - 1;
        await eventually("it to say so", () => served() === 1);
        assert.equal((await ask("POST", "/api/admin/restart", signedIn)).status, 200);
        await eventually(
          () => `it to come back: ${manager.wrote("out")}`,
          async () => await health() === "hill.example",
        );
        await eventually("it to say so again", () => served() === 2);
      } finally {
        await manager.stop();
      }
    }),
});
