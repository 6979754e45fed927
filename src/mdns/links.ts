/** The networks on which this host takes part: those that carry multicast to others. Pure. */
import { type Host, isReachable } from "../base/mod.ts";

/** A network interface with its IPv4 addresses. */
export interface Link {
  name: string;
  addresses: { address: string; prefix: number }[];
}

/** A host has a few; one that routes for containers may have hundreds, and the system allows a socket twenty groups. */
const MOST_LINKS = 16;
const MOST_ADDRESSES = 8;

/** The links of a host, in the system's order. */
export function linksOf(host: Host): Link[] {
  const links = new Map<string, Link>();
  for (const one of host.addresses) {
    if (one.family !== 4 || !isReachable(one)) continue;
    const link = links.get(one.link) ?? { name: one.link, addresses: [] };
    if (!links.has(one.link) && links.size === MOST_LINKS) continue;
    links.set(one.link, link);
    if (link.addresses.length < MOST_ADDRESSES) {
      link.addresses.push({ address: one.address, prefix: one.prefix });
    }
  }
  return [...links.values()];
}

/** The links with those of their addresses at which a server listens that was told to listen at `bound`. */
export const listeningOn = (links: readonly Link[], bound: string): Link[] =>
  bound === "0.0.0.0" || bound === "::" ? [...links] : links.map(({ name, addresses }) => ({
    name,
    addresses: addresses.filter((one) => one.address === bound),
  }))
    .filter(({ addresses }) => addresses.length > 0);

const numberOf = (address: string): number =>
  address.split(".").reduce((sum, part) => (sum << 8 | Number(part)) >>> 0, 0);

/** The link on which a sender sits; undefined for one from afar, whom nobody here answers or believes (RFC 6762 11). */
export function linkOf(links: readonly Link[], sender: string): Link | undefined {
  const from = numberOf(sender);
  return links.find(({ addresses }) =>
    addresses.some(({ address, prefix }) => {
      const bits = 32 - prefix;
      return bits >= 32 || numberOf(address) >>> bits === from >>> bits;
    })
  );
}

/** Whether the two say the same. */
export const sameLinks = (a: readonly Link[], b: readonly Link[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
