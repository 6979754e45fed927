/** Which positions become fixes, and which copies become hearings of them. */
import type { Located } from "../../aprs/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { POS_MIN_INTERVAL_S, POS_MIN_MOVE_M, type Settings } from "../../settings/mod.ts";
import { couldAttest } from "../evidence/attest.ts";
import {
  BY_DEVICE,
  BY_RADIO,
  COPY,
  DIRECT,
  type FixSort,
  type FixStore,
  OTHER,
  SIGNED,
  type StoredFix,
} from "../tables/fix_store.ts";
import type { Reception } from "../reception.ts";
import { fromE7, toE7 } from "../e7.ts";
import { distanceM } from "../../base/mod.ts";

// Which fixes are worth keeping: POS_MIN_MOVE_M and POS_MIN_INTERVAL_S (API "Limits"). Pure.

interface ThinRule {
  /** Metres; 0 stores every fix. */
  minMoveM: number;
  /** Seconds; 0 stores every fix. */
  minIntervalS: number;
}

/**
 * Whether a fix adds enough to the last one stored: it has moved far enough, or enough time has passed. A fix older
 * than the last stored one (a batch that was held back) is measured like any other.
 */
function worthStoring(fix: StoredFix, last: StoredFix | undefined, rule: ThinRule): boolean {
  if (last === undefined || rule.minMoveM === 0 || rule.minIntervalS === 0) return true;
  if (Math.abs(fix.at - last.at) >= rule.minIntervalS) return true;
  return distanceM(fix, last) >= rule.minMoveM;
}

/** What is needed of a station to store its fixes. */
export interface FixedStation {
  id: number;
  /** The last stored fix, once it was asked for. */
  last?: StoredFix | null;
}

export const isRadio = ({ delivery }: Reception): boolean =>
  delivery.via === "rf" || delivery.via === "meshcom";

/** What a packet's position is to whoever judges. */
const sortOf = (packet: Reception): FixSort =>
  packet.signedByDevice ? BY_DEVICE : couldAttest(packet.delivery, packet.direct) ? BY_RADIO : OTHER;

/**
 * Decides on each position and each of its copies, and writes what is to be kept. What could attest is kept whatever came
 * before it, by its own delivery and with its own time: a copy that others sent first neither hides nor dates it.
 */
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
    if (this.#worthStoring(packet, spot, station)) this.#put(tx, packet, spot, station, delivery, false);
  }

  /** A further copy of a position that was heard first at `at`; `repeated`: its way had brought it before. */
  again(
    tx: Tx,
    packet: Reception,
    spot: Located,
    station: FixedStation,
    delivery: number,
    at: number,
    repeated: boolean,
  ): void {
    const counts = sortOf(packet) !== OTHER;
    if (repeated && !counts) return;
    const shown = this.parts.fixes.hasFix({
      stationId: station.id,
      at,
      latE7: toE7(spot.lat),
      lonE7: toE7(spot.lon),
    });
    // Copies from the Internet show nothing about who heard it. Where the first copy was thinned out this one is the fix.
    if (counts || (shown ? isRadio(packet) : this.#worthStoring(packet, spot, station))) {
      this.#put(tx, packet, spot, station, delivery, shown);
    }
  }

  /** Heard directly on RF, or of a call that matters: always. Else what moved or has waited long enough. */
  #worthStoring(packet: Reception, spot: Located, station: FixedStation): boolean {
    if (packet.signedByDevice || (packet.direct && isRadio(packet))) return true;
    const { settings, fixes } = this.parts;
    const rule = { minMoveM: settings.get(POS_MIN_MOVE_M), minIntervalS: settings.get(POS_MIN_INTERVAL_S) };
    if (station.last === undefined || (station.last && station.last.at > packet.at)) {
      station.last = fixes.lastFix(station.id, packet.at) ?? null;
    }
    const here = { at: packet.at, lat: spot.lat, lon: spot.lon };
    return worthStoring(here, station.last ?? undefined, rule) || this.parts.keepAll(packet.call);
  }

  #put(
    tx: Tx,
    packet: Reception,
    spot: Located,
    station: FixedStation,
    delivery: number,
    copy: boolean,
  ): void {
    const { at } = packet, { last } = station, latE7 = toE7(spot.lat), lonE7 = toE7(spot.lon);
    this.parts.fixes.putFix(tx, {
      stationId: station.id,
      sort: sortOf(packet),
      at,
      latE7,
      lonE7,
      deliveryId: delivery,
      flags: (packet.direct ? DIRECT : 0) | (packet.signedByDevice ? SIGNED : 0) | (copy ? COPY : 0),
      ambiguityM: Math.round(spot.ambiguityM) || null,
      course: spot.course ?? null,
      speedKmh: spot.speedKmh ?? null,
      altitudeM: spot.altitudeM ?? null,
    });
    if (!copy && (!last || last.at <= at)) station.last = { at, lat: fromE7(latE7), lon: fromE7(lonE7) };
  }
}
