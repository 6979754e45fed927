/** Stages, and photos and sounds. */
import { z } from "zod";
import { actor, type Incoming, open, type Route, route } from "../../http/mod.ts";
import { ACTING, gameFailure } from "../errors.ts";
import { addMedia, MediaView, mediaView, removeMedia, setClip, setThumb } from "../media/media.ts";
import { SOUND_BYTES, THUMB_BYTES } from "../media/media_kind.ts";
import { serveMedia } from "../media/serve_media.ts";
import { setStages, StageList, StageView, stageViews } from "../stages/stages.ts";
import { Unlocked, UnlockRequest, unlockStage } from "../stages/unlock_stage.ts";
import { Acting, Ok, type RouteParts, SPEC, viewerOf } from "./shared.ts";

/** A stage number in a path; what is none is no stage. */
function stageNumber(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw gameFailure.stage_not_found();
  return Number(text);
}

/** With the ingest secret the acting call of a raw upload stands in a header. */
const named = (incoming: Incoming): string | undefined => incoming.header("x-owner-call");

export function stageRoutes({ game }: RouteParts): Route[] {
  return [
    route("GET /api/caches/:id/stages", {
      gate: open("the list is public; what a stage hides is shown to those who opened it"),
      spec: SPEC,
      summary: "The stages, with the caller's own unlocks",
      reply: z.object({ stages: z.array(StageView) }),
      errors: [gameFailure.cache_not_found, gameFailure.cache_removed],
      handle: ({ who, params }) => {
        const viewer = viewerOf(who);
        return { stages: stageViews(game, game.seen(params.id, viewer), viewer) };
      },
    }),
    route("POST /api/caches/:id/stages", {
      gate: actor(),
      spec: SPEC,
      summary: "Replace the stages of one's own cache",
      body: StageList,
      reply: z.object({
        ok: z.literal(true),
        count: z.number(),
        stages: z.array(StageView),
        offline: z.array(z.object({ n: z.number(), offline: z.boolean(), reason: z.string().optional() })),
      }),
      errors: [
        ...ACTING,
        gameFailure.cache_not_found,
        gameFailure.cache_not_yours,
        gameFailure.cache_removed_edit,
        gameFailure.bad_stages,
        gameFailure.move_limit,
      ],
      handle: ({ who, params, body }) =>
        setStages(game, game.acting(who, body.ownerCall ?? body.callsign), params.id, body),
    }),
    route("POST /api/caches/:id/stages/:n/unlock", {
      gate: actor(),
      spec: SPEC,
      summary: "Open a stage as the caller",
      body: UnlockRequest,
      reply: Unlocked,
      errors: [
        ...ACTING,
        gameFailure.cache_not_found,
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
        unlockStage(game, game.acting(who, body.callsign), params.id, stageNumber(params.n), body),
    }),
    route("PUT /api/caches/:id/stages/:n/media", {
      gate: actor(),
      spec: SPEC,
      summary: "Set the sound of a stage",
      raw: "audio/*",
      maxBytes: SOUND_BYTES,
      reply: MediaView,
      errors: [
        ...ACTING,
        gameFailure.cache_not_found,
        gameFailure.cache_not_yours,
        gameFailure.stage_not_found,
        gameFailure.media_type,
        gameFailure.media_size,
        gameFailure.media_quota,
      ],
      handle: ({ who, params, incoming }) =>
        setClip(game, game.acting(who, named(incoming)), params.id, stageNumber(params.n), incoming.bytes),
    }),
  ];
}

export function mediaRoutes({ game }: RouteParts): Route[] {
  return [
    route("GET /api/caches/:id/media", {
      gate: open("galleries are public"),
      spec: SPEC,
      summary: "Photos and sounds of a cache",
      reply: z.object({ media: z.array(MediaView) }),
      errors: [gameFailure.cache_not_found, gameFailure.cache_removed],
      handle: ({ who, params }) => {
        const cache = game.seen(params.id, viewerOf(who));
        return { media: game.media.gallery(cache.id).map(mediaView) };
      },
    }),
    route("POST /api/caches/:id/media", {
      gate: actor(),
      spec: SPEC,
      summary: "Add a photo or sound to one's own cache; the body is the file",
      status: 201,
      raw: "image/*",
      maxBytes: SOUND_BYTES,
      query: z.object({ title: z.string().max(1000).default("") }),
      reply: MediaView,
      errors: [
        ...ACTING,
        gameFailure.cache_not_found,
        gameFailure.cache_not_yours,
        gameFailure.media_type,
        gameFailure.media_size,
        gameFailure.media_count,
        gameFailure.media_quota,
      ],
      handle: ({ who, params, query, incoming }) => {
        // deno-lint-ignore no-control-regex -- control characters are what is taken out
        const title = query.title.replace(/[\u0000-\u001f\u007f]+/g, " ").trim().slice(0, 120);
        return addMedia(game, game.acting(who, named(incoming)), params.id, incoming.bytes, title);
      },
    }),
    route("DELETE /api/caches/:id/media/:mid", {
      gate: actor(),
      spec: SPEC,
      summary: "Remove a photo or sound, with its thumbnail",
      body: Acting,
      reply: Ok,
      errors: [
        ...ACTING,
        gameFailure.cache_not_found,
        gameFailure.cache_not_yours,
        gameFailure.media_not_found,
      ],
      handle: async ({ who, params, body, incoming }) => {
        await removeMedia(game, game.acting(who, body.callsign ?? named(incoming)), params.id, params.mid);
        return { ok: true };
      },
    }),
    route("PUT /api/caches/:id/media/:mid/thumb", {
      gate: actor(),
      spec: SPEC,
      summary: "Set the thumbnail of a photo: JPEG or WebP, at most 150 kB",
      raw: "image/*",
      maxBytes: THUMB_BYTES,
      reply: z.object({ thumbUrl: z.string(), thumbBytes: z.number() }),
      errors: [
        ...ACTING,
        gameFailure.cache_not_found,
        gameFailure.cache_not_yours,
        gameFailure.media_not_found,
        gameFailure.not_an_image,
        gameFailure.media_type,
        gameFailure.media_size,
        gameFailure.media_quota,
      ],
      handle: ({ who, params, incoming }) =>
        setThumb(game, game.acting(who, named(incoming)), params.id, params.mid, incoming.bytes),
    }),
    route("GET /api/media/*", {
      gate: open("photos are public; a stage's clip only to those who opened it"),
      spec: SPEC,
      summary: "An uploaded file by its exact stored key",
      produces: "application/octet-stream",
      errors: [gameFailure.media_not_found, gameFailure.range_needed],
      handle: ({ who, params, incoming }) => serveMedia(game, incoming, params.rest, viewerOf(who)),
    }),
  ];
}
