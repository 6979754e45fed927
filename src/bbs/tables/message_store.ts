/** Messages as rows. Lists read heads first, so that no page holds more text than it may. */
import { SUSPENDED_ACCOUNTS } from "../../accounts/mod.ts";
import { asNamed, columns, type Database, factColumns } from "../../db/mod.ts";
import { MAIL, type RowOf } from "../../things/mod.ts";
import { type Eyes, IN_INBOX, IS_WRITER, SEES_RECEIVED, SEES_SENT, WITH_SIDE } from "./sides.ts";

/** P personal, B bulletin, T traffic. */
export type MailType = "P" | "B" | "T";
/** Where a message stands on its way; `spread` for bulletins. */
type Delivery = "here" | "no_route" | "queued" | "sent" | "returned" | "spread";

/** A message without its text. */
export interface Head extends RowOf<typeof MAIL.facts> {
  id: number;
  bid: string;
  type: MailType;
  fromCall: string;
  fromBase: string;
  toCall: string;
  toBase: string;
  at: string;
  /** Empty: written here; `rf-fbb:<call>`: that partner brought it; else the instance that it mirrors. */
  source: string;
  mirrored: number;
  gid: string | null;
  auto: string;
  accountId: number | null;
  postedAt: number;
  receivedAt: number;
  expiresAt: number | null;
  readAt: number | null;
  replyTo: number | null;
  threadId: number;
  delivery: Delivery;
  stuckSince: number | null;
  passed: string;
  textAt: number;
  /** Since when it waits for its writer's welcome; null: it does not. */
  heldAt: number | null;
}
export interface Message extends Head {
  body: Uint8Array;
}
export type Sized = Head & { size: number };

/** Whose a message was when it came; 0 and 1 for the last two. */
interface Side {
  messageId: number;
  fromAccount: number | null;
  toAccount: number | null;
  toProven: number;
  byAir: number;
}
const SIDE = columns<Side>(asNamed("messageId fromAccount toAccount toProven byAir"));

const MESSAGE = columns<Message>({
  ...factColumns(MAIL.facts),
  ...asNamed(
    "id bid type fromCall fromBase toCall toBase at source mirrored gid auto accountId postedAt",
    "receivedAt expiresAt readAt replyTo threadId delivery stuckSince passed textAt heldAt body",
  ),
});
const HEAD = MESSAGE.without("body");
const heads = (where: string) =>
  `SELECT ${HEAD.select("m")}, length(m.body) AS size FROM bbs_message m WHERE ${where}`;
const headsOfSides = (where: string) =>
  `SELECT ${HEAD.select("m")}, length(m.body) AS size FROM bbs_message m ${WITH_SIDE} WHERE ${where}`;

/** Not past its time; binds `:now`. */
const LIVES = "(m.expires_at IS NULL OR m.expires_at > :now)";
/** Of the mirrors only those of origins that are shown; binds `:shown`, a JSON list. */
const OF_SHOWN = "(m.mirrored = 0 OR m.source IN (SELECT value FROM json_each(:shown)))";
/** A BID is shown once: the network's copy rather than a mirror, and of several mirrors the first. */
const ONCE = `(m.mirrored = 0 OR NOT EXISTS (
    SELECT 1 FROM bbs_message n WHERE n.bid = m.bid AND n.mirrored = 0
    UNION ALL
    SELECT 1 FROM bbs_message n WHERE n.bid = m.bid AND n.mirrored = 1 AND n.id < m.id
      AND n.source IN (SELECT value FROM json_each(:shown))))`;
/** What everybody may see of the bulletins `m`: nothing that is held, or of somebody suspended. Binds `:shown` and `:now`. */
export const IS_PUBLIC =
  `m.held_at IS NULL AND ${OF_SHOWN} AND ${ONCE} AND (m.account_id IS NULL OR m.account_id NOT IN ${SUSPENDED_ACCOUNTS})`;
/** The same with what the account `:me` wrote and is held. */
const IS_SHOWN = `((${IS_PUBLIC}) OR (m.held_at IS NOT NULL AND m.account_id = :me))`;
/** Newest first, strictly after a place in that order. */
const BULLETIN_PAGE =
  `m.type = 'B' AND (m.posted_at, m.id) < (:beforeAt, :beforeId) AND m.expires_at > :now AND ${IS_SHOWN}
  ORDER BY m.posted_at DESC, m.id DESC LIMIT :limit`;

interface Page {
  now: number;
  before: number;
  limit: number;
}
interface BulletinPage {
  now: number;
  shown: string;
  me: number;
  beforeAt: number;
  beforeId: number;
  limit: number;
}

/** The statements on messages and their readers. Times are unix seconds. */
export const messageStore = (db: Database) => ({
  /** The number given last; 0 before the first. */
  lastId: db.row<Record<never, never>, { seq: number }>(
    "SELECT seq FROM sqlite_sequence WHERE name = 'bbs_message'",
  ),
  insert: db.change<Message>(MESSAGE.insertInto("bbs_message")),
  /** The account that wrote it; null for one that came over the air under a call that nobody had proven. */
  writerOf: db.row<{ id: number }, { account: number | null }>(
    "SELECT from_account AS account FROM bbs_side WHERE message_id = :id",
  ),
  /** Bulletins that were written here under a base call and were not published yet, oldest first. */
  unpublished: db.rows<{ base: string; now: number }, { id: number }>(
    `SELECT id FROM bbs_message WHERE from_base = :base AND type = 'B' AND mirrored = 0 AND source = '' AND gid IS NULL
       AND expires_at > :now ORDER BY id LIMIT 200`,
  ),
  insertSide: db.change<Side>(SIDE.insertInto("bbs_side")),
  /** Whether a mailbox's eyes see a message, as received or as sent (0 or 1); a bulletin only its writer sends. */
  seen: db.row<
    Eyes & { id: number; base: string },
    { received: number; sent: number; byAir: number }
  >(
    `SELECT m.type <> 'B' AND m.to_base = :base AND m.delivery <> 'returned' AND ifnull(${SEES_RECEIVED}, 0) AS received,
       m.from_base = :base AND ifnull(${SEES_SENT}, 0) AS sent, coalesce(s.by_air, 0) AS byAir
     FROM bbs_message m ${WITH_SIDE} WHERE m.id = :id AND m.mirrored = 0`,
  ),
  byId: db.row<{ id: number }, Message>(`SELECT ${MESSAGE.select("m")} FROM bbs_message m WHERE m.id = :id`),
  /** The one that is not a mirror. */
  byBid: db.row<{ bid: string }, Message>(
    `SELECT ${MESSAGE.select("m")} FROM bbs_message m WHERE m.bid = :bid AND m.mirrored = 0`,
  ),
  byGid: db.row<{ gid: string }, Message>(
    `SELECT ${MESSAGE.select("m")} FROM bbs_message m WHERE m.gid = :gid`,
  ),
  /** Everything of a BID: the one that is not a mirror first. */
  idsOfBid: db.rows<{ bid: string }, { id: number }>(
    "SELECT id FROM bbs_message WHERE bid = :bid ORDER BY mirrored, id LIMIT 20",
  ),
  /** Origins that mirror a bulletin of this BID. */
  mirrorsOf: db.rows<{ bid: string }, { source: string }>(
    "SELECT source FROM bbs_message WHERE bid = :bid AND mirrored = 1",
  ),
  bodies: db.rows<{ ids: string }, { id: number; body: Uint8Array }>(
    "SELECT id, body FROM bbs_message WHERE id IN (SELECT value FROM json_each(:ids))",
  ),

  /** A mailbox's received mail, newest first. What went back to its sender is not shown to the addressee any more. */
  received: db.rows<Page & Omit<Eyes, "sentToo"> & { base: string }, Sized>(
    headsOfSides(
      `m.to_base = :base AND m.type <> 'B' AND m.id < :before AND m.delivery <> 'returned' AND ${LIVES}
      AND ${SEES_RECEIVED} ORDER BY m.id DESC LIMIT :limit`,
    ),
  ),
  /** Whether an account sees a personal message. */
  shownTo: db.row<{ id: number; me: number; proven: string }, { id: number }>(
    `SELECT m.id FROM bbs_message m ${WITH_SIDE} WHERE m.id = :id AND (${IS_WRITER} OR ${IN_INBOX})`,
  ),
  /** Mail in an account's inbox that was not read, at most a thousand. */
  unread: db.row<{ me: number; proven: string; now: number }, { n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM bbs_message m ${WITH_SIDE}
     WHERE ${IN_INBOX} AND m.type <> 'B' AND m.read_at IS NULL AND ${LIVES} LIMIT 1000)`,
  ),
  /** What was sent from a mailbox, newest first. */
  sent: db.rows<Page & Eyes & { base: string }, Sized>(
    headsOfSides(`m.from_base = :base AND m.type <> 'B' AND m.auto = '' AND m.id < :before AND ${LIVES}
      AND ${SEES_SENT} ORDER BY m.id DESC LIMIT :limit`),
  ),
  /** A thread, oldest first: bulletins for everybody, personal mail for the account `:me`, its writer or addressee. */
  thread: db.rows<
    { thread: number; me: number; proven: string; now: number; shown: string; limit: number },
    Sized
  >(
    headsOfSides(`m.thread_id = :thread AND m.auto <> 'batch' AND ${LIVES} AND (
        (m.type = 'B' AND ${IS_SHOWN}) OR (m.type <> 'B' AND (${IS_WRITER} OR ${IN_INBOX})))
      ORDER BY m.id LIMIT :limit`),
  ),
  bulletins: db.rows<BulletinPage, Sized>(heads(BULLETIN_PAGE)),
  ofCategory: db.rows<BulletinPage & { category: string }, Sized>(
    heads(`m.to_call = :category AND ${BULLETIN_PAGE}`),
  ),

  setRead: db.change<{ id: number; at: number }>(
    "UPDATE bbs_message SET read_at = :at WHERE id = :id AND read_at IS NULL",
  ),
  setGid: db.change<{ id: number; gid: string }>("UPDATE bbs_message SET gid = :gid WHERE id = :id"),
  setDelivery: db.change<{ id: number; delivery: Delivery; stuckSince: number | null }>(
    "UPDATE bbs_message SET delivery = :delivery, stuck_since = :stuckSince WHERE id = :id",
  ),
  /** What is held of an account, oldest first; and what an act of welcome released. */
  heldOf: db.rows<{ account: number }, { id: number }>(
    "SELECT id FROM bbs_message WHERE account_id = :account AND held_at IS NOT NULL ORDER BY id",
  ),
  releasedBy: db.rows<{ act: number }, { id: number }>(
    "SELECT id FROM bbs_message WHERE welcome_act = :act AND held_at IS NULL ORDER BY id",
  ),
  setHeld: db.change<{ id: number; at: number | null; act: number | null }>(
    "UPDATE bbs_message SET held_at = :at, welcome_act = :act WHERE id = :id",
  ),
  openOf: db.row<{ account: number }, { n: number }>(
    "SELECT count(*) AS n FROM bbs_message WHERE account_id = :account AND delivery IN ('no_route', 'queued')",
  ),
  /** Mail of an account that has not left stays here. */
  keepOf: db.change<{ account: number }>(
    `UPDATE bbs_message SET delivery = 'here', stuck_since = NULL
     WHERE account_id = :account AND delivery IN ('no_route', 'queued')`,
  ),
  drop: db.change<{ id: number }>("DELETE FROM bbs_message WHERE id = :id"),
  /**
   * Numbers of the bulletins that base calls (a JSON list) wrote, newest first; personal mail is never listed here.
   */
  latestFrom: db.rows<{ bases: string; limit: number }, { id: number }>(
    `SELECT id FROM bbs_message WHERE type = 'B' AND from_base IN (SELECT value FROM json_each(:bases)) AND mirrored = 0
     ORDER BY id DESC LIMIT :limit`,
  ),
  /** A bulletin of another instance that an operator took away. */
  blocked: db.row<{ gid: string }, { at: number }>("SELECT at FROM bbs_blocked WHERE gid = :gid"),
  block: db.change<{ gid: string; at: number }>(
    "INSERT INTO bbs_blocked (gid, at) VALUES (:gid, :at) ON CONFLICT DO NOTHING",
  ),

  /** Personal mail that has not left yet, oldest first, from a number on. */
  open: db.rows<{ after: number; limit: number }, Head>(
    `SELECT ${
      HEAD.select("m")
    } FROM bbs_message m WHERE m.delivery IN ('no_route', 'queued') AND m.id > :after
     ORDER BY m.id LIMIT :limit`,
  ),
  /** Areas that bulletins are addressed to. */
  areas: db.rows<Record<never, never>, { at: string }>(
    // A loose index scan: as many steps as there are areas, not bulletins.
    `WITH RECURSIVE each(at) AS (
       SELECT min(at) FROM bbs_message WHERE type = 'B'
       UNION ALL
       SELECT (SELECT min(at) FROM bbs_message WHERE type = 'B' AND at > each.at) FROM each WHERE each.at IS NOT NULL)
     SELECT at FROM each WHERE at IS NOT NULL`,
  ),
  /** What is past its time, oldest first. */
  expired: db.rows<{ now: number; limit: number }, { id: number }>(
    "SELECT id FROM bbs_message WHERE expires_at IS NOT NULL AND expires_at <= :now ORDER BY expires_at LIMIT :limit",
  ),

  bidKnown: db.row<{ bid: string }, { at: number }>("SELECT at FROM bbs_bid WHERE bid = :bid"),
  noteBid: db.change<{ bid: string; at: number }>(
    "INSERT INTO bbs_bid (bid, at) VALUES (:bid, :at) ON CONFLICT DO UPDATE SET at = excluded.at",
  ),
  pruneBids: db.change<{ before: number }>("DELETE FROM bbs_bid WHERE at < :before"),

  postsSince: db.row<{ poster: string; since: number }, { n: number }>(
    "SELECT count(*) AS n FROM bbs_post WHERE poster = :poster AND at > :since",
  ),
  notePost: db.change<{ poster: string; at: number }>(
    "INSERT INTO bbs_post (poster, at) VALUES (:poster, :at)",
  ),
  prunePosts: db.change<{ before: number }>("DELETE FROM bbs_post WHERE at <= :before"),

  user: db.row<{ base: string }, { seenAt: number; lastListed: number }>(
    "SELECT seen_at AS seenAt, last_listed AS lastListed FROM bbs_user WHERE base = :base",
  ),
  setUser: db.change<{ base: string; seenAt: number; lastListed: number }>(
    `INSERT INTO bbs_user (base, seen_at, last_listed) VALUES (:base, :seenAt, :lastListed)
     ON CONFLICT DO UPDATE SET seen_at = excluded.seen_at, last_listed = excluded.last_listed`,
  ),
});
export type MessageStore = ReturnType<typeof messageStore>;
