/**
 * How a cache is drawn on every map: a disc with the drawing and the hue of its kind, and its state as a sign at the disc's
 * edge; neither by colour alone. In a square of 24 units. Pure.
 */
import type { Mark } from "../phone/known/caches.ts";
import { ICON_PATHS } from "../ui/icons/paths.ts";
import { type CacheKind, KIND_ICONS } from "../ui/look/kinds.ts";

/** Sides of the square in which marks are drawn. */
export const SIZE = 24;

/** How large the drawing is in its disc, as a part of the square. */
export const INNER = 0.58;
/** The SVG path of a kind's drawing, as large as the whole square. */
export const kindPath = (kind: CacheKind): string => ICON_PATHS[KIND_ICONS[kind]];

/** The sign at the edge, by state, as an SVG path as large as the whole square; an open cache has none. */
export const SIGNS = {
  open: undefined,
  found: ICON_PATHS.check,
  pending: ICON_PATHS.hourglass,
  disabled: undefined,
} as const;
export type CacheState = keyof typeof SIGNS;
export const CACHE_STATES = Object.keys(SIGNS) as CacheState[];
/** Where the sign's disc has its middle, and how large it is. */
export const SIGN_AT = 21, SIGN_R = 6.5;

/** The state that is drawn. That nobody shall look for a cache now says more than whether the reader has found it. */
export const cacheState = (status: string | undefined, mark: Mark): CacheState =>
  status === "disabled" ? "disabled" : mark === undefined || mark === "logged" ? "open" : mark;
