/** Messages on their way to partners, the forward log, and beginnings of messages whose link died. */
import { asNamed, columns, type Database } from "../../db/mod.ts";
import { WITH_SIDE } from "./sides.ts";

/** `waiting` becomes one of the others, which never change again. */
type ForwardState = "waiting" | "sent" | "had_it" | "refused" | "given_up";

export interface Forward {
  partner: string;
  messageId: number;
  state: ForwardState;
  holdReason: string | null;
  notBefore: number | null;
  tries: number;
  settledAt: number | null;
  words: string;
}
/** A message that may be offered, as much of it as the choice needs. */
export interface Waiting {
  messageId: number;
  notBefore: number | null;
  bid: string;
  type: string;
  size: number;
  fromBase: string;
  /** The account that wrote it; null for one that came over the air. */
  fromAccount: number | null;
  source: string;
  mirrored: number;
  auto: string;
  expiresAt: number | null;
}
/** A message that waits for a partner, without what it says. */
interface WaitingShown {
  bid: string;
  type: string;
  fromCall: string;
  toCall: string;
  at: string;
  bytes: number;
  receivedAt: number;
  /** Why it may not leave; null where it may. */
  held: string | null;
  notBefore: number | null;
  tries: number;
  words: string;
}
export interface Attempt {
  id: number;
  partner: string;
  startedAt: number;
  seconds: number | null;
  outcome: string;
  words: string;
  sent: number;
  received: number;
  bytesOut: number;
  bytesIn: number;
}

const FORWARD = columns<Forward>(
  asNamed("partner messageId state holdReason notBefore tries settledAt words"),
);
const ATTEMPT = columns<Attempt>(
  asNamed("id partner startedAt seconds outcome words sent received bytesOut bytesIn"),
);
/** Bulletins of one area that may go to one partner: neither brought by it nor through it. */
const SPREADABLE = `FROM bbs_message m WHERE m.type = 'B' AND m.at = :at AND m.expires_at > :now
  AND m.source <> 'rf-fbb:' || :partner AND instr(m.passed, ' ' || :base || ' ') = 0 AND m.source <> 'import' AND (:transit OR m.mirrored OR m.source = '')`;

export const forwardStore = (db: Database) => ({
  /** Puts a message on its way to a partner, once. */
  queue: db.change<{ partner: string; message: number }>(
    "INSERT INTO bbs_forward (partner, message_id, state) VALUES (:partner, :message, 'waiting') ON CONFLICT DO NOTHING",
  ),
  /** Queues for a partner every bulletin of an area that has not expired. */
  queueArea: db.change<{ partner: string; base: string; at: string; now: number; transit: boolean }>(
    `INSERT INTO bbs_forward (partner, message_id, state) SELECT :partner, m.id, 'waiting' ${SPREADABLE}
     ON CONFLICT DO NOTHING`,
  ),
  /** Takes back what waits of an area for a partner. */
  unqueueArea: db.change<{ partner: string; at: string }>(
    `DELETE FROM bbs_forward WHERE partner = :partner AND state = 'waiting'
       AND message_id IN (SELECT id FROM bbs_message WHERE type = 'B' AND at = :at)`,
  ),
  /** Takes back what waits of one message. */
  unqueue: db.change<{ message: number }>(
    "DELETE FROM bbs_forward WHERE message_id = :message AND state = 'waiting'",
  ),
  of: db.rows<{ message: number }, Forward>(
    `SELECT ${FORWARD.select()} FROM bbs_forward WHERE message_id = :message ORDER BY partner`,
  ),
  /** Partners that have these messages now. */
  forwarded: db.rows<{ ids: string }, { messageId: number; partner: string }>(
    `SELECT message_id AS messageId, partner FROM bbs_forward
     WHERE message_id IN (SELECT value FROM json_each(:ids)) AND state IN ('sent', 'had_it') ORDER BY message_id, partner`,
  ),
  one: db.row<{ partner: string; message: number }, Forward>(
    `SELECT ${FORWARD.select()} FROM bbs_forward WHERE partner = :partner AND message_id = :message`,
  ),
  /**
   * What may be offered to a partner, oldest first, from a number on. Reads an index of its own: by the primary key
   * it would pass every message that the partner has already.
   */
  allWaiting: db.row<Record<never, never>, { n: number }>(
    "SELECT count(*) AS n FROM bbs_forward WHERE state = 'waiting'",
  ),
  waiting: db.rows<{ partner: string; after: number; limit: number }, Waiting>(
    `SELECT f.message_id AS messageId, f.not_before AS notBefore, m.bid, m.type, length(m.body) AS size, m.source, m.auto,
       m.from_base AS fromBase, s.from_account AS fromAccount, m.mirrored, m.expires_at AS expiresAt
     FROM bbs_forward f INDEXED BY bbs_forward_waiting JOIN bbs_message m ON m.id = f.message_id ${WITH_SIDE}
     WHERE f.partner = :partner AND f.state = 'waiting' AND f.hold_reason IS NULL AND f.message_id > :after
     ORDER BY f.message_id LIMIT :limit`,
  ),
  /** What waits for a partner and is not offered, oldest first. */
  held: db.rows<{ partner: string; after: number; limit: number }, Waiting & { holdReason: string }>(
    `SELECT f.message_id AS messageId, f.not_before AS notBefore, f.hold_reason AS holdReason, m.bid, m.type,
       length(m.body) AS size, m.source, m.auto, m.from_base AS fromBase, s.from_account AS fromAccount, m.mirrored,
       m.expires_at AS expiresAt
     FROM bbs_forward f INDEXED BY bbs_forward_held JOIN bbs_message m ON m.id = f.message_id ${WITH_SIDE}
     WHERE f.partner = :partner AND f.state = 'waiting' AND f.hold_reason IS NOT NULL AND f.message_id > :after
     ORDER BY f.message_id LIMIT :limit`,
  ),
  counts: db.rows<Record<never, never>, { partner: string; waiting: number; held: number; oldest: number }>(
    `SELECT partner, sum(hold_reason IS NULL) AS waiting, sum(hold_reason IS NOT NULL) AS held, min(message_id) AS oldest
     FROM bbs_forward WHERE state = 'waiting' GROUP BY partner`,
  ),
  /** When the oldest message came that may be offered to a partner. */
  oldestOffered: db.row<{ partner: string }, { receivedAt: number }>(
    `SELECT m.received_at AS receivedAt
     FROM bbs_forward f INDEXED BY bbs_forward_waiting JOIN bbs_message m ON m.id = f.message_id
     WHERE f.partner = :partner AND f.state = 'waiting' AND f.hold_reason IS NULL ORDER BY f.message_id LIMIT 1`,
  ),
  hold: db.change<{ partner: string; message: number; reason: string | null }>(
    "UPDATE bbs_forward SET hold_reason = :reason WHERE partner = :partner AND message_id = :message AND state = 'waiting'",
  ),
  /** Another session may offer it again, from `notBefore` on. */
  defer: db.change<{ partner: string; message: number; notBefore: number; words: string }>(
    `UPDATE bbs_forward SET not_before = :notBefore, tries = tries + 1, words = :words
     WHERE partner = :partner AND message_id = :message AND state = 'waiting'`,
  ),
  settle: db.change<{ partner: string; message: number; state: ForwardState; at: number; words: string }>(
    `UPDATE bbs_forward SET state = :state, hold_reason = NULL, not_before = NULL, settled_at = :at, words = :words
     WHERE partner = :partner AND message_id = :message AND state = 'waiting'`,
  ),
  /** Rows of a partner that is gone. */
  dropWaitingOf: db.change<{ partner: string }>(
    "DELETE FROM bbs_forward WHERE partner = :partner AND state = 'waiting'",
  ),
  /** Gives up what waits of an account's messages. */
  giveUpOf: db.change<{ account: number; at: number; words: string }>(
    `UPDATE bbs_forward SET state = 'given_up', hold_reason = NULL, settled_at = :at, words = :words
     WHERE state = 'waiting' AND message_id IN (SELECT id FROM bbs_message WHERE account_id = :account)`,
  ),
  prune: db.change<{ before: number }>("DELETE FROM bbs_forward WHERE settled_at < :before"),

  begin: db.change<{ partner: string; startedAt: number }>(
    "INSERT INTO bbs_attempt (partner, started_at, outcome) VALUES (:partner, :startedAt, 'running')",
  ),
  end: db.change<Omit<Attempt, "partner" | "startedAt">>(
    `UPDATE bbs_attempt SET seconds = :seconds, outcome = :outcome, words = :words, sent = :sent, received = :received,
       bytes_out = :bytesOut, bytes_in = :bytesIn WHERE id = :id`,
  ),
  keepTranscript: db.change<{ id: number; text: string }>(
    "INSERT INTO bbs_transcript (attempt_id, text) VALUES (:id, :text)",
  ),
  transcript: db.row<{ id: number }, { text: string }>(
    "SELECT text FROM bbs_transcript WHERE attempt_id = :id",
  ),
  /** What waits for a partner as an operator sees it: addresses and sizes, never a subject or a text. */
  waitingShown: db.rows<{ partner: string; limit: number }, WaitingShown>(
    `SELECT m.bid, m.type, m.from_call AS fromCall, m.to_call AS toCall, m.at, length(m.body) AS bytes,
       m.received_at AS receivedAt, f.hold_reason AS held, f.not_before AS notBefore, f.tries, f.words
     FROM bbs_forward f JOIN bbs_message m ON m.id = f.message_id
     WHERE f.partner = :partner AND f.state = 'waiting' ORDER BY f.message_id LIMIT :limit`,
  ),
  /** Sessions that were cut off when the program ended. */
  endLost: db.change<{ before: number; words: string }>(
    "UPDATE bbs_attempt SET outcome = 'cut', words = :words WHERE outcome = 'running' AND started_at < :before",
  ),
  attempt: db.row<{ id: number }, Attempt>(`SELECT ${ATTEMPT.select()} FROM bbs_attempt WHERE id = :id`),
  attempts: db.rows<{ partner: string; limit: number }, Attempt>(
    `SELECT ${ATTEMPT.select()} FROM bbs_attempt WHERE partner = :partner ORDER BY id DESC LIMIT :limit`,
  ),
  /** The last session with a partner that ended well. */
  lastClean: db.row<{ partner: string }, { startedAt: number }>(
    `SELECT started_at AS startedAt FROM bbs_attempt WHERE partner = :partner AND outcome = 'clean'
     ORDER BY id DESC LIMIT 1`,
  ),
  /** Sessions with one partner, or with all where it is empty, the newest first, below an id. */
  log: db.rows<{ partner: string; before: number; limit: number }, Attempt>(
    `SELECT ${ATTEMPT.select()} FROM bbs_attempt WHERE (:partner = '' OR partner = :partner) AND id < :before
     ORDER BY id DESC LIMIT :limit`,
  ),
  pruneAttempts: db.change<{ before: number }>("DELETE FROM bbs_attempt WHERE started_at < :before"),

  part: db.row<{ partner: string; bid: string }, { part: Uint8Array }>(
    "SELECT part FROM bbs_part WHERE partner = :partner AND bid = :bid",
  ),
  keepPart: db.change<{ partner: string; bid: string; at: number; part: Uint8Array }>(
    `INSERT INTO bbs_part (partner, bid, at, part) VALUES (:partner, :bid, :at, :part)
     ON CONFLICT DO UPDATE SET at = excluded.at, part = excluded.part`,
  ),
  dropPart: db.change<{ bid: string }>("DELETE FROM bbs_part WHERE bid = :bid"),
  pruneParts: db.change<{ before: number }>("DELETE FROM bbs_part WHERE at < :before"),
});
