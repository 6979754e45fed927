/** A finder who carries another SSID than the one that signed in (FED "Events", Corroboration). */
import assert from "node:assert/strict";
import { readQuestion } from "../../../src/federation/corroborate/question.ts";
import { rf } from "../../kit/boxes.ts";
import { CACHE } from "../../kit/game.ts";
import { withInstances } from "../../routes/federation/instances.ts";
import { type Club, clubs, find, hide, nowhere, seen, wordsIn } from "./club.ts";
import { beacon, off } from "./kit.ts";

/** The calls that a club was asked about, in order. */
function watch(club: Club): string[] {
  const calls: string[] = [];
  const { answering } = club.federation.corroboration;
  const answer = answering.answer.bind(answering);
  answering.answer = (bytes, ...more) => {
    const read = readQuestion(bytes);
    if (read.ok) calls.push(read.body.callsign);
    return answer(bytes, ...more);
  };
  return calls;
}

async function scene() {
  const { list, world } = await clubs(["a.example", "b.example", "c.example"]);
  const [a, b, c] = list as [Club, Club, Club];
  return { list, world, a, b, c };
}

Deno.test("who signs in without an SSID and carries -7 is radio-verified by neighbours that heard -7", async () => {
  const { list, a, b, c } = await scene();
  await withInstances(list, async () => {
    a.knows(b);
    a.knows(c);
    const asked = watch(b);
    await b.hears("OE2FND-7");
    await c.hears("OE2FND-7");
    const path = await hide(a);
    const { log } = await find(a, path, "OE2FND");
    assert.deepEqual([log.tier, log.why.method], ["A", "aprs_rf_peer"]);
    assert.match(log.why.sentence, /b\.example and c\.example heard OE2FND-7 near the cache/);
    assert.deepEqual(
      ["b.example", "c.example"].map((id) => [wordsIn(log)[id].counted, wordsIn(log)[id].call]),
      [[true, "OE2FND-7"], [true, "OE2FND-7"]],
    );
    assert.deepEqual(asked, ["OE2FND", "OE2FND-7", "OE2FND-9", "OE2FND-5"]);
    // What they did not hear of the other calls is held against nobody.
    for (const id of ["b.example", "c.example"]) {
      const { repConfirmed, repFailed } = a.federation.store.peers.live(id)!;
      assert.deepEqual([repConfirmed, repFailed], [1, 0]);
    }
  });
});

Deno.test("an answer counts for the call asked: two calls, each heard by one neighbour, are no quorum", async () => {
  const { list, a, b, c } = await scene();
  await withInstances(list, async () => {
    a.knows(b);
    a.knows(c);
    await b.hears("OE2FND-7");
    await c.hears("OE2FND-9");
    const { log } = await find(a, await hide(a), "OE2FND");
    assert.equal(log.tier, null);
    assert.deepEqual(Object.values(wordsIn(log)).map(({ call }) => call), ["OE2FND-7", "OE2FND-9"]);
  });
});

Deno.test("asked for are the SSIDs that were heard here within the window, else the commonest; four at most", async () => {
  const { list, world, a, b } = await scene();
  await withInstances(list, async () => {
    a.knows(b);
    const asked = watch(b);
    const path = await hide(a);
    const here = async (call: string, more: Record<string, unknown> = {}) => {
      const line = rf(a, beacon(call, off(40_000, 0, CACHE)), "OE1SIT-10", more);
      assert.equal((await a.box.post("/ingest", { packets: [line] })).status, 200);
    };
    // Too long ago, and another's: neither tells what the finder carries.
    await here("OE2FND-12");
    world.pass(1900);
    await here("OE3ELS-7");
    await find(a, path, "OE2FND-9");
    assert.deepEqual(asked.splice(0), ["OE2FND-9", "OE2FND-7", "OE2FND-5", "OE2FND"]);
    await here("OE4FND-11");
    await here("OE4FND-12", { via: "aprsis", site: undefined });
    await find(a, path, "OE4FND");
    assert.deepEqual(asked.splice(0).sort(), ["OE4FND", "OE4FND-11", "OE4FND-12"]);
    for (const ssid of [1, 2, 3, 4]) {
      await here(`OE5FND-${ssid}`);
      world.pass(10);
    }
    await find(a, path, "OE5FND");
    assert.deepEqual(asked.splice(0), ["OE5FND", "OE5FND-4", "OE5FND-3", "OE5FND-2"]);
  });
});

Deno.test("a neighbour that confirms the call that signed in is asked nothing further", async () => {
  const { list, a, b, c } = await scene();
  await withInstances(list, async () => {
    a.knows(b);
    a.knows(c);
    const asked = watch(b);
    for (const club of [b, c]) await club.hears("OE2FND");
    assert.equal((await find(a, await hide(a), "OE2FND")).log.tier, "A");
    assert.deepEqual(asked, ["OE2FND"]);
  });
});

Deno.test("a neighbour that was away is asked about all of the calls when it is back", async () => {
  const { list, world, a, b, c } = await scene();
  await withInstances(list, async () => {
    a.knows(b);
    a.knows(nowhere("c.example"));
    await b.hears("OE2FND-7");
    await c.hears("OE2FND-7");
    const path = await hide(a);
    const { finder, log } = await find(a, path, "OE2FND");
    assert.equal(log.tier, null);
    const { peers } = a.federation.store;
    a.db.writeNow((tx) => peers.save(tx, { ...peers.live("c.example")!, url: c.url }));
    const [again, others] = [watch(b), watch(c)];
    world.pass(3600);
    await a.federation.corroboration.again();
    assert.deepEqual([(await seen(path, finder, log.id)).tier, again, others], [
      "A",
      [],
      ["OE2FND", "OE2FND-7", "OE2FND-9", "OE2FND-5"],
    ]);
  });
});

Deno.test("a position of the heard SSID here that is unreachably far speaks against neighbours, one of another does not", async () => {
  for (const [call, tier] of [["OE2FND-7", null], ["OE2FND", "A"]] as const) {
    const { list, a, b, c } = await scene();
    await withInstances(list, async () => {
      a.knows(b);
      a.knows(c);
      for (const club of [b, c]) await club.hears("OE2FND-7");
      const far = beacon(call, off(300_000, 0, CACHE));
      assert.equal((await a.box.post("/ingest", { packets: [rf(a, far, "OE1SIT-10")] })).status, 200);
      assert.equal((await find(a, await hide(a), "OE2FND")).log.tier, tier, call);
    });
  }
});
