/** The game as other areas use it. */
import type { PersonalData } from "../accounts/mod.ts";
import type { Box, Place } from "../base/mod.ts";
import type { ModeratedKind, Tx } from "../db/mod.ts";
import type { AppliersOf } from "../wire/mod.ts";
import { type Actor, NOBODY, type Viewer } from "./acting.ts";
import { wrongSums } from "./community/finder_sums.ts";
import { cacheApplier, findApplier } from "./exchange/apply_mirrors.ts";
import { type CircuitVisits, circuitVisits } from "./people/visits/circuits.ts";
import { claimVisitsOf } from "./exchange/own_visits.ts";
import { searchMirrors } from "./exchange/search_mirrors.ts";
import { judgeHeard, judgeProven, judgeSince, liftable } from "./finds/judge_again.ts";
import { holdLogsAgain, releaseLogs } from "./finds/held_logs.ts";
import { openFinds } from "./finds/open_finds.ts";
import { gameFailure } from "./errors.ts";
import { oneFind } from "./finds/one_find.ts";
import { logRows } from "./tables/log_store.ts";
import { heldRows } from "./tables/cleared_store.ts";
import type { LogInput } from "./finds/loggable.ts";
import { askByHand } from "./finds/ask_again.ts";
import { writeLog } from "./finds/write_log.ts";
import type { Game } from "./game.ts";
import { cacheRows } from "./tables/cache_store.ts";
import { hideCache, hidesLeft } from "./hiding/hide.ts";
import { stationHeard } from "./hiding/living.ts";
import { isListed } from "./exchange/cache_changed.ts";
import { mapCursor, sayMapCursor } from "./tables/map_cursor.ts";
import { mapRows } from "./tables/map_store.ts";
import { archiveOf } from "./offline/tiles.ts";
import { moderatedGame } from "./people/moderate.ts";
import { callLost, type LostCall, madeUnder } from "./people/lost_call.ts";
import { personalData, setNewcomer } from "./people/person.ts";
import type { Awaits, LiftableFinds, RadioWord } from "./ports.ts";
import { interestOf } from "./tables/interest.ts";
import { cachesNear, type OwnPosition, tellNear } from "./radio/near.ts";
import { radioWords } from "./radio/obey_radio.ts";
import { commandRows } from "./tables/radio_store.ts";
import { isOn, socialRows } from "./tables/social_store.ts";
import { stageRows } from "./tables/stage_store.ts";
import { visitRows } from "./tables/visit_store.ts";
import { readErasure, readPosted } from "./people/visits/posted.ts";
import { bringReport, type HandedReport, homeOf, reportedMember } from "./people/visits/reported.ts";
import { signedVisit } from "./people/visits/signed_visit.ts";
import { takeNow } from "./people/visits/take_visit.ts";
import { type Act, eraseVisits } from "./people/visits/undo.ts";
import { keyCame } from "./people/visits/waiting.ts";
import { sealerOf } from "./stages/seal_stages.ts";
import { type CountedVisit, ownVisitRows, shownOrigins, type VisitSum } from "./tables/own_visit_store.ts";
import type { NewCache } from "./views/cache_input.ts";
import { cacheDetail } from "./views/detail.ts";
import { loggedOf, type NamedCache, namedCaches } from "./views/named_caches.ts";

/** The game. Throws `gameFailure` for whatever its rules refuse; times are unix seconds, places in degrees. */
export class Caches {
  readonly #game: Game;
  /** What takes other instances' records. */
  readonly appliers: AppliersOf<"cache" | "find">;
  /** What the game keeps of a person, for export and erasure. */
  readonly personalData: PersonalData[];
  /** Kinds of things that can be reported and removed; caches first. */
  readonly moderated: ModeratedKind[];

  constructor(game: Game) {
    this.#game = game;
    this.personalData = [personalData(this.#game)];
    this.moderated = moderatedGame(this.#game);
    this.appliers = { cache: cacheApplier(this.#game), find: findApplier(this.#game) };
  }

  /** Of how many persons the kept sums of finds differ from a full count. */
  wrongSums = (): number => wrongSums(this.#game);

  /** Settles when no stage is being sealed. */
  sealed = (): Promise<void> => sealerOf(this.#game).idle();

  /** Closes the files that it holds open. */
  close = (): void => {
    sealerOf(this.#game).close();
    archiveOf(this.#game).close();
  };

  /**
   * Takes positions that stations reported of themselves: living caches move, and stations may be told of a cache
   * nearby.
   */
  async heard(positions: readonly OwnPosition[]): Promise<void> {
    const game = this.#game, interest = interestOf(game);
    const telling = positions.filter(({ call }) => interest.follows(call) || interest.wantsNear(call));
    if (telling.length === 0) return;
    await game.db.write((tx) => {
      for (const position of telling) {
        stationHeard(game, tx, position);
        tellNear(game, tx, position);
      }
    });
  }
  /** Whether every position of this call is worth keeping: a living cache follows it, or a command of it waits. */
  follows = (call: string): boolean =>
    cacheRows(this.#game).byStation({ call }).length > 0 || commandRows(this.#game).waiting({ call })!.n > 0;
  /** How many commands over the air wait for this person's word. */
  commandsWaiting = (account: number): number => commandRows(this.#game).waitingOf({ account })!.n;
  /** Commands in messages to the service call that the game obeys. */
  words = (): Record<string, RadioWord> => radioWords(this.#game);
  /** Active caches within a radius, the nearest first: prompts of the live channel. */
  near = (at: Place, radiusM: number) =>
    cachesNear(this.#game, at, radiusM).map(({ cache, distanceM }) => ({
      cacheId: cache.id,
      code: cache.code,
      title: cache.title,
      distanceM: Math.round(distanceM),
    }));
  /**
   * A person's finds at caches of other instances that are not blocked, oldest first, those that could count; and what is
   * kept of them by tier and type: with `sure` only those that count whatever this instance asks.
   */
  visitsOf = (account: number): CountedVisit[] =>
    ownVisitRows(this.#game).counted({ account, origins: shownOrigins(this.#game) });
  visitSums = (account: number, sure: 0 | 1): VisitSum[] =>
    ownVisitRows(this.#game).sums({ account, sure, origins: shownOrigins(this.#game) });
  /** Caches by codes and references, keyed as codes are compared; what is not known has no entry. */
  named = (codes: readonly string[]): Map<string, NamedCache> => namedCaches(this.#game, codes);
  /** What a person has logged of these caches: those found, and the ids that logs were sent under. */
  loggedOf = (account: number, caches: readonly number[]) => loggedOf(this.#game, account, caches);
  /** Whether a person shows others what their finds tell of their habits. */
  showsStatistics = (account: number): boolean => isOn(this.#game, account, "statistics");
  /** Numbers of a person's favourites. */
  favouritesOf = (account: number): number[] =>
    socialRows(this.#game).favoritesOf({ account }).map(({ cacheId }) => cacheId);
  /** Numbers of what a person need not look for any more: found, or hidden by themselves. */
  settledFor = (account: number): Set<number> =>
    new Set([
      ...logRows(this.#game).cachesFound({ account, least: this.#game.leastTrust }),
      ...cacheRows(this.#game).byOwner({ account }),
    ].map(({ id }) => id));
  /** The placed stages of these caches that a person has opened, by the cache's number. */
  openedStages = (account: number, caches: readonly number[]) =>
    Map.groupBy(
      stageRows(this.#game).openedOf({ account, caches: JSON.stringify(caches) }),
      ({ cacheId }) => cacheId,
    );
  /** Hides a cache in a person's name; throws the refusals of the game. */
  hide = (actor: Actor, given: NewCache) => hideCache(this.#game, actor, given);
  /** Writes a log in a person's name; throws the refusals of the game. */
  log = (input: LogInput) => writeLog(this.#game, input);
  /** The finds that what peers answer later may lift. */
  liftable = (): LiftableFinds => liftable(this.#game);
  /** Asks peers about a find once more; throws for one that needs none. Gives whether anybody could be asked. */
  askPeers = (logId: number): Promise<boolean> => askByHand(this.#game, logId);

  /** Caches on the map, inside the box when there is one; at most `limit`, own ones before imported places. */
  listed(box: Box | undefined, limit: number) {
    const world: Box = { minLon: -180, minLat: -90, maxLon: 180, maxLat: 90 };
    return cacheRows(this.#game).among({ ids: JSON.stringify(mapRows(this.#game).ids(box ?? world, limit)) })
      .map(({ code, title, type, status, lat, lon, updatedAt }) => ({
        code,
        title,
        type,
        status,
        lat: lat!,
        lon: lon!,
        updatedAt,
      }));
  }
  /**
   * Rows of this instance's caches on the map as JSON, comma separated, how many they are, and the cursor of the rest where
   * that is not all. Throws the refusal of a cursor that none of these answers gave.
   */
  mapRows(box: Box, limit: number, cursor?: string): { n: number; json: string; nextCursor?: string } {
    const { own } = mapCursor(cursor);
    if (!own) throw gameFailure.bad_map_cursor();
    const { n, json, after } = mapRows(this.#game).rows(box, limit, own);
    const nextCursor = sayMapCursor({ own: after });
    return { n, json, ...(nextCursor !== undefined && { nextCursor }) };
  }
  /** Mirrored caches whose code begins so or whose title holds the text, at most `limit`. */
  searchMirrors = (text: string, limit: number, unvetted: boolean) =>
    searchMirrors(this.#game, text, limit, unvetted);
  /** One cache by number, code or global id, as a viewer sees it. Throws 404 or 410. */
  detail = (ref: string, viewer: Viewer = NOBODY) => cacheDetail(this.#game, ref, viewer);
  /** One log by its number or global id, as a viewer sees it. Throws 404 or 410. */
  find = (ref: string, viewer: Viewer = NOBODY) => oneFind(this.#game, ref, viewer);
  hidesLeft = (account: number, operator: boolean) => hidesLeft(this.#game, account, operator);
  /** How many caches an account has hidden, drafts and archived ones too. */
  hiddenBy = (account: number): number => cacheRows(this.#game).byOwner({ account }).length;
  /** Least tier of a verified find where a cache does not say. */
  leastTrust = () => this.#game.leastTrust;
  /** Tier A finds that a site or box made since a time: how many, and the newest fifty. */
  attestedFinds(of: { site?: string; box?: string }, since: number) {
    const by = { site: of.site ?? "", box: of.box ?? "", since };
    return { count: logRows(this.#game).attestedCount(by)!.n, recent: logRows(this.#game).attestedBy(by) };
  }
  /** Living caches that follow this call. */
  livingOf = (call: string) =>
    cacheRows(this.#game).byStation({ call })
      .filter((row) => row.status !== "archived" && row.removedAt === null)
      .map(({ id, code, title }) => ({ id, code, title }));

  /** Those of them that everybody may see on the map. */
  livingShown = (call: string) =>
    interestOf(this.#game).follows(call)
      ? cacheRows(this.#game).byStation({ call }).filter(isListed)
        .map(({ id, code, title }) => ({ id, code, title }))
      : [];

  /** Removes a cache, log or file, or brings a cache back; gives how many tombstones were published. */
  remove = (tx: Tx, kind: "cache" | "log" | "media", id: string, reason: string): number =>
    this.moderated.find((one) => one.kind === kind)!.remove(tx, id, reason);
  restore = (tx: Tx, id: string): void => this.moderated[0]!.restore!(tx, id);

  /** A base call was verified, or is so no more: its holder has the room of members, or that of newcomers; so have their finds. */
  proofChanged = (tx: Tx, base: string): void => {
    const holder = this.#game.accounts.holder(base);
    if (holder) {
      setNewcomer(this.#game, tx, holder.accountId);
      if (!this.#game.accounts.isNewcomer(holder.accountId)) {
        releaseLogs(this.#game, tx, holder.accountId, null);
      }
    }
    judgeProven(this.#game, tx, base);
    if (holder && this.#game.accounts.cameFrom(holder.accountId)) claimVisitsOf(this.#game, tx, base);
  };
  /** What is held of an account; released by a welcome, and held again where that is taken back. */
  heldOf = (account: number): { logs: number; photos: number } =>
    heldRows(this.#game).heldCount({ account })!;
  release = (tx: Tx, account: number, act: number): number => releaseLogs(this.#game, tx, account, act);
  holdAgain = (tx: Tx, act: number) => holdLogsAgain(this.#game, tx, act);
  /** Whose hearing counts has changed, for what was heard since a time, unix seconds: finds of that time are judged anew. */
  trustChanged = (tx: Tx, since: number): void => judgeSince(this.#game, tx, since);
  /** The calls whose positions say something of a find that is open, for whoever hears them. */
  get awaits(): Awaits {
    return {
      since: openFinds(this.#game).since,
      came: (tx, heard) => judgeHeard(this.#game, tx, heard),
    };
  }

  /** Where a visitor lives; undefined for a member. */
  visitorHome = (account: number): string | undefined =>
    account < 0 ? visitRows(this.#game).visitor({ account })?.home : undefined;
  /**
   * Whose visit it is, by an act under that path which the visit's key signed: the number that stands for the visitor, and the
   * call they visited under. Throws `visit_not_found`, and what refuses visitors and their signatures.
   */
  signedVisitor = (visit: string, path: string, act: Act): { account: number; call: string } => {
    const { logId, call } = signedVisit(this.#game, visit, path, act);
    return { account: logRows(this.#game).byId({ id: logId })!.accountId!, call };
  };
  /** An instance has told of a member's key: visits that waited for it are taken. */
  keyCame = (tx: Tx, home: string, key: string): void => keyCame(this.#game, tx, home, key);
  /**
   * What the home of visitors hands on over a slow way, as it would be posted: a visit, or the wish to erase a key's. Throws what
   * the game refuses.
   */
  takeVisit(tx: Tx, text: string, home: string): "taken" | "held" | "refused" {
    const wish = readErasure(text);
    if (wish) {
      if (wish.home !== home) return "refused";
      eraseVisits(this.#game, tx, wish, true);
      return "taken";
    }
    const posted = readPosted(text);
    if (typeof posted === "string" || posted.document.home !== home) return "refused";
    const taken = takeNow(this.#game, tx, posted);
    return "visit" in taken && !taken.isNew ? "held" : "taken";
  }

  /** Visits over packet circuits: what waits here for one, and what one brings. */
  circuitVisits = (): CircuitVisits => circuitVisits(this.#game);

  /** The instance where the visitor lives whose log or file this is; undefined of a member's. */
  homeOf = (kind: string, id: string): string | undefined => homeOf(this.#game, kind, id);
  /** Hands a report about a visitor on to their instance, signed by this one; gives what came of it. */
  bringReport = (report: Parameters<typeof bringReport>[1]) => bringReport(this.#game, report);
  /** The member whom another instance reports for what they signed there; throws the refusals of visits. */
  reportedMember = (report: HandedReport) => reportedMember(this.#game, report);
  callLost = (tx: Tx, account: number, lost: LostCall): void => callLost(this.#game, tx, account, lost);
  /** How many caches and logs of an account are shown under a base call. */
  madeUnder = (account: number, base: string): { caches: number; logs: number } =>
    madeUnder(this.#game, account, base);
}
