/** Cards of finds that receivers proved: who has them, how each looks, what the receiver's owner answers, and their proof. */
import { baseCall, newCode, type World } from "../base/mod.ts";
import type { Database, ModeratedItem, ModeratedKind, Tx } from "../db/mod.ts";
import { LATEST } from "../db/mod.ts";
import type { SigningKey } from "../wire/mod.ts";
import {
  type Card,
  type CardFacts,
  endsOf,
  factsOf,
  type ReceiverFacts,
  signCard,
  type Way,
} from "./card.ts";
import { qslFailure } from "./errors.ts";
import { type CardRow, type DesignName, qslStore } from "./store.ts";

export interface CardParts {
  db: Database;
  world: World;
  instance: string;
  /** What this instance signs with; none where it has no key. */
  identity: { key?: SigningKey };
  accounts: {
    holder(call: string): { accountId: number; suspended: boolean } | undefined;
    person(account: number): { call: string; bases: readonly string[] } | undefined;
    speaksFor(call: string, account: number): boolean;
  };
  /** Call of a member that may be shown; none while suspended. */
  shownCall(account: number): string | undefined;
  receiverOf(site: string): ReceiverFacts;
  /** Tells a member of what is so now. */
  alert(
    tx: Tx,
    alert: {
      accountId: number;
      kind: "card_answered";
      call: string;
      find: number;
      code: string;
      title: string;
    },
  ): void;
}

/** 30 letters to the power of 10: nobody finds cards by guessing. */
const CODE_LETTERS = 10;
/** For so long after a hearing the receiver's owner is asked, and may answer. */
const ANSWER_DAYS = 30, DAY_S = 86_400;
/** Hearings that one is asked about at a time, and cards of a page. */
const ASKED_MOST = 20;
export const PAGE_MOST = 24;

/** One place in the list of a member's cards. */
interface CardPlace {
  at: number;
  find: number;
}

export class Cards {
  readonly #parts: CardParts;
  readonly #store;

  constructor(parts: CardParts) {
    this.#parts = parts;
    this.#store = qslStore(parts.db);
  }

  get #now(): number {
    return this.#parts.world.now();
  }

  /** A receiver has proven a find: from now on there is a card of it. */
  heard(
    tx: Tx,
    { site, ...of }: { find: number; account: number; call: string; site: string },
  ): void {
    const code = newCode(this.#parts.world, CODE_LETTERS);
    this.#store.put(tx, { ...of, code, base: baseCall(site), design: "map", madeAt: this.#now });
  }

  #factsOf(row: CardRow): CardFacts {
    const isLineShown = row.lineAccount !== null && this.#parts.shownCall(row.lineAccount) !== undefined;
    return factsOf(row, this.#parts.receiverOf(row.site), isLineShown);
  }

  /** A member's cards, the latest first, after a place in the list; with the title of the cache, which they know. */
  of(account: number, before: CardPlace | undefined) {
    const { at, find } = before ?? { at: Number.MAX_SAFE_INTEGER, find: Number.MAX_SAFE_INTEGER };
    const rows = this.#store.of({ account, at, find, limit: PAGE_MOST + 1, now: this.#now });
    const last = rows.length > PAGE_MOST ? rows[PAGE_MOST - 1] : undefined;
    const cards = rows.slice(0, PAGE_MOST).map((row) => ({
      ...this.#factsOf(row),
      find: row.find,
      design: row.design,
      cache: row.title,
      cacheCode: row.cache,
    }));
    return { cards, ...(last && { next: `${last.at}.${last.find}` }) };
  }

  /** One of a member's own. */
  own(account: number, find: number) {
    const row = this.#store.byFind({ find, now: this.#now });
    if (!row || row.account !== account) throw qslFailure.card_missing();
    return { ...this.#factsOf(row), find, design: row.design, cache: row.title, cacheCode: row.cache };
  }

  /** How many of them a year has. */
  inYear(account: number): { year: number; n: number } {
    const year = new Date(this.#now * 1000).getUTCFullYear();
    const first = (of: number) => Date.UTC(of, 0, 1) / 1000;
    const within = { since: first(year), until: first(year + 1), now: this.#now };
    return { year, n: this.#store.count({ account, ...within })!.n };
  }

  /** Whom the member's receivers heard lately: those that wait for a line first. */
  ofReceivers(account: number) {
    const { accounts } = this.#parts;
    const bases = (accounts.person(account)?.bases ?? []).filter((base) => accounts.speaksFor(base, account));
    if (bases.length === 0) return [];
    const since = this.#now - ANSWER_DAYS * DAY_S;
    const query = { bases: JSON.stringify(bases), since, account, limit: ASKED_MOST, now: this.#now };
    return this.#store.ofReceivers(query).map((row) => {
      const { call, heardBy, at, distanceM, cache, line } = this.#factsOf(row);
      return { find: row.find, call, site: heardBy, at, distanceM, cache, line };
    });
  }

  /** Chooses how a card looks, wherever it is looked at. */
  choose(tx: Tx, account: number, find: number, design: DesignName): void {
    this.own(account, find);
    this.#store.setDesign(tx, { find, account, design });
  }

  /** The find's row, if the member's receiver heard it lately enough to be answered. */
  #answerable(account: number, find: number): CardRow {
    const row = this.#store.byFind({ find, now: this.#now });
    if (!row) throw qslFailure.card_missing();
    if (row.account === account || !this.#parts.accounts.speaksFor(row.site, account)) {
      throw qslFailure.card_not_heard();
    }
    return row;
  }

  /** Writes a line on the card of somebody whom one's receiver heard; another one takes its place. */
  answer(tx: Tx, account: number, find: number, line: string): void {
    const row = this.#answerable(account, find);
    if (row.madeAt <= this.#now - ANSWER_DAYS * DAY_S) throw qslFailure.card_late({ limit: ANSWER_DAYS });
    this.#store.setLine(tx, { find, line, account, call: row.site, at: this.#now });
    // Who mends a line tells nobody twice.
    if (row.line !== "") return;
    const { account: accountId, cache: code, title } = row;
    this.#parts.alert(tx, { accountId, kind: "card_answered", call: row.site, find, code, title });
  }

  /** Takes one's own line back. */
  takeBack(tx: Tx, account: number, find: number): void {
    const row = this.#answerable(account, find);
    if (row.lineAccount !== account) throw qslFailure.card_missing();
    this.#store.dropLine(tx, { find });
  }

  /** A card by its code, signed, and how it looks; throws where there is none to be shown. */
  proof(code: string): { card: Card; design: DesignName; way: Way | undefined } {
    const row = /^[A-Z0-9]{10}$/.test(code) ? this.#store.byCode({ code, now: this.#now }) : undefined;
    if (!row) throw qslFailure.card_missing();
    const { from, to } = endsOf(row, this.#parts.receiverOf(row.site));
    return { card: this.#signed(row), design: row.design, way: from && to && { from, to } };
  }

  #signed(row: CardRow): Card {
    const { instance, identity: { key } } = this.#parts;
    if (!key) throw qslFailure.card_unsigned();
    return signCard({ ...this.#factsOf(row), instance, signedAt: this.#now }, key);
  }

  /** What is of a member: the cards, as they are now, and the lines written on those of others. */
  personal(account: number) {
    const all = { account, at: Number.MAX_SAFE_INTEGER, find: Number.MAX_SAFE_INTEGER, limit: -1 };
    const cards = this.#store.of({ ...all, now: this.#now })
      .map((row) => ({ ...this.#factsOf(row), find: row.find, design: row.design }));
    const lines = this.#store.linesOf({ account, limit: -1 })
      .map(({ find, line, lineCall, lineAt }) => ({ find, line, call: lineCall, at: lineAt }));
    return { cards, cardLines: lines };
  }

  /** Nothing is left of a member: neither their cards nor their lines on those of others. */
  forget(tx: Tx, account: number, bases: readonly string[]): void {
    this.#store.forget(tx, { account });
    this.#store.dropLinesOf(tx, { account });
    this.#store.forgetBases(tx, { bases: JSON.stringify(bases) });
  }

  /**
   * A member lost a call: cards of it go, and what their receivers answered under it. They would speak for whoever holds it
   * next.
   */
  callLost(tx: Tx, account: number, base: string): void {
    this.#store.forgetCall(tx, { account, base, ssids: `${base}-*` });
    this.#store.dropLinesUnder(tx, { account, base });
  }

  /** Lines as moderation sees them: the card stays when one is removed. */
  get moderated(): ModeratedKind {
    const item = (row: NonNullable<ReturnType<typeof this.lineOf>>): ModeratedItem => ({
      kind: "card",
      id: row.code,
      label: `Line of ${row.lineCall} on a card`,
      preview: row.line,
      text: row.line,
      ownerAccount: row.lineAccount,
      ownerCall: row.lineCall,
      at: row.lineAt ?? row.madeAt,
      removed: false,
      // A card's page is for whoever was given its code, and nobody else knows that there is one.
    });
    return {
      kind: "card",
      find: (id) => {
        const row = this.lineOf(id);
        return row && item(row);
      },
      remove: (tx, id) => {
        const row = this.lineOf(id);
        if (!row) throw qslFailure.card_missing();
        this.#store.dropLine(tx, { find: row.find });
        return 0;
      },
      latestOf: (account) => this.#store.linesOf({ account, limit: LATEST }).map(item),
    };
  }

  /** The card of this code where its receiver's owner wrote a line; `undefined` where nobody did. */
  lineOf(code: string) {
    const row = this.#store.anyByCode({ code });
    return row && row.line !== "" ? row : undefined;
  }
}
