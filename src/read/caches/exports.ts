/** Rows of the game as the writers of exports take them. */
import { cachePage } from "../links.ts";
import type { CacheReads, ReadCache, ReadLog } from "./cache_reads.ts";
import type { ChildPlace, ExportCache } from "../formats/views.ts";
import type { Box } from "../../base/mod.ts";

/** A cache for GPX, KML and the like; `origin` is the address of this instance, for links. */
export function exportCache(
  row: ReadCache,
  origin: string,
  logs: ReadLog[] = [],
  children: ChildPlace[] = [],
): ExportCache {
  const { heardAt, stationCall, country, eventFrom, eventUntil, parkingLat, parkingLon } = row;
  // Field by field: files have thousands of caches, and leaving out and spreading costs more than the rest.
  const made: ExportCache = {
    code: row.code,
    title: row.title,
    type: row.type,
    size: row.size,
    difficulty: row.difficulty,
    terrain: row.terrain,
    lat: row.lat,
    lon: row.lon,
    owner: row.owner,
    status: row.status,
    createdAt: row.createdAt,
    url: cachePage(origin, row.code),
    description: row.description,
    hint: row.hint,
    recommended: row.recommended,
    logs,
    children,
    row,
  };
  if (country) made.country = country;
  if (eventFrom !== null && eventUntil !== null) made.event = { from: eventFrom, until: eventUntil };
  if (parkingLat !== null && parkingLon !== null) made.parking = { lat: parkingLat, lon: parkingLon };
  if (row.type === "living" && heardAt !== null && stationCall) {
    made.heard = { call: stationCall, at: heardAt };
  }
  return made;
}

/** Caches of a box or of everywhere with their newest logs, page by page; a page may be empty. */
export function* exportCaches(
  reads: CacheReads,
  origin: string,
  box: Box | undefined,
  logsEach: number,
): Generator<ExportCache[]> {
  for (const page of reads.exported(box)) {
    const logs = logsEach > 0 && page.length > 0
      ? reads.logsOf(page.map((row) => row.id), logsEach)
      : undefined;
    yield page.map((row) => exportCache(row, origin, logs?.get(row.id)));
  }
}
