/** How a peer's packet endpoint is reached (FED "Packet circuit line protocol"). Pure. */

interface DialPlan {
  /** Callsign, with SSID where it has one, that is connected over the air. */
  connect: string;
  /** Lines that are then said to nodes on the way, each after the one before was answered. */
  say: readonly string[];
}

/**
 * The way to a packet endpoint: an AX.25 station is connected as it stands; a NET/ROM alias through our entry node
 * (`node`), which connects on and is then told to switch to the service. Undefined: no packet endpoint, or an alias
 * without an entry node.
 */
export function dialPlan(
  { transport, address }: { transport: string; address: string },
  node: string | undefined,
): DialPlan | undefined {
  if (transport === "ax25") return { connect: address, say: [] };
  if (transport !== "netrom" || node === undefined) return undefined;
  return { connect: node, say: [`C ${address}`, "FED"] };
}
