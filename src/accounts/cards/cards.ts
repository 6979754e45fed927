/** What a person keeps here about themselves: the card, the web app's preferences, the mail digest. */
import { createHmac } from "node:crypto";
import { sameSecret } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { UnsubscribeWho } from "../../http/mod.ts";
import { type Settings, usableSecrets } from "../../settings/mod.ts";
import { z } from "zod";
import { accountFailure } from "../errors.ts";
import { EMPTY_PROFILE, type Profile } from "./profile.ts";

const LARGEST_PREFS = 4096;

/** Known preferences; unknown keys are refused, so that this never becomes a store of anything. */
export const Prefs = z.strictObject({
  locale: z.strictObject({
    locale: z.string().max(35).optional(),
    timeZone: z.string().max(64).optional(),
    units: z.enum(["metric", "imperial", "nautical"]).optional(),
    theme: z.enum(["light", "dark", "auto"]).optional(),
  }).optional(),
  pins: z.array(z.string().max(64)).max(20).optional(),
  basemap: z.string().max(64).optional(),
});
export type Prefs = z.output<typeof Prefs>;

interface ProfileRow {
  displayName: string | null;
  homeGrid: string | null;
  avatarUrl: string | null;
  bio: string | null;
  links: string;
  publicContact: string | null;
  isPublic: number;
}

export class Cards {
  readonly #secret: string | undefined;
  readonly #profile;
  readonly #putProfile;
  readonly #clearProfile;
  readonly #prefs;
  readonly #putPrefs;
  readonly #putDigest;
  readonly #digests;

  constructor(db: Database, settings: Settings) {
    this.#secret = usableSecrets(settings).SESSION_SECRET;
    this.#profile = db.sql<{ account: number }, ProfileRow>(
      `SELECT display_name AS displayName, home_grid AS homeGrid, avatar_url AS avatarUrl, bio, links,
         public_contact AS publicContact, is_public AS isPublic FROM profile WHERE account_id = :account`,
    );
    this.#putProfile = db.sql<{
      account: number;
      displayName: string | null;
      homeGrid: string | null;
      avatarUrl: string | null;
      bio: string | null;
      links: string;
      publicContact: string | null;
      isPublic: boolean;
    }>(
      `INSERT OR REPLACE INTO profile
         (account_id, display_name, home_grid, avatar_url, bio, links, public_contact, is_public)
       VALUES (:account, :displayName, :homeGrid, :avatarUrl, :bio, :links, :publicContact, :isPublic)`,
    );
    this.#clearProfile = db.sql<{ account: number }>("DELETE FROM profile WHERE account_id = :account");
    this.#prefs = db.sql<{ account: number }, { prefs: string; digest: number }>(
      "SELECT prefs, digest FROM preference WHERE account_id = :account",
    );
    this.#putPrefs = db.sql<{ account: number; prefs: string }>(
      `INSERT INTO preference (account_id, prefs) VALUES (:account, :prefs)
       ON CONFLICT (account_id) DO UPDATE SET prefs = :prefs`,
    );
    this.#putDigest = db.sql<{ account: number; digest: boolean }>(
      `INSERT INTO preference (account_id, digest) VALUES (:account, :digest)
       ON CONFLICT (account_id) DO UPDATE SET digest = :digest`,
    );
    this.#digests = db.sql<never, { account: number; email: string }>(
      `SELECT a.id AS account, a.email FROM preference p JOIN account a ON a.id = p.account_id
       WHERE p.digest = 1 AND a.email IS NOT NULL ORDER BY a.id`,
    );
  }

  /** The whole card, hidden or not: for its owner. */
  profile(account: number): Profile {
    const row = this.#profile.get({ account });
    if (!row) return EMPTY_PROFILE;
    const { links, isPublic, ...rest } = row;
    return { ...rest, links: JSON.parse(links), profilePublic: isPublic === 1 };
  }

  /** The card as others see it; `undefined` while it is not public. */
  publicProfile(account: number): Omit<Profile, "profilePublic"> | undefined {
    const { profilePublic, ...card } = this.profile(account);
    return profilePublic ? card : undefined;
  }

  saveProfile(tx: Tx, account: number, { links, profilePublic, ...rest }: Profile): void {
    this.#putProfile.run(tx, { account, ...rest, links: JSON.stringify(links), isPublic: profilePublic });
  }

  /** Empties what the person wrote (moderation: remove kind profile). `false` when there was nothing. */
  clearProfile = (tx: Tx, account: number): boolean => this.#clearProfile.run(tx, { account }).changes === 1;

  prefs = (account: number): Prefs => JSON.parse(this.#prefs.get({ account })?.prefs ?? "{}");

  savePrefs(tx: Tx, account: number, prefs: Prefs): void {
    const text = JSON.stringify(prefs);
    if (new TextEncoder().encode(text).length > LARGEST_PREFS) throw accountFailure.prefs_too_large();
    this.#putPrefs.run(tx, { account, prefs: text });
  }

  digest = (account: number): boolean => this.#prefs.get({ account })?.digest === 1;
  setDigest(tx: Tx, account: number, on: boolean): void {
    this.#putDigest.run(tx, { account, digest: on });
  }
  /** Accounts that want the digest, with their confirmed addresses. */
  digestReaders = (): { account: number; email: string }[] => this.#digests.all();

  /** The token of a digest's unsubscribe link: signed, so that nothing has to be stored; dies with SESSION_SECRET. */
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
