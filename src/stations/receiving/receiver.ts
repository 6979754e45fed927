/**
 * What becomes of a received packet: told from its copies, stored, and passed on to messages, mesh and commands.
 *
 * Batches are gathered here and nowhere else. What several receivers hand over in one turn of the event loop becomes one
 * write (`Together`), in which each station's row is written once, however many of its packets came; `db.write` then puts
 * it into one commit with whatever else waits. A receiver's batch is kept whole or not at all, and is answered after the
 * commit. The raw ring follows after the commit, in a file of its own, since it may be lost.
 */
import type { World } from "../../base/mod.ts";
import type { Content, Located, PositionReport, WeatherReport } from "../../aprs/mod.ts";
import type { Database } from "../../db/mod.ts";
import type { Settings } from "../../settings/mod.ts";
import { CoverageTally } from "../coverage/coverage.ts";
import type { Deliveries } from "../evidence/deliveries.ts";
import type { CoverageStore } from "../coverage/store.ts";
import type { FixStore } from "../tables/fix_store.ts";
import type { Outcome, Reception, StationEvent } from "../reception.ts";
import { Batch, type Copy } from "./batch.ts";
import { type FixedStation, FixKeeper, isRadio } from "./keep_fix.ts";
import { placed, positionEvent, weatherOf } from "./located.ts";
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

  /** Takes a batch; settles once it is on the disk. One outcome for each packet, in order. */
  take = (packets: readonly Reception[]): Promise<Outcome[]> => this.#together.add(packets);

  /** Writes down what several receivers handed over at once. */
  async #write(given: readonly (readonly Reception[])[]): Promise<Outcome[][]> {
    const added: string[] = [];
    const again: Copy[] = [];
    let written: { batch: Batch; outcomes: Outcome[][] };
    try {
      written = await this.parts.db.write((tx) => {
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
        return { batch, outcomes };
      });
    } catch (error) {
      // Nothing of the batch was stored, so memory must not hold it either.
      for (const key of added) this.#recent.forget(key);
      for (const { known: { ways }, way } of again) ways.splice(ways.indexOf(way), 1);
      this.#stations.clear();
      this.parts.deliveries.forget();
      throw error;
    }
    const { batch, outcomes } = written;
    for (const each of outcomes) for (const outcome of each) if (outcome === "accepted") this.taken++;
    batch.keepInRing(this.parts.ring, this.parts.world);
    if (batch.events.length > 0) this.parts.tell(batch.events);
    return outcomes;
  }

  #one(batch: Batch, packet: Reception, added: string[]): Outcome {
    const { tx } = batch;
    const delivery = this.parts.deliveries.idOf(tx, packet.delivery);
    const known = this.#recent.find(packet.key, packet.at);
    const way = wayOf(delivery, packet.direct);
    if (known) {
      // The same receiver's copy again adds nothing, unless it is the first one heard directly.
      if (known.ways.includes(way) || known.ways.includes(wayOf(delivery, true))) return "duplicate";
      const better = known.ways.includes(wayOf(delivery, false));
      known.ways.push(way);
      batch.copies.push({ key: packet.key, known, way });
      if (better) batch.countDirect(packet);
      else batch.count(packet);
      this.#copy(batch, packet, known, delivery, better);
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
        if (content.lat === 0 && content.lon === 0) break;
        objects.put(tx, content, packet.call, packet.at, packet.delivery.via);
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
        batch.news.get(packet.call)!.status = content.text;
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
    else if (content.kind === "sensors") this.parts.samples.putWeather(tx, station.id, packet.at, content);
    else if (content.kind === "message" || content.kind === "ack" || content.kind === "rej") {
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
  }

  /** What a receiver heard itself says how far it hears. */
  #cover(batch: Batch, packet: Reception, spot: Located, delivery: number): void {
    if (packet.direct && isRadio(packet)) batch.coverage.add(spot, packet, delivery);
  }

  /** A further receiver's copy: a hearing of the fix, and perhaps the one that attests a command. */
  #copy(batch: Batch, packet: Reception, known: Known, delivery: number, better: boolean): void {
    const { tx } = batch;
    const content = packet.mesh?.content ?? packet.content;
    if (packet.mesh) this.parts.mesh.note(tx, packet, packet.mesh);
    if (content?.kind === "position" && !(content.lat === 0 && content.lon === 0)) {
      this.#cover(batch, packet, content, delivery);
      const station = this.#stations.get(packet.call) ?? this.#known(packet.call);
      if (station) this.#keeper.again(tx, packet, content, station, delivery, known.heardAt, better);
    } else if (content?.kind === "message") this.parts.messages.copyArrived(tx, packet, content);
  }

  #known(call: string): Station | undefined {
    const row = this.parts.store.byCall({ call });
    return row && { id: row.id };
  }
}
