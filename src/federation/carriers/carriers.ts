/**
 * The slow ways to other instances, put together: frames that a box hands in, packet circuits, mail and beacons. Each
 * ends in the one admission of records, and each serves what the network serves.
 */
import type { Database, Tx } from "../../db/mod.ts";
import { type CircuitHands, type Cursor, readBeacon } from "../../link/mod.ts";
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
import { encodePage, PeerRecord, readPage, type RecordKind } from "../../wire/mod.ts";
import { fedFailure } from "../errors.ts";
import type { Identity } from "../keys/identity.ts";
import type { Endpoint, Peer } from "../tables/peer_store.ts";
import type { Deps } from "../pull/context.ts";
import type { Serving } from "../serve/serve.ts";
import { announceStore, takeAnnounce, writePresence } from "./announce.ts";
import { batchStore, takeBatch } from "./batches.ts";
import { type CircuitStore, circuitStore, type Cursors } from "./circuit_store.ts";
import { type Asides, deliver, type Delivered, type Delivery, NONE, type TakeAside } from "./deliver.ts";

// Packet circuits: whom to call, how far each was read, and what the serving and the pulling side do (FED "Packet
// circuit line protocol").

/** Transports of circuits. */
const CIRCUIT: ReadonlySet<string> = new Set(["ax25", "netrom"]);
/** Peers of one list. Those that wait longest stand first, so that every peer gets its turn. */
const MOST_LISTED = 100;
/** Characters of an error's text that are kept. */
const MOST_WORDS = 200;

interface CircuitPeer {
  instance: string;
  endpoints: { transport: string; address: string }[];
  cursors: Cursors;
  lastAttempt: number | null;
  lastOk: number | null;
  lastError: string | null;
}

/**
 * Followed peers that packet radio reaches, by instance. A peer without a known key is left out: nothing of it could
 * be verified.
 */
function reachable(deps: Deps): (Peer & { instance: string })[] {
  return deps.store.peers.all().filter((peer): peer is Peer & { instance: string } =>
    peer.instance !== null && peer.enabled && peer.pin !== null &&
    deps.trust.originView(peer.instance)?.blocked === false &&
    peer.endpoints.some(({ transport }) => CIRCUIT.has(transport))
  );
}

/** Peers to pull over packet circuits, and how they do in all. */
function circuitPeers(deps: Deps, store: CircuitStore) {
  const states = new Map(store.states().map((state) => [state.instance, state]));
  const all = reachable(deps).map((peer) => {
    const { lastAttempt = null, lastOk = null, lastError = null } = states.get(peer.instance) ?? {};
    return { peer, lastAttempt, lastOk, lastError };
  }).sort((a, b) => (a.lastAttempt ?? 0) - (b.lastAttempt ?? 0) || a.peer.id - b.peer.id);
  return {
    total: all.length,
    failing: all.filter(({ lastError }) => lastError !== null).length,
    never: all.filter(({ lastAttempt }) => lastAttempt === null).length,
    peers: all.slice(0, MOST_LISTED).map(({ peer, ...state }): CircuitPeer => ({
      instance: peer.instance,
      endpoints: peer.endpoints.filter(({ transport }) => CIRCUIT.has(transport))
        .toSorted((a, b) => a.priority - b.priority)
        .map(({ transport, address }) => ({ transport, address })),
      cursors: store.cursors(peer.instance),
      ...state,
    })),
  };
}

/** How a session with a peer went. */
interface CircuitReport {
  ok: boolean;
  error?: string | undefined;
  cursors: Cursors;
}

/** Throws `peer_unknown` for an instance that is not a peer, or is blocked. */
function refuseStranger(deps: Deps, instance: string): void {
  const known = deps.store.peers.live(instance) !== undefined && !deps.store.peers.isBlocked(instance);
  if (!known) throw fedFailure.peer_unknown({ instance });
}

/** Writes down how a session went. Cursors only move forward; success clears the error. */
function noteCircuit(
  tx: Tx,
  deps: Deps,
  store: CircuitStore,
  instance: string,
  { ok, error, cursors }: CircuitReport,
): void {
  refuseStranger(deps, instance);
  for (const [kind, cursor] of Object.entries(cursors)) {
    store.advance(tx, instance, kind as RecordKind, cursor);
  }
  const words = ok ? null : (error ?? "failed").slice(0, MOST_WORDS);
  store.noteState(tx, { instance, at: deps.receiver.now(), error: words });
}

/** The called side: serves own feeds as over HTTP. Records of others are not passed on over a circuit. */
const servingHands = (serving: Serving): CircuitHands => ({
  async page({ type, since, limit, sinceId }) {
    const page = await serving.feed(type, {
      since,
      limit,
      ...(sinceId !== undefined && /^\d{1,15}$/.test(sinceId) ? { sinceId: Number(sinceId) } : {}),
    });
    return page && encodePage(page);
  },
});

/** The dialling side: each page is admitted and its feed's cursor stored before the next page is asked for. */
function pullingHands(
  deps: Deps,
  db: Database,
  store: CircuitStore,
  instance: string,
  tell: (delivery: Delivery) => void,
): CircuitHands {
  return {
    async deliver({ feed, page }): Promise<Cursor | undefined> {
      const read = readPage(page);
      if (!read.ok) return undefined;
      let cursor: Cursor | undefined;
      // One write: wherever the program is killed, no page is read twice and none is passed over.
      const delivery = await deliver(
        deps,
        db,
        read.page.frames,
        `circuit:${instance}`,
        NONE,
        (tx, { reached }) => {
          const here = reached.find((one) => one.instance === instance && one.feed === feed);
          if (!here) return;
          const { since, sinceId } = here;
          cursor = sinceId === undefined ? { since } : { since, sinceId };
          store.advance(tx, instance, feed, cursor);
        },
      );
      tell(delivery);
      return cursor;
    },
  };
}

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
    return circuitPeers(this.parts.deps, this.circuits);
  }

  /** Notes how a session with a peer went. Throws `peer_unknown`. */
  async noteCircuit(instance: string, report: CircuitReport): Promise<void> {
    await this.parts.db.write((tx) => noteCircuit(tx, this.parts.deps, this.circuits, instance, report));
  }

  servingHands() {
    return servingHands(this.parts.serving);
  }

  /** Where to read on and what to do with the pages of a circuit to a peer. Throws `peer_unknown`, `clock_unset`. */
  pulling(instance: string, tell: (delivery: Delivery) => void = () => {}) {
    const { deps, db } = this.parts;
    refuseStranger(deps, instance);
    if (!deps.receiver.knowsTime()) throw fedFailure.clock_unset();
    return {
      cursors: this.circuits.cursors(instance),
      hands: pullingHands(deps, db, this.circuits, instance, tell),
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
