/**
 * A registry's file: its format, entries, and its authority's signature over both in RFC 8785 form (sorted keys). The order of
 * the entries counts.
 */
import canonicalize from "canonicalize";
import { z } from "#schemas";
import { readPublicKey, verifyText } from "../wire/mod.ts";

/** The format of a registry's file that is read and written here; any other is refused, and said. */
export const FORMAT = 1;
/** Most entries of a registry. */
export const ENTRIES_MOST = 500;
/** Most bytes of a registry's list, of a manifest, of a tool's script, and of all files of one registry. */
export const BYTES_MOST = {
  list: 256 << 10,
  manifest: 64 << 10,
  script: 512 << 10,
  registry: 4 << 20,
} as const;

/** A tool as the authority signed it, with whatever else it says. */
export const Entry = z.looseObject({
  name: z.string().max(100),
  title: z.string().max(200).optional(),
  author: z.string().max(100).optional(),
  version: z.string().max(50).optional(),
  pubkey: z.string().max(100).optional(),
  /** Address of the tool's manifest, relative to the registry's. */
  entry: z.string().max(500),
  description: z.string().max(2000).optional(),
});
const RegistryFile = z.object({
  entries: z.array(Entry).max(ENTRIES_MOST),
  authority: z.string().max(100),
  sig: z.string().max(200),
});
const Manifest = z.looseObject({ entry: z.string().max(500).default("tool.js") });

export interface RegistryList {
  entries: z.infer<typeof Entry>[];
  /** The key that the file names, base64url. It proves nothing until it is compared with the pinned one. */
  authority: string;
  /** Whether format and entries are signed by that key. */
  signed: boolean;
}
/** Why a file is no list. */
export type NoList = "unreadable" | "other_format";

/** base64 with or without padding, or base64url, as base64url. */
export const asBase64Url = (text: string): string =>
  text.replaceAll("+", "-").replaceAll("/", "_").replace(/={1,2}$/, "");

/** Reads a registry's file. */
export function readList(bytes: Uint8Array): RegistryList | NoList {
  const file = readJson(bytes, BYTES_MOST.list), read = RegistryFile.safeParse(file);
  if (!read.success) return "unreadable";
  if (Object(file).format !== FORMAT) return "other_format";
  const { entries, sig } = read.data;
  const authority = asBase64Url(read.data.authority);
  return { entries, authority, signed: isSigned(entries, authority, asBase64Url(sig)) };
}

/** What the authority signs. */
export const signedPart = (entries: unknown): string => canonicalize({ format: FORMAT, entries }) ?? "";

function isSigned(entries: unknown, authority: string, sig: string): boolean {
  if (readPublicKey(authority) === undefined) return false;
  try {
    return verifyText(authority, signedPart(entries), sig);
  } catch {
    return false; // nested deeper than any tool's entry
  }
}

/** Where a manifest's own program lies, relative to the manifest; `undefined` for none. */
export function programOf(bytes: Uint8Array): string | undefined {
  const read = Manifest.safeParse(readJson(bytes, BYTES_MOST.manifest));
  return read.success ? read.data.entry : undefined;
}

function readJson(bytes: Uint8Array, most: number): unknown {
  if (bytes.length > most) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** `relative` as an https address under `base`; `undefined` when it is no such address. */
export function addressUnder(base: string, relative: string): string | undefined {
  const url = URL.parse(relative, base);
  if (!url || url.protocol !== "https:" || url.username !== "" || url.password !== "") return undefined;
  url.hash = "";
  return url.href;
}
