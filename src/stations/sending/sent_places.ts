/**
 * Places that this gateway sent itself: beacons over APRS-IS, and beacons of boxes that it told to send. They are shown
 * until a receiver hands over something newer, and are nothing else: no packet, no fix and no hearing. They are read
 * from what was queued and acknowledged, and so go when that does (API "General behaviour" 5).
 */
import { binaryOfJson, decodeTnc2, isUnreadable } from "../../aprs/mod.ts";
import { isPlace } from "../../base/mod.ts";
import type { StationRow, StationStore } from "../tables/station_store.ts";
import type { OutboxStore, SentItem } from "./outbox_store.ts";

/** At most so many items are looked at, the newest first. */
const MOST = 500;

/** A beacon that a box says it has sent. */
export interface SentBeacon {
  call: string;
  /** Unix seconds: not later than the transmission, so that whatever was heard since then is newer. */
  at: number;
  lat: number;
  lon: number;
}
/** What was sent, by whom it is, and when it was made or handed out. */
export interface SentPlace extends SentBeacon {
  /** Empty where it is not known, as of a box's beacon. */
  symbol: string;
  comment: string;
}
/** Beacons that boxes say they have sent; supplied by the owner of box commands. */
export interface SentBeacons {
  /** Newest first, not older than `since`. */
  sentSince(since: number, limit: number): SentBeacon[];
}

export class SentPlaces {
  constructor(
    readonly outbox: OutboxStore,
    readonly beacons: SentBeacons,
    readonly store: Pick<StationStore, "byCall">,
  ) {}

  /**
   * The newest place of each call, or of that call alone, sent since then and not heard since, each with what is known of
   * the station.
   */
  since(since: number, call?: string): { place: SentPlace; row: StationRow | undefined }[] {
    const newest = new Map<string, SentPlace>();
    const items = this.outbox.placedSince({ since, limit: MOST })
      .flatMap((item) => call === undefined || item.srcCall === call ? placeOf(item) ?? [] : []);
    for (const beacon of [...items, ...this.beacons.sentSince(since, MOST)]) {
      if (call !== undefined && beacon.call !== call) continue;
      const place = { symbol: "", comment: "", ...beacon };
      const known = newest.get(place.call);
      if (!known || known.at < place.at) newest.set(place.call, place);
    }
    return [...newest.values()].flatMap((place) => {
      const row = this.store.byCall({ call: place.call });
      return isNews(place, row) ? [{ place, row }] : [];
    });
  }

  /** The place in an item that was just sent; `undefined` where it has none, or something newer was heard. */
  ofItem(id: number): SentPlace | undefined {
    const item = this.outbox.placed({ id });
    const place = item && placeOf(item);
    return place && isNews(place, this.store.byCall({ call: place.call })) ? place : undefined;
  }

  /** The same of a beacon that a box has just sent: its symbol is the one that the station had. */
  ofBeacon(beacon: SentBeacon): SentPlace | undefined {
    const row = this.store.byCall({ call: beacon.call });
    return isNews(beacon, row) ? { ...beacon, symbol: row?.symbol ?? "", comment: "" } : undefined;
  }
}

/** Whatever was heard since then says more than what was sent. */
const isNews = ({ at }: SentBeacon, row: StationRow | undefined): boolean =>
  row === undefined || row.placedAt === null || row.placedAt < at;

function placeOf({ srcCall: call, tocall, payload, createdAt: at }: SentItem): SentPlace | undefined {
  const packet = decodeTnc2(binaryOfJson(`${call}>${tocall}:${payload}`), at);
  if (isUnreadable(packet) || packet.content.kind !== "position") return undefined;
  const { lat, lon, symbol, comment } = packet.content;
  return isPlace(lat, lon) && (lat !== 0 || lon !== 0) ? { call, at, lat, lon, symbol, comment } : undefined;
}
