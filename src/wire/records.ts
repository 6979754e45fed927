/** Every record type of FED "Envelope" with its body. Field names and ranges are the wire format: never reuse one. */
import {
  bool,
  call,
  gid,
  group,
  happened,
  hex,
  instanceId,
  integer,
  list,
  oneOf,
  optional,
  publicKey,
  seconds,
  signature,
  text,
  version,
} from "./fields.ts";
import { CACHE, LOG, MAIL, NATIVE_CACHE_TYPES } from "../things/mod.ts";
import { fieldsOfFacts } from "./fact_fields.ts";
import type { RecordKind } from "./names.ts";
import { type BodyOfRecord, record, type RecordReader, type RecordType } from "./record.ts";

const SPEC = 'FED "Envelope"';
const KIB = 1024;
const LAT_E7 = integer(-900_000_000, 900_000_000, "degrees north × 10^7");
const LON_E7 = integer(-1_800_000_000, 1_800_000_000, "degrees east × 10^7");

export const CacheRecord = record("cache", {
  type: 1,
  word: "cache",
  spec: SPEC,
  maxBytes: 64 * KIB,
  fields: {
    code: text(1, 16),
    // Of its facts those that leave; a draft never does, nor a kind that is imported.
    ...fieldsOfFacts(CACHE.facts),
    type: oneOf(...NATIVE_CACHE_TYPES),
    latE7: LAT_E7,
    lonE7: LON_E7,
    owner: call,
    status: oneOf("active", "disabled", "archived"),
    createdAt: happened,
    updatedAt: happened,
    source: optional(text(0, 32)),
    // Whoever does not know this member leaves it out of what is shown, and takes the rest.
    event: optional(group({ from: seconds, until: seconds })),
  },
  rule: (body, raw) => {
    if (body.source !== undefined && body.source !== "native") return "imported";
    // An attribution names where an import came from; no native cache has one.
    if (raw.has("attribution")) return "imported";
    if (body.unlisted && body.description !== undefined) return "description of an unlisted cache";
  },
});
export type CacheBody = BodyOfRecord<typeof CacheRecord>;

export const FindRecord = record("find", {
  type: 2,
  word: "find",
  spec: SPEC,
  maxBytes: 32 * KIB,
  fields: {
    cache: gid("cache"),
    kind: oneOf("found", "DNF", "note"),
    call,
    foundAt: happened,
    createdAt: happened,
    tier: optional(oneOf("A", "B")),
    ...fieldsOfFacts(LOG.facts),
    distanceCm: optional(integer(0, 4_100_000_000)),
    signed: optional(group({ key: publicKey, sig: signature, at: seconds })),
    // Of a log that a member of another instance signed; records of members' own logs are as ever.
    visit: optional(group({ home: instanceId, sentId: text(16, 64), priv: optional(hex(64)) })),
  },
  rule: ({ visit, signed }) => visit && !signed ? "a visit without its signature" : undefined,
});
export type FindBody = BodyOfRecord<typeof FindRecord>;

export const KeyRecord = record("key", {
  type: 3,
  word: "key",
  spec: SPEC,
  maxBytes: 4 * KIB,
  fields: { call, key: publicKey, addedAt: happened, verified: bool, revokedAt: optional(seconds) },
});
export type KeyBody = BodyOfRecord<typeof KeyRecord>;

export const BulletinRecord = record("bulletin", {
  type: 4,
  word: "bulletin",
  spec: SPEC,
  maxBytes: 160 * KIB,
  fields: {
    bid: text(1, 12),
    from: call,
    to: text(1, 64),
    ...fieldsOfFacts(MAIL.facts),
    text: text(0, 100_000),
    postedAt: seconds,
    expiresAt: seconds,
  },
});
export type BulletinBody = BodyOfRecord<typeof BulletinRecord>;

export const TombstoneRecord = record("tombstone", {
  type: 5,
  word: "tombstone",
  spec: SPEC,
  maxBytes: 4 * KIB,
  fields: { gid: gid(), deletedAt: happened, upTo: optional(version) },
});
export type TombstoneBody = BodyOfRecord<typeof TombstoneRecord>;

export const MoveRecord = record("account-move", {
  type: 6,
  word: "move",
  spec: SPEC,
  maxBytes: 4 * KIB,
  fields: {
    call,
    from: instanceId,
    to: instanceId,
    movedAt: happened,
    key: publicKey,
    sig: signature,
    signedAt: seconds,
  },
});
export type MoveBody = BodyOfRecord<typeof MoveRecord>;

/** One connection place of a peer (FED "Peer"). */
export const Endpoint = group({
  transport: oneOf("https", "44net", "hamnet", "ax25", "netrom", "bbs"),
  address: text(1, 200),
  priority: integer(0, 100),
});

export const PeerRecord = record("peer", {
  type: 7,
  word: "peer",
  spec: SPEC,
  maxBytes: 8 * KIB,
  // A trimmed announcement leaves the call out to fit one datagram (FED "Beacon tier").
  fields: { endpoints: list(Endpoint, 16), call: optional(call), partial: optional(bool) },
});
export type PeerBody = BodyOfRecord<typeof PeerRecord>;

export const RelayQueryRecord = record("relay-query", {
  type: 8,
  word: "relay",
  spec: SPEC,
  maxBytes: 128 * KIB,
  fields: { id: text(1, 100), target: instanceId, kind: text(1, 32), paramsJson: text(0, 100_000) },
});

export const RelayAnswerRecord = record("relay-answer", {
  type: 9,
  word: "relay",
  spec: SPEC,
  maxBytes: 12 * KIB * KIB,
  fields: { id: text(1, 100), target: instanceId, resultJson: text(0, 12_000_000) },
});

export const QuestionRecord = record("corroboration-question", {
  type: 10,
  word: "corroborationQuery",
  spec: 'FED "Events"',
  maxBytes: 16 * KIB,
  fields: {
    callsign: call,
    latE7: LAT_E7,
    lonE7: LON_E7,
    radiusM: integer(0, 100_000, "metres"),
    since: seconds,
    until: seconds,
    excludeIgates: list(text(1, 16), 100),
    nonce: text(1, 64),
    target: instanceId,
  },
});
export type QuestionBody = BodyOfRecord<typeof QuestionRecord>;

export const AnswerRecord = record("corroboration-answer", {
  type: 11,
  word: "corroboration",
  spec: 'FED "Events"',
  maxBytes: 4 * KIB,
  fields: {
    nonce: text(1, 64),
    queryHash: hex(64),
    corroborated: bool,
    distanceCm: optional(integer(0, 4_100_000_000)),
    ts: optional(seconds),
    igateCall: optional(call),
  },
});
export type AnswerBody = BodyOfRecord<typeof AnswerRecord>;

export const VisitRecord = record("visit", {
  type: 12,
  word: "visit",
  spec: SPEC,
  maxBytes: 32 * KIB,
  // The signed document of a log at the target's cache, as JSON, with what is sent beside it.
  fields: { target: instanceId, document: text(2, 20_000) },
});

/** The body of each mirrored kind. */
export interface Bodies {
  cache: CacheBody;
  find: FindBody;
  key: KeyBody;
  bulletin: BulletinBody;
  tombstone: TombstoneBody;
  "account-move": MoveBody;
}

/** The mirrored kinds by name: `RECORDS[kind]` reads and writes `Bodies[kind]`. */
export const RECORDS: { readonly [K in RecordKind]: RecordType<Bodies[K]> } = {
  cache: CacheRecord,
  find: FindRecord,
  key: KeyRecord,
  bulletin: BulletinRecord,
  tombstone: TombstoneRecord,
  "account-move": MoveRecord,
};

/** All of them, by type number, for printing and documentation. */
export const ALL_RECORDS: readonly RecordReader<object>[] = [
  ...Object.values(RECORDS),
  PeerRecord,
  RelayQueryRecord,
  RelayAnswerRecord,
  QuestionRecord,
  AnswerRecord,
].sort((a, b) => a.type - b.type);

const KIND_OF_TYPE = new Map(
  (Object.keys(RECORDS) as RecordKind[]).map((kind) => [RECORDS[kind].type, kind]),
);

/** The kind that a type number stands for on sync pages; `undefined` for what pages never carry. */
export const kindOfType = (type: number): RecordKind | undefined => KIND_OF_TYPE.get(type);
