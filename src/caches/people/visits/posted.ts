/** A visit as it is posted: JSON, or CBOR for slow ways; what is signed, and what is sent beside it. API "Caches, logs, media". Pure. */
import { z } from "#schemas";
import { fromBase64Url, isCall, normalCall, toBase64Url } from "../../../base/mod.ts";
import { decodeCbor, isCanonical, isInstanceId, readGid, type VisitDocument } from "../../../wire/mod.ts";
import { latitude, lines, longitude } from "../../views/fields.ts";

/** Most bytes of a visit: measured before it is read. */
export const VISIT_BYTES = 16 * 1024;

const isKey = (text: string): boolean => text.length === 43 && fromBase64Url(text)?.length === 32;
const deviceKey = z.string().refine(isKey, "is not an Ed25519 public key");
const signatureText = z.string().refine(
  (text) => text.length === 86 && fromBase64Url(text) !== undefined,
  "is not an Ed25519 signature",
);
export const instanceName = z.string().max(253).refine(isInstanceId, "is not the name of an instance");
const seconds = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const word = z.string().min(1).max(200);

/** What is signed. */
const Signed = z.strictObject({
  at: seconds,
  cache: z.string().max(300).refine(
    (gid) => readGid(gid)?.word === "cache",
    "is not the global id of a cache",
  ),
  call: z.string().refine((call) => isCall(call) && normalCall(call) === call, "is not a callsign"),
  home: instanceName,
  instance: instanceName,
  key: deviceKey,
  kind: z.enum(["found", "DNF", "note"]),
  priv: z.string().regex(/^[0-9a-f]{64}$/).optional(),
  sentId: z.string().regex(/^[0-9A-Za-z-]{16,64}$/),
  text: lines(2000),
});

/** What is sent beside it, and never leaves this instance. */
const Private = z.strictObject({
  accuracyM: z.number().min(0).max(1_000_000).optional(),
  code: word.optional(),
  lat: latitude.optional(),
  lon: longitude.optional(),
  salt: z.string().regex(/^[0-9A-Za-z_-]{22}$/),
  tag: word.optional(),
});
export type Private = z.infer<typeof Private>;

export const PostedVisit = Signed.extend({ sig: signatureText, private: Private.optional() });

/** An act of a key that somebody signed at a time. */
const act = { key: deviceKey, at: seconds, sig: signatureText };
/** A visitor's own act, and the wish of their home to erase the visits of a key. */
export const SignedAct = z.strictObject(act);
export const Erasure = z.strictObject({ home: instanceName, ...act });

/** A wish to erase as carriers bring it. */
export function readErasure(text: string): z.infer<typeof Erasure> | undefined {
  try {
    return Erasure.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** What came: the document, its signature, and what came beside it. */
export interface Posted {
  document: VisitDocument;
  sig: string;
  beside?: Private;
}

/** The same as JSON, as it is kept while it waits, and as carriers bring it. */
export const postedText = ({ document, sig, beside }: Posted): string =>
  JSON.stringify({ ...document, sig, ...(beside && { private: beside }) });

/** Reads what `postedText` wrote, or what a stranger posted as JSON; a string says what is wrong. */
export function readPosted(text: string): Posted | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "The body is not JSON";
  }
  const read = PostedVisit.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    return `${issue?.path.join(".") || "body"}: ${issue?.message}`;
  }
  const { sig, private: beside, priv, ...signed } = read.data;
  return {
    document: { ...signed, ...(priv !== undefined && { priv }) },
    sig,
    ...(beside && { beside: present(beside) }),
  };
}

/** Without members that are not there: what is signed names them not. */
const present = (beside: Private): Private =>
  Object.fromEntries(Object.entries(beside).filter(([, value]) => value !== undefined)) as Private;

const strictText = new TextDecoder("utf-8", { fatal: true });

/** CBOR: the bytes of what is signed, the signature, and the bytes of what comes beside it, in canonical JSON. */
export function readPostedCbor(bytes: Uint8Array): Posted | string {
  let document: string, beside: string | undefined, sig: string;
  try {
    const decoded = decodeCbor(bytes), map = decoded.ok ? decoded.value : undefined;
    if (!(map instanceof Map) || [...map.keys()].some((key) => key !== 1 && key !== 2 && key !== 3)) {
      return "The body is not a map of 1, 2 and 3";
    }
    const [signed, signature, secret] = [map.get(1), map.get(2), map.get(3)];
    if (!(signed instanceof Uint8Array)) return "1: is not bytes";
    if (secret !== undefined && !(secret instanceof Uint8Array)) return "3: is not bytes";
    document = strictText.decode(signed);
    beside = secret && strictText.decode(secret);
    sig = signature instanceof Uint8Array ? toBase64Url(signature) : String(signature);
  } catch {
    return "The body is not CBOR";
  }
  try {
    const [signed, secret] = [JSON.parse(document), beside === undefined ? undefined : JSON.parse(beside)];
    if (!isCanonical(document, signed) || (secret !== undefined && !isCanonical(beside!, secret))) {
      return "The documents are not canonical JSON";
    }
    return readPosted(JSON.stringify({ ...signed, sig, ...(secret !== undefined && { private: secret }) }));
  } catch {
    return "The documents are not JSON";
  }
}
