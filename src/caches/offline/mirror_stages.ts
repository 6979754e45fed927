/**
 * Stages of caches among instances: their numbers, kinds and seals, which packs give to everybody, and no more. A cache's record
 * has none of them, so whoever keeps the mirror asks the cache's instance, and again once a day. Clues, places and codes of
 * stages never leave it but sealed. API "Caches, logs, media".
 */
import { z } from "#schemas";
import type { Tx } from "../../db/mod.ts";
import { isPublished } from "../exchange/publish.ts";
import type { Game } from "../game.ts";
import { STRONG_CODE_BITS } from "../rules/tier_limits.ts";
import { Sealed } from "../stages/seal.ts";
import { sealerOf } from "../stages/seal_stages.ts";
import { MOST_STAGES } from "../stages/stage_list.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { mirrorRows } from "../tables/mirror_store.ts";
import { type MirrorStage, mirrorStageRows } from "../tables/mirror_stage_store.ts";
import { packRows } from "../tables/pack_store.ts";
import { stageRows, UNLOCKS } from "../tables/stage_store.ts";
import { isWithheld } from "../views/find_cache.ts";
import { mapOf } from "../views/mirror_view.ts";

/** Caches that are asked about at once. */
export const ASKED_MOST = 100;
/** An answer ends after the cache that brings it past so many bytes; the rest is asked again. */
const ANSWER_BYTES = 512 * 1024;
/** What one answer may have at most: the last cache of it may have fifty stages with the longest clues. */
const READ_BYTES = 2 * 1024 * 1024;
const AGAIN_S = 86_400, FAILED_S = 3600;

const text = z.string().regex(/^[0-9A-Za-z_-]{1,40000}$/);
/** A stage as a stranger tells it: bounded, and what is not known of it is left out. */
const ToldStage = z.object({
  n: z.number().int().min(1).max(MOST_STAGES),
  unlock: z.enum(UNLOCKS),
  sealed: Sealed.extend({
    v: z.number().int().min(1).max(1000),
    iter: z.number().int().min(1).max(2_000_000),
    ...{ salt: text, iv: text, data: text },
  }).optional(),
});
export const Told = z.object({
  caches: z.array(z.object({ cache: z.string().max(300), stages: z.array(ToldStage).max(MOST_STAGES) }))
    .max(ASKED_MOST),
});

/** What is told of these caches' stages. One whose seal is still being made is left out, and asked about again. */
export function toldStages(game: Game, gids: readonly string[]): z.infer<typeof Told> {
  const caches: z.infer<typeof Told>["caches"] = [];
  let bytes = 0;
  for (const gid of new Set(gids)) {
    const cache = cacheRows(game).byGid({ gid });
    if (!cache || !isPublished(cache) || isWithheld(game, cache)) continue;
    const rows = stageRows(game).of({ cache: cache.id });
    if (rows.some(({ sealed, code, bits }) => !sealed && code !== null && bits >= STRONG_CODE_BITS)) {
      sealerOf(game).wake();
      continue;
    }
    const stages = rows.map(({ n, unlock, sealed }) => ({
      ...{ n, unlock },
      ...(sealed !== null && { sealed: JSON.parse(sealed) as NonNullable<MirrorStage["sealed"]> }),
    }));
    caches.push({ cache: gid, stages });
    bytes += JSON.stringify(stages).length;
    if (bytes > ANSWER_BYTES) break;
  }
  return { caches };
}

/** Asks the instances whose caches packs show for what is due. */
export async function askStages(game: Game): Promise<void> {
  for (const origin of game.origins.shown({ unvetted: false })) {
    const now = game.world.now();
    const gids = mirrorStageRows(game).due({ origin, now, limit: ASKED_MOST }).map(({ gid }) => gid);
    if (gids.length === 0) continue;
    const reply = await game.bringVisit?.(origin, "/federation/stages", { caches: gids }, READ_BYTES);
    const words = reply?.status === 200 ? Told.safeParse(reply.body).data : undefined;
    await game.db.write((tx) => {
      mirrorStageRows(game).putOff(tx, { gids: JSON.stringify(gids), dueAt: now + FAILED_S });
      for (const { cache, stages } of words?.caches ?? []) {
        // It speaks of what it was asked about, and of nobody else's.
        if (gids.includes(cache)) keep(game, tx, cache, stages, now + AGAIN_S);
      }
    });
  }
}

function keep(game: Game, tx: Tx, gid: string, list: readonly MirrorStage[], dueAt: number): void {
  const stages = JSON.stringify(list.toSorted((a, b) => a.n - b.n));
  const isNew = stages !== (mirrorStageRows(game).of({ gid })?.stages ?? "[]");
  mirrorStageRows(game).put(tx, { gid, stages, dueAt });
  const row = isNew && mirrorRows(game).byGid({ gid });
  if (row) packRows(game).bump(tx, mapOf(row));
}
