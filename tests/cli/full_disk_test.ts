/** A disk that is really full (a small mount): doctor works, a restart serves what can be read, and room ends it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { gateway, serverEnv, startServer, withFolder } from "../kit/server.ts";

const mount = (...args: string[]) =>
  new Deno.Command(args[0]!, { args: args.slice(1), stderr: "piped" }).output();

/** Takes every byte that is left. */
async function fill(path: string): Promise<void> {
  using file = await Deno.open(path, { create: true, write: true, append: true });
  for (const size of [1_048_576, 4096]) {
    const bytes = new Uint8Array(size);
    try {
      for (;;) await file.write(bytes);
    } catch (error) {
      assert.match(String(error), /os error 28|no space/i);
    }
  }
}

Deno.test("on a full disk a server that was ended well starts again, is read, says why nothing is saved, and saves again with room", async () => {
  await withFolder(async (folder) => {
    const made = await mount("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", folder);
    if (!made.success) {
      assert.notEqual(Deno.env.get("CI"), "true", new TextDecoder().decode(made.stderr));
      console.log("skipped: this user may not mount a small disk");
      return;
    }
    const env = serverEnv(folder), filling = join(folder, "filling");
    try {
      await (await startServer(env)).stop();
      assert.deepEqual(
        [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => /-(?:shm|wal)$/.test(name)),
        [],
        "closed: SQLite needs room to open it at all",
      );
      await fill(filling);
      const server = await startServer(env);
      await fill(filling);
      const health = async () => {
        const answer = await fetch(`${server.url}/health`);
        return [answer.status, (await answer.json()).disk.full];
      };
      const link = async () => {
        const answer = await fetch(`${server.url}/auth/operator-link`, {
          method: "POST",
          headers: { "x-operator-secret": env.OPERATOR_SECRET!, "content-type": "application/json" },
          body: JSON.stringify({ callsign: env.ADMIN_CALLSIGNS ?? "OE1SYS" }),
        });
        return `${answer.status} ${(await answer.json()).reason ?? ""}`;
      };
      try {
        assert.deepEqual(await health(), [503, true]);
        for (const path of ["/api/caches", "/imprint"]) {
          const answer = await fetch(server.url + path);
          await answer.body?.cancel();
          assert.equal(answer.status, 200, path);
        }
        let said = "";
        for (let n = 0; n < 400 && !said.startsWith("503"); n++) said = await link();
        assert.equal(said, "503 disk_full");
        const doctor = await gateway(["doctor"], env);
        assert.equal(doctor.code, 1);
        assert.match(doctor.stdout, /^look at +DISK +full: nothing can be saved, reading goes on$/m);
        await Deno.remove(filling);
        assert.equal(await link(), "200 ");
        assert.deepEqual(await health(), [200, false]);
      } finally {
        await server.stop();
      }
    } finally {
      await mount("umount", folder);
    }
  });
});

Deno.test("start serves what is set up from a full disk too, and changes nothing of its files", async () => {
  await withFolder(async (folder) => {
    if (!(await mount("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", folder)).success) {
      assert.notEqual(Deno.env.get("CI"), "true", "this user may not mount a small disk");
      console.log("skipped: this user may not mount a small disk");
      return;
    }
    const start = () => startServer({ DATA_DIR: folder, TLS: "off" }, { args: ["start"] });
    const settings = () => Deno.readTextFile(join(folder, "gateway.env"));
    try {
      await (await start()).stop();
      const before = await settings();
      await fill(join(folder, "filling"));
      const server = await start();
      try {
        const answer = await fetch(`${server.url}/api/caches`);
        await answer.body?.cancel();
        assert.equal(answer.status, 200);
        assert.equal(await settings(), before);
      } finally {
        await server.stop();
      }
    } finally {
      await mount("umount", "-l", folder);
    }
  });
});

Deno.test("a disk that is filled again after the room kept back was given up: the next start still serves what can be read", async () => {
  await withFolder(async (folder) => {
    if (!(await mount("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", folder)).success) {
      assert.notEqual(Deno.env.get("CI"), "true", "this user may not mount a small disk");
      console.log("skipped: this user may not mount a small disk");
      return;
    }
    const env = { DATA_DIR: folder, TLS: "off" }, filling = join(folder, "filling");
    const start = () => startServer(env, { args: ["start"] });
    try {
      await (await start()).stop();
      await fill(filling);
      const first = await start();
      await fill(filling);
      await first.stop();
      await fill(filling);
      for (let turn = 0; turn < 2; turn++) {
        const server = await start();
        try {
          for (const path of ["/api/caches", "/imprint"]) {
            const answer = await fetch(server.url + path);
            await answer.body?.cancel();
            assert.equal(answer.status, 200, path);
          }
          const health = await fetch(`${server.url}/health`);
          assert.deepEqual([health.status, (await health.json()).disk.full], [503, true]);
          await fill(filling);
          if (turn === 0) continue;
          const { OPERATOR_SECRET = "" } = parseEnv(await Deno.readTextFile(join(folder, "gateway.env")));
          const saves = async () => {
            const answer = await fetch(`${server.url}/auth/operator-link`, {
              method: "POST",
              headers: { "x-operator-secret": OPERATOR_SECRET, "content-type": "application/json" },
              body: JSON.stringify({ callsign: "OE1SYS" }),
            });
            await answer.body?.cancel();
            return answer.status;
          };
          assert.equal(await saves(), 503);
          await Deno.remove(filling);
          assert.equal(await saves(), 200);
        } finally {
          await server.stop();
        }
        await fill(filling);
      }
    } finally {
      await mount("umount", "-l", folder);
    }
  });
});
