/** What is answered to a question, and what counts as heard (FED "Events", Corroboration). */
import assert from "node:assert/strict";
import { distanceM } from "../../../src/base/mod.ts";
import { fromE7, snapped, toE7 } from "../../../src/federation/corroborate/coarsen.ts";
import { enrolBox, rf } from "../../kit/boxes.ts";
import {
  answerBytes,
  ask,
  ASKER,
  beacon,
  FINDER,
  hears,
  keyOf,
  knows,
  off,
  PLACE,
  signed,
  sought,
  witness,
} from "./kit.ts";
import { questionOf } from "../../../src/federation/corroborate/question.ts";

const said = async (...args: Parameters<typeof ask>) => (await ask(...args)).said;

Deno.test("a station that an own site heard near the place is a yes: how far in hundreds of metres, when in ten minutes", async () => {
  const { app, box } = await witness();
  using _end = app;
  app.world.pass(300);
  assert.equal(await said(app), "no");
  await hears(box, FINDER, off(30));
  app.world.pass(31);
  const word = await ask(app);
  assert.ok(word.said === "yes");
  const { distanceM: far, at, igate } = word.heard;
  const middle = fromE7(snapped(toE7(PLACE)));
  assert.equal(igate, undefined);
  assert.equal(far % 100, 0);
  assert.ok(Math.abs(far - distanceM(middle, off(30))) <= 215, String(far));
  assert.equal(at, 1_780_315_200);
});

Deno.test("anybody who signs is answered, under a key of his own", async () => {
  const { app, box } = await witness();
  using _end = app;
  await hears(box, FINDER, PLACE);
  assert.equal(await said(app, {}, { asker: "nobody.example" }), "yes");
  knows(app, ASKER, { trust: "unvetted" });
  assert.equal(await said(app), "yes");
});

Deno.test("only exactly the call that is asked about counts", async () => {
  const { app, box } = await witness();
  using _end = app;
  await hears(box, "OE2FND-9", PLACE);
  await hears(box, "OE2FND", PLACE);
  assert.equal(await said(app), "no");
  assert.equal(await said(app, { callsign: "OE2FND-9" }), "yes");
});

Deno.test("a place farther than the radius, and a time outside of the window, are a no", async () => {
  const { app, box } = await witness();
  using _end = app;
  app.world.pass(3 * 3600); // it was trusted before any of this was heard
  await hears(box, FINDER, off(2000));
  assert.equal(await said(app), "no");
  await hears(box, FINDER, PLACE, { heardAt: app.world.now() - 2 * 3600 });
  assert.equal(await said(app, { radiusM: 600 }), "no", "too long ago");
  const then = app.world.now() - 2 * 3600;
  assert.equal(await said(app, { since: then - 600, until: then + 600 }), "yes");
  // Of a longer window the last hour alone is looked at.
  assert.equal(await said(app, { since: then - 600, until: then + 2 * 3600 - 600 }), "no");
});

Deno.test("the nearest is told, of equally near ones the latest", async () => {
  const { app, box } = await witness();
  using _end = app;
  app.world.pass(3600);
  const now = app.world.now();
  await hears(box, FINDER, PLACE, { heardAt: now - 1500 });
  await hears(box, FINDER, PLACE, { heardAt: now - 700 });
  await hears(box, FINDER, off(500), { heardAt: now - 10 });
  const word = await ask(app);
  assert.ok(word.said === "yes");
  assert.equal(word.heard.at, Math.floor((now - 700) / 600) * 600);
  assert.ok(word.heard.distanceM <= 300, String(word.heard.distanceM));
});

/** What was heard, and yet vouches for nothing. */
const NO_WITNESS: Record<string, (set: Awaited<ReturnType<typeof witness>>) => Promise<unknown>> = {
  "seen on APRS-IS, though the line names the site": ({ app }) =>
    app.ingest.post("/ingest", {
      packets: [{
        raw: beacon(FINDER, PLACE, ",qAR,OE1XYZ-10"),
        heardAt: app.world.now(),
        via: "aprsis",
        port: "aprs-is",
        site: "OE1XYZ-10",
      }],
    }),
  "posted with the shared secret for a trusted site": ({ app }) =>
    app.ingest.post("/ingest", { packets: [rf(app, beacon(FINDER, PLACE), "OE1GATE")] }),
  "heard by the site, posted with the shared secret": ({ app }) =>
    app.ingest.post("/ingest", { packets: [rf(app, beacon(FINDER, PLACE), "OE1XYZ-10")] }),
  "through a digipeater": ({ box }) => hears(box, FINDER, PLACE, { path: ",OE1DIG*" }),
  "perhaps through a digipeater that leaves no trace": ({ box }) =>
    hears(box, FINDER, PLACE, { path: ",WIDE2-1" }),
  "over an IP tunnel": ({ box }) => hears(box, FINDER, PLACE, { port: "axudp" }),
  "by a site that is not trusted under the box": ({ box }) =>
    hears(box, FINDER, PLACE, { site: "OE9NEW-10" }),
  "by nobody in particular": ({ box, app }) =>
    box.post("/ingest", { packets: [rf(app, beacon(FINDER, PLACE), "x", { site: null })] }),
  "by a box whose trust was withdrawn": async ({ app, box }) => {
    await hears(box, FINDER, PLACE);
    await app.operator.post("/api/admin/boxes/box-on-the-hill/trust", { trusted: false });
  },
  "with an ambiguous position": ({ box, app }) =>
    box.post("/ingest", { packets: [rf(app, `${FINDER}>APRS:!4812.  N/01622.  E>`, "OE1XYZ-10")] }),
};
for (const [name, hear] of Object.entries(NO_WITNESS)) {
  Deno.test(`a station ${name} is a no`, async () => {
    const set = await witness({ FIRST_PARTY_SITES: "OE1GATE" });
    await hear(set);
    assert.equal(await said(set.app), "no");
    // The same heard as it should be.
    set.app.world.pass(31);
    if (!name.includes("withdrawn")) {
      await hears(set.box, FINDER, off(20));
      assert.equal(await said(set.app), "yes");
    }
    set.app.close();
  });
}

Deno.test("nobody vouches for himself: his site, a site that he controls, a box of his, a box enrolled for him", async () => {
  const { app, box } = await witness();
  using _end = app;
  await hears(box, FINDER, PLACE);
  const no = (over: object) => said(app, { ...over });
  assert.equal(await no({ excludeIgates: ["OE1XYZ"] }), "no");
  assert.equal(await no({ excludeIgates: ["oe1xyz-10"] }), "no", "in whatever form it is named");
  assert.equal(await no({ excludeIgates: ["OE1XY", "OE1XYZZ"] }), "yes");
  await hears(box, "OE1XYZ-7", PLACE);
  assert.equal(await no({ callsign: "OE1XYZ-7", excludeIgates: [] }), "no", "its own site heard it");
  // A club's box under a member's account: what the member controls elsewhere excludes it too.
  const club = await enrolBox(app, "club", { sites: ["OE5SIT-10"] });
  await app.signIn("OE5OWN");
  const account = app.accounts.holder("OE5OWN")!.accountId;
  app.db.writeNow((tx) => {
    app.accounts.store.hold(tx, "OE5TWO", account, 0, false);
    app.boxes.store.setOwner(tx, { box: "club", account, at: 0 });
  });
  await hears(club, "OE3ABC-7", PLACE, { site: "OE5SIT-10" });
  const asked = (...excludeIgates: string[]) => no({ callsign: "OE3ABC-7", excludeIgates });
  assert.deepEqual([await asked("OE3ABC"), await asked("OE5TWO"), await asked("OE5OWN")], [
    "yes",
    "no",
    "no",
  ]);
});

Deno.test("the receiving station is told only where the operator reveals it", async () => {
  const shy = await witness();
  await hears(shy.box, FINDER, PLACE);
  const word = await ask(shy.app, {}, { reveal: true });
  assert.ok(word.said === "yes" && word.heard.igate === undefined);
  shy.app.close();
  const open = await witness({ FED_REVEAL_IGATE: "1" });
  await hears(open.box, FINDER, PLACE);
  const told = await ask(open.app, {}, { reveal: true });
  assert.ok(told.said === "yes" && told.heard.igate === "OE1XYZ-10");
  open.app.close();
});

Deno.test("a no is remembered for thirty seconds, for this question of this asker", async () => {
  const { app, box } = await witness();
  using _end = app;
  assert.equal(await said(app), "no");
  await hears(box, FINDER, PLACE);
  app.world.pass(29);
  assert.equal(await said(app), "no", "remembered");
  assert.equal(await said(app, {}, { asker: "c.example" }), "yes", "another asker");
  assert.equal(await said(app, { radiusM: 650 }), "yes", "another radius");
  assert.equal(await said(app, { excludeIgates: [] }), "yes", "other exclusions");
  app.world.pass(1);
  assert.equal(await said(app), "yes");
});

Deno.test("the same bytes get the same bytes, whatever was heard meanwhile", async () => {
  const { app, box } = await witness();
  using _end = app;
  const { frame } = signed(app, questionOf(sought(app))!);
  const first = await answerBytes(app, frame);
  await hears(box, FINDER, PLACE);
  app.world.pass(60);
  assert.deepEqual(await answerBytes(app, frame), first);
  assert.equal(await said(app), "yes");
});

Deno.test("a relayed question is answered for an hour after it was signed, a direct one for two minutes", async () => {
  const { app, box } = await witness();
  using _end = app;
  await hears(box, FINDER, PLACE);
  const { answering } = app.federation.corroboration;
  const sent = () => signed(app, questionOf(sought(app))!, { key: keyOf(ASKER) }).frame;
  const [early, late] = [sent(), sent()];
  app.world.pass(3600);
  assert.equal(answering.answerRelayed(early).status, 200);
  app.world.pass(1);
  assert.deepEqual(answering.answerRelayed(late), { status: 400, frame: null });
  assert.deepEqual(answering.answerRelayed(new Uint8Array([0])), { status: 400, frame: null });
  assert.deepEqual(
    answering.answerRelayed(signed(app, questionOf(sought(app))!, { target: "c.example" }).frame),
    { status: 400, frame: null },
  );
});
