/** The one wiring place: areas are opened, and mounted. */
import type { Accounts, Links } from "./accounts/mod.ts";
import { adminRoutes, type ExtraCheck } from "./admin/mod.ts";
import { collected } from "./wiring/areas.ts";
import type { Bbs } from "./bbs/mod.ts";
import type { Caches } from "./caches/mod.ts";
import { type Audit, type JobRuns, openJobRuns } from "./db/mod.ts";
import type { Federation } from "./federation/mod.ts";
import { gatePorts } from "./wiring/gate_ports.ts";
import type { House } from "./wiring/house.ts";
import { restJobs } from "./wiring/rest.ts";
import { elsewhereFor } from "./health/mod.ts";
import { Addresses, type Handler, mount, type Route } from "./http/mod.ts";
import type { Boxes } from "./ingest/mod.ts";
import type { Job } from "./jobs/mod.ts";
import type { Live } from "./live/mod.ts";
import type { Moderation } from "./moderation/mod.ts";
import { referenceRoutes } from "./read/mod.ts";
import type { Registries } from "./registries/mod.ts";
import { CORS_ORIGINS, instanceId, ownOrigins, TRUST_PROXY } from "./settings/mod.ts";
import type { Stations } from "./stations/mod.ts";
import { noticeFor, openWeb } from "./web/mod.ts";
import { drawing } from "./client/mod.ts";
import type { Also } from "./wiring/also.ts";
import { openAreas, type Opened } from "./wiring/open_areas.ts";

export interface App {
  routes: readonly Route[];
  handler: Handler;
  jobs: readonly Job[];
  /** When each of them ran last. */
  jobRuns: JobRuns;
  /** Lines of the setup checklist that areas add. */
  checks: readonly ExtraCheck[];
  accounts: Accounts;
  links: Links;
  people: Opened["people"];
  stations: Stations;
  boxes: Boxes;
  caches: Caches;
  bbs: Bbs;
  moderation: Moderation;
  registries: Registries;
  audit: Audit;
  live: Live;
  federation: Federation;
  /** Ends the connections that would stay open by themselves: live sockets and streams. */
  hangUp(): void;
  /** Closes what the program itself opened beside the database. */
  close(): void;
}

/** Builds the whole program over an open house. Nothing runs by itself until its jobs are started. */
export function buildApp(house: House, also: Also = {}): App {
  const opened = openAreas(house, also);
  const jobRuns = openJobRuns(house.db), seen = jobRuns.latest();
  if (seen !== undefined) house.world.clock.startAfter(seen);
  const { people, stations, boxes, caches, bbs, live, federation, ring, areas } = opened;
  const { moderation, registries, audit } = opened;
  const { jobs, checks } = collected(areas);
  const routes = allRoutes(house, opened, jobRuns);
  const { world, settings } = house;
  const handler = mount({
    routes,
    ports: gatePorts({ ...opened, ...house }),
    addresses: new Addresses({
      own: ownOrigins(settings),
      trusted: settings.get(CORS_ORIGINS),
      trustProxy: settings.get(TRUST_PROXY),
      ...(house.reach?.mode === "own" && { isLocal: (host) => house.reach!.isOwn(host) }),
      elsewhere: (asker) => elsewhereFor(asker, house.reach),
    }),
    limits: opened.limits,
    world,
    instance: instanceId(settings),
    answered: (status) => opened.tally.answered(status),
    sayRefusal: async (lang, refused) => (await drawing()).sayRefused(lang, refused),
    ...(house.reach && house.reach.mode !== "off" &&
      { notice: (incoming) => noticeFor(house.reach, incoming) }),
  });
  return {
    routes,
    handler,
    jobs: [...jobs, ...restJobs(() => opened.tally.requests)],
    jobRuns,
    checks,
    accounts: people.accounts,
    links: people.links,
    people,
    stations,
    boxes,
    caches,
    bbs,
    moderation,
    registries,
    audit,
    live,
    federation,
    hangUp: () => live.hangUp(),
    close() {
      opened.closeHome();
      live.close(); // its timer would ask a database that is closed by then
      caches.close();
      ring.close();
    },
  };
}

/** Last step: every route. Those that describe the routes describe themselves too. */
function allRoutes(house: House, { areas, ...opened }: Opened, jobRuns: JobRuns): Route[] {
  const { source, settings } = house;
  const { routes, checks, jobs } = collected(areas);
  const { accounts, audit, limits, rates, reading, uploads } = opened;
  const all: Route[] = [
    ...routes,
    ...adminRoutes({
      ...house,
      ...{ audit, limits, checks, jobs, jobRuns, uploads },
      isVerified: (call) => accounts.isVerified(call),
      isFresh: (account) => accounts.isAlone(account) && opened.caches.hiddenBy(account) === 0,
    }),
  ];
  all.push(
    ...openWeb({
      ...house,
      routes: all,
      club: opened.club,
      rates,
      limits: reading,
      caches: opened.caches,
      people: opened.people,
      profile: opened.profile,
      counts: opened.counts,
      netLog: (within) => opened.stations.netLog(within),
    })
      .routes,
    ...referenceRoutes({ routes: all, instance: instanceId(settings), version: source.version }),
  );
  return all;
}
