/** Signs tools and lists of them, for those who make them: what browsers verify before they run anything. Pure. */
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { utf8 } from "../base/mod.ts";
import type { SigningKey } from "../wire/mod.ts";
import { registryFailure as failure } from "./errors.ts";
import { ENTRIES_MOST, FORMAT, signedPart } from "./list.ts";

/** The script interface that a tool is taken to need unless its manifest names one. */
const API = "1.0";
/** What a manifest may ask for, and where it may be meant to be; apps refuse the whole tool for any other word. */
const PERMISSIONS: readonly string[] = [
  ...["command", "monitor", "event", "decoder", "panel", "map", "ipc", "network", "beacon", "tx", "geo"],
];
const SURFACES: readonly string[] = ["web", "terminal", "bbs", "node", "map"];

const base64 = (key: SigningKey, text: string): string => key.sign(utf8(text)).toBase64();
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A manifest with the digest of its script, its author's key and signature. Throws `tool_unusable` for what is no manifest. */
export function signedManifest(
  manifest: unknown,
  script: Uint8Array,
  key: SigningKey,
): Record<string, unknown> {
  if (!isObject(manifest)) throw failure.tool_unusable({}, "tool.json is to be one JSON object");
  const { signature: _signature, ...said } = manifest;
  if (typeof said.name !== "string" || !/^[a-z0-9][a-z0-9-]{1,39}$/.test(said.name)) {
    throw failure.tool_unusable({}, "name has 2 to 40 of a-z, 0-9 and -, and begins with a letter or digit");
  }
  for (const name of ["title", "author", "version"]) {
    if (typeof said[name] !== "string" || said[name].trim() === "") {
      throw failure.tool_unusable({}, `${name} is a text, and not empty`);
    }
  }
  const { api = API, permissions, surfaces = [], connect = [] } = said;
  if (typeof api !== "string" || !/^\d{1,3}\.\d{1,3}$/.test(api)) {
    throw failure.tool_unusable({}, "api is the interface that the tool needs, such as 1.0");
  }
  needWords("permissions", permissions, PERMISSIONS);
  needWords("surfaces", surfaces, SURFACES);
  if (permissions.includes("network") && !(Array.isArray(connect) && connect.length > 0)) {
    throw failure.tool_unusable({}, "connect names the origins that a tool with network asks");
  }
  const whole = {
    ...said,
    api,
    entrySha256: createHash("sha256").update(script).digest("base64"),
    pubkey: key.publicKey,
  };
  return { ...whole, signature: base64(key, canonicalize(whole) ?? "") };
}

function needWords(name: string, value: unknown, words: readonly string[]): asserts value is string[] {
  if (!Array.isArray(value) || !value.every((one) => words.includes(one))) {
    throw failure.tool_unusable({}, `${name} is a list of ${words.join(", ")}`);
  }
}

/** A registry's file with its authority's key and signature. Throws `tool_unusable` where it has no list of entries. */
export function signedList(file: unknown, key: SigningKey): Record<string, unknown> {
  const entries = isObject(file) ? file.entries : undefined;
  if (!Array.isArray(entries) || entries.length > ENTRIES_MOST) {
    throw failure.tool_unusable({}, `entries is a list of at most ${ENTRIES_MOST} tools`);
  }
  return { format: FORMAT, entries, authority: key.publicKey, sig: base64(key, signedPart(entries)) };
}
