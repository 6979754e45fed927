/** Publishing own records, inside the writes of the areas that own them (FED "Version semantics", "Events"). */
import type { World } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import {
  type Bodies,
  encodeCbor,
  makeGid,
  type Publications,
  type PublishedKind,
  type RecordKind,
  RECORDS,
  type TombstoneBody,
} from "../../wire/mod.ts";
import { lookedUpBy } from "./bodies.ts";
import { isRenamed, ownGid, takeName } from "./rename.ts";
import type { RecordRow } from "../tables/record_store.ts";
import type { Store } from "../tables/store.ts";

/** What publishing asks of a body besides its declaration, by kind. */
const OWN: {
  readonly [K in PublishedKind]?: {
    /** Whether the record never leaves this instance. */
    staysHome?(body: Bodies[K]): boolean;
    /** The record's version; without it, the next number of its kind. */
    version?(body: Bodies[K]): number;
    /** The body with the ids of own records in it under the name that this instance has now. */
    renamed?(body: Bodies[K], self: string): Bodies[K];
  };
} = {
  cache: { staysHome: ({ scope }) => scope !== "federated" },
  find: { renamed: (body, self) => ({ ...body, cache: ownGid(body.cache, self) }) },
  bulletin: { version: ({ postedAt }) => postedAt },
};

/**
 * Areas keep the global ids that they were given. Where this instance was renamed since, those ids have its former
 * name and still mean the same records.
 */
export class Publisher implements Publications {
  constructor(
    readonly self: string,
    readonly store: Store,
    readonly world: World,
    /** Called after the commit of each published record, so that neighbours are told to pull. */
    readonly published: (kind: RecordKind) => void = () => {},
  ) {}

  /**
   * Signs and keeps a record: a new one, or the next version of the one that `gid` names. Gives its global id and its
   * version. Throws `TypeError` where the body does not fit its declaration.
   */
  publish<K extends PublishedKind>(
    tx: Tx,
    kind: K,
    given: Bodies[K],
    gid?: string,
  ): { gid: string; v: number } {
    this.#bearName(tx);
    const { staysHome, version, renamed } = OWN[kind] ?? {};
    const body = renamed?.(given, this.self) ?? given;
    const map = RECORDS[kind].write(body);
    if (staysHome?.(body)) throw new TypeError("Cannot publish a cache whose scope is local");
    const before = gid === undefined ? undefined : this.#own(ownGid(gid, this.self), kind);
    const number = kind === "bulletin"
      ? this.store.numbers.nextPlain(tx, kind)
      : this.store.numbers.next(tx, kind);
    const v = version?.(body) ?? number;
    const row: RecordRow = {
      gid: before?.gid ?? makeGid(this.self, kind, number),
      origin: this.self,
      kind,
      v,
      at: this.world.now(),
      frame: null,
      body: encodeCbor(map),
      signer: null,
      hops: 0,
      via: null,
      ...lookedUpBy(kind, body),
      gone: 0,
    };
    this.store.records.put(tx, row);
    tx.after(() => this.published(kind));
    return { gid: row.gid, v };
  }

  /**
   * Renames the own records, where that was not done yet, before another one is added: a command may write before a
   * server runs.
   */
  #bearName(tx: Tx): void {
    if (isRenamed(this.store, this.self)) takeName(tx, this.store, this.self, this.world.now());
  }

  /** The own record under a gid, of which a next version may be published. */
  #own(gid: string, kind: RecordKind): RecordRow {
    const row = this.store.records.byGid({ gid });
    if (row?.origin !== this.self || row.kind !== kind) {
      throw new TypeError(`Cannot publish ${gid}: no own ${kind} has it`);
    }
    if (kind === "bulletin") {
      throw new TypeError("Cannot publish a bulletin again: its version is its posting time");
    }
    if (this.store.records.tombstone({ target: gid })?.upTo === null) {
      throw new TypeError(`Cannot publish ${gid}: deleted for good`);
    }
    return row;
  }

  /**
   * Publishes the deletion of an own record; `bounded`: only of its versions up to now. Gives 1, or 0
   * where there is nothing to delete.
   */
  withdraw(tx: Tx, given: string, options: { bounded: boolean }): number {
    const { records, numbers } = this.store;
    this.#bearName(tx);
    const gid = ownGid(given, this.self);
    const row = records.byGid({ gid });
    if (row?.origin !== this.self || row.kind === "tombstone") return 0;
    const said = records.tombstone({ target: gid });
    const upTo = options.bounded ? row.v : undefined;
    // Nothing to publish: it is deleted already, without a bound or up to this version.
    if (said && (said.upTo === null || (upTo !== undefined && said.upTo >= upTo))) return 0;
    const number = numbers.next(tx, "tombstone");
    const now = this.world.now();
    const body: TombstoneBody = { gid, deletedAt: now, ...(upTo === undefined ? {} : { upTo }) };
    records.entomb(tx, { target: gid, upTo: upTo ?? null });
    records.bury(tx, { gid });
    records.put(tx, {
      gid: makeGid(this.self, "tombstone", number),
      origin: this.self,
      kind: "tombstone",
      v: number,
      at: now,
      frame: null,
      body: encodeCbor(RECORDS.tombstone.write(body)),
      signer: null,
      hops: 0,
      via: null,
      ...lookedUpBy("tombstone", body),
      gone: 0,
    });
    tx.after(() => this.published("tombstone"));
    return 1;
  }
}
