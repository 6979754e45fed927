/** Every route of this area. */
import type { Living, World } from "../base/mod.ts";
import type { Club } from "../club/mod.ts";
import type { Caches } from "../caches/mod.ts";
import type { Database } from "../db/mod.ts";
import {
  open,
  type readLimits,
  type ReadRates,
  redirect,
  type Route,
  route,
  SHARED,
  text,
} from "../http/mod.ts";
import { addressesFor, healthRoutes } from "../health/mod.ts";
import { ownOrigins, type Settings, shownName, TOOLS } from "../settings/mod.ts";
import type { Gathered } from "../plan/mod.ts";
import type { Reach } from "../tls/mod.ts";
import { aboutRoutes, type SourceInfo } from "./about/well_known.ts";
import { aboutPageRoutes } from "./about/routes.ts";
import { apiIndexRoutes } from "./api_index.ts";
import { type AppParts, appRoutes } from "./app/routes.ts";
import { embedRoutes } from "./embed/routes.ts";
import { legalPageRoutes } from "./legal/routes.ts";
import { resetRoutes } from "./reset/routes.ts";
import { toolRoutes } from "./tools/routes.ts";
import { trustRoutes } from "./trust/routes.ts";

// The icon that browsers ask every site for.

const SPEC = 'API "Live and misc"';
const ADDRESS = "/favicon.svg";

/** A box under a mast that sends: no text, plain at sixteen pixels. */
const ICON =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b6e4f"/>` +
  `<path d="M16 9v9M11 5a6 6 0 0 0 0 8M21 5a6 6 0 0 1 0 8" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>` +
  `<circle cx="16" cy="9" r="2.2" fill="#fff"/><path d="M8 18h16v9H8z" fill="#fff"/></svg>\n`;

function iconRoutes(): Route[] {
  const gate = open("browsers ask every site for it");
  return [
    route(`GET ${ADDRESS}`, {
      gate,
      spec: SPEC,
      summary: "The icon of this site",
      share: SHARED.slow,
      produces: "image/svg+xml",
      handle: () =>
        text(ICON, "image/svg+xml", {
          "content-security-policy": "default-src 'none'",
        }),
    }),
    route("GET /favicon.ico", {
      gate,
      spec: SPEC,
      summary: "Where the icon is, for browsers that ask at the old place",
      produces: "image/svg+xml",
      status: 302,
      handle: () => redirect(ADDRESS),
    }),
  ];
}

export interface WebNeeds {
  db: Database;
  club: Club;
  settings: Settings;
  world: World;
  source: SourceInfo;
  /** Name of this instance. */
  instance: string;
  dataDir: string;
  /** Where it listens and is reached; a program that does not listen has none. */
  reach?: Reach | undefined;
  caches: Pick<Caches, "detail" | "find" | "listed" | "mapRows">;
  people: AppParts["people"];
  reads: { people: { profile: AppParts["profile"] }; counts: AppParts["counts"] };
  stations: { netLog: AppParts["netLog"] };
  /** How everything outside did last that this program uses. */
  lives(): readonly Living[];
  /** Every mounted route. */
  gathered: Pick<Gathered, "routes">;
  rates: ReadRates;
  /** The read API's throttle. */
  reading: ReturnType<typeof readLimits>;
}

export function webRoutes({ reads, stations, gathered, reading: limits, ...needs }: WebNeeds): Route[] {
  const { db, club, settings, world, source, instance, dataDir, reach, lives, caches, people, rates } = needs;
  const title = `Service Gateway ${instance}`;
  const chosen = (account: number) => people.cards.prefs(account).lang;
  return [
    ...embedRoutes(() => shownName(settings), club),
    ...appRoutes({
      ...{ instance, settings, club, caches, people },
      profile: (call) => reads.people.profile(call),
      netLog: (within) => stations.netLog(within),
      counts: reads.counts,
      addresses: (asker) => addressesFor(asker, reach),
      now: () => world.now(),
    }),
    ...toolRoutes(() => ownOrigins(settings), () => settings.get(TOOLS) === "off"),
    ...legalPageRoutes({ settings, chosen }),
    ...resetRoutes(instance),
    ...iconRoutes(),
    ...aboutRoutes({ settings, world, source }),
    ...aboutPageRoutes({ settings, source, chosen }),
    ...healthRoutes({ db, settings, world, source, dataDir, reach, lives }),
    ...trustRoutes({ settings, dataDir, reach }),
    ...apiIndexRoutes({ routes: gathered.routes(), rates, limits, title, version: source.version }),
  ];
}
