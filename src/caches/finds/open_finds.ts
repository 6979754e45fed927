/**
 * Finds for which evidence may still come, with what came with their logs, and the base calls whose positions say something
 * of them. API "Caches, logs, media".
 */
import { baseCall, LATE_S } from "../../base/mod.ts";
import { asNamed, columns, type Tx } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import type { Evidence, FindPlace, Logger, Reading } from "../rules/evidence.ts";
import { PROOF_S, TRACK_S } from "../rules/tier_limits.ts";
import { perGame } from "../stores.ts";
import type { CacheRow } from "../tables/cache_store.ts";
import type { LogRow } from "../tables/log_store.ts";

/** Readings of one log that are kept: a phone that sends the log again has a better one once or twice. */
const MOST_READINGS = 6;

export interface OpenRow {
  logId: number;
  cacheId: number;
  accountId: number;
  /** Base call of the log when it was written. */
  base: string;
  /** Base call of the living cache's station. */
  station: string | null;
  /** Positions of these times say something of it. */
  fromAt: number;
  toAt: number;
  /** After this nothing comes that could count. */
  until: number;
  /** JSON of where it had to happen, `PlaceThen`; null for finds of older versions. */
  place: string | null;
  /** JSON list of `Reading`. */
  readings: string;
  look: number;
  contradicted: number;
  /** JSON of `Own`; null for finds of older versions. */
  own: string | null;
}

/** Where a find had to happen when it was logged; where the station of a living cache was is looked up. */
export type PlaceThen =
  | Exclude<FindPlace, { kind: "living" }>
  | Omit<Extract<FindPlace, { kind: "living" }>, "fixes">;
/** The finder's base calls and stations when a find was logged. */
export type Own = Pick<Logger, "bases" | "stations">;

const OPEN = columns<OpenRow>(
  asNamed("logId cacheId accountId base station fromAt toAt until place readings look contradicted own"),
);
const SELECT = `SELECT ${OPEN.select()} FROM open_find WHERE`;

/** The open finds. What every packet asks is kept in memory. */
class OpenFinds {
  /** By base call: from when on what is heard of it is kept. */
  #awaited?: Map<string, number>;
  #version = -1;
  #lookedAt = -1;
  readonly byLog;
  readonly ofPerson;
  readonly ofBase;
  readonly toLookAt;
  readonly toAsk;
  readonly setAsked;
  readonly askAll;
  readonly setUntil;
  readonly setLook;
  readonly setContradicted;
  readonly lookSince;
  readonly #heardOf;
  readonly #all;
  readonly #insert;
  readonly #setReadings;
  readonly #over;
  readonly #drop;
  readonly #dropOf;

  constructor(readonly game: Game) {
    const { db } = game;
    this.byLog = db.row<{ log: number }, OpenRow>(`${SELECT} log_id = :log`);
    this.ofPerson = db.rows<{ account: number; cache: number }, OpenRow>(
      `${SELECT} account_id = :account AND cache_id = :cache ORDER BY log_id`,
    );
    this.ofBase = db.rows<{ base: string }, { log: number }>(
      "SELECT log_id AS log FROM open_find WHERE base = :base ORDER BY log_id",
    );
    this.toLookAt = db.rows<{ limit: number }, { log: number }>(
      "SELECT log_id AS log FROM open_find WHERE look = 1 ORDER BY log_id LIMIT :limit",
    );
    this.toAsk = db.rows<{ limit: number }, { log: number }>(
      "SELECT log_id AS log FROM open_find WHERE ask = 1 ORDER BY log_id LIMIT :limit",
    );
    this.setAsked = db.change<{ log: number }>("UPDATE open_find SET ask = 0 WHERE log_id = :log");
    this.askAll = db.change<Record<never, never>>(
      "UPDATE open_find SET ask = 1 WHERE (SELECT tier FROM log WHERE id = log_id) IS NOT 'A'",
    );
    this.setUntil = db.change<{ log: number; until: number }>(
      "UPDATE open_find SET until = :until WHERE log_id = :log",
    );
    this.setLook = db.change<{ log: number; look: number }>(
      "UPDATE open_find SET look = :look WHERE log_id = :log",
    );
    this.setContradicted = db.change<{ log: number }>(
      "UPDATE open_find SET contradicted = 1 WHERE log_id = :log",
    );
    /** Everything of which something may have been heard since a time. */
    this.lookSince = db.change<{ since: number }>("UPDATE open_find SET look = 1 WHERE to_at >= :since");
    this.#heardOf = db.rows<{ base: string; at: number }, { log: number }>(
      `SELECT log_id AS log FROM open_find WHERE base = :base AND from_at <= :at AND to_at >= :at
       UNION SELECT log_id FROM open_find WHERE station = :base AND from_at <= :at AND to_at >= :at ORDER BY 1`,
    );
    this.#all = db.rows<Record<never, never>, { base: string; since: number }>(
      `SELECT base, min(from_at) AS since FROM (SELECT base, from_at FROM open_find
         UNION ALL SELECT station, from_at FROM open_find WHERE station IS NOT NULL) GROUP BY base`,
    );
    this.#insert = db.change<OpenRow>(OPEN.insertInto("open_find"));
    this.#setReadings = db.change<{ log: number; readings: string }>(
      "UPDATE open_find SET readings = :readings WHERE log_id = :log",
    );
    this.#over = db.change<{ before: number }>("DELETE FROM open_find WHERE until < :before");
    this.#drop = db.change<{ log: number }>("DELETE FROM open_find WHERE log_id = :log");
    this.#dropOf = db.change<{ account: number; base: string }>(
      "DELETE FROM open_find WHERE account_id = :account AND base = :base",
    );
  }

  /** Another process (a command) may have written: noticed within a second. */
  #known(): Map<string, number> {
    const now = this.game.world.now();
    if (this.#lookedAt !== now) {
      this.#lookedAt = now;
      const version = this.game.db.dataVersion();
      if (version !== this.#version) this.#awaited = undefined;
      this.#version = version;
    }
    return this.#awaited ??= new Map(this.#all({}).map(({ base, since }) => [base, since]));
  }

  /** Since when what is heard of a base call is kept, because a find may need it; undefined where none does. */
  since = (base: string): number | undefined => this.#known().get(base);

  /** Finds of which a position of this base call at one of these times says something. */
  heardOf = (base: string, times: Iterable<number>): Set<number> =>
    new Set([...new Set(times)].flatMap((at) => this.#heardOf({ base, at }).map(({ log }) => log)));

  /** A find is there: evidence may come for it, or against it. */
  open(
    tx: Tx,
    log: LogRow,
    cache: CacheRow,
    { place, logger: { bases, stations } }: Pick<Evidence, "place" | "logger">,
    readings: readonly Reading[],
  ): void {
    const { fixes: _, ...then } = { fixes: undefined, ...place };
    const base = baseCall(log.call);
    const station = cache.type === "living" && cache.stationCall !== null
      ? baseCall(cache.stationCall)
      : null;
    const fromAt = log.foundAt - TRACK_S;
    this.#insert(tx, {
      logId: log.id,
      cacheId: cache.id,
      accountId: log.accountId!,
      ...{ base, station, fromAt, place: JSON.stringify(then satisfies PlaceThen) },
      own: JSON.stringify({ bases, stations } satisfies Own),
      toAt: log.foundAt + TRACK_S,
      until: untilOf(log, log.accountId! < 0 || this.game.accounts.isVerified(log.call)),
      readings: JSON.stringify(readings),
      ...{ look: 0, contradicted: 0 },
    });
    // At once, so that the rest of this write is heard; where the write fails one name too many is harmless.
    const awaited = this.#known();
    for (const name of station === null ? [base] : [base, station]) {
      awaited.set(name, Math.min(awaited.get(name) ?? fromAt, fromAt));
    }
  }

  /** What the logger's device said when it sent the log again; whether it is new. */
  addReading(tx: Tx, row: OpenRow, reading: Reading): boolean {
    const readings = JSON.parse(row.readings) as Reading[];
    const text = JSON.stringify(reading);
    if (readings.length >= MOST_READINGS || readings.some((one) => JSON.stringify(one) === text)) {
      return false;
    }
    this.#setReadings(tx, { log: row.logId, readings: JSON.stringify([...readings, reading]) });
    return true;
  }

  /** Nothing is waited for any more: of one find, of those of an account under a base call that it lost, of all that are over. */
  drop(tx: Tx, log: number): void {
    this.#drop(tx, { log });
    this.#forget(tx);
  }
  dropOf(tx: Tx, account: number, base: string): void {
    this.#dropOf(tx, { account, base });
    this.#forget(tx);
  }
  close(tx: Tx, now: number): number {
    const { changes } = this.#over(tx, { before: now });
    if (changes > 0) this.#forget(tx);
    return changes;
  }

  #forget(tx: Tx): void {
    tx.after(() => this.#awaited = undefined);
  }
}

/** Until when something may come for a find: hearings for as long as boxes keep them, the proof of its call for longer. */
export const untilOf = ({ foundAt }: Pick<LogRow, "foundAt">, proven: boolean): number =>
  foundAt + (proven ? LATE_S : PROOF_S);

/** The open finds of the game. */
export const openFinds = perGame((game: Game) => new OpenFinds(game));
