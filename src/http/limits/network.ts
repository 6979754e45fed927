/** Networks: what limits and bounds count by, and which networks lie around one. */
import { isIPv6 } from "../../base/mod.ts";

/** What limits count by: an IPv4 address, or the /64 of an IPv6 address, since a host is given a whole one. */
export function networkOf(address: string): string {
  const host = hostOf(address);
  return isIPv6(host) ? `${host.split(":").slice(0, 4).join(":")}::/64` : host;
}

/**
 * One host: an IPv4 address, or all eight groups of an IPv6 address. For what must not be used up by a neighbour in the
 * same /64, as the phones of a club's local network are.
 */
export function hostOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address.toLowerCase().split("%", 1)[0]!);
  // ::ffff:0:0/96 holds the IPv4 addresses, written with dots or without.
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") {
    const [high, low] = groups.slice(6).map((group) => parseInt(group, 16)) as [number, number];
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return groups.join(":");
}

/** The IPv6 networks around a host or a /64, as `hostOf` and `networkOf` name them; none for anything else. */
export function networksAround(name: string): string[] {
  const isHost = isIPv6(name);
  if (!isHost && !name.endsWith("::/64")) return [];
  const groups = name.split(":", 4);
  const wider = [`${groups.slice(0, 3).join(":")}::/48`, `${groups.slice(0, 2).join(":")}::/32`];
  return isHost ? [`${groups.join(":")}::/64`, ...wider] : wider;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const dotted = /:(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address);
  if (dotted) {
    const [a, b, c, d] = dotted.slice(1).map(Number) as [number, number, number, number];
    address = `${address.slice(0, dotted.index)}:${(a << 8 | b).toString(16)}:${(c << 8 | d).toString(16)}`;
  }
  const [head = "", tail] = address.split("::", 2);
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(gap).fill("0"), ...right].map((group) => group.replace(/^0+(?=.)/, ""));
}
