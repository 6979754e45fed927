/**
 * The wire: canonical CBOR, record declarations, signed frames, sync pages, signed JSON documents, Ed25519 keys and
 * their fingerprints. Owns every byte format that another instance or box must agree on. Refuses whatever is not in
 * its one canonical form; knows no database, no transport and no trust.
 */
export { ANSWER_HEADERS, answerText, boxText, isBoxNonce } from "./box_request.ts";
export { type CborMap, type CborValue, MAX_DEPTH } from "./cbor.ts";
export { decodeCbor } from "./decode_cbor.ts";
export { DEFLATE_DICT1, DEFLATE_DICT1_FINGERPRINT } from "./deflate_dict1.ts";
export { documentText, handedOut, signDocument, verifyDocument } from "./documents.ts";
export { encodeCbor } from "./encode_cbor.ts";
export {
  type JudgedFrame,
  judgeFrame,
  judgeFrames,
  type ReadFrame,
  readFrame,
  signedBytes,
  signFrame,
  VerifiedFrame,
  verifyFrame,
} from "./frames.ts";
export {
  fingerprintOf,
  isCanonicalSignature,
  isPublicKey,
  readFingerprint,
  readPublicKey,
  readSigningKey,
  showFingerprint,
  type SigningKey,
  spokenFingerprint,
  verifyBytes,
  verifyText,
} from "./keys.ts";
export {
  gidWord,
  isInstanceId,
  isRecordKind,
  isSequenceKind,
  makeGid,
  readGid,
  RECORD_KINDS,
  type RecordKind,
  SEQUENCE_KINDS,
  type SequenceKind,
} from "./names.ts";
export {
  encodePage,
  MAX_PAGE_BYTES,
  MAX_PAGE_FRAMES,
  type PageRead,
  readPage,
  type SyncPage,
} from "./pages.ts";
export type { Applier, Appliers, AppliersOf, Publications, PublishedKind, Received } from "./publications.ts";
export { describeRecord } from "./record.ts";
export { NATIVE_CACHE_TYPES } from "../things/mod.ts";
export * from "./records.ts";
export {
  documentOfRecord,
  isCanonical,
  isVisitSigned,
  privateDigest,
  readVisitAnswer,
  type VisitAnswer,
  visitDigest,
  type VisitDocument,
  writeVisit,
} from "./visits.ts";
export { type Check, Verifier } from "./verifier.ts";
export { factBody } from "./fact_fields.ts";
