/** Upgrades on a host of their own: signed alone, back by itself, killed at any place. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { VERSION } from "../../tools/release.ts";
import { recipe } from "../cli/shown_lines.ts";
import { withFolder } from "../kit/server.ts";
import { bundleOnce, layHost, tarball, target, type TestHost } from "./host.ts";

const KILLS = Number(Deno.env.get("UPGRADE_KILLS") ?? 2);
const NEXT = "9.9.9";

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
      const back = await host.upgrade(broken);
      assert.equal(back.code, 1, back.said);
      assert.match(back.said, /9\.9\.7 did not come up/);
      assert.deepEqual([host.current(), await host.version()], [old, VERSION]);

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

      const ended = { before: 0, after: 0 };
      for (let n = 0; n < KILLS; n++) {
        const from = await host.version(), to = from === NEXT ? VERSION : NEXT;
        const when = Math.random() * takes;
        let killed: ReturnType<typeof setTimeout> | undefined;
        await host.upgrade(files[to]!, (child) => {
          killed = setTimeout(() => {
            try {
              child.kill("SIGKILL");
            } catch {
              // It was done before.
            }
          }, when);
        });
        clearTimeout(killed);
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
