/** Fixes and who heard them, and the ways by which packets arrive. */
import type { Database, Tx } from "../../db/mod.ts";
import type { Delivery } from "../evidence/attest.ts";
import { fromE7 } from "./station_store.ts";
import type { Stored } from "../receiving/thin.ts";

/** Fresh fixes that wait to be moved, about: moving them takes some 20 ms, and 100 on a Pi. */
const MOST_FRESH = 8000;
/** Flags of a fix or hearing. */
export const DIRECT = 1, SIGNED = 2;

export interface FixRow {
  call: string;
  at: number;
  latE7: number;
  lonE7: number;
  deliveryId: number;
  flags: number;
  ambiguityM: number | null;
  stationId: number;
}
export interface HearingRow {
  deliveryId: number;
  flags: number;
  heardAt: number;
}
/** A fix as written; places in 1e-7 degree. */
export type NewFix = {
  id: number;
  at: number;
  lat: number;
  lon: number;
  delivery: number;
  flags: number;
  ambiguity: number | null;
  course: number | null;
  speed: number | null;
  altitude: number | null;
};
/** A further hearing of a fix, as written. */
export type NewHearing = {
  id: number;
  at: number;
  lat: number;
  lon: number;
  delivery: number;
  flags: number;
  heardAt: number;
};
export interface TrackRow {
  at: number;
  latE7: number;
  lonE7: number;
  via: string;
  course: number | null;
  speedKmh: number | null;
  altitudeM: number | null;
}

export class FixStore {
  #fresh: number;
  readonly #lastFix;
  readonly #putFix;
  readonly #settle;
  readonly #settled;
  readonly #hasFix;
  readonly #putHearing;
  readonly #fixes;
  readonly #hearings;
  readonly #track;
  readonly #allDeliveries;
  readonly #putDelivery;
  readonly #oldFixes;
  readonly #oldFresh;
  readonly #oldHearings;

  constructor(db: Database) {
    this.#fresh = db.sql<never, { n: number }>("SELECT count(*) AS n FROM fresh_fix").get()!.n;
    this.#lastFix = db.sql<{ id: number; at: number }, { at: number; latE7: number; lonE7: number }>(
      `SELECT at, lat_e7 AS latE7, lon_e7 AS lonE7 FROM any_fix WHERE station_id = :id AND at <= :at
       ORDER BY at DESC LIMIT 1`,
    );
    this.#putFix = db.sql<NewFix>(
      `INSERT INTO fresh_fix (station_id, at, lat_e7, lon_e7, delivery_id, flags, ambiguity_m, course, speed_kmh, altitude_m)
       VALUES (:id, :at, :lat, :lon, :delivery, :flags, :ambiguity, :course, :speed, :altitude)
       ON CONFLICT DO NOTHING`,
    );
    this.#settle = db.sql<never>("INSERT INTO fix SELECT * FROM fresh_fix WHERE true ON CONFLICT DO NOTHING");
    this.#settled = db.sql<never>("DELETE FROM fresh_fix");
    this.#hasFix = db.sql<{ id: number; at: number; lat: number; lon: number }, { n: number }>(
      "SELECT 1 AS n FROM any_fix WHERE station_id = :id AND at = :at AND lat_e7 = :lat AND lon_e7 = :lon",
    );
    this.#putHearing = db.sql<NewHearing>(
      `INSERT INTO hearing (station_id, at, lat_e7, lon_e7, delivery_id, flags, heard_at)
       VALUES (:id, :at, :lat, :lon, :delivery, :flags, :heardAt) ON CONFLICT DO NOTHING`,
    );
    this.#fixes = db.sql<{ bases: string; from: number; to: number; limit: number }, FixRow>(
      `SELECT s.call, f.station_id AS stationId, f.at, f.lat_e7 AS latE7, f.lon_e7 AS lonE7, f.delivery_id AS deliveryId,
         f.flags, f.ambiguity_m AS ambiguityM
       FROM station s JOIN any_fix f ON f.station_id = s.id
       WHERE s.base IN (SELECT value FROM json_each(:bases)) AND f.at BETWEEN :from AND :to
       ORDER BY f.at DESC LIMIT :limit`,
    );
    this.#hearings = db.sql<{ id: number; at: number; lat: number; lon: number }, HearingRow>(
      `SELECT delivery_id AS deliveryId, flags, heard_at AS heardAt FROM hearing
       WHERE station_id = :id AND at = :at AND lat_e7 = :lat AND lon_e7 = :lon ORDER BY heard_at, delivery_id`,
    );
    this.#track = db.sql<{ id: number; from: number; to: number; limit: number }, TrackRow>(
      `SELECT f.at, f.lat_e7 AS latE7, f.lon_e7 AS lonE7, d.via, f.course, f.speed_kmh AS speedKmh,
         f.altitude_m AS altitudeM
       FROM any_fix f JOIN delivery d ON d.id = f.delivery_id
       WHERE f.station_id = :id AND f.at BETWEEN :from AND :to ORDER BY f.at DESC LIMIT :limit`,
    );
    this.#allDeliveries = db.sql<never, Delivery & { id: number }>(
      "SELECT id, via, port, site, credential, box FROM delivery",
    );
    this.#putDelivery = db.sql<
      { via: string; port: string; site: string; credential: string; box: string },
      { id: number }
    >(
      `INSERT INTO delivery (via, port, site, credential, box) VALUES (:via, :port, :site, :credential, :box)
       ON CONFLICT DO UPDATE SET via = excluded.via RETURNING id`,
    );
    this.#oldFixes = db.sql<{ id: number; before: number }>(
      "DELETE FROM fix WHERE station_id = :id AND at < :before",
    );
    this.#oldFresh = db.sql<{ id: number; before: number }>(
      "DELETE FROM fresh_fix WHERE station_id = :id AND at < :before",
    );
    this.#oldHearings = db.sql<{ id: number; before: number }>(
      "DELETE FROM hearing WHERE station_id = :id AND at < :before",
    );
  }

  /** The last stored fix at or before `at`. */
  lastFix(id: number, at: number): Stored | undefined {
    const row = this.#lastFix.get({ id, at });
    return row && { at: row.at, lat: fromE7(row.latE7), lon: fromE7(row.lonE7) };
  }

  /** `false` when the same fix is there, as far as it is fresh. */
  putFix(tx: Tx, row: NewFix): boolean {
    this.#fresh++;
    return this.#putFix.run(tx, row).changes === 1;
  }
  /** Moves fresh fixes to their places once they are many. */
  settleIfMany(tx: Tx): void {
    if (this.#fresh < MOST_FRESH) return;
    this.#settle.run(tx);
    this.#settled.run(tx);
    tx.after(() => this.#fresh = 0);
  }
  hasFix = (id: number, at: number, lat: number, lon: number): boolean =>
    this.#hasFix.get({ id, at, lat, lon }) !== undefined;
  putHearing = (tx: Tx, row: NewHearing) => this.#putHearing.run(tx, row);

  /** Fixes of all SSIDs of the base calls, newest first. */
  fixes = (bases: readonly string[], from: number, to: number, limit: number): FixRow[] =>
    this.#fixes.all({ bases: JSON.stringify(bases), from, to, limit });
  hearings = (fix: FixRow): HearingRow[] =>
    this.#hearings.all({ id: fix.stationId, at: fix.at, lat: fix.latE7, lon: fix.lonE7 });
  /** Newest first. */
  track = (id: number, from: number, to: number, limit: number): TrackRow[] =>
    this.#track.all({ id, from, to, limit });

  deliveries = (): (Delivery & { id: number })[] => this.#allDeliveries.all();
  putDelivery = (tx: Tx, delivery: Delivery): number => this.#putDelivery.returning(tx, { ...delivery })!.id;

  pruneFixes(tx: Tx, id: number, before: number): number {
    this.#oldHearings.run(tx, { id, before });
    return this.#oldFixes.run(tx, { id, before }).changes + this.#oldFresh.run(tx, { id, before }).changes;
  }
}
