/** The accounts area's own share in a person's data: what export shows and erasure takes away. */
import { type Database, openAudit, type Tx } from "../../db/mod.ts";
import type { Accounts } from "../accounts.ts";
import type { Calls } from "../calls/calls.ts";
import type { Cards } from "../cards/cards.ts";
import type { DeviceKeys } from "../keys/device_keys.ts";
import type { LinkStore } from "../mail/link_store.ts";
import type { DataOf, PeoplePorts, PersonalData } from "../ports.ts";
import { MEMORIAL } from "../store.ts";
import type { MoveStore } from "./store.ts";

interface OwnParts {
  accounts: Accounts;
  calls: Calls;
  cards: Cards;
  keys: DeviceKeys;
  links: LinkStore;
  moves: MoveStore;
  ports: PeoplePorts;
}

export class OwnData implements PersonalData {
  readonly name = "accounts";
  readonly #parts: OwnParts;
  readonly #lists: Record<string, (account: number) => unknown[]>;
  readonly #drop;
  readonly #audit;

  constructor(parts: OwnParts) {
    this.#parts = parts;
    const { db } = parts.accounts;
    this.#lists = exportLists(db);
    this.#audit = openAudit(db);
    this.#drop = db.change<{ account: number }>("DELETE FROM account WHERE id = :account");
  }

  /** What the area keeps of an account, as lists of rows under the names that the bundle uses. */
  export({ accountId }: DataOf): Record<string, unknown> {
    const { accounts, cards } = this.#parts;
    const { generation: _generation, ...account } = accounts.store.account({ id: accountId })!;
    return {
      account: [account],
      profile: [cards.profile(accountId)],
      uiPrefs: [{ prefs: cards.prefs(accountId), digest: cards.digest(accountId) }],
      ...Object.fromEntries(Object.entries(this.#lists).map(([name, read]) => [name, read(accountId)])),
    };
  }

  /** Deletes all of it. What stays is a suspension, under each call, so that erasing does not end it. */
  erase(tx: Tx, { accountId, bases, email }: DataOf): void {
    const { accounts, calls, keys, links, moves, ports } = this.#parts;
    const { world, store } = accounts;
    const suspension = accounts.suspension(accountId);
    const pending = store.account({ id: accountId })!.pendingEmail;
    for (const base of bases) {
      keys.dropOf(tx, base);
      links.forgetCall(tx, { base });
      this.#audit.withdraw(tx, base);
      if (!suspension || suspension.category === MEMORIAL) continue;
      const { category, reason, until } = suspension;
      calls.store.putErasedSuspension(tx, { base, category, reason, until, at: world.now() });
    }
    for (const { gid } of moves.published({ account: accountId })) {
      ports.publications.withdraw(tx, gid, { bounded: false });
    }
    for (const address of [email, pending]) {
      if (address !== null) links.forgetEmail(tx, { email: address });
    }
    calls.store.forgetEvents(tx, { account: accountId });
    // Everything else of this area hangs on the account's row and goes with it.
    this.#drop(tx, { account: accountId });
  }
}

/** Plain lists by name; secrets of every kind (keys' material, tokens, hashes) are left out. */
function exportLists(db: Database): Record<string, (account: number) => unknown[]> {
  const list = (columns: string, from: string) => {
    const read = db.rows<{ account: number }, unknown>(`SELECT ${columns} FROM ${from}`);
    return (account: number) => read({ account });
  };
  return {
    callsigns: list(
      "base AS callsign, held_since AS heldSince, is_primary AS isPrimary",
      "held_call WHERE account_id = :account ORDER BY base",
    ),
    seen: list("seen_at AS seenAt", "account WHERE id = :account AND seen_at IS NOT NULL"),
    verifications: list(
      "v.base AS callsign, v.method, v.verified_at AS verifiedAt, v.note",
      "verification v JOIN held_call h USING (base) WHERE h.account_id = :account ORDER BY v.base",
    ),
    callHistory: list(
      "base AS callsign, action, note, at",
      "call_event WHERE from_account = :account OR to_account = :account ORDER BY id",
    ),
    suspension: list(
      "reason, category, suspended_at AS suspendedAt, until",
      "suspension WHERE account_id = :account",
    ),
    welcomed: list("a.at", "welcome w JOIN welcome_act a ON a.id = w.act_id WHERE w.account_id = :account"),
    passkeys: list(
      "id, added_at AS addedAt, last_used_at AS lastUsedAt, transports",
      "passkey WHERE account_id = :account ORDER BY added_at",
    ),
    keys: list(
      "call AS callsign, key AS publicKey, label, name, added_at AS addedAt, used_at AS usedAt",
      "device_key WHERE account_id = :account ORDER BY id",
    ),
    apiKeys: list(
      "id, name, prefix, created_at AS createdAt, last_used_at AS lastUsedAt",
      "api_key WHERE account_id = :account ORDER BY id",
    ),
    claims: list(
      "call AS callsign, status, method, opened_at AS openedAt, expires_at AS expiresAt",
      "claim WHERE account_id = :account OR won_account = :account ORDER BY id",
    ),
    proofs: list(
      "method, base AS callsign, started_at AS startedAt, expires_at AS expiresAt",
      "proof WHERE account_id = :account ORDER BY id",
    ),
    emailTokens: list(
      "purpose, call AS callsign, email, created_at AS createdAt, expires_at AS expiresAt, spent_at AS spentAt",
      "sign_in_link WHERE account_id = :account ORDER BY created_at",
    ),
    moves: list(
      "base AS callsign, from_instance AS fromInstance, to_instance AS toInstance, moved_at AS movedAt",
      "account_move WHERE account_id = :account ORDER BY id",
    ),
  };
}
