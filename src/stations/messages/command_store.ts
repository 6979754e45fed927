/** Messages to the service call, remembered for repeats, limits and the members' list. */
import type { Database, Tx } from "../../db/mod.ts";

export interface ServiceMessageRow {
  id: number;
  status: string;
  attested: number;
  ackedAt: number | null;
}

export class CommandStore {
  readonly #earlier;
  readonly #count;
  readonly #put;
  readonly #drop;
  readonly #settle;
  readonly #acked;
  readonly #replied;
  readonly #repliedSince;
  readonly #answers;
  readonly #prune;

  constructor(db: Database) {
    this.#earlier = db.sql<
      { from: string; base: string; number: string; body: string; since: number },
      ServiceMessageRow
    >(
      `SELECT id, status, attested, acked_at AS ackedAt FROM service_message
       WHERE from_base = :base AND at >= :since AND from_call = :from AND msg_no = :number AND body = :body
       ORDER BY at DESC LIMIT 1`,
    );
    this.#count = db.sql<{ base: string; since: number }, { n: number }>(
      "SELECT count(*) AS n FROM service_message WHERE from_base = :base AND at >= :since",
    );
    this.#put = db.sql<{
      at: number;
      from: string;
      base: string;
      number: string;
      body: string;
      word: string;
      attested: boolean;
    }>(
      `INSERT INTO service_message (at, from_call, from_base, msg_no, body, word, status, attested)
       VALUES (:at, :from, :base, :number, :body, :word, 'new', :attested)`,
    );
    this.#drop = db.sql<{ id: number }>("DELETE FROM service_message WHERE id = :id");
    this.#settle = db.sql<{ id: number; status: string; attested: boolean }>(
      "UPDATE service_message SET status = :status, attested = :attested WHERE id = :id",
    );
    this.#acked = db.sql<{ id: number; at: number }>(
      "UPDATE service_message SET acked_at = :at WHERE id = :id",
    );
    this.#replied = db.sql<{ id: number; text: string }>(
      "UPDATE service_message SET reply = :text WHERE id = :id",
    );
    this.#repliedSince = db.sql<{ base: string; since: number }, { n: number }>(
      "SELECT 1 AS n FROM service_message WHERE from_base = :base AND at >= :since AND reply IS NOT NULL LIMIT 1",
    );
    this.#answers = db.sql<{ since: number }, { n: number }>(
      `SELECT count(acked_at) + count(reply) AS n FROM service_message WHERE at >= :since`,
    );
    this.#prune = db.sql<{ before: number }>("DELETE FROM service_message WHERE at < :before");
  }

  /** The same message within the time of repeats. */
  earlier = (
    from: string,
    base: string,
    number: string,
    body: string,
    since: number,
  ): ServiceMessageRow | undefined => this.#earlier.get({ from, base, number, body, since });
  countOf = (base: string, since: number): number => this.#count.get({ base, since })!.n;
  put = (
    tx: Tx,
    row: {
      at: number;
      from: string;
      base: string;
      number: string;
      body: string;
      word: string;
      attested: boolean;
    },
  ): number => this.#put.run(tx, row).id;
  drop = (tx: Tx, id: number) => this.#drop.run(tx, { id });
  settle = (tx: Tx, id: number, status: string, attested: boolean) =>
    this.#settle.run(tx, { id, status, attested });
  acked = (tx: Tx, id: number, at: number) => this.#acked.run(tx, { id, at });
  replied = (tx: Tx, id: number, text: string) => this.#replied.run(tx, { id, text });
  repliedSince = (base: string, since: number): boolean =>
    this.#repliedSince.get({ base, since }) !== undefined;
  /** Acks and replies since then. */
  answersSince = (since: number): number => this.#answers.get({ since })!.n;
  prune = (tx: Tx, before: number): number => this.#prune.run(tx, { before }).changes;
}
