/** What instances say of themselves on the local network. Nothing of it is believed, except that somebody said so. */
import { instanceLabel } from "../../base/mod.ts";
import { fingerprintOf, isInstanceId, readFingerprint } from "../../wire/mod.ts";
import type { Identity } from "../keys/identity.ts";

/** The service that instances announce (FED "Local discovery"). */
export const SERVICE_KIND = "_svc._tcp";
const DESCRIPTOR_PATH = "/.well-known/svc";
/** What may stand before the descriptor's path where an instance shares its host with others. */
const PREFIX = /^(\/[A-Za-z0-9_~-]{1,64}){0,4}$/;
/** The longest text of a TXT record, in bytes. */
const LONGEST_TEXT = 255;

/** An answer as it was heard: its texts by name, the port it names, and where it came from. */
export interface Announcement {
  port: number;
  text: ReadonlyMap<string, string>;
  from: string;
}

/** What it claims: who is there, under which key, and where. */
export interface Claimed {
  instance: string;
  fp: string;
  addr: string;
}

/** Reads an answer; undefined for one that claims nothing usable. */
export function readAnswer({ port, text, from }: Announcement): Claimed | undefined {
  const instance = text.get("id") ?? "";
  const fp = readFingerprint(text.get("fp") ?? "");
  const path = text.get("path") ?? "";
  if (!isInstanceId(instance) || instanceLabel(instance) === undefined || fp === undefined) return undefined;
  if (!path.endsWith(DESCRIPTOR_PATH) || port < 1 || port > 65_535) return undefined;
  const prefix = path.slice(0, -DESCRIPTOR_PATH.length);
  if (!PREFIX.test(prefix)) return undefined;
  return { instance, fp, addr: new URL(`http://${from}:${port}`).origin + prefix };
}

/**
 * What this instance announces: its label and its texts. Undefined where there is nothing to compare (no key) or the name
 * cannot be told from others (`localhost`, one too long for a text).
 */
export function announcementOf({ instance, key }: Identity): { label: string; text: string[] } | undefined {
  const label = instanceLabel(instance);
  if (!key || label === undefined) return undefined;
  const text = [`id=${instance}`, `fp=${fingerprintOf(key.publicKey)}`, `path=${DESCRIPTOR_PATH}`];
  return text.every((one) => one.length <= LONGEST_TEXT) ? { label, text } : undefined;
}
