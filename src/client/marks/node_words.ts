/**
 * A Meshtastic node in words: what it is by its role, how it was heard, its signal and battery; an object of APRS; and the legends of
 * what is beside stations on the map. Loaded by name, where one is shown.
 */
import type { z } from "#schemas";
import type { MeshtasticNode } from "../../stations/mod.ts";
import type { Placed } from "../phone/known/stations.ts";
import { say } from "../ui/say.ts";
import { sayMegahertz, sayReading } from "../ui/times.ts";

type Node = z.output<typeof MeshtasticNode>;

/** What most nodes are by their role; a number that is not among them is shown as it is. */
const ROLES = ["client", "mute", "router", "router", "router", "tracker", "sensor"] as const;

export const roleOf = ({ role }: Pick<Node, "role">): string => {
  if (role === null) return "";
  const word = ROLES[role];
  return word ? say(`mesh.tastic.role.${word}`) : String(role);
};

/** By which way something came. */
export const wayOf = (how: Node["how"]): string => say(`mesh.tastic.how.${how}`);

export const howOf = ({ how, hops, encrypted, receiver }: Node): string =>
  [
    wayOf(how) +
    (receiver === null ? "" : ` ${say("mesh.tastic.by", { node: receiver })}`),
    ...(hops ? [say("mesh.tastic.hops", { n: hops })] : []),
    ...(encrypted ? [say("mesh.tastic.encrypted", { n: encrypted })] : []),
  ].join(", ");

export const signalOf = ({ quality, snr }: Node): string =>
  [quality ? say(`mesh.quality.${quality}`) : "", sayReading(snr, "dB")].filter(Boolean).join(", ");

export const batteryOf = ({ battLevel, batt }: Node): string =>
  [
    battLevel ? say(`mesh.tastic.battery.${battLevel}`) : "",
    battLevel === "mains" ? "" : sayReading(batt, "%"),
  ].filter(Boolean).join(", ");

/** A place as it is meant: a coarse one says how large its square is. */
export const placeOf = ({ lat, lon, cell }: Node): string => {
  if (lat === null || lon === null) return "";
  const digits = cell === null ? 4 : 2;
  const coarse = cell === null
    ? ""
    : ` (${say("mesh.tastic.coarse", { km: Math.max(0.1, Math.round(cell * 1112) / 10) })})`;
  return `${lat.toFixed(digits)}, ${lon.toFixed(digits)}${coarse}`;
};

/** All that is known of a node in one line. */
export const lineOf = (node: Node): string =>
  [roleOf(node), howOf(node), signalOf(node), batteryOf(node)].filter(Boolean).join(", ");

/** What is said of people with TAK, of nodes with a coarse place, and of TAK where it is not shown. */
export const legendOf = (of: "tak" | "tastic" | "off"): string => say(`map.beside.${of}`);

/** An object in one line: first what people look for at a repeater, then what is said of it, and by whom. */
export const lineOfObject = ({ frequency, comment, sender }: Placed): string =>
  [
    frequency &&
    [
      sayMegahertz(frequency.mhz),
      frequency.offsetMhz ? `(${sayMegahertz(frequency.offsetMhz, "always")})` : "",
      frequency.tone ?? "",
    ].filter(Boolean).join(" "),
    comment,
    say("map.object.by", { call: sender }),
  ].filter(Boolean).join(" \u00b7 ");
