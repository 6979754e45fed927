/** For what the authority may speak: networks and names that no public authority vouches for. */
import { bytesOfIp, isWithin } from "../base/mod.ts";

/** Private, link-local, shared and amateur networks (44/8 without the part that was sold), and this host itself. */
export const RANGES = [
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "100.64.0.0/10",
  "44.0.0.0/9",
  "44.128.0.0/10",
  "fc00::/7",
  "fe80::/10",
  "::1/128",
] as const;

/** Names that every authority may speak for: each with whatever stands before it. */
export const NAMES = ["local", "localhost"] as const;

/**
 * Whether an authority may be given a name. A permitted name permits every name below it, so a bare one that is a top-level
 * domain, or may become one, would give it other people's names: `app` all of `.app`. Top-level domains are letters alone
 * (RFC 1123 2.1) or begin with `xn--`, so a bare name with a digit or hyphen is none and never will be.
 */
export const isOwnable = (name: string): boolean =>
  isPermitted(name, NAMES) || name.includes(".") || (/[0-9-]/.test(name) && !name.startsWith("xn--"));

const inside = RANGES.map((range) => {
  const [net, bits] = range.split("/") as [string, string];
  return { net: bytesOfIp(net)!, bits: Number(bits) };
});

/** Whether the authority may speak for an address. */
export const isInRange = (address: string): boolean => {
  const bytes = bytesOfIp(address);
  return bytes !== undefined && inside.some(({ net, bits }) => isWithin(bytes, net, bits));
};

/** Whether one of `permitted` is the name, or ends it at a dot. */
export const isPermitted = (name: string, permitted: readonly string[]): boolean =>
  permitted.some((one) => name === one || name.endsWith(`.${one}`));

/** `::ffff:192.168.1.5`, as a listener for both families calls it, is 192.168.1.5; a zone is none of the address. */
export const plainAddress = (address: string): string =>
  (/^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1] ?? address).split("%", 1)[0]!;
