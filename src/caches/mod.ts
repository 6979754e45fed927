/**
 * The game: caches, logs and what a find is worth, stages, media, radio commands, offline packs, adoption, imported
 * catalogues, and mirrors of other instances' caches. Owns the tables of migrations 0030 to 0039 and DATA_DIR/media.
 * Refuses to grade what the rules exclude (own cache, second find, locked last stage), to trust what nobody attested, and
 * to publish imported places.
 *
 * Floors, the lowest first: `rules/` (what a find is worth, codes, countries, limits: pure), `tables/` (rows, and the map's
 * index), `views/` (how things are looked up and shown), `exchange/` (records for other instances, and theirs), then what
 * people do (`adoption/`, `community/`, `media/`, `finds/`, `hiding/`, `stages/`, `newcomers/`, `offline/`, `people/`, `radio/`,
 * `imports/`), and `routes/` on top.
 */
import type { RouteTable } from "../http/mod.ts";
import type { gameRoutes } from "./routes/mod.ts";

export { Caches, openCaches } from "./caches.ts";
export { aprsFrequency } from "./hiding/aprs_frequency.ts";

export { BADGES, HIDER_BADGES, type Period, PERIODS } from "./community/community.ts";
export { gameFailure } from "./errors.ts";
export type * from "./rules/evidence.ts";
export { attests } from "./rules/hearing.ts";
export { OneFind } from "./finds/one_find.ts";
export { EVIDENCE_WORDS } from "./rules/tier_words.ts";
export { WhatIf } from "./routes/what_if.ts";

export { pointsOf, rank, type Score } from "./rules/points.ts";

export type { GameNeeds } from "./game.ts";
export { codeKey, plainCode } from "./rules/code.ts";
export type * from "./ports.ts";

export { MapRow } from "./views/cache_view.ts";
export { PackView } from "./offline/pack_view.ts";
export type { NamedCache } from "./views/named_caches.ts";
export { CacheDetail } from "./views/detail.ts";
export { LogView, reaches } from "./views/log_view.ts";
/** What its routes take and give, by signature. */
export type GameRoutes = RouteTable<ReturnType<typeof gameRoutes>>;
