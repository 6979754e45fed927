/** Kinds and sizes of caches. Pure: the app uses them too. */

/** The kinds of cache that are native. Imported places never leave their instance (FED "What the service does"). */
export const NATIVE_CACHE_TYPES = [
  "traditional",
  "multi",
  "mystery",
  "letterbox",
  "virtual",
  "earth",
  "audio",
  "living",
] as const;

/** The sizes of a box; `none` is for kinds without a box. */
export const CACHE_SIZES = ["micro", "small", "regular", "large", "other", "none"] as const;

/** Programmes whose places are imported: operators alone make them, and they never leave. */
const IMPORTED_TYPES = ["sota", "pota", "wwff", "iota", "bunker", "castle", "other"] as const;
export const CACHE_TYPES = [...NATIVE_CACHE_TYPES, ...IMPORTED_TYPES] as const;
