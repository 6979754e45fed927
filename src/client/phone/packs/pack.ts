/** A pack: what it is, which parts are still missing, and when it is checked again. Pure. */
import type { z } from "#schemas";
import type { PackView } from "../../../caches/mod.ts";
import type { LogSeen } from "../known/log_seen.ts";
import type { CacheRow } from "../known/caches.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** Which photos a pack has. */
export const IMAGES = ["none", "thumbs", "all"] as const;
export type Images = typeof IMAGES[number];

type PackCacheView = z.infer<typeof PackView>["caches"][number];
/** A stage as a pack has it. */
export type PackedStage = PackCacheView["stages"][number];
/** A stage encrypted with the code of its tag. Binary members are base64url. */
export type Sealed = NonNullable<PackedStage["sealed"]>;

/** A cache as a pack has it: its newest logs, and the parts of a photo that are shown. */
export type PackedCache = Omit<PackCacheView, "logs" | "logCount" | "images"> & {
  logs: LogSeen[];
  /** How many logs there are. Packs from earlier versions of the gateway do not say. */
  logCount?: number;
  images: Pick<
    PackCacheView["images"][number],
    "kind" | "title" | "url" | "bytes" | "thumbUrl" | "thumbBytes"
  >[];
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

/** A part that is fetched for itself: a photo, a sound, or a range of the map. */
interface Part {
  /** Its address; for a range also its first byte. */
  name: string;
  bytes: number;
}

/** A pack on this phone. */
export interface Pack {
  grid: string;
  instance: string;
  etag: string;
  /** When the gateway made it, and when the gateway last said that it is unchanged; unix seconds by the gateway's clock. */
  builtAt: number;
  checkedAt: number;
  images: Images;
  /** Whether it has the stages' sounds. Packs of earlier versions of the app do not say; they had them with photos. */
  sounds?: boolean;
  map: boolean;
  /** Version of the map archive, and which bytes of it belong to the square. */
  archive?: { etag: string; ranges: readonly (readonly [from: number, to: number])[] };
  count: number;
  /** How many bytes of it are stored. */
  bytes: { caches: number; images: number; sounds?: number; map: number };
  /** How many bytes all of it takes. */
  total: number;
  /** Whether everything is stored that was chosen. */
  whole: boolean;
  /** Kept by the app itself, so that what stood in the first list opens without signal; nobody chose it, and lists leave it out. */
  silent?: true;
}

/** The photos to fetch, each once. */
export function partsOf(caches: readonly PackedCache[], images: Images): Part[] {
  if (images === "none") return [];
  const parts = new Map<string, number>();
  for (const one of caches.flatMap((cache) => cache.images)) {
    const small = one.thumbUrl !== undefined ? [one.thumbUrl, one.thumbBytes ?? 0] as const : undefined;
    if (small) parts.set(...small);
    // A photo that has no small version is fetched whole; otherwise its cache would have no photo.
    if (images === "all" || !small) parts.set(one.url, one.bytes);
  }
  return [...parts].map(([name, bytes]) => ({ name, bytes }));
}

/** Addresses of the lists of stages of all caches that have an audio stage. */
export const heardIn = (caches: readonly PackedCache[]): string[] =>
  caches.filter(({ mirrored, stages }) => !mirrored && stages.some(({ unlock }) => unlock === "audio"))
    .map(({ code }) => routeTo("GET /api/caches/:id/stages", { params: { id: code } }));

/** Size of the stages' sounds in bytes. */
export const soundBytes = (caches: readonly PackedCache[]): number =>
  caches.flatMap(({ stages }) => stages).reduce((sum, { soundBytes = 0 }) => sum + soundBytes, 0);

/** Whether a pack has the stages' sounds. */
export const takesSounds = ({ sounds, images }: Pick<Pack, "sounds" | "images">): boolean =>
  sounds ?? images !== "none";

/** Size of a whole pack in bytes. */
export function totalOf(
  pack: Pick<Pack, "sounds" | "images" | "archive">,
  caches: readonly PackedCache[],
  bytes: number,
) {
  const ranges = pack.archive?.ranges ?? [];
  return bytes + sizeOf(partsOf(caches, pack.images)) + (takesSounds(pack) ? soundBytes(caches) : 0) +
    ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}

/** Size of all parts in bytes. */
export const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);

/** The parts that are not stored yet, in order. */
export const missing = (wanted: readonly Part[], here: ReadonlySet<string>): Part[] =>
  wanted.filter(({ name }) => !here.has(name));

/** A pack is checked again when the last check is so many seconds ago. */
const REFRESH_S = 6 * 3600;

/** Whether a pack is to be checked now. `wifi`: `undefined` where the browser does not say. */
export function isStale(
  { checkedAt, whole }: Pick<Pack, "checkedAt" | "whole">,
  now: number,
  { wifi, wifiOnly }: { wifi: boolean | undefined; wifiOnly: boolean },
): boolean {
  if (wifiOnly && wifi === false) return false;
  return !whole || now - checkedAt >= REFRESH_S || checkedAt > now + REFRESH_S;
}

/** A cache of a pack as a row of a list; `undefined` where it has no place. */
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
