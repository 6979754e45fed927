/** Objects and items: places that somebody puts on the map for others. */
import type { Box } from "../../base/mod.ts";
import type { ObjectReport } from "../../aprs/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { fromE7, toE7 } from "./station_store.ts";

interface ObjectRow {
  name: string;
  kind: string;
  sender: string;
  heardAt: number;
  latE7: number;
  lonE7: number;
  symbol: string;
  course: number | null;
  speedKmh: number | null;
  comment: string;
  via: string;
}

export class ObjectStore {
  readonly #put;
  readonly #inBox;
  readonly #prune;

  constructor(db: Database) {
    this.#put = db.sql<Omit<ObjectRow, "latE7" | "lonE7"> & { lat: number; lon: number; live: boolean }>(
      `INSERT INTO radio_object (name, kind, sender, live, heard_at, lat_e7, lon_e7, symbol, course, speed_kmh, comment, via)
       VALUES (:name, :kind, :sender, :live, :heardAt, :lat, :lon, :symbol, :course, :speedKmh, :comment, :via)
       ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, sender = excluded.sender, live = excluded.live,
         heard_at = excluded.heard_at, lat_e7 = excluded.lat_e7, lon_e7 = excluded.lon_e7, symbol = excluded.symbol,
         course = excluded.course, speed_kmh = excluded.speed_kmh, comment = excluded.comment, via = excluded.via
       WHERE excluded.heard_at >= radio_object.heard_at`,
    );
    this.#inBox = db.sql<
      { since: number; minLat: number; maxLat: number; minLon: number; maxLon: number; limit: number },
      ObjectRow
    >(
      `SELECT name, kind, sender, heard_at AS heardAt, lat_e7 AS latE7, lon_e7 AS lonE7, symbol, course,
         speed_kmh AS speedKmh, comment, via FROM radio_object
       WHERE live = 1 AND heard_at >= :since AND lat_e7 BETWEEN :minLat AND :maxLat
         AND lon_e7 BETWEEN :minLon AND :maxLon ORDER BY heard_at DESC LIMIT :limit`,
    );
    this.#prune = db.sql<{ before: number }>("DELETE FROM radio_object WHERE heard_at < :before");
  }

  /** The latest sender owns the name. */
  put(tx: Tx, report: ObjectReport, sender: string, at: number, via: string): void {
    this.#put.run(tx, {
      name: report.name,
      kind: report.kind,
      sender,
      live: report.live,
      heardAt: at,
      lat: toE7(report.lat),
      lon: toE7(report.lon),
      symbol: report.symbol,
      course: report.course ?? null,
      speedKmh: report.speedKmh ?? null,
      comment: report.comment,
      via,
    });
  }

  inBox(box: Box, since: number, limit: number) {
    return this.#inBox.all({
      since,
      minLat: toE7(box.minLat),
      maxLat: toE7(box.maxLat),
      minLon: toE7(box.minLon),
      maxLon: toE7(box.maxLon),
      limit,
    }).map(({ latE7, lonE7, ...row }) => ({ ...row, lat: fromE7(latE7), lon: fromE7(lonE7) }));
  }

  prune = (tx: Tx, before: number): number => this.#prune.run(tx, { before }).changes;
}
