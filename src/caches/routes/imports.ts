/** Catalogues of other programmes, and corrected places: the operator's. */
import { setImmediate } from "node:timers";
import { z } from "zod";
import { parseBox } from "../../base/mod.ts";
import { BODY_LIMIT, type Incoming, type Route, route, sysopOrOperator } from "../../http/mod.ts";
import { gameFailure } from "../errors.ts";
import {
  allowedSource,
  fetchCatalogue,
  importPlaces,
  type ImportScope,
  importSources,
  removePlace,
} from "../imports/run.ts";
import type { ImportSource } from "../imports/sources.ts";
import { placeCache } from "../imports/make_place.ts";
import { cacheView, latitude, line, longitude } from "../views/views.ts";
import { ADMIN_SPEC, type RouteParts } from "./shared.ts";

const IMPORT_SPEC = 'API "Ingest and BBS backend"';

/** What part of a catalogue to take, and from where. */
const Scope = z.object({
  url: z.string().max(2000).optional(),
  bbox: z.string().max(200).optional(),
  region: z.string().trim().min(1).max(32).optional(),
  limit: z.coerce.number().int().min(1).max(1_000_000).optional(),
});

/** Bytes of a piece: what a parser gets through in a few milliseconds. */
const PIECE = 64 * 1024;

/** A body piece by piece, with a turn of the event loop between them, so that other requests are answered meanwhile. */
function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at += PIECE));
      await new Promise((resolve) => setImmediate(resolve));
    },
  });
}

export function importRoutes({ game, audit }: RouteParts): Route[] {
  /** The file: the body itself, or what a JSON body names. */
  async function opened(source: ImportSource, incoming: Incoming, query: z.infer<typeof Scope>) {
    const isJson = /^application\/json\b/.test(incoming.header("content-type") ?? "");
    const scope = isJson ? { ...query, ...readScope(incoming) } : query;
    if (!isJson && incoming.bytes.length > 0) {
      return { scope, file: inPieces(incoming.bytes) };
    }
    const url = scope.url ?? source.url;
    if (!url) throw gameFailure.import_no_file();
    return { scope, file: await fetchCatalogue(game, url) };
  }

  function readScope(incoming: Incoming): z.infer<typeof Scope> {
    let given: unknown;
    try {
      given = incoming.bytes.length === 0 ? {} : JSON.parse(new TextDecoder().decode(incoming.bytes));
    } catch {
      throw gameFailure.import_no_file({}, "The request body is not JSON");
    }
    const read = Scope.safeParse(given);
    if (read.success) return read.data;
    const issues = read.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
    throw gameFailure.import_no_file({ issues }, `${issues[0]!.path || "body"}: ${issues[0]!.message}`);
  }

  function scopeOf({ bbox, region, limit }: z.infer<typeof Scope>): ImportScope {
    const box = bbox === undefined ? undefined : parseBox(bbox, 360);
    if (bbox !== undefined && !box) throw gameFailure.bad_bbox();
    return { ...(box && { box }), ...(region && { region }), ...(limit && { limit }) };
  }

  return [
    route("POST /api/import/:source", {
      gate: sysopOrOperator(),
      spec: IMPORT_SPEC,
      summary: "Import a catalogue: the file (CSV or GPX) as the body, or JSON that names its url and scope",
      raw: "application/json",
      maxBytes: BODY_LIMIT,
      query: Scope,
      reply: z.object({ ok: z.literal(true), source: z.string(), imported: z.number(), updated: z.number() })
        .loose(),
      errors: [
        gameFailure.source_unknown,
        gameFailure.source_needs_permission,
        gameFailure.import_no_file,
        gameFailure.import_unreadable,
        gameFailure.import_unreachable,
        gameFailure.import_running,
        gameFailure.bad_bbox,
      ],
      handle: async ({ params, query, incoming }) => {
        const source = allowedSource(game, params.source);
        const { scope, file } = await opened(source, incoming, query);
        return await importPlaces(game, source, file, scopeOf(scope));
      },
    }),
    route("GET /api/import", {
      gate: sysopOrOperator(),
      spec: IMPORT_SPEC,
      summary: "The catalogues that can be imported",
      reply: z.object({
        sources: z.array(z.object({ id: z.string(), sourceName: z.string(), state: z.string() }).loose()),
      }),
      handle: () => ({ sources: importSources(game) }),
    }),
    route("GET /api/admin/imports", {
      gate: sysopOrOperator(),
      spec: IMPORT_SPEC,
      summary: "Imported places, and those that were taken out",
      query: z.object({ q: z.string().max(100).default(""), source: z.string().max(32).default("") }),
      reply: z.object({ places: z.array(z.object({}).loose()), removed: z.array(z.object({}).loose()) }),
      handle: ({ query }) => ({
        places: game.imports.places(query.q.trim(), query.source),
        removed: game.imports.removed(query.q.trim(), query.source),
      }),
    }),
    route("DELETE /api/admin/imports/:id", {
      gate: sysopOrOperator(),
      spec: IMPORT_SPEC,
      summary: "Take an imported place out, with logs, ratings and media; later imports skip it",
      body: z.object({ note: line(300).default("") }),
      reply: z.object({ removed: z.literal(true), code: z.string() }),
      errors: [gameFailure.place_not_found],
      handle: ({ params, body }) => {
        if (!/^[1-9]\d{0,14}$/.test(params.id)) throw gameFailure.place_not_found();
        return removePlace(game, Number(params.id), body.note);
      },
    }),
    route("POST /api/admin/caches/:id/place", {
      gate: sysopOrOperator(),
      spec: ADMIN_SPEC,
      summary: "Correct the place of a cache or stage; it becomes the move limit's origin",
      body: z.object({ lat: latitude, lon: longitude, stageNo: z.number().int().min(0).max(999).optional() }),
      errors: [gameFailure.cache_not_found, gameFailure.stage_not_found, gameFailure.living_no_place],
      handle: async ({ who, params, body }) => {
        const { cache, limitM } = await placeCache(game, params.id, body);
        await game.db.write((tx) =>
          audit.note(tx, game.world.now(), {
            actor: who.actor,
            action: "place",
            kind: "cache",
            targetId: String(cache.id),
            label: `${cache.code} ${cache.title}`,
            reason: body.stageNo ? `stage ${body.stageNo}` : "",
          })
        );
        return {
          ...cacheView(cache, { instance: game.instance, minTrust: game.leastTrust }),
          move: { limitM, pins: game.caches.pins(cache.id) },
        };
      },
    }),
  ];
}
