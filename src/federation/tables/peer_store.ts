/** Rows of peers. peers.ts and pull/ decide on trust and addresses; this file stores their decisions. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";
import type { SequenceKind } from "../../wire/mod.ts";

/** A key with the time from which it no longer counts; the current key has none. */
export interface AcceptKey {
  x: string;
  until?: number;
}

/** `key` follows `prevKey`, signed by `prevKey` (FED "Envelope", svc-rot/1). */
export interface Rotation {
  key: string;
  prevKey: string;
  at: number;
  sig: string;
}

export type Trust = "unvetted" | "trusted" | "blocked";

export interface Endpoint {
  transport: string;
  address: string;
  priority: number;
  verifiedVia?: string;
}

/** Somebody saw the instance: a trusted peer's list, or the local network. */
export interface Sighting {
  /** Instance that listed it, or `mdns`. */
  via: string;
  fp: string;
  at: number;
  addr?: string;
}

/** One address that a pull dialled, and how that ended: a code where it did not answer. */
export interface Tried {
  base: string;
  /** `answered`, or why it did not: `unreachable`, `timeout`, `address` … */
  said: string;
  /** In words, where it did not. */
  why?: string;
}

/** How far somebody holds records, by kind. */
export type HeldNumbers = Partial<Record<SequenceKind, number>>;

export interface Peer {
  id: number;
  url: string;
  instance: string | null;
  trust: Trust;
  enabled: boolean;
  addedVia: "manual" | "admin" | "registry" | "44net" | "submitted" | "discovered" | "mdns" | "transit";
  addedAt: number;
  expected: string | null;
  pin: string | null;
  accept: AcceptKey[];
  rotations: Rotation[];
  endpoints: Endpoint[];
  endpointsSource: "dns" | "descriptor" | "announce" | "discovered" | null;
  operatorCall: string | null;
  /** Calls that it names as its operator's itself: they count against it, never for it. */
  declared: string[];
  verifiedVia: string | null;
  capabilities: string[];
  sightings: Sighting[];
  repConfirmed: number;
  repFailed: number;
  approvedAt: number | null;
  autoPromotedAt: number | null;
  pulls: number;
  pullsFailed: number;
  lastSync: number | null;
  lastOk: number | null;
  lastError: string | null;
  lastCounts: Record<string, number> | null;
  exchangeAt: number | null;
  contradictions: number;
  /** Addresses that the last pull dialled. */
  tried: Tried[];
  /** How far it says that it holds our records; `null` while it has said nothing. */
  holds: HeldNumbers | null;
  /** Why it was blocked, in the operator's words. */
  blockReason: string | null;
  /** What a block took: lifting it gives that back. */
  beforeBlock: Pick<Peer, "approvedAt" | "autoPromotedAt"> & { trust: "trusted" | "unvetted" } | null;
}

/** A peer as it is first written down. */
export const newPeer = (
  told: Pick<Peer, "url" | "addedVia" | "addedAt"> & Partial<Peer>,
): Omit<Peer, "id"> => ({
  instance: null,
  trust: "unvetted",
  enabled: true,
  expected: null,
  pin: null,
  accept: [],
  rotations: [],
  endpoints: [],
  endpointsSource: null,
  operatorCall: null,
  declared: [],
  verifiedVia: null,
  capabilities: [],
  sightings: [],
  repConfirmed: 0,
  repFailed: 0,
  approvedAt: null,
  autoPromotedAt: null,
  pulls: 0,
  pullsFailed: 0,
  lastSync: null,
  lastOk: null,
  lastError: null,
  lastCounts: null,
  exchangeAt: null,
  contradictions: 0,
  tried: [],
  holds: null,
  blockReason: null,
  beforeBlock: null,
  ...told,
});

/** The fields that are stored as JSON. */
type JsonFields =
  | "accept"
  | "rotations"
  | "endpoints"
  | "declared"
  | "capabilities"
  | "sightings"
  | "lastCounts"
  | "tried"
  | "holds"
  | "beforeBlock";

/** A peer as it lies in the table. */
type PeerRow = Omit<Peer, JsonFields | "enabled"> & {
  enabled: number;
  lastCounts: string | null;
  holds: string | null;
  beforeBlock: string | null;
} & Record<Exclude<JsonFields, "lastCounts" | "holds" | "beforeBlock">, string>;

const PEER = columns<PeerRow>(
  asNamed(
    "id url instance trust enabled addedVia addedAt expected pin accept rotations endpoints",
    "endpointsSource operatorCall declared verifiedVia capabilities sightings repConfirmed repFailed",
    "approvedAt autoPromotedAt pulls pullsFailed lastSync lastOk lastError lastCounts exchangeAt",
    "contradictions tried holds blockReason beforeBlock",
  ),
);

/** Whether a peer is believed, and by which keys. */
export type PeerKeys = Pick<Peer, "trust" | "pin" | "accept" | "rotations">;
type KeysRow = Pick<PeerRow, keyof PeerKeys>;
const KEYS = columns<KeysRow>(asNamed("trust pin accept rotations"));

/** Most columns hold an empty list: nothing is to be read in it. */
const listOf = <T>(text: string): T[] => text === "[]" ? [] : JSON.parse(text);

const peerOf = (row: PeerRow): Peer => ({
  ...row,
  enabled: row.enabled === 1,
  accept: listOf(row.accept),
  rotations: listOf(row.rotations),
  endpoints: listOf(row.endpoints),
  declared: listOf(row.declared),
  capabilities: listOf(row.capabilities),
  sightings: listOf(row.sightings),
  lastCounts: row.lastCounts === null ? null : JSON.parse(row.lastCounts),
  tried: listOf(row.tried),
  holds: row.holds === null ? null : JSON.parse(row.holds),
  beforeBlock: row.beforeBlock === null ? null : JSON.parse(row.beforeBlock),
});

const rowOf = <P extends Omit<Peer, "id">>(peer: P) => ({
  ...peer,
  enabled: peer.enabled ? 1 : 0,
  accept: JSON.stringify(peer.accept),
  rotations: JSON.stringify(peer.rotations),
  endpoints: JSON.stringify(peer.endpoints),
  declared: JSON.stringify(peer.declared),
  capabilities: JSON.stringify(peer.capabilities),
  sightings: JSON.stringify(peer.sightings),
  lastCounts: peer.lastCounts === null ? null : JSON.stringify(peer.lastCounts),
  tried: JSON.stringify(peer.tried),
  holds: peer.holds === null ? null : JSON.stringify(peer.holds),
  beforeBlock: peer.beforeBlock === null ? null : JSON.stringify(peer.beforeBlock),
});

/** The statements on peers. An instance may have several rows; the live one is the first that is not blocked. */
export function peerStore(db: Database) {
  const all = db.rows<Record<never, never>, PeerRow>(`SELECT ${PEER.select()} FROM fed_peer ORDER BY id`);
  const byUrl = db.row<{ url: string }, PeerRow>(`SELECT ${PEER.select()} FROM fed_peer WHERE url = :url`);
  const ofInstance = "FROM fed_peer WHERE instance = :instance ORDER BY trust = 'blocked', id";
  const rowsOf = db.rows<{ instance: string }, PeerRow>(`SELECT ${PEER.select()} ${ofInstance}`);
  const keysOf = db.rows<{ instance: string }, KeysRow>(`SELECT ${KEYS.select()} ${ofInstance}`);
  const trustsOf = db.rows<{ instance: string }, Pick<Peer, "trust">>(`SELECT trust ${ofInstance}`);
  const revision = db.row<Record<never, never>, { revision: string }>(
    "SELECT revision FROM fed_peer_trust WHERE id = 1",
  );
  const live = db.row<{ instance: string }, PeerRow>(
    `SELECT ${PEER.select()} FROM fed_peer WHERE instance = :instance AND trust <> 'blocked' ORDER BY id LIMIT 1`,
  );
  const insert = db.change<Omit<PeerRow, "id">>(PEER.without("id").insertInto("fed_peer"));
  const update = db.change<PeerRow>(`UPDATE fed_peer SET ${PEER.without("id").set()} WHERE id = :id`);
  const countVia = db.row<{ via: Peer["addedVia"] }, { n: number }>(
    "SELECT count(*) AS n FROM fed_peer WHERE added_via = :via",
  );

  return {
    all: (): Peer[] => all().map(peerOf),
    byUrl(url: string): Peer | undefined {
      const row = byUrl({ url });
      return row && peerOf(row);
    },
    /** Every row of an instance, the live one first. */
    ofInstance: (instance: string): Peer[] => rowsOf({ instance }).map(peerOf),
    /** The same, with no more than its keys: asked for with every page. */
    keysOf: (instance: string): PeerKeys[] =>
      keysOf({ instance }).map(({ accept, rotations, ...row }) => ({
        ...row,
        accept: listOf(accept),
        rotations: listOf(rotations),
      })),
    /** Trust of each row of an instance, the live row first. */
    trustsOf: (instance: string): Trust[] => trustsOf({ instance }).map(({ trust }) => trust),
    /** Another text whenever some row's instance or trust has changed, whichever process wrote it. */
    trustRevision: (): string => revision({})!.revision,
    /** The one row of an instance that is not blocked. */
    live(instance: string): Peer | undefined {
      const row = live({ instance });
      return row && peerOf(row);
    },
    /** Whether the instance is blocked, under whichever address. */
    isBlocked: (instance: string): boolean => trustsOf({ instance }).some(({ trust }) => trust === "blocked"),
    add: (tx: Tx, peer: Omit<Peer, "id">): Peer => ({ ...peer, id: insert(tx, rowOf(peer)).id }),
    save: (tx: Tx, peer: Peer): void => void update(tx, rowOf(peer)),
    /** Saves what has changed since the row was read; most pulls change nothing of most rows. */
    saveChanged(tx: Tx, before: Peer, after: Peer): void {
      const row = rowOf(after);
      if (JSON.stringify(row) !== JSON.stringify(rowOf(before))) update(tx, row);
    },
    remove: db.change<{ id: number }>("DELETE FROM fed_peer WHERE id = :id"),
    /** How many peers were added by this source. */
    countVia: (via: Peer["addedVia"]): number => countVia({ via })!.n,
  };
}
export type PeerStore = ReturnType<typeof peerStore>;
