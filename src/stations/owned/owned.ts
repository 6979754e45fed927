/** What members list as their stations, and the keys with which their weather consoles push. */
import {
  boxOfLocator,
  failures,
  isCall,
  isPlace,
  normalCall,
  sha256Hex,
  toHex,
  type World,
} from "../../base/mod.ts";
import type { Accounts } from "../../accounts/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { type ChangeOf, STATION } from "../../things/mod.ts";
import { type OwnedRow, type OwnedStore, ownedStore } from "./store.ts";

export const ownedFailure = failures({
  bad_call: ["invalid", { callsign: "string" }],
  bad_place: "invalid",
  bad_roles: "invalid",
  call_not_held: ["forbidden", { callsign: "string" }],
  call_not_verified: ["forbidden", {
    callsign: "string",
    verified: "boolean",
  }],
  station_taken: ["conflict", { callsign: "string" }],
  no_weather_role: "invalid",
  station_unknown: "missing",
});

const ROLES = ["weather", "digipeater", "igate", "node", "repeater"] as const;
interface StationInput extends ChangeOf<typeof STATION.facts> {
  callsign: string;
  lat?: number;
  lon?: number;
}

/** The stations of members. Throws failures of `errors.ts` where a station is not the caller's. */
export class Owned {
  readonly store: OwnedStore;

  constructor(
    db: Database,
    readonly accounts: Accounts,
    readonly world: World,
    /** Home locator of an account's profile, if it has one. */
    readonly homeGrid: (account: number) => string | undefined,
  ) {
    this.store = ownedStore(db);
  }

  ownedBy = (account: number): { id: number; call: string; lat?: number; lon?: number }[] =>
    this.store.ofAccount({ account }).map(({ id, call, lat, lon }) => ({
      id,
      call,
      ...(lat !== null && lon !== null ? { lat, lon } : {}),
    }));

  /** The station, if it is the account's. */
  mine(id: number, account: number): OwnedRow {
    const row = this.store.byId({ id });
    if (!row || row.accountId !== account) throw ownedFailure.station_unknown();
    return row;
  }

  /** Adds a station. Weather alone needs the call held, everything else verified. */
  add(tx: Tx, account: number, input: StationInput): OwnedRow {
    const call = normalCall(input.callsign);
    if (!isCall(call)) throw ownedFailure.bad_call({ callsign: input.callsign });
    const roles = this.#roles(input.roles ?? []);
    this.#mayList(account, call, roles);
    const known = this.store.byCall({ call });
    if (known && known.accountId !== account) throw ownedFailure.station_taken({ callsign: call });
    const place = this.#place(account, input);
    const at = this.world.now();
    const row = { ...STATION.rowOf({ ...input, roles }), call, ...place };
    const id = known?.id ??
      this.store.insert(tx, { accountId: account, createdAt: at, updatedAt: at, ...row }).id;
    if (known) this.store.update(tx, { id, updatedAt: at, ...row });
    return this.store.byId({ id })!;
  }

  /** Changes what is named; the call stays. */
  change(tx: Tx, id: number, account: number, input: Omit<StationInput, "callsign">): OwnedRow {
    const row = this.mine(id, account);
    const roles = input.roles === undefined ? rolesOf(row) : this.#roles(input.roles);
    this.#mayList(account, row.call, roles);
    const moved = input.lat !== undefined || input.lon !== undefined;
    const place = moved ? this.#place(account, input) : { lat: row.lat, lon: row.lon };
    this.store.update(tx, {
      id,
      updatedAt: this.world.now(),
      call: row.call,
      ...place,
      ...STATION.changed(row, { ...input, roles }),
    });
    return this.store.byId({ id })!;
  }

  /** Takes one of the account's stations off the list. Throws where it is not the account's. */
  drop(tx: Tx, id: number, account: number): void {
    this.mine(id, account);
    this.store.drop(tx, { id });
  }

  #roles(roles: readonly string[]): string[] {
    const chosen = ROLES.filter((role) => roles.includes(role));
    if (chosen.length !== new Set(roles).size) throw ownedFailure.bad_roles();
    return chosen;
  }

  #mayList(account: number, call: string, roles: readonly string[]): void {
    if (this.accounts.holder(call)?.accountId !== account) {
      throw ownedFailure.call_not_held({ callsign: call });
    }
    const weatherOnly = roles.length === 1 && roles[0] === "weather";
    if (!weatherOnly && !this.accounts.speaksFor(call, account)) {
      throw ownedFailure.call_not_verified({ callsign: call, verified: false });
    }
  }

  /** Given coordinates, else the middle of the home locator, to six characters: homes are not shown closer. */
  #place(account: number, { lat, lon }: { lat?: number; lon?: number }): { lat: number; lon: number } {
    if (lat !== undefined || lon !== undefined) {
      if (lat === undefined || lon === undefined || !isPlace(lat, lon)) throw ownedFailure.bad_place();
      return { lat, lon };
    }
    const box = boxOfLocator(this.homeGrid(account)?.slice(0, 6) ?? "");
    if (!box) throw ownedFailure.bad_place();
    return { lat: (box.minLat + box.maxLat) / 2, lon: (box.minLon + box.maxLon) / 2 };
  }

  /** Issues the station's push key; an earlier one stops working. Given once. */
  issueKey(tx: Tx, id: number, account: number): string {
    if (!rolesOf(this.mine(id, account)).includes("weather")) throw ownedFailure.no_weather_role();
    const key = `wx_${toHex(this.world.random(12))}`;
    this.store.setKey(tx, { id, hash: sha256Hex(key), at: this.world.now() });
    return key;
  }

  /** For the gate: whose push key this is. */
  weather(key: string): { kind: "weather"; station: number; account: number } | undefined {
    const row = this.store.byKeyHash({ hash: sha256Hex(key) });
    return row && { kind: "weather", station: row.id, account: row.accountId };
  }

  /** Whether the call is on any member's list. */
  isListed = (call: string): boolean => this.store.byCall({ call }) !== undefined;

  /** As members see it. */
  view = (row: OwnedRow) => ({
    id: row.id,
    call: row.call,
    lat: row.lat,
    lon: row.lon,
    ...STATION.viewOf(row),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    ...(rolesOf(row).includes("weather")
      ? {
        wx: {
          hasKey: row.hasKey === 1,
          lastSeen: row.wxSeenAt,
          txIs: row.txIs === 1,
          txCwop: row.txCwop === 1,
          verified: this.accounts.isVerified(row.call),
        },
      }
      : {}),
  });
}

/** Symbol of a role, for a station whose owner named none; the first role counts. */
const ROLE_SYMBOLS: Record<string, string> = {
  weather: "/_",
  digipeater: "/#",
  igate: "I&",
  node: "/n",
  repeater: "/r",
};
/** The symbol that a registered station is shown with before it is heard. */
export const symbolOf = (row: Pick<OwnedRow, "symbol" | "roles">): string =>
  row.symbol || (ROLE_SYMBOLS[row.roles.split(",")[0]!] ?? "/-");

export const rolesOf = (row: OwnedRow): string[] => STATION.facts.roles.toJson(row.roles);
