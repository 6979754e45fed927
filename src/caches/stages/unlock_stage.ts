/** Opening a stage as the caller. API "Caches, logs, media": 10 NFC tries an hour a finder, 60 a stage. */
import { z } from "#schemas";
import { distanceM, type Place, sameSecret } from "../../base/mod.ts";
import { judgeAgain } from "../finds/judge_again.ts";
import { openFinds } from "../finds/open_finds.ts";
import { normalCode } from "./normal_code.ts";
import { gameFailure } from "../errors.ts";
import type { Actor } from "../acting.ts";
import type { Game } from "../game.ts";
import { type StageRow, stageRows } from "../tables/stage_store.ts";
import { READING_S } from "../rules/tier_limits.ts";
import { latitude, longitude } from "../views/fields.ts";
import { mediaRows } from "../tables/media_store.ts";
import { seenCache } from "../views/find_cache.ts";

const TRIES_BY_FINDER = 10;
const TRIES_AT_STAGE = 60;
const TRIES_S = 3600;
/** Radius around the cache itself that a geo unlock of stage 1 checks, metres. */
const START_RADIUS_M = 60;

/** A device reading as posted. */
export const Position = z.object({
  lat: latitude,
  lon: longitude,
  accuracyM: z.number().min(0).max(1_000_000),
  at: z.number().int().min(0),
}).strict();

export const UnlockRequest = z.object({
  code: z.string().max(200).optional(),
  position: Position.extend({
    accuracyM: Position.shape.accuracyM.optional(),
    at: Position.shape.at.optional(),
  })
    .optional(),
  callsign: z.string().max(12).optional(),
});
export type UnlockRequest = z.infer<typeof UnlockRequest>;

export const Unlocked = z.object({
  unlocked: z.literal(true),
  n: z.number(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  clue: z.string().nullable(),
  mediaUrl: z.string().nullable(),
});

/** Opens stage `n`, or says why not. Opening a stage that is open already shows it again and counts no try. */
export async function unlockStage(game: Game, actor: Actor, ref: string, n: number, wish: UnlockRequest) {
  const { person, call, session } = actor;
  const cache = seenCache(game, ref, { account: person.accountId, operator: actor.operator });
  if (n === 0) throw gameFailure.stage_zero();
  // A try has to be counted even when it fails, so the write gives its refusal instead of throwing it.
  const refusal = await game.db.write((tx): Error | undefined => {
    const stages = stageRows(game).of({ cache: cache.id });
    const stage = stages.find((one) => one.n === n);
    if (!stage) return gameFailure.stage_not_found();
    if (cache.ownerAccount === person.accountId) return undefined;
    const open = new Set(
      stageRows(game).unlocksOf({ cache: cache.id, account: person.accountId }).map((one) => one.n),
    );
    if (open.has(n)) return undefined;
    if (n > 1 && !open.has(n - 1)) return gameFailure.previous_stage({ stage: n - 1 });
    const at = game.world.now();
    if (stage.unlock === "geo") {
      const refused = refuseReading(stages, cache, n, session ? wish.position : undefined, at);
      if (refused) return refused;
    }
    if (stage.unlock === "nfc") {
      if (stage.code === null) return gameFailure.no_tag();
      if (!wish.code?.trim()) return gameFailure.no_code();
      const of = { cache: cache.id, n, account: person.accountId };
      const tries = stageRows(game).triesSince({ ...of, since: at - TRIES_S })!;
      if (tries.mine >= TRIES_BY_FINDER || tries.stage >= TRIES_AT_STAGE) {
        return gameFailure.limited({ retryAfter: Math.max(1, (tries.oldest ?? at) + TRIES_S - at) });
      }
      stageRows(game).addTry(tx, { ...of, at });
      if (!sameSecret(normalCode(wish.code), normalCode(stage.code))) {
        return gameFailure.bad_code({ triesLeft: TRIES_BY_FINDER - tries.mine - 1 });
      }
    }
    stageRows(game).unlock(tx, {
      cacheId: cache.id,
      n,
      accountId: person.accountId,
      call,
      at,
      method: stage.unlock,
      bits: stage.bits,
    });
    for (const { logId } of openFinds(game).ofPerson({ account: person.accountId, cache: cache.id })) {
      judgeAgain(game, tx, logId);
    }
    return undefined;
  });
  if (refusal) throw refusal;
  const stage = stageRows(game).of({ cache: cache.id }).find((one) => one.n === n)!;
  const clip = mediaRows(game).clips({ cache: cache.id }).find((one) => one.stage === n);
  return {
    unlocked: true as const,
    n,
    lat: stage.lat,
    lon: stage.lon,
    clue: stage.clue,
    mediaUrl: clip ? `/api/media/${clip.key}` : null,
  };
}

/**
 * Why a reading does not open a geo stage, or `undefined`. It has to lie within the radius of the nearest earlier stage
 * that has a place; where none has one, within 60 m of the cache.
 */
function refuseReading(
  stages: readonly StageRow[],
  cache: { lat: number | null; lon: number | null },
  n: number,
  position: UnlockRequest["position"],
  now: number,
): Error | undefined {
  if (!position) return gameFailure.no_geo();
  if (position.at !== undefined && Math.abs(position.at - now) > READING_S) {
    return gameFailure.no_geo({}, `Your position is older than ${READING_S} s`);
  }
  const before = stages.findLast((stage) => stage.n < n && stage.lat !== null && stage.lon !== null);
  const place: Place | undefined = before
    ? { lat: before.lat!, lon: before.lon! }
    : cache.lat !== null && cache.lon !== null
    ? { lat: cache.lat, lon: cache.lon }
    : undefined;
  if (!place) return gameFailure.no_geo();
  const radiusM = before?.radiusM ?? START_RADIUS_M;
  const away = Math.round(distanceM(place, position));
  return away > radiusM
    ? gameFailure.too_far({ distanceM: away, radiusM }, `You are ${away} m away, more than ${radiusM} m`)
    : undefined;
}
