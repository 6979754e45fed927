/** Catalogues of other programmes, and corrected places: the operator's. */
import { z } from "#schemas";
import { folded, parseBox } from "../../base/mod.ts";
import { type Asked, BODY_LIMIT, route, sysopOrOperator } from "../../http/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { placeCache, placeTouches } from "../hiding/correct_place.ts";
import { findCache } from "../views/find_cache.ts";
import { fetchCatalogue } from "../imports/fetch_catalogue.ts";
import { importPlaces, ImportResult, type ImportScope } from "../imports/import_places.ts";
import { ImportedPlaceView, importRows, RemovedPlaceView, SHOWN } from "../tables/import_store.ts";
import { removalTouches, removePlace } from "../imports/remove_place.ts";
import { allowedSource, importSources, ImportSourceView } from "../imports/source_view.ts";
import type { ImportSource } from "../imports/sources.ts";
import { CACHE_MOVE_LIMIT_M } from "../../settings/mod.ts";
import { stageRows } from "../tables/stage_store.ts";
import { CacheView, cacheView } from "../views/cache_view.ts";
import { latitude, line, longitude } from "../views/fields.ts";
import { ADMIN_SPEC, OWN_CACHE_ID, rowId } from "./shared.ts";

const IMPORT_SPEC = 'API "Ingest and BBS backend"';

/** What part of a catalogue to take, and from where. */
const Scope = z.object({
  url: z.string().max(2000).optional().describe("Where the file is; the catalogue's own address without it"),
  bbox: z.string().max(200).optional().describe(
    "Only places in this box: minLon,minLat,maxLon,maxLat in degrees",
  ),
  region: z.string().trim().min(1).max(32).optional().describe(
    "Only references that begin with this, e.g. OE/",
  ),
  limit: z.coerce.number().int().min(1).max(1_000_000).optional().describe(
    "Most places that are taken, 1 to 1000000; all without it",
  ),
  dry: z.union([z.boolean(), z.enum(["0", "1"]).transform((text) => text === "1")]).optional()
    .describe("1: only count what would be done"),
});
const Dry = z.boolean().optional().describe("true: only say what would be touched, and change nothing");

export function importRoutes(game: Game) {
  /** The file: the body itself, or what a JSON body names. */
  async function opened(source: ImportSource, incoming: Asked, query: z.infer<typeof Scope>) {
    const isJson = /^application\/json\b/.test(incoming.header("content-type") ?? "");
    const scope = isJson ? { ...query, ...readScope(incoming) } : query;
    if (!isJson && incoming.bytes.length > 0) {
      return { scope, file: ReadableStream.from([incoming.bytes]) };
    }
    const url = scope.url ?? source.url;
    if (!url) throw gameFailure.import_no_file();
    return { scope, file: await fetchCatalogue(game, url) };
  }

  function readScope(incoming: Asked): z.infer<typeof Scope> {
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
      gate: sysopOrOperator({ anyAge: "a catalogue can be read in again" }),
      spec: IMPORT_SPEC,
      summary:
        "Import a catalogue: the file (CSV or GPX, also in a ZIP or gzip) as the body, or JSON that names its url and scope",
      raw: "application/json",
      maxBytes: BODY_LIMIT,
      query: Scope,
      reply: ImportResult,
      params: { source: "Id of the catalogue, as GET /api/import lists them" },
      errors: [
        gameFailure.source_unknown,
        gameFailure.source_needs_permission,
        gameFailure.import_no_file,
        gameFailure.bad_bbox,
        gameFailure.import_unreadable,
        gameFailure.import_unreachable,
        gameFailure.import_running,
      ],
      handle: async ({ who, params, query, incoming }) => {
        const source = allowedSource(game, params.source);
        const { scope, file } = await opened(source, incoming, query);
        const dry = scope.dry === true;
        const done = await importPlaces(game, source, file, scopeOf(scope), dry);
        if (dry) return { ...done, dry };
        await note(game, who.actor, "import", params.source, JSON.stringify(done).slice(0, 500));
        return done;
      },
    }),
    route("GET /api/import", {
      gate: sysopOrOperator(),
      spec: IMPORT_SPEC,
      summary: "The catalogues that can be imported",
      reply: z.object({ sources: z.array(ImportSourceView) }),
      handle: () => ({ sources: importSources(game) }),
    }),
    route("GET /api/admin/imports", {
      gate: sysopOrOperator(),
      spec: IMPORT_SPEC,
      summary: "Imported places, and those that were taken out",
      query: z.object({
        q: z.string().max(100).default("").describe("Part of a title, code or reference"),
        source: z.string().max(32).default("").describe("Id of a catalogue; all without it"),
      }),
      reply: z.object({
        places: z.array(ImportedPlaceView),
        removed: z.array(RemovedPlaceView),
        truncated: z.boolean().describe(`One of the lists has more than the ${SHOWN} newest`),
      }),
      handle: ({ query }) => {
        const asked = { q: folded(query.q.trim()), source: query.source };
        const places = importRows(game).places(asked), removed = importRows(game).removed(asked);
        return {
          places: places.slice(0, SHOWN),
          removed: removed.slice(0, SHOWN),
          truncated: Math.max(places.length, removed.length) > SHOWN,
        };
      },
    }),
    route("DELETE /api/admin/imports/:id", {
      gate: sysopOrOperator({ anyAge: "a catalogue can be read in again" }),
      spec: IMPORT_SPEC,
      summary: "Take an imported place out, with logs, ratings and media; later imports skip it",
      body: z.object({ note: line(300).default(""), dry: Dry }),
      reply: z.object({
        removed: z.boolean(),
        code: z.string(),
        touches: z.object({ logs: z.number(), media: z.number(), ratings: z.number() }),
        dry: z.literal(true).optional(),
      }),
      params: { id: "Number of the imported place, as the list of places shows it" },
      errors: [gameFailure.place_not_found],
      handle: async ({ who, params, body }) => {
        const id = rowId(params.id, gameFailure.place_not_found);
        const { code, touches } = removalTouches(game, id);
        if (body.dry) return { removed: false, code, touches, dry: true };
        const done = { ...await removePlace(game, id, body.note), touches };
        await note(game, who.actor, "import-remove", String(id), body.note ?? "");
        return done;
      },
    }),
    route("POST /api/admin/caches/:id/place", {
      gate: sysopOrOperator({ anyAge: "a place can be corrected again" }),
      spec: ADMIN_SPEC,
      summary: "Correct the place of a cache or stage; it becomes the move limit's origin",
      body: z.object({
        lat: latitude,
        lon: longitude,
        stageNo: z.number().int().min(0).max(999).optional(),
        dry: Dry,
      }),
      params: { id: OWN_CACHE_ID },
      reply: CacheView.extend({
        move: z.object({
          limitM: z.number(),
          pins: z.array(z.object({ stage: z.number(), lat: z.number(), lon: z.number() })),
        }),
        stages: z.array(
          z.object({ n: z.number(), lat: z.number().nullable(), lon: z.number().nullable() }),
        ).describe("Its stages by number, each with its place in degrees; null: the stage has none"),
        touches: z.object({
          logs: z.number().describe("Logs of the cache; they keep their tier"),
          unlocks: z.number().describe("Finders' unlocks from the stage on, which are dropped"),
        }),
        dry: z.literal(true).optional(),
      }),
      errors: [gameFailure.cache_not_found, gameFailure.stage_not_found, gameFailure.living_no_place],
      handle: async ({ who, params, body }) => {
        const touches = placeTouches(game, params.id, body.stageNo ?? 0);
        const { cache, limitM } = body.dry
          ? { cache: findCache(game, params.id)!, limitM: game.settings.get(CACHE_MOVE_LIMIT_M) }
          : await placeCache(game, params.id, body);
        const shown = () => ({
          ...cacheView(cache, { instance: game.instance, minTrust: game.leastTrust }),
          move: { limitM, pins: cacheRows(game).pins({ id: cache.id }) },
          stages: stageRows(game).of({ cache: cache.id }).map(({ n, lat, lon }) => ({ n, lat, lon })),
          touches,
        });
        if (body.dry) return { ...shown(), dry: true };
        await game.db.write((tx) =>
          game.audit.note(tx, game.world.now(), {
            actor: who.actor,
            action: "place",
            kind: "cache",
            targetId: String(cache.id),
            label: `${cache.code} ${cache.title}`,
            reason: body.stageNo ? `stage ${body.stageNo}` : "",
          })
        );
        return shown();
      },
    }),
  ];
}

/** An import is many writes; what was done stands in the audit log when it is over. */
const note = (game: Game, actor: string, action: string, targetId: string, reason: string): Promise<void> =>
  game.db.write((tx) =>
    game.audit.note(tx, game.world.now(), {
      actor,
      action,
      kind: "places",
      targetId,
      label: targetId,
      reason,
    })
  );
