/** Rows of saved map views. */
import type { Database, Tx } from "../db/mod.ts";

export interface ViewRow {
  id: string;
  name: string;
  /** JSON. */
  view: string;
  createdAt: number;
}

export class ViewStore {
  readonly #of;
  readonly #one;
  readonly #count;
  readonly #add;
  readonly #drop;

  constructor(db: Database) {
    this.#of = db.sql<{ account: number }, ViewRow>(
      "SELECT id, name, view, created_at AS createdAt FROM map_view WHERE account_id = :account ORDER BY created_at, id",
    );
    this.#one = db.sql<{ id: string }, ViewRow & { account: number }>(
      "SELECT id, name, view, created_at AS createdAt, account_id AS account FROM map_view WHERE id = :id",
    );
    this.#count = db.sql<{ account: number }, { n: number }>(
      "SELECT count(*) AS n FROM map_view WHERE account_id = :account",
    );
    this.#add = db.sql<{ id: string; account: number; name: string; view: string; at: number }>(
      "INSERT INTO map_view (id, account_id, name, view, created_at) VALUES (:id, :account, :name, :view, :at)",
    );
    this.#drop = db.sql<{ id: string; account: number }>(
      "DELETE FROM map_view WHERE id = :id AND account_id = :account",
    );
  }

  of = (account: number): ViewRow[] => this.#of.all({ account });
  one = (id: string): (ViewRow & { account: number }) | undefined => this.#one.get({ id });
  count = (account: number): number => this.#count.get({ account })!.n;
  add(tx: Tx, row: { id: string; account: number; name: string; view: string; at: number }): void {
    this.#add.run(tx, row);
  }
  drop = (tx: Tx, id: string, account: number): boolean => this.#drop.run(tx, { id, account }).changes === 1;
}
