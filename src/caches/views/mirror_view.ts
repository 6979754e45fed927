/** Mirrored caches and finds as shown. */
import type { CacheBody } from "../../wire/mod.ts";
import type { Tier } from "../rules/evidence.ts";
import type { Game } from "../game.ts";
import { gridOf } from "./cache_view.ts";
import { reachesTier } from "./log_view.ts";
import { type FindMirrorRow, type MirrorRow, mirrorRows } from "../tables/mirror_store.ts";

/** A mirrored cache on the map, and what else is shown of it; kept as JSON, each. */
export function partsOf(gid: string, origin: string, body: CacheBody, country: string | null) {
  const map = {
    id: null,
    gid,
    code: body.code,
    title: body.title,
    type: body.type,
    size: body.size,
    status: body.status,
    difficulty: body.difficultyX10 / 10,
    terrain: body.terrainX10 / 10,
    lat: body.latE7 / 1e7,
    lon: body.lonE7 / 1e7,
    owner: body.owner,
    country,
    origin,
    mirrored: true as const,
    ...(body.event && body.event.until > body.event.from &&
      { eventFrom: body.event.from, eventUntil: body.event.until }),
  };
  const { description, scope, unlisted, minTrust, stationCall, createdAt, updatedAt } = body;
  return { map, more: { description, scope, unlisted, minTrust, stationCall, createdAt, updatedAt } };
}

type Parts = ReturnType<typeof partsOf>;
export const mapOf = (row: MirrorRow) => JSON.parse(row.map) as Parts["map"];
const moreOf = (row: MirrorRow) => JSON.parse(row.more) as Parts["more"];

/** Whether the operator trusts an instance, or nobody has judged it. */
type OriginTrust = "trusted" | "unvetted";
export const trustOf = (game: Game, origin: string): OriginTrust =>
  game.origins.shown({ unvetted: false }).includes(origin) ? "trusted" : "unvetted";

/** A mirror whose instance is shown, by its global id; of a blocked one nothing is. */
export function shownMirror(game: Game, gid: string): MirrorRow | undefined {
  const row = mirrorRows(game).byGid({ gid });
  return row && game.origins.shown({ unvetted: true }).includes(row.origin) ? row : undefined;
}

/** Lowest tier at which a find of a mirror counts as verified: its hider's, else this instance's. */
export const leastOf = (game: Game, row: MirrorRow): Tier => moreOf(row).minTrust ?? game.leastTrust;

/** A mirrored cache: the fields of a native one as far as its record has them. */
export function mirrorView(game: Game, row: MirrorRow) {
  const map = mapOf(row), more = moreOf(row);
  const { a, b } = mirrorRows(game).countFinds({ gid: row.gid })!;
  return {
    ...map,
    originTrust: trustOf(game, row.origin),
    description: more.description ?? "",
    hint: "",
    grid: gridOf(map.lat, map.lon),
    tags: [],
    scope: more.scope,
    unlisted: more.unlisted ?? false,
    minTrust: more.minTrust ?? null,
    ratingPolicy: "off",
    stationCall: more.stationCall ?? null,
    source: "native",
    createdAt: more.createdAt,
    updatedAt: more.updatedAt,
    finds: leastOf(game, row) === "A" ? a : a + b,
    favorites: 0,
    recommended: 0,
    rating: { avg: null, count: 0 },
  };
}

/** A mirrored find, DNF or note in a log book. */
export const findMirrorView = (row: FindMirrorRow, least: Tier) => ({
  id: null,
  gid: row.gid,
  kind: row.kind,
  text: row.text,
  author: { call: row.call },
  foundAt: row.foundAt,
  tier: row.tier,
  verified: row.kind === "found" && reachesTier(row.tier, least),
  why: null,
  createdAt: row.createdAt,
  origin: row.origin,
  mirrored: true as const,
});
