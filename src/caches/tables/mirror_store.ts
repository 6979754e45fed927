/** Caches and finds of other instances, as their records say. */
import { asNamed, columns, type Database, factColumns } from "../../db/mod.ts";
import { factsThatLeave, LOG, type RowOf, thing } from "../../things/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import type { Tier } from "../rules/evidence.ts";

export interface MirrorRow {
  id: number;
  gid: string;
  origin: string;
  v: number;
  /** JSON of its row on the map. */
  map: string;
  /** What else is shown of it, as JSON. */
  more: string;
}

/** A mirrored cache as written; `codeKey`: how its code is compared. */
interface NewMirror extends Omit<MirrorRow, "id"> {
  codeKey: string;
}

/** What a record tells of a log. */
export const TOLD_LOG = thing(factsThatLeave(LOG.facts));

export interface FindMirrorRow extends RowOf<typeof TOLD_LOG.facts> {
  gid: string;
  cacheGid: string;
  origin: string;
  call: string;
  kind: string;
  foundAt: number;
  createdAt: number;
  tier: Tier | null;
  distanceM: number | null;
  /** Of a visit: by which key it is signed and when, and what else its record says of the signed document. */
  signerKey: string | null;
  signature: string | null;
  signedAt: number | null;
  visitHome: string | null;
  visitSent: string | null;
  visitPriv: string | null;
}

const CACHE = columns<MirrorRow & NewMirror>(asNamed("id gid origin v codeKey map more"));
const FIND = columns<FindMirrorRow>({
  ...factColumns(TOLD_LOG.facts),
  ...asNamed(
    "gid cacheGid origin call kind foundAt createdAt tier distanceM signerKey signature signedAt",
    "visitHome visitSent visitPriv",
  ),
});
/** On the map, and of an instance that is shown. */
const LISTED = `origin IN (SELECT value FROM json_each(:origins))
  AND EXISTS (SELECT 1 FROM mirror_place WHERE mirror_place.id = cache_mirror.id)`;
const SELECT = `SELECT ${CACHE.without("codeKey").select()} FROM cache_mirror WHERE`;

/** Newest caches whose titles are looked through for two letters. */
const LOOKED_THROUGH = 20_000;

export function mirrorStore(db: Database) {
  return {
    byGid: db.row<{ gid: string }, MirrorRow>(`${SELECT} gid = :gid`),
    /** Places of the caches whose global ids stand in a JSON list. */
    placesOf: db.rows<{ gids: string }, { lat: number; lon: number }>(
      `SELECT map ->> 'lat' AS lat, map ->> 'lon' AS lon FROM cache_mirror
       WHERE gid IN (SELECT value FROM json_each(:gids))`,
    ),
    byKey: db.rows<{ key: string }, MirrorRow>(`${SELECT} code_key = :key ORDER BY id`),
    /** Mirrors of these origins with these codes; both JSON lists. */
    byKeys: db.rows<{ keys: string; origins: string }, MirrorRow>(
      `${SELECT} code_key IN (SELECT value FROM json_each(:keys))
         AND origin IN (SELECT value FROM json_each(:origins)) ORDER BY id`,
    ),
    /** The caches whose numbers stand in a JSON list. */
    among: db.rows<{ ids: string }, MirrorRow>(`${SELECT} id IN (SELECT value FROM json_each(:ids))`),
    /** Keeps a cache that was not here. */
    add: db.change<NewMirror>(CACHE.without("id").insertInto("cache_mirror")),
    put: db.change<Omit<NewMirror, "origin">>(
      `UPDATE cache_mirror SET ${CACHE.only("v", "codeKey", "map", "more").set()} WHERE gid = :gid`,
    ),
    drop: db.change<{ gid: string }>("DELETE FROM cache_mirror WHERE gid = :gid"),

    /** Caches of some origins whose code begins with `key`, below `past`. */
    byCode: db.rows<{ key: string; past: string; origins: string; limit: number }, MirrorRow>(
      `${SELECT} code_key >= :key AND code_key < :past AND ${LISTED} ORDER BY code_key LIMIT :limit`,
    ),
    /** Caches of some origins whose title holds the letters of `match`, a phrase of three letters and more. */
    byTitle: db.rows<{ match: string; origins: string; limit: number }, MirrorRow>(
      `${SELECT} id IN (SELECT rowid FROM mirror_title WHERE title MATCH :match) AND ${LISTED} LIMIT :limit`,
    ),
    /** The same for fewer letters, in small ones: the newest titles are looked through, no more than a moment takes. */
    byLetters: db.rows<{ q: string; origins: string; limit: number }, MirrorRow>(
      `${SELECT} id IN (SELECT rowid FROM mirror_title
         WHERE rowid > (SELECT max(rowid) FROM mirror_title) - ${LOOKED_THROUGH} AND instr(folded(title), :q) > 0)
       AND ${LISTED} LIMIT :limit`,
    ),
    /** Caches that came since titles were last read, at most a thousand. */
    untitled: db.rows<Record<never, never>, { id: number; title: string }>(
      `SELECT id, map ->> 'title' AS title FROM cache_mirror
       WHERE id > (SELECT coalesce(max(rowid), 0) FROM mirror_title) ORDER BY id LIMIT 1000`,
    ),
    putTitle: db.change<{ id: number; title: string }>(
      "INSERT OR REPLACE INTO mirror_title (rowid, title) VALUES (:id, :title)",
    ),
    dropTitle: db.change<{ id: number }>("DELETE FROM mirror_title WHERE rowid = :id"),

    /** The log book of a mirrored cache: newest first, before a moment and a global id. */
    findsOf: db.rows<{ gid: string; at: number; before: string; limit: number }, FindMirrorRow>(
      `SELECT ${FIND.select()} FROM find_mirror WHERE cache_gid = :gid AND (found_at, gid) < (:at, :before)
       ORDER BY found_at DESC, gid DESC LIMIT :limit`,
    ),
    countFindsOf: db.row<{ gid: string }, { n: number }>(
      "SELECT count(*) AS n FROM find_mirror WHERE cache_gid = :gid",
    ),
    /** Finds of Tier A and of Tier B. */
    countFinds: db.row<{ gid: string }, { a: number; b: number }>(
      `SELECT coalesce(sum(tier = 'A'), 0) AS a, coalesce(sum(tier = 'B'), 0) AS b FROM find_mirror
       WHERE cache_gid = :gid AND kind = 'found'`,
    ),
    findByGid: db.row<{ gid: string }, FindMirrorRow>(
      `SELECT ${FIND.select()} FROM find_mirror WHERE gid = :gid`,
    ),
    putFind: db.change<FindMirrorRow>(
      `${FIND.insertInto("find_mirror")} ON CONFLICT (gid) DO UPDATE SET ${
        FIND.without("gid", "origin").setExcluded()
      }`,
    ),
    dropFind: db.change<{ gid: string }>("DELETE FROM find_mirror WHERE gid = :gid"),
    /** Visits under a key. */
    signedBy: db.rows<{ key: string }, FindMirrorRow>(
      `SELECT ${FIND.select()} FROM find_mirror WHERE signer_key = :key`,
    ),
  };
}

/** The mirrors of the game. */
export const mirrorRows = perGame((game: Game) => mirrorStore(game.db));
