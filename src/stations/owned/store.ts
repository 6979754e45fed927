/** Members' stations. */
import type { Database, Tx } from "../../db/mod.ts";

export interface OwnedRow {
  id: number;
  accountId: number;
  call: string;
  lat: number | null;
  lon: number | null;
  symbol: string;
  description: string;
  roles: string;
  createdAt: number;
  updatedAt: number;
  hasKey: number;
  wxSeenAt: number | null;
  wxBeaconAt: number | null;
  txIs: number;
  txCwop: number;
}
interface Fields {
  call: string;
  lat: number | null;
  lon: number | null;
  symbol: string;
  description: string;
  roles: string;
}

const OWNED =
  `SELECT id, account_id AS accountId, call, lat, lon, symbol, description, roles, created_at AS createdAt,
  updated_at AS updatedAt, wx_key_hash IS NOT NULL AS hasKey, wx_seen_at AS wxSeenAt, wx_beacon_at AS wxBeaconAt,
  tx_is AS txIs, tx_cwop AS txCwop FROM my_station`;

export class OwnedStore {
  readonly #one;
  readonly #withCall;
  readonly #withKey;
  readonly #ofAccount;
  readonly #put;
  readonly #update;
  readonly #drop;
  readonly #setKey;
  readonly #seen;
  readonly #beaconed;
  readonly #setTx;

  constructor(db: Database) {
    this.#one = db.sql<{ id: number }, OwnedRow>(`${OWNED} WHERE id = :id`);
    this.#withCall = db.sql<{ call: string }, OwnedRow>(`${OWNED} WHERE call = :call`);
    this.#withKey = db.sql<{ hash: string }, OwnedRow>(`${OWNED} WHERE wx_key_hash = :hash`);
    this.#ofAccount = db.sql<{ account: number }, OwnedRow>(
      `${OWNED} WHERE account_id = :account ORDER BY call`,
    );
    this.#put = db.sql<Fields & { account: number; at: number } & Record<string, string | number | null>>(
      `INSERT INTO my_station (account_id, call, lat, lon, symbol, description, roles, created_at, updated_at)
       VALUES (:account, :call, :lat, :lon, :symbol, :description, :roles, :at, :at)`,
    );
    this.#update = db.sql<Fields & { id: number; at: number } & Record<string, string | number | null>>(
      `UPDATE my_station SET call = :call, lat = :lat, lon = :lon, symbol = :symbol, description = :description,
         roles = :roles, updated_at = :at WHERE id = :id`,
    );
    this.#drop = db.sql<{ id: number }>("DELETE FROM my_station WHERE id = :id");
    this.#setKey = db.sql<{ id: number; hash: string; at: number }>(
      "UPDATE my_station SET wx_key_hash = :hash, wx_seen_at = NULL, updated_at = :at WHERE id = :id",
    );
    this.#seen = db.sql<{ id: number; at: number }>("UPDATE my_station SET wx_seen_at = :at WHERE id = :id");
    this.#beaconed = db.sql<{ id: number; at: number }>(
      "UPDATE my_station SET wx_beacon_at = :at WHERE id = :id",
    );
    this.#setTx = db.sql<{ id: number; is: boolean; cwop: boolean; at: number }>(
      "UPDATE my_station SET tx_is = :is, tx_cwop = :cwop, updated_at = :at WHERE id = :id",
    );
  }

  one = (id: number): OwnedRow | undefined => this.#one.get({ id });
  withCall = (call: string): OwnedRow | undefined => this.#withCall.get({ call });
  withKey = (hash: string): OwnedRow | undefined => this.#withKey.get({ hash });
  ofAccount = (account: number): OwnedRow[] => this.#ofAccount.all({ account });
  put = (tx: Tx, row: Fields & { account: number; at: number }): number => this.#put.run(tx, { ...row }).id;
  update = (tx: Tx, row: Fields & { id: number; at: number }) => this.#update.run(tx, { ...row });
  drop = (tx: Tx, id: number) => this.#drop.run(tx, { id });
  setKey = (tx: Tx, id: number, hash: string, at: number) => this.#setKey.run(tx, { id, hash, at });
  seen = (tx: Tx, id: number, at: number) => this.#seen.run(tx, { id, at });
  beaconed = (tx: Tx, id: number, at: number) => this.#beaconed.run(tx, { id, at });
  setTx = (tx: Tx, id: number, is: boolean, cwop: boolean, at: number) =>
    this.#setTx.run(tx, { id, is, cwop, at });
}
