/** A frame against what is held: what is taken, what is kept of two copies, what a deletion reaches, and why not. */
import assert from "node:assert/strict";
import { admitPage, inspectAll, type Inspected } from "../../src/federation/admit/page.ts";
import {
  describe,
  isPastLimit,
  numberOf,
  type OriginView,
  type Outcome,
  type Passage,
  type Receiver,
  settles,
} from "../../src/federation/admit/outcome.ts";
import { newPeer } from "../../src/federation/tables/peer_store.ts";
import {
  ALL_RECORDS,
  type JudgedFrame,
  judgeFrame,
  type RecordKind,
  RECORDS,
  signFrame,
  type SigningKey,
} from "../../src/wire/mod.ts";
import { cacheBody, keyFrom, moveBody, Node } from "./node.ts";

const NOW = 1_780_315_200;
const KEY = keyFrom("a now"), BEFORE = keyFrom("a before"), STRANGER = keyFrom("nobody");

interface Given {
  kind?: RecordKind;
  body?: unknown;
  gid?: string;
  v?: number;
  at?: number;
  by?: SigningKey;
}

/** A receiver b of what a.example publishes; `keys` are those that count for it, the current one first. */
function scene() {
  const node = new Node("b.example", { ms: NOW * 1000 });
  const seen: { isNew: boolean | undefined; v: number }[] = [];
  const dropped: string[] = [];
  const { cache } = node.appliers;
  Object.assign(node.appliers, {
    cache: {
      apply: (tx, record) => (seen.push({ isNew: record.isNew, v: record.v }), cache!.apply(tx, record)),
      drop: (tx, gid) => (dropped.push(gid), cache!.drop(tx, gid)),
    } satisfies typeof cache,
  });
  let keys = [KEY.publicKey];
  const receiver: Receiver = {
    self: node.id,
    now: () => NOW,
    knowsTime: () => true,
    originView: () => ({ blocked: false, keys }),
  };
  const frame = ({ kind = "cache", body = cacheBody("one"), gid, v = 10, at = NOW, by = KEY }: Given = {}) =>
    signFrame({
      type: RECORDS[kind].type,
      gid: gid ?? `a.example:${RECORDS[kind].word}:1`,
      origin: "a.example",
      v,
      at,
      body: RECORDS[kind].write(body as never),
    }, by);
  const take = (bytes: Uint8Array, passage: Partial<Passage> = {}) => {
    const way = { hops: 1, via: "hub.example", ...passage };
    const [outcome] = node.write((tx) =>
      admitPage(tx, inspectAll([bytes], () => way, receiver), {
        store: node.store,
        receiver,
        appliers: node.appliers,
        room: node.deps.room,
        log: () => {},
      }, { apart: false })
    );
    return outcome!;
  };
  /** What became of it, in short. */
  const taken = (given: Given = {}, passage?: Partial<Passage>): string => {
    const outcome = take(frame(given), passage);
    return [outcome.result, "why" in outcome ? outcome.why : "hops" in outcome ? outcome.hops : ""].join(" ")
      .trim();
  };
  const row = (gid = "a.example:cache:1") => node.store.records.byGid({ gid });
  const delet = (upTo?: number, v = 20, gid = "a.example:cache:1") =>
    taken({
      kind: "tombstone",
      v,
      gid: `a.example:tombstone:${v}`,
      body: { gid, deletedAt: NOW, ...(upTo && { upTo }) },
    });
  const trust = (...now: SigningKey[]) => void (keys = now.map(({ publicKey }) => publicKey));
  return { node, seen, dropped, frame, take, taken, row, delet, trust, close: () => node.close() };
}

Deno.test("a newer version takes the place of an older one, an older one and the same change nothing", () => {
  const { node, seen, taken, row, close } = scene();
  assert.equal(taken({ body: cacheBody("ten") }), "applied 1");
  assert.equal(taken({ body: cacheBody("eleven"), v: 11 }), "applied 1");
  assert.equal(taken({ body: cacheBody("ten") }), "held 0", "an older one says nothing of the way");
  assert.equal(taken({ body: cacheBody("eleven"), v: 11 }), "held 1");
  assert.deepEqual(seen, [{ isNew: true, v: 10 }, { isNew: false, v: 11 }]);
  assert.equal(JSON.parse(node.mirror().get("a.example:cache:1")!.body).title, "eleven");
  assert.deepEqual([row()!.v, row()!.signer, row()!.via], [11, KEY.publicKey, "hub.example"]);
  close();
});

Deno.test("what is signed, or numbered, five minutes ahead is taken, a second more is not", () => {
  const { taken, row, close } = scene();
  assert.equal(taken({ at: NOW + 301 }), "future");
  assert.equal(row(), undefined);
  assert.equal(taken({ at: NOW + 300 }), "applied 1");
  const body = {
    bid: "A1",
    from: "OE1ABC",
    to: "ALL",
    subject: "s",
    text: "t",
    postedAt: NOW,
    expiresAt: NOW + 86_400,
  };
  assert.equal(taken({ kind: "bulletin", body, v: NOW + 301 }), "future");
  assert.equal(taken({ kind: "bulletin", body, v: NOW + 300 }), "applied 1");
  assert.equal(
    taken({ v: (NOW + 10_000) * 1000, gid: "a.example:cache:2" }),
    "applied 1",
    "others number by milliseconds",
  );
  close();
});

Deno.test("only a native cache with a federating scope is taken", () => {
  const { frame, take, node, close } = scene();
  const plain = RECORDS.cache.write(cacheBody("one"));
  const with_ = (name: string, value: string) => {
    const body = new Map(plain).set(name, value);
    return signFrame({ type: 1, gid: "a.example:cache:1", origin: "a.example", v: 10, at: NOW, body }, KEY);
  };
  for (const bytes of [with_("scope", "local"), with_("source", "sota"), with_("attribution", "CC BY")]) {
    const outcome = take(bytes);
    assert.equal("why" in outcome && outcome.why, "local-only or imported");
  }
  assert.equal(take(with_("source", "native")).result, "applied");
  assert.equal(take(frame({ gid: "a.example:cache:2" })).result, "applied");
  assert.equal(node.mirror().size, 2);
  close();
});

Deno.test("a move is taken from the instance that it leads to, with the mover's own signature", () => {
  const { taken, node, close } = scene();
  const body = moveBody("OE1ABC", "old.example", "a.example", NOW);
  assert.equal(
    taken({ kind: "account-move", body: { ...body, to: "else.example" } }),
    "refused unproven move",
  );
  assert.equal(taken({ kind: "account-move", body: { ...body, call: "OE1ABD" } }), "refused unproven move");
  assert.equal(
    taken({ kind: "account-move", body: moveBody("OE1ABC", "old.example", "else.example", NOW) }),
    "refused unproven move",
  );
  assert.equal(node.mirror().size, 0);
  assert.equal(taken({ kind: "account-move", body }), "applied 1");
  close();
});

Deno.test("a kind that no area mirrors is kept, a body that its area cannot use is not", () => {
  const { taken, node, row, close } = scene();
  Object.assign(node.appliers, { cache: undefined });
  assert.equal(taken(), "applied 1");
  Object.assign(node.appliers, { cache: { apply: () => false, drop: () => {} } });
  assert.equal(taken({ gid: "a.example:cache:2" }), "refused unusable body");
  assert.deepEqual([row()?.v, row("a.example:cache:2")], [10, undefined]);
  close();
});

Deno.test("a deletion for good reaches every version, a bounded one up to its bound, once each", () => {
  const { taken, delet, dropped, row, close } = scene();
  const gid = (n: number) => `a.example:cache:${n}`;
  for (const n of [1, 2, 3]) taken({ gid: gid(n) });
  assert.equal(delet(undefined, 21, gid(1)), "applied 1");
  assert.equal(delet(10, 22, gid(2)), "applied 1");
  assert.equal(delet(9, 23, gid(3)), "applied 1");
  assert.deepEqual(dropped, [gid(1), gid(2)]);
  assert.deepEqual([1, 2, 3].map((n) => row(gid(n))!.gone), [1, 1, 0]);
  assert.equal(taken({ gid: gid(1), v: 99 }), "refused deleted");
  assert.equal(taken({ gid: gid(2), v: 10 }), "refused deleted");
  assert.equal(delet(undefined, 24, gid(2)), "applied 1");
  assert.deepEqual(dropped, [gid(1), gid(2)], "what is gone is not dropped again");
  assert.equal(taken({ gid: gid(3), v: 11 }), "applied 1");
  assert.equal(delet(10, 25, gid(3)), "applied 1");
  assert.equal(row(gid(3))!.gone, 0, "what lies above the bound stays");
  assert.equal(delet(undefined, 26, "else.example:cache:1"), "refused deletes a record of another instance");
  assert.equal(delet(undefined, 27, "a.example:tombstone:21"), "refused deletes what cannot be deleted");
  assert.equal(delet(undefined, 28, gid(9)), "applied 1", "before its record came");
  assert.equal(taken({ gid: gid(9) }), "refused deleted");
  close();
});

Deno.test("a bounded deletion lets a version above the bound come back, as new as before", () => {
  const { taken, delet, row, close } = scene();
  taken();
  delet(10);
  assert.equal(taken({ v: 11 }), "applied 1");
  assert.deepEqual([row()!.v, row()!.gone], [11, 0]);
  close();
});

Deno.test("of one version the shortest way counts, past four hops no further", () => {
  const { taken, row, close } = scene();
  assert.equal(taken({}, { hops: 9 }), "applied 4");
  assert.equal(taken({}, { hops: 3, via: "near.example" }), "held 3");
  assert.deepEqual([row()!.hops, row()!.via], [3, "near.example"]);
  assert.equal(taken({}, { hops: 3, via: "other.example" }), "held 3");
  assert.equal(taken({}, { hops: 4, via: "far.example" }), "held 3");
  assert.deepEqual([row()!.hops, row()!.via], [3, "near.example"]);
  close();
});

Deno.test("another content under the same version is counted against its origin, and the first one stays", () => {
  const { node, taken, row, close } = scene();
  const peer = node.write((tx) =>
    node.store.peers.add(tx, {
      ...newPeer({ url: "https://a.example", addedVia: "admin", addedAt: NOW }),
      instance: "a.example",
      trust: "trusted",
    })
  );
  taken({}, { hops: 2 });
  const contradictions = () => node.store.peers.byUrl(peer.url)!.contradictions;
  assert.equal(taken({ at: NOW - 1 }), "held 1", "the same content signed at another time is none");
  assert.equal(contradictions(), 0);
  assert.equal(taken({ body: cacheBody("another") }, { hops: 0 }), "held 1");
  assert.equal(contradictions(), 1);
  assert.equal(taken({ body: cacheBody("another") }), "held 1");
  assert.equal(contradictions(), 2);
  assert.equal(JSON.parse(node.mirror().get("a.example:cache:1")!.body).title, "one");
  assert.equal(row()!.hops, 1);
  close();
});

Deno.test("of whom nothing is known a contradiction is counted nowhere, and its first content stays", () => {
  const { node, taken, close } = scene();
  taken();
  assert.equal(taken({ body: cacheBody("another") }, { hops: 0 }), "held 1");
  assert.equal(JSON.parse(node.mirror().get("a.example:cache:1")!.body).title, "one");
  close();
});

Deno.test("kept bytes are replaced by ones under the current key, and where theirs counts no longer, by no others", () => {
  const { taken, row, trust, close } = scene();
  const signer = () => [KEY, BEFORE, STRANGER].findIndex(({ publicKey }) => publicKey === row()!.signer);
  trust(BEFORE);
  taken({ by: BEFORE, at: NOW - 9 });
  trust(KEY, BEFORE);
  taken({ by: BEFORE, at: NOW - 8 });
  assert.deepEqual([signer(), row()!.at], [1, NOW - 9], "no better than the kept one");
  taken({ by: KEY, at: NOW - 7 });
  assert.deepEqual([signer(), row()!.at], [0, NOW - 7], "its signature outlives the predecessor's");
  taken({ by: KEY, at: NOW - 6 });
  taken({ by: BEFORE, at: NOW - 5 });
  assert.deepEqual([signer(), row()!.at], [0, NOW - 7]);
  // The kept one's key counts no longer: any that does is better.
  trust(STRANGER, BEFORE);
  taken({ by: BEFORE, at: NOW - 4 });
  assert.deepEqual([signer(), row()!.at], [1, NOW - 4]);
  close();
});

Deno.test("bytes that were signed ahead of the clock, and bytes that are gone, are replaced", () => {
  const { node, taken, row, close } = scene();
  taken({ at: NOW }, { hops: 2 });
  const change = (sql: string) => node.write((tx) => node.db.exec(tx, `UPDATE fed_record SET ${sql}`));
  change(`at = ${NOW + 300}`);
  taken({ at: NOW - 2 }, { hops: 2 });
  assert.equal(row()!.at, NOW + 300);
  change(`at = ${NOW + 301}`);
  taken({ at: NOW - 1 }, { hops: 2 });
  assert.equal(row()!.at, NOW - 1);
  change("frame = NULL");
  assert.equal(
    taken({ at: NOW - 3 }, { hops: 3, via: "far.example" }),
    "held 3",
    "they come the way they come",
  );
  assert.deepEqual([row()!.at, row()!.hops, row()!.via, row()!.frame !== null], [
    NOW - 3,
    3,
    "far.example",
    true,
  ]);
  close();
});

Deno.test("a deleted record's copy at the version that went says nothing new, even where its tombstone is forgotten", () => {
  const { node, taken, delet, row, close } = scene();
  taken();
  delet();
  node.write((tx) => node.db.exec(tx, "DELETE FROM fed_tombstone"));
  assert.equal(taken(), "held 0");
  assert.deepEqual([row()!.gone, row()!.frame], [1, null]);
  close();
});

Deno.test("a frame is good under keys that count now, whatever it was judged by, and an old key's is told apart", () => {
  const node = new Node("b.example", { ms: NOW * 1000 });
  const bytes = signFrame({
    type: RECORDS.cache.type,
    gid: "a.example:cache:1",
    origin: "a.example",
    v: 10,
    at: NOW,
    body: RECORDS.cache.write(cacheBody("one")),
  }, KEY);
  const judged = judgeFrame(bytes, [KEY.publicKey]);
  const outcome = (view: OriginView | undefined, given: Uint8Array | JudgedFrame = bytes) => {
    const receiver: Receiver = {
      self: node.id,
      now: () => NOW,
      knowsTime: () => true,
      originView: () => view,
    };
    const [{ found }] = inspectAll([given], () => ({ hops: 1, via: "hub.example" }), receiver) as [Inspected];
    return [found.result, "why" in found ? found.why : "outdated" in found ? found.outdated : ""].join(" ")
      .trim();
  };
  const view = (keys: SigningKey[], former?: SigningKey[]): OriginView => ({
    blocked: false,
    keys: keys.map(({ publicKey }) => publicKey),
    ...(former && { former: former.map(({ publicKey }) => publicKey) }),
  });
  for (const given of [bytes, judged]) {
    assert.equal(outcome(view([KEY]), given), "passed");
    assert.equal(outcome({ ...view([KEY]), blocked: true }, given), "quarantined blocked");
    assert.equal(outcome({ ...view([]), blocked: true }, given), "quarantined blocked");
    assert.equal(outcome(view([]), given), "quarantined unknown");
    assert.equal(outcome(undefined, given), "quarantined unknown");
    assert.equal(outcome(view([BEFORE]), given), "unverified false");
    assert.equal(outcome(view([BEFORE], [STRANGER]), given), "unverified false");
    assert.equal(outcome(view([BEFORE], [STRANGER, KEY]), given), "unverified true");
  }
  node.close();
});

Deno.test("a record may weigh what its kind allows, and not a byte more", () => {
  const { take, close } = scene();
  const weighing = (bytes: number, gid: string): Uint8Array => {
    const of = (pad: number) => {
      const body = RECORDS.cache.write(cacheBody("one")).set("pad", "x".repeat(pad));
      return signFrame({ type: 1, gid, origin: "a.example", v: 10, at: NOW, body }, KEY);
    };
    const frame = of(bytes - of(1000).length + 1000);
    // Heads of longer texts are longer themselves.
    return frame.length === bytes ? frame : of(2 * bytes - frame.length - of(1000).length + 1000);
  };
  const { maxBytes } = RECORDS.cache;
  const [most, more] = [weighing(maxBytes, "a.example:cache:1"), weighing(maxBytes + 1, "a.example:cache:2")];
  assert.deepEqual([most.length, more.length], [maxBytes, maxBytes + 1]);
  assert.equal(take(most).result, "applied");
  const refused = take(more);
  assert.equal("why" in refused && refused.why, "too heavy");
  close();
});

Deno.test("a record that nobody mirrors is put aside where its carrier takes that type, else refused", () => {
  const { taken, frame, take, close } = scene();
  const mirrored = new Set<number>(Object.values(RECORDS).map(({ type }) => type));
  const [one, two] = ALL_RECORDS.filter(({ type }) => !mirrored.has(type));
  const bytes = (record: typeof one) =>
    signFrame({
      type: record!.type,
      gid: `a.example:${record!.word}:1`,
      origin: "a.example",
      v: 10,
      at: NOW,
      body: new Map(),
    }, KEY);
  assert.equal(take(bytes(one), { aside: new Set([one!.type]) }).result, "aside");
  for (const refused of [take(bytes(two), { aside: new Set([one!.type]) }), take(bytes(one))]) {
    assert.equal("why" in refused && refused.why, "of another kind");
  }
  assert.equal(take(frame(), { kind: "find" }).result, "refused");
  assert.equal(taken({}, { kind: "cache" }), "applied 1");
  close();
});

Deno.test("what the database cannot take is thrown on, or failed by itself where records stand apart", () => {
  const node = new Node("b.example", { ms: NOW * 1000 });
  const failing = { apply: () => assert.fail("constraint failed"), drop: () => {} };
  const receiver: Receiver = {
    self: node.id,
    now: () => NOW,
    knowsTime: () => true,
    originView: () => ({ blocked: false, keys: [KEY.publicKey] }),
  };
  const body = RECORDS.cache.write(cacheBody("one"));
  const bytes = signFrame(
    { type: 1, gid: "a.example:cache:1", origin: "a.example", v: 10, at: NOW, body },
    KEY,
  );
  const admitted = (apart: boolean) =>
    node.write((tx) =>
      admitPage(tx, inspectAll([bytes], () => ({ hops: 1, via: "x" }), receiver), {
        store: node.store,
        receiver,
        appliers: { cache: failing },
        room: node.deps.room,
        log: () => {},
      }, { apart })
    );
  assert.throws(() => admitted(false), /constraint failed/);
  assert.deepEqual(admitted(true).map(({ result }) => result), ["failed"]);
  assert.equal(node.store.records.byGid({ gid: "a.example:cache:1" }), undefined);
  node.close();
});

Deno.test("which outcomes need no further look, and which came too long a way", () => {
  const of = (result: string, hops = 1) =>
    ({ result, gid: "a.example:cache:1", v: 7, hops, why: "x" }) as never as Outcome;
  const SETTLED = ["applied", "held", "refused"];
  for (const result of [...SETTLED, "unverified", "future", "failed", "quarantined", "aside"]) {
    assert.equal(settles(of(result)), SETTLED.includes(result), result);
    assert.equal(numberOf(of(result)), 7);
    assert.equal(isPastLimit(of(result, 4)), ["applied", "held"].includes(result), result);
    assert.equal(isPastLimit(of(result, 3)), false);
    assert.equal(describe(of(result)), `${result} a.example:cache:1 v7 (x)`);
  }
  const malformed: Outcome = { result: "malformed", problem: "payload: v" };
  assert.deepEqual([settles(malformed), numberOf(malformed), describe(malformed)], [
    false,
    undefined,
    "malformed (payload: v)",
  ]);
  assert.equal(describe({ result: "future", gid: "g", v: 1 }), "future g v1");
});
