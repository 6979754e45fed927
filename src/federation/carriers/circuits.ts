/**
 * Packet circuits: whom to call, how far each was read, what waits for a call, and what the serving and the pulling side do (FED
 * "Packet circuit line protocol").
 */
import type { Database, Tx } from "../../db/mod.ts";
import type { CircuitHands, Cursor } from "../../link/mod.ts";
import { encodePage, readPage, type RecordKind, type VisitAnswer } from "../../wire/mod.ts";
import { fedFailure } from "../errors.ts";
import type { Deps } from "../pull/context.ts";
import type { Serving } from "../serve/serve.ts";
import type { Peer } from "../tables/peer_store.ts";
import type { CircuitStore, Cursors } from "./circuit_store.ts";
import { deliver, type Delivery, NONE } from "./deliver.ts";

/** The game's visits, as circuits carry them. */
export interface CircuitVisits {
  /** Visits to send to an instance now, the longest-waiting first. */
  due(instance: string): { digest: string; bytes: Uint8Array }[];
  /** An answer came from that instance, or from whoever answers on its frequency; false where no such visit waits for it. */
  answered(tx: Tx, instance: string, digest: string, answer: VisitAnswer): boolean;
  /** How many wait for each instance, by what was answered last. */
  counts(): ReadonlyMap<string, VisitCounts>;
  /** Takes a visit as if it had been posted, and gives what is answered. */
  take(bytes: Uint8Array): Promise<VisitAnswer>;
}
interface VisitCounts {
  waiting: number;
  taken: number;
  waitingKey: number;
  refused: number;
}
const NO_VISITS: VisitCounts = { waiting: 0, taken: 0, waitingKey: 0, refused: 0 };

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
  /** Of members here, at caches there. */
  visits: VisitCounts;
}

/**
 * Followed peers that packet radio reaches, by instance. A peer without a known key is left out: nothing of it could
 * be verified.
 */
export function reachable(deps: Deps): (Peer & { instance: string })[] {
  return deps.store.peers.all().filter((peer): peer is Peer & { instance: string } =>
    peer.instance !== null && peer.enabled && peer.pin !== null &&
    deps.trust.originView(peer.instance)?.blocked === false &&
    peer.endpoints.some(({ transport }) => CIRCUIT.has(transport))
  );
}

/** Peers to pull over packet circuits, and how they do in all. */
export function circuitPeers(deps: Deps, store: CircuitStore, visits: CircuitVisits) {
  const counts = visits.counts();
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
      visits: counts.get(peer.instance) ?? NO_VISITS,
    })),
  };
}

/** How a session with a peer went. */
export interface CircuitReport {
  ok: boolean;
  error?: string | undefined;
  cursors: Cursors;
  /** Answers to visits, where they were not written down as they came. */
  visits?: readonly { digest: string; answer: VisitAnswer }[] | undefined;
}

/** Throws `peer_unknown` for an instance that is not a peer, or is blocked. */
export function refuseStranger(deps: Deps, instance: string): void {
  const { peers } = deps.store;
  if (peers.live(instance) === undefined || peers.isBlocked(instance)) {
    throw fedFailure.peer_unknown({ instance });
  }
}

/** Writes down how a session went. Cursors only move forward; success clears the error. */
export function noteCircuit(
  tx: Tx,
  deps: Deps,
  store: CircuitStore,
  outgoing: CircuitVisits,
  instance: string,
  { ok, error, cursors, visits = [] }: CircuitReport,
): void {
  refuseStranger(deps, instance);
  for (const [kind, cursor] of Object.entries(cursors)) {
    store.advance(tx, instance, kind as RecordKind, cursor);
  }
  for (const { digest, answer } of visits) outgoing.answered(tx, instance, digest, answer);
  const words = ok ? null : (error ?? "failed").slice(0, MOST_WORDS);
  store.noteState(tx, { instance, at: deps.receiver.now(), error: words });
}

/** The called side: serves own feeds as over HTTP, and takes visits. Records of others are not passed on over a circuit. */
export const servingHands = (serving: Serving, visits: CircuitVisits): CircuitHands => ({
  visit: (bytes) => visits.take(bytes),
  async page({ type, since, limit, sinceId }) {
    const page = await serving.feed(type, {
      since,
      limit,
      ...(sinceId !== undefined && /^\d{1,15}$/.test(sinceId) ? { sinceId: Number(sinceId) } : {}),
    });
    return page && encodePage(page);
  },
});

/** The dialling side: what waits goes out, and each page is admitted and its feed's cursor stored before the next page is asked for. */
export function pullingHands(
  { deps, db, store, visits }: { deps: Deps; db: Database; store: CircuitStore; visits: CircuitVisits },
  instance: string,
  tell: (delivery: Delivery) => void,
): CircuitHands {
  const sent = new Set<string>();
  return {
    outgoing() {
      const next = visits.due(instance).find(({ digest }) => !sent.has(digest));
      if (next) sent.add(next.digest);
      return Promise.resolve(next?.bytes);
    },
    async answered(digest, answer) {
      await db.write((tx) => void visits.answered(tx, instance, digest, answer));
    },
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
