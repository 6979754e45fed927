/**
 * Admitting a frame that passed every check of its own: one path for every carrier. It is judged against what is held,
 * and applied (FED "Version semantics", "Reception rules").
 */
import { sameBytes } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import {
  type Appliers,
  type Bodies,
  encodeCbor,
  type PublishedKind,
  readFrame,
  readGid,
  RECORDS,
  type TombstoneBody,
  type VerifiedFrame,
  verifyDocument,
} from "../../wire/mod.ts";
import { type LookedUpBy, lookedUpBy } from "../records/bodies.ts";
import { FUTURE_S, HOP_LIMIT, type RecordRow, type Versions } from "../tables/record_store.ts";
import type { Store } from "../tables/store.ts";
import type { Passed } from "./inspect.ts";
import type { Outcome, Passage, Receiver } from "./outcome.ts";
import type { Budget } from "./room.ts";

const UNHEARD_OF: Versions = { v: null, hops: null, buried: false, upTo: null };

/** What a frame is judged by and applied to. */
interface Admitting {
  receiver: Receiver;
  store: Store;
  appliers: Appliers;
  /** The room that is left for others' records. */
  budget: Budget;
}

/**
 * Judges a frame against what is held and applies it. Throws only what the database throws. `isUnheardOf` says that
 * nothing is remembered of the gid, so that it need not be looked up.
 */
export function admit(
  tx: Tx,
  passed: Passed,
  passage: Passage,
  { receiver, store, appliers, budget }: Admitting,
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
  const weight = { origin: frame.origin, via: passage.via, frameBytes: frame.bytes.length };
  const full = (why: NonNullable<ReturnType<Budget["refuses"]>>): Outcome => {
    store.shares.refuse(tx, { origin: frame.origin, via: passage.via, at: now });
    return { result: "full", gid, v, why };
  };
  if (seen.v !== null && v <= seen.v) {
    const before = v < seen.v ? undefined : records.byGid({ gid })!;
    // Bytes that were dropped take their room again.
    const why = before?.frame === null && !before.gone ? budget.refuses(weight) : undefined;
    if (why !== undefined) return full(why);
    const kept = before === undefined ? 0 : betterCopy(tx, frame, before, hops, passage.via, receiver, store);
    return { result: "held", gid, v, kind, hops: kept };
  }
  const incoming = { ...weight, before: seen.v === null ? undefined : store.shares.frameOf(gid) };
  const why = budget.refuses(incoming);
  // A deletion of what is held makes room, so only the disk refuses it.
  if (why !== undefined && (why === "disk" || kind !== "tombstone" || !freesRoom(frame, store))) {
    return full(why);
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
  budget.take(incoming);
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
  const isTaken = appliers[kind]?.apply(tx, { gid, origin, v, at, body, isNew }) ?? true;
  return isTaken ? lookedUpBy(kind, body) : { problem: "unusable body" };
}

/** Whether a tombstone's target is kept with its bytes. */
function freesRoom({ origin, body }: VerifiedFrame, { records }: Store): boolean {
  const read = RECORDS.tombstone.read(body);
  const row = read.ok ? records.byGid({ gid: read.body.gid }) : undefined;
  return row !== undefined && row.origin === origin && !row.gone;
}

/** Applies a tombstone: the target is deleted, with every version that it suppresses. */
function takeDeletion(tx: Tx, frame: VerifiedFrame, store: Store, appliers: Appliers): Taken {
  const read = RECORDS.tombstone.read(frame.body);
  if (!read.ok) return read;
  const problem = bury(tx, frame.origin, read.body, store, appliers);
  return problem === undefined ? lookedUpBy("tombstone", read.body) : { problem };
}

/** Only a native cache with a federating scope travels (FED "What the service does", 1). */
function isLocal(frame: VerifiedFrame): boolean {
  const source = frame.body.get("source") ?? "native";
  return frame.body.get("scope") !== "federated" || source !== "native" || frame.body.has("attribution");
}

/** Checks of a body beyond its declaration, whichever area mirrors it. Returns what is wrong, or nothing. */
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

/** Applies a tombstone: the target is deleted, with every version that it suppresses. Says why it cannot be used. */
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
  appliers[row.kind]?.drop(tx, body.gid, body.deletedAt);
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
  // Where the bytes were dropped before, the new copy's hops count; otherwise the smaller number of hops.
  const kept = before.frame === null ? hops : Math.min(hops, before.hops);
  if (kept !== before.hops) records.setHops(tx, { gid: frame.gid, hops: kept, via });
  return kept;
}
