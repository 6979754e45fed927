/** What federation and the areas offer each other. Types only: federation and areas implement them, `app.ts` joins. */
import type { Tx } from "../db/mod.ts";
import type { RecordKind } from "./names.ts";

/** What federation offers to areas. All of it happens inside the caller's own transaction. */
export interface Publications {
  /**
   * Publishes a record (no gid) or its next version (its gid); it takes the next number of its kind (FED "Version
   * semantics"). `body` is checked by the record's declaration; throws TypeError for one that receivers would refuse.
   */
  publish(
    tx: Tx,
    kind: Exclude<RecordKind, "tombstone">,
    body: object,
    gid?: string,
  ): { gid: string; v: number };
  /**
   * Publishes a tombstone for a published record. `bounded` names its last published version, so that the record may
   * come back above it. Nothing for a record that was never published. Gives the number sent: 0 or 1.
   */
  withdraw(tx: Tx, gid: string, options: { bounded: boolean }): number;
}

/** What an area offers to federation: it takes verified records of others into its display-only mirror. */
export interface Applier {
  kind: RecordKind;
  /**
   * Applies one verified, newer, not tombstoned record. Throws only when the database could not take it. False when the
   * body cannot be used: the record is refused for good. `isNew`, where that is
   * known: no version of it was ever here, nor a mirror of it.
   */
  apply(
    tx: Tx,
    record: {
      gid: string;
      origin: string;
      v: number;
      at: number;
      body: Record<string, unknown>;
      isNew?: boolean;
    },
  ): boolean;
  /** Drops the mirror of a record: it was deleted, or its origin's records are dropped. */
  drop(tx: Tx, gid: string): void;
}
