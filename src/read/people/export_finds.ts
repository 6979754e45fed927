/** Finds of a person as the writers of logbooks take them. */
import type { ExportFind } from "../formats/views.ts";
import type { FindReads, LoggedFind } from "./find_reads.ts";

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
