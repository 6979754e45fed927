/** Fixes, each by the delivery that heard it, and the ways by which packets arrive. */
import type { Place } from "../../base/mod.ts";
import { asNamed, columns, type Database, type Tx, WHOLE } from "../../db/mod.ts";
import type { Delivery } from "../reception.ts";
import { fromE7 } from "../e7.ts";

/** About how many fresh fixes wait before they are moved to their table: that takes 20 ms here, 100 ms on a Pi. */
const MOST_FRESH = 8000;
/** Where a station was, and when: what the next fix is measured against. */
export interface StoredFix extends Place {
  at: number;
}

/** Flags of a fix. A further copy of a packet is evidence, and no point of the track. */
export const DIRECT = 1, SIGNED = 2, COPY = 4;

/** Sorts of fixes, each read by itself: heard by a radio of a named site directly; signed by a device; any other. */
export const OTHER = 0, BY_RADIO = 1, BY_DEVICE = 2;
export type FixSort = typeof OTHER | typeof BY_RADIO | typeof BY_DEVICE;

/** Where a station was: time in unix seconds, place in 1e-7 degree. */
interface Spot {
  stationId: number;
  at: number;
  latE7: number;
  lonE7: number;
}
/** What tells one fix from another: by which delivery it came is part of it, so that nobody takes another's name. */
interface FixName extends Spot {
  sort: FixSort;
  deliveryId: number;
}
/** A fix as evidence, with the call that it is of. */
export interface FixRow extends FixName {
  call: string;
  flags: number;
  ambiguityM: number | null;
}
/** A fix as written. */
interface NewFix extends FixName {
  flags: number;
  ambiguityM: number | null;
  course: number | null;
  speedKmh: number | null;
  altitudeM: number | null;
}
/** Whose fixes are read: base calls, as a JSON list, and two times. */
interface Within {
  bases: string;
  from: number;
  to: number;
}
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
  ...asNamed("stationId sort at latE7 lonE7 deliveryId flags"),
  ambiguityM: WHOLE,
  course: WHOLE,
  speedKmh: WHOLE,
  altitudeM: WHOLE,
});
const DELIVERY = columns<DeliveryRow>(asNamed("id via port site credential box"));
const ALL_SORTS = `sort IN (${OTHER}, ${BY_RADIO}, ${BY_DEVICE})`;
/** The same fix again: it is no copy if either was none, and as exact as the better of the two. */
const AGAIN = `ON CONFLICT DO UPDATE SET
  flags = ((flags | excluded.flags) & ~${COPY}) | (flags & excluded.flags & ${COPY}),
  ambiguity_m = nullif(min(coalesce(ambiguity_m, 0), coalesce(excluded.ambiguity_m, 0)), 0)`;
/** Fixes of all stations of the base calls. Each table by itself: joined as one, SQLite reads them from end to end. */
const ofBases = (names: string, where: string): string =>
  ["fix", "fresh_fix"].map((table) =>
    `SELECT ${names} FROM station s CROSS JOIN ${table} f ON f.station_id = s.id
     WHERE s.base IN (SELECT value FROM json_each(:bases)) AND f.at BETWEEN :from AND :to AND ${where}`
  ).join(" UNION ALL ");

export function fixStore(db: Database) {
  let fresh = db.row<Record<never, never>, { n: number }>("SELECT count(*) AS n FROM fresh_fix")()!.n;
  const lastBefore = db.row<{ stationId: number; at: number }, { at: number; latE7: number; lonE7: number }>(
    `SELECT ${
      FIX.only("at", "latE7", "lonE7").select()
    } FROM track_fix WHERE station_id = :stationId AND at <= :at ORDER BY at DESC LIMIT 1`,
  );
  const insert = db.change<NewFix>(`${FIX.insertInto("fresh_fix")} ${AGAIN}`);
  const settle = db.change(`INSERT INTO fix SELECT * FROM fresh_fix WHERE true ${AGAIN}`);
  const settled = db.change("DELETE FROM fresh_fix");
  const find = db.row<Spot, { n: number }>(
    `SELECT 1 AS n FROM track_fix
     WHERE station_id = :stationId AND at = :at AND lat_e7 = :latE7 AND lon_e7 = :lonE7`,
  );
  const names = `s.call, ${FIX.without("course", "speedKmh", "altitudeM").select("f")}`;
  const putDelivery = db.changeReturning<Delivery, { id: number }>(
    `${
      DELIVERY.without("id").insertInto("delivery")
    } ON CONFLICT DO UPDATE SET via = excluded.via RETURNING id`,
  );
  const pruned = ["fix", "fresh_fix"].map((table) =>
    db.change<{ stationId: number; before: number }>(
      `DELETE FROM ${table} WHERE station_id = :stationId AND ${ALL_SORTS} AND at < :before`,
    )
  );
  const oldest = db.row<{ stationId: number; before: number }, { n: number }>(
    `SELECT 1 AS n FROM any_fix WHERE station_id = :stationId AND ${ALL_SORTS} AND at < :before LIMIT 1`,
  );
  return {
    /** The last stored fix of a station's track at or before `at`. */
    lastFix(stationId: number, at: number): StoredFix | undefined {
      const row = lastBefore({ stationId, at });
      return row && { at: row.at, lat: fromE7(row.latE7), lon: fromE7(row.lonE7) };
    },
    putFix(tx: Tx, row: NewFix): void {
      fresh++;
      insert(tx, row);
    },
    /** Moves fresh fixes to their places once they are many. */
    settleIfMany(tx: Tx): void {
      if (fresh < MOST_FRESH) return;
      settle(tx);
      settled(tx);
      tx.after(() => fresh = 0);
    },
    /** Whether the track has a point there and then. */
    hasFix: (spot: Spot): boolean => find(spot) !== undefined,
    /** The ways by which fixes heard by radio came. */
    radioWays: db.rows<Within, { id: number }>(
      `SELECT DISTINCT id FROM (${ofBases("f.delivery_id AS id", `f.sort = ${BY_RADIO}`)})`,
    ),
    /** Fixes heard by radio that came by these ways (a JSON list), those nearest in time to `middle`. */
    byRadio: db.rows<Within & { ways: string; middle: number; limit: number }, FixRow>(
      `SELECT * FROM (${
        ofBases(names, `f.sort = ${BY_RADIO} AND f.delivery_id IN (SELECT value FROM json_each(:ways))`)
      }) ORDER BY abs(at - :middle), at LIMIT :limit`,
    ),
    /** Fixes of a sort that came by other ways than these, newest first. */
    others: db.rows<Within & { sort: FixSort; ways: string; limit: number }, FixRow>(
      `SELECT * FROM (${
        ofBases(names, "f.sort = :sort AND f.delivery_id NOT IN (SELECT value FROM json_each(:ways))")
      }) ORDER BY at DESC LIMIT :limit`,
    ),
    /** Newest first. */
    track: db.rows<{ stationId: number; from: number; to: number; limit: number }, TrackRow>(
      `SELECT ${FIX.only("at", "latE7", "lonE7", "course", "speedKmh", "altitudeM").select("f")}, d.via
       FROM track_fix f JOIN delivery d ON d.id = f.delivery_id
       WHERE f.station_id = :stationId AND f.at BETWEEN :from AND :to ORDER BY f.at DESC LIMIT :limit`,
    ),
    deliveries: db.rows<Record<never, never>, DeliveryRow>(`SELECT ${DELIVERY.select()} FROM delivery`),
    delivery: db.row<{ id: number }, DeliveryRow>(`SELECT ${DELIVERY.select()} FROM delivery WHERE id = :id`),
    putDelivery: (tx: Tx, delivery: Delivery): number => putDelivery(tx, delivery)!.id,
    /** Whether a station has fixes from before then. */
    hasOlder: (stationId: number, before: number): boolean => oldest({ stationId, before }) !== undefined,
    /** Drops a station's fixes from before then; gives how many. */
    pruneFixes: (tx: Tx, stationId: number, before: number): number =>
      pruned.reduce((sum, drop) => sum + drop(tx, { stationId, before }).changes, 0),
  };
}
export type FixStore = ReturnType<typeof fixStore>;
