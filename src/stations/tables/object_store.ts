/** Objects and items: places that somebody puts on the map for others. */
import type { Box } from "../../base/mod.ts";
import type { ObjectReport } from "../../aprs/mod.ts";
import { asNamed, columns, type Database, type Tx, WHOLE } from "../../db/mod.ts";
import { type BoxE7, boxE7, fromE7, toE7 } from "../e7.ts";
import { type Details, detailsOfText, textOfDetails } from "./details.ts";

interface ObjectRow {
  name: string;
  kind: string;
  sender: string;
  live: boolean;
  heardAt: number;
  latE7: number;
  lonE7: number;
  symbol: string;
  course: number | null;
  speedKmh: number | null;
  comment: string;
  details: string | null;
  via: string;
}
const OBJECT = columns<ObjectRow>({
  ...asNamed("name kind sender live heardAt latE7 lonE7 symbol speedKmh comment details via"),
  course: WHOLE,
});

export function objectStore(db: Database) {
  const put = db.change<ObjectRow>(
    `${OBJECT.insertInto("radio_object")} ON CONFLICT (name) DO UPDATE SET ${
      OBJECT.without("name").setExcluded()
    } WHERE excluded.heard_at >= radio_object.heard_at`,
  );
  const inBox = db.rows<BoxE7 & { since: number; limit: number }, Omit<ObjectRow, "live">>(
    `SELECT ${OBJECT.without("live").select()} FROM radio_object
     WHERE live = 1 AND heard_at >= :since AND lat_e7 BETWEEN :minLat AND :maxLat
       AND lon_e7 BETWEEN :minLon AND :maxLon ORDER BY heard_at DESC LIMIT :limit`,
  );
  return {
    /** Notes a report of an object or item: the latest sender owns the name. */
    put: (
      tx: Tx,
      report: ObjectReport,
      sender: string,
      heardAt: number,
      via: string,
      details: Details | undefined,
    ): void =>
      void put(tx, {
        name: report.name,
        kind: report.kind,
        sender,
        live: report.live,
        heardAt,
        latE7: toE7(report.lat),
        lonE7: toE7(report.lon),
        symbol: report.symbol,
        course: report.course ?? null,
        speedKmh: report.speedKmh ?? null,
        comment: report.comment,
        details: textOfDetails(details),
        via,
      }),
    /** Live ones heard since then, newest first; places in degrees. */
    inBox: (box: Box, since: number, limit: number) =>
      inBox({ ...boxE7(box), since, limit })
        .map(({ latE7, lonE7, details, ...row }) => ({
          ...row,
          lat: fromE7(latE7),
          lon: fromE7(lonE7),
          ...detailsOfText(details),
        })),
    prune: db.change<{ before: number }>("DELETE FROM radio_object WHERE heard_at < :before"),
  };
}
export type ObjectStore = ReturnType<typeof objectStore>;
