/**
 * Two instances whose only way to each other is a plain mailbox between them: batches of records through a real F6FBB, both
 * ways. Nobody sees them as mail; an unknown instance's are quarantined; the same batch is taken once.
 */
import assert from "node:assert/strict";
import { callPartner } from "../../src/bbs/mod.ts";
import { ADMIN_CALLSIGNS } from "../../src/settings/mod.ts";
import { readPage } from "../../src/wire/mod.ts";
import type { TestApp } from "../kit/app.ts";
import { partner } from "../kit/bbs.ts";
import { NEEDS_FBB, Xfbbd } from "../kit/fbb_peer.ts";
import { publishWeek } from "../kit/lifelike.ts";
import { has } from "../kit/peers.ts";
import { count } from "../kit/people.ts";
import { alone, feedOf, knows, mirrored } from "../routes/federation/neighbours.ts";
import { seeded } from "../wire/test_data.ts";

const PARTNERS = [
  { call: "N0SVC", password: "SVCPASS", mask: 15 },
  { call: "N0TWO", password: "TWOPASS", mask: 15 },
] as const;
const A = "a.example", B = "b.example", C = "c.example";

/** An instance whose one forwarding partner is the mailbox between; the other instance lies behind it. */
async function side(id: string, which: 0 | 1): Promise<TestApp> {
  const { call, password } = PARTNERS[which], other = PARTNERS[1 - which]!.call;
  const app = alone(id, { ADMIN_CALLSIGNS: call, BBS_REGION: "#TST.USA.NOAM", FED_BBS: "1" });
  await partner(app, "N0FBB", [], {
    connectScript: `W Callsign :\nS ${call}\nW Password :\nS ${password}`,
    federation: true,
    federationAt: `${other}.#TST.USA.NOAM`,
  });
  return app;
}

/** Forwards until nothing more moves. */
async function forward(fbb: Xfbbd, ...apps: TestApp[]): Promise<void> {
  for (let quiet = 0, tries = 0; quiet < 2; tries++) {
    assert.ok(tries < 12, "mail is stuck");
    let moved = 0;
    for (const app of apps) {
      const report = await callPartner(app.bbs.office, {
        partner: "N0FBB",
        dial: () => fbb.connect(),
        telnet: true,
        version: "1.0",
      });
      assert.equal(report.outcome, "clean", JSON.stringify(report));
      moved += report.sent + report.received;
    }
    quiet = moved === 0 ? quiet + 1 : 0;
  }
}

Deno.test("two instances exchange records through a real F6FBB between them, and nobody sees the mail", async () => {
  if (!has(...NEEDS_FBB)) return;
  const fbb = await Xfbbd.start("N0FBB", PARTNERS);
  const [a, b] = [await side(A, 0), await side(B, 1)], c = alone(C);
  try {
    knows(a, B);
    knows(b, A);
    for (const [app, seed] of [[a, 1], [b, 2], [c, 3]] as const) {
      app.db.writeNow((tx) =>
        publishWeek(app.federation.publications, tx, 30, seeded(seed), app.world.now() - 60)
      );
    }
    const mailed: string[] = [];
    for (const app of [a, b]) {
      const { status, body, text } = await app.operator.post("/federation/bbs/enqueue", {});
      assert.equal(status, 200, text);
      assert.deepEqual([body.frames, body.enqueued, body.partners], [30, 1, 1]);
      mailed.push(body.bid);
    }
    // A carries what another instance has signed: B does not know that one.
    const strangers = readPage(await feedOf(c, "cache"));
    assert.ok(strangers.ok);
    const strange = a.db.writeNow((tx) => a.federation.mailing.mailFrames(tx, strangers.page.frames));
    await forward(fbb, a, b);
    for (const [who, whom, id] of [[a, b, B], [b, a, A]] as const) {
      assert.deepEqual(mirrored(who, id), mirrored(whom, id));
    }
    assert.deepEqual([mirrored(b, C), mirrored(a, C)], [[], []]);
    assert.equal((await fbb.stored()).size, 3, "F6FBB stored each batch once");
    // Nothing of it is mail of anybody's: what came is no message at all, what went is hidden.
    for (const app of [a, b]) {
      const received =
        app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM bbs_message WHERE source <> ''")
          .get()!.n;
      assert.equal(received, 0);
      const call = app.settings.get(ADMIN_CALLSIGNS)[0]!, sysop = await app.signIn(call);
      for (const path of [`messages?to=${call}`, `sent?from=${call}`, "bulletins"]) {
        const shown = await sysop.get(`/api/bbs/${path}`);
        assert.equal(shown.status, 200, shown.text);
        assert.doesNotMatch(shown.text, /SVCFED|federation batch/, path);
      }
    }
    // The same batch again, by whatever way: B has had it. Once the stranger is known, its batch may come again.
    assert.ok(b.bbs.office.messages.bidKnown({ bid: mailed[0]! }));
    assert.ok(!b.bbs.office.messages.bidKnown({ bid: strange.bid }));
    const again = await a.operator.post("/federation/bbs/enqueue", {});
    assert.deepEqual([again.body.bid, again.body.enqueued, again.body.deduped], [mailed[0], 0, true]);
    await forward(fbb, a, b);
    assert.equal((await fbb.stored()).size, 3);
    assert.equal(count(b, "fed_batch"), 1);
  } finally {
    await fbb.stop();
    for (const app of [a, b, c]) app.close();
  }
});
