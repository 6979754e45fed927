/** What one write gathers of the packets in it: each station's row once, and what the raw ring is told after the commit. */
import type { World } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import type { CoverageTally } from "../coverage/coverage.ts";
import type { Reception, StationEvent } from "../reception.ts";
import type { Known } from "../ring/recent.ts";
import type { Ring } from "../ring/ring.ts";
import type { StationNews } from "../tables/station_store.ts";
import { isRadio } from "./keep_fix.ts";

/** A further copy of a packet that was heard before, and the way by which it came. */
export interface Copy {
  key: string;
  known: Known;
  way: number;
}

export class Batch {
  /** By call. */
  readonly news = new Map<string, StationNews>();
  /** New packets, each with the way by which it came. */
  readonly packets: { packet: Reception; way: number }[] = [];
  readonly events: StationEvent[] = [];
  /** Positions that somebody waits for: when they were heard, by base call. */
  readonly evidence = new Map<string, number[]>();
  /** Packets that were heard directly on the air, for the MHEARD list. */
  readonly #direct: Reception[] = [];
  /** By port: packets received, and when the latest one was heard (unix seconds). */
  readonly #ports = new Map<string, { rx: number; at: number }>();

  constructor(readonly tx: Tx, readonly copies: Copy[], readonly coverage: CoverageTally) {}

  noteEvidence(base: string, at: number): void {
    this.evidence.set(base, [...this.evidence.get(base) ?? [], at]);
  }

  /** Counts a packet for its port, and for the MHEARD list when it was heard directly. */
  count(packet: Reception): void {
    const { at, delivery } = packet;
    const port = this.#ports.get(delivery.port);
    if (port) {
      port.rx++;
      if (at > port.at) port.at = at;
    } else this.#ports.set(delivery.port, { rx: 1, at });
    this.countDirect(packet);
  }

  /** Counts a packet for the MHEARD list alone: the first direct copy of one whose port was counted before. */
  countDirect(packet: Reception): void {
    if (packet.direct && isRadio(packet)) this.#direct.push(packet);
  }

  /** Notes that a packet of a station came; of several the latest one says how the station was heard last. */
  heard(id: number, packet: Reception): void {
    const { call, at, delivery: { via }, destination } = packet;
    const direct = packet.direct && isRadio(packet);
    const news = this.news.get(call);
    if (!news) {
      this.news.set(call, { id, at, packets: 1, via, direct, destination });
      return;
    }
    news.packets++;
    if (at < news.at) return;
    news.at = at;
    news.via = via;
    news.direct = direct;
    news.destination = destination ?? news.destination;
  }

  /** Tells the raw ring. Called after the commit; the ring may be lost, so a failure is only logged. */
  keepInRing(ring: Ring, world: World): void {
    try {
      for (const { packet, way } of this.packets) ring.add(packet, way);
      for (const { key, known, way } of this.copies) ring.noteWay(key, known.heardAt, way);
      for (const [port, { rx, at }] of this.#ports) ring.count(port, at, rx);
      for (const { call, delivery, at } of this.#direct) ring.countHearing(call, delivery.port, at);
      ring.flushIfMany();
    } catch (error) {
      world.log.getChild("stations").error("the packet ring could not be written: {error}", { error });
    }
  }
}
