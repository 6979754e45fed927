/** The discovery document, served and read (FED "Peer", Descriptor). */
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import { isInstanceId, isPublicKey } from "../../wire/mod.ts";
import { readEndpoints } from "./endpoints.ts";
import type { Endpoint, Rotation } from "../tables/peer_store.ts";
import { isRotation, MAX_ROTATIONS, type PublishedKey } from "../keys/resolve_keys.ts";

/** Largest descriptor that is read, in bytes. */
export const MAX_DESCRIPTOR = 256 * 1024;

export interface Descriptor {
  instance: string;
  publicKey: string | undefined;
  publicKeys: PublishedKey[];
  rotations: Rotation[];
  addresses: Endpoint[];
  capabilities: string[];
  /** The operator's call: `aprsCall`, or where that is absent `operator`. */
  operator: string | undefined;
  /** Base calls of all that it names as its operator's. */
  declared: string[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** The keys of a list that somebody else wrote; entries that are not keys are left out. */
export function readPublishedKeys(list: unknown): PublishedKey[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, 64).filter(isObject).flatMap(({ x, until, revoked }) => {
    if (typeof x !== "string" || !isPublicKey(x)) return [];
    // A cutoff that cannot be read must not make the key live longer than one that can.
    if (until !== undefined && until !== null && !isTime(until)) return [];
    return [{ x, ...(isTime(until) ? { until } : {}), ...(revoked === true ? { revoked } : {}) }];
  });
}

/** Rotation records out of a list from outside, verified, the last 32. */
export function readRotations(list: unknown): Rotation[] {
  if (!Array.isArray(list)) return [];
  return list.slice(-MAX_ROTATIONS).filter(isObject).flatMap(({ key, prevKey, at, sig }) => {
    if (typeof key !== "string" || typeof prevKey !== "string" || !isTime(at) || typeof sig !== "string") {
      return [];
    }
    const rotation = { key, prevKey, at, sig };
    return isRotation(rotation) ? [rotation] : [];
  });
}

/** Reads a descriptor; `undefined` when it names no instance. */
export function readDescriptor(value: unknown): Descriptor | undefined {
  if (!isObject(value) || typeof value.instance !== "string" || !isInstanceId(value.instance)) {
    return undefined;
  }
  const text = (it: unknown) => typeof it === "string" && it.length > 0 && it.length <= 64 ? it : undefined;
  const named = [text(value.aprsCall), text(value.operator)];
  return {
    instance: value.instance,
    publicKey: typeof value.publicKey === "string" ? value.publicKey : undefined,
    publicKeys: readPublishedKeys(value.publicKeys),
    rotations: readRotations(value.rotations),
    addresses: readEndpoints(value.addresses),
    capabilities: Array.isArray(value.capabilities)
      ? value.capabilities.filter((it) => typeof it === "string" && it.length <= 64).slice(0, 64)
      : [],
    operator: named[0] ?? named[1],
    declared: declaredCalls(named),
  };
}

/** The base calls among texts by which an instance names its operator. */
export const declaredCalls = (texts: readonly (string | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => {
    const call = text === undefined ? "" : normalCall(text);
    return isCall(call) ? [baseCall(call)] : [];
  })),
];
