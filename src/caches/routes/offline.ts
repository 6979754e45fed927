/** Packs and map tiles for the field. */
import { z } from "#schemas";
import {
  gateFailure,
  gzipped,
  isLarge,
  json,
  jsonText,
  networkOf,
  open,
  route,
  SHARED,
  takesGzip,
  text,
  versioned,
} from "../../http/mod.ts";
import { viewerOf } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { keptPacks } from "../offline/kept_packs.ts";
import { buildPack, ownPack, packGeneration, packQuery } from "../offline/offline_pack.ts";
import { PackView } from "../offline/pack_view.ts";
import { serveTiles, tilesInfo } from "../offline/tiles.ts";
import { SPEC } from "./shared.ts";

/** Full builds of an address; answers of 304 count nothing. */
const BUILDS = { name: "offline-pack", points: 30, seconds: 3600 };

/** An answer whose JSON is gzipped already. */
const packedJson = (packed: Uint8Array<ArrayBuffer>): Response =>
  new Response(packed, {
    headers: { "content-type": "application/json; charset=utf-8", "content-encoding": "gzip" },
  });

export function offlineRoutes(game: Game) {
  return [
    route("GET /api/offline/pack", {
      gate: open("packs hold what the map shows everybody"),
      spec: SPEC,
      summary: "Everything that an app needs of the caches in a locator square",
      share: SHARED.game,
      query: z.object({
        grid: z.string().max(20).optional().describe("Maidenhead locator of 2, 4, 6 or 8 characters"),
        types: z.string().max(400).optional().describe("Cache types, separated by commas; all without it"),
        mine: z.enum(["0", "1"]).default("0")
          .describe("1: one's own caches instead, each with why it needs a visit; needs a session"),
      }),
      reply: PackView,
      errors: [
        gateFailure.no_session,
        gameFailure.bad_grid,
        gameFailure.bad_types,
        gameFailure.pack_too_large,
      ],
      handle: async ({ who, query, incoming }) => {
        if (query.mine === "1") {
          const { account } = viewerOf(who);
          if (account === undefined) throw gateFailure.no_session();
          return json(ownPack(game, account), 200, { "cache-control": "private, no-store" });
        }
        const pack = packQuery(query.grid, query.types);
        const tag = packGeneration(game, pack);
        const known = versioned(incoming, tag, () => text("", "application/json"));
        if (known.status === 304) return known;
        game.limits.use(BUILDS, networkOf(incoming.client));
        if (!takesGzip(incoming.headers)) {
          const body = await buildPack(game, pack);
          return versioned(incoming, packGeneration(game, pack), () => jsonText(body));
        }
        const kept = keptPacks(game).of(pack, tag);
        if (kept) return versioned(incoming, tag, () => packedJson(kept));
        const body = await buildPack(game, pack), generation = packGeneration(game, pack);
        if (!isLarge(body)) return versioned(incoming, generation, () => jsonText(body));
        const packed = await gzipped(body);
        keptPacks(game).keep(pack, { version: generation, packed });
        return versioned(incoming, generation, () => packedJson(packed));
      },
    }),
    route("GET /api/offline/tiles", {
      gate: open("says where the offline map is"),
      spec: SPEC,
      summary: "Where an app gets its offline map",
      share: SHARED.slow,
      reply: z.object({ url: z.string().nullable(), attribution: z.string(), maxZoom: z.number() }),
      handle: () => tilesInfo(game),
    }),
    route("GET /tiles/offline.pmtiles", {
      gate: open("map data are public"),
      spec: SPEC,
      summary: "The regional PMTiles archive, one byte range of at most 16 MiB at a time",
      share: SHARED.still,
      produces: "application/vnd.pmtiles",
      status: 206,
      also: { 200: "To HEAD alone: how large the archive is" },
      errors: [gameFailure.no_tiles, gameFailure.range_needed],
      handle: ({ incoming }) => serveTiles(game, incoming),
    }),
  ];
}
