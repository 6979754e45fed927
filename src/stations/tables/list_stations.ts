/** Every station that was heard, as an operator's table that is searched, filtered and sorted. */
import { type Database, pagedIds, type PageWanted } from "../../db/mod.ts";

export const STATION_SORTS = ["call", "first", "last", "packets"] as const;
export const STATION_HEARD = ["day", "week", "longer"] as const;
/** How a station was heard last. */
export const STATION_WAYS = ["rf", "aprsis", "meshcom", "app"] as const;

const DAY = 86_400;
const SINCE = { day: DAY, week: 7 * DAY } as const;

/** What is asked for; all of it at once. */
interface StationsWanted extends PageWanted<typeof STATION_SORTS[number]> {
  q?: string | undefined;
  heard?: typeof STATION_HEARD[number] | undefined;
  via?: typeof STATION_WAYS[number] | undefined;
  place?: "known" | "unknown" | undefined;
}
interface ListedStation {
  callsign: string;
  symbol: string | null;
  via: string;
  firstHeard: number;
  lastHeard: number;
  packets: number;
  latE7: number | null;
  lonE7: number | null;
  comment: string | null;
}

export function stationList(db: Database) {
  const page = pagedIds<
    { prefix: string; from: number; upTo: number; via: string; place: string },
    typeof STATION_SORTS[number]
  >(db, {
    from: "station",
    where: `substr(call, 1, length(:prefix)) = :prefix AND last_heard BETWEEN :from AND :upTo
      AND (:via = '' OR via = :via) AND (:place = '' OR (placed_at IS NOT NULL) = (:place = 'known'))`,
    sorts: { call: "call", first: "first_heard", last: "last_heard", packets: "packets" },
  });
  const row = db.row<{ id: number }, ListedStation>(
    `SELECT call AS callsign, symbol, via, first_heard AS firstHeard, last_heard AS lastHeard, packets, lat_e7 AS latE7,
       lon_e7 AS lonE7, comment FROM station WHERE id = :id`,
  );
  return ({ q = "", heard, via, place, ...wanted }: StationsWanted, now: number) => {
    const { ids, ...rest } = page(wanted, {
      prefix: q.trim().toUpperCase(),
      from: heard === undefined || heard === "longer" ? 0 : now - SINCE[heard],
      upTo: heard === "longer" ? now - SINCE.week : Number.MAX_SAFE_INTEGER,
      via: via ?? "",
      place: place ?? "",
    });
    return {
      stations: ids.map((id) => {
        const { latE7, lonE7, ...one } = row({ id })!;
        return { ...one, lat: latE7 === null ? null : latE7 / 1e7, lon: lonE7 === null ? null : lonE7 / 1e7 };
      }),
      ...rest,
    };
  };
}
