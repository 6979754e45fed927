/** Everything of this area put together. */
import type { World } from "../base/mod.ts";
import type { Club } from "../club/mod.ts";
import type { Caches } from "../caches/mod.ts";
import type { Database } from "../db/mod.ts";
import type { readLimits, ReadRates, Route } from "../http/mod.ts";
import { addressesFor, healthRoutes } from "../health/mod.ts";
import { instanceId, ownOrigins, type Settings, shownName, TOOLS } from "../settings/mod.ts";
import type { Reach } from "../tls/mod.ts";
import { aboutRoutes, type SourceInfo } from "./about/well_known.ts";
import { aboutPageRoutes } from "./about/routes.ts";
import { apiIndexRoutes } from "./api_index.ts";
import { iconRoutes } from "./icon.ts";
import { type AppParts, appRoutes } from "./app/routes.ts";
import { embedRoutes } from "./embed/routes.ts";
import { legalPageRoutes } from "./legal/routes.ts";
import { resetRoutes } from "./reset/routes.ts";
import { toolRoutes } from "./tools/routes.ts";
import { trustRoutes } from "./trust/routes.ts";

interface WebParts {
  db: Database;
  club: Club;
  settings: Settings;
  world: World;
  source: SourceInfo;
  dataDir: string;
  /** Where it listens and is reached; a program that does not listen has none. */
  reach?: Reach;
  caches: Pick<Caches, "detail" | "find" | "listed" | "mapRows">;
  people: AppParts["people"];
  profile: AppParts["profile"];
  netLog: AppParts["netLog"];
  counts: AppParts["counts"];
  /** Every mounted route; read when the first answer is made. */
  routes: readonly Route[];
  rates: ReadRates;
  /** The read API's throttle. */
  limits: ReturnType<typeof readLimits>;
}

/** Opens the area; its routes list every mounted route, so it is opened last. */
export function openWeb(
  {
    db,
    club,
    settings,
    world,
    source,
    dataDir,
    reach,
    caches,
    people,
    profile,
    netLog,
    counts,
    routes,
    rates,
    limits,
  }: WebParts,
) {
  const title = `Service Gateway ${instanceId(settings)}`;
  const chosen = (account: number) => people.cards.prefs(account).lang;
  return {
    routes: [
      ...embedRoutes(() => shownName(settings), club),
      ...appRoutes({
        ...{ instance: instanceId(settings), settings, club, caches, people, profile, netLog, counts },
        addresses: (asker) => addressesFor(asker, reach),
        now: () => world.now(),
      }),
      ...toolRoutes(() => ownOrigins(settings), () => settings.get(TOOLS) === "off"),
      ...legalPageRoutes({ settings, chosen }),
      ...resetRoutes(instanceId(settings)),
      ...iconRoutes(),
      ...aboutRoutes({ settings, world, source }),
      ...aboutPageRoutes({ settings, source, chosen }),
      ...healthRoutes({ db, settings, world, source, dataDir, reach }),
      ...trustRoutes({ settings, dataDir, reach }),
      ...apiIndexRoutes({ routes, rates, limits, title, version: source.version }),
    ],
  };
}
