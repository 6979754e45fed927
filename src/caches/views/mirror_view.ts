/** Mirrored caches and finds as shown. */
import { CACHE } from "../../things/mod.ts";
import { type CacheBody, factBody } from "../../wire/mod.ts";
import type { Tier } from "../rules/evidence.ts";
import type { Game } from "../game.ts";
import { gridOf } from "./cache_view.ts";
import { reachesTier } from "./log_view.ts";
import { type FindMirrorRow, type MirrorRow, mirrorRows, TOLD_LOG } from "../tables/mirror_store.ts";
import { type MirrorStage, mirrorStageRows } from "../tables/mirror_stage_store.ts";

const FACTS = factBody(CACHE.facts);
const NOTHING_SAID = CACHE.viewOf(CACHE.emptyRow);

/** A mirrored cache on the map, and what else is shown of it; kept as JSON, each. */
export function partsOf(gid: string, origin: string, body: CacheBody, country: string | null) {
  const { event, createdAt, updatedAt } = body;
  const isMeeting = event !== undefined && event.until > event.from;
  const isParking = body.parkingLatE7 !== undefined && body.parkingLonE7 !== undefined;
  const row = CACHE.rowOf({
    ...FACTS.saidBy(body),
    ...{ type: body.type, status: body.status, country },
    ...(isMeeting && { eventFrom: event.from, eventUntil: event.until }),
    ...(!isParking && { parkingLat: null, parkingLon: null }),
  });
  // What no record tells is no word of its owner's.
  const { tags: _, ...listed } = CACHE.listedOf(row);
  const map = {
    id: null,
    gid,
    code: body.code,
    ...listed,
    lat: body.latE7 / 1e7,
    lon: body.lonE7 / 1e7,
    owner: body.owner,
    origin,
    mirrored: true as const,
  };
  const all = { ...CACHE.viewOf(row), createdAt, updatedAt };
  const rest = Object.entries(all).filter(([name]) => !(name in map) && name !== "tags" && name !== "hint");
  return { map, more: Object.fromEntries(rest) as Omit<typeof all, keyof typeof map> };
}

type Parts = ReturnType<typeof partsOf>;
export const mapOf = (row: Pick<MirrorRow, "map">) => JSON.parse(row.map) as Parts["map"];
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
export function leastOf(game: Game, row: MirrorRow): Tier {
  // Mirrors that came before this stood on the map have it beside what the map shows.
  const { minTrust }: { minTrust?: Tier | null } = { ...moreOf(row), ...mapOf(row) };
  return minTrust ?? game.leastTrust;
}

/** The stages of a mirror, as far as its instance has told of them. */
export const stagesOfMirror = (game: Game, { gid }: Pick<MirrorRow, "gid">): MirrorStage[] =>
  JSON.parse(mirrorStageRows(game).of({ gid })?.stages ?? "[]");

/** A mirrored cache: the fields of a native one as far as its record has them. */
export function mirrorView(game: Game, row: MirrorRow) {
  const map = mapOf(row);
  const { a, b } = mirrorRows(game).countFinds({ gid: row.gid })!;
  return {
    ...NOTHING_SAID,
    ...map,
    ...moreOf(row),
    originTrust: trustOf(game, row.origin),
    grid: gridOf(map.lat, map.lon),
    ratingPolicy: "off" as const,
    source: "native",
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
  ...TOLD_LOG.viewOf(row),
  author: { call: row.call, ...(row.visitHome !== null && { home: row.visitHome }) },
  foundAt: row.foundAt,
  tier: row.tier,
  verified: row.kind === "found" && reachesTier(row.tier, least),
  why: null,
  createdAt: row.createdAt,
  origin: row.origin,
  mirrored: true as const,
});
