/** The leaf: whom it names, how long it is good, and when a new one has to be made. Pure but for its two files. */
import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { join } from "node:path";
import { type Host, isClockSet, ownNames, replaceFile } from "../base/mod.ts";
import { AUTHORITY_FROM, AUTHORITY_TO, fits, type Pair, textOf, tlsFolder } from "./authority.ts";
import { isInRange, isPermitted } from "./ranges.ts";

const DAY_S = 86_400;
/** How long a leaf is good, and how long before its end the next one is made. */
const LIFE_S = 30 * DAY_S, BEFORE_END_S = 10 * DAY_S;
/** A phone's clock may be behind ours by this. */
const BEHIND_S = DAY_S;
/**
 * What a leaf spans that is made while the clock is unset: as long as Apple's systems take one of an authority that the
 * owner trusts. Phones know the time even where the gateway does not.
 */
const UNSET_LIFE_S = 824 * DAY_S;
/** Names and addresses of one leaf: a host that people use has fewer. */
const MOST_NAMES = 200;

export interface Leaf extends Pair {
  /** DNS names and addresses, sorted. */
  names: readonly string[];
  /** Unix seconds. */
  from: number;
  to: number;
}

const hostsOf = (origins: readonly string[]): string[] =>
  origins.map((origin) => new URL(origin).hostname.replace(/^\[|\]$/g, ""));

/** Every DNS name that this host goes by; the best known first. */
export function dnsNames(host: Host, instance: string, origins: readonly string[]): string[] {
  const { bare, local } = ownNames(host, instance);
  const told = hostsOf(origins).filter((name) => isIP(name) === 0);
  return [...local, ...(bare ? [bare] : []), "localhost", ...told];
}

/** Whom a leaf has to name: what this host is called and where it is, as far as the authority may speak for it. */
export function namesToServe(
  host: Host,
  instance: string,
  origins: readonly string[],
  permitted: readonly string[],
): string[] {
  const names = dnsNames(host, instance, origins).filter((name) => isPermitted(name, permitted));
  const addresses = [...ownNames(host, instance).addresses, ...hostsOf(origins)].filter(isInRange);
  return [...new Set([...names, ...addresses])].slice(0, MOST_NAMES);
}

/** How long a leaf made now is good. Never outside the authority's own time, whatever the clock says. */
export function spanOf(now: number): { from: number; to: number } {
  if (!isClockSet(now)) return { from: AUTHORITY_FROM, to: AUTHORITY_FROM + UNSET_LIFE_S };
  const from = Math.min(Math.max(now - BEHIND_S, AUTHORITY_FROM), AUTHORITY_TO - LIFE_S);
  return { from, to: from + LIFE_S };
}

/** Whether a leaf names exactly these, and is good for a while from now on. */
export function isCurrent(leaf: Leaf, names: readonly string[], now: number): boolean {
  if (leaf.names.join() !== [...names].sort().join()) return false;
  const wanted = spanOf(now);
  // Made while the clock was unset, or the other way round.
  if (leaf.to - leaf.from !== wanted.to - wanted.from) return false;
  // The clock was set back since: phones would find it not yet begun. A small step does not matter, since clocks
  // differ by as much anyway.
  if (wanted.from < leaf.from - BEHIND_S / 2) return false;
  return wanted.to <= leaf.to + LIFE_S - BEFORE_END_S;
}

/** A leaf out of its two texts. */
export function leafOf(pair: Pair): Leaf {
  const certificate = new X509Certificate(pair.cert);
  const names = (certificate.subjectAltName ?? "").split(", ").map((one) =>
    one.replace(/^(DNS|IP Address):/, "")
  );
  return {
    ...pair,
    names: names.map((name) => isIP(name) === 6 ? shortened(name) : name).sort(),
    from: Math.floor(Date.parse(certificate.validFrom) / 1000),
    to: Math.floor(Date.parse(certificate.validTo) / 1000),
  };
}

/** An IPv6 address in its short form (RFC 5952): certificates are shown with all eight groups. */
const shortened = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** Whether the authority with this certificate (DER) issued the leaf. */
export const isIssuedBy = ({ cert }: Pick<Pair, "cert">, authority: Uint8Array): boolean =>
  new X509Certificate(cert).verify(new X509Certificate(authority).publicKey);

const FILES = ["leaf.pem", "leaf.key"] as const;

/** The leaf of a data folder, if there is one that was issued by `authority` and fits its key. */
export function readLeaf(dataDir: string, authority: Uint8Array): Leaf | undefined {
  const [cert, key] = FILES.map((name) => textOf(join(tlsFolder(dataDir), name)));
  if (cert === undefined || key === undefined) return undefined;
  try {
    const certificate = new X509Certificate(cert);
    if (!certificate.verify(new X509Certificate(authority).publicKey) || !fits(certificate, key)) {
      return undefined;
    }
    return leafOf({ cert, key });
  } catch {
    return undefined; // cut off by a full disk or a power cut: the next one takes its place
  }
}

/** Keeps a leaf for the next start. */
export function keepLeaf(dataDir: string, { cert, key }: Pair): void {
  for (const [name, text] of [[FILES[1], key], [FILES[0], cert]] as const) {
    replaceFile(join(tlsFolder(dataDir), name), text);
  }
}
