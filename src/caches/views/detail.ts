/** One cache in full, for one viewer: native or mirrored. */
import { z } from "#schemas";
import { CACHE_MOVE_LIMIT_M } from "../../settings/mod.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { gameFailure } from "../errors.ts";
import type { Viewer } from "../acting.ts";
import type { Game } from "../game.ts";
import { leastOf, mirrorView, shownMirror, stagesOfMirror } from "./mirror_view.ts";
import type { MirrorRow } from "../tables/mirror_store.ts";
import { ownVisitRows } from "../tables/own_visit_store.ts";
import { CacheView, cacheView, ratingView } from "./cache_view.ts";
import { logRows } from "../tables/log_store.ts";
import { heldRows } from "../tables/cleared_store.ts";
import { stageRows } from "../tables/stage_store.ts";
import { eventRows } from "../tables/event_store.ts";
import { socialRows } from "../tables/social_store.ts";
import { isVerifiedFind, reachesTier } from "./log_view.ts";
import { whyMaintenance } from "./maintenance.ts";
import { seenCache } from "./find_cache.ts";
import { ownRecommendation } from "./recommendations.ts";

const Place = z.object({ lat: z.number(), lon: z.number() });

/** A cache in full. A mirror has what its record says. */
export const CacheDetail = CacheView.extend({
  leastTrust: z.enum(["A", "B"]).optional(),
  lastFound: z.number().nullable().optional(),
  needsMaintenance: z.boolean().optional(),
  maintenanceReason: z.enum(["flagged", "dnf_streak"]).optional(),
  stageCount: z.number().optional(),
  stationHeardAt: z.number().nullable().optional(),
  favorited: z.boolean().optional(),
  watching: z.boolean().optional(),
  yourRecommendation: z.object({ on: z.boolean(), left: z.number() }).optional()
    .describe("To a finder: whether they recommend it, and how many caches more they may recommend"),
  guests: z.number().optional().describe("Of a meeting: how many say that they will come"),
  coming: z.boolean().optional().describe("To a member: whether they have said so"),
  yourLog: z.object({
    found: z.boolean(),
    counts: z.boolean().optional().describe("Of a find: whether its tier reaches the cache's minimum"),
    dnf: z.boolean(),
  }).optional(),
  rating: z.object({
    avg: z.number().nullable(),
    count: z.number(),
    policy: z.string().optional(),
    mine: z.number().nullable().optional(),
    canRate: z.boolean().optional(),
  }),
  /** To the owner: how far it may still be moved. */
  own: z.object({
    minTrust: z.enum(["A", "B"]).nullable(),
    move: z.object({
      limitM: z.number().nullable(),
      pinned: Place.nullable(),
      stagePins: z.array(Place.extend({ n: z.number() })),
    }),
  }).optional(),
  /** To owner and operator. */
  removed: z.object({ at: z.number(), reason: z.string().nullable() }).optional(),
});

/** The cache under a number, code or global id. */
export function cacheDetail(game: Game, ref: string, viewer: Viewer) {
  if (ref.includes(":")) {
    const mirror = shownMirror(game, ref);
    if (!mirror) throw gameFailure.cache_not_found();
    const view = { ...mirrorView(game, mirror), stageCount: stagesOfMirror(game, mirror).length };
    return viewer.account === undefined ? view : { ...view, yourLog: visited(game, mirror, viewer.account) };
  }
  const row = seenCache(game, ref, viewer);
  const { account } = viewer;
  const owner = account !== undefined && account === row.ownerAccount;
  const maintenance = whyMaintenance(game, row);
  return {
    ...cacheView(row, { instance: game.instance, minTrust: game.leastTrust }),
    leastTrust: game.leastTrustOf(row),
    lastFound: logRows(game).lastFound({ cache: row.id })!.at,
    needsMaintenance: maintenance !== undefined,
    ...(maintenance && { maintenanceReason: maintenance }),
    stageCount: stageRows(game).of({ cache: row.id }).length,
    ...(row.type === "living" && { stationHeardAt: row.heardAt }),
    ...(row.eventUntil !== null &&
      { guests: eventRows(game).count({ cache: row.id, now: game.world.now() })!.n }),
    ...(account !== undefined && own(game, row, account)),
    rating: {
      ...ratingView(row),
      policy: row.ratingPolicy,
      ...(account !== undefined &&
        {
          mine: socialRows(game).rating({ account, cache: row.id })?.stars ?? null,
          canRate: mayRate(game, row, account),
        }),
    },
    ...(owner && { own: ownerView(game, row) }),
    ...(row.removedAt !== null && (owner || viewer.operator) &&
      { removed: { at: row.removedAt, reason: row.removedReason } }),
  };
}

/** What the caller has logged at a neighbour's cache, as far as its records are here. */
function visited(game: Game, mirror: MirrorRow, account: number) {
  const logs = ownVisitRows(game).atCache({ account, gid: mirror.gid });
  const finds = logs.filter(({ kind }) => kind === "found"), least = leastOf(game, mirror);
  return {
    found: finds.length > 0,
    ...(finds.length > 0 && { counts: finds.some(({ tier }) => reachesTier(tier, least)) }),
    dnf: logs.some(({ kind }) => kind === "DNF"),
  };
}

/** What the caller has done with it. */
function own(game: Game, row: CacheRow, account: number) {
  const yourRecommendation = ownRecommendation(game, row, account);
  const of = { cache: row.id, account };
  const find = logRows(game).findOf(of) ?? heldRows(game).heldFindsOf(of)[0];
  return {
    ...(yourRecommendation && { yourRecommendation }),
    ...(row.eventUntil !== null &&
      { coming: eventRows(game).comes({ account, cache: row.id }) !== undefined }),
    favorited: socialRows(game).favorite({ account, cache: row.id }) !== undefined,
    watching: socialRows(game).watch({ account, cache: row.id }) !== undefined,
    yourLog: {
      found: find !== undefined,
      ...(find && { counts: find.heldAt === null && isVerifiedFind(find, game.leastTrustOf(row)) }),
      dnf: logRows(game).cachesLogged({ account, kind: "DNF" }).map((row) => row.id).includes(row.id),
    },
  };
}

/** How far the owner may still move it. */
function ownerView(game: Game, row: CacheRow) {
  const pins = cacheRows(game).pins({ id: row.id });
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
  const find = logRows(game).findOf({ cache: row.id, account });
  return find !== undefined && isVerifiedFind(find, game.leastTrustOf(row));
}
