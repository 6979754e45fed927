/**
 * Signed JSON documents: a domain prefix, a line feed, then the RFC 8785 form of the document without its `sig`.
 * A verifier takes only the prefixed bytes, so a signature for one kind never verifies as another (FED "Versioning").
 */
import canonicalize from "canonicalize";
import { type SigningKey, verifyText } from "./keys.ts";

/** Every domain prefix of the project; frames (`svc-fed/1`) and headers (`svc-box/1`, `svc-relay/1`) sign other bytes. */
const DOCUMENT_PREFIXES = [
  "svc-rot/1",
  "svc-reg/1",
  "svc-ing/1",
  "svc-box-enroll/1",
  "svc-log/1",
  "svc-visit/1",
  "svc-visit-photo/1",
  "svc-act/1",
  "svc-rel/1",
  "svc-award/1",
  "svc-qsl/1",
] as const;
type DocumentPrefix = typeof DOCUMENT_PREFIXES[number];

/** The text that is signed. A `sig` member of the document is left out of it. */
export function documentText(prefix: DocumentPrefix, document: object): string {
  const { sig: _sig, ...unsigned } = document as Record<string, unknown>;
  const text = canonicalize(unsigned);
  if (text === undefined) throw new TypeError("Cannot sign what JSON cannot carry");
  return `${prefix}\n${text}`;
}

/** base64url signature of the document under a prefix. */
export const signDocument = (prefix: DocumentPrefix, document: object, key: SigningKey): string =>
  key.signText(documentText(prefix, document));

/**
 * Whether `sig` (base64url) signs the document under the prefix. False, never an exception, for a document that has
 * no canonical form: it came from outside.
 */
export function verifyDocument(prefix: DocumentPrefix, document: object, key: string, sig: string): boolean {
  let text: string;
  try {
    text = documentText(prefix, document);
  } catch {
    return false;
  }
  return verifyText(key, text, sig);
}

/** A document that is handed out as a file: it names the key that signed it. */
interface HandedOut {
  key: string;
  sig: string;
}

/**
 * How documents of one kind are signed and read that people hand on to each other. `shape` takes what a file has, and
 * nothing where it has members that nobody signed.
 */
export const handedOut = <Document extends HandedOut>(
  prefix: DocumentPrefix,
  shape: (file: unknown) => Document | undefined,
) => ({
  sign(facts: Omit<Document, keyof HandedOut>, key: SigningKey): Document {
    const document = { ...facts, key: key.publicKey };
    return { ...document, sig: signDocument(prefix, document, key) } as unknown as Document;
  },
  /** What a file says; `undefined` where it is no such document. */
  read(text: string): Document | undefined {
    try {
      return shape(JSON.parse(text));
    } catch {
      return undefined;
    }
  },
  /** Whether it is signed by the key that it names, and is as it was signed. Whose key that is must be known from elsewhere. */
  isSigned: (document: Document): boolean => verifyDocument(prefix, document, document.key, document.sig),
});
