/**
 * A registry's file: entries, and its authority's signature over them. The order of the entries counts; the signature
 * covers the entries array in RFC 8785 form (sorted keys).
 */
import canonicalize from "canonicalize";
import { z } from "#schemas";
import { readPublicKey, verifyText } from "../wire/mod.ts";

/** Most entries of a registry, and most bytes of any file that is fetched for one. */
export const ENTRIES_MOST = 500;
export const FILE_BYTES_MOST = 1 << 20;

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
  /** Whether the entries are signed by that key. */
  signed: boolean;
}

/** base64 with or without padding, or base64url, as base64url. */
export const asBase64Url = (text: string): string =>
  text.replaceAll("+", "-").replaceAll("/", "_").replace(/={1,2}$/, "");

/** Reads a registry's file; `undefined` when it is none. */
export function readList(bytes: Uint8Array): RegistryList | undefined {
  const read = RegistryFile.safeParse(readJson(bytes));
  if (!read.success) return undefined;
  const { entries, sig } = read.data;
  const authority = asBase64Url(read.data.authority);
  return { entries, authority, signed: isSigned(entries, authority, asBase64Url(sig)) };
}

function isSigned(entries: unknown, authority: string, sig: string): boolean {
  if (readPublicKey(authority) === undefined) return false;
  try {
    return verifyText(authority, canonicalize(entries) ?? "", sig);
  } catch {
    return false; // nested deeper than any tool's entry
  }
}

/** Where a manifest's own program lies, relative to the manifest; `undefined` for none. */
export function programOf(bytes: Uint8Array): string | undefined {
  const read = Manifest.safeParse(readJson(bytes));
  return read.success ? read.data.entry : undefined;
}

function readJson(bytes: Uint8Array): unknown {
  if (bytes.length > FILE_BYTES_MOST) return undefined;
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
