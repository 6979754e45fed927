/** Stages as each viewer sees them. */
import { z } from "#schemas";
import type { Viewer } from "../acting.ts";
import type { Game } from "../game.ts";
import type { CacheRow } from "../tables/cache_store.ts";
import { mediaRows } from "../tables/media_store.ts";
import type { MirrorRow } from "../tables/mirror_store.ts";
import { stagesOfMirror } from "../views/mirror_view.ts";
import { Sealed } from "./seal.ts";
import { offlineOf, RADIUS_M } from "./stage_list.ts";
import { stageRows, UNLOCKS } from "../tables/stage_store.ts";

export const StageView = z.object({
  n: z.number(),
  unlock: z.enum(UNLOCKS),
  unlocked: z.boolean(),
  clue: z.string().nullable(),
  mediaUrl: z.string().nullable(),
  radiusM: z.number(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  offline: z.boolean(),
  offlineReason: z.string().optional(),
  code: z.string().nullable().optional(),
  sealed: Sealed.optional().describe("Of a mirror: opened on the phone by the stage's code"),
});

/**
 * The stages as a viewer sees them: what is locked shows neither clue nor place. An audio stage shows its clue and clip
 * while locked, since they are the riddle. The owner sees everything, the code included.
 */
export function stageViews(game: Game, cache: CacheRow, viewer: Viewer): z.infer<typeof StageView>[] {
  const stages = stageRows(game).of({ cache: cache.id });
  const owner = viewer.account !== undefined && viewer.account === cache.ownerAccount;
  const open = new Set(
    viewer.account === undefined
      ? []
      : stageRows(game).unlocksOf({ cache: cache.id, account: viewer.account }).map((one) => one.n),
  );
  const clips = new Map(mediaRows(game).clips({ cache: cache.id }).map((clip) => [clip.stage, clip]));
  return stages.map((stage) => {
    const unlocked = owner || open.has(stage.n);
    const told = unlocked || stage.unlock === "audio";
    const clip = clips.get(stage.n);
    const { offline, reason } = offlineOf(stage);
    return {
      n: stage.n,
      unlock: stage.unlock,
      unlocked,
      clue: told ? stage.clue : null,
      mediaUrl: told && clip ? `/api/media/${clip.key}` : null,
      radiusM: stage.radiusM,
      lat: unlocked ? stage.lat : null,
      lon: unlocked ? stage.lon : null,
      offline,
      ...(reason && { offlineReason: reason }),
      ...(owner && { code: stage.code }),
    };
  });
}

/** The stages of a mirror: nobody opens them here, and whoever visits it sends the code with the visit. */
export const mirrorStageViews = (game: Game, mirror: MirrorRow): z.infer<typeof StageView>[] =>
  stagesOfMirror(game, mirror).map(({ n, unlock, sealed }) => ({
    ...{ n, unlock, unlocked: false, clue: null, mediaUrl: null, radiusM: RADIUS_M, lat: null, lon: null },
    offline: sealed !== undefined,
    ...(sealed && { sealed }),
  }));
