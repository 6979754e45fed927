/** Which positions become fixes, and which copies become hearings of them. */
import type { Located } from "../../aprs/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { POS_MIN_INTERVAL_S, POS_MIN_MOVE_M, type Settings } from "../../settings/mod.ts";
import { DIRECT, type FixStore, SIGNED, type StoredFix } from "../tables/fix_store.ts";
import type { Reception } from "../reception.ts";
import { fromE7, toE7 } from "../e7.ts";
import { worthStoring } from "./thin.ts";

/** What is needed of a station to store its fixes. */
export interface FixedStation {
  id: number;
  /** The last stored fix, once it was asked for. */
  last?: StoredFix | null;
}

export const isRadio = ({ delivery }: Reception): boolean =>
  delivery.via === "rf" || delivery.via === "meshcom";
const flagsOf = (packet: Reception): number =>
  (packet.direct ? DIRECT : 0) | (packet.signedByDevice ? SIGNED : 0);
const whole = (value: number | undefined): number | null => value === undefined ? null : Math.round(value);

/** Decides on each position and each of its copies, and writes what is to be kept. */
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
  first(tx: Tx, packet: Reception, spot: Located, station: FixedStation, delivery: number): void {
    if (this.#worthStoring(packet, spot, station)) this.#put(tx, packet, packet.at, spot, station, delivery);
  }

  /** A further copy of a position that was heard first at `at`; `better`: the first direct one by its way. */
  again(
    tx: Tx,
    packet: Reception,
    spot: Located,
    station: FixedStation,
    delivery: number,
    at: number,
    better: boolean,
  ): void {
    const name = { stationId: station.id, at, latE7: toE7(spot.lat), lonE7: toE7(spot.lon) };
    if (!this.parts.fixes.hasFix(name)) {
      // The first copy was thinned out; this one is the fix if it is worth it.
      if (this.#worthStoring(packet, spot, station)) this.#put(tx, packet, at, spot, station, delivery);
      return;
    }
    // Copies from the Internet show nothing about who heard it.
    if (!isRadio(packet)) return;
    const hearing = { ...name, deliveryId: delivery, flags: flagsOf(packet), heardAt: packet.at };
    if (better) this.parts.fixes.betterHearing(tx, hearing);
    else this.parts.fixes.putHearing(tx, hearing);
  }

  /** Heard directly on RF, or of a call that matters: always. Else what moved or has waited long enough. */
  #worthStoring(packet: Reception, spot: Located, station: FixedStation): boolean {
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
    packet: Reception,
    at: number,
    spot: Located,
    station: FixedStation,
    delivery: number,
  ): void {
    const latE7 = toE7(spot.lat), lonE7 = toE7(spot.lon);
    const { last } = station;
    if (last && last.at === at && toE7(last.lat) === latE7 && toE7(last.lon) === lonE7) return;
    const put = this.parts.fixes.putFix(tx, {
      stationId: station.id,
      at,
      latE7,
      lonE7,
      deliveryId: delivery,
      flags: flagsOf(packet),
      ambiguityM: Math.round(spot.ambiguityM) || null,
      course: whole(spot.course),
      speedKmh: whole(spot.speedKmh),
      altitudeM: whole(spot.altitudeM),
    });
    if (put && (!last || last.at <= at)) {
      station.last = { at, lat: fromE7(latE7), lon: fromE7(lonE7) };
    }
  }
}
