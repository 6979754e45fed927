/**
 * The authority of an instance as it lies in DATA_DIR/tls: its certificate, which everybody may have, and its key,
 * readable by this user alone. Its dates are fixed ones, so that a host that begins with a wrong clock makes the same
 * authority as any other.
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { failures, hexGroups, pgpWords, replaceFile, sha256 } from "../base/mod.ts";
import { constraintsIn, permittedNames } from "./constraints.ts";
import { NAMES } from "./ranges.ts";

/** From 2026-01-01 for ten years, unix seconds. */
export const AUTHORITY_FROM = 1_767_225_600;
export const AUTHORITY_TO = 2_082_758_400;

const CERTIFICATE_FILE = "authority.pem";
const KEY_FILE = "authority.key";

const tlsFailure = failures({
  authority_unreadable: "unavailable",
});

/** A certificate with its key, as files have them. */
export interface Pair {
  /** PEM. */
  cert: string;
  /** PKCS #8, PEM. */
  key: string;
}

export interface Authority extends Pair {
  /** The certificate's DER. */
  der: Uint8Array<ArrayBuffer>;
  /** Names that it may speak for, each with whatever stands before it. */
  names: readonly string[];
}

/** Folder of the authority and the leaf. */
export const tlsFolder = (dataDir: string): string => join(dataDir, "tls");

/** SHA-256 of the DER, in groups of four hex digits, and its first eight bytes in words to read over the air. */
export function fingerprintOf(der: Uint8Array): { hex: string[]; words: string[] } {
  const digest = sha256(der);
  return { hex: hexGroups(digest), words: pgpWords(digest.subarray(0, 8)) };
}

/** Text of a file; `undefined` where there is none. */
export function textOf(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}

/** Whether the two belong together. */
export const fits = (certificate: X509Certificate, key: string): boolean =>
  certificate.checkPrivateKey(createPrivateKey(key));

/** The names that the certificate's own constraints permit. */
function namesOf(der: Uint8Array): readonly string[] {
  const constraints = constraintsIn(der);
  return constraints ? permittedNames(constraints) : NAMES;
}

/** The authority's certificate alone, which everybody may have; `undefined` where there is none, or none that can be read. */
export function authorityCertificate(
  dataDir: string,
): { pem: string; der: Uint8Array<ArrayBuffer> } | undefined {
  try {
    const pem = textOf(join(tlsFolder(dataDir), CERTIFICATE_FILE));
    return pem === undefined ? undefined : { pem, der: Uint8Array.from(new X509Certificate(pem).raw) };
  } catch {
    return undefined;
  }
}

/** The authority of a data folder; `undefined` where there is none. Throws a failure that names the file. */
export function readAuthority(dataDir: string): Authority | undefined {
  const [certPath, keyPath] = [CERTIFICATE_FILE, KEY_FILE].map((name) => join(tlsFolder(dataDir), name));
  let path = certPath!;
  try {
    const cert = textOf(path);
    if (cert === undefined) return undefined;
    const certificate = new X509Certificate(cert);
    const der = Uint8Array.from(certificate.raw);
    const names = namesOf(der);
    path = keyPath!;
    const key = Deno.readTextFileSync(path);
    if (!fits(certificate, key)) throw new TypeError("it is the key of another certificate");
    return { cert, key, der, names };
  } catch (error) {
    const why = String(error instanceof Error ? error.message : error).split("\n")[0]!;
    throw tlsFailure.authority_unreadable(
      {},
      `${path} cannot be read (${why}): put it back from a backup, or make a new authority, which every phone has ` +
        "to trust anew: main.ts tls renew --authority",
    );
  }
}

/** Puts an authority in the place of what was there. */
export function keepAuthority(dataDir: string, { cert, key }: Pair): void {
  const folder = tlsFolder(dataDir);
  Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // A key alone is no authority yet: whoever ends in between begins anew. A certificate with another's key would be none.
    Deno.removeSync(join(folder, CERTIFICATE_FILE));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  replaceFile(join(folder, KEY_FILE), key);
  replaceFile(join(folder, CERTIFICATE_FILE), cert);
}
