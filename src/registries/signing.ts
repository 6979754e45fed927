/** Signs tools and lists of them, for those who make them: what browsers verify before they run anything. Pure. */
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { utf8 } from "../base/mod.ts";
import type { SigningKey } from "../wire/mod.ts";
import { registryFailure as failure } from "./errors.ts";
import { ENTRIES_MOST } from "./list.ts";

const base64 = (key: SigningKey, value: unknown): string =>
  key.sign(utf8(canonicalize(value) ?? "")).toBase64();
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
  if (!Array.isArray(said.permissions)) throw failure.tool_unusable({}, "permissions is a list of words");
  const whole = {
    ...said,
    entrySha256: createHash("sha256").update(script).digest("base64"),
    pubkey: key.publicKey,
  };
  return { ...whole, signature: base64(key, whole) };
}

/** A registry's file with its authority's key and signature. Throws `tool_unusable` where it has no list of entries. */
export function signedList(file: unknown, key: SigningKey): Record<string, unknown> {
  const entries = isObject(file) ? file.entries : undefined;
  if (!Array.isArray(entries) || entries.length > ENTRIES_MOST) {
    throw failure.tool_unusable({}, `entries is a list of at most ${ENTRIES_MOST} tools`);
  }
  return { entries, authority: key.publicKey, sig: base64(key, entries) };
}
