/** Which keys of a peer count, without I/O (FED "Key pin"). Times are unix seconds. */
import { isPublicKey, verifyDocument } from "../../wire/mod.ts";
import type { AcceptKey, Rotation } from "../tables/peer_store.ts";
import { Remembered } from "./remembered.ts";
import { FUTURE_S } from "../tables/record_store.ts";

/** A key as a descriptor publishes it. */
export interface PublishedKey {
  x: string;
  until?: number;
  revoked?: boolean;
}

/** Rotations kept for an origin and handed on. */
export const MAX_ROTATIONS = 32;

export interface KeyClaim {
  /** The key that we hold for the instance; `undefined` on first contact. */
  pinned: string | undefined;
  /** Keys accepted until now, past cutoffs among them. */
  prior: readonly AcceptKey[];
  /** What the instance says: its current key and the others that it publishes. */
  current: string | undefined;
  published: readonly PublishedKey[];
  rotations: readonly Rotation[];
  graceS: number;
  now: number;
}

type Resolution =
  | { ok: true; pin: string; accept: AcceptKey[]; rotations: Rotation[]; moved: boolean }
  | { ok: false; reason: "unsigned" | "regressed" | "bad_key" | "rotated_away" | "key_changed" };

/** Rotations that were verified: every summary and descriptor brings the same ones again. */
const verified = new Remembered(2048);

/** Whether a rotation record is well formed and signed by the key that it leads away from. */
export function isRotation({ key, prevKey, at, sig }: Rotation): boolean {
  if (!isPublicKey(key) || key === prevKey) return false;
  return verified.holds(
    JSON.stringify([at, key, prevKey, sig]),
    () => verifyDocument("svc-rot/1", { at, key, prevKey }, prevKey, sig),
  );
}

/** Whether verified rotations lead from one key to another. */
export function leads(edges: readonly Rotation[], from: string, to: string): boolean {
  const reached = new Set([from]);
  for (let grown = true; grown;) {
    grown = false;
    for (const { prevKey, key } of edges) {
      if (reached.has(prevKey) && !reached.has(key)) {
        reached.add(key);
        grown = true;
      }
    }
  }
  return reached.has(to);
}

/** Decides pin and accept set from what an instance says of its keys. */
export function resolveKeys(claim: KeyClaim): Resolution {
  const { pinned, current, graceS, now } = claim;
  if (current === undefined) return { ok: false, reason: pinned === undefined ? "unsigned" : "regressed" };
  if (!isPublicKey(current)) return { ok: false, reason: "bad_key" };
  const edges = claim.rotations.slice(-MAX_ROTATIONS).filter((edge) =>
    edge.at <= now + FUTURE_S && isRotation(edge)
  );
  const priorOf = (x: string) => claim.prior.find((key) => key.x === x);
  // A key that was rotated away never becomes the pin again, even if its holder signs a way back to it.
  if (priorOf(current)?.until !== undefined || edges.some((edge) => edge.prevKey === current)) {
    return { ok: false, reason: "rotated_away" };
  }
  if (pinned !== undefined && !leads(edges, pinned, current)) {
    return { ok: false, reason: "key_changed" };
  }

  const accept: AcceptKey[] = [{ x: current }];
  for (const key of claim.prior) {
    // Cutoffs stay recorded for good, so that the key never counts again; they never move later.
    if (key.until !== undefined) accept.push({ ...key });
  }
  const trustedBefore = new Set(
    [pinned, ...claim.prior.filter((key) => key.until === undefined || key.until > now).map((key) => key.x)],
  );
  for (const x of trustedBefore) {
    if (x === undefined || x === current) continue;
    const away = edges.filter((edge) => edge.prevKey === x).map((edge) => edge.at);
    const shown = claim.published.find((key) => key.x === x);
    const counts = shown !== undefined && !shown.revoked && leads(edges, x, current);
    const cutoff = counts
      ? Math.min(shown.until ?? Infinity, Math.min(...away) + graceS, priorOf(x)?.until ?? Infinity)
      : Math.min(now, priorOf(x)?.until ?? Infinity);
    const known = accept.find((key) => key.x === x);
    if (known) known.until = Math.min(known.until ?? Infinity, cutoff);
    else accept.push({ x, until: cutoff });
  }
  return {
    ok: true,
    pin: current,
    accept,
    rotations: edges,
    moved: pinned !== undefined && pinned !== current,
  };
}

/** The keys of an accept set that count now. */
export const usableKeys = (accept: readonly AcceptKey[], now: number): string[] =>
  accept.filter((key) => key.until === undefined || now < key.until).map((key) => key.x);
