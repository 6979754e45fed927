/**
 * What an area gives so that its things can be reported and removed. Types only: areas implement them, moderation uses
 * them, and the audit log beside this file keeps what was done.
 */
import type { Tx } from "./write.ts";

/** Most things of one kind that are shown of a person (API "Limits", Moderation). */
export const LATEST = 50;
/** Longest preview of a thing, in characters. */
export const PREVIEW = 200;

/** One thing as moderation shows it. */
export interface ModeratedItem {
  kind: string;
  id: string;
  /** What it is called, without its text. */
  label: string;
  /** The beginning of its text. */
  preview: string;
  /** Whose it is; `null` when no member's. */
  ownerAccount: number | null;
  /** The call under which it was written. */
  ownerCall: string | null;
  /** When it was made; unix seconds. */
  at: number;
  cacheId?: number;
  code?: string;
  status?: string;
  removed: boolean;
  /** The accounts that may know of it; absent: everybody. Others get the same answer as for nothing at all. */
  parties?: readonly number[];
}

/** One kind of things. All writing happens inside the caller's own transaction. */
export interface ModeratedKind {
  readonly kind: string;
  /** The thing with this id; `undefined` for none, whatever the text is. */
  find(id: string): ModeratedItem | undefined;
  /** Takes a thing that is there away. Gives how many tombstones went out. */
  remove(tx: Tx, id: string, reason: string): number;
  /** Brings a removed thing back, where the kind can. */
  restore?(tx: Tx, id: string): void;
  /** How many things of which kind go with it, beside itself. */
  touches?(id: string): Record<string, number>;
  /** The latest things of a person, newest first, at most 50. */
  latestOf(account: number, bases: readonly string[]): ModeratedItem[];
}
