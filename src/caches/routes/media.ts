/** Photos and sounds. */
import { z } from "#schemas";
import { actor, type Asked, json, open, route, SHARED } from "../../http/mod.ts";
import { actorOf, viewerOf } from "../acting.ts";
import { ACTING, gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { seenCache } from "../views/find_cache.ts";
import { addMedia, removeMedia, setClip, setThumb } from "../media/media.ts";
import { PHOTO_BYTES, SOUND_BYTES, THUMB_BYTES } from "../rules/media_kind.ts";
import { addLogPhoto } from "../media/log_photos.ts";
import { mediaRows } from "../tables/media_store.ts";
import { MediaView, mediaView } from "../views/media_view.ts";
import { serveMedia } from "../media/serve_media.ts";
import {
  Acting,
  Ok,
  OWN_CACHE_ID,
  OWNED,
  perAccount,
  rowId,
  SEEN,
  SPEC,
  stageNumber,
  STORED,
} from "./shared.ts";

const MEDIUM = { id: OWN_CACHE_ID, mid: "Id of the photo or sound, as the cache's list of media shows it" };

/** With the ingest secret the acting call of a raw upload stands in a header. */
const named = (incoming: Asked): string | undefined => incoming.header("x-owner-call");

export function mediaRoutes(game: Game) {
  const files = perAccount("file-write", 120, 3600);
  return [
    route("GET /api/caches/:id/media", {
      gate: open("galleries are public"),
      spec: SPEC,
      summary: "Photos and sounds of a cache",
      params: { id: OWN_CACHE_ID },
      reply: z.object({ media: z.array(MediaView) }),
      errors: SEEN,
      handle: ({ who, params }) => {
        const cache = seenCache(game, params.id, viewerOf(who));
        return { media: mediaRows(game).gallery({ cache: cache.id }).map(mediaView) };
      },
    }),
    route("POST /api/caches/:id/media", {
      gate: actor(),
      spec: SPEC,
      summary:
        "Add a photo or sound to one's own cache; the body is the file. What cameras note in photos is not stored",
      params: { id: OWN_CACHE_ID },
      status: 201,
      also: { 200: "The file was there already" },
      limit: files,
      raw: "image/*",
      maxBytes: SOUND_BYTES,
      query: z.object({
        title: z.string().max(1000).default("").describe(
          "Title that is shown beside it; what is longer than 120 characters is cut",
        ),
        once: z.enum(["0", "1"]).default("0")
          .describe("1: where the gallery has this file already, the answer is that file, with 200"),
      }),
      reply: MediaView,
      errors: [...OWNED, ...STORED, gameFailure.media_count],
      handle: async ({ who, params, query, incoming }) => {
        // deno-lint-ignore no-control-regex -- control characters are what is taken out
        const title = query.title.replace(/[\u0000-\u001f\u007f]+/g, " ").trim().slice(0, 120);
        const acting = actorOf(game, who, named(incoming)), once = query.once === "1";
        const { file, duplicate } = await addMedia(game, acting, params.id, incoming.bytes, { title, once });
        return duplicate ? json(file) : file;
      },
    }),
    route("POST /api/caches/:id/logs/:log/media", {
      gate: actor(),
      spec: SPEC,
      summary:
        "Put a photo beside one's own log; the body is the file. Where it is there already, the answer is 200",
      params: { id: OWN_CACHE_ID, log: "Number of the log in this cache's log book" },
      status: 201,
      also: { 200: "The file was there already" },
      limit: files,
      raw: "image/*",
      maxBytes: PHOTO_BYTES,
      reply: MediaView,
      errors: [
        ...SEEN,
        ...ACTING,
        ...STORED,
        gameFailure.log_not_found,
        gameFailure.log_not_yours,
        gameFailure.media_count,
      ],
      handle: async ({ who, params, incoming }) => {
        const acting = actorOf(game, who, named(incoming));
        const log = rowId(params.log, gameFailure.log_not_found);
        const { file, duplicate } = await addLogPhoto(game, acting, params.id, log, incoming.bytes);
        return duplicate ? json(file) : file;
      },
    }),
    route("DELETE /api/caches/:id/media/:mid", {
      gate: actor(),
      spec: SPEC,
      summary: "Remove a photo or sound, with its thumbnail",
      params: MEDIUM,
      body: Acting,
      reply: Ok,
      errors: [...OWNED, gameFailure.media_not_found, gameFailure.log_not_yours],
      handle: async ({ who, params, body, incoming }) => {
        const acting = actorOf(game, who, body.callsign ?? named(incoming));
        await removeMedia(game, acting, params.id, params.mid);
        return { ok: true };
      },
    }),
    route("PUT /api/caches/:id/media/:mid/thumb", {
      gate: actor(),
      spec: SPEC,
      summary: "Set the thumbnail of a photo: JPEG or WebP, at most 150 kB",
      params: MEDIUM,
      limit: files,
      raw: "image/*",
      maxBytes: THUMB_BYTES,
      reply: z.object({ thumbUrl: z.string(), thumbBytes: z.number() }),
      errors: [
        ...OWNED,
        ...STORED,
        gameFailure.media_not_found,
        gameFailure.not_an_image,
        gameFailure.log_not_yours,
      ],
      handle: ({ who, params, incoming }) =>
        setThumb(game, actorOf(game, who, named(incoming)), params.id, params.mid, incoming.bytes),
    }),
    route("PUT /api/caches/:id/stages/:n/media", {
      gate: actor(),
      spec: SPEC,
      summary: "Set the sound that is played at a stage; the body is the file",
      params: { id: OWN_CACHE_ID, n: "Number of the stage, from 1, in the order in which they are opened" },
      limit: files,
      raw: "audio/*",
      maxBytes: SOUND_BYTES,
      reply: MediaView,
      errors: [...OWNED, ...STORED, gameFailure.stage_not_found],
      handle: ({ who, params, incoming }) => {
        const acting = actorOf(game, who, named(incoming));
        return setClip(game, acting, params.id, stageNumber(params.n), incoming.bytes);
      },
    }),
    route("GET /api/media/*", {
      gate: open("photos are public; a stage's clip only to those who opened it"),
      spec: SPEC,
      summary: "An uploaded file by its exact stored key",
      share: SHARED.still,
      params: { rest: "The key under which it is stored, as the views give it" },
      produces: "image/*, audio/*",
      also: { 206: "The range asked for" },
      errors: [gameFailure.media_not_found, gameFailure.range_needed],
      handle: ({ who, params, incoming }) => serveMedia(game, incoming, params.rest, () => viewerOf(who)),
    }),
  ];
}
