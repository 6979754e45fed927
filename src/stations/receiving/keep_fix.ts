/** Which positions become fixes, and which copies become hearings of them. */
import type { Located } from "../../aprs/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { POS_MIN_INTERVAL_S, POS_MIN_MOVE_M, type Settings } from "../../settings/mod.ts";
import { DIRECT, type FixStore, SIGNED } from "../tables/fix_store.ts";
import type { HeardPacket } from "../reception.ts";
import { fromE7, toE7 } from "../tables/station_store.ts";
import { type Stored, worthStoring } from "./thin.ts";

/** A station as far as its fixes go. */
export interface FixedStation {
  id: number;
  /** The last stored fix, once it was asked for. */
  last?: Stored | null;
}

const isRadio = ({ delivery }: HeardPacket): boolean => delivery.via === "rf" || delivery.via === "meshcom";
const flagsOf = (packet: HeardPacket): number =>
  (packet.direct ? DIRECT : 0) | (packet.signedByDevice ? SIGNED : 0);
const whole = (value: number | undefined): number | null => value === undefined ? null : Math.round(value);

export class FixKeeper {
  constructor(
    readonly parts: {
      settings: Settings;
      fixes: FixStore;
      /** Whether every fix of the call is worth keeping: a member's, a registered station's … */
      keepAll(call: string): boolean;
    },
  ) {}

  /** The first copy of a position. */
  first(tx: Tx, packet: HeardPacket, spot: Located, station: FixedStation, delivery: number): void {
    if (this.#worthStoring(packet, spot, station)) this.#put(tx, packet, packet.at, spot, station, delivery);
  }

  /** A further copy of a position that was heard first at `at`. */
  again(
    tx: Tx,
    packet: HeardPacket,
    spot: Located,
    station: FixedStation,
    delivery: number,
    at: number,
  ): void {
    const lat = toE7(spot.lat), lon = toE7(spot.lon);
    if (!this.parts.fixes.hasFix(station.id, at, lat, lon)) {
      // The first copy was thinned out; this one is the fix if it is worth it.
      if (this.#worthStoring(packet, spot, station)) this.#put(tx, packet, at, spot, station, delivery);
      return;
    }
    // Copies from the Internet show nothing about who heard it.
    if (!isRadio(packet)) return;
    const heard = { id: station.id, at, lat, lon, delivery, flags: flagsOf(packet), heardAt: packet.at };
    this.parts.fixes.putHearing(tx, heard);
  }

  /** Heard directly on RF, or of a call that matters: always. Else what moved or has waited long enough. */
  #worthStoring(packet: HeardPacket, spot: Located, station: FixedStation): boolean {
    if (packet.direct && isRadio(packet)) return true;
    const { settings, fixes } = this.parts;
    const rule = { minMoveM: settings.get(POS_MIN_MOVE_M), minIntervalS: settings.get(POS_MIN_INTERVAL_S) };
    if (station.last === undefined || (station.last && station.last.at > packet.at)) {
      station.last = fixes.lastFix(station.id, packet.at) ?? null;
    }
    const here = { at: packet.at, lat: spot.lat, lon: spot.lon };
    return worthStoring(here, station.last ?? undefined, rule) || packet.signedByDevice ||
      this.parts.keepAll(packet.call);
  }

  #put(
    tx: Tx,
    packet: HeardPacket,
    at: number,
    spot: Located,
    station: FixedStation,
    delivery: number,
  ): void {
    const lat = toE7(spot.lat), lon = toE7(spot.lon);
    const { last } = station;
    if (last && last.at === at && toE7(last.lat) === lat && toE7(last.lon) === lon) return;
    const put = this.parts.fixes.putFix(tx, {
      id: station.id,
      at,
      lat,
      lon,
      delivery,
      flags: flagsOf(packet),
      ambiguity: Math.round(spot.ambiguityM) || null,
      course: whole(spot.course),
      speed: whole(spot.speedKmh),
      altitude: whole(spot.altitudeM),
    });
    if (put && (!last || last.at <= at)) {
      station.last = { at, lat: fromE7(lat), lon: fromE7(lon) };
    }
  }
}
