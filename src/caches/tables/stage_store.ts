/** Stages, who opened them, and tries of their NFC codes. */
import { asNamed, columns, type Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";

export const UNLOCKS = ["geo", "audio", "open", "nfc"] as const;
type UnlockKind = typeof UNLOCKS[number];

export interface StageRow {
  cacheId: number;
  n: number;
  unlock: UnlockKind;
  clue: string | null;
  lat: number | null;
  lon: number | null;
  radiusM: number;
  code: string | null;
  bits: number;
  sealed: string | null;
}

interface UnlockRow {
  cacheId: number;
  n: number;
  accountId: number;
  call: string;
  at: number;
  method: string;
  bits: number;
}

/** A stage as it was when it was sealed. */
type SealedStage = Pick<StageRow, "cacheId" | "n" | "code" | "lat" | "lon" | "clue"> & {
  sealed: string;
};

const STAGE = columns<StageRow>(asNamed("cacheId n unlock clue lat lon radiusM code bits sealed"));
const UNLOCK = columns<UnlockRow>(asNamed("cacheId n accountId call at method bits"));

function stageStore(db: Database) {
  return {
    of: db.rows<{ cache: number }, StageRow>(
      `SELECT ${STAGE.select()} FROM stage WHERE cache_id = :cache ORDER BY n`,
    ),
    /** Of the caches in a JSON list of numbers. */
    ofMany: db.rows<{ caches: string }, StageRow>(
      `SELECT ${STAGE.select()} FROM stage WHERE cache_id IN (SELECT value FROM json_each(:caches))
       ORDER BY cache_id, n`,
    ),
    insert: db.change<StageRow>(STAGE.insertInto("stage")),
    clear: db.change<{ cache: number }>("DELETE FROM stage WHERE cache_id = :cache"),
    setPlace: db.change<{ cache: number; n: number; lat: number; lon: number }>(
      "UPDATE stage SET lat = :lat, lon = :lon, sealed = NULL WHERE cache_id = :cache AND n = :n",
    ),
    /** What the seal holds has changed. */
    unseal: db.change<{ cache: number; n: number }>(
      "UPDATE stage SET sealed = NULL WHERE cache_id = :cache AND n = :n",
    ),
    /** Keeps a seal, unless the stage has changed since it was made. */
    setSealed: db.change<SealedStage>(
      `UPDATE stage SET sealed = :sealed WHERE cache_id = :cacheId AND n = :n AND sealed IS NULL AND code = :code
         AND lat IS :lat AND lon IS :lon AND clue IS :clue`,
    ),

    /** NFC stages that may be strong and are not sealed as they are now, at most a hundred. */
    unsealed: db.rows<{ bits: number }, StageRow>(
      `SELECT ${STAGE.select()} FROM stage WHERE unlock = 'nfc' AND code IS NOT NULL AND sealed IS NULL AND bits >= :bits
       ORDER BY cache_id, n LIMIT 100`,
    ),
    /** The strength of a code was counted anew. */
    setBits: db.change<{ cacheId: number; n: number; code: string | null; bits: number }>(
      "UPDATE stage SET bits = :bits WHERE cache_id = :cacheId AND n = :n AND code = :code",
    ),

    unlocksOf: db.rows<{ cache: number; account: number }, UnlockRow>(
      `SELECT ${UNLOCK.select()} FROM stage_unlock WHERE cache_id = :cache AND account_id = :account ORDER BY n`,
    ),
    /** Stages with a place that a person has opened, of caches whose numbers stand in a JSON list. */
    openedOf: db.rows<
      { account: number; caches: string },
      { cacheId: number; n: number; lat: number; lon: number; clue: string | null }
    >(
      `SELECT s.cache_id AS cacheId, s.n, s.lat, s.lon, s.clue FROM stage_unlock u
       JOIN stage s ON s.cache_id = u.cache_id AND s.n = u.n
       WHERE u.account_id = :account AND s.lat IS NOT NULL AND s.lon IS NOT NULL
         AND u.cache_id IN (SELECT value FROM json_each(:caches)) ORDER BY s.cache_id, s.n`,
    ),
    allUnlocksOf: db.rows<{ account: number }, UnlockRow>(
      `SELECT ${UNLOCK.select()} FROM stage_unlock WHERE account_id = :account`,
    ),
    /** Changes nothing when it was open already. */
    unlock: db.change<UnlockRow>(`${UNLOCK.insertInto("stage_unlock")} ON CONFLICT DO NOTHING`),
    /** Everybody's unlocks from a stage on are void. */
    relockFrom: db.change<{ cache: number; from: number }>(
      "DELETE FROM stage_unlock WHERE cache_id = :cache AND n >= :from",
    ),
    unlocksFrom: db.row<{ cache: number; from: number }, { n: number }>(
      "SELECT count(*) AS n FROM stage_unlock WHERE cache_id = :cache AND n >= :from",
    ),
    forget: db.change<{ account: number }>("DELETE FROM stage_unlock WHERE account_id = :account"),

    /** Tries of NFC codes since a time: by this person, at this stage, and the oldest of them. */
    triesSince: db.row<
      { cache: number; n: number; account: number; since: number },
      { mine: number; stage: number; oldest: number | null }
    >(
      `SELECT (SELECT count(*) FROM nfc_try WHERE account_id = :account AND at > :since) AS mine,
         (SELECT count(*) FROM nfc_try WHERE cache_id = :cache AND n = :n AND at > :since) AS stage,
         (SELECT min(at) FROM nfc_try WHERE at > :since
           AND (account_id = :account OR (cache_id = :cache AND n = :n))) AS oldest`,
    ),
    addTry: db.change<{ cache: number; n: number; account: number; at: number }>(
      "INSERT INTO nfc_try (cache_id, n, account_id, at) VALUES (:cache, :n, :account, :at)",
    ),
    pruneTries: db.change<{ before: number }>("DELETE FROM nfc_try WHERE at < :before"),
  };
}

/** The stages of the game. */
export const stageRows = perGame((game: Game) => stageStore(game.db));
