/**
 * Read: what other programs and people may read, across areas: the read API, exports, feeds, badges, the embeddable map,
 * the API reference, saved views, spots. Owns the table map_view and nothing else; decides nothing about the game.
 * Refuses to show what is unlisted, removed, a draft, or a suspended person's.
 */
export { readPersonalData } from "./personal_data.ts";
export { pageRoutes as publicPageRoutes } from "./routes/pages.ts";
export { spotRoutes } from "./routes/spots.ts";
export { viewRoutes } from "./routes/views.ts";
export { type SpotConfig, SpotKeeper } from "./spots/mod.ts";
export { spotConfig } from "./spots/config.ts";
