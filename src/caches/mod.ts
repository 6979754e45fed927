/**
 * The game: caches, logs and what a find is worth, stages, media, radio commands, offline packs, adoption, imported
 * catalogues, and mirrors of other instances' caches. Owns the tables of migrations 0030 to 0039 and DATA_DIR/media.
 * Refuses to grade what the rules exclude (own cache, second find, locked last stage), to trust what nobody attested, and
 * to publish imported places.
 */
import type { Route } from "../http/mod.ts";
import { adoptionRoutes } from "./routes/adoption.ts";
import { cacheRoutes } from "./routes/caches.ts";
import { importRoutes } from "./routes/imports.ts";
import { logRoutes } from "./routes/logs.ts";
import { myRoutes } from "./routes/my.ts";
import { offlineRoutes } from "./routes/offline.ts";
import type { RouteParts } from "./routes/shared.ts";
import { mediaRoutes, stageRoutes } from "./routes/stages.ts";
import type { Caches } from "./caches.ts";
import { gameJobs } from "./jobs.ts";

export { Caches } from "./caches.ts";
export { codeKey } from "./hiding/code.ts";
export { BADGES, HIDER_BADGES, type Period, PERIODS } from "./community/community.ts";
export type * from "./finds/evidence.ts";
export { gameFailure } from "./errors.ts";
export type { GameParts, Viewer } from "./game.ts";
export type { GameItem } from "./people/moderate.ts";
export type { OwnPosition } from "./radio/near.ts";
export type * from "./ports.ts";
export { pointsOf, rank } from "./finds/points.ts";
export { RADIUS_M } from "./finds/tier.ts";
export { CacheView, reaches } from "./views/views.ts";
export type { LogInput } from "./finds/write_log.ts";

/** Every route of the game. */
export function cachesRoutes(caches: Caches, parts: Omit<RouteParts, "game">): Route[] {
  const all: RouteParts = { ...parts, game: caches.game };
  return [
    ...cacheRoutes(all),
    ...logRoutes(all),
    ...stageRoutes(all),
    ...mediaRoutes(all),
    ...offlineRoutes(all),
    ...myRoutes(all),
    ...adoptionRoutes(all),
    ...importRoutes(all),
  ];
}

/** What the game does by itself. */
export const cachesJobs = (caches: Caches) => gameJobs(caches.game);
