/**
 * What an enrolled receiver box signs of a request (API "Ingest box signatures"), and the gateway of its answer. One text for
 * the gate and the box.
 */
import { sha256Hex } from "../base/mod.ts";

/** Method, path with query, time, nonce and the body's SHA-256, under the prefix svc-box/1. */
export const boxText = (
  method: string,
  target: string,
  at: string,
  nonce: string,
  body: Uint8Array,
): string => `svc-box/1\n${method} ${target}\n${at}\n${nonce}\n${sha256Hex(body)}`;

/**
 * What the gateway signs of its answer to a box, with the key of the instance: whose answer it is, to which nonce, and when
 * it was made (Unix milliseconds; empty while its clock is not known). A portal on the way can sign nothing.
 */
export const answerText = (instance: string, nonce: string, at: string): string =>
  `svc-box-answer/1\n${instance}\n${nonce}\n${at}`;

/** The headers in which an answer says so; the request's nonce comes back under its own name. */
export const ANSWER_HEADERS = {
  instance: "x-instance",
  nonce: "x-box-nonce",
  at: "x-instance-at",
  sig: "x-instance-sig",
} as const;

/** A nonce as the gate takes it. */
export const isBoxNonce = (text: string): boolean => /^[A-Za-z0-9_-]{16,64}$/.test(text);
