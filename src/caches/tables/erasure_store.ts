/** Erasures of visits that other instances still have to be asked for (migration 0881). */
import { asNamed, columns, type Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";

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
