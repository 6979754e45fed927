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
  /** Its whole text, where that is more than the preview. */
  text?: string;
  /** A photo or a sound: an address of this instance. */
  media?: { kind: "image" | "audio"; url: string };
  /** The account that owns it; `null` when no member does. */
  ownerAccount: number | null;
  /** The call under which it was written. */
  ownerCall: string | null;
  /** When it was made; unix seconds. */
  at: number;
  cacheId?: number;
  code?: string;
  status?: string;
  removed: boolean;
  /**
   * The accounts that may know of it; absent: everybody. All others get the answer for a thing that does not exist.
   */
  parties?: readonly number[];
}

/** One kind of things. All writing happens inside the caller's own transaction. */
export interface ModeratedKind {
  readonly kind: string;
  /** The thing with this id; `undefined` where there is none. The id comes from outside: it may be any text. */
  find(id: string): ModeratedItem | undefined;
  /** Removes a thing. Gives how many tombstones were published. */
  remove(tx: Tx, id: string, reason: string): number;
  /** Brings a removed thing back, where the kind can. */
  restore?(tx: Tx, id: string): void;
  /** Takes a thing out of use, or puts it back into use, where the kind can; the owner may do the same. */
  disable?(tx: Tx, id: string, disabled: boolean): void;
  /** How many other things go with it, by kind. */
  touches?(id: string): Record<string, number>;
  /** The latest things of a person, newest first, at most 50. */
  latestOf(account: number, bases: readonly string[]): ModeratedItem[];
}
