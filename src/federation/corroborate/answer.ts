/** A corroboration answer (FED "Events"): signed by who was asked, judged by who asked. Pure. */
import { baseCall } from "../../base/mod.ts";
import { type AnswerBody, AnswerRecord, judgeFrame, signFrame, type SigningKey } from "../../wire/mod.ts";
import { FRESH_S, type Question } from "./question.ts";

/** What a peer heard, as coarsely as it is told. */
export interface Heard {
  distanceM: number;
  /** Start of the ten minutes in which it was. */
  at: number;
  /** The receiving station, where both sides reveal it. */
  igate?: string;
}

/** Signs the answer to one question. `heard` is absent where nothing was. */
export function signAnswer(
  to: { nonce: string; hash: string },
  heard: Heard | undefined,
  by: { answerer: string; at: number },
  key: SigningKey,
): Uint8Array<ArrayBuffer> {
  const body: AnswerBody = {
    nonce: to.nonce,
    queryHash: to.hash,
    corroborated: heard !== undefined,
    ...(heard && { distanceCm: heard.distanceM * 100, ts: heard.at }),
    ...(heard?.igate !== undefined && { igateCall: heard.igate }),
  };
  return signFrame({
    type: AnswerRecord.type,
    gid: `${by.answerer}:${AnswerRecord.word}:${to.nonce}`,
    origin: by.answerer,
    v: by.at,
    at: by.at,
    body: AnswerRecord.write(body),
  }, key);
}

/** What an answer is held against. */
export interface Asked {
  question: Question;
  nonce: string;
  hash: string;
  /** Who was asked, and the keys accepted for it, the pin first. */
  instance: string;
  keys: readonly string[];
  now: number;
  /** How long ago it may have been signed, in seconds: an answer that came through a hub lay there. */
  oldest?: number;
  /** Keep the name of the receiving station (FED_REVEAL_IGATE). */
  reveal: boolean;
}

/** A verified answer, or why it does not count. */
export type Word =
  | { said: "yes"; heard: Heard; key: string }
  | { said: "no"; key: string }
  | { said: "refused"; why: string };

const refused = (why: string): Word => ({ said: "refused", why });

/**
 * Judges the bytes that a peer sent back: whoever carried them, they count only as that peer's own word on this
 * question.
 */
export function judgeAnswer(bytes: Uint8Array, asked: Asked): Word {
  if (bytes.length > AnswerRecord.maxBytes) return refused("its answer is too large");
  const { read, verified: frame } = judgeFrame(bytes, asked.keys).open();
  if (!read.ok) return refused("its answer cannot be read");
  if (!frame) return refused("its answer is not signed by it");
  if (frame.type !== AnswerRecord.type) return refused("it answered with something else");
  if (frame.origin !== asked.instance || frame.signer !== asked.instance) {
    return refused("the answer is another instance's");
  }
  const age = asked.now - frame.at;
  if (age > (asked.oldest ?? FRESH_S) || age < -FRESH_S) return refused("its answer is not fresh");
  const body = AnswerRecord.read(frame.body);
  if (!body.ok) return refused("its answer is malformed");
  const { nonce, queryHash, corroborated, distanceCm, ts, igateCall } = body.body;
  if (nonce !== asked.nonce || queryHash !== asked.hash) return refused("it answered another question");
  if (!corroborated) return { said: "no", key: frame.signerKey };
  const { question } = asked;
  if (distanceCm === undefined || distanceCm > question.radiusM * 100) {
    return refused("what it heard was farther away than was asked");
  }
  if (ts === undefined || ts < question.since || ts > question.until) {
    return refused("what it heard was at another time than was asked");
  }
  const named = asked.reveal && igateCall !== undefined && !isLoggers(igateCall, question);
  return {
    said: "yes",
    heard: { distanceM: Math.ceil(distanceCm / 100), at: ts, ...(named && { igate: igateCall }) },
    key: frame.signerKey,
  };
}

/** Whether a receiving station is the logger's own. */
export const isLoggers = (igate: string, { callsign, excludeIgates }: Question): boolean =>
  [baseCall(callsign), ...excludeIgates].includes(baseCall(igate));
