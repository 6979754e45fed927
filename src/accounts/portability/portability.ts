/**
 * A person's data is theirs: export, erasure, and the way to another instance (API "Accounts, identity, verification",
 * `/api/account/*`). Each area hands in its share; erasing runs in one write, all of it or nothing.
 */
import { TURN } from "../../http/mod.ts";
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { instanceId } from "../../settings/mod.ts";
import { isInstanceId, isPublicKey, verifyDocument } from "../../wire/mod.ts";
import type { Accounts } from "../accounts.ts";
import type { Calls } from "../calls/calls.ts";
import type { DeviceKeys } from "../keys/device_keys.ts";
import { accountFailure } from "../errors.ts";
import type { DataOf, PeoplePorts, PersonalData } from "../ports.ts";
import type { MoveStore } from "./store.ts";
import { z } from "#schemas";

/** How long an assertion is fresh, either way, in seconds. */
const FRESH_S = 300;
const IMPORT_PATH = "/api/account/import";

export const Bundle = z.object({
  v: z.literal(1),
  instance: z.string().max(253),
  callsign: z.string().max(20),
  verified: z.boolean().optional(),
  keys: z.array(z.object({
    publicKey: z.string().max(64),
    label: z.string().max(64).default(""),
    verified: z.boolean().optional(),
  })).min(1).max(50),
  at: z.number().int(),
});
export type Bundle = z.output<typeof Bundle>;

export class Portability {
  readonly #accounts: Accounts;
  readonly #calls: Calls;
  readonly #keys: DeviceKeys;
  readonly #ports: PeoplePorts;
  readonly #shares: () => readonly PersonalData[];
  readonly #own: PersonalData;
  readonly #moves: MoveStore;

  constructor(
    { accounts, calls, keys, ports, own, moves, shares }: {
      accounts: Accounts;
      calls: Calls;
      keys: DeviceKeys;
      ports: PeoplePorts;
      own: PersonalData;
      moves: MoveStore;
      /** What the other areas keep of a person. */
      shares(): readonly PersonalData[];
    },
  ) {
    this.#accounts = accounts;
    this.#calls = calls;
    this.#keys = keys;
    this.#ports = ports;
    this.#own = own;
    this.#moves = moves;
    this.#shares = shares;
  }

  get #instance(): string {
    return instanceId(this.#accounts.settings);
  }

  #dataOf(accountId: number): DataOf {
    return {
      accountId,
      bases: this.#accounts.person(accountId)!.bases,
      email: this.#accounts.store.account({ id: accountId })!.email,
    };
  }

  /** All data that is kept about a person, one list for each kind. */
  export(accountId: number): Record<string, unknown> {
    const person = this.#dataOf(accountId);
    const lists = [this.#own, ...this.#shares()].map((share) => share.export(person));
    return Object.assign(
      { instance: this.#instance, exportedAt: this.#accounts.world.now() },
      ...lists,
    );
  }

  /** The same as the text of one JSON document, made while it is read: one area's data is in memory at a time. */
  *exportText(accountId: number): Generator<string> {
    const person = this.#dataOf(accountId);
    yield JSON.stringify({ instance: this.#instance, exportedAt: this.#accounts.world.now() }).slice(0, -1);
    for (const share of [this.#own, ...this.#shares()]) {
      for (const [name, value] of Object.entries(share.export(person))) {
        yield `,${JSON.stringify(name)}:`;
        if (!Array.isArray(value)) yield JSON.stringify(value) ?? "null";
        else {
          yield "[";
          for (const [n, one] of value.entries()) yield `${n > 0 ? "," : ""}${JSON.stringify(one)}`;
          yield "]";
        }
      }
      yield TURN;
    }
    yield "}";
  }

  /** Takes a person out of everything; gives the base calls that are free now. */
  erase(tx: Tx, accountId: number): string[] {
    const person = this.#dataOf(accountId);
    for (const share of this.#shares()) share.erase(tx, person);
    this.#own.erase(tx, person);
    tx.after(() => this.#accounts.db.emptyLog());
    return person.bases;
  }

  /** What another instance needs to open the account there. */
  bundle(accountId: number): Bundle {
    const call = this.#accounts.store.account({ id: accountId })!.activeCall!;
    const verified = this.#accounts.isVerified(call);
    const keys = this.#keys.store.ofAccount({ account: accountId }).filter((row) =>
      row.base === baseCall(call)
    );
    return {
      v: 1,
      instance: this.#instance,
      callsign: call,
      verified,
      keys: keys.map((row) => ({ publicKey: row.key, label: row.label, verified })),
      at: this.#accounts.world.now(),
    };
  }

  /** Notes that the person lives on another instance now. Their data here stays until they erase it. */
  move(tx: Tx, accountId: number, target: string): { callsign: string; movedTo: string } {
    if (!isInstanceId(target) || target === this.#instance) {
      throw accountFailure.invalid_target({ target });
    }
    const call = this.#accounts.store.account({ id: accountId })!.activeCall!;
    this.#moves.put(tx, {
      accountId,
      base: baseCall(call),
      fromInstance: this.#instance,
      toInstance: target,
      movedAt: this.#accounts.world.now(),
      gid: null,
    });
    return { callsign: call, movedTo: target };
  }

  /** Where a person said that they live now, if not here. */
  movedTo(accountId: number): string | undefined {
    return this.#moves.away({ account: accountId, own: this.#instance })?.toInstance;
  }

  /** Whether an assertion is a fresh signature, by a key of the bundle, of the import here. */
  checkAssertion(bundle: Bundle, { key, sig, at }: { key: string; sig: string; at: number }): void {
    const call = normalCall(bundle.callsign);
    if (!bundle.keys.some((one) => one.publicKey === key)) throw accountFailure.key_not_in_bundle();
    const document = { at, call, instance: this.#instance, key, path: IMPORT_PATH };
    const fresh = Math.abs(at - this.#accounts.world.now()) <= FRESH_S;
    if (!fresh || !verifyDocument("svc-act/1", document, key, sig)) throw accountFailure.bad_signature();
  }

  /**
   * Opens the account of a checked bundle: unverified, and so are its keys, whatever the bundle says. Tells other
   * instances that it came here, with the mover's own signature as the proof (FED "Events").
   */
  import(
    tx: Tx,
    bundle: Bundle,
    assertion: { key: string; sig: string; at: number },
  ): { accountId: number; callsign: string; importedKeys: number; from: string } {
    const call = normalCall(bundle.callsign);
    if (!isCall(call)) throw accountFailure.invalid({ callsign: bundle.callsign });
    if (!isInstanceId(bundle.instance) || bundle.instance === this.#instance) {
      throw accountFailure.invalid_target({ target: bundle.instance });
    }
    if (!bundle.keys.every((one) => isPublicKey(one.publicKey))) throw accountFailure.invalid_key();
    const accountId = this.#calls.signUp(tx, call, null);
    const now = this.#accounts.world.now();
    for (const { publicKey, label } of bundle.keys) {
      this.#keys.register(tx, accountId, call, publicKey, {
        label,
        fresh: true,
        signedInAt: now,
        session: null,
      });
    }
    const { key, sig, at } = assertion;
    const { gid } = this.#ports.publications.publish(tx, "account-move", {
      call,
      from: bundle.instance,
      to: this.#instance,
      movedAt: now,
      key,
      sig,
      signedAt: at,
    });
    this.#moves.put(tx, {
      accountId,
      base: baseCall(call),
      fromInstance: bundle.instance,
      toInstance: this.#instance,
      movedAt: now,
      gid: gid === "" ? null : gid,
    });
    return { accountId, callsign: call, importedKeys: bundle.keys.length, from: bundle.instance };
  }
}
