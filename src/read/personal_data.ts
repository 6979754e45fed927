/** What this area keeps of a person: saved map views. */
import type { Database, Tx } from "../db/mod.ts";

/** Export and erasure of a person's views. */
export function readPersonalData(db: Database) {
  const views = db.sql<{ account: number }, { id: string; name: string; view: string; createdAt: number }>(
    "SELECT id, name, view, created_at AS createdAt FROM map_view WHERE account_id = :account ORDER BY created_at, id",
  );
  const drop = db.sql<{ account: number }>("DELETE FROM map_view WHERE account_id = :account");
  return {
    name: "read",
    export: ({ accountId }: { accountId: number }) => ({
      views: views.all({ account: accountId }).map((row) => ({ ...row, view: JSON.parse(row.view) })),
    }),
    erase(tx: Tx, { accountId }: { accountId: number }): void {
      drop.run(tx, { account: accountId });
    },
  };
}
