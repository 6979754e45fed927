/**
 * How a cache is drawn, on every map and in every list: its type by the shape, its state by the sign in it, and neither by
 * colour alone. SVG paths in a square of 24 units. Pure.
 */
import type { Mark } from "../phone/known/caches.ts";

/** Sides of the square in which shapes are drawn. */
export const SIZE = 24;

const CACHES = {
  traditional: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  multi: "M3 3h12v6h6v12H9v-6H3Z",
  mystery: "M12 2 22.5 21h-21Z",
  living: "M12 1.5 22.5 12 12 22.5 1.5 12Z",
  other: "M7 3h10l5 9-5 9H7l-5-9Z",
} as const;
type CacheShape = keyof typeof CACHES;
export const CACHE_SHAPES = Object.keys(CACHES) as CacheShape[];
/** The shape for a type of cache; a type that has none gets the one of "other". */
export const cacheShape = (type: string): CacheShape =>
  Object.hasOwn(CACHES, type) ? type as CacheShape : "other";
/** The SVG path of a cache's shape. */
export const cachePath = (shape: CacheShape): string => CACHES[shape];

const TICK = "M7.5 12.5l3 3 6-7";
/** The sign in the shape, by state, as an SVG path; that of "open" is filled, the others are lines. */
export const SIGNS = {
  open: "M12 9.5a3 3 0 1 0 .1 0Z",
  found: TICK,
  pending: TICK,
  disabled: "M6 18 18 6",
} as const;
export type CacheState = keyof typeof SIGNS;
export const CACHE_STATES = Object.keys(SIGNS) as CacheState[];
/** The state that is drawn. That nobody shall look for a cache now says more than whether the reader has found it. */
export const cacheState = (status: string | undefined, mark: Mark): CacheState =>
  status === "disabled" ? "disabled" : mark ?? "open";
