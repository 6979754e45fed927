/** Everything of this area put together: its reads, and the routes over them. */
import type { FailureMaker, World } from "../base/mod.ts";
import type { Caches } from "../caches/mod.ts";
import type { Database } from "../db/mod.ts";
import type { ApiKeyWho } from "../http/mod.ts";
import { CacheReads } from "./caches/cache_reads.ts";
import { Feeds } from "./feeds/feeds.ts";
import { FindReads } from "./people/find_reads.ts";
import { People } from "./people/people.ts";
import type { Bulletins, LicenceOfCall, PeopleReads } from "./ports.ts";
import { instanceId, type Settings } from "../settings/mod.ts";
import type { Stations } from "../stations/mod.ts";
import { accountRoutes, counting } from "./people/own_routes.ts";
import { cacheRoutes } from "./caches/routes.ts";
import type { KeptCodes } from "./caches/selection.ts";
import { takingOutRoutes } from "./caches/taking_out.ts";
import { calendarRoutes } from "./feeds/calendar_routes.ts";
import { feedRoutes } from "./feeds/routes.ts";
import { pageRoutes } from "./pages/routes.ts";
import { statisticsRoutes } from "./people/statistics_routes.ts";
import { peopleRoutes } from "./people/routes.ts";
import { yearRoutes } from "./years/routes.ts";
import { sitemapRoutes } from "./caches/sitemap_routes.ts";
import { spotRoutes } from "./spots/routes.ts";
import { stationRoutes } from "./stations_routes.ts";
import type { ReadLimit } from "./two_ways.ts";
import { readPersonalData } from "./map_views/personal_data.ts";
import { viewRoutes } from "./map_views/routes.ts";
import { type StartPorts, startRoutes } from "./start/start.ts";
import { SpotKeeper } from "./spots/mod.ts";
import { spotConfig } from "./spots/config.ts";

interface ReadParts {
  db: Database;
  world: World;
  settings: Settings;
  caches: Caches;
  accounts: PeopleReads;
  stations: Stations;
  bulletins: Bulletins;
  licence: LicenceOfCall;
  /** The key behind a credential. */
  key(
    who: ApiKeyWho,
  ): { name: string; prefix: string; createdAt: number; lastUsedAt: number | null } | undefined;
  suspended(account: number): boolean;
  /** Ignored caches and lists of a member. */
  kept: KeptCodes;
  /** The read API's throttle. */
  limits: ReadLimit;
  version: string;
  /** Makes a PNG of an SVG, so many pixels wide; what it may refuse with. */
  draw(svg: string, width: number): Promise<Uint8Array<ArrayBuffer>>;
  drawRefuses: readonly FailureMaker[];
  /** Towns and villages whose names begin with a text. */
  towns: (text: string) => Promise<{ name: string; lat: number; lon: number }[]>;
  /** What a page of the app needs first. */
  start: StartPorts;
}

/** Opens the area over the other areas' reads. */
export function openReads(parts: ReadParts) {
  const { db, world, settings, caches: game, accounts, stations, limits, version } = parts;
  const instance = instanceId(settings);
  const caches = new CacheReads(db, world);
  const finds = new FindReads(db, world);
  const people = new People({
    world,
    finds,
    people: accounts,
    instance,
    leastTrust: game.leastTrust,
  });
  const feeds = new Feeds({ instance, caches, finds, people, bulletins: parts.bulletins });
  const keeper = new SpotKeeper(world, spotConfig(settings, version));
  const counts = counting({ world, caches, stations });
  const routes = [
    ...cacheRoutes({ world, instance, game, reads: caches, limits }),
    ...statisticsRoutes({ world, finds, people, accounts, showsAll: game.showsStatistics }),
    ...yearRoutes({
      ...{ db, world, instance, draw: parts.draw, drawRefuses: parts.drawRefuses },
      ...{ isVerifiedFind: people.boards.isVerifiedFind, sure: people.boards.sure },
      placeOf: (site) => stations.placeOf(site),
    }),
    ...takingOutRoutes({ world, instance, game, reads: caches, kept: parts.kept, limits }),
    ...peopleRoutes({
      towns: parts.towns,
      world,
      people,
      accounts,
      finds,
      caches,
      searchMirrors: game.searchMirrors,
      stations,
      instance,
      version,
      limits,
    }),
    ...stationRoutes({ world, stations, limits }),
    ...accountRoutes({ counts, licence: parts.licence, key: parts.key, limits }),
    ...spotRoutes({ keeper, limits }),
    ...feedRoutes({ feeds, accounts }),
    ...calendarRoutes({ world, instance, caches }),
    ...sitemapRoutes({ caches }),
    ...viewRoutes({ db, world, suspended: parts.suspended }),
    ...pageRoutes({ game }),
    ...startRoutes(settings, parts.start),
  ];
  /** A person's finds that count, in the order in which they were made. */
  const countedOf = (account: number) => finds.countedOf(account).filter(people.boards.isVerifiedFind);
  return { routes, personalData: [readPersonalData(db)], caches, finds, people, counts, countedOf };
}
