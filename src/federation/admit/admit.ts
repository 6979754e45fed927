/**
 * Admitting a frame: one path for every carrier (FED "Errors", "States and transitions"). `inspect` judges the bytes,
 * without I/O; `admit` judges them against what is held and applies them, inside one write. The transport never counts.
 */
import { sameBytes } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import {
  type Appliers,
  type Bodies,
  encodeCbor,
  type JudgedFrame,
  kindOfType,
  makeGid,
  type PublishedKind,
  readFrame,
  readGid,
  type RecordKind,
  RECORDS,
  type TombstoneBody,
  type VerifiedFrame,
  verifyDocument,
  verifyFrame,
} from "../../wire/mod.ts";
import { type LookedUpBy, lookedUpBy } from "../records/kept.ts";
import { HOP_LIMIT, type RecordRow, type Versions } from "../records/store.ts";
import type { Store } from "../store.ts";

/** A frame signed further ahead than this is refused, in seconds (FED "Envelope"). */
export const FUTURE_S = 300;

/** What the receiver knows of an origin now. Undefined: unknown, or known without a key. */
export interface OriginView {
  blocked: boolean;
  /** Keys that count now: accept set and registry binding. */
  keys: readonly string[];
  /** Keys that counted once, or that lead to the present one: good for nothing but to tell an old copy from a false one. */
  former?: readonly string[];
}

/** What the page or carrier may bring. */
export interface Passage {
  /** The one origin that a page speaks for; undefined on carriers, where each frame speaks for itself. */
  origin?: string;
  /** The one kind that a page is of. */
  kind?: RecordKind;
  /** Instances crossed on the way here. */
  hops: number;
  /** Neighbour or carrier that delivered it. */
  via: string;
}

export interface Receiver {
  self: string;
  now(): number;
  originView(origin: string): OriginView | undefined;
}

/**
 * What became of a frame. `refused`: for good, settles like an applied one. `held`: this version or a newer one is here
 * already, settles. `unverified`, `future` and `failed` do not settle: they become gaps. `malformed` has no readable
 * version. `quarantined`: of an unknown or blocked origin, nothing is stored.
 */
export type Outcome =
  | { result: "applied" | "held"; gid: string; v: number; kind: RecordKind; hops: number }
  | { result: "refused"; gid: string; v: number; why: string }
  /** `outdated`: signed with a key that counted once; the origin signs the record anew. */
  | { result: "unverified"; gid: string; v: number; outdated: boolean }
  | { result: "future" | "failed"; gid: string; v: number }
  | { result: "quarantined"; gid: string; v: number; why: "unknown" | "blocked" }
  | { result: "malformed"; problem: string };

/** Whether the record needs no further look: applied, held, or refused for good. */
export const settles = (outcome: Outcome): boolean =>
  outcome.result === "applied" || outcome.result === "held" || outcome.result === "refused";

/** The number of a frame that could be read. */
export const numberOf = (outcome: Outcome): number | undefined => "v" in outcome ? outcome.v : undefined;

/** A frame that passed every check that needs no database. */
export interface Passed {
  result: "passed";
  frame: VerifiedFrame;
  kind: RecordKind;
}

/**
 * Checks 1 to 7: form, origin, key and signature, type, namespace. A page's frames were judged under their origin's keys
 * already; a carrier's bytes are judged here, each under the keys of the origin that it names.
 */
export function inspect(
  given: Uint8Array | JudgedFrame,
  passage: Passage,
  receiver: Receiver,
): Passed | Outcome {
  const { read, verified } = given instanceof Uint8Array
    ? { read: readFrame(given), verified: undefined }
    : given.open();
  if (!read.ok) return { result: "malformed", problem: read.problem };
  const { gid, v, origin } = read.frame;
  const refused = (why: string): Outcome => ({ result: "refused", gid, v, why });
  if (passage.origin !== undefined && origin !== passage.origin) return refused("of another origin");
  if (origin === receiver.self) return refused("own record");
  const view = receiver.originView(origin);
  if (view?.blocked) return { result: "quarantined", gid, v, why: "blocked" };
  if (view === undefined || view.keys.length === 0) return { result: "quarantined", gid, v, why: "unknown" };
  // Judged a moment ago, perhaps under keys that no longer count.
  const judged = given instanceof Uint8Array ? verifyFrame(read.frame, view.keys) : verified;
  const frame = judged && view.keys.includes(judged.signerKey) ? judged : undefined;
  if (frame === undefined) {
    const outdated = view.former !== undefined && verifyFrame(read.frame, view.former) !== undefined;
    return { result: "unverified", gid, v, outdated };
  }
  const kind = kindOfType(frame.type);
  if (kind === undefined || (passage.kind !== undefined && kind !== passage.kind)) {
    return refused("of another kind");
  }
  if (frame.signer !== origin) return refused("signed for another instance");
  // The word keeps one kind from taking the versions of another: a gid stands for one record of one kind.
  if (!gid.startsWith(makeGid(origin, kind, ""))) return refused("outside its namespace");
  return { result: "passed", frame, kind };
}

const UNHEARD_OF: Versions = { v: null, hops: null, buried: false, upTo: null };

/** Thrown to undo one record's write when its area cannot use the body. */
class Unusable extends Error {}

/**
 * Checks 8 to 13 and the application, inside a write of its own: what it throws undoes this record and no other.
 * `thrown` says what that means. `isUnheardOf` spares the look when it is known that nothing is remembered of the gid.
 */
export function admit(
  tx: Tx,
  passed: Passed,
  passage: Passage,
  receiver: Receiver,
  store: Store,
  appliers: Appliers,
  isUnheardOf = false,
): Outcome {
  const { frame, kind } = passed;
  const { gid, v } = frame;
  const { records } = store;
  const refused = (why: string): Outcome => ({ result: "refused", gid, v, why });
  const seen = isUnheardOf ? UNHEARD_OF : records.versions(gid);
  if (seen.buried && (seen.upTo === null || v <= seen.upTo)) return refused("deleted");
  if (kind === "cache" && isLocal(frame)) return refused("local-only or imported");
  const now = receiver.now();
  if (frame.at > now + FUTURE_S || (kind === "bulletin" && v > now + FUTURE_S)) {
    return { result: "future", gid, v };
  }
  const hops = Math.min(passage.hops, HOP_LIMIT);
  if (seen.v !== null && v <= seen.v) {
    const kept = v < seen.v
      ? 0
      : betterCopy(tx, frame, records.byGid({ gid })!, hops, passage.via, receiver, store);
    return { result: "held", gid, v, kind, hops: kept };
  }
  const taken = kind === "tombstone"
    ? takeDeletion(tx, frame, store, appliers)
    : takeRecord(tx, kind, frame, appliers, { now, isNew: seen.v === null });
  if ("problem" in taken) return refused(taken.problem);
  const row = {
    gid,
    origin: frame.origin,
    kind,
    v,
    at: frame.at,
    frame: frame.bytes,
    signer: frame.signerKey,
    hops,
    via: passage.via,
    ...taken,
  };
  if (seen.v === null) records.add(tx, row);
  else records.put(tx, { ...row, body: null, gone: 0 });
  return { result: "applied", gid, v, kind, hops };
}

/** What the record is looked up by from now on, or why its body cannot be used. */
type Taken = LookedUpBy | { problem: string };

/** Hands a record to the area that mirrors its kind. */
function takeRecord<K extends PublishedKind>(
  tx: Tx,
  kind: K,
  frame: VerifiedFrame,
  appliers: Appliers,
  { now, isNew }: { now: number; isNew: boolean },
): Taken {
  const read = RECORDS[kind].read(frame.body, now + FUTURE_S);
  if (!read.ok) return read;
  const { body } = read;
  const { gid, origin, v, at } = frame;
  const problem = OWN_RULES[kind]?.(body, origin);
  if (problem !== undefined) return { problem };
  if (appliers[kind]?.apply(tx, { gid, origin, v, at, body, isNew }) === false) throw new Unusable();
  return lookedUpBy(kind, body);
}

/** Applies a tombstone: the target and every version that it suppresses goes. */
function takeDeletion(tx: Tx, frame: VerifiedFrame, store: Store, appliers: Appliers): Taken {
  const read = RECORDS.tombstone.read(frame.body);
  if (!read.ok) return read;
  const problem = bury(tx, frame.origin, read.body, store, appliers);
  return problem === undefined ? lookedUpBy("tombstone", read.body) : { problem };
}

/** The outcome of a write that threw. */
export function thrown(error: unknown, { frame: { gid, v } }: Passed): Outcome {
  return error instanceof Unusable
    ? { result: "refused", gid, v, why: "unusable body" }
    : { result: "failed", gid, v };
}

/** Only a native cache with a federating scope travels (FED "What the service does", 1). */
function isLocal(frame: VerifiedFrame): boolean {
  const source = frame.body.get("source") ?? "native";
  return frame.body.get("scope") !== "federated" || source !== "native" || frame.body.has("attribution");
}

/** What a body must prove beyond its declaration, whoever mirrors it; says what it does not. */
const OWN_RULES: { readonly [K in PublishedKind]?: (body: Bodies[K], origin: string) => string | undefined } =
  {
    // An instance may only say that an account came to it, and only with the mover's own signature over that.
    "account-move": ({ call, to, key, sig, signedAt }, origin) => {
      const action = { at: signedAt, call, instance: to, key, path: "/api/account/import" };
      return to === origin && verifyDocument("svc-act/1", action, key, sig) ? undefined : "unproven move";
    },
  };

/** Kinds that a tombstone can be for. */
const DELETABLE = ["cache", "find", "key", "bulletin", "move"];

/** Applies a tombstone: the target and every version that it suppresses goes. Says why it cannot be used. */
function bury(
  tx: Tx,
  origin: string,
  body: TombstoneBody,
  store: Store,
  appliers: Appliers,
): string | undefined {
  const target = readGid(body.gid);
  if (target?.origin !== origin) return "deletes a record of another instance";
  if (!DELETABLE.includes(target.word)) return "deletes what cannot be deleted";
  store.records.entomb(tx, { target: body.gid, upTo: body.upTo ?? null });
  const row = store.records.byGid({ gid: body.gid });
  // A copy above the bound is a restored record and stays.
  if (!row || row.gone || (body.upTo !== undefined && row.v > body.upTo)) return undefined;
  appliers[row.kind]?.drop(tx, body.gid);
  store.records.bury(tx, { gid: body.gid });
  return undefined;
}

const sameBody = (kept: Uint8Array, frame: VerifiedFrame): boolean => {
  const before = readFrame(kept);
  return before.ok && sameBytes(encodeCbor(before.frame.body), encodeCbor(frame.body));
};

/**
 * The same version again: fewer hops are kept; bytes are replaced only where the kept ones are gone or no longer verify.
 * Another content under the same version is a contradiction: the first one stays. Gives the hops now kept.
 */
function betterCopy(
  tx: Tx,
  frame: VerifiedFrame,
  before: RecordRow,
  hops: number,
  via: string,
  receiver: Receiver,
  store: Store,
): number {
  const { records } = store;
  if (before.gone || before.body !== null) return 0;
  if (
    before.frame !== null && !sameBytes(before.frame, frame.bytes) && !sameBody(before.frame, frame)
  ) {
    const peer = store.peers.live(frame.origin);
    if (peer) store.peers.save(tx, { ...peer, contradictions: peer.contradictions + 1 });
    return before.hops;
  }
  const usable = receiver.originView(frame.origin)?.keys ?? [];
  // The first usable key is the current one: after a rotation its signature outlives the predecessor's.
  const newer = frame.signerKey === usable[0] && before.signer !== usable[0];
  const better = before.frame === null || newer || !usable.includes(before.signer ?? "") ||
    before.at > receiver.now() + FUTURE_S;
  if (better) {
    const { gid, v, bytes, signerKey, at } = frame;
    records.setFrame(tx, { gid, v, frame: bytes, signer: signerKey, at });
  }
  // Bytes that were gone come the way they come; else the shortest way seen counts.
  const kept = before.frame === null ? hops : Math.min(hops, before.hops);
  if (kept !== before.hops) records.setHops(tx, { gid: frame.gid, hops: kept, via });
  return kept;
}

/** Text of a version for logs. */
export const describe = (outcome: Outcome): string =>
  outcome.result === "malformed"
    ? `malformed (${outcome.problem})`
    : `${outcome.result} ${outcome.gid} v${outcome.v}${"why" in outcome ? ` (${outcome.why})` : ""}`;
