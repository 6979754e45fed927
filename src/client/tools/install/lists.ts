/** What the registries list: each list under the key that is pinned for it. Pure but for the cryptography. */
import { sameKey, signedBy, sorted } from "./signature.ts";
import { type Face, faceOf } from "./face.ts";
import {
  isPermission,
  isToolName,
  listOf,
  member,
  numberOf,
  type Permission,
  textOf,
} from "../run/shapes.ts";

/** A tool that a registry offers. */
export interface Offer extends Face {
  name: string;
  author: string;
  version: string;
  /** Address of its manifest. */
  at: string;
  /** The author's key that the list names. */
  key: string | undefined;
  /** What it asks for, where the list says so; what it may is in its manifest. */
  permissions: Permission[] | undefined;
  /** How large its script is, where the list says so; else 0. */
  bytes: number;
}
export type ListFault = "unreadable" | "other_format" | "key_changed" | "unsigned";
/** The format of lists that is read; what is signed names it too. */
const FORMAT = 1;
const ENTRIES_MOST = 500;

/** Reads a registry's file. `lang`: whose words are taken where an entry has them. */
export function readOffers(
  bytes: Uint8Array,
  authority: string,
  base: string,
  lang: string,
): Offer[] | ListFault {
  let read: unknown;
  try {
    read = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return "unreadable";
  }
  const entries = member(read, "entries"), key = member(read, "authority"), sig = member(read, "sig");
  if (!Array.isArray(entries) || entries.length > ENTRIES_MOST) return "unreadable";
  if (member(read, "format") !== FORMAT) return "other_format";
  if (typeof key !== "string" || typeof sig !== "string") return "unsigned";
  if (!sameKey(key, authority)) return "key_changed";
  if (!signedBy(authority, sorted({ format: FORMAT, entries }), sig)) return "unsigned";
  return listOf(entries, ENTRIES_MOST).flatMap((entry) => {
    const name = member(entry, "name"), at = addressFrom(base, member(entry, "entry"));
    if (!isToolName(name) || at === undefined) return [];
    const pubkey = member(entry, "pubkey"), permissions = member(entry, "permissions");
    return {
      ...faceOf(entry, name, lang),
      name,
      author: textOf(member(entry, "author"), 20),
      version: textOf(member(entry, "version"), 40),
      at,
      key: typeof pubkey === "string" ? pubkey : undefined,
      permissions: Array.isArray(permissions) ? listOf(permissions, 50).filter(isPermission) : undefined,
      bytes: Math.max(0, numberOf(member(entry, "bytes"))),
    };
  });
}

/** An address as it counts from another one: https, or a path of this gateway where the base is one. */
export function addressFrom(base: string, relative: unknown): string | undefined {
  if (typeof relative !== "string" || relative.length > 500) return undefined;
  const here = "https://here.invalid";
  const url = URL.parse(relative, base.startsWith("/") ? here + base : base);
  if (!url || url.protocol !== "https:" || url.username || url.password) return undefined;
  url.hash = "";
  return url.origin === here ? base.startsWith("/") ? url.pathname + url.search : undefined : url.href;
}
