/** A host without a clock of its own starts in 1970: until it is set nothing is signed, judged, pulled or dropped. */
import assert from "node:assert/strict";
import { readFrame, readPage } from "../../../src/wire/mod.ts";
import { deliver } from "../../../src/federation/carriers/deliver.ts";
import { newGap } from "../../../src/federation/gaps/rules.ts";
import { cacheBody } from "../../federation/node.ts";
import { START, testWorld } from "../../kit/world.ts";
import { type Instance, instance, withInstances } from "./instances.ts";

const publish = (app: Instance, title: string) =>
  app.db.writeNow((tx) => app.federation.publications.publish(tx, "cache", cacheBody(title)));
const framesOf = (app: Instance) =>
  app.db.sql<never, { gid: string; frame: Uint8Array | null }>(
    "SELECT gid, frame FROM fed_record ORDER BY gid",
  ).all();

Deno.test("while the clock is not set nothing that anybody asks pulls, signs or drops anything", async () => {
  const a = instance("a.example"), world = testWorld("b");
  const b = instance("b.example", { FED_PEERS: `${a.url}#${a.keyPrint}` }, world);
  await withInstances([a, b], async () => {
    publish(a, "theirs");
    publish(b, "ours");
    assert.deepEqual((await b.operator.post("/federation/sync")).body.errors, []);
    await b.federation.serving.feed("cache", { since: 0, limit: 10 });
    const kept = framesOf(b);
    assert.ok(kept.length === 2 && kept.every(({ frame }) => frame !== null));
    b.db.writeNow((tx) =>
      b.federation.store.gaps.put(tx, {
        ...newGap("a.example", "cache", 9, "hops", START),
        aged: 40 * 86_400,
      })
    );

    world.pass(100 - START);
    const asked = a.asked.length, before = b.fingerprint();
    assert.equal((await b.visitor.get("/health")).body.clock, "unset");
    assert.deepEqual((await b.visitor.post("/federation/notify", { instance: "a.example" })).body, {
      ok: true,
      ignored: "clock",
    });
    const [failed] = (await b.operator.post("/federation/sync")).body.errors;
    assert.match(failed.error, /clock is not set/);
    const one = (await b.operator.post("/federation/peers/sync", { url: a.url })).body;
    assert.deepEqual([one.ok, one.error], [false, "This host's clock is not set: nothing is pulled"]);
    const { deps } = b.federation;
    await assert.rejects(deliver(deps, b.db, [kept[0]!.frame!], "carrier"), /clock is not set/);
    await b.federation.prune();
    for (const job of b.federation.jobs()) await job.run();
    assert.deepEqual(b.federation.trust.requestKeys("a.example"), []);
    assert.equal(b.fingerprint(), before);
    assert.equal(a.asked.length, asked, "nobody was asked anything");

    world.pass(START - 100);
    assert.equal((await b.visitor.get("/health")).body.clock, "ok");
    assert.equal(b.federation.trust.requestKeys("a.example").length, 1);
    assert.deepEqual((await b.operator.post("/federation/sync")).body.errors, []);
    assert.deepEqual(framesOf(b), kept, "and every frame is what it was");
    await b.federation.prune();
    assert.deepEqual(b.federation.store.gaps.all(), []);
  });
});

Deno.test("what was published in 1970 is signed with the time at which it is first served", async () => {
  const world = testWorld("c");
  const app = instance("c.example", {}, world);
  await withInstances([app], async () => {
    world.pass(100 - START);
    publish(app, "early");
    world.pass(START - 100);
    const page = (await app.federation.serving.feed("cache", { since: 0, limit: 10 }))!;
    const read = readFrame(page.frames[0]!);
    assert.ok(read.ok);
    assert.equal(read.frame.at, START);
  });
});

const pageOf = async (app: Instance, path: string) => {
  const answer = await fetch(`${app.url}${path}`);
  assert.equal(answer.status, 200, path);
  const read = readPage(await answer.bytes());
  assert.ok(read.ok);
  const { frames, nextCursor, complete, held } = read.page;
  return { frames: frames.map((frame) => frame.toHex()), nextCursor, complete, held };
};
const PATHS = [
  "/federation/sync/cache",
  "/federation/sync/origin?origin=a.example&kind=cache",
  "/federation/sync/origin?origin=b.example&kind=cache",
];

for (const [state, by] of [["unset", 100 - START], ["jumped", 5 * 365 * 86_400]] as const) {
  Deno.test(`while the clock is ${state} feeds go on answering with what is signed, and only new signing waits`, async () => {
    const a = instance("a.example"), world = testWorld("b");
    const b = instance("b.example", { FED_PEERS: `${a.url}#${a.keyPrint}` }, world);
    await withInstances([a, b], async () => {
      publish(a, "theirs");
      publish(b, "signed");
      assert.deepEqual((await b.operator.post("/federation/sync")).body.errors, []);
      const before = await Promise.all(PATHS.map((path) => pageOf(b, path)));
      const summary = (await b.visitor.get("/federation/sync/summary")).body;
      assert.equal(before.flatMap(({ frames }) => frames).length, 3);

      world.clock.state();
      world.jump(by);
      assert.equal((await b.visitor.get("/health")).body.clock, state);
      publish(b, "waits");
      const shut = framesOf(b);
      assert.deepEqual(await Promise.all(PATHS.map((path) => pageOf(b, path))), before);
      assert.deepEqual((await b.visitor.get("/federation/sync/summary")).body, summary);
      assert.deepEqual(framesOf(b), shut, "nothing was signed");

      world.jump(-by);
      if (state === "jumped") {
        assert.equal((await b.operator.post("/api/admin/clock")).body.clock, "ok");
      }
      const after = await pageOf(b, PATHS[0]!);
      assert.equal(after.frames.length, 2, "what waited is signed and served");
      assert.deepEqual(after.frames.slice(0, 1), before[0]!.frames);
    });
  });
}
