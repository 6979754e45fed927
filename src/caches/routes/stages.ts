/** Stages of a cache, and opening them. */
import { z } from "#schemas";
import { actor, type Limit, open, route } from "../../http/mod.ts";
import { actorOf, viewerOf } from "../acting.ts";
import { ACTING, gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { ASKED_MOST, Told, toldStages } from "../offline/mirror_stages.ts";
import { seenCache } from "../views/find_cache.ts";
import { shownMirror } from "../views/mirror_view.ts";
import { setStages } from "../stages/set_stages.ts";
import { OfflineView, StageList } from "../stages/stage_list.ts";
import { mirrorStageViews, StageView, stageViews } from "../stages/stage_view.ts";
import { Unlocked, UnlockRequest, unlockStage } from "../stages/unlock_stage.ts";
import { CACHE_ID, OWN_CACHE_ID, OWNED, perAccount, SEEN, SPEC, stageNumber } from "./shared.ts";

/** Neighbours ask once a day for all of their mirrors, a hundred at once. */
const tells: Limit = { name: "stages-told", points: 60, seconds: 60 };

export function stageRoutes(game: Game) {
  return [
    route("POST /federation/stages", {
      gate: open("packs tell everybody the same"),
      spec: 'FED "Public federation"',
      summary: "Numbers, kinds and seals of stages, as packs have them, for instances that mirror the caches",
      limit: tells,
      body: z.strictObject({
        caches: z.array(z.string().max(300)).min(1).max(ASKED_MOST).describe(
          "By their global ids; those that are not published here are left out of the answer",
        ),
      }),
      reply: Told,
      handle: ({ body }) => toldStages(game, body.caches),
    }),
    route("GET /api/caches/:id/stages", {
      gate: open("the list is public; what a stage hides is shown to those who opened it"),
      spec: SPEC,
      summary: "The stages, with the caller's own unlocks",
      params: { id: CACHE_ID },
      reply: z.object({ stages: z.array(StageView) }),
      errors: SEEN,
      handle: ({ who, params }) => {
        if (params.id.includes(":")) {
          const mirror = shownMirror(game, params.id);
          if (!mirror) throw gameFailure.cache_not_found();
          return { stages: mirrorStageViews(game, mirror) };
        }
        const viewer = viewerOf(who);
        return { stages: stageViews(game, seenCache(game, params.id, viewer), viewer) };
      },
    }),
    route("POST /api/caches/:id/stages", {
      gate: actor(),
      spec: SPEC,
      summary: "Replace the stages of one's own cache",
      limit: perAccount("stage-write", 60, 3600),
      params: { id: OWN_CACHE_ID },
      body: StageList,
      reply: z.object({
        ok: z.literal(true),
        count: z.number(),
        stages: z.array(StageView),
        offline: z.array(OfflineView),
      }),
      errors: [...OWNED, gameFailure.bad_stages, gameFailure.move_limit, gameFailure.changed_meanwhile],
      handle: ({ who, params, body }) =>
        setStages(game, actorOf(game, who, body.ownerCall ?? body.callsign), params.id, body),
    }),
    route("POST /api/caches/:id/stages/:n/unlock", {
      gate: actor(),
      spec: SPEC,
      summary: "Open a stage as the caller",
      params: { id: OWN_CACHE_ID, n: "Number of the stage, from 1, in the order in which they are opened" },
      body: UnlockRequest,
      reply: Unlocked,
      errors: [
        ...SEEN,
        ...ACTING,
        gameFailure.stage_not_found,
        gameFailure.stage_zero,
        gameFailure.previous_stage,
        gameFailure.no_geo,
        gameFailure.too_far,
        gameFailure.no_code,
        gameFailure.bad_code,
        gameFailure.no_tag,
        gameFailure.limited,
      ],
      handle: ({ who, params, body }) =>
        unlockStage(game, actorOf(game, who, body.callsign), params.id, stageNumber(params.n), body),
    }),
  ];
}
