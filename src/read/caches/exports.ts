/** Rows of the game as the writers of exports take them. */
import { cachePage } from "../links.ts";
import type { CacheReads, ReadCache, ReadLog } from "./cache_reads.ts";
import type { FindReads, LoggedFind } from "../people/find_reads.ts";
import type { ExportCache, ExportFind } from "../formats/views.ts";
import type { Box } from "../../base/mod.ts";

/** A cache for GPX, KML and the like; `origin` is the address of this instance, for links. */
export function exportCache(row: ReadCache, origin: string, logs: ReadLog[] = []): ExportCache {
  const { id: _, heardAt, stationCall, country, updatedAt: __, ...more } = row;
  const { eventFrom, eventUntil, parkingLat, parkingLon, ...cache } = more;
  return {
    ...cache,
    url: cachePage(origin, row.code),
    logs,
    ...(country ? { country } : {}),
    ...(eventFrom !== null && eventUntil !== null ? { event: { from: eventFrom, until: eventUntil } } : {}),
    ...(parkingLat !== null && parkingLon !== null ? { parking: { lat: parkingLat, lon: parkingLon } } : {}),
    ...(row.type === "living" && heardAt !== null && stationCall
      ? { heard: { call: stationCall, at: heardAt } }
      : {}),
  };
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

/** A person's verified finds for a logbook, page by page. The place is the cache's: the finder's own position is not told. */
export function* exportFinds(
  reads: FindReads,
  account: number,
  isVerified: (find: LoggedFind) => boolean,
): Generator<ExportFind[]> {
  for (const page of reads.loggedBy(account)) yield page.filter(isVerified).map(exportFind);
}

function exportFind(row: LoggedFind): ExportFind {
  const placed = row.type !== "living" && row.lat !== null && row.lon !== null;
  return {
    call: row.call,
    code: row.code,
    title: row.title,
    type: row.type,
    foundAt: row.foundAt,
    tier: row.tier ?? "A",
    owner: row.owner,
    text: row.text,
    ...(placed ? { lat: row.lat!, lon: row.lon! } : {}),
    ...(row.stationCall ? { station: row.stationCall } : {}),
  };
}
