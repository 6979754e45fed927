/** Rows of peers. Who may be what is decided in peers.ts and pull.ts; here they are only remembered. */
import type { Database, Tx } from "../../db/mod.ts";
import type { AcceptKey, Rotation } from "../keys/resolve_keys.ts";

export type Trust = "unvetted" | "trusted" | "blocked";
export const TRUSTS: readonly Trust[] = ["unvetted", "trusted", "blocked"];

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
  ...told,
});

/** Columns by member; the ones named here hold JSON. */
const COLUMN: Record<keyof Omit<Peer, "id">, string> = {
  url: "url",
  instance: "instance",
  trust: "trust",
  enabled: "enabled",
  addedVia: "added_via",
  addedAt: "added_at",
  expected: "expected",
  pin: "pin",
  accept: "accept",
  rotations: "rotations",
  endpoints: "endpoints",
  endpointsSource: "endpoints_source",
  operatorCall: "operator_call",
  verifiedVia: "verified_via",
  capabilities: "capabilities",
  sightings: "sightings",
  repConfirmed: "rep_confirmed",
  repFailed: "rep_failed",
  approvedAt: "approved_at",
  autoPromotedAt: "auto_promoted_at",
  pulls: "pulls",
  pullsFailed: "pulls_failed",
  lastSync: "last_sync",
  lastOk: "last_ok",
  lastError: "last_error",
  lastCounts: "last_counts",
  exchangeAt: "exchange_at",
  contradictions: "contradictions",
};
const JSON_MEMBERS = ["accept", "rotations", "endpoints", "capabilities", "sightings", "lastCounts"] as const;
const MEMBERS = Object.keys(COLUMN) as (keyof typeof COLUMN)[];
const SELECT = `SELECT id, ${
  MEMBERS.map((member) => `${COLUMN[member]} AS ${member}`).join(", ")
} FROM fed_peer`;

type Row = Record<string, string | number | null>;

function peerOf(row: Row): Peer {
  const peer: Record<string, unknown> = { ...row, enabled: row.enabled === 1 };
  for (const member of JSON_MEMBERS) peer[member] = JSON.parse(row[member] as string ?? "null");
  return peer as unknown as Peer;
}

function rowOf(peer: Omit<Peer, "id">): Row {
  const row: Record<string, unknown> = {};
  for (const member of MEMBERS) row[member] = peer[member];
  for (const member of JSON_MEMBERS) row[member] = row[member] === null ? null : JSON.stringify(row[member]);
  row.enabled = peer.enabled ? 1 : 0;
  return row as Row;
}

export class PeerStore {
  readonly #all;
  readonly #byUrl;
  readonly #ofInstance;
  readonly #insert;
  readonly #update;
  readonly #remove;
  readonly #countVia;

  constructor(db: Database) {
    this.#all = db.sql<never, Row>(`${SELECT} ORDER BY id`);
    this.#byUrl = db.sql<{ url: string }, Row>(`${SELECT} WHERE url = :url`);
    this.#ofInstance = db.sql<{ instance: string }, Row>(
      `${SELECT} WHERE instance = :instance ORDER BY trust = 'blocked', id`,
    );
    this.#insert = db.sql(
      `INSERT INTO fed_peer (${MEMBERS.map((member) => COLUMN[member]).join(", ")})
       VALUES (${MEMBERS.map((member) => `:${member}`).join(", ")})`,
    );
    this.#update = db.sql(
      `UPDATE fed_peer SET ${
        MEMBERS.map((member) => `${COLUMN[member]} = :${member}`).join(", ")
      } WHERE id = :id`,
    );
    this.#remove = db.sql<{ id: number }>("DELETE FROM fed_peer WHERE id = :id");
    this.#countVia = db.sql<{ via: string }, { n: number }>(
      "SELECT count(*) AS n FROM fed_peer WHERE added_via = :via",
    );
  }

  all(): Peer[] {
    return this.#all.all().map(peerOf);
  }
  byUrl(url: string): Peer | undefined {
    const row = this.#byUrl.get({ url });
    return row && peerOf(row);
  }
  /** Every row of an instance, the live one first. */
  ofInstance(instance: string): Peer[] {
    return this.#ofInstance.all({ instance }).map(peerOf);
  }
  /** The one row of an instance that is not blocked. */
  live(instance: string): Peer | undefined {
    return this.ofInstance(instance).find((peer) => peer.trust !== "blocked");
  }
  /** Whether the instance is blocked, under whichever address. */
  isBlocked(instance: string): boolean {
    return this.ofInstance(instance).some((peer) => peer.trust === "blocked");
  }
  add(tx: Tx, peer: Omit<Peer, "id">): Peer {
    return { ...peer, id: this.#insert.run(tx, rowOf(peer)).id };
  }
  save(tx: Tx, peer: Peer): void {
    this.#update.run(tx, { ...rowOf(peer), id: peer.id });
  }
  remove(tx: Tx, id: number): void {
    this.#remove.run(tx, { id });
  }
  countVia(via: Peer["addedVia"]): number {
    return this.#countVia.get({ via })!.n;
  }
}
