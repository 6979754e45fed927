/** What a submission does to a spoke's row, marks, gaps and places, case by case (FED "Key pin", "Marks", "Gap lifecycle"). */
import assert from "node:assert/strict";
import type { Outcome } from "../../src/federation/admit/outcome.ts";
import { type Gap, newGap } from "../../src/federation/gaps/rules.ts";
import { newPeer, type Peer } from "../../src/federation/tables/peer_store.ts";
import { introduce, type IntroduceParts } from "../../src/federation/push/introduce.ts";
import { forgetUnproven, moveFeed, moveSequence, tellMarks } from "../../src/federation/push/marks.ts";
import { fingerprintOf, signDocument } from "../../src/wire/mod.ts";
import { START } from "../kit/world.ts";
import { keyFrom } from "./node.ts";
import { HubNode } from "./spoke_node.ts";

const HUT = "hut.example", DAY = 86_400;
const [first, second] = [keyFrom("first"), keyFrom("second")];
const [ONE, TWO] = [first.publicKey, second.publicKey];
/** From the first key to the second. */
const rotated = (at: number) => {
  const record = { at, key: TWO, prevKey: ONE };
  return { ...record, sig: signDocument("svc-rot/1", record, first) };
};

function hub() {
  const clock = { ms: START * 1000 };
  const node = new HubNode("hub.example", clock);
  const { store: { peers, gaps, progress } } = node;
  const put = (over: Partial<Peer>) =>
    node.write((tx) =>
      peers.add(tx, {
        ...newPeer({ url: `x:${HUT}`, addedVia: "submitted", addedAt: START }),
        ...{ instance: HUT, enabled: false, ...over },
      })
    );
  const come = (
    key: string,
    { bound, broken, ...told }: {
      proven?: boolean;
      rotations?: ReturnType<typeof rotated>[];
      bound?: string;
      broken?: string;
    } = {},
  ) => {
    const parts: IntroduceParts = {
      ...node.parts,
      registryError: () => broken,
      ...(bound !== undefined && { binding: () => ({ instance: HUT, key: bound }) }),
    };
    return node.write((tx) =>
      introduce(tx, parts, { instance: HUT, key, proven: true, rotations: [], ...told })
    );
  };
  return {
    node,
    put,
    come,
    pass: (seconds: number) => clock.ms += seconds * 1000,
    row: () => peers.live(HUT)!,
    gap: (v: number): Gap | undefined => gaps.byPlace({ origin: HUT, kind: "cache", v }),
    feed: (kind: "key" | "bulletin") => {
      const { cursor, nextId } = progress.feed(HUT, kind);
      return [cursor, nextId];
    },
    moving: { store: node.store, receiver: node.deps.receiver, neighbour: HUT },
  };
}
const refusedAs = (reason: string, act: () => unknown) => assert.throws(act, { reason });

Deno.test("the registry's key counts for a row that has another; for one without a key it has to sign a frame first", () => {
  const { put, come, row, node } = hub();
  put({ pin: ONE, accept: [{ x: ONE }] });
  refusedAs("key_unproven", () => come(TWO));
  assert.equal(come(TWO, { bound: TWO, proven: false }).pin, ONE, "the row is found, not changed");
  refusedAs("registry_key", () => come(ONE, { bound: TWO }));
  node.write((tx) => node.store.peers.save(tx, { ...row(), pin: null, accept: [], addedVia: "mdns" }));
  refusedAs("key_unproven", () => come(TWO, { bound: TWO, proven: false }));
  assert.equal(come(TWO, { bound: TWO }).pin, TWO);
  node.close();
});

Deno.test("nobody is taken while the registry that was configured cannot be read", () => {
  const { put, come, node } = hub();
  put({ pin: ONE, accept: [{ x: ONE }] });
  refusedAs("registry_broken", () => come(ONE, { broken: "no such file" }));
  assert.equal(come(ONE).pin, ONE);
  node.close();
});

Deno.test("a row that others named under a key is the spoke's under that key alone, listed or not", () => {
  for (const addedVia of ["transit", "discovered", "mdns"] as const) {
    const { put, come, row, node } = hub();
    put({ pin: ONE, accept: [{ x: ONE }], addedVia });
    refusedAs("key_unproven", () => come(TWO));
    assert.deepEqual([row().addedVia, row().pin], [addedVia, ONE]);
    assert.equal(come(ONE, { proven: false }).addedVia, "submitted");
    node.close();
  }
});

Deno.test("a row that others named moves to the spoke's new key along its rotations", () => {
  for (const addedVia of ["transit", "discovered", "mdns"] as const) {
    const { put, come, node } = hub();
    put({ pin: ONE, accept: [{ x: ONE }], addedVia, enabled: true });
    const { pin, enabled, ...row } = come(TWO, { rotations: [rotated(START)] });
    assert.deepEqual([pin, enabled, row.addedVia, row.url], [TWO, false, "submitted", `submit:${HUT}`]);
    node.close();
  }
});

Deno.test("an instance that nobody has met is never pulled and judged by nobody", () => {
  const { come, row, node } = hub();
  refusedAs("key_unproven", () => come(ONE, { proven: false }));
  come(ONE);
  const { url, addedVia, enabled, trust, pin, accept } = row();
  assert.deepEqual([url, addedVia, enabled, trust, pin, accept], [
    `submit:${HUT}`,
    "submitted",
    false,
    "unvetted",
    ONE,
    [{ x: ONE }],
  ]);
  node.close();
});

Deno.test("frames of a spoke are looked over when its keys have changed with time; a pull does so for its peers", () => {
  for (const addedVia of ["submitted", "admin"] as const) {
    const { put, come, pass, node } = hub();
    const checked = () => node.store.progress.keysChecked(HUT)?.split(" ");
    put({ pin: TWO, accept: [{ x: TWO }, { x: ONE, until: START + 10 }], addedVia });
    come(TWO);
    assert.deepEqual(checked(), addedVia === "submitted" ? [ONE, TWO].sort() : undefined);
    pass(10);
    come(TWO);
    assert.deepEqual(checked(), addedVia === "submitted" ? [TWO] : undefined);
    node.close();
  }
});

Deno.test("a peer that is to be pulled and was not reached yet gets no key from a submission", () => {
  for (const addedVia of ["manual", "admin", "registry", "44net"] as const) {
    const { put, come, row, node } = hub();
    put({ addedVia, enabled: true });
    refusedAs("key_unproven", () => come(ONE));
    assert.deepEqual([row().addedVia, row().pin, row().enabled], [addedVia, null, true]);
    node.close();
  }
});

Deno.test("a name without a key is bound by the lists of peers, not by the local network", () => {
  const { put, come, node } = hub();
  const seen = (via: string, key: string) => ({ via, fp: fingerprintOf(key), at: START });
  put({ addedVia: "discovered", sightings: [seen("friend.example", TWO), seen("mdns", ONE)] });
  refusedAs("key_unproven", () => come(ONE));
  assert.deepEqual(come(TWO).accept, [{ x: TWO }]);
  node.close();
});

Deno.test("a key that was rotated away counts for the grace, also where it stands in the row as its pin alone", () => {
  const { put, come, row, gap, feed, node } = hub();
  put({ pin: ONE, accept: [] });
  const at = START - 100, { progress, gaps } = node.store;
  node.write((tx) => {
    progress.raiseMark(tx, { origin: HUT, kind: "cache", mark: 5 });
    gaps.put(tx, newGap(HUT, "cache", 3, "unsettled", START));
    progress.setFeed(tx, { neighbour: HUT, kind: "key", cursor: 5, nextId: null });
  });
  const held = () => [progress.mark({ origin: HUT, kind: "cache" }), gap(3)?.v, feed("key")[0]];
  refusedAs("key_unproven", () => come(TWO, { proven: false, rotations: [rotated(at)] }));
  refusedAs("key_unproven", () => come(TWO));
  assert.deepEqual(held(), [5, 3, 5]);
  assert.equal(come(TWO, { rotations: [rotated(at)] }).pin, TWO);
  assert.deepEqual(held(), [0, undefined, 0], "everything comes anew under the new key");
  assert.deepEqual(progress.keysChecked(HUT)?.split(" "), [ONE, TWO].sort());
  assert.deepEqual(row().accept, [{ x: TWO }, { x: ONE, until: at + 7 * DAY }]);
  assert.equal(come(ONE, { proven: false }).pin, TWO, "the old key is still one of the spoke's");
  node.close();
});

/** A record that came, with what became of it. */
const became = (result: "future" | "failed", v: number): Outcome => ({ result, gid: `${HUT}:cache:${v}`, v });
const unverified = (v: number, outdated: boolean): Outcome => ({
  result: "unverified",
  gid: `${HUT}:cache:${v}`,
  v,
  outdated,
});
const page = (nextCursor: number, nextId?: string) => ({
  ...{ instance: HUT, nextCursor, complete: true, frames: [] },
  ...(nextId === undefined ? {} : { nextId }),
});

Deno.test("a record that will verify later begins its week again; one that does not, and what has no number, changes no gap", () => {
  const { node, pass, gap, moving } = hub();
  const later = START + 5 * DAY;
  node.write((tx) => {
    for (const v of [1, 2, 3, 4]) {
      node.store.gaps.put(tx, { ...newGap(HUT, "cache", v, "unsettled", START), aged: 4 * DAY });
    }
  });
  pass(5 * DAY);
  const outcomes: Outcome[] = [
    became("future", 1),
    unverified(2, true),
    unverified(3, false),
    became("failed", 4),
    { result: "malformed", problem: "cut off" },
    became("future", 9),
  ];
  node.write((tx) => moveSequence(tx, moving, "cache", 0, page(9), outcomes, true));
  const [a, b, c, d] = [1, 2, 3, 4].map((v) => [gap(v)!.aged, gap(v)!.lookedAt]);
  assert.deepEqual([a, b], [[0, later], [0, later]]);
  assert.deepEqual([c, d], [[4 * DAY, START], [4 * DAY, START]]);
  assert.deepEqual([gap(9)!.firstSeen, gap(9)!.reason], [later, "unsettled"]);
  node.close();
});

Deno.test("a feed goes on behind its last record, before the first that may verify later, by number and then by id", () => {
  const { node, feed, moving } = hub();
  const move = (since: number, next: ReturnType<typeof page>, outcomes: Outcome[] = []) => {
    node.write((tx) => moveFeed(tx, moving, "bulletin", since, next, outcomes));
    return feed("bulletin");
  };
  assert.deepEqual(move(0, page(10, "7")), [10, "7"]);
  assert.deepEqual(
    move(11, page(20)),
    [10, "7"],
    "a page from past the place says nothing of what lies between",
  );
  assert.deepEqual(move(10, page(10, "7")), [10, "7"]);
  assert.deepEqual(move(10, page(10, "6")), [10, "7"]);
  assert.deepEqual(move(10, page(10)), [10, "7"]);
  assert.deepEqual(move(10, page(10, "12")), [10, "12"], "twelve comes after seven");
  assert.deepEqual(move(10, page(9, "99")), [10, "12"]);
  assert.deepEqual(
    move(10, page(15), [became("failed", 15)]),
    [14, null],
    "the last record of the page waits",
  );
  assert.deepEqual(
    move(14, page(15), [became("failed", 18)]),
    [15, null],
    "what lies past the page's end does not count",
  );
  assert.deepEqual(move(15, page(17), [became("future", 18), became("future", 17), unverified(16, true)]), [
    16,
    null,
  ]);
  node.close();
});

Deno.test("a spoke that looks at its marks is noted after five minutes, and when the clock went back", () => {
  const { node, put, pass, row } = hub();
  const { spokes } = node.parts;
  put({ pin: ONE, accept: [{ x: ONE }] });
  const seen = () => {
    node.write((tx) => tellMarks(tx, node.parts, HUT));
    const { seenAt, signs } = spokes.get({ instance: HUT })!;
    return [seenAt - START, signs];
  };
  node.write((tx) =>
    spokes.put(tx, {
      ...{ instance: HUT, firstAt: START, submittedAt: START, seenAt: START },
      ...{ signs: 0, applied: 0, rejected: 0 },
    })
  );
  pass(299);
  assert.deepEqual(seen(), [0, 0]);
  pass(1);
  assert.deepEqual(seen(), [300, 0]);
  pass(-20);
  assert.deepEqual(seen(), [280, 0]);
  // Its row of peers was removed: there is nobody to note.
  node.write((tx) => node.store.peers.remove(tx, { id: row().id }));
  pass(300);
  assert.deepEqual(seen(), [280, 0]);
  node.close();
});

Deno.test("marks that rest on unsigned pages go with the first signed one, not by looking; those of a peer that is pulled stay", () => {
  for (const addedVia of ["submitted", "admin"] as const) {
    const { node, put, feed, row } = hub();
    const { progress } = node.store, reader = { neighbour: HUT, origin: HUT, kind: "cache" } as const;
    put({ pin: ONE, accept: [{ x: ONE }], addedVia });
    node.write((tx) => {
      node.parts.spokes.put(tx, {
        ...{ instance: HUT, firstAt: START, submittedAt: START, seenAt: START },
        ...{ signs: 0, applied: 0, rejected: 0 },
      });
      progress.raiseMark(tx, { origin: HUT, kind: "cache", mark: 1 });
      progress.setPosition(tx, { ...reader, read: 1, replayed: 0 });
      progress.setFeed(tx, { neighbour: HUT, kind: "bulletin", cursor: 1, nextId: "7" });
    });
    const marks = () => node.write((tx) => tellMarks(tx, node.parts, HUT)).marks;
    const all = { cache: { cursor: 1 }, bulletin: { cursor: 1, id: "7" } };
    assert.deepEqual([marks(), marks()], [all, all]);
    node.write((tx) => forgetUnproven(tx, node.parts, row()));
    const kept = addedVia === "admin";
    assert.deepEqual(marks(), kept ? all : {});
    assert.deepEqual(feed("bulletin"), kept ? [1, "7"] : [0, null]);
    assert.equal(progress.position(reader).read, kept ? 1 : 0);
    node.close();
  }
});

Deno.test("marks name twenty gaps of each kind, those not named lately first, and the same again after five minutes", () => {
  const { node, pass, put } = hub();
  put({ pin: ONE, accept: [{ x: ONE }] });
  const kinds = ["cache", "find", "tombstone"] as const;
  node.write((tx) => {
    for (const kind of kinds) {
      for (let v = 1; v <= 25; v++) node.store.gaps.put(tx, newGap(HUT, kind, v, "unsettled", START));
    }
  });
  const told = () => node.write((tx) => tellMarks(tx, node.parts, HUT)).gaps;
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const one = told();
  for (const kind of kinds) assert.deepEqual(one[kind], numbers(1, 20), kind);
  const rest = told();
  for (const kind of kinds) assert.deepEqual(rest[kind], numbers(21, 25), kind);
  assert.deepEqual(told(), {});
  pass(299);
  assert.deepEqual(told(), {});
  pass(1);
  assert.deepEqual(told().find, numbers(1, 20));
  node.close();
});
