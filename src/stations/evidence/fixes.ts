/** Evidence of where people were: every stored fix with who heard it, judged under what is trusted now. */
import { distanceM } from "../../base/mod.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Fix, Hearing } from "../reception.ts";
import { DIRECT, type FixRow, type FixStore, SIGNED } from "../tables/fix_store.ts";
import { fromE7 } from "../e7.ts";

/** A find is judged by at most this many fixes. */
const MOST_FIXES = 500;
/** A beacon that this instance told a box to send: near where the box sent it, within this time and distance. */
const COMMANDED_S = 900, COMMANDED_M = 500;

/** Beacons that this instance told boxes to send; supplied by the owner of box commands. */
export interface CommandedBeacons {
  /** Where and when boxes say that they sent them. */
  beacons(call: string, from: number, to: number): { at: number; lat: number; lon: number }[];
}

export class Fixes {
  constructor(
    readonly store: FixStore,
    readonly deliveries: Deliveries,
    readonly commanded: CommandedBeacons,
  ) {}

  /** Fixes of all SSIDs of the base calls between two times, newest first, at most 500. */
  of(bases: readonly string[], from: number, to: number): Fix[] {
    return this.store.fixes(bases, from, to, MOST_FIXES).map((row) => this.#fix(row));
  }

  #fix(row: FixRow): Fix {
    const first = this.deliveries.of(row.deliveryId);
    const copies = [
      { delivery: first, direct: (row.flags & DIRECT) !== 0, at: row.at },
      ...this.store.hearings(row).map((hearing) => ({
        delivery: this.deliveries.of(hearing.deliveryId),
        direct: (hearing.flags & DIRECT) !== 0,
        at: hearing.heardAt,
      })),
    ];
    const radio = copies.filter(({ delivery }) => delivery.via === "rf" || delivery.via === "meshcom");
    const hearings: Hearing[] = radio.map(({ delivery, direct, at }) =>
      this.deliveries.hearing(delivery, direct, at)
    );
    const best = radio[0]?.delivery ?? first;
    const lat = fromE7(row.latE7), lon = fromE7(row.lonE7);
    return {
      call: row.call,
      at: row.at,
      lat,
      lon,
      ambiguityM: row.ambiguityM ?? 0,
      via: best.via,
      port: best.port,
      direct: hearings.some((hearing) => hearing.direct),
      hearings,
      commanded: this.#commanded(row.call, row.at, lat, lon),
      signedByDevice: (row.flags & SIGNED) !== 0,
    };
  }

  #commanded(call: string, at: number, lat: number, lon: number): boolean {
    return this.commanded.beacons(call, at - COMMANDED_S, at + COMMANDED_S)
      .some((beacon) => distanceM(beacon, { lat, lon }) <= COMMANDED_M);
  }
}
