/**
 * A corroboration question (FED "Events"): what is asked of every peer alike, and the frame that one peer gets.
 * Pure: bytes in, bytes out; how they travel is decided elsewhere.
 */
import { sha256Hex, toHex } from "../../base/mod.ts";
import {
  type QuestionBody,
  QuestionRecord,
  type ReadFrame,
  readFrame,
  signFrame,
  type SigningKey,
} from "../../wire/mod.ts";
import { BUCKET_M, BUCKET_S, bucketOf, CELL_SLACK_M, SLACK_M, snapped, toE7 } from "./coarsen.ts";

/** What is asked of every peer alike. */
export type Question = Omit<QuestionBody, "nonce" | "target">;

/** A find as this instance knows it when it asks. */
export interface Sought {
  /** The call that signed in. */
  call: string;
  /** Further calls under which a position may have gone out; the first three are asked for too. */
  others?: readonly string[];
  lat: number;
  lon: number;
  /** How near to the place the station has to have been. */
  radiusM: number;
  since: number;
  until: number;
  /** Base calls that the logger controls. */
  excludeIgates: readonly string[];
}

/** A question for one peer, and what its answer has to repeat. */
export interface SignedQuestion {
  frame: Uint8Array<ArrayBuffer>;
  nonce: string;
  /** Hex SHA-256 of the signed payload. */
  hash: string;
}

/** Base calls that a question has room for. */
const MOST_EXCLUDED = 100;
/** How far from now a question or answer may have been signed, in seconds either way (FED "Limits"). */
export const FRESH_S = 120;

/**
 * The question about a find. It names the cell and the ten minutes, never the place and the moment: the place may
 * be the last stage of a mystery. Its radius makes up for that, so that an answer counts only within what was
 * asked. `undefined` for somebody who controls more calls than it has room for: some of their calls would be
 * missing.
 */
export function questionOf(sought: Sought): Question | undefined {
  if (sought.excludeIgates.length > MOST_EXCLUDED) return undefined;
  const widened = sought.radiusM + SLACK_M + CELL_SLACK_M;
  return {
    callsign: sought.call,
    ...snapped(toE7(sought)),
    radiusM: Math.ceil(widened / BUCKET_M) * BUCKET_M,
    since: bucketOf(sought.since),
    until: bucketOf(sought.until) + BUCKET_S,
    excludeIgates: [...sought.excludeIgates],
  };
}

/** A nonce of 16 random bytes. */
export const nonceOf = (random: (n: number) => Uint8Array): string => toHex(random(16));

/** Signs the question for one peer. */
export function signQuestion(
  question: Question,
  by: { asker: string; target: string; nonce: string; at: number },
  key: SigningKey,
): SignedQuestion {
  const { asker, target, nonce, at } = by;
  const frame = signFrame({
    type: QuestionRecord.type,
    gid: `${asker}:${QuestionRecord.word}:${nonce}`,
    origin: asker,
    v: at,
    at,
    body: QuestionRecord.write({ ...question, nonce, target }),
  }, key);
  return { frame, nonce, hash: questionHash(frame) };
}

/** The hash by which an answer names its question. */
function questionHash(frame: Uint8Array): string {
  const read = readFrame(frame);
  if (!read.ok) throw new TypeError(`Cannot hash a question: ${read.problem}`);
  return sha256Hex(read.frame.payload);
}

type QuestionRead =
  | { ok: true; frame: ReadFrame; hash: string; target: string; body: QuestionBody }
  | { ok: false; problem: string };

/** Reads a question. Nothing about it is proven yet: the caller decides which keys count. */
export function readQuestion(bytes: Uint8Array): QuestionRead {
  if (bytes.length > QuestionRecord.maxBytes) return { ok: false, problem: "too large" };
  const read = readFrame(bytes);
  if (!read.ok) return read;
  const { frame } = read;
  if (frame.type !== QuestionRecord.type) return { ok: false, problem: `type ${frame.type}` };
  if (frame.signer !== frame.origin) return { ok: false, problem: "the signer is not the origin" };
  if (!frame.gid.startsWith(`${frame.origin}:`)) return { ok: false, problem: "gid of another origin" };
  const body = QuestionRecord.read(frame.body);
  return body.ok
    ? { ok: true, frame, hash: sha256Hex(frame.payload), target: body.body.target, body: body.body }
    : { ok: false, problem: body.problem };
}
