/** The path of a packet: its sender, who repeated it, who heard it, and the rest of the path that nobody used. Pure. */

/** A station of a path. */
interface Hop {
  call: string;
  role: "sender" | "repeated" | "unnamed" | "unused" | "receiver";
}

/** Aliases such as WIDE2: a digipeater leaves them in the path after its own call. They are no stations. */
const ALIAS = /^(WIDE|TRACE|RELAY|TCPIP|TCPXX|NOGATE|RFONLY|q[A-Z]{2})\d?(-\d{1,2})?$/;

/** `WIDE2-1`: an alias with the hops that were sent and those that are left. */
const COUNTED = /^(?:WIDE|TRACE)([1-7])(?:-([1-7]))?$/;

/** Whether a path begins with an alias of which hops are used up: a digipeater repeated it that leaves no call. */
function isCountedDown([first = ""]: readonly string[]): boolean {
  const [, sent, left = "0"] = COUNTED.exec(first) ?? [];
  return sent !== undefined && left < sent;
}

/** The stations in the order in which the packet came; what was asked for and not used follows. `receiver`: the one here. */
export function hopsOf(call: string, path: readonly string[], receiver: string | null): Hop[] {
  const hops: Hop[] = [{ call, role: "sender" }], unused: Hop[] = [];
  for (const hop of path) {
    const used = hop.endsWith("*"), name = used ? hop.slice(0, -1) : hop;
    // A used alias belongs to the digipeater before it.
    if (used && ALIAS.test(name)) continue;
    if (used) hops.push({ call: name, role: "repeated" });
    else unused.push({ call: name, role: "unused" });
  }
  if (isCountedDown(path)) hops.push({ call: "?", role: "unnamed" });
  if (receiver) hops.push({ call: receiver, role: "receiver" });
  return [...hops, ...unused];
}

/** A path should ask for so many hops at most. */
const MOST_HOPS = 3;

/** What is wrong with a path: it asks for too many hops, or has aliases that digipeaters no longer use; else `undefined`. */
export function advice(path: readonly string[]): "long" | "old" | undefined {
  const names = path.map((hop) => hop.replace(/\*$/, ""));
  if (names.some((name) => /^(RELAY|TRACE\d?|WIDE)(-\d{1,2})?$/.test(name))) return "old";
  const asked = names.reduce((sum, name) => sum + Number(/^WIDE([1-7])/.exec(name)?.[1] ?? 0), 0);
  return asked > MOST_HOPS ? "long" : undefined;
}
