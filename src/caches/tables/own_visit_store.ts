/** What members logged at caches of other instances: handed on from here, and come back as records (migration 0860). */
import { asNamed, columns, type Database } from "../../db/mod.ts";
import type { VisitAnswer } from "../../wire/mod.ts";
import type { Game } from "../game.ts";
import type { Tier } from "../rules/evidence.ts";
import { perGame } from "../stores.ts";

interface VisitRow {
  id: number;
  account: number;
  signerKey: string;
  sentId: string;
  cacheGid: string;
  origin: string;
  call: string;
  kind: string;
  text: string;
  foundAt: number;
  tier: Tier | null;
  /** What the cache's instance said of it when it was handed on, as JSON; null where it came another way. */
  answer: string | null;
  /** Of its record; null until that is here. */
  gid: string | null;
  /** What the member thinks of the cache, as its instance took it. */
  favourite: 0 | 1;
  stars: number | null;
}

/** A visit with its cache as the map has it; null where that cache is not here. */
export type NamedVisitRow = VisitRow & { map: string | null };

/** A find at a neighbour's cache, as profiles, statistics and logbooks take it. */
export interface CountedVisit {
  call: string;
  text: string;
  foundAt: number;
  tier: Tier;
  minTrust: Tier | null;
  code: string;
  title: string;
  type: string;
  owner: string;
  difficulty: number;
  terrain: number;
  country: string | null;
  lat: number;
  lon: number;
}

/** What a person's visits of one tier and type of cache add up to; `halves`: twice the points. */
export interface VisitSum {
  tier: Tier;
  type: string;
  n: number;
  halves: number;
  firstAt: number;
  lastAt: number;
}

const VISIT = columns<VisitRow>({
  id: true,
  account: true,
  signerKey: true,
  sentId: true,
  cacheGid: true,
  origin: true,
  call: true,
  kind: true,
  text: true,
  foundAt: true,
  tier: true,
  answer: true,
  gid: true,
  favourite: true,
  stars: true,
});
const NEW = VISIT.without("id", "favourite", "stars");
type NewVisit = Omit<VisitRow, "favourite" | "id" | "stars">;

/** Of origins that are shown, a JSON list. */
const SHOWN = "origin IN (SELECT value FROM json_each(:origins))";
/** A tier that reaches the minimum of its cache, `least` where the cache names none. */
const REACHES =
  "v.tier = 'A' OR (v.tier = 'B' AND coalesce(m.map ->> 'minTrust', m.more ->> 'minTrust', :least) = 'B')";

function ownVisitStore(db: Database) {
  return {
    /** Keeps what the cache's instance said of a log that was handed on. A record that was here before says more. */
    sent: db.change<NewVisit>(
      `${
        NEW.insertInto("own_visit")
      } ON CONFLICT (signer_key, sent_id) DO UPDATE SET answer = excluded.answer`,
    ),
    /** Keeps a record as a member's own; one name stands for one visit, whatever else its signature is put under. */
    claim: db.change<NewVisit>(
      `${NEW.insertInto("own_visit")} ON CONFLICT (signer_key, sent_id) DO UPDATE
         SET ${NEW.only("call", "kind", "text", "foundAt", "tier", "gid").setExcluded()}
         WHERE own_visit.cache_gid = excluded.cache_gid AND coalesce(own_visit.gid, excluded.gid) = excluded.gid`,
    ),
    byGid: db.row<{ gid: string }, VisitRow>(`SELECT ${VISIT.select()} FROM own_visit WHERE gid = :gid`),
    /** One of the member's by the number that the cache's instance gave it. */
    bySent: db.row<{ account: number; sentId: string }, VisitRow>(
      `SELECT ${VISIT.select()} FROM own_visit WHERE account = :account AND sent_id = :sentId`,
    ),
    bySigned: db.row<{ key: string; sentId: string }, VisitRow>(
      `SELECT ${VISIT.select()} FROM own_visit WHERE signer_key = :key AND sent_id = :sentId`,
    ),
    /** What the cache's instance said later, of a visit whose record is not here yet. */
    setAnswer: db.change<{ key: string; sentId: string; answer: string }>(
      "UPDATE own_visit SET answer = :answer WHERE signer_key = :key AND sent_id = :sentId AND gid IS NULL",
    ),
    setOpinion: db.change<{ id: number; favourite: 0 | 1; stars: number | null }>(
      "UPDATE own_visit SET favourite = :favourite, stars = :stars WHERE id = :id",
    ),
    drop: db.change<{ gid: string }>("DELETE FROM own_visit WHERE gid = :gid"),
    dropOne: db.change<{ id: number }>("DELETE FROM own_visit WHERE id = :id"),
    forget: db.change<{ account: number }>("DELETE FROM own_visit WHERE account = :account"),
    /** Those that were handed on before a moment and never came back. */
    dropLost: db.change<{ before: number }>(
      "DELETE FROM own_visit WHERE gid IS NULL AND found_at < :before",
    ),
    allOf: db.rows<{ account: number }, VisitRow>(
      `SELECT ${VISIT.select()} FROM own_visit WHERE account = :account ORDER BY found_at DESC, id DESC`,
    ),
    /** The newest of a member's, of one instance where it is given. */
    latestOf: db.rows<{ account: number; origin: string | null; limit: number }, NamedVisitRow>(
      `SELECT ${VISIT.select("v")}, m.map FROM own_visit v LEFT JOIN cache_mirror m ON m.gid = v.cache_gid
       WHERE v.account = :account AND (:origin IS NULL OR v.origin = :origin)
       ORDER BY v.found_at DESC, v.id DESC LIMIT :limit`,
    ),
    /** Global ids of caches with a find of the member's record, and whether one of them counts. */
    found: db.rows<{ account: number; least: Tier }, { gid: string; counts: 0 | 1 }>(
      `SELECT v.cache_gid AS gid, max(coalesce(${REACHES}, 0)) AS counts
       FROM own_visit v LEFT JOIN cache_mirror m ON m.gid = v.cache_gid
       WHERE v.account = :account AND v.kind = 'found' AND v.gid IS NOT NULL GROUP BY 1 ORDER BY 1`,
    ),
    /** What a member logged at one cache. */
    atCache: db.rows<{ account: number; gid: string }, { kind: string; tier: Tier | null }>(
      "SELECT kind, tier FROM own_visit WHERE account = :account AND cache_gid = :gid AND gid IS NOT NULL",
    ),
    sums: db.rows<{ account: number; sure: 0 | 1; origins: string }, VisitSum>(
      `SELECT tier, type, sum(n) AS n, sum(halves) AS halves, min(first_at) AS firstAt, max(last_at) AS lastAt
       FROM own_visit_sum WHERE account = :account AND sure >= :sure AND ${SHOWN} GROUP BY tier, type
       ORDER BY firstAt, type`,
    ),
    /** A person's finds that could count, oldest first, one a cache. */
    counted: db.rows<{ account: number; origins: string }, CountedVisit>(
      `SELECT v.call, v.text, min(c.found_at) AS foundAt, c.tier, coalesce(m.map ->> 'minTrust', m.more ->> 'minTrust') AS minTrust,
         m.map ->> 'code' AS code, m.map ->> 'title' AS title, c.type, m.map ->> 'owner' AS owner,
         m.map ->> 'difficulty' AS difficulty, m.map ->> 'terrain' AS terrain, m.map ->> 'country' AS country,
         m.map ->> 'lat' AS lat, m.map ->> 'lon' AS lon
       FROM counted_visit c JOIN own_visit v ON v.id = c.id JOIN cache_mirror m ON m.gid = c.cache_gid
       WHERE c.account = :account AND c.${SHOWN} GROUP BY c.cache_gid ORDER BY 3`,
    ),
    findsByWeek: db.rows<
      { account: number; since: number; origins: string },
      { week: number; finds: number; byRadio: number }
    >(
      `SELECT min(51, CAST((found_at - :since) / 604800 AS INTEGER)) AS week, count(*) AS finds, sum(tier IS 'A') AS byRadio
       FROM own_visit WHERE account = :account AND found_at >= :since AND kind = 'found' AND gid IS NOT NULL AND ${SHOWN}
       GROUP BY 1`,
    ),
  };
}

/** The origins that are shown, as the statements take them. */
export const shownOrigins = (game: Game): string => JSON.stringify(game.origins.shown({ unvetted: true }));

export const ownVisitRows = perGame((game: Game) => ownVisitStore(game.db));

/** Erasures of visits that other instances still have to be asked for (migration 0881). */
interface ErasureRow {
  origin: string;
  key: string;
  call: string;
  at: number;
  dueAt: number;
  tries: number;
}
const ERASURE = columns<ErasureRow>(asNamed("origin key call at dueAt tries"));

const erasureStore = (db: Database) => ({
  /** Everything that a person's keys signed elsewhere, as far as it is known here. */
  askOf: db.change<{ account: number; at: number }>(
    `INSERT INTO visit_erasure (origin, key, call, at, due_at)
     SELECT origin, signer_key, min(call), :at, :at FROM own_visit WHERE account = :account GROUP BY origin, signer_key
     ON CONFLICT DO NOTHING`,
  ),
  due: db.rows<{ now: number; limit: number }, ErasureRow>(
    `SELECT ${ERASURE.select()} FROM visit_erasure WHERE due_at <= :now ORDER BY due_at LIMIT :limit`,
  ),
  putOff: db.change<{ origin: string; key: string; dueAt: number }>(
    "UPDATE visit_erasure SET due_at = :dueAt, tries = tries + 1 WHERE origin = :origin AND key = :key",
  ),
  drop: db.change<{ origin: string; key: string }>(
    "DELETE FROM visit_erasure WHERE origin = :origin AND key = :key",
  ),
  dropOld: db.change<{ before: number }>("DELETE FROM visit_erasure WHERE at <= :before"),
});

export const erasureRows = perGame((game: Game) => erasureStore(game.db));

/** A visit that waits for a packet circuit to the instance of the cache (migration 0884). */
export interface CircuitVisitRow {
  signerKey: string;
  sentId: string;
  account: number;
  origin: string;
  digest: string;
  at: number;
  document: Uint8Array;
  dueAt: number;
  tries: number;
  answer: VisitAnswer | null;
}
const CIRCUIT = columns<CircuitVisitRow>(
  asNamed("signerKey sentId account origin digest at document dueAt tries answer"),
);
const WAITS = `SELECT ${CIRCUIT.select()} FROM visit_circuit`;

const circuitVisitStore = (db: Database) => ({
  /** Keeps a visit, in place of what the same key signed under the same name before. */
  put: db.change<CircuitVisitRow>(
    `${CIRCUIT.insertInto("visit_circuit")} ON CONFLICT (signer_key, sent_id) DO UPDATE
       SET ${CIRCUIT.only("digest", "at", "document", "dueAt", "tries", "answer").setExcluded()}
       WHERE excluded.at > visit_circuit.at`,
  ),
  of: db.row<{ key: string; sentId: string }, CircuitVisitRow>(
    `${WAITS} WHERE signer_key = :key AND sent_id = :sentId`,
  ),
  ofAccount: db.rows<{ account: number }, CircuitVisitRow>(`${WAITS} WHERE account = :account ORDER BY at`),
  counts: db.row<{ account: number; origin: string }, { mine: number; theirs: number }>(
    `SELECT (SELECT count(*) FROM visit_circuit WHERE account = :account) AS mine,
       (SELECT count(*) FROM visit_circuit WHERE origin = :origin) AS theirs`,
  ),
  due: db.rows<{ origin: string; now: number; since: number; limit: number }, CircuitVisitRow>(
    `${WAITS} WHERE origin = :origin AND due_at <= :now AND at >= :since ORDER BY due_at, at, sent_id LIMIT :limit`,
  ),
  byDigest: db.row<{ origin: string; digest: string }, CircuitVisitRow>(
    `${WAITS} WHERE origin = :origin AND digest = :digest`,
  ),
  /** How many wait for each instance, by the last answer. */
  states: db.rows<Record<never, never>, { origin: string; answer: VisitAnswer | null; n: number }>(
    "SELECT origin, answer, count(*) AS n FROM visit_circuit GROUP BY origin, answer",
  ),
  answered: db.change<{ key: string; sentId: string; answer: VisitAnswer; dueAt: number }>(
    `UPDATE visit_circuit SET answer = :answer, due_at = :dueAt, tries = tries + 1
     WHERE signer_key = :key AND sent_id = :sentId`,
  ),
  /** Those that its instance has as they stand, or as they stood later. */
  drop: db.change<{ key: string; sentId: string; origin: string; at: number }>(
    `DELETE FROM visit_circuit WHERE signer_key = :key AND sent_id = :sentId AND origin = :origin AND at <= :at`,
  ),
  forget: db.change<{ account: number }>("DELETE FROM visit_circuit WHERE account = :account"),
  old: db.rows<{ before: number }, CircuitVisitRow>(`${WAITS} WHERE at < :before`),
});

export const circuitVisitRows = perGame((game: Game) => circuitVisitStore(game.db));
