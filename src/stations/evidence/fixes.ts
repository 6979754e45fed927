/**
 * Evidence of where people were: every kept hearing of a position, judged under what is trusted now. What is attested is
 * looked up by itself and bounded by itself, so that nothing that anybody can write crowds it out.
 */
import { baseCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { SAME_PACKET_S } from "../ring/recent.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Fix, Hearing } from "../reception.ts";
import {
  BY_DEVICE,
  BY_RADIO,
  DIRECT,
  type FixRow,
  type FixStore,
  OTHER,
  SIGNED,
} from "../tables/fix_store.ts";
import { fromE7 } from "../e7.ts";

/** A find is judged by at most this many hearings that attest, those nearest to it in time, and so many others of each sort. */
const MOST_ATTESTED = 2000, MOST_OTHERS = 500;
/** Times, unix seconds, in which a box may have transmitted under a base call at this instance's word. */
export interface Shadow {
  base: string;
  fromAt: number;
  toAt: number;
}

/** Whether something was heard in one of them. */
export const isShadowed = (shadows: readonly Shadow[], base: string, at: number): boolean =>
  shadows.some((shadow) => shadow.base === base && at >= shadow.fromAt && at <= shadow.toAt);

/** Transmissions that this instance commanded; supplied by the owner of box commands. */
export interface TransmitShadows {
  shadows(bases: readonly string[], from: number, to: number): Shadow[];
  /** Items of the outbox are handed out to a box; and one was acknowledged. */
  open(tx: Tx, item: { source: `outbox ${number}`; box: string; calls: readonly string[] }): void;
  close(tx: Tx, source: `outbox ${number}`): void;
}

/** What was heard of calls, read as evidence: by whom, and whether it may attest. */
export class Fixes {
  constructor(
    readonly store: FixStore,
    readonly deliveries: Deliveries,
    readonly commanded: Pick<TransmitShadows, "shadows">,
  ) {}

  /** Fixes of all SSIDs of the base calls between two times, newest first: one for each place, time and way of coming. */
  of(bases: readonly string[], from: number, to: number): Fix[] {
    const within = { bases: JSON.stringify(bases), from, to };
    const ways = JSON.stringify(
      this.store.radioWays(within).map(({ id }) => id).filter((id) => this.deliveries.mayAttest(id)),
    );
    const attested = this.store.byRadio({
      ...within,
      ways,
      middle: Math.round((from + to) / 2),
      limit: MOST_ATTESTED,
    });
    const shadows = this.commanded.shadows(bases, from, to);
    const rest = { ...within, limit: MOST_OTHERS };
    const others = this.store.others({ ...rest, sort: OTHER, ways: "[]" });
    const direct = new Set(attested.flatMap(copiesOf));
    return groupsOf([
      ...attested,
      ...this.store.others({ ...rest, sort: BY_RADIO, ways }),
      ...this.store.others({ ...rest, sort: BY_DEVICE, ways: "[]" }),
      // Of a site's direct and digipeated copies of one packet the better one counts.
      ...others.filter((row) => !copiesOf(row).some((name) => direct.has(name))),
    ]).map((rows) => this.#fix(rows, shadows));
  }

  #fix(rows: readonly [FixRow, ...FixRow[]], shadows: readonly Shadow[]): Fix {
    const [row] = rows;
    const copies = rows.map(({ deliveryId, flags }) => ({
      delivery: this.deliveries.of(deliveryId),
      direct: (flags & DIRECT) !== 0,
    }));
    const radio = copies.filter(({ delivery }) => delivery.via === "rf" || delivery.via === "meshcom");
    const hearings: Hearing[] = radio.map(({ delivery, direct }) =>
      this.deliveries.hearing(delivery, direct, row.at)
    );
    const best = (radio[0] ?? copies[0]!).delivery;
    return {
      call: row.call,
      at: row.at,
      lat: fromE7(row.latE7),
      lon: fromE7(row.lonE7),
      ambiguityM: row.ambiguityM ?? 0,
      via: best.via,
      port: best.port,
      direct: hearings.some((hearing) => hearing.direct),
      hearings,
      commanded: isShadowed(shadows, baseCall(row.call), row.at),
      signedByDevice: (row.flags & SIGNED) !== 0,
    };
  }
}

/** Names that copies of one packet by one way share, wherever the half minutes of their times begin. */
const copiesOf = ({ stationId, at, latE7, lonE7, deliveryId }: FixRow): string[] =>
  [0, 1].map((next) =>
    [stationId, Math.floor(at / SAME_PACKET_S) + next, latE7, lonE7, deliveryId].join(" ")
  );

/** Rows that differ in nothing but who heard it, newest first; of one delivery the most exact. */
function groupsOf(rows: readonly FixRow[]): [FixRow, ...FixRow[]][] {
  const groups = new Map<string, [FixRow, ...FixRow[]]>();
  for (const row of rows) {
    const { stationId, sort, at, latE7, lonE7, ambiguityM } = row;
    const name = [stationId, sort, at, latE7, lonE7, ambiguityM ?? 0].join(" ");
    const group = groups.get(name);
    if (!group) groups.set(name, [row]);
    else if (!group.some(({ deliveryId }) => deliveryId === row.deliveryId)) group.push(row);
  }
  return [...groups.values()].toSorted(([a], [b]) => b.at - a.at || rankOf(b) - rankOf(a));
}
/** Of fixes of one second those that were heard by radio come first. */
const rankOf = ({ sort }: FixRow): number => sort === BY_RADIO ? 2 : sort === BY_DEVICE ? 1 : 0;
