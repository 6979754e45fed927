/**
 * Device keys: Ed25519 keys with which a person's devices sign logs, batches and account actions. Published as key
 * records, so that other instances can check signatures and believe account moves (FED "What the service does").
 */
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { isPublicKey } from "../../wire/mod.ts";
import type { Accounts } from "../accounts.ts";
import { accountFailure } from "../errors.ts";
import type { PeoplePorts } from "../ports.ts";
import { type DeviceKeyRow, type DeviceKeyStore, deviceKeyStore } from "./device_key_store.ts";

const MOST_KEYS = 50;

export class DeviceKeys {
  readonly store: DeviceKeyStore;
  readonly #accounts: Accounts;
  readonly #ports: PeoplePorts;

  constructor(accounts: Accounts, ports: PeoplePorts) {
    this.store = deviceKeyStore(accounts.db);
    this.#accounts = accounts;
    this.#ports = ports;
  }

  /** Whoever is suspended speaks for nobody elsewhere either: their keys are published as revoked while that lasts. */
  suspensionChanged(tx: Tx, account: number): void {
    for (const row of this.store.ofAccount({ account })) this.#publish(tx, row);
  }

  /** Publishes the keys of members anew whose suspension has ended. */
  async releaseWithheld(): Promise<void> {
    const isOver = (row: DeviceKeyRow) => this.#accounts.suspension(row.accountId) === undefined;
    const over = this.store.withheld({}).filter(isOver);
    if (over.length === 0) return;
    await this.#accounts.db.write((tx) => {
      for (const row of over.filter(isOver)) this.#publish(tx, row);
    });
  }

  /** What peers believe about a key follows the call's verification. */
  proofChanged(tx: Tx, base: string): void {
    for (const row of this.store.ofBase({ base })) this.#publish(tx, row);
  }

  /**
   * Registers a key for a call that the account holds; the same key again only takes the new label and session.
   * `signedInAt` is when the person signed in, unix seconds, and `fresh` that this was a short while ago: only then may the
   * key sign the erasure of the account, as a session may. `session` names the session on that
   * device; null where there is none.
   */
  register(
    tx: Tx,
    account: number,
    text: string,
    key: string,
    { label, fresh, signedInAt, session }: {
      label: string;
      fresh: boolean;
      signedInAt: number;
      session: string | null;
    },
  ): DeviceKeyRow {
    const mayErase = fresh ? 1 : 0;
    const call = normalCall(text);
    const base = baseCall(call);
    if (!isCall(call) || !this.#accounts.holds(account, base)) {
      throw accountFailure.not_held({ callsign: call });
    }
    if (!isPublicKey(key)) throw accountFailure.invalid_key();
    const there = this.store.byKey({ key });
    if (there) {
      if (there.accountId !== account || there.call !== call) throw accountFailure.key_taken();
      const usedAt = this.#accounts.world.now();
      this.store.again(tx, { id: there.id, label, mayErase, vouchedAt: signedInAt, session, usedAt });
      return { ...there, label };
    }
    if (this.store.ofAccount({ account }).length >= MOST_KEYS) {
      throw accountFailure.too_many_keys(
        { limit: MOST_KEYS },
        `An account has at most ${MOST_KEYS} device keys`,
      );
    }
    const addedAt = this.#accounts.world.now();
    this.store.add(tx, {
      accountId: account,
      call,
      base,
      key,
      label,
      addedAt,
      mayErase,
      vouchedAt: signedInAt,
      session,
      usedAt: addedAt,
    });
    const row = this.store.byKey({ key })!;
    this.#publish(tx, row);
    return row;
  }

  /** Whether the key speaks for the call: registered for any SSID of its base call by whoever holds it now. */
  find(call: string, key: string): { addedAt: number } | undefined {
    const row = this.store.byKey({ key });
    if (!row || row.base !== baseCall(normalCall(call))) return undefined;
    return this.#accounts.holds(row.accountId, row.base) ? { addedAt: row.addedAt } : undefined;
  }

  /** When the person behind the key last signed in before registering it, unix seconds; 0 where nobody knows. */
  vouchedAt(key: string): number {
    return this.store.byKey({ key })?.vouchedAt ?? 0;
  }

  /** Whether the key may sign the erasure of its account. */
  mayErase(key: string): boolean {
    return this.store.byKey({ key })?.mayErase === 1;
  }

  /** Keys of a base call, or those registered for exactly one of its SSIDs. */
  list(call: string): DeviceKeyRow[] {
    const rows = this.store.ofBase({ base: baseCall(call) });
    return call.includes("-") ? rows.filter((row) => row.call === call) : rows;
  }

  /** Deletes the keys of a call, e.g. when it goes to somebody else. */
  dropOf(tx: Tx, base: string): void {
    for (const row of this.store.ofBase({ base })) this.#drop(tx, row);
  }

  /** Removes all keys of the account: whoever has one of them speaks for nobody any more. */
  removeAll(tx: Tx, account: number): void {
    for (const row of this.store.ofAccount({ account })) this.#drop(tx, row);
  }

  /** Removes a key of the account, e.g. of a phone that was lost. */
  remove(tx: Tx, account: number, key: string): void {
    const row = this.store.byKey({ key });
    if (row?.accountId !== account) throw accountFailure.key_missing();
    this.#drop(tx, row);
  }

  /** Calls a device of the account by a name of its person's own; "" takes the name away. */
  rename(tx: Tx, account: number, key: string, name: string): void {
    const row = this.store.byKey({ key });
    if (row?.accountId !== account) throw accountFailure.key_missing();
    this.store.setName(tx, { id: row.id, name });
  }

  /** Deletes a key, and publishes a tombstone for its record. */
  #drop(tx: Tx, row: DeviceKeyRow): void {
    if (row.gid !== null) this.#ports.publications.withdraw(tx, row.gid, { bounded: false });
    this.store.drop(tx, { id: row.id });
  }

  #publish(tx: Tx, row: DeviceKeyRow): void {
    const suspendedAt = this.#accounts.suspension(row.accountId)?.suspendedAt;
    const body = {
      call: row.call,
      key: row.key,
      addedAt: row.addedAt,
      verified: this.#accounts.isVerified(row.base),
      ...(suspendedAt !== undefined && { revokedAt: suspendedAt }),
    };
    const { gid } = this.#ports.publications.publish(tx, "key", body, row.gid ?? undefined);
    this.store.published(tx, { id: row.id, gid: gid === "" ? null : gid });
    this.store.setWithheld(tx, { id: row.id, withheld: suspendedAt === undefined ? 0 : 1 });
  }
}
