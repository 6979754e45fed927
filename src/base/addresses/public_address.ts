/** Whether an address may be asked on behalf of somebody else: never loopback, private, link-local or reserved ones. */
import { bytesOfIp, isWithin } from "./ip.ts";

/** Ranges that are not global unicast (IANA special-purpose registries), IPv4 and IPv6. */
const SPECIAL_V4: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
const SPECIAL_V6: [string, number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["3fff::", 20],
];
const blocked = [...SPECIAL_V4, ...SPECIAL_V6].map(([net, bits]) => ({ net: bytesOfIp(net)!, bits }));
const isSpecial = (address: readonly number[]): boolean =>
  blocked.some(({ net, bits }) => isWithin(address, net, bits));

/** Whether an address literal is global unicast; an IPv4 address inside an IPv6 one is judged as what it is. */
export function isPublicAddress(address: string): boolean {
  const bytes = bytesOfIp(address);
  if (!bytes) return false;
  if (bytes.length === 4) return !isSpecial(bytes);
  const inner = (at: number) => isPublicAddress(bytes.slice(at, at + 4).join("."));
  const starts = (...prefix: number[]) => prefix.every((byte, i) => bytes[i] === byte);
  const zeros = (from: number, to: number) => bytes.slice(from, to).every((byte) => byte === 0);
  if (zeros(0, 10) && bytes[10] === 0xff && bytes[11] === 0xff) return inner(12); // ::ffff:a.b.c.d
  if (zeros(0, 12)) return false; // unspecified, loopback, deprecated IPv4-compatible
  if (starts(0, 0x64, 0xff, 0x9b) && zeros(4, 12)) return inner(12); // NAT64
  if (starts(0x20, 0x02)) return inner(2); // 6to4
  if ((bytes[0]! & 0xe0) !== 0x20) return false; // outside 2000::/3
  return !isSpecial(bytes);
}
