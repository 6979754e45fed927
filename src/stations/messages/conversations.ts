/**
 * A member's messages as conversations: one for each other station, over all calls that the account holds or held. What was read is
 * kept here and not in the browser, so that all of a member's devices agree.
 */
import { type Database, isSide, type Tx } from "../../db/mod.ts";
import { cutAt } from "../../http/mod.ts";
import { serviceCall, type Settings } from "../../settings/mod.ts";
import type { MessageRow } from "../sending/message_store.ts";
import { ALSO_ON_AIR, LOGGED } from "../sending/message_store.ts";

/** Conversations that are listed, and messages each way that are looked at for them. */
const MOST = 100, LOOKED_AT = 1000;

interface Of {
  me: number;
  /** The account's base calls, a JSON list. */
  bases: string;
  /**
   * Leaves out commands to the service and its answers: they belong to nobody's conversations, not to its call's
   * holder.
   */
  service: string;
}
/** Through whose eyes: an account, and the base calls that it holds. */
interface Sight {
  account: number;
  bases: readonly string[];
}
interface Conversation {
  with: string;
  unread: number;
  last: MessageRow;
}

const MINE = "IN (SELECT value FROM json_each(:bases))";
/** The newest messages to and from the account's calls, telemetry that a station addresses to itself left out. */
const RECENT = `
  SELECT * FROM (SELECT id, from_call AS other, 1 AS received FROM message
    WHERE removed_at IS NULL AND bulletin = 0 AND direction = 'rx' AND ${isSide("to")} AND to_call <> :service
      AND from_base NOT ${MINE} ORDER BY id DESC LIMIT ${LOOKED_AT})
  UNION ALL
  SELECT * FROM (SELECT id, to_call AS other, 0 AS received FROM message
    WHERE removed_at IS NULL AND bulletin = 0 AND ${isSide("from")} AND from_call <> :service
      AND transport <> '${ALSO_ON_AIR}' AND to_base NOT ${MINE} ORDER BY id DESC LIMIT ${LOOKED_AT})`;
const UNREAD = "recent.received = 1 AND recent.id > ifnull(message_read.up_to, 0)";
const READ = "LEFT JOIN message_read ON message_read.account_id = :me AND message_read.other = recent.other";

export class Conversations {
  readonly #settings: Settings;
  readonly #list;
  readonly #unread;
  readonly #thread;
  readonly #mark;
  readonly #prune;

  constructor(db: Database, settings: Settings) {
    this.#settings = settings;
    this.#list = db.rows<Of, MessageRow & { other: string; unread: number }>(
      `WITH recent AS (${RECENT}), talk AS (
         SELECT recent.other, max(recent.id) AS last, sum(${UNREAD}) AS unread FROM recent ${READ} GROUP BY recent.other)
       SELECT talk.other, talk.unread, ${LOGGED.select("m")} FROM talk JOIN message m ON m.id = talk.last
       ORDER BY talk.last DESC LIMIT ${MOST + 1}`,
    );
    this.#unread = db.row<Of, { n: number }>(
      `WITH recent AS (${RECENT}) SELECT count(*) AS n FROM recent ${READ} WHERE ${UNREAD}`,
    );
    this.#thread = db.rows<Of & { other: string; before: number; limit: number }, MessageRow>(
      `SELECT ${
        LOGGED.select("m")
      } FROM message m WHERE m.removed_at IS NULL AND m.bulletin = 0 AND m.id < :before AND (
         (m.from_call = :other AND ${isSide("to", "m")} AND m.to_call <> :service AND m.direction = 'rx') OR
         (m.to_call = :other AND ${
        isSide("from", "m")
      } AND m.from_call <> :service AND m.transport <> '${ALSO_ON_AIR}'))
       ORDER BY m.id DESC LIMIT :limit`,
    );
    this.#mark = db.change<Of & { other: string; upTo: number }>(
      `INSERT INTO message_read (account_id, other, up_to)
       SELECT :me, from_call, max(id) FROM message WHERE from_call = :other AND ${
        isSide("to")
      } AND to_call <> :service
         AND direction = 'rx' AND bulletin = 0 AND id <= :upTo GROUP BY from_call
       ON CONFLICT DO UPDATE SET up_to = max(up_to, excluded.up_to)`,
    );
    // A mark below every message that is kept says nothing any more.
    this.#prune = db.change<Record<never, never>>(
      "DELETE FROM message_read WHERE up_to < (SELECT ifnull(min(id), 9223372036854775807) FROM message)",
    );
  }

  #of = ({ account, bases }: Sight): Of => ({
    me: account,
    bases: JSON.stringify(bases),
    service: serviceCall(this.#settings),
  });

  /** Those of an account, the one with the newest message first. */
  list(sight: Sight): { rows: Conversation[]; truncated: boolean } {
    const { rows, truncated } = cutAt(this.#list(this.#of(sight)), MOST);
    return { rows: rows.map(({ other, unread, ...last }) => ({ with: other, unread, last })), truncated };
  }

  /** Received messages that the member has not read, at most a thousand. */
  unread = (sight: Sight): number => this.#unread(this.#of(sight))!.n;

  /** One of them, newest first. */
  thread = (sight: Sight, other: string, before: number, limit: number): MessageRow[] =>
    this.#thread({ ...this.#of(sight), other, before, limit });

  /** Everything of that station up to this number was read; a mark never goes back. */
  mark(tx: Tx, sight: Sight, other: string, upTo: number): void {
    this.#mark(tx, { ...this.#of(sight), other, upTo });
  }

  prune(tx: Tx): void {
    this.#prune(tx, {});
  }
}
