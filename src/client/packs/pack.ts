/** What a pack is, what of it is still missing, and when it is looked at again. Pure. */
import type { z } from "zod";
import type { CacheView } from "../../caches/mod.ts";
import type { LogSeen } from "../cache/log_seen.ts";
import type { CacheRow } from "../nearby/caches.ts";

/** Which photos are taken along. */
export const IMAGES = ["none", "thumbs", "all"] as const;
export type Images = typeof IMAGES[number];

interface PackedImage {
  kind: string;
  title: string | null;
  url: string;
  bytes: number;
  thumbUrl?: string;
  thumbBytes?: number;
}

/** A stage sealed under the code of its tag. Binary members are base64url. */
export interface Sealed {
  v: number;
  iter: number;
  salt: string;
  iv: string;
  data: string;
}

export interface PackedStage {
  n: number;
  unlock: string;
  sealed?: Sealed;
  /** Size of the sound that leads to it. */
  soundBytes?: number;
}

/** A cache as a pack holds it. */
export type PackedCache = z.infer<typeof CacheView> & {
  gid?: string;
  stages: PackedStage[];
  logs: LogSeen[];
  images: PackedImage[];
};

/** A pack as the gateway gives it. */
export interface PackAnswer {
  instance: string;
  serviceCall: string;
  grid: string;
  generation: string;
  builtAt: number;
  caches: PackedCache[];
}

/** Part of a file that is taken along: a whole photo, or a range of the map. */
export interface Part {
  /** Address; of a range with its first byte. */
  name: string;
  bytes: number;
}

/** A pack on this phone. */
export interface Pack {
  grid: string;
  instance: string;
  etag: string;
  /** When the gateway made it, and when it last said that it is still the same; unix seconds by its clock. */
  builtAt: number;
  checkedAt: number;
  images: Images;
  /** Whether sounds of stages are taken along; packs of former versions took them with their photos. */
  sounds?: boolean;
  map: boolean;
  /** Version of the map archive, and which bytes of it belong to the square. */
  archive?: { etag: string; ranges: readonly (readonly [from: number, to: number])[] };
  count: number;
  /** What is kept of it. */
  bytes: { caches: number; images: number; sounds?: number; map: number };
  /** What the whole takes. */
  total: number;
  /** Whether everything that was asked for is here. */
  whole: boolean;
}

/** Photos to take: each once. */
export function partsOf(caches: readonly PackedCache[], images: Images): Part[] {
  if (images === "none") return [];
  const parts = new Map<string, number>();
  for (const one of caches.flatMap((cache) => cache.images)) {
    const small = one.thumbUrl !== undefined ? [one.thumbUrl, one.thumbBytes ?? 0] as const : undefined;
    if (small) parts.set(...small);
    // A photo without a small one of itself is taken whole, or its cache would have none.
    if (images === "all" || !small) parts.set(one.url, one.bytes);
  }
  return [...parts].map(([name, bytes]) => ({ name, bytes }));
}

/** Addresses of the stage lists of caches with a stage that is heard: its sound is part of the riddle. */
export const heardIn = (caches: readonly PackedCache[]): string[] =>
  caches.filter(({ stages }) => stages.some(({ unlock }) => unlock === "audio"))
    .map(({ code }) => `/api/caches/${encodeURIComponent(code)}/stages`);

/** What their sounds take, in bytes. */
export const soundBytes = (caches: readonly PackedCache[]): number =>
  caches.flatMap(({ stages }) => stages).reduce((sum, { soundBytes = 0 }) => sum + soundBytes, 0);

export const takesSounds = ({ sounds, images }: Pick<Pack, "sounds" | "images">): boolean =>
  sounds ?? images !== "none";

/** What a pack takes in all, in bytes. */
export function totalOf(
  pack: Pick<Pack, "sounds" | "images" | "archive">,
  caches: readonly PackedCache[],
  bytes: number,
) {
  const ranges = pack.archive?.ranges ?? [];
  return bytes + sizeOf(partsOf(caches, pack.images)) + (takesSounds(pack) ? soundBytes(caches) : 0) +
    ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}

export const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);

/** What is not here yet, in order. */
export const missing = (wanted: readonly Part[], here: ReadonlySet<string>): Part[] =>
  wanted.filter(({ name }) => !here.has(name));

/** How old a pack gets before it is looked at again by itself, seconds. */
const REFRESH_S = 6 * 3600;

/** Whether a pack is looked at now. `wifi`: `undefined` where the browser does not tell. */
export function isStale(
  { checkedAt, whole }: Pick<Pack, "checkedAt" | "whole">,
  now: number,
  { wifi, wifiOnly }: { wifi: boolean | undefined; wifiOnly: boolean },
): boolean {
  if (wifiOnly && wifi === false) return false;
  return !whole || now - checkedAt >= REFRESH_S || checkedAt > now + REFRESH_S;
}

/** A cache of a pack as lists show it. */
export function rowOf(cache: PackedCache): CacheRow | undefined {
  const { id, gid, code, title, type, size, status, difficulty, terrain, lat, lon, owner, country } = cache;
  if (lat === null || lon === null) return undefined;
  const { minTrust, origin, mirrored } = cache;
  return {
    ...{ id, code, title, type, size, status, difficulty, terrain, lat, lon, owner, country },
    ...{ minTrust, origin },
    ...(gid !== undefined && { gid }),
    ...(mirrored && { mirrored }),
  };
}
