/**
 * Where people live: mirrors of other instances' callsign keys and account moves. An instance may only say "this account
 * came to me"; its word counts when the mover's key is known from elsewhere: registered here for the call, or published
 * as verified by a trusted instance other than the one that claims (FED "Events"). Display only.
 */
import { baseCall, normalCall } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import { instanceId } from "../../settings/mod.ts";
import type { AppliersOf } from "../../wire/mod.ts";
import type { Accounts } from "../accounts.ts";
import type { DeviceKeys } from "../keys/device_keys.ts";
import type { PeoplePorts } from "../ports.ts";

export class Moves {
  readonly #accounts: Accounts;
  readonly #keys: DeviceKeys;
  readonly #ports: PeoplePorts;
  readonly #putKey;
  readonly #dropKey;
  readonly #vouchers;
  readonly #putMove;
  readonly #dropMove;
  readonly #moves;
  readonly #own;

  constructor(accounts: Accounts, keys: DeviceKeys, ports: PeoplePorts) {
    this.#accounts = accounts;
    this.#keys = keys;
    this.#ports = ports;
    const db: Database = accounts.db;
    this.#putKey = db.sql<{
      gid: string;
      origin: string;
      base: string;
      key: string;
      verified: boolean;
      revoked: boolean;
    }>(
      `INSERT OR REPLACE INTO key_mirror (gid, origin, base, key, verified, revoked)
       VALUES (:gid, :origin, :base, :key, :verified, :revoked)`,
    );
    this.#dropKey = db.sql<{ gid: string }>("DELETE FROM key_mirror WHERE gid = :gid");
    this.#vouchers = db.sql<{ key: string; base: string; claimant: string }, { origin: string }>(
      `SELECT DISTINCT origin FROM key_mirror WHERE key = :key AND base = :base AND verified = 1 AND revoked = 0
       AND origin <> :claimant`,
    );
    this.#putMove = db.sql<{ gid: string; origin: string; base: string; key: string; signedAt: number }>(
      `INSERT OR REPLACE INTO move_mirror (gid, origin, base, key, signed_at)
       VALUES (:gid, :origin, :base, :key, :signedAt)`,
    );
    this.#dropMove = db.sql<{ gid: string }>("DELETE FROM move_mirror WHERE gid = :gid");
    this.#moves = db.sql<{ base: string }, { origin: string; key: string; signedAt: number }>(
      `SELECT origin, key, signed_at AS signedAt FROM move_mirror WHERE base = :base
       ORDER BY signed_at DESC, gid LIMIT 20`,
    );
    this.#own = db.sql<{ base: string; own: string }, { toInstance: string; movedAt: number }>(
      `SELECT m.to_instance AS toInstance, m.moved_at AS movedAt FROM account_move m
       JOIN held_call h ON h.base = m.base AND h.account_id = m.account_id
       WHERE m.base = :base AND (m.from_instance = :own OR m.to_instance = :own) ORDER BY m.id DESC LIMIT 1`,
    );
  }

  /** What federation hands verified records of others to. */
  appliers(): AppliersOf<"key" | "account-move"> {
    return {
      key: {
        apply: (tx, { gid, origin, body: { call, key, verified, revokedAt } }) => {
          this.#putKey.run(tx, {
            gid,
            origin,
            base: baseCall(call),
            key,
            verified,
            revoked: revokedAt !== undefined,
          });
          return true;
        },
        drop: (tx, gid) => void this.#dropKey.run(tx, { gid }),
      },
      "account-move": {
        apply: (tx, { gid, origin, body: { call, key, signedAt } }) => {
          this.#putMove.run(tx, { gid, origin, base: baseCall(call), key, signedAt });
          return true;
        },
        drop: (tx, gid) => void this.#dropMove.run(tx, { gid }),
      },
    };
  }

  /** The instance on which the person behind a call lives, as far as proofs say; `undefined` when nothing is known. */
  homeOf(text: string): string | undefined {
    const base = baseCall(normalCall(text));
    const here = instanceId(this.#accounts.settings);
    const own = this.#own.get({ base, own: here });
    const heldSince = this.#accounts.store.held(base)?.heldSince;
    // A sign-up here is younger than a proof signed before it, and says so.
    const since = own?.movedAt ?? heldSince ?? -1;
    const away = this.#moves.all({ base }).find((move) => this.#isBelieved(base, move));
    if (away && away.signedAt > since) return away.origin;
    return own?.toInstance ?? (heldSince === undefined ? undefined : here);
  }

  #isBelieved(base: string, { origin, key }: { origin: string; key: string }): boolean {
    if (this.#keys.find(base, key)) return true;
    return this.#vouchers.all({ key, base, claimant: origin }).some((row) => this.#ports.trusts(row.origin));
  }
}
