/** Which drawing each kind of cache bears, in lists and on every map. Pure. */

export const KIND_ICONS = {
  traditional: "box",
  multi: "route",
  mystery: "puzzle",
  letterbox: "stamp",
  virtual: "eye",
  earth: "mountain",
  audio: "audio-lines",
  living: "footprints",
} as const;
export type CacheKind = keyof typeof KIND_ICONS;
export const KINDS = Object.keys(KIND_ICONS) as CacheKind[];

/** Places of programmes (summits, parks, castles) are drawn as what the earth made. */
const OF_EARTH = ["sota", "pota", "wwff", "iota", "bunker", "castle"];

/** The kind as which a type is drawn; a type that has no drawing gets that of a box. */
export const kindOf = (type: string): CacheKind =>
  Object.hasOwn(KIND_ICONS, type) ? type as CacheKind : OF_EARTH.includes(type) ? "earth" : "traditional";
