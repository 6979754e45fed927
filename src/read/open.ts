/** The reads, and the routes over them. */
import type { Accounts, People } from "../accounts/mod.ts";
import type { FailureMaker, World } from "../base/mod.ts";
import type { Bbs } from "../bbs/mod.ts";
import type { Caches } from "../caches/mod.ts";
import type { Database } from "../db/mod.ts";
import type { Alerts } from "../live/mod.ts";
import type { Gathered } from "../plan/mod.ts";
import { CacheReads } from "./caches/cache_reads.ts";
import { Feeds } from "./feeds/feeds.ts";
import { FindReads } from "./people/find_reads.ts";
import { People as Boards } from "./people/people.ts";
import type { PeopleReads } from "./ports.ts";
import { type Settings, VISITORS_RANKED } from "../settings/mod.ts";
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
import { viewRoutes } from "./map_views/routes.ts";
import { type StartPorts, startRoutes } from "./start/start.ts";
import { SpotKeeper } from "./spots/mod.ts";
import { spotConfig } from "./spots/config.ts";

export interface ReadNeeds {
  db: Database;
  world: World;
  settings: Settings;
  /** Name of this instance. */
  instance: string;
  source: { version: string };
  accounts: Accounts;
  people: People;
  caches: Caches;
  stations: Stations;
  bbs: Pick<Bbs, "newest" | "unreadOf" | "unreadBulletinsOf">;
  alerts: Pick<Alerts, "unseen">;
  push: { readonly publicKey: string | undefined };
  ledger: { isSupporter(account: number): boolean };
  /** Ignored caches and lists of a member. */
  keptCodes: KeptCodes;
  /** The read API's throttle. */
  reading: ReadLimit;
  /** Makes a PNG of an SVG, so many pixels wide; what it may refuse with. */
  draw(svg: string, width: number): Promise<Uint8Array<ArrayBuffer>>;
  drawRefuses: readonly FailureMaker[];
  /** Towns and villages whose names begin with a text. */
  towns: (text: string) => Promise<{ name: string; lat: number; lon: number }[]>;
  /** What all areas give: their routes are described. */
  gathered: Pick<Gathered, "routes">;
}

export type Reads = ReturnType<typeof openReads>;

/** What reads ask of people. */
const peopleReads = ({ accounts, people, ledger }: ReadNeeds): PeopleReads => ({
  holder: (call) => accounts.holder(call),
  isVerified: (call) => accounts.isVerified(call),
  card: (account) => accounts.postsHeld(account) ? undefined : people.cards.publicProfile(account),
  home: (call) => people.moves.homeOf(call),
  supporter: (account) => ledger.isSupporter(account),
});

/** What a page of the app needs first. */
const startPorts = ({ accounts, people, stations, bbs, caches, alerts, push }: ReadNeeds): StartPorts => ({
  isVerified: (call) => accounts.isVerified(call),
  prefs: (account) => people.cards.prefs(account),
  counts: (account) => ({
    messages: stations.unreadOf(account),
    mailbox: stations.waitingOf(account).mailbox,
    packetMail: bbs.unreadOf(account),
    bulletins: bbs.unreadBulletinsOf(account),
    radioCommands: caches.commandsWaiting(account),
    alerts: alerts.unseen(account),
  }),
  pushConfigured: () => push.publicKey !== undefined,
  hasNode: () => stations.nodes.isKnown({}) !== undefined,
  signIn: () => people.signInLinks(),
  moved: () => people.ownAddress.moved(),
  operatorsAt: (session) => accounts.operatorsAt(session),
});

/** Opens the reads over those of other areas. */
export function openReads(needs: ReadNeeds) {
  const { db, world, settings, caches: game, stations, instance, bbs, source } = needs;
  const accounts = peopleReads(needs);
  const caches = new CacheReads(db, world);
  const finds = new FindReads(db, world, game);
  const people = new Boards({
    ...{ world, finds, instance },
    people: accounts,
    leastTrust: game.leastTrust,
    visitorHome: game.visitorHome,
    guestsAmong: () => settings.get(VISITORS_RANKED) === "among",
  });
  const feeds = new Feeds({ instance, caches, finds, people, bulletins: bbs.newest });
  const keeper = new SpotKeeper(world, spotConfig(settings, source.version));
  const counts = counting({ world, caches, stations });
  return { accounts, caches, finds, people, feeds, keeper, counts };
}

/** Every route that reads; the reference of the API, which describes all, is beside them. */
export function readRoutes({ reads, ...needs }: ReadNeeds & { reads: Reads }) {
  const { db, world, settings, caches: game, stations, instance, source: { version } } = needs;
  const { reading: limits, draw, drawRefuses } = needs;
  const { accounts, caches, finds, people, feeds, keeper, counts } = reads;
  const { people: { licences, apiKeys } } = needs;
  return [
    ...cacheRoutes({ world, instance, game, reads: caches, limits }),
    ...statisticsRoutes({ world, finds, people, accounts, showsAll: game.showsStatistics }),
    ...yearRoutes({
      ...{ db, world, instance, draw, drawRefuses },
      ...{ isVerifiedFind: people.boards.isVerifiedFind, sure: people.boards.sure, visits: game.visitsOf },
      placeOf: (site) => stations.placeOf(site),
    }),
    ...takingOutRoutes({ world, instance, game, reads: caches, kept: needs.keptCodes, limits }),
    ...peopleRoutes({
      towns: needs.towns,
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
    ...accountRoutes({
      ...{ counts, limits },
      licence: (call) => licences.of(call),
      key: (who) => apiKeys.view(who.id),
    }),
    ...spotRoutes({ keeper, limits }),
    ...feedRoutes({ feeds, accounts }),
    ...calendarRoutes({ world, instance, caches }),
    ...sitemapRoutes({ caches }),
    ...viewRoutes({
      ...{ db, world },
      hidden: (account) =>
        needs.accounts.postsHeld(account) || needs.accounts.person(account)?.hidden === true,
    }),
    ...pageRoutes({ game }),
    ...startRoutes(settings, startPorts(needs)),
  ];
}
