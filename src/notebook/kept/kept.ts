/** What a member keeps of caches: notes with solved coordinates, caches they ignore, and lists that they may share. */
import { newCode } from "../../base/mod.ts";
import { codeKey } from "../../caches/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { notebookFailure } from "../errors.ts";
import type { NotebookParts } from "../parts.ts";
import { keptStore, type ListRow } from "./store.ts";

/** What is kept of one member at most. */
const MOST = { notes: 5000, ignored: 5000, lists: 100, items: 10_000 };
/** 30 letters to the power of 12: nobody guesses the address of a shared list. */
const SHARE_LETTERS = 12;

interface CacheNote {
  text: string;
  lat: number | null;
  lon: number | null;
}

/** The notebook's pages about caches. */
export class Kept {
  readonly #parts: NotebookParts;
  readonly #store;

  constructor(parts: NotebookParts) {
    this.#parts = parts;
    this.#store = keptStore(parts.db);
  }

  /** All that a member keeps, in one piece: a phone keeps it and has it without a connection. */
  all(account: number) {
    const items = Map.groupBy(this.#store.itemsOf({ account }), ({ list }) => list);
    return {
      notes: this.#store.notes({ account }).map(({ account: _, codeKey: __, ...note }) => note),
      ignored: this.#store.ignored({ account }).map(({ code }) => code),
      lists: this.#store.lists({ account }).map(({ account: _, ...list }) => ({
        ...list,
        codes: (items.get(list.id) ?? []).map(({ code }) => code),
      })),
    };
  }

  /** Codes of the caches that a member ignores. */
  ignored = (account: number): string[] => this.#store.ignored({ account }).map(({ code }) => code);
  /** Codes on a member's list; `undefined` where the member has no such list. */
  list(account: number, id: number): string[] | undefined {
    return this.#store.list({ account, id }) && this.#store.items({ list: id }).map(({ code }) => code);
  }

  /** Keeps a note of a cache; one without a word and a place is deleted. */
  putNote(tx: Tx, account: number, code: string, { text, lat, lon }: CacheNote): void {
    const key = { account, codeKey: codeKey(code) };
    if (text.trim() === "" && lat === null) this.#store.dropNote(tx, key);
    else this.#store.putNote(tx, { ...key, code, text, lat, lon, updatedAt: this.#parts.world.now() });
    this.#refuseFull(account);
  }

  /** Puts a cache among the ignored ones, or takes it out. */
  ignore(tx: Tx, account: number, code: string, on: boolean): void {
    const key = { account, codeKey: codeKey(code) };
    if (on) this.#store.ignore(tx, { ...key, code, at: this.#parts.world.now() });
    else this.#store.heed(tx, key);
    this.#refuseFull(account);
  }

  /** Begins a list. One of that name is that list (`known`): a phone asks again where the answer was lost. */
  addList(tx: Tx, account: number, name: string): { id: number; known: boolean } {
    const there = this.#store.lists({ account }).find((list) => list.name === name);
    if (there) return { id: there.id, known: true };
    const { id } = this.#store.addList(tx, {
      account,
      name,
      share: null,
      updatedAt: this.#parts.world.now(),
    });
    this.#refuseFull(account);
    return { id, known: false };
  }

  /**
   * Renames a list, shares it under a new address or ends that, or puts its caches in an order; gives it as it is then. Codes of
   * an order that are not on the list are passed over; caches that the order does not name come behind it.
   */
  changeList(
    tx: Tx,
    account: number,
    id: number,
    wish: {
      name?: string | undefined;
      shared?: boolean | undefined;
      order?: readonly string[] | undefined;
    },
  ) {
    const row = this.#list(account, id), { world } = this.#parts;
    const share = wish.shared === undefined
      ? row.share
      : wish.shared
      ? row.share ?? newCode(world, SHARE_LETTERS)
      : null;
    const now = { ...row, name: wish.name ?? row.name, share, updatedAt: world.now() };
    this.#store.putList(tx, now);
    if (wish.order) {
      this.#store.unplace(tx, { list: id });
      for (const [place, key] of [...new Set(wish.order.map(codeKey))].entries()) {
        this.#store.placeItem(tx, { list: id, codeKey: key, place });
      }
    }
    return now;
  }

  /** Deletes a list; what it is shared under leads nowhere from then on. */
  dropList(tx: Tx, account: number, id: number): void {
    this.#store.dropList(tx, { account, id: this.#list(account, id).id });
  }

  /** Puts a cache on a list, or takes it off. */
  listItem(tx: Tx, account: number, id: number, code: string, on: boolean): void {
    const list = this.#list(account, id), item = { list: id, codeKey: codeKey(code) };
    if (on) this.#store.addItem(tx, { ...item, code, at: this.#parts.world.now() });
    else this.#store.dropItem(tx, item);
    this.#store.putList(tx, { ...list, updatedAt: this.#parts.world.now() });
    this.#refuseFull(account);
  }

  /** A list by what it is shared under, with its caches as far as they are known here; `undefined` where none is. */
  sharedList(share: string) {
    const row = /^[A-Z0-9]{12}$/.test(share) ? this.#store.shared({ share }) : undefined;
    if (!row) return undefined;
    const codes = this.#store.items({ list: row.id }).map(({ code }) => code);
    const named = this.#parts.caches.named(codes);
    const caches = codes.flatMap((code) => {
      const cache = named.get(codeKey(code));
      if (!cache?.listed) return [];
      const { title, type, status, lat, lon, origin } = cache;
      return [{ code: cache.code, title, type, status, lat, lon, origin }];
    });
    return { account: row.account, name: row.name, updatedAt: row.updatedAt, caches };
  }

  /** Deletes all of a member. */
  forget(tx: Tx, account: number): void {
    for (const one of this.#store.forget) one(tx, { account });
  }

  #list(account: number, id: number): ListRow {
    const row = this.#store.list({ account, id });
    if (!row) throw notebookFailure.cache_list_missing();
    return row;
  }
  /** Counted after the change, inside its write: what is too much is taken back with it. */
  #refuseFull(account: number): void {
    const counts = this.#store.counts({ account })!;
    for (const what of ["notes", "ignored", "lists", "items"] as const) {
      if (counts[what] > MOST[what]) throw notebookFailure.notebook_full({ what, limit: MOST[what] });
    }
  }
}
