/** Commands heard over the air, and near-cache messages that were sent. */
import { asNamed, columns, type Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";

export type CommandStatus = "logged" | "pending" | "rejected" | "help" | "done" | "discarded" | "expired";

export interface CommandRow {
  id: number;
  /** Number of the message that carried it; copies of the message have the same. */
  messageId: number;
  accountId: number | null;
  fromCall: string;
  command: string;
  cacheCode: string | null;
  body: string;
  trusted: number;
  status: CommandStatus;
  reason: string | null;
  logId: number | null;
  sentAt: number;
  decidedAt: number | null;
  /** How it came; null for commands of older versions. */
  via: string | null;
  /** The station that heard it, or the gate that an internet copy names. */
  heardBy: string | null;
}

const COMMAND = columns<CommandRow>(
  asNamed(
    "id messageId accountId fromCall command cacheCode body trusted status reason logId sentAt",
    "decidedAt via heardBy",
  ),
);

export function radioStore(db: Database) {
  const select = `SELECT ${COMMAND.select()} FROM radio_command WHERE`;
  const count = "SELECT count(*) AS n FROM";
  return {
    byId: db.row<{ id: number }, CommandRow>(`${select} id = :id`),
    byMessage: db.row<{ message: number }, CommandRow>(`${select} message_id = :message`),
    /** The newest of an account; a limit of -1 is no limit. */
    ofAccount: db.rows<{ account: number; limit: number }, CommandRow>(
      `${select} account_id = :account ORDER BY id DESC LIMIT :limit`,
    ),
    /** How many commands of this call wait for their confirmation. */
    waiting: db.row<{ call: string }, { n: number }>(
      `${count} radio_command WHERE from_call = :call AND status = 'pending'`,
    ),
    /** How many commands wait for their sender to confirm them. */
    waitingOf: db.row<{ account: number }, { n: number }>(
      `${count} radio_command WHERE account_id = :account AND status = 'pending'`,
    ),
    insert: db.change<Omit<CommandRow, "id">>(COMMAND.without("id").insertInto("radio_command")),
    settle: db.change<
      {
        id: number;
        status: CommandStatus;
        reason: string | null;
        logId: number | null;
        trusted: boolean;
        at: number;
      }
    >(
      `UPDATE radio_command SET status = :status, reason = :reason, log_id = :logId, trusted = :trusted, decided_at = :at
       WHERE id = :id`,
    ),
    expire: db.change<{ before: number; now: number }>(
      "UPDATE radio_command SET status = 'expired', decided_at = :now WHERE status = 'pending' AND sent_at < :before",
    ),
    prune: db.change<{ before: number }>(
      "DELETE FROM radio_command WHERE status <> 'pending' AND sent_at < :before",
    ),

    addNear: db.change<{ at: number; account: number; cache: number }>(
      "INSERT INTO near_message (at, account_id, cache_id) VALUES (:at, :account, :cache)",
    ),
    /** Near-cache messages since a time: to a person, to all, to a person about one cache. */
    nearSince: db.row<{ account: number; since: number }, { n: number }>(
      `${count} near_message WHERE account_id = :account AND at >= :since`,
    ),
    allNearSince: db.row<{ since: number }, { n: number }>(`${count} near_message WHERE at >= :since`),
    nearOfSince: db.row<{ account: number; cache: number; since: number }, { n: number }>(
      `${count} near_message WHERE account_id = :account AND cache_id = :cache AND at >= :since`,
    ),
    pruneNear: db.change<{ before: number }>("DELETE FROM near_message WHERE at < :before"),

    /** One statement for each table that holds something of a person. */
    forget: ["radio_command", "near_message"].map((table) =>
      db.change<{ account: number }>(`DELETE FROM ${table} WHERE account_id = :account`)
    ),
  };
}

/** The radio commands of the game. */
export const commandRows = perGame((game: Game) => radioStore(game.db));
