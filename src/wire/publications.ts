/** What federation and the areas offer each other. Types only: federation and areas implement them, `app.ts` joins. */
import type { Tx } from "../db/mod.ts";
import type { RecordKind } from "./names.ts";
import type { Bodies } from "./records.ts";

/** The kinds that areas publish. Tombstones are made by `withdraw`. */
export type PublishedKind = Exclude<RecordKind, "tombstone">;

/** What federation offers to areas. All of it happens inside the caller's own transaction. */
export interface Publications {
  /**
   * Publishes a record (no gid) or its next version (its gid); it takes the next number of its kind (FED "Version
   * semantics"). `body` is checked by the record's declaration; throws TypeError for one that receivers would refuse.
   */
  publish<K extends PublishedKind>(
    tx: Tx,
    kind: K,
    body: Bodies[K],
    gid?: string,
  ): { gid: string; v: number };
  /**
   * Publishes a tombstone for a published record. `bounded` names its last published version, so that the record may
   * come back above it. Does nothing for a record that was never published. Gives the number sent: 0 or 1.
   */
  withdraw(tx: Tx, gid: string, options: { bounded: boolean }): number;
}

/** A verified record of another instance, not tombstoned, newer than what was applied of it before. */
export interface Received<K extends RecordKind> {
  gid: string;
  origin: string;
  v: number;
  /** When its origin signed it, unix seconds. */
  at: number;
  body: Bodies[K];
  /** `true` where it is known that no version of the record was ever here, nor a mirror of it. */
  isNew?: boolean;
}

/** What an area offers to federation: it takes verified records of others of one kind into its display-only mirror. */
export interface Applier<K extends RecordKind> {
  /**
   * Applies one record. False when the body cannot be used: the record is refused for good. Throws only when the
   * database could not take it: the record is asked for again.
   */
  apply(tx: Tx, record: Received<K>): boolean;
  /** Drops the mirror of a record: it was deleted, when is given then, or its origin's records are dropped. */
  drop(tx: Tx, gid: string, deletedAt?: number): void;
}

/** The appliers of an area that mirrors these kinds. */
export type AppliersOf<Kinds extends RecordKind> = { readonly [K in Kinds]: Applier<K> };

/** Appliers by kind. Records of a kind that is missing here are not mirrored. */
export type Appliers = Partial<AppliersOf<RecordKind>>;
