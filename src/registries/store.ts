/** Rows of registries. */
import { asNamed, columns, type Database } from "../db/mod.ts";

export interface RegistryRow {
  id: number;
  /** `null`: the instance's. */
  accountId: number | null;
  spec: string;
  url: string;
  authority: string;
  label: string;
  enabled: number;
  createdAt: number;
}

const ROW = columns<RegistryRow>(asNamed("id accountId spec url authority label enabled createdAt"));
const OWNER = "coalesce(account_id, 0) = coalesce(:account, 0)";

/** Statements. `account` is `null` for the instance's registries everywhere. */
export function registryStore(db: Database) {
  return {
    of: db.rows<{ account: number | null }, RegistryRow>(
      `SELECT ${ROW.select()} FROM tool_registry WHERE ${OWNER} ORDER BY id`,
    ),
    byId: db.row<{ account: number | null; id: number }, RegistryRow>(
      `SELECT ${ROW.select()} FROM tool_registry WHERE ${OWNER} AND id = :id`,
    ),
    insert: db.change<Omit<RegistryRow, "id">>(ROW.without("id").insertInto("tool_registry")),
    update: db.change<Pick<RegistryRow, "id" | "label" | "enabled" | "authority">>(
      `UPDATE tool_registry SET ${ROW.only("label", "enabled", "authority").set()} WHERE id = :id`,
    ),
    drop: db.change<{ id: number }>("DELETE FROM tool_registry WHERE id = :id"),
    dropOf: db.change<{ account: number }>("DELETE FROM tool_registry WHERE account_id = :account"),
    builtin: db.row<object, { enabled: number }>("SELECT enabled FROM builtin_registry"),
    switchBuiltin: db.change<{ enabled: number }>(
      "INSERT INTO builtin_registry (one, enabled) VALUES (1, :enabled) ON CONFLICT (one) DO UPDATE SET enabled = :enabled",
    ),
  };
}
