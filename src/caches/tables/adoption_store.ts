/** Offers of caches for adoption, requests for them, and what became of them. */
import { asNamed, columns, type Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";

interface OfferRow {
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

const OFFER = columns<OfferRow>(asNamed("cacheId note offeredBy offeredAt noticeEndsAt"));
const REQUEST = columns<RequestRow>(
  asNamed("id cacheId accountId call inPlace note status requestedAt decidedAt decisionNote"),
);
/** `from` and `to` are reserved words of SQL, so the columns have other names and the fields are quoted. */
const ENTRY = `id, cache_id AS cacheId, code, action, actor, from_call AS "from", to_call AS "to", note, at`;

function adoptionStore(db: Database) {
  const requests = `SELECT ${REQUEST.select()} FROM adoption_request WHERE`;
  return {
    /** The newest first. */
    offers: db.rows<Record<never, never>, OfferRow>(
      `SELECT ${OFFER.select()} FROM adoption_offer ORDER BY offered_at DESC, cache_id`,
    ),
    offer: db.row<{ cache: number }, OfferRow>(
      `SELECT ${OFFER.select()} FROM adoption_offer WHERE cache_id = :cache`,
    ),
    addOffer: db.change<OfferRow>(OFFER.insertInto("adoption_offer")),
    dropOffer: db.change<{ cache: number }>("DELETE FROM adoption_offer WHERE cache_id = :cache"),

    request: db.row<{ id: number }, RequestRow>(`${requests} id = :id`),
    pending: db.rows<{ cache: number }, RequestRow>(
      `${requests} cache_id = :cache AND status = 'pending' ORDER BY id`,
    ),
    /** A person's latest request for a cache. */
    latestOf: db.row<{ cache: number; account: number }, RequestRow>(
      `${requests} cache_id = :cache AND account_id = :account ORDER BY id DESC LIMIT 1`,
    ),
    requestsOf: db.rows<{ account: number }, RequestRow>(`${requests} account_id = :account ORDER BY id`),
    add: db.change<
      { cache: number; account: number; call: string; inPlace: boolean; note: string; at: number }
    >(
      `INSERT INTO adoption_request (cache_id, account_id, call, in_place, note, status, requested_at)
       VALUES (:cache, :account, :call, :inPlace, :note, 'pending', :at)`,
    ),
    /** Decides a request, where it is still pending. */
    decide: db.change<{ id: number; status: string; at: number; note: string | null }>(
      `UPDATE adoption_request SET status = :status, decided_at = :at, decision_note = :note
       WHERE id = :id AND status = 'pending'`,
    ),
    forget: db.change<{ account: number }>("DELETE FROM adoption_request WHERE account_id = :account"),

    /** The newest hundred. */
    log: db.rows<Record<never, never>, AdoptionEntry>(
      `SELECT ${ENTRY} FROM adoption_log ORDER BY id DESC LIMIT 100`,
    ),
    note: db.change<Omit<AdoptionEntry, "id">>(
      `INSERT INTO adoption_log (cache_id, code, action, actor, from_call, to_call, note, at)
       VALUES (:cacheId, :code, :action, :actor, :from, :to, :note, :at)`,
    ),
  };
}

/** The adoptions of the game. */
export const adoptionRows = perGame((game: Game) => adoptionStore(game.db));
