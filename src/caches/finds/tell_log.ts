/** Who is told of a log. */
import type { Tx } from "../../db/mod.ts";
import { isOn, socialRows } from "../tables/social_store.ts";
import type { Game } from "../game.ts";
import type { CacheRow } from "../tables/cache_store.ts";
import type { GameAlert } from "../ports.ts";
import { isWithheld } from "../views/find_cache.ts";
import { reaches } from "../views/log_view.ts";
import type { LogRow } from "../tables/log_store.ts";

/** A find is told to everybody concerned; a DNF, or that a cache needs a look, to its owner. */
export function tellOfLog(game: Game, tx: Tx, log: LogRow, cache: CacheRow): void {
  if (log.kind === "found") tellOfFind(game, tx, log, cache);
  if (cache.ownerAccount === null || cache.ownerAccount === log.accountId) return;
  if (log.kind === "DNF") alert(game, tx, cache.ownerAccount, "cache_dnf", log, cache);
  if (log.needsMaintenance === 1) alert(game, tx, cache.ownerAccount, "cache_maintenance", log, cache);
}

/** Adds to an account's alerts. */
function alert(
  game: Game,
  tx: Tx,
  accountId: number,
  kind: GameAlert["kind"],
  { id, call }: LogRow,
  { code, title }: CacheRow,
): void {
  if (accountId < 0) return; // a visitor reads what became of it in the find's record
  game.events.alert(tx, { accountId, kind, call, find: id, code, title, at: game.world.now() });
}

/**
 * A find that is worth more than before: the live channels show it anew; where it counts by radio now its finder, the hider
 * and whoever's site proved it are told; it is announced if it was not verified before.
 */
export function tellOfRise(game: Game, tx: Tx, log: LogRow, cache: CacheRow, before: LogRow): void {
  if (isHidden(game, log, cache)) return;
  tellLive(game, tx, log, cache, true);
  const least = game.leastTrustOf(cache);
  if (log.tier === "A") {
    alert(game, tx, log.accountId!, "find_counts", log, cache);
    if (cache.ownerAccount !== null) alert(game, tx, cache.ownerAccount, "found_counts", log, cache);
    tellOfGate(game, tx, log, cache);
  }
  if (!reaches(before, least) && mayAnnounce(game, log, cache)) {
    game.radio?.announce(tx, { call: log.call, code: cache.code, title: cache.title, tier: log.tier! });
  }
}

/** Whether it is held, its cache was removed since, or the hider or the finder is suspended: nobody hears of it. */
export const isHidden = (game: Game, log: LogRow, cache: CacheRow): boolean =>
  log.heldAt !== null || cache.removedAt !== null || isWithheld(game, cache) ||
  game.accounts.person(log.accountId!)?.hidden === true;

/** A find of a member that a receiver proved has a card; visitors have theirs at home, if there are any. */
export function tellOfHearing(game: Game, tx: Tx, { id, accountId, call, tier, site }: LogRow): void {
  if (tier !== "A" || site === null || accountId === null || accountId < 0) return;
  game.events.findHeard(tx, { find: id, account: accountId, call, site });
}

/** Whoever's site made it Tier A. */
function tellOfGate(game: Game, tx: Tx, log: LogRow, cache: CacheRow): void {
  const gate = log.site === null ? undefined : game.accounts.holder(log.site);
  if (gate) alert(game, tx, gate.accountId, "corroborated", log, cache);
}

function tellLive(game: Game, tx: Tx, { call, tier }: LogRow, cache: CacheRow, risen = false): void {
  if (cache.unlisted !== 0) return;
  const { code, title, lat, lon } = cache;
  const place = lat !== null && lon !== null ? { lat, lon } : {};
  tx.after(() => game.events.find({ code, title, call, tier, ...place }, risen));
}

/** Live channels, the owner, those who watch, the operator of the gate, and APRS-IS if the finder wants it. */
function tellOfFind(game: Game, tx: Tx, log: LogRow, cache: CacheRow): void {
  const { code, title } = cache;
  tellOfHearing(game, tx, log);
  tellLive(game, tx, log, cache);
  const told = new Set<number>(socialRows(game).watchers({ cache: cache.id }).map((row) => row.account));
  if (cache.ownerAccount !== null) told.add(cache.ownerAccount);
  told.delete(log.accountId!);
  for (const accountId of told) alert(game, tx, accountId, "cache_found", log, cache);
  tellOfGate(game, tx, log, cache);
  if (mayAnnounce(game, log, cache)) {
    game.radio?.announce(tx, { call: log.call, code, title, tier: log.tier! });
  }
}

/** A verified find of a listed cache by a verified call, whose holder wishes it (API "Live and misc", announce). */
const mayAnnounce = (game: Game, log: LogRow, cache: CacheRow): boolean =>
  log.tier !== null && reaches(log, game.leastTrustOf(cache)) && cache.unlisted === 0 &&
  isOn(game, log.accountId!, "announce") && game.accounts.speaksFor(log.call, log.accountId!);
