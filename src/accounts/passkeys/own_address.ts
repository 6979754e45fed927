/**
 * The address of this instance as people's sign-ins know it. A passkey holds for one name, a session for one address, and
 * operators act over https as soon as there is any: who changes the address is told before what stops, and after it why.
 */
import type { World } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import {
  APP_URL,
  hasHttps,
  INSTANCE_ID,
  instanceId,
  relyingParty,
  type Settings,
} from "../../settings/mod.ts";

/** So long it is said why passkeys of before do not work. Seconds. */
const TOLD_S = 180 * 86_400;
/** Who was here so lately comes again. Seconds. */
const RECENT_S = 30 * 86_400;

/** What stops working when APP_URL is changed. */
export interface AddressChange {
  from: string | null;
  to: string;
  /** Passkeys that are for the name of before; 0 where the name stays. */
  passkeys: number;
  /** Accounts that have nothing else to sign in with by themselves: no confirmed mail. */
  alone: number;
  /** Accounts that were here in the last thirty days: a session holds only on the address where it was made. */
  people: number;
  /** Name of this instance among others, where that follows the address. */
  renames: { from: string; to: string } | null;
  /** Operators act over https alone from then on. */
  operatorsByHttps: boolean;
}

/** A change of the address that the settings have made already: counts as those of `AddressChange`. */
export interface AddressMove extends Pick<AddressChange, "passkeys" | "alone" | "people"> {
  /** APP_URL, empty without one; the name that passkeys are for. */
  from: { origin: string; name: string };
  to: { origin: string; name: string };
}

interface AddressParts {
  db: Database;
  settings: Settings;
  world: Pick<World, "now">;
}

/** Under which address this instance is served, was served before, and what a change of it stops. */
export class OwnAddress {
  readonly #parts: AddressParts;
  readonly #last;
  readonly #add;
  readonly #keys;
  readonly #alone;
  readonly #seen;

  constructor(parts: AddressParts) {
    const { db } = parts;
    this.#parts = parts;
    this.#last = db.rows<Record<never, never>, { origin: string; rp: string; at: number }>(
      "SELECT origin, rp, at FROM own_address ORDER BY id DESC LIMIT 2",
    );
    this.#add = db.change<{ origin: string; rp: string; at: number }>(
      "INSERT INTO own_address (origin, rp, at) VALUES (:origin, :rp, :at)",
    );
    this.#keys = db.row<{ before: number }, { n: number }>(
      "SELECT count(*) AS n FROM passkey WHERE added_at < :before",
    );
    this.#seen = db.row<{ since: number }, { n: number }>(
      "SELECT count(*) AS n FROM account WHERE seen_at >= :since",
    );
    this.#alone = db.row<Record<never, never>, { n: number }>(
      `SELECT count(DISTINCT p.account_id) AS n FROM passkey p JOIN account a ON a.id = p.account_id WHERE a.email IS NULL`,
    );
  }

  /** The server starts under these settings: a change is written down. Gives what it stopped. */
  async note(): Promise<AddressMove | undefined> {
    const { db, settings, world } = this.#parts;
    const origin = settings.get(APP_URL) ?? "", rp = relyingParty(settings), [last] = this.#last({});
    if (last?.origin === origin && last.rp === rp) return undefined;
    const stopped = this.ahead();
    await db.write((tx) => this.#add(tx, { origin, rp, at: world.now() }));
    return stopped;
  }

  /** What the next start stops: these settings name another address than the one that was served last. */
  ahead(): AddressMove | undefined {
    const { settings, world } = this.#parts, [last] = this.#last({});
    const origin = settings.get(APP_URL) ?? "", rp = relyingParty(settings);
    if (!last || (last.origin === origin && last.rp === rp)) return undefined;
    const isSame = last.rp === rp;
    return {
      from: { origin: last.origin, name: last.rp },
      to: { origin, name: rp },
      passkeys: isSame ? 0 : this.#keys({ before: Number.MAX_SAFE_INTEGER })!.n,
      alone: isSame ? 0 : this.#alone({})!.n,
      people: origin === last.origin ? 0 : this.#seen({ since: world.now() - RECENT_S })!.n,
    };
  }

  /** The passkeys that are for the name of before the last change, for as long as somebody may come with one. */
  behind(): { from: string; to: string; passkeys: number; at: number } | undefined {
    const [now, before] = this.#last({});
    if (!this.moved()) return undefined;
    return { from: before!.rp, to: now!.rp, passkeys: this.#keys({ before: now!.at })!.n, at: now!.at };
  }

  /** Where it was before, for as long as somebody may come with a passkey of then; `undefined` where none is out of use. */
  moved(): { from: string; at: number } | undefined {
    const [now, before] = this.#last({}), { world } = this.#parts;
    if (!now || !before || now.rp === before.rp || world.now() - now.at > TOLD_S) return undefined;
    return this.#keys({ before: now.at })!.n === 0
      ? undefined
      : { from: before.origin || before.rp, at: now.at };
  }

  /** What a change to this address stops. Nothing is changed. */
  change(to: string): AddressChange {
    const { settings } = this.#parts, from = settings.get(APP_URL) ?? null;
    const then = new URL(to), https = then.protocol === "https:";
    const isSame = relyingParty(settings, to) === relyingParty(settings);
    const named = settings.get(INSTANCE_ID) !== undefined || instanceId(settings) === then.hostname;
    return {
      from,
      to: then.origin,
      passkeys: isSame ? 0 : this.#keys({ before: Number.MAX_SAFE_INTEGER })!.n,
      alone: isSame ? 0 : this.#alone({})!.n,
      people: then.origin === from ? 0 : this.#seen({ since: this.#parts.world.now() - RECENT_S })!.n,
      renames: named ? null : { from: instanceId(settings), to: then.hostname },
      operatorsByHttps: https && !hasHttps(settings),
    };
  }
}
