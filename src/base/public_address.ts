/** Whether an address may be asked on behalf of somebody else: never loopback, private, link-local or reserved ones. */
import { BlockList, isIP, isIPv4 } from "node:net";

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
const blockedV4 = new BlockList();
for (const [net, bits] of SPECIAL_V4) blockedV4.addSubnet(net, bits, "ipv4");
const blockedV6 = new BlockList();
for (const [net, bits] of SPECIAL_V6) blockedV6.addSubnet(net, bits, "ipv6");

/** The 16 bytes of an IPv6 address text. */
function bytesOfV6(address: string): number[] {
  const plain = address.split("%")[0]!;
  const dotted = /^(.{0,45}:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(plain);
  const text = dotted
    ? `${dotted[1]}${((+dotted[2]! << 8) | +dotted[3]!).toString(16)}:${
      ((+dotted[4]! << 8) | +dotted[5]!).toString(16)
    }`
    : plain;
  const [head = "", tail] = text.split("::", 2);
  const words = (part: string) => part === "" ? [] : part.split(":").map((word) => parseInt(word, 16));
  const before = words(head), after = tail === undefined ? [] : words(tail);
  const all = [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
  return all.flatMap((word) => [word >> 8, word & 0xff]);
}

/** Whether an address literal is global unicast; an IPv4 address inside an IPv6 one is judged as what it is. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blockedV4.check(address, "ipv4");
  if (isIP(address) !== 6) return false;
  const bytes = bytesOfV6(address);
  const inner = (at: number) => isPublicAddress(bytes.slice(at, at + 4).join("."));
  const starts = (...prefix: number[]) => prefix.every((byte, i) => bytes[i] === byte);
  const zeros = (from: number, to: number) => bytes.slice(from, to).every((byte) => byte === 0);
  if (zeros(0, 10) && bytes[10] === 0xff && bytes[11] === 0xff) return inner(12); // ::ffff:a.b.c.d
  if (zeros(0, 12)) return false; // unspecified, loopback, deprecated IPv4-compatible
  if (starts(0, 0x64, 0xff, 0x9b) && zeros(4, 12)) return inner(12); // NAT64
  if (starts(0x20, 0x02)) return inner(2); // 6to4
  if ((bytes[0]! & 0xe0) !== 0x20) return false; // outside 2000::/3
  return !blockedV6.check(address.split("%")[0]!, "ipv6");
}
