/** One cache in full, for one viewer: native or mirrored. */
import { CACHE_MOVE_LIMIT_M } from "../../settings/mod.ts";
import type { CacheRow } from "../hiding/cache_store.ts";
import { gameFailure } from "../errors.ts";
import type { Game, Viewer } from "../game.ts";
import { mirrorView } from "../exchange/mirrors.ts";
import { cacheView, ratingView } from "./views.ts";

/** DNFs in a row after which a cache needs a look. */
const DNF_STREAK = 3;

/** The cache under a number, code or global id. */
export function cacheDetail(game: Game, ref: string, viewer: Viewer) {
  if (ref.includes(":")) {
    const mirror = game.mirrors.byGid(ref);
    if (!mirror || !game.origins.shown({ unvetted: true }).includes(mirror.origin)) {
      throw gameFailure.cache_not_found();
    }
    return mirrorView(mirror);
  }
  const row = game.seen(ref, viewer);
  const { account } = viewer;
  const owner = account !== undefined && account === row.ownerAccount;
  const tries = game.logs.lastTries(row.id);
  const streak = tries.length === DNF_STREAK && tries.every((kind) => kind === "DNF");
  return {
    ...cacheView(row, { instance: game.instance, minTrust: game.leastTrust }),
    leastTrust: game.leastTrustOf(row),
    lastFound: game.logs.lastFound(row.id),
    needsMaintenance: row.needsMaintenance === 1 || streak,
    ...(row.needsMaintenance === 1
      ? { maintenanceReason: "flagged" }
      : streak
      ? { maintenanceReason: "dnf_streak" }
      : {}),
    stageCount: game.stages.of(row.id).length,
    ...(row.type === "living" && { stationHeardAt: row.heardAt }),
    ...(account !== undefined && own(game, row, account)),
    rating: {
      ...ratingView(row),
      policy: row.ratingPolicy,
      ...(account !== undefined &&
        { mine: game.social.ratingOf(account, row.id), canRate: mayRate(game, row, account) }),
    },
    ...(owner && { own: ownerView(game, row) }),
    ...(row.removedAt !== null && (owner || viewer.operator) &&
      { removed: { at: row.removedAt, reason: row.removedReason } }),
  };
}

/** What the caller has done with it. */
function own(game: Game, row: CacheRow, account: number) {
  return {
    favorited: game.social.isFavorite(account, row.id),
    watching: game.social.isWatching(account, row.id),
    yourLog: {
      found: game.logs.findOf(row.id, account) !== undefined,
      dnf: game.logs.cachesLogged(account, "DNF").includes(row.id),
    },
  };
}

/** How far the owner may still move it. */
function ownerView(game: Game, row: CacheRow) {
  const pins = game.caches.pins(row.id);
  const pinned = pins.find((pin) => pin.stage === 0);
  return {
    minTrust: row.minTrust,
    move: {
      limitM: row.type === "living" ? null : game.settings.get(CACHE_MOVE_LIMIT_M),
      pinned: pinned ? { lat: pinned.lat, lon: pinned.lon } : null,
      stagePins: pins.filter((pin) => pin.stage > 0).map(({ stage, lat, lon }) => ({ n: stage, lat, lon })),
    },
  };
}

/** Finders with a verified find, or everybody but the owner, as the hider wishes. */
export function mayRate(game: Game, row: CacheRow, account: number): boolean {
  if (row.ratingPolicy === "off" || row.ownerAccount === account) return false;
  if (row.ratingPolicy === "all") return true;
  const find = game.logs.findOf(row.id, account);
  return find !== undefined && game.isVerifiedFind(find, row);
}
