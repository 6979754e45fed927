/** Stations and what was last known of them. */
import { baseCall } from "../../base/mod.ts";
import { asNamed, columns, type Database, type Tx, WHOLE } from "../../db/mod.ts";
import type { BoxE7 } from "../e7.ts";

/** The ten-minute slot of a time: rows of stations are indexed by it. `at` in unix seconds. */
export const slotOf = (at: number): number => Math.floor(at / 600);

/** What a batch has learnt of one station. */
export interface StationNews {
  id: number;
  at: number;
  packets: number;
  via: string;
  direct: boolean;
  destination: string | null;
  place?: Placed;
  /** Set when the place falls into another ten-minute slot than the one last written. */
  slot?: number;
  status?: string;
}
export interface Placed {
  at: number;
  latE7: number;
  lonE7: number;
  ambiguityM: number;
  symbol: string;
  course: number | null;
  speedKmh: number | null;
  altitudeM: number | null;
  comment: string;
  /** `textOfDetails`. */
  details: string | null;
}
export interface StationRow {
  id: number;
  call: string;
  firstHeard: number;
  lastHeard: number;
  packets: number;
  via: string;
  /** 1: a receiver heard it itself the last time. */
  direct: number;
  destination: string | null;
  placedAt: number | null;
  latE7: number | null;
  lonE7: number | null;
  ambiguityM: number | null;
  symbol: string | null;
  course: number | null;
  speedKmh: number | null;
  altitudeM: number | null;
  comment: string | null;
  details: string | null;
  status: string | null;
}
const STATION = columns<StationRow>({
  ...asNamed(
    "id call firstHeard lastHeard packets via direct destination placedAt latE7 lonE7 ambiguityM",
    "symbol speedKmh altitudeM comment details status",
  ),
  course: WHOLE,
});
/** What a position report says, as written. */
const PLACE = STATION.only(
  "latE7",
  "lonE7",
  "ambiguityM",
  "symbol",
  "course",
  "speedKmh",
  "altitudeM",
  "comment",
  "details",
);
type Counted = Pick<StationNews, "id" | "packets" | "via" | "direct" | "destination">;

/** The statements on stations. Places are whole 1e-7 degrees, times unix seconds. */
export function stationStore(db: Database) {
  const select = `SELECT ${STATION.select()} FROM station`;
  const insert = db.change<{ call: string; base: string; at: number; via: string }>(
    `INSERT INTO station (call, base, first_heard, last_heard, via) VALUES (:call, :base, :at, :at, :via)`,
  );
  // Packets, the way and the device come with every packet; the place only with a report that is not an old one.
  const counted = `packets = packets + :packets, via = iif(:heardAt >= last_heard, :via, via),
    direct = iif(:heardAt >= last_heard, :direct, direct),
    destination = coalesce(:destination, destination), last_heard = max(last_heard, :heardAt)`;
  const count = db.change<Counted & { heardAt: number }>(`UPDATE station SET ${counted} WHERE id = :id`);
  const place = db.change<Counted & { heardAt: number } & Placed>(
    `UPDATE station SET ${counted}, placed_at = :at, ${PLACE.set()}
     WHERE id = :id AND (placed_at IS NULL OR placed_at <= :at)`,
  );
  const setSlot = db.change<{ id: number; slot: number }>(
    "UPDATE station SET placed_slot = :slot WHERE id = :id",
  );
  const setStatus = db.change<{ id: number; status: string }>(
    "UPDATE station SET status = :status WHERE id = :id",
  );
  return {
    byCall: db.row<{ call: string }, StationRow>(`${select} WHERE call = :call`),
    /** Of all stations of a base call the one that was heard last. */
    newestOf: db.row<{ base: string }, { call: string }>(
      "SELECT call FROM station WHERE base = :base ORDER BY last_heard DESC LIMIT 1",
    ),
    /** Notes a call that was never heard before; gives its number. */
    insert: (tx: Tx, row: { call: string; at: number; via: string }): number =>
      insert(tx, { ...row, base: baseCall(row.call) }).id,
    /** Writes what a batch learnt; a position older than the known one leaves that one. */
    update(tx: Tx, news: StationNews): void {
      const { id, at: heardAt, packets, via, direct, destination } = news;
      const about = { id, heardAt, packets, via, direct, destination };
      const placed = news.place !== undefined && place(tx, { ...about, ...news.place }).changes === 1;
      if (placed && news.slot !== undefined) setSlot(tx, { id, slot: news.slot });
      if (!placed) count(tx, about);
      if (news.status !== undefined) setStatus(tx, { id, status: news.status });
    },
    /**
     * Stations placed since then inside a box, newest first. `slot` is `slotOf(since)`. Ordered by slot first, as the index is: no
     * more slots are read than it takes to fill the answer.
     */
    inBox: db.rows<BoxE7 & { since: number; slot: number; limit: number }, StationRow>(
      `${select} WHERE placed_slot >= :slot AND placed_at >= :since AND lat_e7 BETWEEN :minLat AND :maxLat
         AND lon_e7 BETWEEN :minLon AND :maxLon ORDER BY placed_slot DESC, placed_at DESC, id LIMIT :limit`,
    ),
    /** 500 stations with numbers above `after`. */
    idsAfter: db.rows<{ after: number }, { id: number; base: string }>(
      "SELECT id, base FROM station WHERE id > :after ORDER BY id LIMIT 500",
    ),
    countHeardSince: db.row<{ since: number }, { n: number }>(
      "SELECT count(*) AS n FROM station WHERE last_heard >= :since",
    ),
    /** Calls not heard since then that no member lists and no mesh node bears. */
    silent: db.rows<{ before: number; limit: number }, { id: number; call: string }>(
      `SELECT id, call FROM station WHERE last_heard < :before
         AND NOT EXISTS (SELECT 1 FROM my_station WHERE my_station.call = station.call)
         AND NOT EXISTS (SELECT 1 FROM mesh_node WHERE mesh_node.call = station.call) LIMIT :limit`,
    ),
    drop: db.change<{ id: number }>("DELETE FROM station WHERE id = :id"),
    /** Calls from one text up to, not including, another. */
    between: db.rows<{ from: string; to: string; limit: number }, StationRow>(
      `${select} WHERE call >= :from AND call < :to ORDER BY call LIMIT :limit`,
    ),
  };
}
export type StationStore = ReturnType<typeof stationStore>;
