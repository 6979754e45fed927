/** Frames that must not get in, by name: the same on every way by which a frame can come. */
import assert from "node:assert/strict";
import { type CborMap, decodeCbor, RECORDS } from "../../src/wire/mod.ts";
import { concat, utf8 } from "../../src/base/mod.ts";
import type { Outcome } from "../../src/federation/admit/outcome.ts";
import { forge, type Forgery } from "./hostile.ts";
import { cacheBody, findBody, keyFrom, moveBody } from "./node.ts";

export const NOW = 1_780_315_200;
export const A = "a.example", EVIL = "evil.example", V = "v.example";
export const keyA = keyFrom(`${A} 0`), keyEvil = keyFrom(`${EVIL} 0`);

/** The record that A published honestly, and that the victim holds. */
export interface Scene {
  gid: string;
  v: number;
  frame: Uint8Array;
  /** One that A deleted for good, with the frame that it had. */
  deleted: { gid: string; v: number; frame: Uint8Array };
  removed: { gid: string; v: number; frame: Uint8Array };
}

export interface Attack {
  name: string;
  kind?: "cache" | "find" | "tombstone" | "account-move";
  /** What becomes of it as a page of A's records, and as a carrier's frame where that differs. */
  expect: Outcome["result"];
  carried?: Outcome["result"];
  frame(scene: Scene): Uint8Array;
}

const cache = (over: Record<string, unknown> = {}): CborMap => {
  const map = RECORDS.cache.write(cacheBody("forged"));
  for (const [name, value] of Object.entries(over)) {
    if (value === undefined) map.delete(name);
    else map.set(name, value as never);
  }
  return map;
};
export const good = (over: Forgery = {}): Forgery => ({
  type: 1,
  gid: `${A}:cache:7777`,
  origin: A,
  v: 1_780_315_100_000,
  at: NOW,
  signer: A,
  body: cache(),
  ...over,
});
export const tombstone = (body: Record<string, unknown>): Forgery =>
  good({
    type: 5,
    gid: `${A}:tombstone:8888`,
    v: 8888_000,
    body: new Map(Object.entries({ deletedAt: NOW, ...body })) as CborMap,
  });
export const find = (body: Record<string, unknown>): Forgery =>
  good({
    type: 2,
    gid: `${A}:find:9999`,
    v: 1_780_315_100_001,
    body: new Map(Object.entries({ ...findBody(`${A}:cache:7777`), ...body })) as CborMap,
  });
const flip = (bytes: Uint8Array, at: number): Uint8Array => {
  const changed = Uint8Array.from(bytes);
  changed[at < 0 ? bytes.length + at : at]! ^= 1;
  return changed;
};
/** Replaces one canonical byte sequence of the payload by another. */
const swap = (from: number[], to: number[]) => (payload: Uint8Array): Uint8Array => {
  const at = payload.findIndex((_, i) => from.every((byte, j) => payload[i + j] === byte));
  assert.ok(at >= 0, "the sequence is there");
  return concat(payload.subarray(0, at), Uint8Array.from(to), payload.subarray(at + from.length));
};

export const ATTACKS: Attack[] = [
  // Whose record it is.
  { name: "signed by another instance's key", expect: "unverified", frame: () => forge(good(), keyEvil) },
  {
    name: "another's signature under the origin's key name",
    expect: "unverified",
    frame: () => forge(good(), keyEvil, { shownKey: keyA.publicKey }),
  },
  {
    name: "of another origin than the page",
    expect: "refused",
    carried: "applied",
    frame: () => forge(good({ origin: EVIL, signer: EVIL, gid: `${EVIL}:cache:1` }), keyEvil),
  },
  {
    name: "origin A, signer evil, evil's key",
    expect: "unverified",
    frame: () => forge(good({ signer: EVIL }), keyEvil),
  },
  {
    name: "origin A, signer evil, A's key",
    expect: "refused",
    frame: () => forge(good({ signer: EVIL }), keyA),
  },
  {
    name: "a gid of another instance",
    expect: "refused",
    frame: () => forge(good({ gid: `${EVIL}:cache:7777` }), keyA),
  },
  {
    name: "a gid whose origin only begins like ours",
    expect: "refused",
    frame: () => forge(good({ gid: `${A}.evil:cache:7777` }), keyA),
  },
  {
    name: "a gid of another kind",
    expect: "refused",
    frame: () => forge(good({ gid: `${A}:find:7777` }), keyA),
  },
  {
    name: "a cache under a tombstone's gid",
    expect: "refused",
    frame: () => forge(good({ gid: `${A}:tombstone:7777` }), keyA),
  },
  {
    name: "the victim's own record",
    expect: "refused",
    frame: () => forge(good({ origin: V, signer: V, gid: `${V}:cache:1` }), keyFrom(`${V} 0`)),
  },
  {
    name: "of an instance that nobody knows",
    expect: "refused",
    carried: "quarantined",
    frame: () => forge(good({ origin: "x.example", signer: "x.example", gid: "x.example:cache:1" }), keyEvil),
  },
  // Another kind than the page.
  {
    name: "a find on the cache page",
    expect: "refused",
    carried: "applied",
    frame: () => forge(find({}), keyA),
  },
  {
    name: "a peer descriptor on a page",
    expect: "refused",
    frame: () => forge(good({ type: 7, gid: `${A}:peer:announce` }), keyA),
  },
  {
    name: "a relay query on a page",
    expect: "refused",
    frame: () => forge(good({ type: 8, gid: `${A}:relay:1` }), keyA),
  },
  {
    name: "a corroboration answer on a page",
    expect: "refused",
    frame: () => forge(good({ type: 11, gid: `${A}:corroboration:1` }), keyA),
  },
  { name: "a type of no version yet", expect: "refused", frame: () => forge(good({ type: 12 }), keyA) },
  // Signatures.
  {
    name: "a flipped bit in the signature",
    expect: "unverified",
    frame: () => flip(forge(good(), keyA), -1),
  },
  { name: "a flipped bit in R", expect: "unverified", frame: () => flip(forge(good(), keyA), -64) },
  {
    name: "a flipped bit in the body",
    expect: "unverified",
    frame: () =>
      forge(good(), keyA, {
        outer: (outer) => outer.set(1, encodePayload(good({ body: cache({ title: "gorged" }) }))),
      }),
  },
  {
    name: "the signature of another domain",
    expect: "unverified",
    frame: () => forge(good(), keyA, { domain: (payload) => concat(utf8("svc-rot/1\n"), payload) }),
  },
  {
    name: "no domain at all",
    expect: "unverified",
    frame: () => forge(good(), keyA, { domain: (payload) => payload }),
  },
  {
    name: "the identity point as key",
    expect: "unverified",
    frame: () =>
      forge(good(), keyA, {
        outer: (outer) => {
          outer.set(2, "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
          outer.set(3, Uint8Array.from([1, ...new Array(63).fill(0)]));
        },
      }),
  },
  {
    name: "an order-8 point as key",
    expect: "unverified",
    frame: () =>
      forge(good(), keyA, {
        outer: (outer) =>
          outer.set(
            2,
            Buffer.from("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "hex").toString(
              "base64url",
            ),
          ),
      }),
  },
  {
    name: "S above the group order",
    expect: "unverified",
    frame: () => forge(good(), keyA, { outer: (outer) => highS(outer) }),
  },
  {
    name: "an all-zero signature",
    expect: "unverified",
    frame: () => forge(good(), keyA, { outer: (outer) => outer.set(3, new Uint8Array(64)) }),
  },
  // Encoding: signed rightly, written wrongly.
  {
    name: "a version in a longer head than needed",
    expect: "malformed",
    frame: () => forge(good({ v: 5 }), keyA, { payload: swap([0x04, 0x05], [0x04, 0x18, 0x05]) }),
  },
  {
    name: "a version as a float",
    expect: "malformed",
    frame: () => forge(good({ v: 5 }), keyA, { payload: swap([0x04, 0x05], [0x04, 0xf9, 0x45, 0x00]) }),
  },
  {
    name: "a tagged time",
    expect: "malformed",
    frame: () => forge(good({ v: 5 }), keyA, { payload: swap([0x04, 0x05], [0x04, 0xc1, 0x05]) }),
  },
  { name: "a version past 2^53", expect: "malformed", frame: () => forge(good(), keyA, { payload: widen }) },
  {
    name: "an indefinite map",
    expect: "malformed",
    frame: () =>
      forge(good(), keyA, {
        payload: (payload) => concat(Uint8Array.of(0xbf), payload.subarray(1), Uint8Array.of(0xff)),
      }),
  },
  {
    name: "a repeated key",
    expect: "malformed",
    frame: () =>
      forge(good({ v: 5 }), keyA, {
        payload: (payload) =>
          concat(Uint8Array.of(0xa8), swap([0x04, 0x05], [0x04, 0x05, 0x04, 0x06])(payload).subarray(1)),
      }),
  },
  {
    name: "unsorted keys",
    expect: "malformed",
    frame: () =>
      forge(good({ v: 5, type: 1 }), keyA, {
        payload: (payload) =>
          concat(Uint8Array.of(0xa7, 0x04, 0x05), swap([0x04, 0x05], [])(payload).subarray(1)),
      }),
  },
  {
    name: "undefined in the body",
    expect: "malformed",
    frame: () =>
      forge(good(), keyA, {
        payload: swap([0x64, 0x73, 0x69, 0x7a, 0x65, 0x65, 0x73, 0x6d, 0x61, 0x6c, 0x6c], [
          0x64,
          0x73,
          0x69,
          0x7a,
          0x65,
          0xf7,
        ]),
      }),
  },
  {
    name: "bytes after the payload",
    expect: "malformed",
    frame: () => forge(good(), keyA, { payload: (payload) => concat(payload, Uint8Array.of(0)) }),
  },
  {
    name: "bytes after the frame",
    expect: "malformed",
    frame: () => concat(forge(good(), keyA), Uint8Array.of(0)),
  },
  { name: "half a frame", expect: "malformed", frame: () => forge(good(), keyA).subarray(0, 100) },
  { name: "an empty frame", expect: "malformed", frame: () => new Uint8Array() },
  {
    name: "a fourth member beside the signature",
    expect: "malformed",
    frame: () => forge(good(), keyA, { outer: (outer) => outer.set(4, "rider") }),
  },
  {
    name: "a body nested past the limit",
    expect: "malformed",
    frame: () =>
      forge(good(), keyA, {
        payload: (payload) =>
          concat(payload.subarray(0, -1), new Uint8Array(200).fill(0x81), Uint8Array.of(0)),
      }),
  },
  {
    name: "a length of four thousand million",
    expect: "malformed",
    frame: () => Uint8Array.of(0xa3, 0x01, 0x5a, 0xff, 0xff, 0xff, 0xff),
  },
  {
    name: "an origin with a port",
    expect: "malformed",
    frame: () => forge(good({ origin: `${A}:80` }), keyA),
  },
  {
    name: "an origin in upper case",
    expect: "malformed",
    frame: () => forge(good({ origin: A.toUpperCase() }), keyA),
  },
  { name: "no version", expect: "malformed", frame: () => forge({ ...good(), v: undefined as never }, keyA) },
  // Time and versions.
  { name: "signed 301 seconds ahead", expect: "future", frame: () => forge(good({ at: NOW + 301 }), keyA) },
  {
    name: "signed in a hundred years",
    expect: "future",
    frame: () => forge(good({ at: NOW + 3_000_000_000 }), keyA),
  },
  { name: "the very frame again", expect: "held", frame: (scene) => scene.frame },
  {
    name: "another content under the same version",
    expect: "held",
    frame: (scene) => forge(good({ gid: scene.gid, v: scene.v }), keyA),
  },
  {
    name: "an older version",
    expect: "held",
    frame: (scene) => forge(good({ gid: scene.gid, v: scene.v - 1 }), keyA),
  },
  { name: "a deleted record's own frame again", expect: "refused", frame: (scene) => scene.deleted.frame },
  {
    name: "a higher version of what was deleted for good",
    expect: "refused",
    frame: (scene) => forge(good({ gid: scene.deleted.gid, v: scene.deleted.v + 1_000_000 }), keyA),
  },
  {
    name: "a removed record below the bound of its removal",
    expect: "refused",
    frame: (scene) => scene.removed.frame,
  },
  // Bodies.
  {
    name: "a local cache",
    expect: "refused",
    frame: () => forge(good({ body: cache({ scope: "local" }) }), keyA),
  },
  {
    name: "an imported cache",
    expect: "refused",
    frame: () => forge(good({ body: cache({ source: "sota" }) }), keyA),
  },
  {
    name: "a cache with an attribution",
    expect: "refused",
    frame: () => forge(good({ body: cache({ attribution: "SOTA" }) }), keyA),
  },
  {
    name: "a cache without a place",
    expect: "refused",
    frame: () => forge(good({ body: cache({ latE7: undefined }) }), keyA),
  },
  {
    name: "a cache beyond the pole",
    expect: "refused",
    frame: () => forge(good({ body: cache({ latE7: 900_000_001 }) }), keyA),
  },
  {
    name: "a title as a number",
    expect: "refused",
    frame: () => forge(good({ body: cache({ title: 5 }) }), keyA),
  },
  {
    name: "a title of a million characters",
    expect: "refused",
    frame: () => forge(good({ body: cache({ title: "x".repeat(1_000_000) }) }), keyA),
  },
  {
    name: "a find without its cache",
    kind: "find",
    expect: "refused",
    frame: () => forge(find({ cache: null }), keyA),
  },
  {
    name: "a find of an unknown kind",
    kind: "find",
    expect: "refused",
    frame: () => forge(find({ kind: "won" }), keyA),
  },
  {
    name: "a deletion of another's record",
    kind: "tombstone",
    expect: "refused",
    frame: () => forge(tombstone({ gid: `${EVIL}:cache:1` }), keyA),
  },
  {
    name: "a deletion of the victim's record",
    kind: "tombstone",
    expect: "refused",
    frame: () => forge(tombstone({ gid: `${V}:cache:1` }), keyA),
  },
  {
    name: "a deletion of a deletion",
    kind: "tombstone",
    expect: "refused",
    frame: () => forge(tombstone({ gid: `${A}:tombstone:1` }), keyA),
  },
  {
    name: "a deletion without a target",
    kind: "tombstone",
    expect: "refused",
    frame: () => forge(tombstone({}), keyA),
  },
  {
    name: "a move to somewhere else than its origin",
    kind: "account-move",
    expect: "refused",
    frame: () => forge(move(EVIL), keyA),
  },
  {
    name: "a move that the owner did not sign",
    kind: "account-move",
    expect: "refused",
    frame: () => forge(move(A, { sig: "A".repeat(86) }), keyA),
  },
  {
    name: "a move signed for another call",
    kind: "account-move",
    expect: "refused",
    frame: () => forge(move(A, { call: "OE9ZZZ" }), keyA),
  },
];

export function move(to: string, over: Record<string, unknown> = {}): Forgery {
  const body = new Map(Object.entries({ ...moveBody("OE1ABC", "old.example", to), ...over })) as CborMap;
  return good({ type: 6, gid: `${A}:move:6666`, v: 1_780_315_100_002, body });
}
function encodePayload(record: Forgery): Uint8Array {
  const frame = decodeCbor(forge(record, keyA));
  assert.ok(frame.ok && frame.value instanceof Map);
  return frame.value.get(1) as Uint8Array;
}
function highS(outer: CborMap): void {
  const sig = Uint8Array.from(outer.get(3) as Uint8Array);
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const s = BigInt("0x" + Buffer.from(sig.slice(32).reverse()).toString("hex")) + order;
  sig.set(Buffer.from(s.toString(16).padStart(64, "0"), "hex").reverse(), 32);
  outer.set(3, sig);
}
/** The eight-byte version with its highest bit set. */
function widen(payload: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(payload);
  const at = changed.findIndex((byte, i) => byte === 0x04 && changed[i + 1] === 0x1b);
  assert.ok(at > 0);
  changed[at + 2] = 0x7f;
  return changed;
}

/** Why each attack fails, where its result has more than one reason: it must fail for its own. */
export const WHY: Record<string, string> = {
  "origin A, signer evil, A's key": "signed for another instance",
  "a gid of another instance": "outside its namespace",
  "a gid whose origin only begins like ours": "outside its namespace",
  "a gid of another kind": "outside its namespace",
  "a cache under a tombstone's gid": "outside its namespace",
  "the victim's own record": "own record",
  "of an instance that nobody knows": "unknown",
  "a peer descriptor on a page": "of another kind",
  "a relay query on a page": "of another kind",
  "a corroboration answer on a page": "of another kind",
  "a type of no version yet": "of another kind",
  "a version in a longer head than needed": "payload: head longer than needed",
  "a version as a float": "payload: float",
  "a tagged time": "payload: tag",
  "a version past 2^53": "payload: integer beyond 2^53 - 1",
  "an indefinite map": "payload: indefinite length",
  "a repeated key": "payload: map keys unsorted or repeated",
  "unsorted keys": "payload: map keys unsorted or repeated",
  "undefined in the body": "payload: simple value",
  "bytes after the payload": "payload: bytes left over",
  "bytes after the frame": "frame: bytes left over",
  "half a frame": "frame: length past the end",
  "an empty frame": "frame: ends inside an item",
  "a fourth member beside the signature": "frame: not a map of three",
  "a body nested past the limit": "payload: more than 32 levels",
  "a length of four thousand million": "frame: length past the end",
  "an origin with a port": "payload: origin",
  "an origin in upper case": "payload: origin",
  "no version": "payload: v",
  "a deleted record's own frame again": "deleted",
  "a higher version of what was deleted for good": "deleted",
  "a removed record below the bound of its removal": "deleted",
  "a local cache": "local-only or imported",
  "an imported cache": "local-only or imported",
  "a cache with an attribution": "local-only or imported",
  "a cache without a place": "field latE7",
  "a cache beyond the pole": "field latE7",
  "a title as a number": "field title",
  "a title of a million characters": "too heavy",
  "a find without its cache": "field cache",
  "a find of an unknown kind": "field kind",
  "a deletion of another's record": "deletes a record of another instance",
  "a deletion of the victim's record": "deletes a record of another instance",
  "a deletion of a deletion": "deletes what cannot be deleted",
  "a deletion without a target": "field gid",
  "a move to somewhere else than its origin": "unproven move",
  "a move that the owner did not sign": "unproven move",
  "a move signed for another call": "unproven move",
};
