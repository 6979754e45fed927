/** What the things of this program are made of, each fact declared once. Owns no table and refuses nothing: rules stand elsewhere. */
export { CACHE, type CacheStatus } from "./cache.ts";
export { type Fact, type Facts, rounded } from "./fact.ts";
export { LOG } from "./log.ts";
export { MAIL } from "./mail.ts";
export { CACHE_TYPES, NATIVE_CACHE_TYPES } from "./kinds.ts";
export { type ChangeOf, factsThatLeave, factsWithout, type RowOf, thing } from "./thing.ts";
export { STATION } from "./station.ts";
export { changeShape, givenShape, listedShape, oneLine, severalLines, viewShape } from "./schemas.ts";
