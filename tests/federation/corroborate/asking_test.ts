/** Asking peers about finds: at once, again, and what is made of their words (FED "Events", Corroboration). */
import assert from "node:assert/strict";
import { withInstances } from "../../routes/federation/instances.ts";
import { distanceM } from "../../../src/base/mod.ts";
import { nextAsk, OLDEST_S } from "../../../src/federation/corroborate/next_ask.ts";
import { readQuestion } from "../../../src/federation/corroborate/question.ts";
import { AnswerRecord, judgeFrame } from "../../../src/wire/mod.ts";
import { CACHE } from "../../kit/game.ts";
import { type Club, clubs, find, hide, nowhere, seen, wordsIn } from "./club.ts";
import { rf } from "../../kit/boxes.ts";
import { beacon, keyOf } from "./kit.ts";

const peer = (club: Club, id: string) => club.federation.store.peers.live(id)!;
const change = (club: Club, id: string, over: object) =>
  club.db.writeNow((tx) => club.federation.store.peers.save(tx, { ...peer(club, id), ...over }));
const again = (club: Club) => club.federation.corroboration.again();
const caseOf = (club: Club, id: number) => club.federation.corroboration.kept(id)!.case;

Deno.test("a find that two peers heard is radio-verified at once, shown with their rings, and their words are kept", async () => {
  const { list, world } = await clubs(["a.example", "b.example", "c.example", "d.example"]);
  const [a, b, c, d] = list as [Club, Club, Club, Club];
  await withInstances(list, async () => {
    for (const other of [b, c, d]) a.knows(other);
    await b.hears();
    await c.hears();
    const path = await hide(a);
    const { log } = await find(a, path);
    assert.deepEqual([log.tier, log.verified, log.why.method], ["A", true, "aprs_rf_peer"]);
    assert.deepEqual(log.corroboratedBy, ["b.example", "c.example"]);
    assert.match(log.why.sentence, /b\.example and c\.example heard OE2FND-7 near the cache/);
    const words = wordsIn(log);
    for (const id of ["b.example", "c.example"]) {
      const { counted, distanceM: to, fromM, lat, lon, at } = words[id];
      assert.deepEqual([counted, to - fromM, at], [true, 100, Math.floor(world.now() / 600) * 600]);
      assert.ok(distanceM({ lat, lon }, CACHE) <= 394 && to <= 700);
    }
    assert.deepEqual([words["d.example"].counted, words["d.example"].reason], [
      false,
      "d.example did not hear it",
    ]);
    // Whoever doubts it later can check the signed bytes.
    const { case: kept, testimonies } = a.federation.corroboration.kept(log.id)!;
    assert.equal(kept.state, "lifted");
    for (const { instance, question, answer, key } of testimonies) {
      const read = readQuestion(question);
      assert.ok(read.ok && read.target === instance);
      const { verified } = judgeFrame(answer!, [keyOf(instance).publicKey]).open();
      const body = AnswerRecord.read(verified!.body);
      assert.ok(body.ok && body.body.queryHash === read.hash && body.body.nonce === read.body.nonce);
      assert.equal(body.body.corroborated, instance !== "d.example");
      assert.equal(key, keyOf(instance).publicKey);
    }
    const reputations = ["b.example", "c.example", "d.example"].map((id) => {
      const { repConfirmed, repFailed } = peer(a, id);
      return [repConfirmed, repFailed];
    });
    assert.deepEqual(reputations, [[1, 0], [1, 0], [0, 1]]);
    // Others see the method alone.
    assert.deepEqual((await a.visitor.get(path)).body.logs[0].why, { method: "aprs_rf_peer" });
    // What is asked names neither the place nor the moment.
    const asked = readQuestion(testimonies[0]!.question);
    assert.ok(asked.ok);
    const { latE7, lonE7, since, until, excludeIgates } = asked.body;
    assert.deepEqual([(latE7 - 25_000) % 50_000, (lonE7 - 25_000) % 50_000, since % 600, until % 600], [
      0,
      0,
      0,
      0,
    ]);
    assert.deepEqual(excludeIgates, ["OE2FND"]);
  });
});

Deno.test("a peer that was not reached is asked again after 1, 6 and 24 hours, it alone, and lifts the find later", async () => {
  const { list, world } = await clubs(["a.example", "b.example", "c.example"]);
  const [a, b, c] = list as [Club, Club, Club];
  await withInstances(list, async () => {
    a.knows(b);
    a.knows(nowhere("c.example"));
    await b.hears();
    await c.hears();
    const path = await hide(a);
    const { finder, log } = await find(a, path);
    const logged = world.now();
    assert.deepEqual([log.tier, log.verified], [null, false]);
    let words = wordsIn(log);
    assert.equal(words["b.example"].reason, "more neighbours have to confirm it");
    assert.match(words["c.example"].reason, /was not reached; it is asked again at 2026-06-01 13:00 UTC \(/);
    assert.equal(words["c.example"].againAt, logged + 3600);
    // Not before its time.
    world.pass(3599);
    await again(a);
    assert.equal(caseOf(a, log.id).round, 0);
    world.pass(1);
    await again(a);
    assert.deepEqual([caseOf(a, log.id).round, caseOf(a, log.id).nextAt], [1, logged + 6 * 3600]);
    world.pass(5 * 3600);
    change(a, "c.example", { url: c.url });
    await again(a);
    assert.deepEqual([b.questions(), c.questions()], [1, 1], "b had answered already");
    const late = await seen(path, finder, log.id);
    assert.deepEqual([late.tier, late.verified, late.corroboratedLaterAt], ["A", true, world.now()]);
    assert.match(
      late.why.sentence,
      /b\.example and c\.example heard .* It was confirmed 6 h after it was logged/,
    );
    words = wordsIn(late);
    assert.deepEqual([words["b.example"].counted, words["c.example"].counted], [true, true]);
    assert.deepEqual([peer(a, "b.example").repConfirmed, peer(a, "c.example").repConfirmed], [1, 1]);
    world.pass(86_400);
    await again(a);
    assert.deepEqual([b.questions(), c.questions()], [1, 1]);
  });
});

Deno.test("an outage is no answer: peers are asked again for a week, as long as they would answer, and then nobody is", async () => {
  const { list, world } = await clubs(["a.example"]);
  const [a] = list as [Club];
  await withInstances(list, async () => {
    a.knows(nowhere("b.example"));
    a.knows(nowhere("c.example"));
    const path = await hide(a);
    const { log, finder } = await find(a, path);
    const times: (number | null)[] = [caseOf(a, log.id).nextAt];
    const logged = world.now();
    const due = [3600, 6 * 3600, ...[1, 2, 3, 4, 5, 6].map((days) => days * 86_400), 7 * 86_400 - 7200];
    for (const after of due) {
      world.pass(logged + after - world.now());
      await again(a);
      times.push(caseOf(a, log.id).nextAt);
    }
    assert.deepEqual(times, [...due.map((after) => logged + after), null]);
    assert.deepEqual([caseOf(a, log.id).state, caseOf(a, log.id).round], ["ended", due.length]);
    const words = wordsIn(await seen(path, finder, log.id));
    assert.equal(words["b.example"].againAt, undefined);
    // Down for a week: it is over without another question.
    const other = await find(a, path, "OE3FND-7");
    world.pass(7 * 86_400);
    await again(a);
    assert.deepEqual([caseOf(a, other.log.id).state, caseOf(a, other.log.id).round], ["ended", 0]);
    world.pass(31 * 86_400);
    await again(a);
    assert.equal(
      a.federation.corroboration.kept(log.id),
      undefined,
      "what came to nothing is not kept for good",
    );
  });
});

Deno.test("a refusal is not asked again, and neither is a find that those left cannot lift", async () => {
  const { list } = await clubs(["a.example", "b.example", "c.example"], {
    "b.example": { FED_CORROBORATION_SECRET: "a-secret-of-the-club" },
    "a.example": { FED_CORROBORATION_SECRET: "a-secret-of-the-club" },
  });
  const [a, b, c] = list as [Club, Club, Club];
  await withInstances(list, async () => {
    // The secret goes to https addresses alone, and this one speaks plain http.
    a.knows(b);
    a.knows(c);
    a.knows(nowhere("d.example"));
    await b.hears();
    const path = await hide(a);
    const { log } = await find(a, path);
    const words = wordsIn(log);
    assert.match(words["b.example"].reason, /refused with status 401/);
    assert.match(words["c.example"].reason, /did not hear it/);
    assert.deepEqual([caseOf(a, log.id).state, caseOf(a, log.id).nextAt], ["ended", null]);
  });
});

Deno.test("evidence in hand counts only while its peer is trusted", async () => {
  const { list, world } = await clubs(["a.example", "b.example", "c.example"]);
  const [a, b, c] = list as [Club, Club, Club];
  await withInstances(list, async () => {
    a.knows(b);
    a.knows(nowhere("c.example"));
    a.knows(nowhere("d.example"));
    await b.hears();
    await c.hears();
    const path = await hide(a);
    const { finder, log } = await find(a, path);
    change(a, "b.example", { trust: "unvetted" });
    change(a, "c.example", { url: c.url });
    world.pass(3600);
    await again(a);
    assert.equal((await seen(path, finder, log.id)).tier, null);
    change(a, "b.example", { trust: "trusted" });
    world.pass(5 * 3600);
    await again(a);
    assert.equal((await seen(path, finder, log.id)).tier, "A");
  });
});

Deno.test("one operator is one voice, one key is one voice, and the logger's own instance is none", async () => {
  const { list } = await clubs(["a.example", "b.example", "c.example", "d.example"]);
  const [a, b, c, d] = list as [Club, Club, Club, Club];
  await withInstances(list, async () => {
    a.knows(b, { operatorCall: "OE5OPR" });
    a.knows(c, { operatorCall: "OE5OPR-1" });
    a.knows(d, { operatorCall: "OE2FND" });
    for (const club of [b, c, d]) await club.hears();
    const path = await hide(a);
    const { log } = await find(a, path);
    assert.equal(log.tier, null, "two rows, one operator");
    assert.deepEqual([b.questions(), c.questions(), d.questions()], [1, 1, 0]);
    // What a peer says of itself is used against it, and for nothing.
    change(a, "c.example", { operatorCall: null, declared: ["OE5OPR"] });
    change(a, "d.example", { operatorCall: null, declared: ["OE9OPR", "OE2FND"] });
    for (const club of [b, c]) await club.hears("OE2FND-9");
    assert.equal((await find(a, await hide(a), "OE2FND-9")).log.tier, null, "nor one that only says so");
    assert.equal(d.questions(), 0);
    change(a, "c.example", { operatorCall: "OE6OPR", declared: [] });
    for (const club of [b, c]) await club.hears("OE7FND-7");
    assert.equal((await find(a, path, "OE7FND-7")).log.tier, "A");
  });
});

Deno.test("asked are trusted peers that can be fetched from and answer such questions, sixteen at most, the best first", async () => {
  const { list } = await clubs([
    "a.example",
    "b.example",
    "c.example",
    "d.example",
    "e.example",
    "f.example",
  ]);
  const [a, b, c, d, e, f] = list as [Club, Club, Club, Club, Club, Club];
  await withInstances(list, async () => {
    a.knows(b, { trust: "unvetted" });
    a.knows(c, { enabled: false });
    a.knows(d, { capabilities: ["sync-cbor"] });
    a.knows(e, { trust: "blocked" });
    a.knows(f, { capabilities: ["sync-cbor", "corroborate-signed/1"] });
    const path = await hide(a);
    const { log } = await find(a, path);
    assert.deepEqual([b, c, d, e, f].map((club) => club.questions()), [0, 0, 0, 0, 1]);
    assert.deepEqual(Object.keys(wordsIn(log)), ["f.example"]);
    for (let i = 0; i < 20; i++) {
      a.knows(nowhere(`n${i}.example`), {
        repConfirmed: i < 10 ? 1 : 0,
        repFailed: i === 0 ? 5 : 0,
      });
    }
    const more = Object.keys(wordsIn((await find(a, path, "OE3FND-7")).log));
    assert.equal(more.length, 16);
    assert.ok(!more.includes("n0.example") && more.includes("n9.example") && more.includes("f.example"));
  });
});

Deno.test("a peer that nobody vetted earns trust by what others confirm, and never makes a quorum alone", async () => {
  const { list } = await clubs(["a.example", "b.example", "c.example", "d.example"], {
    "a.example": { FED_AUTO_PROMOTE: "2", FED_CORROBORATION_QUORUM: "1" },
  });
  const [a, b, c, d] = list as [Club, Club, Club, Club];
  await withInstances(list, async () => {
    a.knows(b);
    a.knows(c, { trust: "unvetted" });
    a.knows(d, { trust: "unvetted", contradictions: 1 });
    const path = await hide(a);
    for (const club of [c, d]) await club.hears("OE8FND-7");
    assert.equal((await find(a, path, "OE8FND-7")).log.tier, null, "nobody trusts them");
    for (const call of ["OE3FND-7", "OE4FND-7"]) {
      for (const club of [b, c, d]) await club.hears(call);
      assert.equal((await find(a, path, call)).log.tier, "A", call);
    }
    assert.deepEqual([peer(a, "c.example").trust, peer(a, "d.example").trust], ["trusted", "unvetted"]);
    assert.ok(peer(a, "c.example").autoPromotedAt !== null);
    const [row] = a.audit.page({ before: Number.MAX_SAFE_INTEGER, limit: 1 });
    assert.deepEqual([row!.actor, row!.action, row!.reason], [
      "AUTO",
      "trust trusted",
      "2 confirmed corroborations",
    ]);
    await c.hears("OE5FND-7");
    assert.equal((await find(a, path, "OE5FND-7")).log.tier, null, "c alone is no quorum");
    await c.hears("OE6FND-7");
    await b.hears("OE6FND-7");
    assert.equal((await find(a, path, "OE6FND-7")).log.tier, "A");
  });
});

Deno.test("what was heard here far away keeps the find below, now and later", async () => {
  const { list, world } = await clubs(["a.example", "b.example", "c.example"]);
  const [a, b, c] = list as [Club, Club, Club];
  await withInstances(list, async () => {
    a.knows(b);
    a.knows(c);
    await b.hears();
    await c.hears();
    const far = { lat: CACHE.lat + 3, lon: CACHE.lon };
    await a.box.post("/ingest", { packets: [rf(a, beacon("OE2FND-7", far), "OE1SIT-10")] });
    const path = await hide(a);
    const { log } = await find(a, path);
    assert.equal(log.tier, null);
    assert.match(log.why.sentence, /a position heard here, .* km away, would need/);
    assert.equal(caseOf(a, log.id).state, "ended");
    assert.deepEqual([peer(a, "b.example").repConfirmed, peer(a, "c.example").repFailed], [0, 0]);
    world.pass(86_400);
    await again(a);
    assert.equal(b.questions(), 1);
  });
});

Deno.test("a log that was removed, or whose logger left, is asked about no more; its words go with the person", async () => {
  const { list, world } = await clubs(["a.example", "b.example"]);
  const [a, b] = list as [Club, Club];
  await withInstances(list, async () => {
    a.knows(nowhere("b.example"));
    a.knows(nowhere("c.example"));
    const path = await hide(a);
    const removed = (await find(a, path)).log.id;
    const left = (await find(a, path, "OE3FND-7")).log.id;
    a.db.writeNow((tx) => a.caches.remove(tx, "log", String(removed), "spam"));
    const person = a.accounts.holder("OE3FND")!;
    a.db.writeNow((tx) => {
      for (const share of a.caches.personalData) {
        share.erase(tx, { accountId: person.accountId, bases: ["OE3FND"] } as never);
      }
    });
    assert.equal(a.federation.corroboration.kept(left), undefined);
    change(a, "b.example", { url: b.url });
    world.pass(3600);
    await again(a);
    assert.equal(b.questions(), 0);
    assert.deepEqual([caseOf(a, removed).state, caseOf(a, removed).why], [
      "ended",
      "it is settled without them",
    ]);
  });
});

Deno.test("without a key, without a clock, or with a registry that does not verify, nobody is asked", async () => {
  for (
    const env of [{ FED_PRIVATE_KEY: "" }, {
      FED_REGISTRY: JSON.stringify({ at: 1, entries: [], sig: "x" }),
      FED_REGISTRY_KEY: keyOf("authority").publicKey,
    }]
  ) {
    const { list } = await clubs(["a.example", "b.example"], { "a.example": env });
    const [a, b] = list as [Club, Club];
    await withInstances(list, async () => {
      a.knows(b);
      await b.hears();
      const { log } = await find(a, await hide(a));
      assert.deepEqual([log.tier, b.questions()], [null, 0]);
      assert.equal(a.federation.corroboration.kept(log.id), undefined);
    });
  }
});

Deno.test("what a peer said is never taken back by a later silence; what is lifted stays lifted", async () => {
  const { list, world } = await clubs(["a.example"]);
  const [a] = list as [Club];
  await withInstances(list, async () => {
    for (const id of ["b.example", "c.example", "d.example"]) a.knows(nowhere(id));
    const { log } = await find(a, await hide(a));
    const { cases } = a.federation.corroboration;
    const { case: first, testimonies } = a.federation.corroboration.kept(log.id)!;
    const unreached = testimonies.find(({ instance }) => instance === "b.example")!;
    const yes = { ...unreached, said: "yes" as const, distanceM: 100, at: first.question.since };
    const keep = (word: typeof unreached, lifted = false) => {
      world.pass(60);
      const asked = { question: first.question, others: [], askedAt: world.now() };
      const round = { ...asked, words: [word], trustRevision: a.federation.store.peers.trustRevision() };
      a.db.writeNow((tx) => cases.keep(tx, log.id, round, lifted, a.caches.liftable()));
      return a.federation.corroboration.kept(log.id)!.testimonies
        .find(({ instance }) => instance === "b.example")!.said;
    };
    assert.deepEqual([keep(yes), keep(unreached)], ["yes", "yes"]);
    assert.equal(keep({ ...yes, said: "no", distanceM: null, at: null }), "no", "a later word counts");
    assert.deepEqual([caseOf(a, log.id).askedAt, caseOf(a, log.id).state], [first.askedAt, "open"]);
    keep(yes, true);
    assert.equal(caseOf(a, log.id).state, "lifted");
    keep(unreached);
    assert.equal(caseOf(a, log.id).state, "lifted");
  });
});

Deno.test("while peers are asked again, a crash asks them later, not at once; who is trusted no more is not asked", async () => {
  const { list, world } = await clubs(["a.example", "b.example", "c.example"], {
    "a.example": { FED_AUTO_PROMOTE: "2" },
  });
  const [a, b, c] = list as [Club, Club, Club];
  await withInstances(list, async () => {
    for (const id of ["b", "c", "d", "e"]) a.knows(nowhere(`${id}.example`));
    const { log } = await find(a, await hide(a));
    change(a, "b.example", { url: b.url });
    change(a, "c.example", { url: c.url, trust: "unvetted" });
    const { carrier } = a.federation.corroboration.cases.parts;
    const bring = carrier.bring.bind(carrier);
    const meanwhile: (number | null)[] = [];
    carrier.bring = (...asked) => {
      meanwhile.push(caseOf(a, log.id).nextAt);
      return bring(...asked);
    };
    world.pass(3600);
    await again(a);
    assert.deepEqual(
      meanwhile,
      Array(6).fill(world.now() + 300),
      "b about four calls, d and e about the first, written before they are asked",
    );
    assert.deepEqual([b.questions(), c.questions()], [1, 0]);
    // Settled while they were asked: their words change nothing any more.
    const { store } = a.federation.corroboration;
    carrier.bring = (...asked) => {
      a.db.writeNow((tx) => store.put(tx, { ...caseOf(a, log.id), state: "lifted", nextAt: null }));
      return bring(...asked);
    };
    world.pass(5 * 3600);
    await again(a);
    assert.deepEqual([caseOf(a, log.id).state, caseOf(a, log.id).round], ["lifted", 1]);
  });
});

Deno.test("nobody is asked about a find of more than a week ago, nor again when that is over", async () => {
  const { list, world } = await clubs(["a.example", "b.example"]);
  const [a, b] = list as [Club, Club];
  await withInstances(list, async () => {
    a.knows(b);
    const ask = (until: number) =>
      a.federation.corroboration.ask({
        call: "OE2FND-7",
        ...CACHE,
        radiusM: 150,
        since: until - 600,
        until,
        excludeIgates: [],
      });
    const now = world.now();
    assert.ok((await ask(now - OLDEST_S)).round);
    assert.deepEqual(await ask(now - OLDEST_S - 1200), {});
    assert.equal(b.questions(), 1);
    // Logged late, from a day without a signal: of the times only what lies within a week of the find is left.
    const { question } = (await ask(now)).round!;
    const one = {
      find: 1,
      question,
      others: [],
      round: 0,
      nextAt: null,
      state: "open",
      why: null,
      endedAt: null,
    } as const;
    const late = { ...one, askedAt: now + OLDEST_S - 3 * 3600 };
    assert.equal(nextAsk(late, late.askedAt), late.askedAt + 3600);
    assert.equal(nextAsk(late, late.askedAt + 3600), null);
  });
});
