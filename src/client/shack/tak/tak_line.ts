/**
 * Makes the shell line that brings this gateway's stations into TAK programs. Those take Cursor-on-Target events over TCP or
 * UDP, while the gateway sends them as Server-Sent Events over http. Pure.
 */

/** Where the events are sent: to ATAK or WinTAK on one device, to all in the local network, or to a TAK server. */
export const TARGETS = {
  device: { host: "192.168.1.20", port: 4242, over: "udp" },
  network: { host: "239.2.3.1", port: 6969, over: "udp" },
  server: { host: "192.168.1.10", port: 8087, over: "tcp" },
} as const;
export type Target = keyof typeof TARGETS;

/** A host name or an IPv4 address: it has no character that means something to a shell. */
export const HOST = "[A-Za-z0-9]([A-Za-z0-9.\\-]{0,252})";
const isHost = (text: string): boolean => new RegExp(`^${HOST}$`).test(text);
const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535;

/** A line for a shell with curl, GNU sed and socat. After a break it goes on. `undefined` where host or port are not valid. */
export function takLine(
  url: string,
  { over, host, port }: { over: "tcp" | "udp"; host: string; port: number },
): string | undefined {
  if (!isHost(host) || !isPort(port)) return undefined;
  const events = `while sleep 3; do curl -sN '${url}'; done | sed -un 's/^data: //p'`;
  if (over === "tcp") return `${events} | socat -u - TCP:${host}:${port}`;
  // Each event has to be a datagram of its own.
  return `${events} | while IFS= read -r event; do ` +
    `printf '%s' "$event" | socat -u - UDP-DATAGRAM:${host}:${port}; done`;
}
