/** Offers of caches for adoption, requests for them, and what became of them. */
import type { Database, Tx } from "../../db/mod.ts";

export interface OfferRow {
  cacheId: number;
  note: string;
  offeredBy: string;
  offeredAt: number;
  noticeEndsAt: number;
}
export interface RequestRow {
  id: number;
  cacheId: number;
  accountId: number;
  call: string;
  inPlace: number;
  note: string;
  status: "pending" | "approved" | "declined" | "cancelled";
  requestedAt: number;
  decidedAt: number | null;
  decisionNote: string | null;
}
export interface AdoptionEntry {
  id: number;
  cacheId: number;
  code: string;
  action:
    | "offered"
    | "offer_withdrawn"
    | "owner_declined"
    | "requested"
    | "request_cancelled"
    | "declined"
    | "approved"
    | "assigned";
  actor: string;
  from: string | null;
  to: string | null;
  note: string;
  at: number;
}

const OFFER =
  "cache_id AS cacheId, note, offered_by AS offeredBy, offered_at AS offeredAt, notice_ends_at AS noticeEndsAt";
const REQUEST = `id, cache_id AS cacheId, account_id AS accountId, call, in_place AS inPlace, note, status,
  requested_at AS requestedAt, decided_at AS decidedAt, decision_note AS decisionNote`;

export class AdoptionStore {
  readonly #offers;
  readonly #offer;
  readonly #addOffer;
  readonly #dropOffer;
  readonly #request;
  readonly #pending;
  readonly #mine;
  readonly #add;
  readonly #decide;
  readonly #log;
  readonly #note;
  readonly #ofAccount;
  readonly #forget;

  constructor(db: Database) {
    this.#offers = db.sql<never, OfferRow>(
      `SELECT ${OFFER} FROM adoption_offer ORDER BY offered_at DESC, cache_id`,
    );
    this.#offer = db.sql<{ cache: number }, OfferRow>(
      `SELECT ${OFFER} FROM adoption_offer WHERE cache_id = :cache`,
    );
    this.#addOffer = db.sql<Record<keyof OfferRow, string | number>>(
      `INSERT INTO adoption_offer (cache_id, note, offered_by, offered_at, notice_ends_at)
       VALUES (:cacheId, :note, :offeredBy, :offeredAt, :noticeEndsAt)`,
    );
    this.#dropOffer = db.sql<{ cache: number }>("DELETE FROM adoption_offer WHERE cache_id = :cache");
    this.#request = db.sql<{ id: number }, RequestRow>(
      `SELECT ${REQUEST} FROM adoption_request WHERE id = :id`,
    );
    this.#pending = db.sql<{ cache: number }, RequestRow>(
      `SELECT ${REQUEST} FROM adoption_request WHERE cache_id = :cache AND status = 'pending' ORDER BY id`,
    );
    this.#mine = db.sql<{ cache: number; account: number }, RequestRow>(
      `SELECT ${REQUEST} FROM adoption_request WHERE cache_id = :cache AND account_id = :account ORDER BY id DESC LIMIT 1`,
    );
    this.#add = db.sql<
      { cache: number; account: number; call: string; inPlace: boolean; note: string; at: number }
    >(
      `INSERT INTO adoption_request (cache_id, account_id, call, in_place, note, status, requested_at)
       VALUES (:cache, :account, :call, :inPlace, :note, 'pending', :at)`,
    );
    this.#decide = db.sql<{ id: number; status: string; at: number; note: string | null }>(
      `UPDATE adoption_request SET status = :status, decided_at = :at, decision_note = :note
       WHERE id = :id AND status = 'pending'`,
    );
    this.#log = db.sql<never, AdoptionEntry>(
      `SELECT id, cache_id AS cacheId, code, action, actor, from_call AS "from", to_call AS "to", note, at
       FROM adoption_log ORDER BY id DESC LIMIT 100`,
    );
    this.#note = db.sql<Record<keyof Omit<AdoptionEntry, "id">, string | number | null>>(
      `INSERT INTO adoption_log (cache_id, code, action, actor, from_call, to_call, note, at)
       VALUES (:cacheId, :code, :action, :actor, :from, :to, :note, :at)`,
    );
    this.#ofAccount = db.sql<{ account: number }, RequestRow>(
      `SELECT ${REQUEST} FROM adoption_request WHERE account_id = :account ORDER BY id`,
    );
    this.#forget = db.sql<{ account: number }>("DELETE FROM adoption_request WHERE account_id = :account");
  }

  offers = (): OfferRow[] => this.#offers.all();
  offer = (cache: number): OfferRow | undefined => this.#offer.get({ cache });
  addOffer(tx: Tx, row: OfferRow): void {
    this.#addOffer.run(tx, { ...row });
  }
  dropOffer(tx: Tx, cache: number): void {
    this.#dropOffer.run(tx, { cache });
  }
  request = (id: number): RequestRow | undefined => this.#request.get({ id });
  pending = (cache: number): RequestRow[] => this.#pending.all({ cache });
  /** A person's latest request for a cache. */
  latestOf = (cache: number, account: number): RequestRow | undefined => this.#mine.get({ cache, account });
  add = (
    tx: Tx,
    row: { cache: number; account: number; call: string; inPlace: boolean; note: string; at: number },
  ): number => this.#add.run(tx, row).id;
  /** False when it was decided already. */
  decide = (
    tx: Tx,
    id: number,
    to: { status: "approved" | "declined" | "cancelled"; at: number; note: string | null },
  ): boolean => this.#decide.run(tx, { id, ...to }).changes > 0;
  log = (): AdoptionEntry[] => this.#log.all();
  note(tx: Tx, entry: Omit<AdoptionEntry, "id">): void {
    this.#note.run(tx, { ...entry });
  }
  requestsOf = (account: number): RequestRow[] => this.#ofAccount.all({ account });
  forget(tx: Tx, account: number): void {
    this.#forget.run(tx, { account });
  }
}
