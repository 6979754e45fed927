/** The health of this host's server, whatever its certificate names. */
import assert from "node:assert/strict";
import { healthAt } from "../../src/release/health.ts";
import { issueLeaf } from "../../src/tls/issue.ts";
import { withFolder } from "../kit/server.ts";
import { move, ownCertificate } from "../kit/tls.ts";
import { testWorld } from "../kit/world.ts";

Deno.test("health is read over http and over https with a certificate for another name; nothing else is health", () =>
  withFolder(async (folder) => {
    const world = testWorld();
    move(world, ["127.0.0.1"], "pi");
    const { authority } = await ownCertificate(folder, world);
    const span = { from: world.now() - 60, to: world.now() + 60 };
    const pair = await issueLeaf(authority, { names: ["club.example"], ...span }, world);
    const answers = [
      () => Response.json({ ok: true, version: "1.2.3" }),
      () => Response.json({ ok: false }, { status: 503 }),
      () => new Response("no JSON"),
      () => new Response("x".repeat(100_000)),
    ];
    for (const tls of [{}, { cert: pair.cert, key: pair.key }]) {
      let answer = answers[0]!;
      const at = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
      const server = Deno.serve({ ...at, ...tls }, () => answer());
      const url = `${"cert" in tls ? "https" : "http"}://localhost:${server.addr.port}`;
      assert.deepEqual(await healthAt(url), { ok: true, version: "1.2.3" });
      for (answer of answers.slice(1)) assert.equal(await healthAt(url), undefined);
      await server.shutdown();
      assert.equal(await healthAt(url), undefined);
    }
  }));
