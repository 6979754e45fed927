/** Commands that wait for boxes, and what boxes said they can do. */
import type { Database, Tx } from "../../db/mod.ts";

export interface CommandRow {
  id: number;
  box: string;
  call: string | null;
  kind: string;
  payload: string;
  sig: string | null;
  status: string;
  result: string | null;
  lat: number | null;
  lon: number | null;
  createdAt: number;
  sentAt: number | null;
  ackedAt: number | null;
  messageId: number | null;
}
export interface AbilitiesRow {
  box: string;
  polledAt: number;
  transmits: number;
  radio: number;
  meshNodes: string;
  kissCalls: string;
  meshRelays: string | null;
}

const COMMAND = `SELECT id, box, call, kind, payload, sig, status, result, lat, lon, created_at AS createdAt,
  sent_at AS sentAt, acked_at AS ackedAt, message_id AS messageId FROM box_command`;
const ABILITIES =
  `SELECT box, polled_at AS polledAt, transmits, radio, mesh_nodes AS meshNodes, kiss_calls AS kissCalls,
  mesh_relays AS meshRelays FROM box_abilities`;

export class BoxCommandStore {
  readonly #put;
  readonly #one;
  readonly #queued;
  readonly #markSent;
  readonly #ack;
  readonly #log;
  readonly #late;
  readonly #expire;
  readonly #prune;
  readonly #dropQueued;
  readonly #beacons;
  readonly #abilities;
  readonly #allAbilities;
  readonly #putAbilities;

  constructor(db: Database) {
    this.#put = db.sql<{
      box: string;
      call: string | null;
      kind: string;
      payload: string;
      sig: string | null;
      at: number;
      message: number | null;
    }>(
      `INSERT INTO box_command (box, call, kind, payload, sig, status, created_at, message_id)
       VALUES (:box, :call, :kind, :payload, :sig, 'queued', :at, :message)`,
    );
    this.#one = db.sql<{ id: number }, CommandRow>(`${COMMAND} WHERE id = :id`);
    this.#queued = db.sql<{ box: string; since: number; limit: number }, CommandRow>(
      `${COMMAND} WHERE box = :box AND status = 'queued' AND created_at > :since ORDER BY id LIMIT :limit`,
    );
    this.#markSent = db.sql<{ id: number; at: number }>(
      "UPDATE box_command SET status = 'sent', sent_at = :at WHERE id = :id",
    );
    this.#ack = db.sql<
      {
        id: number;
        status: string;
        result: string | null;
        lat: number | null;
        lon: number | null;
        at: number;
      }
    >(
      `UPDATE box_command SET status = :status, result = :result, lat = :lat, lon = :lon, acked_at = :at WHERE id = :id`,
    );
    this.#log = db.sql<{ box: string }, CommandRow>(`${COMMAND} WHERE box = :box ORDER BY id DESC LIMIT 50`);
    this.#late = db.sql<{ before: number }, CommandRow>(
      `${COMMAND} WHERE status = 'queued' AND created_at <= :before`,
    );
    this.#expire = db.sql<{ id: number }>("UPDATE box_command SET status = 'expired' WHERE id = :id");
    this.#prune = db.sql<{ before: number }>("DELETE FROM box_command WHERE created_at < :before");
    this.#dropQueued = db.sql<{ box: string }>(
      "DELETE FROM box_command WHERE box = :box AND status = 'queued'",
    );
    this.#beacons = db.sql<
      { call: string; from: number; to: number },
      { at: number; lat: number; lon: number }
    >(
      `SELECT acked_at AS at, lat, lon FROM box_command
       WHERE kind = 'beacon' AND status = 'done' AND call = :call AND acked_at BETWEEN :from AND :to
         AND lat IS NOT NULL AND lon IS NOT NULL`,
    );
    this.#abilities = db.sql<{ box: string }, AbilitiesRow>(`${ABILITIES} WHERE box = :box`);
    this.#allAbilities = db.sql<{ since: number }, AbilitiesRow>(
      `${ABILITIES} WHERE polled_at >= :since ORDER BY polled_at DESC`,
    );
    this.#putAbilities = db.sql<{
      box: string;
      at: number;
      transmits: boolean;
      radio: boolean;
      mesh: string;
      kiss: string;
      relays: string | null;
    }>(
      `INSERT INTO box_abilities (box, polled_at, transmits, radio, mesh_nodes, kiss_calls, mesh_relays)
       VALUES (:box, :at, :transmits, :radio, :mesh, :kiss, :relays)
       ON CONFLICT (box) DO UPDATE SET polled_at = excluded.polled_at, transmits = excluded.transmits,
         radio = excluded.radio, mesh_nodes = excluded.mesh_nodes, kiss_calls = excluded.kiss_calls,
         mesh_relays = excluded.mesh_relays`,
    );
  }

  put = (
    tx: Tx,
    row: {
      box: string;
      call: string | null;
      kind: string;
      payload: string;
      sig: string | null;
      at: number;
      message: number | null;
    },
  ): number => this.#put.run(tx, row).id;
  one = (id: number): CommandRow | undefined => this.#one.get({ id });
  queued = (box: string, since: number, limit: number): CommandRow[] =>
    this.#queued.all({ box, since, limit });
  markSent = (tx: Tx, id: number, at: number) => this.#markSent.run(tx, { id, at });
  ack = (
    tx: Tx,
    row: {
      id: number;
      status: string;
      result: string | null;
      lat: number | null;
      lon: number | null;
      at: number;
    },
  ) => this.#ack.run(tx, row);
  log = (box: string): CommandRow[] => this.#log.all({ box });
  late = (before: number): CommandRow[] => this.#late.all({ before });
  expire = (tx: Tx, id: number) => this.#expire.run(tx, { id });
  prune = (tx: Tx, before: number) => this.#prune.run(tx, { before });
  dropQueued = (tx: Tx, box: string) => this.#dropQueued.run(tx, { box });
  beacons = (call: string, from: number, to: number) => this.#beacons.all({ call, from, to });

  abilities = (box: string): AbilitiesRow | undefined => this.#abilities.get({ box });
  polledSince = (since: number): AbilitiesRow[] => this.#allAbilities.all({ since });
  putAbilities = (
    tx: Tx,
    row: {
      box: string;
      at: number;
      transmits: boolean;
      radio: boolean;
      mesh: string;
      kiss: string;
      relays: string | null;
    },
  ) => this.#putAbilities.run(tx, row);
}
