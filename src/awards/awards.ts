/** Awards: declared by the club, reached by finds, and certified on the word of whoever asks for their own. */
import { baseCall, isRecent, newCode } from "../base/mod.ts";
import type { Tx } from "../db/mod.ts";
import { pageWords } from "../words/mod.ts";
import { type Certificate, signCertificate } from "./certificate.ts";
import { awardFailure } from "./errors.ts";
import type { AwardNeeds } from "./parts.ts";
import { type AwardRule, progressOf } from "./rules.ts";
import { type AwardRow, awardStore, type GivenRow } from "./store.ts";

const WORDS = pageWords("pages/awards");
export type AwardLang = keyof typeof WORDS;
type Builtin = keyof typeof WORDS.en.builtin;

/** Awards of one instance at most. */
const AWARDS_MOST = 100;
/** 30 letters to the power of 10: nobody finds certificates by guessing. */
const CODE_LETTERS = 10;
/** Seconds for which it is known whether a certificate stands, and of how many. */
const KEPT_S = 60, KEPT_MOST = 500;

/** What an operator declares. */
interface Declared {
  name: string;
  about: string;
  rule: AwardRule;
  active: boolean;
}

/** Whether the finds that a certificate rests on are still there. */
export type Standing = "stands" | "fallen";

export class Awards {
  readonly #parts: AwardNeeds;
  readonly #store;
  readonly #standing = new Map<string, { at: number; is: Standing }>();

  constructor(parts: AwardNeeds) {
    this.#parts = parts;
    this.#store = awardStore(parts.db);
  }

  /** All of them, in the reader's words, for whoever declares them. */
  all = (lang: AwardLang) => this.#store.all().map((row) => shown(row, lang));

  /** What a member can reach, how far they are, and the certificate where they have taken one. */
  of(account: number, lang: AwardLang) {
    const given = new Map(this.#store.givenOf({ account }).map((one) => [one.award, one]));
    const rows = this.#store.all().filter(({ active, id }) => active === 1 || given.has(id));
    const facts = rows.length > 0 ? this.#parts.countedFinds(account) : [];
    return rows.map((row) => {
      const { id, name, about, rule } = shown(row, lang), code = given.get(id)?.code ?? null;
      return { id, name, about, rule, ...progressOf(rule, facts), code };
    });
  }

  /** Certificates of a member, those of awards that are gone too. */
  given = (account: number): Certificate[] => this.#store.givenOf({ account }).map(certificateOf);

  /** Signs a certificate for a member who has reached an award; gives its code. Taken again, it is the same. */
  take(tx: Tx, who: { account: number; call: string }, id: number, lang: AwardLang): string {
    const { identity: { key }, world, instance } = this.#parts,
      row = this.#store.one({ id }),
      { account, call } = who;
    const known = this.#store.givenOf({ account }).find(({ award }) => award === id);
    if (known) return known.code;
    if (!row || row.active === 0) throw awardFailure.award_missing();
    if (!key) throw awardFailure.award_unsigned();
    const { name, about, rule } = shown(row, lang);
    const { have, of, reachedAt } = progressOf(rule, this.#parts.countedFinds(account));
    if (reachedAt === null) throw awardFailure.award_not_reached({ have, limit: of });
    const code = newCode(world, CODE_LETTERS), at = world.now();
    const told = { instance, code, call, award: name, about, rule, earnedAt: reachedAt, signedAt: at };
    const document = JSON.stringify(signCertificate(told, key));
    this.#store.give(tx, { code, award: id, account, earnedAt: reachedAt, at, document });
    return code;
  }

  /** Takes a member's certificate back: its code leads nowhere then. */
  takeBack(tx: Tx, account: number, code: string): void {
    if (this.#store.takeBack(tx, { account, code }).changes === 0) throw awardFailure.certificate_missing();
  }

  /** Takes back whatever certificate somebody has of an award. */
  giveBack(tx: Tx, account: number, id: number): void {
    const given = this.#store.givenOf({ account }).find(({ award }) => award === id);
    if (!given) throw awardFailure.certificate_missing();
    this.#store.takeBack(tx, { account, code: given.code });
  }

  /** A certificate by its code, and whether it stands; throws where there is none to be shown. */
  proof(code: string): { certificate: Certificate; standing: Standing } {
    const row = /^[A-Z0-9]{10}$/.test(code) ? this.#store.given({ code }) : undefined;
    if (!row || this.#parts.shownCall(row.account) === undefined) throw awardFailure.certificate_missing();
    return { certificate: certificateOf(row), standing: this.#standingOf(row) };
  }

  /** Declares an award; gives its number. */
  declare(tx: Tx, { name, about, rule, active }: Declared): number {
    if (this.#store.all().length >= AWARDS_MOST) throw awardFailure.awards_full({ limit: AWARDS_MOST });
    const row = { builtin: null, name, about, rule: JSON.stringify(rule), active: active ? 1 : 0 };
    return this.#store.add(tx, { ...row, changedAt: this.#parts.world.now() }).id;
  }

  /** Changes one. What was certified before rests on the rule that was signed. Those of the program are on or off alone. */
  change(tx: Tx, id: number, wish: { [Name in keyof Declared]?: Declared[Name] | undefined }): AwardRow {
    const row = this.#one(id);
    const { name = row.name, about = row.about, rule, active = row.active === 1 } = wish;
    if (row.builtin !== null && (wish.name ?? wish.about ?? rule) !== undefined) {
      throw awardFailure.award_builtin();
    }
    const now = { ...row, name, about, active: active ? 1 : 0, changedAt: this.#parts.world.now() };
    this.#store.put(tx, { ...now, rule: rule ? JSON.stringify(rule) : row.rule });
    return row;
  }

  /** Deletes one that the club has declared. Certificates stay. */
  drop(tx: Tx, id: number): AwardRow {
    const row = this.#one(id);
    if (row.builtin !== null) throw awardFailure.award_builtin();
    this.#store.drop(tx, { id });
    return row;
  }

  /**
   * A member lost a call: certificates that name it go, since they would speak for whoever holds it next. The member may
   * have the same award certified again, under a call that is left.
   */
  callLost(tx: Tx, account: number, base: string): void {
    for (const { code, call } of this.given(account)) {
      if (baseCall(call) === base) this.#store.takeBack(tx, { account, code });
    }
  }

  /** Deletes the certificates of a member. */
  forget = (tx: Tx, account: number): void => void this.#store.forget(tx, { account });

  #one(id: number): AwardRow {
    const row = this.#store.one({ id });
    if (!row) throw awardFailure.award_missing();
    return row;
  }

  /** From all finds of the member: looked at once a minute, whoever asks how often. */
  #standingOf(row: GivenRow): Standing {
    const now = this.#parts.world.now(), known = this.#standing.get(row.code);
    if (known && isRecent(known.at, now, KEPT_S)) return known.is;
    const { reachedAt } = progressOf(certificateOf(row).rule, this.#parts.countedFinds(row.account));
    const is = reachedAt === null ? "fallen" : "stands";
    this.#standing.delete(row.code);
    this.#standing.set(row.code, { at: now, is });
    for (const oldest of this.#standing.keys()) {
      if (this.#standing.size <= KEPT_MOST) break;
      this.#standing.delete(oldest);
    }
    return is;
  }
}

const certificateOf = ({ document }: GivenRow): Certificate => JSON.parse(document);

/** An award in the reader's words. */
function shown({ id, builtin, name, about, rule, active }: AwardRow, lang: AwardLang) {
  const words = builtin === null ? { name, about } : WORDS[lang].builtin[builtin as Builtin];
  return {
    id,
    builtin: builtin !== null,
    ...words,
    rule: JSON.parse(rule) as AwardRule,
    active: active === 1,
  };
}
