/** What this area keeps of a person: saved map views. */
import type { Database, Tx } from "../../db/mod.ts";
import { viewStore } from "./store.ts";

/** Export and erasure of a person's views. */
export function readPersonalData(db: Database) {
  const store = viewStore(db);
  return {
    name: "read",
    export: ({ accountId }: { accountId: number }) => ({
      views: store.of({ account: accountId }).map(({ account: _, ...row }) => ({
        ...row,
        view: JSON.parse(row.view),
      })),
    }),
    erase(tx: Tx, { accountId }: { accountId: number }): void {
      store.dropAll(tx, { account: accountId });
    },
  };
}
