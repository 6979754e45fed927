/** Signed records of every kind and a feed of them, for tests of carriers. */
import { toBase64Url } from "../../src/base/mod.ts";
import { encodePage, makeGid, readSigningKey, type RecordKind, signFrame } from "../../src/wire/mod.ts";
import type { CborMap, CborValue } from "../../src/wire/mod.ts";
import type { PageAsk } from "../../src/link/mod.ts";

const KEY = readSigningKey(toBase64Url(new Uint8Array(32).fill(7)))!;
const ORIGIN = "oe1xbb.svc.example";
const BASE = 1_780_000_000_000;

const TYPE: Record<RecordKind, number> = {
  cache: 1,
  find: 2,
  key: 3,
  bulletin: 4,
  tombstone: 5,
  "account-move": 6,
};
const TITLES = [
  "Old mill",
  "Summit cross",
  "Repeater view",
  "Bridge over the Mur",
  "Castle ruin",
  "Hidden spring",
];
const CALLS = ["OE1ABC", "OE3XYZ", "DL5AAA", "OE6DEF", "OE1ABC-9"];

/** The body that a record of the kind may have. */
function bodyOf(kind: RecordKind, draw: () => number, n: number): Record<string, CborValue> {
  const int = (below: number) => Math.floor(draw() * below);
  const call = CALLS[int(CALLS.length)]!, at = 1_780_000_000 + n * 977;
  switch (kind) {
    case "cache":
      return {
        code: `G${(n * 7919 + 40_000).toString(36).toUpperCase()}`,
        title: `${TITLES[int(TITLES.length)]} ${n}`,
        type: "traditional",
        size: ["micro", "small", "regular"][int(3)]!,
        difficultyX10: 10 + 5 * int(9),
        terrainX10: 10 + 5 * int(9),
        latE7: 470_000_000 + int(10_000_000),
        lonE7: 150_000_000 + int(20_000_000),
        owner: call,
        status: "active",
        scope: "federated",
        createdAt: at,
        updatedAt: at + int(9999),
        country: "AT",
      };
    case "find":
      return {
        cache: `${ORIGIN}:cache:${BASE + int(100)}`,
        kind: "found",
        call,
        foundAt: at,
        createdAt: at + 60,
        text: "TFTC 73",
        tier: "A",
      };
    case "tombstone":
      return { gid: `${ORIGIN}:cache:${BASE + n}`, deletedAt: at };
    case "key":
      return { call, key: KEY.publicKey, addedAt: at, verified: true };
    case "bulletin":
      return {
        bid: `${n}_OE1XBB`,
        from: call,
        to: "ALL",
        subject: "Flea market",
        text: "On Saturday",
        postedAt: at,
        expiresAt: at + 9999,
      };
    case "account-move":
      return {
        call,
        from: ORIGIN,
        to: "x.example",
        movedAt: at,
        key: KEY.publicKey,
        sig: "A".repeat(86),
        signedAt: at,
      };
  }
}

export interface Stored {
  seq: number;
  frame: Uint8Array;
}

/** `count` records of a kind with rising sequences. */
export const recordsOf = (kind: RecordKind, count: number, draw: () => number, from = 1): Stored[] =>
  Array.from({ length: count }, (_, i) => {
    const seq = BASE + (from + i) * 1000;
    const body = new Map(Object.entries(bodyOf(kind, draw, from + i))) as CborMap;
    const gid = makeGid(ORIGIN, kind, seq);
    return {
      seq,
      frame: signFrame({ type: TYPE[kind], gid, origin: ORIGIN, v: seq, at: 1_780_000_000, body }, KEY),
    };
  });

/** A page of a feed as an instance serves it over HTTP. */
export function pageOf(
  feed: readonly Stored[],
  { since, limit }: Pick<PageAsk, "since" | "limit">,
): Uint8Array {
  const left = feed.filter(({ seq }) => seq > since), served = left.slice(0, limit);
  return encodePage({
    instance: ORIGIN,
    nextCursor: served.at(-1)?.seq ?? since,
    complete: served.length === left.length,
    frames: served.map(({ frame }) => frame),
  });
}
