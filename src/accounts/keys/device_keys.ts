/**
 * Device keys: Ed25519 keys with which a person's devices sign logs, batches and account actions. Published as key
 * records, so that other instances can check signatures and believe account moves (FED "What the service does").
 */
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { isPublicKey } from "../../wire/mod.ts";
import type { Accounts } from "../accounts.ts";
import { accountFailure } from "../errors.ts";
import type { PeoplePorts } from "../ports.ts";

const MOST_KEYS = 50;

export interface DeviceKeyRow {
  id: number;
  accountId: number;
  call: string;
  base: string;
  key: string;
  label: string;
  addedAt: number;
  gid: string | null;
}

const KEY =
  `SELECT id, account_id AS accountId, call, base, key, label, added_at AS addedAt, gid FROM device_key`;

class DeviceKeyStore {
  readonly #byKey;
  readonly #ofBase;
  readonly #ofAccount;
  readonly #add;
  readonly #published;
  readonly #relabel;
  readonly #drop;

  constructor(db: Database) {
    this.#byKey = db.sql<{ key: string }, DeviceKeyRow>(`${KEY} WHERE key = :key`);
    this.#ofBase = db.sql<{ base: string }, DeviceKeyRow>(`${KEY} WHERE base = :base ORDER BY added_at, id`);
    this.#ofAccount = db.sql<{ account: number }, DeviceKeyRow>(
      `${KEY} WHERE account_id = :account ORDER BY id`,
    );
    this.#add = db.sql<{
      account: number;
      call: string;
      base: string;
      key: string;
      label: string;
      at: number;
    }>(
      `INSERT INTO device_key (account_id, call, base, key, label, added_at)
       VALUES (:account, :call, :base, :key, :label, :at)`,
    );
    this.#published = db.sql<{ id: number; gid: string | null }>(
      "UPDATE device_key SET gid = :gid WHERE id = :id",
    );
    this.#relabel = db.sql<{ id: number; label: string }>(
      "UPDATE device_key SET label = :label WHERE id = :id",
    );
    this.#drop = db.sql<{ id: number }>("DELETE FROM device_key WHERE id = :id");
  }

  byKey = (key: string): DeviceKeyRow | undefined => this.#byKey.get({ key });
  ofBase = (base: string): DeviceKeyRow[] => this.#ofBase.all({ base });
  ofAccount = (account: number): DeviceKeyRow[] => this.#ofAccount.all({ account });
  add = (
    tx: Tx,
    row: { account: number; call: string; base: string; key: string; label: string; at: number },
  ) => this.#add.run(tx, row).id;
  published(tx: Tx, id: number, gid: string | null): void {
    this.#published.run(tx, { id, gid });
  }
  relabel(tx: Tx, id: number, label: string): void {
    this.#relabel.run(tx, { id, label });
  }
  drop(tx: Tx, id: number): void {
    this.#drop.run(tx, { id });
  }
}

export class DeviceKeys {
  readonly store: DeviceKeyStore;
  readonly #accounts: Accounts;
  readonly #ports: PeoplePorts;

  constructor(accounts: Accounts, ports: PeoplePorts) {
    this.store = new DeviceKeyStore(accounts.db);
    this.#accounts = accounts;
    this.#ports = ports;
    // What peers believe about a key follows the call's verification.
    accounts.onVerification((tx, base) => {
      for (const row of this.store.ofBase(base)) this.#publish(tx, row);
    });
  }

  /** Registers a key for a call that the account holds; the same key again only takes the new label. */
  register(tx: Tx, account: number, text: string, key: string, label: string): DeviceKeyRow {
    const call = normalCall(text);
    const base = baseCall(call);
    if (!isCall(call) || this.#accounts.store.held(base)?.accountId !== account) {
      throw accountFailure.not_held({ callsign: call });
    }
    if (!isPublicKey(key)) throw accountFailure.invalid_key();
    const there = this.store.byKey(key);
    if (there) {
      if (there.accountId !== account || there.call !== call) throw accountFailure.key_taken();
      this.store.relabel(tx, there.id, label);
      return { ...there, label };
    }
    if (this.store.ofAccount(account).length >= MOST_KEYS) {
      throw accountFailure.too_many_keys({ limit: MOST_KEYS });
    }
    const at = this.#accounts.world.now();
    this.store.add(tx, { account, call, base, key, label, at });
    const row = this.store.byKey(key)!;
    this.#publish(tx, row);
    return row;
  }

  /** Whether the key speaks for the call: registered for any SSID of its base call by whoever holds it now. */
  find(call: string, key: string): { addedAt: number } | undefined {
    const row = this.store.byKey(key);
    if (!row || row.base !== baseCall(normalCall(call))) return undefined;
    return this.#accounts.store.held(row.base)?.accountId === row.accountId
      ? { addedAt: row.addedAt }
      : undefined;
  }

  /** Keys of a base call, or those registered for exactly one of its SSIDs. */
  list(call: string): DeviceKeyRow[] {
    const rows = this.store.ofBase(baseCall(call));
    return call.includes("-") ? rows.filter((row) => row.call === call) : rows;
  }

  /** Drops the keys of a call, e.g. when it goes to somebody else. Their records get tombstones. */
  dropOf(tx: Tx, base: string): void {
    for (const row of this.store.ofBase(base)) {
      if (row.gid !== null) this.#ports.publications.withdraw(tx, row.gid, { bounded: false });
      this.store.drop(tx, row.id);
    }
  }

  #publish(tx: Tx, row: DeviceKeyRow): void {
    const body = {
      call: row.call,
      key: row.key,
      addedAt: row.addedAt,
      verified: this.#accounts.isVerified(row.base),
    };
    const { gid } = this.#ports.publications.publish(tx, "key", body, row.gid ?? undefined);
    this.store.published(tx, row.id, gid === "" ? null : gid);
  }
}
