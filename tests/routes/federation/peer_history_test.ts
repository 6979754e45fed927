/** How a peer did, pull by pull; and what a block would hide, before it is done. */
import assert from "node:assert/strict";
import { cacheBody, findBody } from "../../federation/node.ts";
import type { Case, WitnessReply } from "../../../src/federation/corroborate/store.ts";
import type { Tx } from "../../../src/db/mod.ts";
import { spokenFingerprint } from "../../../src/wire/mod.ts";
import { type Instance, instance, withInstances } from "./instances.ts";

const publish = (app: Instance, title: string) =>
  app.db.writeNow((tx) => app.federation.publications.publish(tx, "cache", cacheBody(title)));

async function follow(b: Instance, a: Instance): Promise<void> {
  const added = await b.operator.post("/federation/peers", { url: a.url, fingerprint: a.keyPrint });
  assert.equal(added.status, 201, added.text);
}
/** A find about which a.example was asked. */
function asked(b: Instance, tx: Tx, find: number, said: WitnessReply, state: Case["state"]): void {
  const { store } = b.federation.corroboration;
  const question = {
    callsign: "OE1ABC",
    latE7: 0,
    lonE7: 0,
    radiusM: 150,
    since: 1,
    until: 2,
    excludeIgates: [],
  };
  const one = {
    find,
    question,
    others: [],
    askedAt: 1,
    round: 0,
    nextAt: null,
    state,
    why: null,
    endedAt: null,
  };
  store.put(tx, one);
  const nothing = { why: null, answer: null, key: null, distanceM: null, at: null, igate: null, wait: null };
  store.say(tx, {
    ...nothing,
    find,
    instance: "a.example",
    call: "OE1ABC",
    said,
    askedAt: 1,
    question: new Uint8Array(1),
  });
}

const peerOf = async (b: Instance) => (await b.operator.get("/federation/peers")).body.peers[0];

Deno.test("the last 48 pulls are told, oldest first: what each brought, and which failed", async () => {
  const a = instance("a.example"), b = instance("b.example");
  await withInstances([a, b], async () => {
    await follow(b, a);
    assert.deepEqual((await peerOf(b)).history, []);
    publish(a, "one");
    publish(a, "two");
    for (let n = 0; n < 2; n++) {
      b.world.pass(60);
      assert.equal((await b.operator.post("/federation/peers/sync", { url: a.url })).body.ok, true);
    }
    const [first, second] = (await peerOf(b)).history;
    assert.deepEqual([first.ok, first.fresh, first.at], [true, 2, b.world.now() - 60]);
    assert.deepEqual([second.ok, second.fresh, second.at], [true, 0, b.world.now()]);
    assert.ok(first.bytes > second.bytes && second.bytes > 0);

    const store = b.federation.store;
    const id = store.peers.byUrl(a.url)!.id;
    b.db.writeNow((tx) => {
      for (let n = 0; n < 48; n++) store.history.note(tx, id, { at: n, ok: n % 2 === 0, fresh: n, bytes: 1 });
    });
    const { history } = await peerOf(b);
    assert.deepEqual([history.length, history[0], history[47].at], [48, {
      at: 0,
      ok: true,
      fresh: 0,
      bytes: 1,
    }, 47]);
    await b.operator.delete(`/federation/peers?url=${encodeURIComponent(a.url)}`);
    assert.equal(b.db.sql<never, { n: number }>("SELECT count(*) AS n FROM fed_pull").get()!.n, 0);
  });
});

Deno.test("a preview counts what a block would hide and changes nothing; a block hides just that, and trust brings it back", async () => {
  const a = instance("a.example"), b = instance("b.example");
  await withInstances([a, b], async () => {
    await follow(b, a);
    const { gid } = publish(a, "one");
    publish(a, "two");
    a.db.writeNow((tx) => a.federation.publications.publish(tx, "find", findBody(gid)));
    await b.operator.post("/federation/peers/sync", { url: a.url });
    const trust = () =>
      b.operator.post("/federation/peers/trust", { url: a.url, trust: "trusted", fingerprint: a.keyPrint });
    await trust();
    // One find waits for its answer; of another it said no, and a third is over.
    for (
      const [find, said, state] of [[1, "unreached", "open"], [2, "no", "open"], [
        3,
        "waiting",
        "ended",
      ]] as const
    ) {
      b.db.writeNow((tx) => asked(b, tx, find, said, state));
    }
    const before = b.fingerprint();
    const shown = await b.operator.post("/federation/peers/trust", {
      url: a.url,
      trust: "blocked",
      preview: true,
    });
    assert.deepEqual([shown.status, shown.body], [200, {
      preview: { caches: 2, finds: 1, keys: 0, bulletins: 0, named: 0, questions: 1, undo: true },
    }]);
    for (
      const [body, status, reason] of [
        [{ url: a.url, trust: "unvetted", preview: true }, 400, "preview_of_block"],
        [{ url: "https://nobody.example", trust: "blocked", preview: true }, 404, "peer_unknown"],
      ] as const
    ) {
      const refused = await b.operator.post("/federation/peers/trust", body);
      assert.deepEqual([refused.status, refused.body.reason], [status, reason]);
    }
    assert.equal(b.fingerprint(), before);

    const seen = async () => (await b.visitor.get(`/api/caches?bbox=16,48,17,49`)).body.caches.length;
    const shownBefore = await seen();
    await b.operator.post("/federation/peers/trust", { url: a.url, trust: "blocked" });
    assert.equal(shownBefore - await seen(), 2);
    await trust();
    assert.equal(await seen(), shownBefore);
  });
});

Deno.test("what the last pull dialled is told with what each address said, what the peer lacks, and the next try", async () => {
  const a = instance("a.example"), b = instance("b.example", { FED_SYNC_INTERVAL_MS: "600000" });
  await withInstances([a, b], async () => {
    await follow(b, a);
    const fresh = await peerOf(b);
    assert.deepEqual([fresh.tried, fresh.lacks, fresh.nextTry], [[], null, b.world.now() + 600]);
    assert.deepEqual(fresh.words, spokenFingerprint(a.keyPrint.replaceAll(" ", "")));
    assert.deepEqual([fresh.words.length, fresh.missing, fresh.givenUp], [8, 0, 0]);

    // It does not know b: nothing is said of what it holds.
    await b.operator.post("/federation/peers/sync", { url: a.url });
    assert.deepEqual([(await peerOf(b)).tried, (await peerOf(b)).lacks], [
      [{ base: a.url, said: "answered" }],
      null,
    ]);
    // It follows b, and holds one of two.
    publish(b, "one");
    await follow(a, b);
    await a.operator.post("/federation/peers/sync", { url: b.url });
    publish(b, "two");
    b.world.pass(60);
    await b.operator.post("/federation/peers/sync", { url: a.url });
    assert.deepEqual((await peerOf(b)).lacks, { cache: 1 });
    assert.equal((await peerOf(b)).nextTry, b.world.now() + 600);
    await a.operator.post("/federation/peers/sync", { url: b.url });
    await b.operator.post("/federation/peers/sync", { url: a.url });
    assert.deepEqual((await peerOf(b)).lacks, {});

    // A record that is missing, one that was given up, one beyond the hop limit.
    b.db.writeNow((tx) => {
      const gap = {
        origin: "a.example",
        kind: "cache" as const,
        firstSeen: 1,
        aged: 0,
        lookedAt: 1,
        asks: 0,
        tries: {},
      };
      const { gaps } = b.federation.store;
      gaps.put(tx, { ...gap, v: 1, reason: "unsettled", givenUp: null, seen: null });
      gaps.put(tx, { ...gap, v: 2, reason: "upstream", givenUp: 5, seen: null });
      gaps.put(tx, { ...gap, v: 3, reason: "unsettled", givenUp: 5, seen: 6 });
      gaps.put(tx, { ...gap, v: 4, reason: "hops", givenUp: null, seen: null });
    });
    assert.deepEqual([(await peerOf(b)).missing, (await peerOf(b)).givenUp], [1, 1]);

    // Another address comes first and does not answer; the one that does is said so.
    const { peers } = b.federation.store;
    const row = peers.byUrl(a.url)!;
    b.db.writeNow((tx) =>
      peers.save(tx, {
        ...row,
        endpointsSource: "dns",
        endpoints: [{ transport: "hamnet", address: "127.0.0.1:1", priority: 1 }],
      })
    );
    await b.operator.post("/federation/peers/sync", { url: a.url });
    const { tried } = await peerOf(b);
    assert.deepEqual(tried.map((one: { base: string; said: string }) => [one.base, one.said]), [
      ["http://127.0.0.1:1", "unreachable"],
      [a.url, "answered"],
    ]);
    assert.ok(tried[0].why.length > 0);
    await b.operator.post("/federation/peers/trust", { url: a.url, trust: "blocked" });
    assert.equal((await peerOf(b)).nextTry, null);
  });
});

Deno.test("corroboration's state names the voices that count, and whether they are enough", async () => {
  const a = instance("a.example"), b = instance("b.example", { FED_CORROBORATION_QUORUM: "2" });
  await withInstances([a, b], async () => {
    const state = async () => (await b.operator.get("/api/admin/federation/sync")).body.corroboration;
    await follow(b, a);
    assert.deepEqual((await state()).voices, []);
    await b.operator.post("/federation/peers/trust", {
      url: a.url,
      trust: "trusted",
      fingerprint: a.keyPrint,
    });
    b.db.writeNow((tx) => asked(b, tx, 1, "waiting", "open"));
    const told = await state();
    assert.deepEqual(told.voices, [{ instance: "a.example", voice: "OE1SYS", automatic: false }]);
    assert.deepEqual([told.quorum, told.reachable, told.cases], [2, false, { open: 1, lifted: 0, ended: 0 }]);
  });
});
