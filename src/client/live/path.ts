/** The way a packet took: its sender, who repeated it, what of the path was not used, and who heard it. Pure. */

export interface Hop {
  call: string;
  role: "sender" | "repeated" | "unused" | "receiver";
}

/** Aliases that a digipeater leaves in the path after its own call: they are nobody. */
const ALIAS = /^(WIDE|TRACE|RELAY|TCPIP|TCPXX|NOGATE|RFONLY|q[A-Z]{2})\d?(-\d{1,2})?$/;

/** Hops in order. `receiver` is the station here that heard it. */
export function hopsOf(call: string, path: readonly string[], receiver: string | null): Hop[] {
  const hops: Hop[] = [{ call, role: "sender" }];
  for (const hop of path) {
    const used = hop.endsWith("*"), name = used ? hop.slice(0, -1) : hop;
    // A used-up alias adds nothing to the call before it.
    if (used && ALIAS.test(name)) continue;
    hops.push({ call: name, role: used ? "repeated" : "unused" });
  }
  if (receiver) hops.push({ call: receiver, role: "receiver" });
  return hops;
}

/** Hops that a path asks for at most in a busy net. */
const MOST_HOPS = 3;

/** What is wrong with a path, if anything: it asks for too many hops, or names ways that no digipeater takes any more. */
export function advice(path: readonly string[]): "long" | "old" | undefined {
  const names = path.map((hop) => hop.replace(/\*$/, ""));
  if (names.some((name) => /^(RELAY|TRACE\d?|WIDE)(-\d{1,2})?$/.test(name))) return "old";
  const asked = names.reduce((sum, name) => sum + Number(/^WIDE([1-7])/.exec(name)?.[1] ?? 0), 0);
  return asked > MOST_HOPS ? "long" : undefined;
}
