/** Makes certificates. Loaded where one is made: the library behind it costs memory that a small host has not to spare. */
import "reflect-metadata";
import * as x509 from "@peculiar/x509";
import { isIP } from "node:net";
import type { World } from "../base/mod.ts";
import { type Authority, AUTHORITY_FROM, AUTHORITY_TO, type Pair } from "./authority.ts";
import { constraintsOf, NAME_CONSTRAINTS } from "./constraints.ts";
import { isPermitted, NAMES } from "./ranges.ts";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** Sixteen random bytes, positive and without a leading zero. */
function serialNumber(world: World): string {
  const bytes = world.random(16);
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return bytes.toHex();
}

const generate = () => crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);

async function pair(certificate: x509.X509Certificate, key: CryptoKey): Promise<Pair> {
  const pkcs8 = await crypto.subtle.exportKey("pkcs8", key);
  return {
    cert: `${certificate.toString("pem")}\n`,
    key: `${x509.PemConverter.encode(pkcs8, "PRIVATE KEY")}\n`,
  };
}

/** A new authority that may speak for `names` besides what every one may. */
export async function issueAuthority(
  { instance, names, world }: { instance: string; names: readonly string[]; world: World },
): Promise<Pair> {
  const keys = await generate();
  // Two authorities of one instance differ in name: systems list what they trust by it.
  const subject = new x509.Name([{ CN: [`Service Gateway ${instance} ${serialNumber(world).slice(0, 6)}`] }]);
  const more = names.filter((name) => !isPermitted(name, NAMES));
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(world),
    subject,
    issuer: subject,
    notBefore: new Date(AUTHORITY_FROM * 1000),
    notAfter: new Date(AUTHORITY_TO * 1000),
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.Extension(NAME_CONSTRAINTS, true, constraintsOf([...new Set([...NAMES, ...more])])),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return await pair(certificate, keys.privateKey);
}

export interface Named {
  /** DNS names and addresses; the first DNS name is what people see as its owner. */
  names: readonly string[];
  /** Unix seconds. */
  from: number;
  to: number;
}

/** A leaf of the authority for servers of these names. Whether the authority may speak for them is the caller's to know. */
export async function issueLeaf(
  authority: Authority,
  { names, from, to }: Named,
  world: World,
): Promise<Pair> {
  const keys = await generate();
  const issuer = new x509.X509Certificate(authority.der);
  const [pkcs8] = x509.PemConverter.decode(authority.key);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(world),
    subject: new x509.Name([{ CN: [names[0]!.slice(0, 64)] }]), // RFC 5280: 64 characters at most
    issuer: issuer.subjectName,
    notBefore: new Date(from * 1000),
    notAfter: new Date(to * 1000),
    publicKey: keys.publicKey,
    signingKey: await crypto.subtle.importKey("pkcs8", pkcs8!, ALGORITHM, false, ["sign"]),
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? "dns" as const : "ip" as const, value })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return await pair(certificate, keys.privateKey);
}
