/**
 * What becomes of a received packet: told from its copies, stored, and passed on to messages, mesh and commands.
 *
 * Batches are gathered here and nowhere else. What several receivers hand over in one turn of the event loop becomes one
 * write (`Together`), in which each station's row is written once, however many of its packets came; `db.write` then puts
 * it into one commit with whatever else waits. A batch is answered after the commit. Where one cannot be written, its packets
 * are written one by one, so that one that nobody can store costs no other. The raw ring follows after the commit, in a file of its own, since it may be lost.
 */
import { baseCall, type World } from "../../base/mod.ts";
import {
  type Content,
  hasWeather,
  type Located,
  type PositionReport,
  type WeatherReport,
} from "../../aprs/mod.ts";
import { type Database, isOfOneWrite, type Tx } from "../../db/mod.ts";
import type { Settings } from "../../settings/mod.ts";
import { CoverageTally } from "../coverage/coverage.ts";
import type { Deliveries } from "../evidence/deliveries.ts";
import type { CoverageStore } from "../coverage/store.ts";
import type { FixStore } from "../tables/fix_store.ts";
import type { Outcome, Reception, StationEvent } from "../reception.ts";
import { Batch, type Copy } from "./batch.ts";
import { type FixedStation, FixKeeper, isRadio } from "./keep_fix.ts";
import { detailsOf, placed, positionEvent, weatherOf } from "./located.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { Messages } from "../messages/messages.ts";
import type { ObjectStore } from "../tables/object_store.ts";
import { type Known, Recent, wayOf } from "../ring/recent.ts";
import type { Ring } from "../ring/ring.ts";
import type { SampleStore } from "../tables/sample_store.ts";
import { Together } from "./together.ts";
import { slotOf, type StationStore } from "../tables/station_store.ts";

/** How far ahead heardAt may be, in seconds. */
const AHEAD_S = 60;
/** Stations whose last fix is held in memory. */
const MOST_STATIONS = 20_000;
/** Packets of several batches that go into one commit at most. */
const MOST_TOGETHER = 2000;

interface Station extends FixedStation {
  /** Its ten-minute slot (`slotOf`), as last written. */
  slot?: number;
}

/** Positions that somebody waits for as evidence. */
export interface Awaits {
  /** Since when what is heard of a base call is kept, unix seconds; undefined where nobody waits for it. */
  since(base: string): number | undefined;
  /** Trusted receivers heard these base calls, or a device of theirs signed a position: when, unix seconds. */
  came(tx: Tx, heard: ReadonlyMap<string, readonly number[]>): void;
}

interface ReceiverParts {
  db: Database;
  ring: Ring;
  settings: Settings;
  world: World;
  store: StationStore;
  fixes: FixStore;
  deliveries: Deliveries;
  samples: SampleStore;
  objects: ObjectStore;
  coverage: CoverageStore;
  messages: Messages;
  mesh: Mesh;
  /** Asked of every position: it pays one look into memory. */
  awaits: Awaits;
  /** Whether every fix of the call is worth keeping: a member's, a registered station's … */
  keepAll(call: string): boolean;
  tell(events: readonly StationEvent[]): void;
}

export class Receiver {
  readonly #stations = new Map<string, Station>();
  /** Packets and positions that were taken since the start of the process, copies left out. */
  taken = 0;
  readonly #keeper: FixKeeper;
  readonly #recent: Recent;
  readonly #together = new Together(
    (given: readonly (readonly Reception[])[]) => this.#write(given),
    (packets) => packets.length,
    MOST_TOGETHER,
  );

  constructor(readonly parts: ReceiverParts) {
    const { ring } = parts;
    this.#keeper = new FixKeeper(parts);
    // A receiver's clock may be a minute ahead: the newest of the ring need not be the last that came.
    this.#recent = new Recent(
      ring.newest() + AHEAD_S,
      (key, from, to) => ring.known(key, from, to),
    );
  }

  /** Forgets the numbers of stations: some were deleted, in the write that calls this. */
  forgetStations(): void {
    this.#stations.clear();
  }

  /** Lets go of what is too old to be a copy of anything. */
  forgetOld(): void {
    this.#recent.expire(this.parts.world.now());
  }

  /**
   * Takes a batch; settles once it is on the disk. One outcome for each packet, in order. Rejects where nothing can be
   * written at all.
   */
  async take(packets: readonly Reception[]): Promise<Outcome[]> {
    try {
      return await this.#together.add(packets);
    } catch (error) {
      if (!isOfOneWrite(error)) throw error;
    }
    // All of them go into the next commit, each in a savepoint of its own.
    return await Promise.all(packets.map(async (packet): Promise<Outcome> => {
      try {
        return (await this.#write([[packet]]))[0]![0]!;
      } catch (error) {
        if (!isOfOneWrite(error)) throw error;
        this.parts.world.log.getChild("stations")
          .warn("a packet of {call} cannot be stored: {error}", { call: packet.call, error });
        return "not_storable";
      }
    }));
  }

  /** Memory must not hold what was not stored. Does no harm twice. */
  #takeBack(added: string[], again: Copy[]): void {
    for (const key of added.splice(0)) this.#recent.forget(key);
    for (const { known: { ways }, way } of again.splice(0)) ways.splice(ways.indexOf(way), 1);
    this.#stations.clear();
    this.parts.deliveries.forget();
  }

  /** Writes down what several receivers handed over at once. */
  async #write(given: readonly (readonly Reception[])[]): Promise<Outcome[][]> {
    const added: string[] = [];
    const again: Copy[] = [];
    let written: { batch: Batch; outcomes: Outcome[][] };
    try {
      written = await this.parts.db.write((tx) => {
        try {
          return this.#gather(tx, given, added, again);
        } catch (error) {
          // At once: another write of the same commit follows, and stands on what is in memory.
          this.#takeBack(added, again);
          throw error;
        }
      });
    } catch (error) {
      this.#takeBack(added, again);
      throw error;
    }
    const { batch, outcomes } = written;
    for (const each of outcomes) for (const outcome of each) if (outcome === "accepted") this.taken++;
    batch.keepInRing(this.parts.ring, this.parts.world);
    if (batch.events.length > 0) this.parts.tell(batch.events);
    return outcomes;
  }

  #gather(tx: Tx, given: readonly (readonly Reception[])[], added: string[], again: Copy[]) {
    const coverage = new CoverageTally(({ delivery, at }) =>
      this.parts.deliveries.hearing(delivery, true, at)
    );
    const batch = new Batch(tx, again, coverage);
    const outcomes = given.map((packets) => packets.map((packet) => this.#one(batch, packet, added)));
    for (const [call, news] of batch.news) {
      this.parts.store.update(tx, news);
      batch.events.push({ type: "heard", call, at: news.at });
    }
    batch.coverage.write(tx, this.parts.coverage);
    this.parts.fixes.settleIfMany(tx);
    if (batch.evidence.size > 0) this.parts.awaits.came(tx, batch.evidence);
    return { batch, outcomes };
  }

  #one(batch: Batch, packet: Reception, added: string[]): Outcome {
    const { tx } = batch;
    const delivery = this.parts.deliveries.idOf(tx, packet.delivery);
    const known = this.#recent.find(packet.key, packet.at);
    const way = wayOf(delivery, packet.direct);
    if (known) {
      // The same receiver's copy again counts for nothing, unless it is the first one heard directly.
      if (known.ways.includes(way) || known.ways.includes(wayOf(delivery, true))) {
        this.#placeAgain(batch, packet, known, delivery, true);
        return "duplicate";
      }
      const better = known.ways.includes(wayOf(delivery, false));
      known.ways.push(way);
      batch.copies.push({ key: packet.key, known, way });
      if (better) batch.countDirect(packet);
      else batch.count(packet);
      this.#copy(batch, packet, known, delivery);
      return "duplicate";
    }
    this.#recent.add(packet.key, { heardAt: packet.at, ways: [way] });
    added.push(packet.key);
    batch.packets.push({ packet, way });
    batch.count(packet);
    const station = this.#station(batch, packet);
    if (packet.content) this.#aprs(batch, packet, packet.content, station, delivery);
    if (packet.mesh) this.#mesh(batch, packet, station, delivery);
    this.parts.messages.stationSpoke(tx, packet);
    return "accepted";
  }

  #station(batch: Batch, packet: Reception): Station {
    const { call, at, delivery } = packet;
    let station = this.#stations.get(call);
    if (!station) {
      const id = this.parts.store.byCall({ call })?.id ??
        this.parts.store.insert(batch.tx, { call, at, via: delivery.via });
      station = { id };
      if (this.#stations.size >= MOST_STATIONS) this.#stations.clear();
      this.#stations.set(call, station);
    }
    batch.heard(station.id, packet);
    return station;
  }

  /** Keeps a report's weather, as far as it can be true at the station's height: of the packet, else as heard last. */
  #weather(
    { tx, news }: Batch,
    packet: Reception,
    station: Station,
    content: PositionReport | WeatherReport,
  ) {
    const { store, samples } = this.parts, { call, at } = packet;
    const said = content.kind === "position" ? content.altitudeM : undefined;
    const weather = weatherOf(
      content,
      () => said ?? news.get(call)?.place?.altitudeM ?? store.byCall({ call })?.altitudeM,
    );
    if (weather) samples.putWeather(tx, station.id, at, weather);
  }

  #aprs(batch: Batch, packet: Reception, content: Content, station: Station, delivery: number): void {
    const { tx } = batch;
    const { samples, objects, messages } = this.parts;
    switch (content.kind) {
      case "position":
        this.#position(batch, packet, content, station, delivery);
        this.#weather(batch, packet, station, content);
        if (content.telemetry) samples.putTelemetry(tx, station.id, packet.at, content.telemetry);
        break;
      case "object":
      case "item":
        // 0, 0 is nowhere; of what is taken off the map the place does not matter.
        if (content.lat === 0 && content.lon === 0 && content.live) break;
        objects.put(tx, content, packet.call, packet.at, packet.delivery.via, detailsOf(content));
        break;
      case "weather":
        this.#weather(batch, packet, station, content);
        break;
      case "telemetry":
        samples.putTelemetry(tx, station.id, packet.at, content);
        break;
      case "telemetry-definition":
        if (content.addressee === packet.call) samples.putDefinition(tx, content, packet.at);
        break;
      case "status":
        // A locator is all that some stations say of where they are.
        batch.news.get(packet.call)!.status = [content.locator, content.text].filter(Boolean).join(" ");
        break;
      case "message":
      case "ack":
      case "rej":
      case "bulletin": {
        const event = messages.arrived(tx, packet, content);
        if (event) batch.events.push(event);
      }
    }
  }

  #mesh(batch: Batch, packet: Reception, station: Station, delivery: number): void {
    const { tx } = batch;
    const mesh = packet.mesh!;
    this.parts.mesh.note(tx, packet, mesh);
    const { content } = mesh;
    if (content.kind === "position") this.#position(batch, packet, content, station, delivery);
    else if (content.kind === "sensors") {
      // What is no weather the mesh has kept with its node.
      const { kind: _, gasOhm: __, co2Ppm: ___, ...weather } = content;
      if (hasWeather(weather)) this.parts.samples.putWeather(tx, station.id, packet.at, weather);
    } else if (content.kind === "message" || content.kind === "ack" || content.kind === "rej") {
      const event = this.parts.messages.arrived(tx, packet, content);
      if (event) batch.events.push(event);
    }
  }

  #position(batch: Batch, packet: Reception, spot: Located, station: Station, delivery: number): void {
    // 0, 0 is a receiver without a fix.
    if (spot.lat === 0 && spot.lon === 0) return;
    const news = batch.news.get(packet.call)!;
    if (!news.place || news.place.at <= packet.at) {
      news.place = placed(packet.at, spot);
      const slot = slotOf(packet.at);
      if (station.slot !== slot) station.slot = news.slot = slot;
    }
    batch.events.push(positionEvent(packet, spot));
    this.#cover(batch, packet, spot, delivery);
    this.#keeper.first(batch.tx, packet, spot, station, delivery);
    this.#attest(batch, packet);
  }

  /** Notes a position that somebody waits for, where a trusted receiver heard it itself or a device signed it. */
  #attest(batch: Batch, packet: Reception): void {
    const base = baseCall(packet.call), { at, delivery } = packet;
    if (this.parts.awaits.since(base) === undefined) return;
    const isAttested = packet.direct && isRadio(packet) &&
      this.parts.deliveries.hearing(delivery, true, at).trusted;
    if (isAttested || packet.signedByDevice) batch.noteEvidence(base, at);
  }

  /** What a receiver heard itself says how far it hears. */
  #cover(batch: Batch, packet: Reception, spot: Located, delivery: number): void {
    if (packet.direct && isRadio(packet)) batch.coverage.add(spot, packet, delivery);
  }

  /** A further receiver's copy: a hearing of the fix, and perhaps the one that attests a command. */
  #copy(batch: Batch, packet: Reception, known: Known, delivery: number): void {
    const { tx } = batch;
    const content = packet.mesh?.content ?? packet.content;
    if (packet.mesh) this.parts.mesh.note(tx, packet, packet.mesh);
    if (content?.kind === "message") return this.parts.messages.copyArrived(tx, packet, content);
    const spot = this.#placeAgain(batch, packet, known, delivery, false);
    if (spot) this.#cover(batch, packet, spot, delivery);
  }

  /** A position that was heard before, as this receiver heard it; gives the place of a position. */
  #placeAgain(
    batch: Batch,
    packet: Reception,
    known: Known,
    delivery: number,
    repeated: boolean,
  ): Located | undefined {
    const content = packet.mesh?.content ?? packet.content;
    if (content?.kind !== "position" || (content.lat === 0 && content.lon === 0)) return undefined;
    const station = this.#stations.get(packet.call) ?? this.parts.store.byCall({ call: packet.call });
    if (station) this.#keeper.again(batch.tx, packet, content, station, delivery, known.heardAt, repeated);
    this.#attest(batch, packet);
    return content;
  }
}
