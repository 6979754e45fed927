/** What a side of a packet circuit can do, and what two sides have in common (FED "Packet circuit line protocol"). */
import {
  type CborMap,
  type CborValue,
  decodeCbor,
  encodeCbor,
  RECORD_KINDS,
  type RecordKind,
} from "../wire/mod.ts";

/** Slowest first. */
const RATE_CLASSES = ["hf", "vhf1200", "vhf9600", "ipLo", "ipHi"] as const;
/** Smallest first. */
const RECORD_SETS = ["beacon", "compact", "full"] as const;
/** Best first. */
const COMPRESSIONS = ["deflateDict1", "deflate", "none"] as const;
/** What a side can do besides handing out pages. */
const ABILITIES = ["visits"] as const;
type RateClass = typeof RATE_CLASSES[number];
type RecordSet = typeof RECORD_SETS[number];
export type Compression = typeof COMPRESSIONS[number];
type Ability = typeof ABILITIES[number];

/**
 * The feeds that a link of this record set carries (FED "Peer", Tiers): tiny records alone on the slowest; the others
 * carry every kind, as no record has media in it.
 */
export const feedsOf = (set: RecordSet): readonly RecordKind[] =>
  set === "beacon" ? ["tombstone"] : RECORD_KINDS;

export interface Caps {
  mode: "sync";
  /** Bytes of one packet of the carrier, 64 to 2^24. */
  mtu: number;
  rateClass: RateClass;
  /** Frames in one page, 1 to 10,000. */
  batchMax: number;
  compress: readonly Compression[];
  recordSet: RecordSet;
  /** `visits`: it hands on visits where it dials, and takes them where it is called. */
  can: readonly Ability[];
}

/** 1200 baud on VHF: the usual circuit. */
export const VHF: Caps = {
  mode: "sync",
  mtu: 1024,
  rateClass: "vhf1200",
  batchMax: 25,
  compress: COMPRESSIONS,
  recordSet: "compact",
  can: ABILITIES,
};

/** What a link can carry (FED "Peer", Tiers). */
export const PROFILES = {
  /** 300 baud on short wave: deletions alone, a few at a time; a visit would take a minute. */
  hf: { ...VHF, mtu: 256, rateClass: "hf", batchMax: 5, recordSet: "beacon", can: [] },
  vhf: VHF,
  /** A telnet port, a tunnel, a fast link. */
  ip: { ...VHF, mtu: 65_536, rateClass: "ipLo", batchMax: 200, recordSet: "full" },
} as const satisfies Record<string, Caps>;
export type LinkProfile = keyof typeof PROFILES;

/** The bytes of an H line's payload (CBOR). */
export function encodeCaps(caps: Caps): Uint8Array<ArrayBuffer> {
  const map: CborMap = new Map<string, CborValue>([
    ["mode", caps.mode],
    ["mtu", caps.mtu],
    ["rateClass", caps.rateClass],
    ["batchMax", caps.batchMax],
    ["compress", [...caps.compress]],
    ["recordSet", caps.recordSet],
  ]);
  if (caps.can.length > 0) map.set("can", [...caps.can]);
  return encodeCbor(map);
}

const within = (value: CborValue | undefined, least: number, most: number): value is number =>
  typeof value === "number" && value >= least && value <= most;
const one = <T extends string>(list: readonly T[], value: CborValue | undefined): T | undefined =>
  list.find((name) => name === value);

/**
 * Reads what a side says that it can do; undefined when that is not readable. Unknown fields and compressions are
 * ignored, since a later version may have more; so are abilities that are none of ours, and who names none has none.
 */
export function readCaps(bytes: Uint8Array): Caps | undefined {
  const decoded = decodeCbor(bytes);
  const map = decoded.ok ? decoded.value : undefined;
  if (!(map instanceof Map) || map.get("mode") !== "sync") return undefined;
  const mtu = map.get("mtu"), batchMax = map.get("batchMax"), offered = map.get("compress");
  const rateClass = one(RATE_CLASSES, map.get("rateClass"));
  const recordSet = one(RECORD_SETS, map.get("recordSet"));
  if (!rateClass || !recordSet || !within(mtu, 64, 2 ** 24) || !within(batchMax, 1, 10_000)) return undefined;
  if (!Array.isArray(offered) || offered.length === 0 || offered.length > 16) return undefined;
  const compress = COMPRESSIONS.filter((name) => offered.includes(name));
  const abilities = map.get("can");
  const can = ABILITIES.filter((name) => Array.isArray(abilities) && abilities.includes(name));
  return { mode: "sync", mtu, rateClass, batchMax, compress, recordSet, can };
}

/** What a session runs with. */
export interface Agreed extends Omit<Caps, "compress"> {
  compress: Compression;
}

const lower = <T>(list: readonly T[], a: T, b: T): T => list[Math.min(list.indexOf(a), list.indexOf(b))]!;

/** The slower rate, the smaller packet, batch and record set, the best compression of both, what both can; undefined: nothing in common. */
export function agree(a: Caps, b: Caps): Agreed | undefined {
  const compress = COMPRESSIONS.find((name) => a.compress.includes(name) && b.compress.includes(name));
  if (!compress) return undefined;
  return {
    mode: "sync",
    mtu: Math.min(a.mtu, b.mtu),
    rateClass: lower(RATE_CLASSES, a.rateClass, b.rateClass),
    batchMax: Math.min(a.batchMax, b.batchMax),
    compress,
    recordSet: lower(RECORD_SETS, a.recordSet, b.recordSet),
    can: a.can.filter((name) => b.can.includes(name)),
  };
}
