/** Who is told of a find. */
import type { Tx } from "../../db/mod.ts";
import { isOn, socialRows } from "../community/social_store.ts";
import type { Game } from "../game.ts";
import type { CacheRow } from "../hiding/cache_store.ts";
import type { GameAlert } from "../ports.ts";
import { reaches } from "../views/log_view.ts";
import type { LogRow } from "./log_store.ts";

/** Live channels, the owner, those who watch, the operator of the gate, and APRS-IS if the finder wants it. */
export function tellOfFind(game: Game, tx: Tx, log: LogRow, cache: CacheRow): void {
  const { code, title } = cache;
  const alert = (accountId: number, kind: GameAlert["kind"]) => {
    const at = game.world.now();
    tx.after(() => game.events.alert({ accountId, kind, call: log.call, code, title, at }));
  };
  if (cache.unlisted === 0) {
    const place = cache.lat !== null && cache.lon !== null ? { lat: cache.lat, lon: cache.lon } : {};
    tx.after(() => game.events.find({ code, title, call: log.call, tier: log.tier, ...place }));
  }
  const told = new Set<number>(socialRows(game).watchers({ cache: cache.id }).map((row) => row.account));
  if (cache.ownerAccount !== null) told.add(cache.ownerAccount);
  told.delete(log.accountId!);
  for (const accountId of told) alert(accountId, "cache_found");
  const gate = log.site === null ? undefined : game.accounts.holder(log.site);
  if (gate) alert(gate.accountId, "corroborated");
  if (mayAnnounce(game, log, cache)) {
    game.radio?.announce(tx, { call: log.call, code, title, tier: log.tier! });
  }
}

/** A verified find of a listed cache by a verified call, whose holder wishes it (API "Live and misc", announce). */
const mayAnnounce = (game: Game, log: LogRow, cache: CacheRow): boolean =>
  log.tier !== null && reaches(log, game.leastTrustOf(cache)) && cache.unlisted === 0 &&
  isOn(game, log.accountId!, "announce") && game.accounts.isVerified(log.call);
