/**
 * Where people live: mirrors of other instances' callsign keys and account moves. An instance may only say "this account
 * came to me"; its word counts when the mover's key is known from elsewhere: registered here for the call, or published
 * as verified by a trusted instance other than the one that claims (FED "Events"). Display only.
 */
import { baseCall, normalCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { instanceId } from "../../settings/mod.ts";
import type { AppliersOf } from "../../wire/mod.ts";
import type { Accounts } from "../accounts.ts";
import type { DeviceKeys } from "../keys/device_keys.ts";
import type { PeoplePorts } from "../ports.ts";
import { mirrorStore, type MoveStore } from "./store.ts";

/** A key of another instance's member. */
interface PublishedKey {
  /** With SSID, as registered. */
  call: string;
  verified: boolean;
  addedAt: number;
  revokedAt?: number;
}

export class Moves {
  readonly #accounts: Accounts;
  readonly #keys: DeviceKeys;
  readonly #ports: PeoplePorts;
  readonly #moves: MoveStore;
  readonly #mirrors;

  constructor(accounts: Accounts, keys: DeviceKeys, ports: PeoplePorts, moves: MoveStore) {
    this.#accounts = accounts;
    this.#keys = keys;
    this.#ports = ports;
    this.#moves = moves;
    this.#mirrors = mirrorStore(accounts.db);
  }

  /** What federation hands verified records of others to. */
  appliers(): AppliersOf<"key" | "account-move"> {
    return {
      key: {
        apply: (tx, { gid, origin, body: { call, key, verified, addedAt, revokedAt } }) => {
          this.#mirrors.putKey(tx, {
            ...{ gid, origin, call, base: baseCall(call), key, verified, addedAt },
            revoked: revokedAt !== undefined,
            revokedAt: revokedAt ?? null,
          });
          return true;
        },
        drop: (tx, gid, at) =>
          void (at === undefined
            ? this.#mirrors.dropKey(tx, { gid })
            : this.#mirrors.endKey(tx, { gid, at })),
      },
      "account-move": {
        apply: (tx, { gid, origin, body: { call, key, signedAt } }) => {
          this.#mirrors.putMove(tx, { gid, origin, base: baseCall(call), key, signedAt });
          return true;
        },
        drop: (tx, gid) => void this.#mirrors.dropMove(tx, { gid }),
      },
    };
  }

  /** A key as its own instance publishes it; undefined where nothing of it is here. Times are unix seconds. */
  keyOf(origin: string, key: string): PublishedKey | undefined {
    const row = this.#mirrors.keyOf({ origin, key })[0];
    if (!row) return undefined;
    return {
      ...{ call: row.call, verified: Boolean(row.verified), addedAt: row.addedAt },
      ...(row.revokedAt !== null && { revokedAt: row.revokedAt }),
    };
  }

  /** Forgets keys that ended so long ago that nothing of them can come any more. */
  forgetEnded = (tx: Tx, before: number): void => void this.#mirrors.forgetEnded(tx, { before });

  /** The instance on which the person behind a call lives, as far as proofs say; `undefined` when nothing is known. */
  homeOf(text: string): string | undefined {
    const base = baseCall(normalCall(text));
    const here = instanceId(this.#accounts.settings);
    const own = this.#moves.lastOf({ base, own: here });
    const heldSince = this.#accounts.store.held({ base })?.heldSince;
    // Somebody who signed up here after a proof was signed lives here: the later of the two counts.
    const since = own?.movedAt ?? heldSince ?? -1;
    const away = this.#mirrors.moves({ base }).find((move) => this.#isBelieved(base, move));
    if (away && away.signedAt > since) return away.origin;
    return own?.toInstance ?? (heldSince === undefined ? undefined : here);
  }

  /** The instance that an account came from with its keys, if it did. */
  cameFrom = (account: number): string | undefined =>
    this.#moves.cameFrom({ account, own: instanceId(this.#accounts.settings) })?.fromInstance;

  #isBelieved(base: string, { origin, key }: { origin: string; key: string }): boolean {
    if (this.#keys.find(base, key)) return true;
    return this.#mirrors.vouchers({ key, base, claimant: origin }).some((row) =>
      this.#ports.trusts(row.origin)
    );
  }
}
