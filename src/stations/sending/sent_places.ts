/**
 * Places that this gateway sent itself: beacons over APRS-IS, beacons of boxes that it told to send, and the beacons that
 * boxes send of themselves. They are shown until a receiver hands over something newer, and are nothing else: no packet,
 * no fix and no hearing. They are kept as long as what was sent (API "General behaviour" 5).
 */
import { binaryOfJson, decodeTnc2, isUnreadable } from "../../aprs/mod.ts";
import { isPlace } from "../../base/mod.ts";
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";
import { fromE7, toE7 } from "../e7.ts";
import type { SentBeacon, SentPlace } from "../reception.ts";
import type { StationRow, StationStore } from "../tables/station_store.ts";
import type { OutboxStore } from "./outbox_store.ts";

/** At most so many are shown, the newest first. */
const MOST = 500;

interface Row extends Pick<SentPlace, "call" | "at" | "symbol" | "comment"> {
  latE7: number;
  lonE7: number;
}
const PLACE = columns<Row>({ ...asNamed("call at symbol comment"), latE7: "lat_e7", lonE7: "lon_e7" });

const sentPlaceStore = (db: Database) => {
  const select = `SELECT ${PLACE.select()} FROM sent_place`;
  return {
    /** The newest place of each call stays. */
    put: db.change<Row>(
      `${PLACE.insertInto("sent_place")} ON CONFLICT (call) DO UPDATE SET ${
        PLACE.without("call").setExcluded()
      }
       WHERE excluded.at >= sent_place.at`,
    ),
    since: db.rows<{ since: number; limit: number }, Row>(
      `${select} WHERE at >= :since ORDER BY at DESC LIMIT :limit`,
    ),
    ofCall: db.row<{ call: string; since: number }, Row>(`${select} WHERE call = :call AND at >= :since`),
    prune: db.change<{ before: number }>("DELETE FROM sent_place WHERE at < :before"),
  };
};

export class SentPlaces {
  readonly store: ReturnType<typeof sentPlaceStore>;

  constructor(
    db: Database,
    readonly outbox: Pick<OutboxStore, "placed">,
    readonly stations: Pick<StationStore, "byCall">,
  ) {
    this.store = sentPlaceStore(db);
  }

  /** What was sent since then and not heard since, newest first, each with what is known of the station. */
  since(since: number): { place: SentPlace; row: StationRow | undefined }[] {
    return this.store.since({ since, limit: MOST }).flatMap((row) => this.#news(row) ?? []);
  }

  /** The same of one call. */
  ofCall(call: string, since: number): { place: SentPlace; row: StationRow | undefined } | undefined {
    const row = this.store.ofCall({ call, since });
    return row && this.#news(row);
  }

  /** An item of the outbox was sent. Gives its place; `undefined` where it has none, or something newer was heard. */
  tookItem(tx: Tx, id: number): SentPlace | undefined {
    const item = this.outbox.placed({ id });
    return item && this.tookLine(tx, `${item.srcCall}>${item.tocall}:${item.payload}`, item.createdAt);
  }

  /** The same of a packet in TNC2 form that a box has sent of itself; `at` as of a beacon. */
  tookLine(tx: Tx, line: string, at: number): SentPlace | undefined {
    const packet = decodeTnc2(binaryOfJson(line), at);
    if (isUnreadable(packet) || packet.content.kind !== "position") return undefined;
    const { lat, lon, symbol, comment } = packet.content;
    return this.#took(tx, { call: packet.source, at, lat, lon, symbol, comment });
  }

  /** The same of a beacon on request: its symbol is the one that the station had. */
  tookBeacon(tx: Tx, { call, at, lat, lon }: SentBeacon): SentPlace | undefined {
    const place = this.#took(tx, { call, at, lat, lon, symbol: "", comment: "" });
    return place && { ...place, symbol: this.stations.byCall({ call })?.symbol ?? "" };
  }

  #took(tx: Tx, place: SentPlace): SentPlace | undefined {
    const { lat, lon, ...rest } = place;
    if (!isPlace(lat, lon) || (lat === 0 && lon === 0)) return undefined;
    this.store.put(tx, { ...rest, latE7: toE7(lat), lonE7: toE7(lon) });
    return isNews(place, this.stations.byCall({ call: place.call })) ? place : undefined;
  }

  #news({ latE7, lonE7, ...rest }: Row): { place: SentPlace; row: StationRow | undefined } | undefined {
    const row = this.stations.byCall({ call: rest.call });
    return isNews(rest, row)
      ? { place: { ...rest, lat: fromE7(latE7), lon: fromE7(lonE7) }, row }
      : undefined;
  }
}

/** Whatever was heard since then says more than what was sent. */
const isNews = ({ at }: Pick<SentBeacon, "at">, row: StationRow | undefined): boolean =>
  row === undefined || row.placedAt === null || row.placedAt < at;
