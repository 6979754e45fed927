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
interface HandingRow {
  cacheId: number;
  fromAccount: number;
  toAccount: number;
  toCall: string;
  inPlace: number;
  note: string;
  askedAt: number;
  endsAt: number;
}
/** One that is open, with its cache. */
export interface OpenHanding extends HandingRow {
  code: string;
  title: string;
  type: string;
  ownerCall: string;
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
    | "assigned"
    | "handed_on";
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
const HANDING = columns<HandingRow>(
  asNamed("cacheId fromAccount toAccount toCall inPlace note askedAt endsAt"),
);
/** `from` and `to` are reserved words of SQL, so the columns have other names and the fields are quoted. */
const ENTRY = `id, cache_id AS cacheId, code, action, actor, from_call AS "from", to_call AS "to", note, at`;

function adoptionStore(db: Database) {
  const requests = `SELECT ${REQUEST.select()} FROM adoption_request WHERE`;
  // What was asked by somebody whose cache it no longer is, or came to its end, is void.
  const handings = `SELECT ${
    HANDING.select("handing")
  }, cache.code, cache.title, cache.type, cache.owner_call AS ownerCall
     FROM cache_handing AS handing JOIN cache ON cache.id = handing.cache_id
     WHERE cache.owner_account = handing.from_account AND cache.removed_at IS NULL AND handing.ends_at > :now AND`;
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

    /** What an owner asks a member to take over. */
    handing: db.row<{ cache: number; now: number }, OpenHanding>(`${handings} handing.cache_id = :cache`),
    handingsTo: db.rows<{ account: number; now: number }, OpenHanding>(
      `${handings} handing.to_account = :account ORDER BY handing.asked_at DESC, handing.cache_id`,
    ),
    handingsFrom: db.rows<{ account: number; now: number }, OpenHanding>(
      `${handings} handing.from_account = :account ORDER BY handing.asked_at DESC, handing.cache_id`,
    ),
    askToTake: db.change<HandingRow>(HANDING.insertInto("cache_handing")),
    dropHanding: db.change<{ cache: number }>("DELETE FROM cache_handing WHERE cache_id = :cache"),
    forgetHandings: db.change<{ account: number }>(
      "DELETE FROM cache_handing WHERE to_account = :account OR from_account = :account",
    ),

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
