/** A tool's manifest and its script, checked before anything of them is run or shown. Pure but for the cryptography. */
import { type Face, faceOf } from "./face.ts";
import { base64Of, sha256, signedBy, sorted } from "./signature.ts";
import {
  isPermission,
  isToolName,
  listOf,
  member,
  type Permission,
  PERMISSIONS,
  textOf,
} from "../run/shapes.ts";

// The origins that a tool names to connect to. Pure.

const MOST = 8;

/** At most eight https or wss origins, written as browsers write them; `undefined` where the list is none. */
function connectOf(value: unknown): string[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MOST) return undefined;
  const origins = value.map(originOf);
  return origins.includes(undefined) ? undefined : origins as string[];
}

function originOf(value: unknown): string | undefined {
  const url = typeof value === "string" && value.length <= 300 ? URL.parse(value) : null;
  if (!url || !/^(https|wss):$/.test(url.protocol) || url.username || url.password) return undefined;
  if (url.pathname !== "/" || url.search || url.hash) return undefined;
  return `${url.protocol}//${url.host}`;
}

export interface Manifest extends Face {
  name: string;
  author: string;
  version: string;
  permissions: Permission[];
  surfaces: string[];
  connect: string[];
  /** Address of the script, as it counts from the manifest's. */
  entry: string;
  /** SHA-256 of the script, base64. */
  digest: string;
  /** The author's key, base64url. */
  pubkey: string;
}

/** Why a tool is not installed, or not started. */
export type Refusal =
  | "unreadable"
  | "bad_name"
  | "unsigned"
  | "invalid"
  | "no_digest"
  | "wrong_bytes"
  | "key_changed"
  | "name_taken"
  | "more_permissions"
  | "bad_connect";

const SURFACES = ["web", "terminal", "bbs", "node", "map"];

/** Reads and verifies a manifest: everything that it says is signed by the key that it names. `lang`: whose words are taken. */
export function readManifest(bytes: Uint8Array, lang?: string): Manifest | { refused: Refusal } {
  let read: unknown;
  try {
    read = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return { refused: "unreadable" };
  }
  const of = (name: string) => member(read, name);
  if (typeof read !== "object" || read === null || Array.isArray(read)) return { refused: "unreadable" };
  const name = of("name"), pubkey = of("pubkey"), signature = of("signature");
  if (!isToolName(name)) return { refused: "bad_name" };
  if (typeof pubkey !== "string" || typeof signature !== "string" || signature === "") {
    return { refused: "unsigned" };
  }
  const { signature: _signature, ...said } = read as Record<string, unknown>;
  if (!signedBy(pubkey, sorted(said), signature)) return { refused: "invalid" };
  const digest = of("entrySha256");
  if (typeof digest !== "string" || digest === "") return { refused: "no_digest" };
  const permissions = PERMISSIONS.filter((one) =>
    listOf(of("permissions"), 50).filter(isPermission).includes(one)
  );
  const connect = permissions.includes("network") ? connectOf(of("connect")) : [];
  if (!connect) return { refused: "bad_connect" };
  const surfaces = listOf(of("surfaces") ?? ["web"], 10).filter((one) => SURFACES.includes(one as string));
  return {
    ...faceOf(read, name, lang),
    name,
    author: textOf(of("author"), 20),
    version: textOf(of("version"), 40),
    permissions,
    surfaces: surfaces as string[],
    connect,
    entry: textOf(of("entry"), 500) || "tool.js",
    digest,
    pubkey,
  };
}

/** Whether a script is the one that the manifest names. */
export const isScriptOf = ({ digest }: Pick<Manifest, "digest">, script: Uint8Array): boolean =>
  base64Of(sha256(script)).replace(/={1,2}$/, "") ===
    digest.replaceAll("-", "+").replaceAll("_", "/").replace(/={1,2}$/, "");
