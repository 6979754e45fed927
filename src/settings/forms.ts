/** Forms of text that several settings take. Pure; each gives the canonical value or `undefined`. */
import { baseCall, fromBase64Url, isCall, normalCall } from "../base/mod.ts";

/** One e-mail address, plainly. */
export const email = (text: string): string | undefined =>
  /^[^\s@<>",;:\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text) && !text.includes("..")
    ? text
    : undefined;

/** An http or https origin without path, query, fragment or credentials: `https://club.example`. */
export function origin(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  return url.origin === text.replace(/\/$/, "").toLowerCase() ? url.origin : undefined;
}

/** An http(s) address without credentials. */
export function webAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url && (url.protocol === "https:" || url.protocol === "http:") && !url.username && !url.password
    ? url.href
    : undefined;
}

/** An https address. */
export const httpsAddress = (text: string): string | undefined =>
  webAddress(text)?.startsWith("https:") ? text : undefined;

/** A lower-case host name of labels a-z, 0-9 and inner hyphens: the form of an instance id (FED "Envelope"). */
export const hostName = (text: string): string | undefined =>
  text.length <= 253 && text.split(".").every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
    ? text
    : undefined;

/** A callsign, in normal form. */
export function call(text: string): string | undefined {
  const normal = normalCall(text);
  return isCall(normal) ? normal : undefined;
}

/** A callsign's base call. */
export function base(text: string): string | undefined {
  const normal = call(text);
  return normal === undefined ? undefined : baseCall(normal);
}

/** `host:port`. */
export const hostPort = (text: string): string | undefined =>
  /^[A-Za-z0-9.-]{1,253}:\d{1,5}$/.test(text) && Number(text.split(":")[1]) <= 65_535 ? text : undefined;

/** A frequency in MHz of two to four digits and at least three decimals: `144.800`, `433.775`. */
export const frequency = (text: string): string | undefined =>
  /^[1-9]\d{1,3}\.\d{3,4}$/.test(text) ? text : undefined;

/** A 32-byte key or seed as 43 characters of base64url. */
export const key32 = (text: string): string | undefined =>
  fromBase64Url(text)?.length === 32 ? text : undefined;

/** A secret of 16 characters or more, without white space. The placeholder is judged where secrets are checked. */
export const secret = (text: string): string | undefined => /^\S{1,512}$/.test(text) ? text : undefined;

/** A box on the earth, in degrees. West greater than east crosses the antimeridian. */
export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

export const BOX_TAKES = "four numbers S,W,N,E in degrees";
/** A box as `box` reads it. */
export const writeBox = ({ south, west, north, east }: Box): string => [south, west, north, east].join(",");
/** Reads a box as `writeBox` writes it. */
export function box(text: string): Box | undefined {
  const parts = text.split(",").map((part) =>
    /^\s*-?\d{1,3}(\.\d{1,7})?\s*$/.test(part) ? Number(part) : NaN
  );
  const [south = NaN, west = NaN, north = NaN, east = NaN] = parts;
  const fits = parts.length === 4 && south >= -90 && north <= 90 && south <= north &&
    Math.abs(west) <= 180 && Math.abs(east) <= 180;
  return fits ? { south, west, north, east } : undefined;
}
