/**
 * The slow ways to other instances, put together: frames that a box hands in, packet circuits, mail and beacons. Each
 * ends in the one admission of records, and each serves what the network serves.
 */
import type { Database, Tx } from "../../db/mod.ts";
import { readBeacon } from "../../link/mod.ts";
import {
  FED_LINK_CALL,
  FED_LINK_NODE,
  FED_LINK_PAGES,
  FED_LINK_PULL,
  FED_LINK_PULL_MS,
  FED_LINK_SERVE,
  serviceCall,
  type Settings,
} from "../../settings/mod.ts";
import { PeerRecord, readPage } from "../../wire/mod.ts";
import { fedFailure } from "../errors.ts";
import type { Identity } from "../keys/identity.ts";
import type { Endpoint } from "../tables/peer_store.ts";
import type { Deps } from "../pull/context.ts";
import type { Serving } from "../serve/serve.ts";
import { announceStore, takeAnnounce, writePresence } from "./announce.ts";
import { batchStore, takeBatch } from "./batches.ts";
import { type CircuitStore, circuitStore } from "./circuit_store.ts";
import {
  circuitPeers,
  type CircuitReport,
  type CircuitVisits,
  noteCircuit,
  pullingHands,
  reachable,
  refuseStranger,
  servingHands,
} from "./circuits.ts";
import { type Asides, deliver, type Delivered, type Delivery, type TakeAside } from "./deliver.ts";

interface CarrierParts {
  deps: Deps;
  db: Database;
  settings: Settings;
  identity: Identity;
  serving: Serving;
  /** Who takes records that nobody mirrors, by type, wherever frames or mail bring them. */
  asides: Asides;
  /** Own endpoints, as they are published. */
  endpoints(): Endpoint[];
  visits(): CircuitVisits;
}

/** How long a batch is remembered, in seconds: longer than mail travels in the network. */
const BATCHES_S = 400 * 86_400;

export class Carriers {
  readonly circuits: CircuitStore;
  readonly #batches;
  readonly #asides: Asides;
  /** Who takes what beacons bring. */
  readonly #heard = new Map<number, TakeAside>();

  constructor(readonly parts: CarrierParts) {
    const { db, deps } = parts;
    this.circuits = circuitStore(db, deps.store.progress);
    this.#batches = batchStore(db);
    this.#asides = parts.asides;
    this.#heard.set(PeerRecord.type, takeAnnounce(deps.store.peers, announceStore(db)));
  }

  /** Admits a sync page that a carrier brought. The sender that its envelope names is not heeded. */
  async frames(bytes: Uint8Array): Promise<Delivered> {
    const read = readPage(bytes);
    if (!read.ok) throw fedFailure.bad_page({ problem: read.problem });
    const { deps, db } = this.parts;
    return await deliver(deps, db, read.page.frames, "frames", this.#asides);
  }

  /** This instance's presence as a datagram. */
  presence(): Uint8Array<ArrayBuffer> {
    const { identity, settings, deps } = this.parts;
    if (!identity.key) throw fedFailure.unsigned();
    const now = deps.receiver.now();
    if (!deps.receiver.knowsTime()) throw fedFailure.clock_unset();
    const { instance, key } = identity;
    const datagram = writePresence({
      instance,
      key,
      endpoints: this.parts.endpoints(),
      call: serviceCall(settings),
      now,
    });
    if (!datagram) throw fedFailure.too_long({ instance });
    return datagram;
  }

  /** Takes a datagram that was heard. `federation` says whether it was one of ours at all. */
  async heard(datagram: Uint8Array): Promise<Omit<Delivery, "reached"> & { federation: boolean }> {
    const frame = readBeacon(datagram);
    if (!frame) return { federation: false, applied: 0, quarantined: 0, rejected: 0 };
    const { deps, db } = this.parts;
    const { applied, quarantined, rejected } = await deliver(deps, db, [frame], "beacon", this.#heard);
    return { federation: true, applied, quarantined, rejected };
  }

  /** What the operator set for circuits: boxes that run them obey it. */
  link() {
    const { settings } = this.parts;
    return {
      serve: settings.get(FED_LINK_SERVE),
      pull: settings.get(FED_LINK_PULL),
      call: settings.get(FED_LINK_CALL) ?? null,
      node: settings.get(FED_LINK_NODE) ?? null,
      everyMs: settings.get(FED_LINK_PULL_MS),
      pages: settings.get(FED_LINK_PAGES),
    };
  }

  /**
   * Why circuits are not answered now: a sentence for the caller, and the setting that the operator has to put right.
   */
  refusesCircuits(): { words: string; setting: string } | undefined {
    const { identity } = this.parts;
    if (!this.link().serve) {
      return { words: "packet circuits are not answered here", setting: "FED_LINK_SERVE" };
    }
    if (!identity.key) return { words: "this instance signs nothing", setting: "FED_PRIVATE_KEY" };
    return undefined;
  }

  circuitPeers() {
    return circuitPeers(this.parts.deps, this.circuits, this.parts.visits());
  }

  /** Whether circuits are dialled to an instance. */
  dials(instance: string): boolean {
    return this.link().pull && reachable(this.parts.deps).some((peer) => peer.instance === instance);
  }

  /** Visits that wait for a circuit to an instance. Throws `peer_unknown`. */
  visitsFor(instance: string): { digest: string; bytes: Uint8Array }[] {
    refuseStranger(this.parts.deps, instance);
    return this.parts.visits().due(instance);
  }

  /** Notes how a session with a peer went. Throws `peer_unknown`. */
  async noteCircuit(instance: string, report: CircuitReport): Promise<void> {
    const { db, deps, visits } = this.parts;
    await db.write((tx) => noteCircuit(tx, deps, this.circuits, visits(), instance, report));
  }

  servingHands() {
    return servingHands(this.parts.serving, this.parts.visits());
  }

  /** Where to read on and what to do with the pages of a circuit to a peer. Throws `peer_unknown`, `clock_unset`. */
  pulling(instance: string, tell: (delivery: Delivery) => void = () => {}) {
    const { deps, db } = this.parts;
    refuseStranger(deps, instance);
    if (!deps.receiver.knowsTime()) throw fedFailure.clock_unset();
    return {
      cursors: this.circuits.cursors(instance),
      hands: pullingHands({ deps, db, store: this.circuits, visits: this.parts.visits() }, instance, tell),
    };
  }

  /** Takes a batch that a forwarding partner brought, in the post office's own write. */
  takeBatch(tx: Tx, batch: { partner: string; bid: string; text: string }) {
    return takeBatch(tx, this.parts.deps, this.#batches, this.#asides, batch);
  }

  prune(tx: Tx, now: number): void {
    this.#batches.prune(tx, { before: now - BATCHES_S });
  }
}
