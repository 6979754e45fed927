/**
 * For whom a live connection counts. Behind one address there may be a whole club: its router's on the internet, or one
 * /64 on the local network, where each phone makes up an address of its own. Twenty members must all find a place, and one
 * stranger must not take them all.
 */
import { type HostAddress, isIPv6 } from "../../base/mod.ts";
import { networkOf } from "../../http/mod.ts";

export interface Party {
  /** A member, a neighbour on the local network, or the strangers of a network. */
  name: string;
  /** IPv4 address or /64, as limits count it. */
  network: string;
}

/**
 * The party of a connection from `address`. `account`: who is signed in there, if anybody is. `host`: the host's own
 * addresses, asked for IPv6 alone; whoever shares a /64 with it is on its local network and has a whole address there.
 */
export function partyOf(
  address: string,
  account: number | undefined,
  host: () => readonly HostAddress[],
): Party {
  const network = networkOf(address);
  if (account !== undefined) return { name: `member ${account}`, network };
  const isLocal = network.endsWith("/64") &&
    host().some((own) => isIPv6(own.address) && networkOf(own.address) === network);
  return { name: isLocal ? address.toLowerCase() : network, network };
}
