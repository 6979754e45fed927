/** A tool's manifest and its script, checked before anything of them is run or shown. Pure but for the cryptography. */
import { type Face, faceOf } from "./face.ts";
import { TOOL_API } from "../run/around.ts";
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

/** Whether a tool that needs this interface runs on ours: the same major, and a minor that we have. */
const fits = (api: unknown): boolean => {
  const [, major, minor] = /^(\d{1,3})\.(\d{1,3})$/.exec(typeof api === "string" ? api : "") ?? [];
  return Number(major) === TOOL_API.major && Number(minor) <= TOOL_API.minor;
};

export interface Manifest extends Face {
  name: string;
  author: string;
  version: string;
  permissions: Permission[];
  surfaces: string[];
  connect: string[];
  /** Whether stations that connect may run the commands that it opens to them. */
  remote: boolean;
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
  | "bad_api"
  | "bad_manifest"
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
  if (!fits(of("api"))) return { refused: "bad_api" };
  // Of a manifest that asks for what nobody knows, nothing is taken: what its author meant is not known either.
  const asks = wordsIn(of("permissions"), isPermission),
    surfaces = wordsIn(of("surfaces") ?? [], (one): one is string => SURFACES.includes(one as string));
  const isNamed = ["title", "author", "version"].every((one) => textOf(of(one), 80).trim() !== "");
  if (!asks || !surfaces || !isNamed) return { refused: "bad_manifest" };
  const permissions = PERMISSIONS.filter((one) => asks.includes(one)),
    isOnline = permissions.includes("network");
  const connect = isOnline ? connectOf(of("connect")) : [];
  if (!connect || (isOnline && connect.length === 0)) return { refused: "bad_connect" };
  return {
    ...faceOf(read, name, lang),
    name,
    author: textOf(of("author"), 20),
    version: textOf(of("version"), 40),
    permissions,
    surfaces: surfaces.length > 0 ? surfaces : ["web"],
    connect,
    remote: of("remote") === true,
    entry: textOf(of("entry"), 500) || "tool.js",
    digest,
    pubkey,
  };
}

/** A list of words of a kind, each once; `undefined` where it is none, or holds any other. */
function wordsIn<W extends string>(value: unknown, isOne: (one: unknown) => one is W): W[] | undefined {
  const words = listOf(value, 50);
  return Array.isArray(value) && value.length <= 50 && words.every(isOne) ? [...new Set(words)] : undefined;
}

/** Whether a script is the one that the manifest names. */
export const isScriptOf = ({ digest }: Pick<Manifest, "digest">, script: Uint8Array): boolean =>
  base64Of(sha256(script)).replace(/={1,2}$/, "") ===
    digest.replaceAll("-", "+").replaceAll("_", "/").replace(/={1,2}$/, "");
