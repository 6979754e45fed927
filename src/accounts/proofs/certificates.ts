/**
 * X.509 certificates as far as Logbook of the World needs them (RFC 5280). Pure. node:crypto checks signatures but does
 * not show key identifiers, path lengths or unknown subject attributes, so those are read with asn1-x509.
 */
import { createHash, type KeyObject, X509Certificate } from "node:crypto";
import { AsnConvert } from "@peculiar/asn1-schema";
import {
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_keyUsage,
  id_ce_subjectKeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  SubjectKeyIdentifier,
} from "@peculiar/asn1-x509";
import { toHex } from "../../base/mod.ts";

/** The AROcallsign attribute of a LoTW user certificate's subject. */
const CALLSIGN = "1.3.6.1.4.1.12348.1.1";

/** RSA signatures with SHA-256, SHA-384, SHA-512. MD5 and SHA-1 are forgeable and not among them. */
const STRONG_SIGNATURES = new Set([
  "1.2.840.113549.1.1.11",
  "1.2.840.113549.1.1.12",
  "1.2.840.113549.1.1.13",
]);

/** Critical extensions that are understood here; any other critical one refuses the certificate (RFC 5280 4.2). */
const UNDERSTOOD = new Set<string>([
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_keyUsage,
  id_ce_subjectKeyIdentifier,
]);

/** The fields that are read from one certificate. Times in unix seconds. */
export interface ReadCertificate {
  der: Uint8Array;
  /** Lower-case hex SHA-256 of the DER. */
  fingerprint: string;
  serial: string;
  /** AROcallsign values of the subject, upper case. */
  calls: string[];
  notBefore: number;
  notAfter: number;
  /** Hex key identifier of its own key: as stated, else SHA-1 of the key bits (RFC 5280 4.2.1.2). */
  keyId: string;
  /** Hex key identifier of the issuer's key, where stated. */
  issuerKeyId?: string;
  isCa: boolean;
  /** How many CA certificates may follow below it; absent means any number. */
  pathLength?: number;
  /** False when a key usage is stated and lacks certificate signing. */
  maySignCertificates: boolean;
  strongSignature: boolean;
  unknownCritical: boolean;
  key: KeyObject;
  /** RSA modulus in bits; 0 for any other kind of key. */
  rsaBits: number;
  signedBy(key: KeyObject): boolean;
}

/** Reads one DER certificate; `undefined` when the bytes are not a certificate. */
export function readCertificate(der: Uint8Array): ReadCertificate | undefined {
  try {
    return read(der);
  } catch {
    return undefined; // foreign bytes: every decoder error means the same, "not a certificate"
  }
}

function read(der: Uint8Array): ReadCertificate {
  const checked = new X509Certificate(der);
  const { tbsCertificate: inner, signatureAlgorithm } = AsnConvert.parse(der, Certificate);
  const extension = (id: string) => inner.extensions?.find((one) => one.extnID === id)?.extnValue.buffer;
  const own = extension(id_ce_subjectKeyIdentifier);
  const issuer = extension(id_ce_authorityKeyIdentifier);
  const basic = extension(id_ce_basicConstraints);
  const usage = extension(id_ce_keyUsage);
  const limits = basic && AsnConvert.parse(basic, BasicConstraints);
  const issuerKey = issuer && AsnConvert.parse(issuer, AuthorityKeyIdentifier).keyIdentifier?.buffer;
  const key = checked.publicKey;
  const rsa = key.asymmetricKeyType === "rsa";
  return {
    der,
    fingerprint: toHex(createHash("sha256").update(der).digest()),
    serial: checked.serialNumber,
    calls: [...inner.subject].flatMap((names) =>
      [...names].filter((one) => one.type === CALLSIGN).map((one) =>
        one.value.toString().trim().toUpperCase()
      )
    ),
    notBefore: Math.floor(inner.validity.notBefore.getTime().getTime() / 1000),
    notAfter: Math.floor(inner.validity.notAfter.getTime().getTime() / 1000),
    keyId: own
      ? toHex(new Uint8Array(AsnConvert.parse(own, SubjectKeyIdentifier).buffer))
      : createHash("sha1").update(new Uint8Array(inner.subjectPublicKeyInfo.subjectPublicKey)).digest("hex"),
    ...(issuerKey && { issuerKeyId: toHex(new Uint8Array(issuerKey)) }),
    isCa: limits?.cA === true,
    ...(limits?.pathLenConstraint !== undefined && { pathLength: limits.pathLenConstraint }),
    maySignCertificates: !usage ||
      (AsnConvert.parse(usage, KeyUsage).toNumber() & KeyUsageFlags.keyCertSign) !== 0,
    strongSignature: STRONG_SIGNATURES.has(signatureAlgorithm.algorithm),
    unknownCritical: inner.extensions?.some((one) => one.critical && !UNDERSTOOD.has(one.extnID)) ?? false,
    key,
    rsaBits: rsa ? key.asymmetricKeyDetails?.modulusLength ?? 0 : 0,
    signedBy: (other) => checked.verify(other),
  };
}

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]{1,65536})-----END CERTIFICATE-----/g;

/** Every certificate of a PEM text. Throws on a block that cannot be read, with its number: a setting is broken. */
export function readPem(pem: string): ReadCertificate[] {
  return [...pem.matchAll(PEM_BLOCK)].map(([, body], index) => {
    const found = readCertificate(Uint8Array.from(Buffer.from(body!, "base64")));
    if (!found) throw new Error(`Certificate ${index + 1} of the PEM text cannot be read`);
    return found;
  });
}
