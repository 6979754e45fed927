/** Every route of the game. */
import type { Game } from "../game.ts";
import { adoptionRoutes } from "./adoption.ts";
import { cacheRoutes } from "./caches.ts";
import { importRoutes } from "./imports.ts";
import { eventRoutes } from "./events.ts";
import { inventoryRoutes } from "./inventory.ts";
import { logRoutes } from "./logs.ts";
import { mediaRoutes } from "./media.ts";
import { myRoutes } from "./my.ts";
import { newcomerRoutes } from "./newcomers.ts";
import { offlineRoutes } from "./offline.ts";
import { radioRoutes } from "./radio.ts";
import { stageRoutes } from "./stages.ts";
import { ownVisitAwardRoutes } from "./own_visit_awards.ts";
import { ownVisitRoutes } from "./own_visits.ts";
import { visitRoutes } from "./visits.ts";
import { whatIfRoutes } from "./what_if.ts";

export const gameRoutes = (game: Game) => [
  ...cacheRoutes(game),
  ...logRoutes(game),
  ...stageRoutes(game),
  ...whatIfRoutes(game),
  ...mediaRoutes(game),
  ...offlineRoutes(game),
  ...myRoutes(game),
  ...radioRoutes(game),
  ...adoptionRoutes(game),
  ...importRoutes(game),
  ...inventoryRoutes(game),
  ...eventRoutes(game),
  ...newcomerRoutes(game),
  ...ownVisitRoutes(game),
  ...ownVisitAwardRoutes(game),
  ...visitRoutes(game),
];
