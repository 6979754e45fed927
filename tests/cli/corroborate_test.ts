/** `main.ts corroborate`: asks about a find by hand, beside a running server's database. */
import assert from "node:assert/strict";
import { fromBase64Url } from "../../src/base/mod.ts";
import { readQuestion } from "../../src/federation/corroborate/question.ts";
import { judgeFrame } from "../../src/wire/mod.ts";
import { type Club, clubs, find, hide, nowhere } from "../federation/corroborate/club.ts";
import { keyOf } from "../federation/corroborate/kit.ts";
import { command } from "../kit/command.ts";
import { serverEnv, withFolder } from "../kit/server.ts";
import { seedOf, withInstances } from "../routes/federation/instances.ts";
import { backupTo } from "../../src/db/mod.ts";
import { join } from "node:path";

Deno.test("corroborate prints what is kept, with the signed frames, and refuses what needs nothing", async () => {
  const { list } = await clubs(["a.example", "b.example"]);
  const [a, b] = list as [Club, Club];
  await withInstances(list, async () => {
    a.knows(b);
    a.knows(nowhere("c.example"));
    await b.hears();
    const path = await hide(a);
    const { log } = await find(a, path);
    await withFolder(async (folder) => {
      Deno.mkdirSync(folder, { recursive: true });
      await backupTo(a.db, join(folder, "gateway.db"));
      const env = {
        ...serverEnv(folder),
        FED_PRIVATE_KEY: seedOf("a.example"),
        INSTANCE_ID: "a.example",
        FED_ALLOW_PRIVATE: "1",
      };
      const kept = await command(["corroborate", String(log.id), "--kept"], env);
      assert.equal(kept.code, 0, kept.stderr);
      const lines = kept.stdout.trim().split("\n");
      assert.match(
        lines[0]!,
        new RegExp(`^find ${log.id}: short of radio-verified; neighbours .* are asked again$`),
      );
      assert.match(
        lines[1]!,
        /^yes +b\.example {2}OE2FND-7, \d00 to \d00 m from 48\.2025, 16\.3025, ten minutes from 2026-06-01 12:00 UTC$/,
      );
      assert.match(lines[2]!, /^unreached c\.example {2}.*; asked again at 2026-06-01 13:00 UTC$/);
      const json = await command(["corroborate", String(log.id), "--kept", "--json"], env);
      const [yes] = JSON.parse(json.stdout).peers;
      const question = readQuestion(fromBase64Url(yes.question)!);
      assert.ok(question.ok && question.target === "b.example");
      assert.ok(judgeFrame(fromBase64Url(yes.answer)!, [keyOf("b.example").publicKey]).open().verified);
      // The find lies months from today's clock: there is nobody left who would answer.
      const asked = await command(["corroborate", String(log.id)], env);
      assert.deepEqual([asked.code, asked.stdout], [1, ""], asked.stderr);
      assert.match(asked.stderr, /^Nobody could be asked: .*older than a week\n$/);
      for (const [text, code, says] of [["99", 1, /no such find/], ["x", 64, /number of a log/]] as const) {
        const refused = await command(["corroborate", text], env);
        assert.deepEqual([refused.code, says.test(refused.stderr)], [code, true], refused.stderr);
      }
      const other = await command(["corroborate", "99", "--kept"], env);
      assert.deepEqual([other.code, other.stderr], [1, "Peers were never asked about find 99\n"]);
    });
  });
});

Deno.test("asked by hand, a peer that is back lifts the find before its time", async () => {
  const { list, world } = await clubs(["a.example", "b.example", "c.example"]);
  const [a, b, c] = list as [Club, Club, Club];
  await withInstances(list, async () => {
    a.knows(b);
    a.knows(nowhere("c.example"));
    await b.hears();
    await c.hears();
    const path = await hide(a);
    const { log } = await find(a, path);
    const row = a.federation.store.peers.live("c.example")!;
    a.db.writeNow((tx) => a.federation.store.peers.save(tx, { ...row, url: c.url }));
    world.pass(60);
    assert.equal(await a.caches.askPeers(log.id), true);
    const { case: kept } = a.federation.corroboration.kept(log.id)!;
    assert.deepEqual([kept.state, kept.round, kept.nextAt], ["lifted", 0, null]);
    await assert.rejects(a.caches.askPeers(log.id), /radio-verified already/);
    const { repConfirmed } = a.federation.store.peers.live("b.example")!;
    assert.equal(repConfirmed, 1, "credited once");
  });
});

Deno.test("asked by hand, a yes that is in hand stays where its peer is away now", async () => {
  const { list } = await clubs(["a.example", "b.example"]);
  const [a, b] = list as [Club, Club];
  await withInstances(list, async () => {
    a.knows(b);
    a.knows(nowhere("c.example"));
    await b.hears();
    const { log } = await find(a, await hide(a));
    const row = a.federation.store.peers.live("b.example")!;
    a.db.writeNow((tx) => a.federation.store.peers.save(tx, { ...row, url: nowhere("b").url }));
    assert.equal(await a.caches.askPeers(log.id), true);
    const said = a.federation.corroboration.said(log.id).map((word) => `${word.instance} ${word.said}`);
    assert.deepEqual(said, ["b.example yes", "c.example unreached"]);
  });
});
