/** This instance as others know it: its name, its keys, and own records signed under them. */
import { isClockSet } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { type CborMap, decodeCbor, RECORDS, signFrame, type SigningKey } from "../../wire/mod.ts";
import type { RecordRow, RecordStore } from "../tables/record_store.ts";
import type { Rotation } from "../tables/peer_store.ts";
import type { PublishedKey } from "./resolve_keys.ts";

export interface Identity {
  instance: string;
  /** The signing key. Without it this instance serves its feeds unsigned and cannot be mirrored. */
  key?: SigningKey;
  /** Earlier keys with their cutoffs (FED_KEY_HISTORY). */
  history: PublishedKey[];
  /** How one key followed the other (FED_ROTATIONS). */
  rotations: Rotation[];
}

/** An own record as it was signed just now, to be kept. */
export interface Signed {
  gid: string;
  v: number;
  frame: Uint8Array<ArrayBuffer>;
  signer: string;
  at: number;
}

/** Whether an own record's kept frame can be served as it is; any frame that is kept, where `now` is not known. */
export const isSigned = <R extends Pick<RecordRow, "frame" | "signer" | "at">>(
  row: R,
  key: SigningKey,
  now: number | undefined,
): row is R & { frame: Uint8Array } =>
  row.frame !== null && row.signer === key.publicKey && (now === undefined || row.at <= now);

/**
 * Signs an own record. Ed25519 is deterministic and `at` is the record's own time, so equal records are equal bytes
 * even if what was signed is lost. A time in the future was written under a wrong clock, and every receiver would
 * refuse it.
 */
export function signOwn(row: RecordRow, key: SigningKey, now: number): Signed {
  // A record written while the clock was not set has no usable time, so the present one is used.
  const at = isClockSet(row.at) ? Math.min(row.at, now) : now;
  const body = decodeCbor(row.body!);
  if (!body.ok || !(body.value instanceof Map)) throw new Error(`the body of ${row.gid} is damaged`);
  const frame = signFrame({
    type: RECORDS[row.kind].type,
    gid: row.gid,
    origin: row.origin,
    v: row.v,
    at,
    body: body.value as CborMap,
  }, key);
  return { gid: row.gid, v: row.v, frame, signer: key.publicKey, at };
}

/** Keeps what was signed, so that it is not signed again. */
export function keepSigned(tx: Tx, records: RecordStore, signed: readonly Signed[]): void {
  for (const one of signed) records.setFrame(tx, one);
}

/** The current key and earlier ones with their cutoffs. */
export const publishedKeys = (identity: Identity): { x: string; until?: number }[] =>
  identity.key ? [{ x: identity.key.publicKey }, ...identity.history] : [...identity.history];
