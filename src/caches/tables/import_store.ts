/** Imported places that an operator took out, and the search among imported places. */
import { z } from "#schemas";
import { asNamed, columns, type Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";

/** A row is shown as it is. */
export const ImportedPlaceView = z.object({
  id: z.number(),
  code: z.string(),
  title: z.string(),
  source: z.string(),
  sourceName: z.string().nullable(),
  externalId: z.string(),
  status: z.string(),
});
type ImportedRow = z.infer<typeof ImportedPlaceView>;

export const RemovedPlaceView = z.object({
  source: z.string(),
  externalId: z.string(),
  code: z.string(),
  title: z.string(),
  note: z.string(),
  removedAt: z.number(),
});
type RemovedRow = z.infer<typeof RemovedPlaceView>;

const PLACE = columns<ImportedRow>(asNamed("id code title source sourceName externalId status"));
const REMOVED = columns<RemovedRow>(asNamed("source externalId code title note removedAt"));

/** Rows shown at most. */
export const SHOWN = 50;

/** The text to search for, folded, and the catalogue to search in; an empty text matches everything. */
interface Search {
  q: string;
  source: string;
}
const LIKE = `(:q = '' OR instr(lower(code), :q) > 0 OR instr(lower(external_id), :q) > 0
  OR instr(folded(title), :q) > 0)`;

function importStore(db: Database) {
  return {
    /** Imported places whose title, code or reference holds the text, the newest first; one more than are shown. */
    places: db.rows<Search, ImportedRow>(
      `SELECT ${PLACE.select()} FROM cache
       WHERE source <> 'native' AND external_id IS NOT NULL AND (:source = '' OR source = :source) AND ${LIKE}
       ORDER BY id DESC LIMIT ${SHOWN + 1}`,
    ),
    removed: db.rows<Search, RemovedRow>(
      `SELECT ${REMOVED.select()} FROM import_removed
       WHERE (:source = '' OR source = :source) AND ${LIKE} ORDER BY removed_at DESC, external_id LIMIT ${
        SHOWN + 1
      }`,
    ),
    removedOne: db.row<{ source: string; externalId: string }, { at: number }>(
      "SELECT removed_at AS at FROM import_removed WHERE source = :source AND external_id = :externalId",
    ),
    /** Whether a place is disabled because its list retires it. */
    retiredOne: db.row<{ id: number }, { at: number }>(
      "SELECT retired_at AS at FROM import_retired WHERE cache_id = :id",
    ),
    retire: db.change<{ id: number; at: number }>(
      "INSERT INTO import_retired (cache_id, retired_at) VALUES (:id, :at) ON CONFLICT DO NOTHING",
    ),
    comeBack: db.change<{ id: number }>("DELETE FROM import_retired WHERE cache_id = :id"),
    ratings: db.row<{ id: number }, { n: number }>("SELECT count(*) AS n FROM rating WHERE cache_id = :id"),
    addRemoved: db.change<RemovedRow>(
      `${REMOVED.insertInto("import_removed")} ON CONFLICT DO UPDATE SET ${
        REMOVED.without("source", "externalId").setExcluded()
      }`,
    ),
  };
}

/** Imported places, and those that were taken out. */
export const importRows = perGame((game: Game) => importStore(game.db));
