/** Upgrades on a host of their own: signed alone, back by itself, killed at any place. */
import assert from "node:assert/strict";
import { lchownSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../../tools/release.ts";
import { recipe } from "../cli/shown_lines.ts";
import { contents, SERVICE } from "../cli/two_users.ts";
import { withFolder } from "../kit/server.ts";
import { bundleOnce, layHost, tarball, target, type TestHost } from "./host.ts";

const KILLS = Number(Deno.env.get("UPGRADE_KILLS") ?? 2);
const NEXT = "9.9.9";

/** A version that brings the database up to date as its first start does, and does not serve. */
const MIGRATES = `if (Deno.args[0] === "serve") {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const path = Deno.env.get("DATA_DIR") + "/gateway.db", copy = Deno.env.get("DATA_DIR") + "/backups/before-9999_future.db";
  Deno.mkdirSync(Deno.env.get("DATA_DIR") + "/backups", { recursive: true });
  const db = new DatabaseSync(path);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  try { Deno.lstatSync(copy); } catch { Deno.copyFileSync(path, copy); }
  db.exec("INSERT OR IGNORE INTO schema_migration VALUES (9999, '9999_future', 0, '')");
  db.close();
  Deno.exit(1);
}
`;

/** Files of the data folder that are not the service's. */
const notItsOwn = (host: TestHost): string[] =>
  Deno.uid() === 0 ? contents(host.data).filter((line) => !line.includes(` ${SERVICE}:${SERVICE} `)) : [];

/** Writes a value through the program itself, and reads it again. */
async function setting(host: TestHost, ...args: string[]): Promise<string> {
  const { stdout, stderr, success } = await new Deno.Command(
    join(host.root, "opt/service-gateway/service-gateway"),
    { args: ["settings", ...args], env: { DATA_DIR: host.data } },
  ).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

Deno.test("an upgrade: only what is signed, back by itself where it does not come up, whole wherever it is killed", () =>
  withFolder(async (folder) => {
    await Deno.chmod(folder, 0o755);
    const home = await bundleOnce(folder);
    const host = await layHost(join(folder, "host"), home);
    const old = host.current();
    try {
      assert.equal(await host.version(), VERSION);
      await setting(host, "set", "OPERATOR_NAME", "Radio Club Wien");

      const refusals: [Parameters<typeof tarball>[2], RegExp][] = [
        [{ version: NEXT, signed: false }, /it is not signed/],
        [{ version: NEXT, target: target === "x64" ? "arm64" : "x64" }, /The bundle is for/],
        [
          { version: NEXT, after: (made) => Deno.writeTextFile(join(made, "gateway.js"), "evil()") },
          /gateway\.js of the bundle is not what its manifest says/,
        ],
        [
          { version: NEXT, after: (made) => Deno.writeTextFile(join(made, "more.txt"), "") },
          /more\.txt of the bundle is not/,
        ],
        [
          { version: NEXT, after: (made) => Deno.symlink("/etc/passwd", join(made, "link")) },
          /no plain file/,
        ],
        [
          {
            version: NEXT,
            after: async (made) => {
              const path = join(made, "manifest.json");
              const text = await Deno.readTextFile(path);
              await Deno.writeTextFile(path, text.replace(`"version": "${NEXT}"`, `"version": "9.9.8"`));
            },
          },
          /not signed with the key/,
        ],
        [
          { version: NEXT, edit: () => "console.error('no migration'); Deno.exit(78);" },
          /cannot take over a copy of the database: no migration/,
        ],
      ];
      for (const [change, says] of refusals) {
        const { code, said } = await host.upgrade(await tarball(folder, home, change));
        assert.equal(code, 1, said);
        assert.match(said, says);
        assert.equal(host.current(), old);
      }
      assert.equal(await host.version(), VERSION);

      // It brings the copy up to date, but does not serve.
      const broken = await tarball(folder, home, {
        version: "9.9.7",
        edit: (script) => `if (Deno.args[0] === "serve") Deno.exit(1);\n${script}`,
      });
      const soon = ["--wait", "30"];
      const back = await host.upgrade(broken, undefined, soon);
      assert.equal(back.code, 1, back.said);
      assert.match(back.said, /9\.9\.7 did not come up/);
      assert.deepEqual([host.current(), await host.version()], [old, VERSION]);

      // It has brought the database itself up to date before it gives up; links of the service lie in the way.
      const outside = join(folder, "outside");
      await Deno.mkdir(join(outside, "trial"), { recursive: true });
      for (const [name, target] of [["going-back.json", "note"], ["upgrade-trial", "trial"]] as const) {
        if (target === "note") await Deno.writeTextFile(join(outside, target), "of root", { mode: 0o600 });
        await Deno.symlink(join(outside, target), join(host.data, name));
      }
      const before = contents(outside);
      if (Deno.uid() === 0) {
        for (const name of ["going-back.json", "upgrade-trial"]) {
          lchownSync(join(host.data, name), SERVICE, SERVICE);
        }
      }
      const migrated = await host.upgrade(
        await tarball(folder, home, { version: "9.9.8", edit: (script) => MIGRATES + script }),
        undefined,
        soon,
      );
      assert.equal(migrated.code, 1, migrated.said);
      assert.match(migrated.said, /9\.9\.8 did not come up; .* runs again/);
      assert.deepEqual([host.current(), await host.version()], [old, VERSION]);
      assert.match(await setting(host, "get", "OPERATOR_NAME"), /Radio Club Wien/);
      const kept = [...Deno.readDirSync(join(host.data, "backups"))].map(({ name }) => name);
      assert.ok(kept.some((name) => /^newer-\d+\.db$/.test(name)), `${kept}: the newer database is kept`);
      assert.deepEqual(contents(outside), before, "no link was followed");
      assert.deepEqual(notItsOwn(host), []);

      const files: Record<string, string> = {
        [NEXT]: await tarball(folder, home, { version: NEXT }),
        [VERSION]: await tarball(folder, home, { version: VERSION }),
      };
      const began = performance.now();
      const { code, said } = await host.upgrade(files[NEXT]!);
      const takes = performance.now() - began;
      assert.equal(code, 0, said);
      assert.match(said, /9\.9\.9 runs/);
      assert.equal(await host.version(), NEXT);
      assert.ok((await Deno.stat(join(host.root, "opt", old))).isDirectory, "the old version is still there");

      // What the README says to type is this very command.
      const line = `sudo service-gateway upgrade service-gateway-${NEXT}-linux-x64.tar.gz`;
      assert.deepEqual(recipe(`upgrade to ${NEXT}`), [line]);

      const younger = await host.upgrade(files[VERSION]!);
      assert.equal(younger.code, 1, younger.said);
      assert.match(
        younger.said,
        /0\.1\.0 is older than 9\.9\.9, which runs: --downgrade takes it .* changed the database/,
      );
      assert.equal(await host.version(), NEXT);
      if (Deno.uid() === 0) {
        // There is nothing to go back from, so nothing is touched.
        await Deno.writeTextFile(join(host.data, "of-root"), "", { mode: 0o600 });
        const was = contents(host.data);
        assert.match((await host.upgrade("--back")).said, /There is nothing to go back from/);
        assert.deepEqual(contents(host.data), was);
        await Deno.remove(join(host.data, "of-root"));
      }

      const ended = { before: 0, after: 0 };
      for (let n = 0; n < KILLS; n++) {
        const from = await host.version(), to = from === NEXT ? VERSION : NEXT;
        const when = Math.random() * takes;
        let killed: ReturnType<typeof setTimeout> | undefined;
        const { said } = await host.upgrade(files[to]!, (child) => {
          killed = setTimeout(() => {
            try {
              child.kill("SIGKILL");
            } catch {
              // It was done before.
            }
          }, when);
        }, ["--downgrade"]);
        clearTimeout(killed);
        if (to === VERSION && /runs\./.test(said)) {
          assert.match(said, /0\.1\.0 is older than 9\.9\.9 and opens the database/);
        }
        const runs = await host.version();
        assert.ok(runs === from || runs === to, runs);
        ended[runs === from ? "before" : "after"]++;
        assert.match(await setting(host, "get", "OPERATOR_NAME"), /Radio Club Wien/);
        if (host.current() !== `service-gateway-${runs}-linux-${target}`) {
          // Killed between the link and the restart: the next start brings the new one.
          await new Deno.Command(join(host.root, "stub/systemctl"), { args: ["restart", "service-gateway"] })
            .output();
          assert.equal(await host.version(), to);
        }
      }
      console.log(`killed ${KILLS} times in ${Math.round(takes)} ms: ${JSON.stringify(ended)}`);
      const last = await host.version();
      if (last !== NEXT) assert.equal((await host.upgrade(files[NEXT]!)).code, 0);
      assert.equal(await host.version(), NEXT);
    } finally {
      await host.stop();
    }
  }));
