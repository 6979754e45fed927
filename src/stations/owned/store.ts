/** Members' stations. */
import { asNamed, columns, type Database, factColumns } from "../../db/mod.ts";
import { type RowOf, STATION } from "../../things/mod.ts";

/** What a member says of a station. */
interface OwnedFields extends RowOf<typeof STATION.facts> {
  call: string;
  lat: number | null;
  lon: number | null;
}
export interface OwnedRow extends OwnedFields {
  id: number;
  accountId: number;
  createdAt: number;
  updatedAt: number;
  hasKey: number;
  wxSeenAt: number | null;
  wxBeaconAt: number | null;
  txIs: number;
  txCwop: number;
}
const OWNED = columns<OwnedRow>({
  ...factColumns(STATION.facts),
  ...asNamed("id accountId call lat lon createdAt updatedAt wxSeenAt wxBeaconAt txIs txCwop"),
  hasKey: "wx_key_hash IS NOT NULL",
});
const FIELDS = ["call", "lat", "lon", ...STATION.names] as const;

export function ownedStore(db: Database) {
  const select = `SELECT ${OWNED.select()} FROM my_station`;
  return {
    byId: db.row<{ id: number }, OwnedRow>(`${select} WHERE id = :id`),
    byCall: db.row<{ call: string }, OwnedRow>(`${select} WHERE call = :call`),
    byKeyHash: db.row<{ hash: string }, OwnedRow>(`${select} WHERE wx_key_hash = :hash`),
    all: db.rows<Record<never, never>, OwnedRow>(`${select} ORDER BY call`),
    ofAccount: db.rows<{ account: number }, OwnedRow>(
      `${select} WHERE account_id = :account ORDER BY call`,
    ),
    insert: db.change<OwnedFields & Pick<OwnedRow, "accountId" | "createdAt" | "updatedAt">>(
      OWNED.only("accountId", ...FIELDS, "createdAt", "updatedAt").insertInto("my_station"),
    ),
    update: db.change<OwnedFields & { id: number; updatedAt: number }>(
      `UPDATE my_station SET ${OWNED.only(...FIELDS, "updatedAt").set()} WHERE id = :id`,
    ),
    drop: db.change<{ id: number }>("DELETE FROM my_station WHERE id = :id"),
    /** A new push key: the one before stops working. */
    setKey: db.change<{ id: number; hash: string; at: number }>(
      "UPDATE my_station SET wx_key_hash = :hash, wx_seen_at = NULL, updated_at = :at WHERE id = :id",
    ),
    /** The console pushed. */
    pushed: db.change<{ id: number; at: number }>("UPDATE my_station SET wx_seen_at = :at WHERE id = :id"),
    beaconed: db.change<{ id: number; at: number }>(
      "UPDATE my_station SET wx_beacon_at = :at WHERE id = :id",
    ),
    setTx: db.change<{ id: number; is: boolean; cwop: boolean; at: number }>(
      "UPDATE my_station SET tx_is = :is, tx_cwop = :cwop, updated_at = :at WHERE id = :id",
    ),
  };
}
export type OwnedStore = ReturnType<typeof ownedStore>;
