/** `box.json`: who the box is, what it is connected to, and its switches. Written by commands, mode 0600. */
import { join } from "node:path";
import { isAx25Call, isCall, sha256Hex } from "../../base/mod.ts";
import { boxFailure } from "../errors.ts";
import { readAddress } from "./address.ts";

export const BOX_FILE = "box.json";
export const KEY_FILE = "box.key";
export const DATABASE_FILE = "box.db";

export type TxSwitch = "off" | "dry" | "on";

export interface BoxFile {
  version: 1;
  /** The station's call: the operator's, with the SSID of the station. */
  call: string;
  /** The id under which it is enrolled. */
  box: string;
  /** Addresses of one gateway, tried in order. */
  gateways: string[];
  /** The gateway's name, as it said when the box was enrolled. */
  instance: string;
  /** Connections, one address each (address.ts). */
  connections: string[];
  /** The box's own transmit lock. Off after installation and after every doubt. */
  tx: TxSwitch;
  /** Whether the box is silent; this survives restarts until it is lifted at the box. */
  quiet: boolean;
  /** Settings of services, each read by its own service. */
  services: Record<string, unknown>;
}

/** Connections of one box. */
export const MOST_CONNECTIONS = 16;
/** Most addresses of one gateway. */
export const MOST_GATEWAYS = 8;
const BOX_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const texts = (value: unknown, most: number): string[] | undefined =>
  Array.isArray(value) && value.length <= most && value.every((one) => typeof one === "string")
    ? value
    : undefined;

/** Reads the file's text; gives a sentence instead where something is wrong with it. */
export function readBoxFile(text: string): BoxFile | string {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `${BOX_FILE} is not JSON: ${(error as Error).message}`;
  }
  if (typeof value !== "object" || value === null) return `${BOX_FILE} does not hold a JSON object`;
  if (value.version !== 1) return `${BOX_FILE} has version ${value.version}; this program reads 1`;
  const { call, box, instance = "", tx = "off", quiet = false, services = {} } = value;
  if (typeof call !== "string" || !isCall(call) || !isAx25Call(call)) {
    return `call in ${BOX_FILE} takes a callsign with an SSID of 0 to 15`;
  }
  if (typeof box !== "string" || !BOX_ID.test(box)) return `box in ${BOX_FILE} takes the box's id`;
  if (typeof instance !== "string") return `instance in ${BOX_FILE} takes a text`;
  const gateways = texts(value.gateways, MOST_GATEWAYS);
  if (!gateways || gateways.length === 0 || !gateways.every((one) => gatewayAddress(one) === one)) {
    return `gateways in ${BOX_FILE} takes 1 to ${MOST_GATEWAYS} addresses such as http://192.168.1.10:8787`;
  }
  const connections = texts(value.connections, MOST_CONNECTIONS);
  if (!connections) return `connections in ${BOX_FILE} takes at most ${MOST_CONNECTIONS} addresses`;
  for (const one of connections) {
    const address = readAddress(one);
    if (typeof address === "string") return address;
  }
  if (tx !== "off" && tx !== "dry" && tx !== "on") return `tx in ${BOX_FILE} takes off, dry or on`;
  if (typeof quiet !== "boolean") return `quiet in ${BOX_FILE} takes true or false`;
  if (typeof services !== "object" || services === null || Array.isArray(services)) {
    return `services in ${BOX_FILE} takes an object`;
  }
  return {
    version: 1,
    call,
    box,
    gateways,
    instance,
    connections,
    tx,
    quiet,
    services: services as Record<string, unknown>,
  };
}

/** A gateway's address in the form that is kept, its origin; `undefined` where the text is no such address. */
export function gatewayAddress(text: string): string | undefined {
  const url = URL.parse(text.trim());
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
  if (url.username || url.password || url.search || url.hash || url.pathname !== "/") return undefined;
  return url.origin;
}

const show = (file: BoxFile): string => JSON.stringify(file, null, 2) + "\n";

/** A seal of the file, by which an edit by hand is noticed: commands that change switches renew it. */
export const sealOf = (file: BoxFile): string => sha256Hex(show(file));

/** Writes a file that only its owner can read: whole, or not at all. */
export function writePrivate(path: string, text: string): void {
  const fresh = `${path}.new`;
  Deno.writeTextFileSync(fresh, text, { mode: 0o600 });
  Deno.chmodSync(fresh, 0o600);
  const file = Deno.openSync(fresh, { read: true });
  file.syncSync();
  file.close();
  Deno.renameSync(fresh, path);
}

export const saveBoxFile = (dir: string, file: BoxFile): void =>
  writePrivate(join(dir, BOX_FILE), show(file));

/** The box file of a folder; `undefined` where there is none. Throws for a file that cannot be used. */
export function loadBoxFile(dir: string): BoxFile | undefined {
  let text: string;
  try {
    text = Deno.readTextFileSync(join(dir, BOX_FILE));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw boxFailure.box_file_bad({}, `${join(dir, BOX_FILE)}: ${(error as Error).message}`);
  }
  const file = readBoxFile(text);
  if (typeof file === "string") throw boxFailure.box_file_bad({}, file);
  return file;
}
