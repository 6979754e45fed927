/** Makes certificates for LoTW tests: chains shaped like the real one, and wrong ones. */
import "reflect-metadata";
import * as x509 from "@peculiar/x509";

const CALLSIGN = "1.3.6.1.4.1.12348.1.1";
const algorithm = (bits: number, hash = "SHA-256") => ({
  name: "RSASSA-PKCS1-v1_5",
  hash,
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: bits,
});

export type Keys = CryptoKeyPair;
export const rsaKeys = (bits = 2048): Promise<Keys> =>
  crypto.subtle.generateKey(algorithm(bits), true, ["sign", "verify"]) as Promise<Keys>;
export const ecKeys = (): Promise<Keys> =>
  crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]) as Promise<
    Keys
  >;

export interface Issued {
  /** Callsigns in the subject; none makes a certificate without the attribute. */
  calls?: string[];
  name?: string;
  keys: Keys;
  signer: Keys;
  /** Key whose identifier is named as the issuer's; the signer's unless told; null leaves it out. */
  statedIssuer?: Keys | null;
  /** Unix seconds. */
  from: number;
  to: number;
  ca?: boolean;
  pathLength?: number;
  usage?: x509.KeyUsageFlags;
  hash?: string;
  extra?: x509.Extension[];
}

let serial = 1;

/** The same key for another hash: WebCrypto ties a key to one. */
async function withHash(key: CryptoKey, hash: string | undefined): Promise<CryptoKey> {
  if (!hash) return key;
  const pkcs8 = await crypto.subtle.exportKey("pkcs8", key);
  return await crypto.subtle.importKey("pkcs8", pkcs8, algorithm(2048, hash), false, ["sign"]);
}

/** DER of a certificate made as told. */
export async function issue(told: Issued): Promise<Uint8Array<ArrayBuffer>> {
  const stated = told.statedIssuer === undefined ? told.signer : told.statedIssuer;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: (serial++).toString(16).padStart(4, "0"),
    subject: new x509.Name([
      { CN: [told.name ?? "Somebody"] },
      ...(told.calls ?? []).map((call) => ({ [CALLSIGN]: [call] })),
    ]),
    // Every issuer has one name on purpose, as all LoTW authorities of a kind do.
    issuer: "CN=Logbook of the World Production CA",
    notBefore: new Date(told.from * 1000),
    notAfter: new Date(told.to * 1000),
    publicKey: told.keys.publicKey,
    signingKey: await withHash(told.signer.privateKey, told.hash),
    signingAlgorithm: algorithm(2048, told.hash),
    extensions: [
      ...(told.ca ? [new x509.BasicConstraintsExtension(true, told.pathLength, true)] : []),
      ...(told.usage !== undefined ? [new x509.KeyUsagesExtension(told.usage, true)] : []),
      await x509.SubjectKeyIdentifierExtension.create(told.keys.publicKey),
      ...(stated ? [await x509.AuthorityKeyIdentifierExtension.create(stated.publicKey)] : []),
      ...(told.extra ?? []),
    ],
  });
  return new Uint8Array(certificate.rawData);
}

export const pem = (...ders: Uint8Array[]): string =>
  ders.map((der) =>
    `-----BEGIN CERTIFICATE-----\n${
      Buffer.from(der).toString("base64").replace(/.{64}/g, "$&\n")
    }\n-----END CERTIFICATE-----\n`
  ).join("");

/** RSASSA-PKCS1-v1_5 with SHA-256 over a text's UTF-8. */
export const signText = async (keys: Keys, text: string): Promise<Uint8Array> =>
  new Uint8Array(
    await crypto.subtle.sign("RSASSA-PKCS1-v1_5", keys.privateKey, new TextEncoder().encode(text)),
  );

/** An extension nobody understands. */
export const unknownExtension = (critical: boolean): x509.Extension =>
  new x509.Extension("1.2.3.4.5.6", critical, new Uint8Array([5, 0]));

/** Key usage that forbids signing certificates. */
export const SIGNATURES_ONLY = x509.KeyUsageFlags.digitalSignature;
