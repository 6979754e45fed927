/** Visitors, their visits, those that wait for a key, and whose visits operators refuse. */
import { asNamed, columns, type Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";

export interface VisitRow {
  id: string;
  logId: number;
  home: string;
  call: string;
  key: string;
  /** The call of the key's record. */
  keyCall: string;
  sentId: string;
  cacheGid: string;
  /** When the last document that was taken says that it was signed, unix seconds. */
  at: number;
  createdAt: number;
}
/** A visit whose key is not here yet, as it was posted. */
export interface WaitingRow {
  key: string;
  sentId: string;
  at: number;
  home: string;
  cacheGid: string;
  document: string;
  cameAt: number;
}
interface RefusedRow {
  home: string;
  /** Empty: everybody of that instance. */
  base: string;
  reason: string;
  at: number;
}

const VISIT = columns<VisitRow>(asNamed("id logId home call key keyCall sentId cacheGid at createdAt"));
const WAITING = columns<WaitingRow>(asNamed("key sentId at home cacheGid document cameAt"));
const REFUSED = columns<RefusedRow>(asNamed("home base reason at"));
const SELECT = `SELECT ${VISIT.select()} FROM visit WHERE`;
const WAITS = `SELECT ${WAITING.select()} FROM visit_waiting`;

/** How many there are, and when the first of them came. */
interface Counted {
  n: number;
  oldest: number | null;
}

function visitStore(db: Database) {
  const count = (where: string) =>
    `SELECT count(*) AS n, min(at) AS oldest FROM (SELECT created_at AS at FROM visit WHERE ${where} AND created_at > :since
       UNION ALL SELECT came_at FROM visit_waiting WHERE ${where} AND came_at > :since)`;
  return {
    visitor: db.row<{ account: number }, { base: string; home: string }>(
      "SELECT base, home FROM visitor WHERE account = :account",
    ),
    visitorOf: db.row<{ base: string; home: string }, { account: number }>(
      "SELECT account FROM visitor WHERE base = :base AND home = :home",
    ),
    lowest: db.row<Record<never, never>, { account: number | null }>(
      "SELECT min(account) AS account FROM visitor",
    ),
    addVisitor: db.change<{ account: number; base: string; home: string }>(
      "INSERT INTO visitor (account, base, home) VALUES (:account, :base, :home)",
    ),
    /** A visitor of whom nothing is kept any more. */
    dropVisitor: db.change<{ account: number }>(
      "DELETE FROM visitor WHERE account = :account AND NOT EXISTS (SELECT 1 FROM log WHERE account_id = :account)",
    ),

    byId: db.row<{ id: string }, VisitRow>(`${SELECT} id = :id`),
    bySent: db.row<{ key: string; sentId: string }, VisitRow>(`${SELECT} key = :key AND sent_id = :sentId`),
    ofLog: db.row<{ log: number }, VisitRow>(`${SELECT} log_id = :log`),
    ofKey: db.rows<{ home: string; key: string }, VisitRow>(`${SELECT} home = :home AND key = :key`),
    add: db.change<VisitRow>(VISIT.insertInto("visit")),
    setAt: db.change<{ id: string; at: number }>("UPDATE visit SET at = :at WHERE id = :id"),
    drop: db.change<{ id: string }>("DELETE FROM visit WHERE id = :id"),

    byKeySince: db.row<{ key: string; since: number }, Counted>(count("key = :key")),
    byHomeSince: db.row<{ home: string; since: number }, Counted>(count("home = :home")),
    /** Of one cache, by keys of one instance that have no find that counts; `least` where a cache says nothing itself. */
    byNewKeysSince: db.row<{ home: string; cache: string; since: number; least: "A" | "B" }, Counted>(
      `SELECT count(*) AS n, min(created_at) AS oldest FROM visit v
       WHERE v.home = :home AND v.cache_gid = :cache AND v.created_at > :since AND NOT EXISTS (
         SELECT 1 FROM visit o JOIN log l ON l.id = o.log_id JOIN cache c ON c.id = l.cache_id WHERE o.key = v.key AND
         l.kind = 'found' AND l.removed_at IS NULL AND (l.corroborated_by IS NOT NULL OR l.tier IS 'A'
           OR (l.tier IS 'B' AND coalesce(c.min_trust, :least) = 'B')))`,
    ),
    /** Whether a key has a find that counts. */
    counts: db.row<{ key: string; least: "A" | "B" }, { yes: 1 }>(
      `SELECT 1 AS yes FROM visit o JOIN log l ON l.id = o.log_id JOIN cache c ON c.id = l.cache_id WHERE o.key = :key AND
         l.kind = 'found' AND l.removed_at IS NULL AND (l.corroborated_by IS NOT NULL OR l.tier IS 'A'
           OR (l.tier IS 'B' AND coalesce(c.min_trust, :least) = 'B')) LIMIT 1`,
    ),

    wait: db.change<WaitingRow>(`${WAITING.insertInto("visit_waiting")} ON CONFLICT DO NOTHING`),
    waitingOf: db.rows<{ home: string; key: string }, WaitingRow>(
      `${WAITS} WHERE home = :home AND key = :key ORDER BY at`,
    ),
    allWaiting: db.rows<{ limit: number }, WaitingRow>(`${WAITS} ORDER BY came_at, at LIMIT :limit`),
    waitingFor: db.rows<{ now: number }, { home: string }>(
      "SELECT DISTINCT home FROM visit_waiting WHERE came_at <= :now ORDER BY home",
    ),
    waiting: db.row<Record<never, never>, { n: number }>("SELECT count(*) AS n FROM visit_waiting"),
    stopWaiting: db.change<{ key: string; sentId: string; at: number }>(
      "DELETE FROM visit_waiting WHERE key = :key AND sent_id = :sentId AND at = :at",
    ),
    dropWaiting: db.change<{ before: number }>("DELETE FROM visit_waiting WHERE came_at < :before"),
    dropWaitingOf: db.change<{ key: string }>("DELETE FROM visit_waiting WHERE key = :key"),

    photo: db.row<{ visit: string; n: number }, { media: string }>(
      "SELECT media FROM visit_photo WHERE visit = :visit AND n = :n",
    ),
    setPhoto: db.change<{ visit: string; n: number; media: string }>(
      `INSERT INTO visit_photo (visit, n, media) VALUES (:visit, :n, :media)
       ON CONFLICT (visit, n) DO UPDATE SET media = excluded.media`,
    ),

    refused: db.row<{ home: string; base: string }, RefusedRow>(
      `SELECT ${REFUSED.select()} FROM visitor_refusal WHERE home = :home AND base IN ('', :base) ORDER BY base LIMIT 1`,
    ),
    allRefused: db.rows<Record<never, never>, RefusedRow>(
      `SELECT ${REFUSED.select()} FROM visitor_refusal ORDER BY home, base`,
    ),
    refuse: db.change<RefusedRow>(
      `${REFUSED.insertInto("visitor_refusal")} ON CONFLICT (home, base) DO UPDATE SET ${
        REFUSED.only("reason", "at").setExcluded()
      }`,
    ),
    allow: db.change<{ home: string; base: string }>(
      "DELETE FROM visitor_refusal WHERE home = :home AND base = :base",
    ),

    erased: db.row<{ digest: string }, { at: number }>("SELECT at FROM visit_erased WHERE digest = :digest"),
    erase: db.change<{ digest: string; at: number }>(
      "INSERT INTO visit_erased (digest, at) VALUES (:digest, :at) ON CONFLICT (digest) DO UPDATE SET at = excluded.at",
    ),
  };
}

/** The visits of the game. */
export type VisitStore = ReturnType<typeof visitStore>;
export const visitRows = perGame((game: Game) => visitStore(game.db));
