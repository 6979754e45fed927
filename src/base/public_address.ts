/** Whether an address may be asked on behalf of somebody else: never loopback, private, link-local or reserved ones. */
import { BlockList, isIPv4, isIPv6 } from "node:net";

const closed = new BlockList();
// IANA special-purpose registries (RFC 6890 and its updates).
for (
  const [net, bits] of [
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
    ["224.0.0.0", 3],
  ] as const
) closed.addSubnet(net, bits, "ipv4");
for (
  const [net, bits] of [
    ["::", 127],
    ["64:ff9b::", 96],
    ["64:ff9b:1::", 48],
    ["100::", 64],
    ["2001::", 23],
    ["2001:db8::", 32],
    ["2002::", 16],
    ["fc00::", 7],
    ["fe80::", 10],
    ["ff00::", 8],
  ] as const
) closed.addSubnet(net, bits, "ipv6");

/** Whether the text is an IP address that anybody on the internet could reach. */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return isPublicAddress(mapped[1]!);
  if (isIPv4(address)) return !closed.check(address, "ipv4");
  return isIPv6(address) && !/^::ffff:/i.test(address) && !closed.check(address, "ipv6");
}
