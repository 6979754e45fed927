/** What a person keeps here about themselves: the card, the web app's preferences, the mail digest. */
import { createHmac } from "node:crypto";
import { sameSecret } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { browserLang, type Incoming, type Lang, LANGS, type UnsubscribeWho } from "../../http/mod.ts";
import { type Settings, usableSecrets } from "../../settings/mod.ts";
import { z } from "#schemas";
import { accountFailure } from "../errors.ts";
import { EMPTY_PROFILE, type Profile } from "./profile.ts";
import { cardStore } from "./store.ts";

const LARGEST_PREFS = 14_336;

/** The preferences that are known. Unknown ones are refused, so that nothing else can be stored here. */
export const Prefs = z.strictObject({
  lang: z.enum(LANGS).optional().describe(
    `Language of the web app, one of ${LANGS.join(", ")}; without it, the browser's`,
  ),
  locale: z.strictObject({
    locale: z.string().max(35).optional(),
    timeZone: z.string().max(64).optional(),
    units: z.enum(["metric", "imperial", "nautical"]).optional(),
    theme: z.enum(["light", "dark", "auto"]).optional(),
  }).optional(),
  pins: z.array(z.string().max(64)).max(20).optional(),
  basemap: z.string().max(64).optional(),
  bbs: z.strictObject({
    overAir: z.boolean().optional().describe(
      "Who connects over the air under a verified call of the account reads no personal mail (false), what waits for the call (unset), or also what was sent from it (true)",
    ),
  }).optional(),
  tools: z.array(z.strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{1,39}$/).describe("Name of the tool, which is its identity"),
    at: z.string().max(500).describe("Where its manifest lies: https, or a path on this instance"),
    key: z.string().max(100).optional().describe("Key of its author; absent: it comes with the program"),
    may: z.array(z.string().max(16)).max(16).describe("Permissions that it was granted"),
    connect: z.array(z.string().max(300)).max(8).optional().describe("Origins that it was allowed to ask"),
    remote: z.literal(true).optional().describe("Stations that connect may run commands of it"),
    on: z.boolean().describe("true: it starts with the app; false: it is kept switched off"),
    pin: z.boolean().optional().describe("Whether it stands before others"),
  })).max(30).optional().describe("Tools that the account has installed"),
});
export type Prefs = z.output<typeof Prefs>;

export class Cards {
  readonly #secret: string | undefined;
  readonly #store;

  constructor(db: Database, settings: Settings) {
    this.#secret = usableSecrets(settings).SESSION_SECRET;
    this.#store = cardStore(db);
  }

  /** The whole card, hidden or not: for its owner. */
  profile(account: number): Profile {
    const row = this.#store.profile({ account });
    if (!row) return EMPTY_PROFILE;
    const { links, isPublic, ...rest } = row;
    return { ...rest, links: JSON.parse(links), profilePublic: isPublic === 1 };
  }

  /** The card as others see it; `undefined` while it is not public. */
  publicProfile(account: number): Omit<Profile, "profilePublic"> | undefined {
    const { profilePublic, ...card } = this.profile(account);
    return profilePublic ? card : undefined;
  }

  /** Replaces the card of an account. The links are bounded and checked by the route's schema before. */
  saveProfile(tx: Tx, accountId: number, { links, profilePublic, ...rest }: Profile): void {
    const isPublic = profilePublic ? 1 : 0;
    this.#store.putProfile(tx, { accountId, ...rest, links: JSON.stringify(links), isPublic });
  }

  /** Empties what the person wrote (moderation: remove kind profile). `false` when there was nothing. */
  clearProfile = (tx: Tx, account: number): boolean => this.#store.clearProfile(tx, account);

  prefs = (account: number): Prefs => JSON.parse(this.#store.preference({ account })?.prefs ?? "{}");

  /** The language of a page: the one that the account has chosen, else the browser's. */
  langFor = (account: number | undefined, incoming: Pick<Incoming, "header">): Lang =>
    (account === undefined ? undefined : this.prefs(account).lang) ?? browserLang(incoming);

  /** Replaces the preferences of the web app. Throws `prefs_too_large` above 14,336 bytes of JSON. */
  savePrefs(tx: Tx, account: number, prefs: Prefs): void {
    const text = JSON.stringify(prefs);
    if (new TextEncoder().encode(text).length > LARGEST_PREFS) throw accountFailure.prefs_too_large();
    this.#store.putPrefs(tx, { account, prefs: text });
  }

  digest = (account: number): boolean => this.#store.preference({ account })?.digest === 1;
  setDigest(tx: Tx, account: number, on: boolean): void {
    this.#store.putDigest(tx, { account, digest: on });
  }
  /** Accounts that want the digest, with their confirmed addresses. */
  digestReaders = (): { account: number; email: string }[] => this.#store.digestReaders();

  /**
   * The token of a digest's unsubscribe link: signed, so that nothing has to be stored. A new SESSION_SECRET makes
   * it invalid.
   */
  unsubscribeToken(account: number): string | undefined {
    return this.#secret && `${account}.${this.#mac(account)}`;
  }
  /** Whose digest a token turns off. */
  unsubscriber(token: string): UnsubscribeWho | undefined {
    const match = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(token);
    if (!match || !this.#secret || !sameSecret(match[2]!, this.#mac(Number(match[1])))) return undefined;
    return { kind: "unsubscribe", account: Number(match[1]) };
  }
  #mac(account: number): string {
    return createHmac("sha256", this.#secret!).update(`unsubscribe\n${account}`).digest("base64url");
  }
}
