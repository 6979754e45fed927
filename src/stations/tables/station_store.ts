/** Stations and what was last known of them. Coordinates are kept in 1e-7 degree, which takes half the room. */
import { baseCall, type Box } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";

export const E7 = 10_000_000;
export const toE7 = (degrees: number): number => Math.round(degrees * E7);
/** Stations are found by ten minutes. */
export const slotOf = (at: number): number => Math.floor(at / 600);
export const fromE7 = (e7: number): number => e7 / E7;

/** What a batch has learnt of one station. */
export interface StationNews {
  id: number;
  at: number;
  packets: number;
  via: string;
  destination: string | null;
  place?: Placed;
  /** Set when the place's ten minutes differ from the ones last written. */
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
}
export interface StationRow {
  id: number;
  call: string;
  firstHeard: number;
  lastHeard: number;
  packets: number;
  via: string;
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
  status: string | null;
}
const STATION =
  `SELECT id, call, first_heard AS firstHeard, last_heard AS lastHeard, packets, via, destination,
  placed_at AS placedAt, lat_e7 AS latE7, lon_e7 AS lonE7, ambiguity_m AS ambiguityM, symbol, course,
  speed_kmh AS speedKmh, altitude_m AS altitudeM, comment, status FROM station`;

export class StationStore {
  readonly #byCall;
  readonly #insert;
  readonly #heard;
  readonly #placed;
  readonly #slot;
  readonly #status;
  readonly #inBox;
  readonly #stationIds;
  readonly #heardSince;
  readonly #search;
  readonly #silent;
  readonly #drop;

  constructor(db: Database) {
    this.#byCall = db.sql<{ call: string }, StationRow>(`${STATION} WHERE call = :call`);
    this.#insert = db.sql<{ call: string; base: string; at: number; via: string }>(
      `INSERT INTO station (call, base, first_heard, last_heard, via) VALUES (:call, :base, :at, :at, :via)`,
    );
    this.#heard = db.sql<
      { id: number; at: number; packets: number; via: string; destination: string | null }
    >(
      `UPDATE station SET packets = packets + :packets, via = iif(:at >= last_heard, :via, via),
         destination = coalesce(:destination, destination), last_heard = max(last_heard, :at) WHERE id = :id`,
    );
    this.#placed = db.sql<{
      id: number;
      heard: number;
      packets: number;
      via: string;
      destination: string | null;
      at: number;
      lat: number;
      lon: number;
      ambiguity: number;
      symbol: string;
      course: number | null;
      speed: number | null;
      altitude: number | null;
      comment: string;
    }>(
      `UPDATE station SET packets = packets + :packets, via = iif(:heard >= last_heard, :via, via),
         destination = coalesce(:destination, destination), last_heard = max(last_heard, :heard), placed_at = :at,
         lat_e7 = :lat, lon_e7 = :lon, ambiguity_m = :ambiguity, symbol = :symbol, course = :course, speed_kmh = :speed,
         altitude_m = :altitude, comment = :comment
       WHERE id = :id AND (placed_at IS NULL OR placed_at <= :at)`,
    );
    this.#slot = db.sql<{ id: number; slot: number }>(
      "UPDATE station SET placed_slot = :slot WHERE id = :id",
    );
    this.#status = db.sql<{ id: number; status: string }>(
      "UPDATE station SET status = :status WHERE id = :id",
    );
    this.#inBox = db.sql<
      {
        since: number;
        slot: number;
        minLat: number;
        maxLat: number;
        minLon: number;
        maxLon: number;
        limit: number;
      },
      StationRow
    >(
      `${STATION} WHERE placed_slot >= :slot AND placed_at >= :since AND lat_e7 BETWEEN :minLat AND :maxLat AND lon_e7 BETWEEN :minLon AND :maxLon
       ORDER BY placed_at DESC LIMIT :limit`,
    );
    this.#stationIds = db.sql<{ after: number }, { id: number }>(
      "SELECT id FROM station WHERE id > :after ORDER BY id LIMIT 500",
    );
    this.#heardSince = db.sql<{ since: number }, { n: number }>(
      "SELECT count(*) AS n FROM station WHERE last_heard >= :since",
    );
    this.#silent = db.sql<{ before: number; limit: number }, { id: number; call: string }>(
      `SELECT id, call FROM station WHERE last_heard < :before
         AND NOT EXISTS (SELECT 1 FROM my_station WHERE my_station.call = station.call)
         AND NOT EXISTS (SELECT 1 FROM mesh_node WHERE mesh_node.call = station.call) LIMIT :limit`,
    );
    this.#drop = db.sql<{ id: number }>("DELETE FROM station WHERE id = :id");
    this.#search = db.sql<{ from: string; to: string; limit: number }, StationRow>(
      `${STATION} WHERE call >= :from AND call < :to ORDER BY call LIMIT :limit`,
    );
  }

  /** Calls not heard since then that no member lists and no mesh node bears. */
  silent = (before: number, limit: number): { id: number; call: string }[] =>
    this.#silent.all({ before, limit });
  drop = (tx: Tx, id: number) => this.#drop.run(tx, { id });
  station = (call: string): StationRow | undefined => this.#byCall.get({ call });
  insert = (tx: Tx, call: string, at: number, via: string): number =>
    this.#insert.run(tx, { call, base: baseCall(call), at, via }).id;

  /** Writes what a batch learnt; a position older than the known one leaves it. */
  update(tx: Tx, news: StationNews): void {
    const { id, at, packets, via, destination, place } = news;
    const placed = place !== undefined && this.#placed.run(tx, {
          id,
          heard: at,
          packets,
          via,
          destination,
          at: place.at,
          lat: place.latE7,
          lon: place.lonE7,
          ambiguity: place.ambiguityM,
          symbol: place.symbol,
          course: place.course,
          speed: place.speedKmh,
          altitude: place.altitudeM,
          comment: place.comment,
        }).changes === 1;
    if (placed && news.slot !== undefined) this.#slot.run(tx, { id, slot: news.slot });
    if (!placed) this.#heard.run(tx, { id, at, packets, via, destination });
    if (news.status !== undefined) this.#status.run(tx, { id, status: news.status });
  }

  inBox(box: Box, since: number, limit: number): StationRow[] {
    return this.#inBox.all({
      since,
      slot: slotOf(since),
      minLat: toE7(box.minLat),
      maxLat: toE7(box.maxLat),
      minLon: toE7(box.minLon),
      maxLon: toE7(box.maxLon),
      limit,
    });
  }

  /** Up to 500 station ids above `after`. */
  stationIds = (after: number): number[] => this.#stationIds.all({ after }).map(({ id }) => id);
  heardSince = (since: number): number => this.#heardSince.get({ since })!.n;
  /** Calls that begin with a text. */
  search = (prefix: string, limit: number): StationRow[] =>
    this.#search.all({ from: prefix, to: `${prefix}￿`, limit });
}
