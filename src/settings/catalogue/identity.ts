/** Settings of this instance's identity: its keys, where it is reached, and the registry that vouches for names. */
import { configuration, optionalConfiguration } from "../declare.ts";
import { base, key32 } from "../forms.ts";
import { checked, integer, json } from "../types.ts";

const jsonList = <T = Record<string, unknown>>(
  takes: string,
  fits: (value: Record<string, unknown>) => boolean,
) =>
  json<T[]>(
    takes,
    (value) =>
      Array.isArray(value) && value.every((one) => typeof one === "object" && one !== null && fits(one))
        ? value
        : undefined,
  );
const isKey = (value: unknown): boolean => typeof value === "string" && key32(value) !== undefined;

export const FED_ROTATION_GRACE_DAYS = configuration({
  key: "FED_ROTATION_GRACE_DAYS",
  group: "federation",
  label: "Grace after a key change",
  hint: "How long the former key still counts.",
  type: integer(0, 365, "d"),
  fallback: 7,
});
export const FED_KEY_HISTORY = configuration<Record<string, unknown>[]>({
  key: "FED_KEY_HISTORY",
  group: "federation",
  label: "Former keys",
  hint: "Earlier public keys of this instance, as `identity rotate` prints them.",
  type: jsonList("a JSON list of objects {x, until}", (one) => isKey(one.x) && Number.isInteger(one.until)),
  fallback: [],
});
/** `key` follows `prevKey`, signed by `prevKey`. */
export interface RotationRecord {
  key: string;
  prevKey: string;
  at: number;
  sig: string;
}
export const FED_ROTATIONS = configuration<RotationRecord[]>({
  key: "FED_ROTATIONS",
  group: "federation",
  label: "Key rotations",
  hint: "Rotation records of this instance's keys, as `identity rotate` prints them.",
  type: jsonList<RotationRecord>(
    "a JSON list of objects {key, prevKey, at, sig}",
    (one) => isKey(one.key) && isKey(one.prevKey) && Number.isInteger(one.at) && typeof one.sig === "string",
  ),
  fallback: [],
});
export const FED_ENDPOINTS = configuration<Record<string, unknown>[]>({
  key: "FED_ENDPOINTS",
  group: "federation",
  label: "Own endpoints",
  hint: "Addresses under which other instances reach this one, by transport.",
  type: jsonList(
    "a JSON list of at most 16 objects {transport, address, priority}",
    (one) => typeof one.transport === "string" && typeof one.address === "string",
  ),
  fallback: [],
});
export const FED_OPERATOR = optionalConfiguration<string>({
  key: "FED_OPERATOR",
  group: "federation",
  label: "Operator's callsign",
  hint: "Operator named in the descriptor. In a quorum all instances of one operator count as one.",
  type: checked("a callsign", base),
});
export const FED_REGISTRY = optionalConfiguration<Record<string, unknown>>({
  key: "FED_REGISTRY",
  group: "federation",
  label: "Registry",
  hint: "A signed registry document that binds instance names to keys. Needs FED_REGISTRY_KEY.",
  type: json(
    "a JSON object {at, entries, sig}",
    (value) =>
      typeof value === "object" && value !== null && !Array.isArray(value) && "entries" in value &&
        "sig" in value
        ? value as Record<string, unknown>
        : undefined,
  ),
});
export const FED_REGISTRY_DNS = optionalConfiguration<string>({
  key: "FED_REGISTRY_DNS",
  group: "federation",
  label: "Registry by DNS",
  hint: "Name of the TXT record that says where the registry document is. Needs FED_REGISTRY_KEY.",
  type: checked(
    "a DNS name",
    (value) =>
      /^[A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9])?$/.test(value) ? value.toLowerCase() : undefined,
  ),
});
export const FED_REGISTRY_KEY = optionalConfiguration<string>({
  key: "FED_REGISTRY_KEY",
  group: "federation",
  label: "Registry authority",
  hint: "Public key that signs the registry.",
  type: checked("the base64url of a 32-byte Ed25519 public key (43 characters)", key32),
});
