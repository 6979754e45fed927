/** Fixes and who heard them, and the ways by which packets arrive. */
import type { Place } from "../../base/mod.ts";
import { columns, type Database, type Tx } from "../../db/mod.ts";
import type { Delivery } from "../reception.ts";
import { fromE7 } from "../e7.ts";

/** About how many fresh fixes wait before they are moved to their table: that takes 20 ms here, 100 ms on a Pi. */
const MOST_FRESH = 8000;
/** Where a station was, and when: what the next fix is measured against. */
export interface StoredFix extends Place {
  at: number;
}

/** Flags of a fix or hearing. */
export const DIRECT = 1, SIGNED = 2;

/** What tells one fix from another: station, time in unix seconds, place in 1e-7 degree. */
interface FixName {
  stationId: number;
  at: number;
  latE7: number;
  lonE7: number;
}
/** A fix as evidence, with the call that it is of. */
export interface FixRow extends FixName {
  call: string;
  deliveryId: number;
  flags: number;
  ambiguityM: number | null;
}
/** A fix as written. */
interface NewFix extends FixName {
  deliveryId: number;
  flags: number;
  ambiguityM: number | null;
  course: number | null;
  speedKmh: number | null;
  altitudeM: number | null;
}
interface HearingRow {
  deliveryId: number;
  flags: number;
  heardAt: number;
}
/** A further hearing of a fix, as written. */
interface NewHearing extends FixName, HearingRow {}
export interface TrackRow {
  at: number;
  latE7: number;
  lonE7: number;
  via: string;
  course: number | null;
  speedKmh: number | null;
  altitudeM: number | null;
}
type DeliveryRow = Delivery & { id: number };

const FIX = columns<NewFix>({
  stationId: true,
  at: true,
  latE7: true,
  lonE7: true,
  deliveryId: true,
  flags: true,
  ambiguityM: true,
  course: true,
  speedKmh: true,
  altitudeM: true,
});
const HEARING = columns<NewHearing>({
  stationId: true,
  at: true,
  latE7: true,
  lonE7: true,
  deliveryId: true,
  flags: true,
  heardAt: true,
});
const DELIVERY = columns<DeliveryRow>({
  id: true,
  via: true,
  port: true,
  site: true,
  credential: true,
  box: true,
});
const SAME = "station_id = :stationId AND at = :at AND lat_e7 = :latE7 AND lon_e7 = :lonE7";

export function fixStore(db: Database) {
  let fresh = db.row<Record<never, never>, { n: number }>("SELECT count(*) AS n FROM fresh_fix")()!.n;
  const lastBefore = db.row<{ stationId: number; at: number }, { at: number; latE7: number; lonE7: number }>(
    `SELECT ${
      FIX.only("at", "latE7", "lonE7").select()
    } FROM any_fix WHERE station_id = :stationId AND at <= :at
     ORDER BY at DESC LIMIT 1`,
  );
  const insert = db.change<NewFix>(`${FIX.insertInto("fresh_fix")} ON CONFLICT DO NOTHING`);
  const settle = db.change("INSERT INTO fix SELECT * FROM fresh_fix WHERE true ON CONFLICT DO NOTHING");
  const settled = db.change("DELETE FROM fresh_fix");
  const find = db.row<FixName, { n: number }>(`SELECT 1 AS n FROM any_fix WHERE ${SAME}`);
  const byBases = db.rows<{ bases: string; from: number; to: number; limit: number }, FixRow>(
    `SELECT s.call, ${FIX.without("course", "speedKmh", "altitudeM").select("f")}
     FROM station s JOIN any_fix f ON f.station_id = s.id
     WHERE s.base IN (SELECT value FROM json_each(:bases)) AND f.at BETWEEN :from AND :to
     ORDER BY f.at DESC LIMIT :limit`,
  );
  const putDelivery = db.changeReturning<Delivery, { id: number }>(
    `${
      DELIVERY.without("id").insertInto("delivery")
    } ON CONFLICT DO UPDATE SET via = excluded.via RETURNING id`,
  );
  const improve = ["fresh_fix", "fix"].map((table) =>
    db.change<FixName & { deliveryId: number; flags: number }>(
      `UPDATE ${table} SET flags = flags | :flags WHERE ${SAME} AND delivery_id = :deliveryId`,
    )
  );
  const putHearing = db.change<NewHearing>(
    `${HEARING.insertInto("hearing")} ON CONFLICT DO UPDATE SET flags = flags | excluded.flags`,
  );
  const pruned = ["hearing", "fix", "fresh_fix"].map((table) =>
    db.change<{ stationId: number; before: number }>(
      `DELETE FROM ${table} WHERE station_id = :stationId AND at < :before`,
    )
  );
  return {
    /** The last stored fix of a station at or before `at`. */
    lastFix(stationId: number, at: number): StoredFix | undefined {
      const row = lastBefore({ stationId, at });
      return row && { at: row.at, lat: fromE7(row.latE7), lon: fromE7(row.lonE7) };
    },
    /** `false` when the same fix is there, as far as it is fresh. */
    putFix(tx: Tx, row: NewFix): boolean {
      fresh++;
      return insert(tx, row).changes === 1;
    },
    /** Moves fresh fixes to their places once they are many. */
    settleIfMany(tx: Tx): void {
      if (fresh < MOST_FRESH) return;
      settle(tx);
      settled(tx);
      tx.after(() => fresh = 0);
    },
    hasFix: (fix: FixName): boolean => find(fix) !== undefined,
    /** A further copy of a fix, by another way than the first. */
    putHearing,
    /** A copy that was heard directly, by a way that had heard the fix through a digipeater before. */
    betterHearing(tx: Tx, row: NewHearing): void {
      const { stationId, at, latE7, lonE7, deliveryId, flags } = row;
      const first = { stationId, at, latE7, lonE7, deliveryId, flags };
      if (improve.every((change) => change(tx, first).changes === 0)) putHearing(tx, row);
    },
    /** Fixes of all SSIDs of the base calls, newest first. */
    fixes: (bases: readonly string[], from: number, to: number, limit: number): FixRow[] =>
      byBases({ bases: JSON.stringify(bases), from, to, limit }),
    hearings: db.rows<FixName, HearingRow>(
      `SELECT ${HEARING.only("deliveryId", "flags", "heardAt").select()} FROM hearing WHERE ${SAME}
       ORDER BY heard_at, delivery_id`,
    ),
    /** Newest first. */
    track: db.rows<{ stationId: number; from: number; to: number; limit: number }, TrackRow>(
      `SELECT ${FIX.only("at", "latE7", "lonE7", "course", "speedKmh", "altitudeM").select("f")}, d.via
       FROM any_fix f JOIN delivery d ON d.id = f.delivery_id
       WHERE f.station_id = :stationId AND f.at BETWEEN :from AND :to ORDER BY f.at DESC LIMIT :limit`,
    ),
    deliveries: db.rows<Record<never, never>, DeliveryRow>(`SELECT ${DELIVERY.select()} FROM delivery`),
    delivery: db.row<{ id: number }, DeliveryRow>(`SELECT ${DELIVERY.select()} FROM delivery WHERE id = :id`),
    putDelivery: (tx: Tx, delivery: Delivery): number => putDelivery(tx, delivery)!.id,
    /** Drops a station's fixes from before then; gives how many. */
    pruneFixes(tx: Tx, stationId: number, before: number): number {
      const [, ...fixes] = pruned.map((drop) => drop(tx, { stationId, before }).changes);
      return fixes.reduce((sum, n) => sum + n, 0);
    },
  };
}
export type FixStore = ReturnType<typeof fixStore>;
