/** Mailbox messages. */
import { asNamed, columns, type Database, notOfFormer, ofAccount } from "../../db/mod.ts";

export interface MailRow {
  id: number;
  accountId: number;
  fromCall: string;
  toCall: string;
  body: string;
  via: "app" | "radio";
  status: "held" | "sent" | "delivered" | "undelivered" | "expired" | "withdrawn";
  createdAt: number;
  expiresAt: number;
  attempts: number;
  triedAt: number | null;
  sentTo: string | null;
  settledAt: number | null;
  /** Who held the addressee's call when it was left, verified or not. */
  toAccount: number | null;
  /** 0 or 1: that holder had the call verified. */
  toProven: number;
}
const MAIL = columns<MailRow>(
  asNamed(
    "id accountId fromCall toCall body via status createdAt expiresAt attempts triedAt sentTo",
    "settledAt toAccount toProven",
  ),
);
type NewMail = Pick<
  MailRow,
  | "accountId"
  | "fromCall"
  | "toCall"
  | "body"
  | "via"
  | "status"
  | "createdAt"
  | "expiresAt"
  | "toAccount"
  | "toProven"
>;
const WAITS = "status IN ('held', 'sent')";

export function mailStore(db: Database) {
  const select = `SELECT ${MAIL.select()} FROM mailbox`;
  return {
    byId: db.row<{ id: number }, MailRow>(`${select} WHERE id = :id`),
    insert: db.change<NewMail>(
      MAIL.only(
        "accountId",
        "fromCall",
        "toCall",
        "body",
        "via",
        "status",
        "createdAt",
        "expiresAt",
        "toAccount",
        "toProven",
      )
        .insertInto("mailbox"),
    ),
    countPosted: db.row<{ account: number; since: number }, { n: number }>(
      "SELECT count(*) AS n FROM mailbox WHERE account_id = :account AND created_at > :since",
    ),
    /** What waits for a call that `me` holds (0: nobody does). */
    waitingFor: db.rows<{ to: string; now: number; me: number }, MailRow>(
      `${select} WHERE to_call = :to AND ${WAITS} AND expires_at > :now AND ${
        notOfFormer("to_account", "to_proven")
      } ORDER BY id`,
    ),
    addressees: db.rows<{ now: number }, { toCall: string }>(
      `SELECT DISTINCT to_call AS toCall FROM mailbox WHERE ${WAITS} AND expires_at > :now`,
    ),
    tried: db.change<{ id: number; to: string; at: number }>(
      "UPDATE mailbox SET status = 'sent', attempts = attempts + 1, tried_at = :at, sent_to = :to WHERE id = :id",
    ),
    settle: db.change<{ id: number; status: MailRow["status"]; at: number }>(
      "UPDATE mailbox SET status = :status, settled_at = :at WHERE id = :id",
    ),
    sentBy: db.rows<{ account: number; limit: number }, MailRow>(
      `${select} WHERE account_id = :account ORDER BY id DESC LIMIT :limit`,
    ),
    /** `bases` is a JSON list of base calls that the account `me` holds verified. */
    receivedBy: db.rows<{ bases: string; me: number; limit: number }, MailRow>(
      `${select} WHERE iif(instr(to_call, '-') > 0, substr(to_call, 1, instr(to_call, '-') - 1), to_call)
         IN (SELECT value FROM json_each(:bases)) AND ${
        ofAccount("to_account", "account_id")
      } AND status <> 'withdrawn' ORDER BY id DESC LIMIT :limit`,
    ),
    expire: db.change<{ now: number }>(
      `UPDATE mailbox SET status = iif(status = 'sent', 'undelivered', 'expired'), settled_at = :now
       WHERE ${WAITS} AND expires_at <= :now`,
    ),
    prune: db.change<{ before: number }>("DELETE FROM mailbox WHERE settled_at < :before"),
    waitingOf: db.row<{ account: number }, { n: number }>(
      `SELECT count(*) AS n FROM mailbox WHERE account_id = :account AND ${WAITS}`,
    ),
    blank: db.change<{ id: number; at: number }>(
      "UPDATE mailbox SET status = 'withdrawn', settled_at = :at, body = '' WHERE id = :id",
    ),
    /** A text between members, which its addressee has in the app: the mail of which that is the copy. */
    ofText: db.rows<{ from: string; to: string; body: string; at: number }, { id: number }>(
      `SELECT id FROM mailbox WHERE to_call = :to AND from_call = :from AND body = :body AND status <> 'withdrawn'
         AND created_at BETWEEN :at - 1 AND :at + 1`,
    ),
    withdrawAllOf: db.change<{ account: number; at: number }>(
      `UPDATE mailbox SET status = 'withdrawn', settled_at = :at WHERE account_id = :account AND ${WAITS}`,
    ),
  };
}
export type MailStore = ReturnType<typeof mailStore>;
