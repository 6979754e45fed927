/**
 * A connection's address: one line that says what is connected, and how (`kiss://127.0.0.1:8001?site=OE1XYZ-10`).
 * Pure.
 */
import { isAx25Call, isCall, normalCall } from "../../base/mod.ts";

export interface ConnectionAddress {
  /** As it was written. */
  readonly text: string;
  readonly scheme: string;
  /** Host, without brackets; empty for a device. */
  readonly host: string;
  /** TCP or UDP port as written; `undefined` where the address names none. */
  readonly port: number | undefined;
  /** Path of a device; empty for a host. */
  readonly device: string;
  /** What stands behind a host, with its slash; empty where nothing does. */
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  /** The receiving station of this box's own receiver; undefined where it names none. */
  readonly site: string | undefined;
  /** Whether the port's own transmit lock is open. */
  readonly tx: boolean;
}

/** Where the system lists serial devices by names that stay the same. */
export const BY_ID = "/dev/serial/by-id";

const SCHEME = /^([a-z0-9]{2,16}):(.{1,1000})$/;
const HOST =
  /^\/\/(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::(\d{1,5}))?(\/[\x21-\x3e\x40-\x7e]{0,300})?$/;
const DEVICE = /^\/[\x21-\x7e]{1,500}$/;

/** An address without its passcode or password, however long: status and log are shown to many. */
export const shownAddress = (text: string): string => text.replace(/([?&]pass=)[^&]{1,1000}/g, "$1***");

/** Reads an address into its parts; gives a sentence instead where something is wrong with it. */
export function readAddress(text: string): ConnectionAddress | string {
  const trimmed = text.trim();
  const parts = SCHEME.exec(trimmed);
  if (!parts) return `'${text}' is not a connection: it begins with a kind such as kiss: or aprsis:`;
  const scheme = parts[1]!, rest = parts[2]!;
  const mark = rest.indexOf("?");
  const place = mark < 0 ? rest : rest.slice(0, mark);
  const query = new Map(mark < 0 ? [] : new URLSearchParams(rest.slice(mark + 1)).entries());
  const host = HOST.exec(place);
  const device = DEVICE.test(place) && !place.startsWith("//") ? place : "";
  if (!host && device === "") return `'${text}' names neither a host nor a device`;
  const port = host?.[2] === undefined ? undefined : Number(host[2]);
  if (port !== undefined && (port < 1 || port > 65_535)) return `the port of '${text}' is 1 to 65535`;
  const site = query.get("site");
  if (site !== undefined && !(isCall(normalCall(site)) && isAx25Call(normalCall(site)))) {
    return `site takes a callsign such as OE1XYZ-10, not '${site}'`;
  }
  const tx = query.get("tx") ?? "off";
  if (tx !== "on" && tx !== "off") return `tx takes on or off, not '${tx}'`;
  return {
    text: trimmed,
    scheme,
    host: (host?.[1] ?? "").replace(/^\[|\]$/g, ""),
    port,
    device,
    path: host?.[3] === "/" ? "" : host?.[3] ?? "",
    query,
    site: site === undefined ? undefined : normalCall(site),
    tx: tx === "on",
  };
}
