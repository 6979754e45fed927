/** Who is told of a log. */
import type { Tx } from "../../db/mod.ts";
import { isOn, socialRows } from "../tables/social_store.ts";
import type { Game } from "../game.ts";
import type { CacheRow } from "../tables/cache_store.ts";
import type { GameAlert } from "../ports.ts";
import { reaches } from "../views/log_view.ts";
import type { LogRow } from "../tables/log_store.ts";

/** A find is told to everybody concerned; a DNF, or that a cache needs a look, to its owner. */
export function tellOfLog(game: Game, tx: Tx, log: LogRow, cache: CacheRow): void {
  if (log.kind === "found") tellOfFind(game, tx, log, cache);
  if (cache.ownerAccount === null || cache.ownerAccount === log.accountId) return;
  if (log.kind === "DNF") alert(game, tx, cache.ownerAccount, "cache_dnf", log, cache);
  if (log.needsMaintenance === 1 && log.kind !== "note") {
    alert(game, tx, cache.ownerAccount, "cache_maintenance", log, cache);
  }
}

/** Adds to an account's alerts, after the commit. */
function alert(
  game: Game,
  tx: Tx,
  accountId: number,
  kind: GameAlert["kind"],
  { id, call }: LogRow,
  { code, title }: CacheRow,
): void {
  const at = game.world.now();
  tx.after(() => game.events.alert({ accountId, kind, call, find: id, code, title, at }));
}

/** A find that peers lifted later: the live channels show it anew, and it is announced if it was not verified before. */
export function tellOfLift(game: Game, tx: Tx, log: LogRow, cache: CacheRow, before: LogRow): void {
  tellLive(game, tx, log, cache);
  const least = game.leastTrustOf(cache);
  if (!reaches(before, least) && mayAnnounce(game, log, cache)) {
    game.radio?.announce(tx, { call: log.call, code: cache.code, title: cache.title, tier: "A" });
  }
}

function tellLive(game: Game, tx: Tx, { call, tier }: LogRow, cache: CacheRow): void {
  if (cache.unlisted !== 0) return;
  const { code, title, lat, lon } = cache;
  const place = lat !== null && lon !== null ? { lat, lon } : {};
  tx.after(() => game.events.find({ code, title, call, tier, ...place }));
}

/** Live channels, the owner, those who watch, the operator of the gate, and APRS-IS if the finder wants it. */
function tellOfFind(game: Game, tx: Tx, log: LogRow, cache: CacheRow): void {
  const { code, title } = cache;
  tellLive(game, tx, log, cache);
  const told = new Set<number>(socialRows(game).watchers({ cache: cache.id }).map((row) => row.account));
  if (cache.ownerAccount !== null) told.add(cache.ownerAccount);
  told.delete(log.accountId!);
  for (const accountId of told) alert(game, tx, accountId, "cache_found", log, cache);
  const gate = log.site === null ? undefined : game.accounts.holder(log.site);
  if (gate) alert(game, tx, gate.accountId, "corroborated", log, cache);
  if (mayAnnounce(game, log, cache)) {
    game.radio?.announce(tx, { call: log.call, code, title, tier: log.tier! });
  }
}

/** A verified find of a listed cache by a verified call, whose holder wishes it (API "Live and misc", announce). */
const mayAnnounce = (game: Game, log: LogRow, cache: CacheRow): boolean =>
  log.tier !== null && reaches(log, game.leastTrustOf(cache)) && cache.unlisted === 0 &&
  isOn(game, log.accountId!, "announce") && game.accounts.isVerified(log.call);
