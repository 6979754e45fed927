/** Imported places that an operator took out, and the search among imported places. */
import type { Database, Tx } from "../../db/mod.ts";

export interface ImportedRow {
  id: number;
  code: string;
  title: string;
  source: string;
  sourceName: string | null;
  externalId: string;
  status: string;
}
export interface RemovedRow {
  source: string;
  externalId: string;
  code: string;
  title: string;
  note: string;
  removedAt: number;
}

/** Rows shown at most. */
const SHOWN = 50;

export class ImportStore {
  readonly #places;
  readonly #removed;
  readonly #isRemoved;
  readonly #add;

  constructor(db: Database) {
    const like = `(:q = '' OR instr(lower(title), :q) > 0 OR instr(lower(code), :q) > 0
      OR instr(lower(external_id), :q) > 0)`;
    this.#places = db.sql<{ q: string; source: string }, ImportedRow>(
      `SELECT id, code, title, source, source_name AS sourceName, external_id AS externalId, status FROM cache
       WHERE source <> 'native' AND external_id IS NOT NULL AND (:source = '' OR source = :source) AND ${like}
       ORDER BY id DESC LIMIT ${SHOWN}`,
    );
    this.#removed = db.sql<{ q: string; source: string }, RemovedRow>(
      `SELECT source, external_id AS externalId, code, title, note, removed_at AS removedAt FROM import_removed
       WHERE (:source = '' OR source = :source) AND ${like} ORDER BY removed_at DESC, external_id LIMIT ${SHOWN}`,
    );
    this.#isRemoved = db.sql<{ source: string; externalId: string }, { at: number }>(
      "SELECT removed_at AS at FROM import_removed WHERE source = :source AND external_id = :externalId",
    );
    this.#add = db.sql<Record<keyof RemovedRow, string | number>>(
      `INSERT INTO import_removed (source, external_id, code, title, note, removed_at)
       VALUES (:source, :externalId, :code, :title, :note, :removedAt)
       ON CONFLICT DO UPDATE SET code = excluded.code, title = excluded.title, note = excluded.note,
         removed_at = excluded.removed_at`,
    );
  }

  /** Imported places whose title, code or reference holds the text. */
  places = (q: string, source: string): ImportedRow[] => this.#places.all({ q: q.toLowerCase(), source });
  removed = (q: string, source: string): RemovedRow[] => this.#removed.all({ q: q.toLowerCase(), source });
  isRemoved = (source: string, externalId: string): boolean =>
    this.#isRemoved.get({ source, externalId }) !== undefined;
  addRemoved(tx: Tx, row: RemovedRow): void {
    this.#add.run(tx, { ...row });
  }
}
