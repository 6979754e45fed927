/**
 * What a visitor signs, and whether a record of it is signed. API "Caches, logs, media": whoever has the record can check the signature.
 * Pure.
 */
import canonicalize from "canonicalize";
import { fromBase64Url, sha256Hex, utf8 } from "../base/mod.ts";
import type { CborMap, CborValue } from "./cbor.ts";
import { verifyDocument } from "./documents.ts";
import { encodeCbor } from "./encode_cbor.ts";
import type { FindBody } from "./records.ts";

/** A log at a neighbour's cache, as the visitor's device signs it under `svc-visit/1`. */
export interface VisitDocument {
  at: number;
  /** Global id of the cache. */
  cache: string;
  call: string;
  /** The visitor's instance, and that of the cache. */
  home: string;
  instance: string;
  key: string;
  kind: FindBody["kind"];
  /** Digest of what is sent beside it, in hex. */
  priv?: string;
  sentId: string;
  text: string;
}

/** The document that a find's record says was signed; undefined where the find is no visit. */
export function documentOfRecord(body: FindBody, origin: string): VisitDocument | undefined {
  const { cache, call, kind, text = "", signed, visit } = body;
  if (!signed || !visit) return undefined;
  const { home, sentId, priv } = visit;
  return {
    ...{ at: signed.at, cache, call, home, instance: origin, key: signed.key, kind, sentId, text },
    ...(priv !== undefined && { priv }),
  };
}

/** Whether a document is signed by the key that it names. */
export const isVisitSigned = (document: VisitDocument, { key, sig }: { key: string; sig: string }): boolean =>
  document.key === key && verifyDocument("svc-visit/1", document, key, sig);

/** The digest by which a visit's document names what is sent beside it. */
export const privateDigest = (beside: object): string | undefined => {
  const text = canonicalize(beside);
  return text === undefined ? undefined : sha256Hex(text);
};

/** Whether a text is the canonical form of what it says. */
export const isCanonical = (text: string, value: object): boolean => canonicalize(value) === text;

/** A visit in CBOR, for slow ways: the bytes of what is signed, the signature, and the bytes of what comes beside it. */
export function writeVisit(document: VisitDocument, sig: string, beside?: object): Uint8Array<ArrayBuffer> {
  const map: CborMap = new Map<number, CborValue>([
    [1, utf8(canonicalize(document)!)],
    [2, fromBase64Url(sig) ?? sig],
  ]);
  if (beside !== undefined) map.set(3, utf8(canonicalize(beside)!));
  return encodeCbor(map);
}

/** What a packet circuit names a visit by: half a SHA-256 of its bytes, in hex. */
export const visitDigest = (visit: Uint8Array): string => sha256Hex(visit).slice(0, 32);

/**
 * What the instance of the cache answers over a packet circuit: it is there now or was before; it waits for the key's record; or
 * why it is refused, as a refusal of the same by https names it. `refused later`: to come again.
 */
export type VisitAnswer = "taken" | "waiting key" | `refused ${string}`;

/** The words of an answer; undefined for any others. */
export const readVisitAnswer = (words: string): VisitAnswer | undefined =>
  /^(taken|waiting key|refused [a-z][a-z_]{1,47})$/.test(words) ? words as VisitAnswer : undefined;
