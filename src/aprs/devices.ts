/** Which device or program sent a packet, by destination call or Mic-E suffix (data/LICENCES.md). */
import devices from "./data/devices.json" with { type: "json" };
import type { Packet } from "./packet.ts";

interface Device {
  vendor: string;
  model: string;
  /** `ht`, `rig`, `tracker`, `igate` … as in the device identifier index; empty when not given. */
  class: string;
}

const device = (vendor = "", model = "", cls = ""): Device => ({ vendor, model, class: cls });

const madeIndex = () => ({
  suffixes: new Map(devices.micE.map(([suffix, ...rest]) => [suffix!, device(...rest)])),
  legacy: devices.micELegacy.map(([prefix, suffix, ...rest]) => ({
    prefix: prefix!,
    suffix: suffix!,
    device: device(...rest),
  }))
    // Entries with a suffix come first: a bare prefix is for devices that send no suffix.
    .sort((a, b) => b.suffix.length - a.suffix.length),
  // `?` any character, `n` a digit, `*` anything behind; lower case, since calls are upper case.
  // The index has an entry for a destination that many programs send: it names no device.
  patterns: devices.destinations.filter(([, ...rest]) => rest.some((part) => part !== "Unknown")).map((
    [pattern, ...rest],
  ) => ({
    literal: /^[A-Z0-9-]*/.exec(pattern!)![0],
    match: new RegExp(`^${pattern!.replaceAll("?", ".").replaceAll("n", "\\d").replace("*", ".*")}$`),
    device: device(...rest),
  })).sort((a, b) => b.literal.length - a.literal.length),
});
let made: ReturnType<typeof madeIndex> | undefined;
/** The index, made ready when the first packet is looked at. */
const index = () => made ??= madeIndex();
const known = new Map<string, Device | undefined>();

/** The most exact pattern of the destination call; SSIDs do not count. */
export function deviceOfDestination(destination: string): Device | undefined {
  const dash = destination.indexOf("-");
  const call = dash < 0 ? destination : destination.slice(0, dash);
  if (!known.has(call)) {
    // Destinations are few; junk must not fill the memory.
    if (known.size > 2000) known.clear();
    known.set(
      call,
      index().patterns.find((pattern) => call.startsWith(pattern.literal) && pattern.match.test(call))
        ?.device,
    );
  }
  return known.get(call);
}

/** What a Mic-E tail (behind symbol code and table) says of its device, and the tail without those marks. */
export function readMicEDevice(tail: string): { device?: Device; rest: string } {
  const type = tail[0];
  if (type === undefined) return { rest: tail };
  if (type === "`" || type === "'") {
    const found = index().suffixes.get(tail.slice(-2));
    if (found && tail.length >= 3) return { device: found, rest: tail.slice(1, -2) };
  }
  for (const old of index().legacy) {
    if (!tail.startsWith(old.prefix) || (old.suffix !== "" && !tail.endsWith(old.suffix))) continue;
    if (tail.length < old.prefix.length + old.suffix.length) continue;
    return { device: old.device, rest: tail.slice(old.prefix.length, tail.length - old.suffix.length) };
  }
  // Type bytes without a known suffix: ` can take messages, ' is a tracker, a blank the first generation.
  return { rest: type === "`" || type === "'" || type === " " ? tail.slice(1) : tail };
}

/** The device that sent the packet, if the index knows it. */
export function deviceOf(packet: Packet): Device | undefined {
  if (packet.content.kind === "third-party") return deviceOf(packet.content.inner);
  if (packet.content.kind === "position" && packet.content.encoding === "mic-e") {
    return readMicEDevice(packet.info.slice(9)).device;
  }
  return deviceOfDestination(packet.destination);
}
