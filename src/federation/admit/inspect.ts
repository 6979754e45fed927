/**
 * The checks of a frame that need no database: form, origin, key and signature, type, namespace. The same for every
 * carrier; the transport never counts (FED "Errors", "Authentication").
 */
import {
  ALL_RECORDS,
  type JudgedFrame,
  kindOfType,
  readFrame,
  type RecordKind,
  RECORDS,
  type VerifiedFrame,
  verifyFrame,
  VisitRecord,
} from "../../wire/mod.ts";
import type { Outcome, Passage, Receiver } from "./outcome.ts";

/** A frame that passed every check that needs no database. */
export interface Passed {
  result: "passed";
  frame: VerifiedFrame;
  kind: RecordKind;
}

/**
 * Checks one frame. Gives what is wrong with it, or the frame as passed. A page's frames were verified under their
 * origin's keys already; bytes that a carrier brought are verified here, each under the keys of the origin that it
 * names.
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
  // Verified a moment ago, perhaps under keys that are no longer accepted.
  const judged = given instanceof Uint8Array ? verifyFrame(read.frame, view.keys) : verified;
  const frame = judged && view.keys.includes(judged.signerKey) ? judged : undefined;
  if (frame === undefined) {
    const outdated = view.former !== undefined && verifyFrame(read.frame, view.former) !== undefined;
    return { result: "unverified", gid, v, outdated };
  }
  const kind = kindOfType(frame.type);
  const record = kind === undefined ? asideOf(frame.type, passage) : RECORDS[kind];
  if (record === undefined || (passage.kind !== undefined && kind !== passage.kind)) {
    return refused("of another kind");
  }
  if (frame.bytes.length > record.maxBytes) return refused("too heavy");
  if (frame.signer !== origin) return refused("signed for another instance");
  // The kind's word in the gid must fit the record's type, so that a record of one kind cannot take over the gid of
  // another.
  if (!gid.startsWith(`${origin}:${record.word}:`)) return refused("outside its namespace");
  return kind === undefined ? { result: "aside", gid, v, frame } : { result: "passed", frame, kind };
}

/** The declaration of a record that is never mirrored, where the carrier takes its type aside. */
const asideOf = (type: number, { aside }: Passage) =>
  aside?.has(type) ? [...ALL_RECORDS, VisitRecord].find((record) => record.type === type) : undefined;
