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
import type { Accounts, AccountsEvents, People } from "../accounts/mod.ts";
import type { Tx } from "../db/mod.ts";
import type { RouteTable } from "../http/mod.ts";
import { area } from "../plan/mod.ts";
import type { Stations } from "../stations/mod.ts";
import { Caches } from "./caches.ts";
import { Game, type GameNeeds } from "./game.ts";
import { gameJobs } from "./jobs.ts";
import { quotaOf } from "./media/quotas.ts";
import { withVisitors } from "./people/visits/visitors.ts";
import { gameRoutes } from "./routes/mod.ts";
import { visitRows } from "./tables/visit_store.ts";

export { Caches };
export { aprsFrequency } from "./hiding/aprs_frequency.ts";

export { BADGES, HIDER_BADGES, type Period, PERIODS } from "./community/community.ts";
export { gameFailure, visitFailure } from "./errors.ts";
export { HandedReport } from "./people/visits/reported.ts";
export { SignedAct } from "./people/visits/posted.ts";
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
export type { CountedVisit, VisitSum } from "./tables/own_visit_store.ts";
export type { NamedCache } from "./views/named_caches.ts";
export { CacheDetail } from "./views/detail.ts";
export { LogView, reaches } from "./views/log_view.ts";
/** What its routes take and give, by signature. */
export type GameRoutes = RouteTable<ReturnType<typeof gameRoutes>>;

interface CachesNeeds extends
  Omit<
    GameNeeds,
    "accounts" | "corroborator" | "events" | "mail" | "origins" | "publications" | "radio" | "stations"
  > {
  accounts: Accounts;
  people: Pick<People, "keys" | "moves">;
  stations: Stations;
  publications: NonNullable<GameNeeds["publications"]>;
  origins: NonNullable<GameNeeds["origins"]>;
  gameEvents: NonNullable<GameNeeds["events"]>;
  corroborator: NonNullable<GameNeeds["corroborator"]>;
  homes: NonNullable<GameNeeds["homes"]>;
  bringVisit: NonNullable<GameNeeds["bringVisit"]>;
  ownHome: NonNullable<GameNeeds["ownHome"]>;
}
export interface CachesKeeps {
  /** What the game is opened with. */
  gameNeeds: GameNeeds;
  game: Game;
  caches: Caches;
}
interface CachesWords {
  needs: CachesNeeds;
  keeps: CachesKeeps;
  hears: Pick<AccountsEvents, "callDetached" | "proofChanged"> & {
    /** Whose hearing counts has changed, for what was heard since a time. */
    trustChanged: { tx: Tx; since: number };
  };
}

/** A verified find as it is announced on the air: 67 characters at most, so that it fits a message line too. */
const announcement = (code: string, title: string, tier: "A" | "B"): string =>
  `found ${code} ${title}`.slice(0, 46) + (tier === "A" ? " (radio-verified)" : " (location-verified)");

/** What the game asks, in its own words. */
const gameNeeds = ({ accounts, people, stations, gameEvents, ...needs }: CachesNeeds): GameNeeds => ({
  ...needs,
  accounts: {
    holder: (call) => accounts.holder(call),
    person: (id) => accounts.person(id),
    isVerified: (call) => accounts.isVerified(call),
    formerUntil: (id, call) => accounts.formerUntil(id, call),
    speaksFor: (call, account) => accounts.speaksFor(call, account),
    isNewcomer: (id) => accounts.isNewcomer(id),
    postsHeld: (id) => accounts.postsHeld(id),
    deviceKey: (call, key) => people.keys.find(call, key),
    keysOf: (base) => people.keys.list(base).map(({ key }) => key),
    cameFrom: people.moves.cameFrom,
  },
  stations,
  events: gameEvents,
  radio: {
    send: (tx, { to, text, number }) => stations.sendTo(tx, to, text, number),
    announce: (tx, { call, code, title, tier }) =>
      stations.announce(tx, call, announcement(code, title, tier)),
  },
  mail: {
    hold: (tx, { accountId, from, to, text }) =>
      void stations.mailbox.post(tx, { account: accountId, from, to, text, via: "radio" }),
  },
});

export const caches = area<CachesWords>()({
  name: "caches",
  needs: [
    "accounts",
    "audit",
    "bringVisit",
    "corroborator",
    "dataDir",
    "db",
    "gameEvents",
    "homes",
    "limits",
    "origins",
    "ownHome",
    "people",
    "publications",
    "settings",
    "stations",
    "world",
  ],
  keeps: {
    gameNeeds,
    game({ gameNeeds }) {
      const game: Game = new Game({
        ...gameNeeds,
        accounts: withVisitors(gameNeeds, () => visitRows(game)),
      });
      game.room.limit(quotaOf(game));
      return game;
    },
    caches: ({ game }) => new Caches(game),
  },
  hears: {
    proofChanged: ({ caches }, { tx, base }) => caches.proofChanged(tx, base),
    callDetached: ({ caches }, { tx, accountId, ...lost }) => caches.callLost(tx, accountId, lost),
    trustChanged: ({ caches }, { tx, since }) => caches.trustChanged(tx, since),
  },
  jobs: ({ game }) => gameJobs(game),
  data: ({ caches }) => caches.personalData[0]!,
  moderated: ({ caches }) => caches.moderated,
  routes: ({ game }) => gameRoutes(game),
  close: ({ caches }) => caches.close(),
});
