/** Neighbours in administration: how each does, what one sentence says of all, and what was heard from the other side. */
import assert from "node:assert/strict";
import { groupsOf, isLastGroup, readTarget } from "../../src/client/admin/neighbours/compare.ts";
import {
  fits,
  lackOf,
  type Neighbour,
  neighbourOf,
  othersOf,
  pictureOf,
  pullsOf,
  readersOf,
  stateOf,
  sumOf,
} from "../../src/client/admin/neighbours/neighbours.ts";
import { spokenFingerprint } from "../../src/wire/mod.ts";

const pull = (ok: boolean, fresh = 0) => ({ at: 1, ok, fresh, bytes: 1 });
/** A neighbour that does well. */
const peer = (over: Partial<Neighbour> = {}): Neighbour =>
  ({
    url: "https://b.example",
    instance: "b.example",
    trust: "trusted",
    enabled: true,
    addedVia: "admin",
    lastError: null,
    lastSync: 100,
    lastOk: 100,
    missing: 0,
    givenUp: 0,
    lacks: {},
    history: [],
    ...over,
  }) as unknown as Neighbour;

Deno.test("a neighbour agrees only where it is followed, was pulled well, and nothing is missing", () => {
  const states = [
    [{}, "agrees"],
    [{ trust: "unvetted" }, "agrees"],
    [{ trust: "blocked", lastError: "no" }, "blocked"],
    [{ lastError: "no" }, "failing"],
    [{ lastSync: null, lastOk: null }, "new"],
    [{ missing: 1 }, "missing"],
    [{ givenUp: 1 }, "missing"],
    [{ missing: 1, lastError: "no" }, "failing"],
    [{ enabled: false, paused: true, lastError: "no" }, "paused"],
    [{ enabled: false, paused: true, trust: "blocked" }, "blocked"],
    [{ addedVia: "mdns", enabled: false }, "not_followed"],
    [{ addedVia: "transit", enabled: false }, "not_followed"],
    [{ addedVia: "submitted" }, "not_followed"],
  ] as const;
  for (const [over, state] of states) assert.equal(stateOf(peer(over)), state, JSON.stringify(over));
  const filters = (over: Partial<Neighbour>) =>
    (["all", "look", "well", "trusted", "blocked", "not_followed"] as const).filter((one) =>
      fits(peer(over), one)
    );
  assert.deepEqual(filters({}), ["all", "well", "trusted"]);
  assert.deepEqual(filters({ lastError: "no", trust: "unvetted" }), ["all", "look"]);
  assert.deepEqual(filters({ paused: true, enabled: false }), ["all", "trusted", "not_followed"]);
  assert.deepEqual(filters({ trust: "blocked" }), ["all", "blocked"]);
  assert.deepEqual(filters({ enabled: false, addedVia: "mdns", trust: "unvetted" }), ["all", "not_followed"]);
});

Deno.test("the sentence counts those that are followed, and the latest pull of any", () => {
  const all = [
    peer(),
    peer({ lastSync: 300 }),
    peer({ missing: 2, lastSync: 200 }),
    peer({ trust: "blocked", lastSync: 900 }),
  ];
  assert.deepEqual(sumOf(all), { followed: 3, agree: 2, checkedAt: 300 });
  assert.deepEqual(sumOf([]), { followed: 0, agree: 0, checkedAt: null });
  assert.deepEqual(pullsOf({ history: [pull(true), pull(true, 3), pull(false), pull(true)] }), {
    fresh: 1,
    none: 2,
    failed: 1,
  });
  assert.deepEqual([
    lackOf(peer()),
    lackOf(peer({ lacks: null })),
    lackOf(peer({ lacks: { cache: 2, find: 3 } })),
  ], [
    0,
    undefined,
    5,
  ]);
});

Deno.test("the picture has who is followed, on a circle; a line for what comes and one for what goes", () => {
  const nodes = pictureOf([
    peer({ history: [pull(true, 500)] }),
    peer({ trust: "blocked" }),
    peer({ lastOk: null, lacks: null }),
    peer({ lacks: { cache: 1 } }),
  ], 100);
  assert.equal(nodes.length, 3);
  assert.deepEqual([nodes[0]!.x, nodes[0]!.y], [0, -100]);
  const [busy, silent, behind] = nodes;
  assert.ok(busy!.brings > behind!.brings && behind!.brings > 0);
  assert.deepEqual([busy!.takes, silent!.brings, silent!.takes, behind!.takes], [2, 0, 0, 1]);
  assert.equal(pictureOf(Array.from({ length: 40 }, () => peer()), 100).length, 24);
});

Deno.test("a page is one instance's: of several rows the blocked one, and rows without a name by their address", () => {
  const lives = peer(), blocked = peer({ trust: "blocked", url: "https://old.example" });
  assert.equal(neighbourOf([lives, blocked], "b.example"), blocked, "a block covers every address");
  assert.equal(
    neighbourOf([peer({ instance: null, url: "https://x.example" })], "https://x.example")!.instance,
    null,
  );
  assert.equal(neighbourOf([lives], "c.example"), undefined);
});

Deno.test("the last group as it was heard: four digits or two words, and nothing else", () => {
  const fp = "a36551b74204f68d";
  const key = { fingerprint: "a365 51b7 4204 f68d", words: spokenFingerprint(fp) };
  assert.deepEqual(groupsOf(key).at(-1), { digits: "f68d", words: "village microscope" });
  for (
    const right of [
      "f68d",
      " F68D ",
      "f6 8d",
      "village microscope",
      "Village, Microscope",
      "village-microscope",
    ]
  ) {
    assert.equal(isLastGroup(key, right), true, right);
  }
  for (
    const wrong of [
      "",
      " ",
      "f68",
      "f68e",
      "4204",
      "village",
      "microscope village",
      "villagemicroscope x",
      key.fingerprint,
    ]
  ) {
    assert.equal(isLastGroup(key, wrong), false, wrong);
  }
});

Deno.test("what is pasted is an address, a name of the amateur network, or a callsign", () => {
  const read = [
    ["https://club.example", { url: "https://club.example" }],
    [" http://192.168.1.2:8787 ", { url: "http://192.168.1.2:8787" }],
    ["club.example", { url: "https://club.example" }],
    ["oe1xyz", { callsign: "OE1XYZ" }],
    ["gw.oe1xyz.ampr.org", { host: "gw.oe1xyz.ampr.org" }],
    ["", undefined],
    ["two words", undefined],
    ["x".repeat(300), undefined],
  ] as const;
  for (const [text, target] of read) assert.deepEqual(readTarget(text), target, text);
});

Deno.test("who reads here is told by the name that they give, with the neighbour of that name; the others are counted", () => {
  const b = peer(), named = (instance: string) => ({ instance, at: 9, pages: 2 });
  const list = (over: Partial<{ others: number; more: boolean }>) => ({
    peers: [b],
    readers: { since: 1, named: [named("c.example"), named("b.example")], others: 0, more: false, ...over },
  });
  assert.deepEqual(readersOf(list({})), [
    { ...named("c.example"), peer: undefined },
    { ...named("b.example"), peer: b },
  ]);
  assert.equal(othersOf(list({})), undefined);
  assert.deepEqual(othersOf(list({ others: 3 })), { key: "peers.readers.other", n: 3 });
  assert.deepEqual(othersOf(list({ others: 1000, more: true })), {
    key: "peers.readers.other.more",
    n: 1000,
  });
  assert.deepEqual(othersOf(list({ more: true })), { key: "peers.readers.other.more", n: 0 });
});
