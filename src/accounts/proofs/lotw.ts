/**
 * Proof by a Logbook of the World certificate (API "Accounts, identity, verification", `/verify/lotw/*`). Pure.
 *
 * Issuers are found by key identifier, never by name: all LoTW roots share one subject and so do all production CAs. A
 * user certificate outlives the CA that issued it. So the user certificate must be valid now, and each CA must have been
 * valid when it signed.
 */
export { LOTW_ALGORITHM, lotwMessage } from "./lotw_challenge.ts";
import { constants, verify } from "node:crypto";
import { type ReadCertificate, readCertificate, readPem } from "./certificates.ts";
import type { LotwRefusal } from "./lotw_refusals.ts";

/** TrustedQSL made 1024-bit user keys for years; the challenge lives 15 minutes, far too short to factor one. */
const USER_KEY_BITS = 1024;
/**
 * A forged CA signature can be prepared for years, so a CA needs more bits. This refuses the root of 2010, which has
 * 1024.
 */
const CA_KEY_BITS = 2048;
/** User, production CA, root, and room for one more level. */
const LONGEST_CHAIN = 4;
/** Most certificates that a caller may send. */
const MOST_CERTIFICATES = 8;

export type LotwVerdict =
  | { proved: true; call: string; serial: string; fingerprint: string; expiresAt: number }
  | { proved: false; reason: LotwRefusal };

/** The trusted authorities of a PEM text (LOTW_ROOTS). Throws when a block cannot be read or none is a CA. */
export function loadAuthorities(pem: string): ReadCertificate[] {
  const authorities = readPem(pem).filter((one) => one.isCa);
  if (authorities.length === 0) throw new Error("The PEM text has no certificate of an authority");
  return authorities;
}

export interface LotwProof {
  /** Base call to be proved. */
  base: string;
  message: string;
  /** DER, in any order: the user's own and what of its chain the caller has. */
  certificates: Uint8Array[];
  signature: Uint8Array;
  authorities: ReadCertificate[];
  /** Unix seconds. */
  now: number;
}

/** Judges a proof. Never throws: everything in it comes from a stranger. */
export function judgeLotw(proof: LotwProof): LotwVerdict {
  const refused = (reason: LotwRefusal): LotwVerdict => ({ proved: false, reason });
  const { certificates, now } = proof;
  if (certificates.length === 0) return refused("no_certificate");
  if (certificates.length > MOST_CERTIFICATES) return refused("too_many_certificates");
  const read = certificates.map(readCertificate);
  if (read.some((one) => !one)) return refused("malformed_certificate");
  const given = read as ReadCertificate[];
  const users = given.filter((one) => one.calls.length > 0);
  const user = users[0];
  if (!user) return refused("no_callsign");
  if (users.length > 1 || user.calls.length > 1) return refused("several_callsigns");
  if (user.calls[0] !== proof.base) return refused("wrong_callsign");
  if (user.isCa) return refused("certificate_is_ca");
  if (now < user.notBefore) return refused("certificate_not_yet_valid");
  if (now > user.notAfter) return refused("certificate_expired");
  if (user.rsaBits === 0) return refused("unsupported_key");
  if (user.rsaBits < USER_KEY_BITS) return refused("key_too_small");
  const broken = climb(user, given.filter((one) => one !== user), proof.authorities, 1);
  if (broken) return refused(broken);
  const key = { key: user.key, padding: constants.RSA_PKCS1_PADDING };
  if (!verify("sha256", Buffer.from(proof.message, "utf8"), key, proof.signature)) {
    return refused("bad_message_signature");
  }
  return {
    proved: true,
    call: proof.base,
    serial: user.serial,
    fingerprint: user.fingerprint,
    expiresAt: user.notAfter,
  };
}

/**
 * Climbs from `child` to an authority over every issuer that could have signed it. `undefined` when one chain is
 * valid, else why the last chain that was tried is not. `depth` counts certificates from the user's own.
 */
function climb(
  child: ReadCertificate,
  helpers: ReadCertificate[],
  authorities: ReadCertificate[],
  depth: number,
): LotwRefusal | undefined {
  if (child.unknownCritical) return "unknown_extension";
  if (!child.strongSignature) return "weak_signature";
  if (depth >= LONGEST_CHAIN) return "chain_too_long";
  const named = [...authorities, ...helpers].filter((one) =>
    one !== child && (child.issuerKeyId === undefined || one.keyId === child.issuerKeyId)
  );
  let reason: LotwRefusal = "unknown_issuer";
  for (const issuer of named) {
    const broken = judgeIssuer(issuer, child, depth);
    if (!broken && authorities.includes(issuer)) return undefined;
    const above = broken ?? climb(issuer, helpers.filter((one) => one !== issuer), authorities, depth + 1);
    if (!above) return undefined;
    reason = above;
  }
  return reason;
}

function judgeIssuer(
  issuer: ReadCertificate,
  child: ReadCertificate,
  depth: number,
): LotwRefusal | undefined {
  if (!issuer.isCa || !issuer.maySignCertificates) return "issuer_not_ca";
  if (issuer.unknownCritical) return "unknown_extension";
  if (issuer.rsaBits === 0) return "unsupported_key";
  if (issuer.rsaBits < CA_KEY_BITS) return "issuer_key_too_small";
  // `depth` - 1 CA certificates lie between the issuer and the user's certificate.
  if (issuer.pathLength !== undefined && depth - 1 > issuer.pathLength) return "chain_too_long";
  if (!child.signedBy(issuer.key)) return "bad_certificate_signature";
  if (child.notBefore < issuer.notBefore || child.notBefore > issuer.notAfter) return "issuer_not_valid_then";
  return undefined;
}
