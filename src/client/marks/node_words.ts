/**
 * A Meshtastic node in words: what it is by its role, how it was heard, its signal and battery; and the legends of what is beside
 * stations on the map. Loaded by name, where one is shown.
 */
import type { z } from "zod";
import type { MeshtasticNode } from "../../stations/mod.ts";
import { say } from "../ui/say.ts";

type Node = z.output<typeof MeshtasticNode>;

/** What most nodes are by their role; a number that is not among them is shown as it is. */
const ROLES = ["client", "mute", "router", "router", "router", "tracker", "sensor"] as const;

export const roleOf = ({ role }: Pick<Node, "role">): string => {
  if (role === null) return "";
  const word = ROLES[role];
  return word ? say(`mesh.tastic.role.${word}`) : String(role);
};

const exactly = (value: number | null | undefined, unit: string) =>
  value === null || value === undefined ? "" : `${value} ${unit}`;

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
  [quality ? say(`mesh.quality.${quality}`) : "", exactly(snr, "dB")].filter(Boolean).join(", ");

export const batteryOf = ({ battLevel, batt }: Node): string =>
  [
    battLevel ? say(`mesh.tastic.battery.${battLevel}`) : "",
    battLevel === "mains" ? "" : exactly(batt, "%"),
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
