/** What is remembered of boxes: keys, codes, trust. */
import type { Database, Tx } from "../../db/mod.ts";

export interface BoxRow {
  id: string;
  key: string;
  label: string;
  enrolledFor: string | null;
  services: number;
  enrolledBy: string;
  enrolledAt: number;
  revokedBy: string | null;
  revokedAt: number | null;
  lastSeenAt: number | null;
}
export interface CodeRow {
  codeHash: string;
  label: string;
  call: string | null;
  madeBy: string;
  ownerAccount: number | null;
  createdAt: number;
  expiresAt: number;
}
export interface SiteRow {
  site: string;
  trustedBy: string;
  trustedAt: number;
}

const BOX = `SELECT id, key, label, enrolled_for AS enrolledFor, services, enrolled_by AS enrolledBy,
  enrolled_at AS enrolledAt, revoked_by AS revokedBy, revoked_at AS revokedAt, last_seen_at AS lastSeenAt FROM box`;
const CODE = `SELECT code_hash AS codeHash, label, call, made_by AS madeBy, owner_account AS ownerAccount,
  created_at AS createdAt, expires_at AS expiresAt FROM box_code`;

export class BoxStore {
  readonly #one;
  readonly #byKey;
  readonly #all;
  readonly #put;
  readonly #revoke;
  readonly #services;
  readonly #seen;
  readonly #code;
  readonly #openCodes;
  readonly #putCode;
  readonly #spendCode;
  readonly #pruneCodes;
  readonly #sitesOf;
  readonly #dropSites;
  readonly #putBoxSite;
  readonly #sites;
  readonly #putSite;
  readonly #dropSite;
  readonly #owner;
  readonly #owned;
  readonly #putOwner;
  readonly #dropOwner;
  readonly #putPairing;
  readonly #pairing;
  readonly #dropPairing;

  constructor(db: Database) {
    this.#one = db.sql<{ id: string }, BoxRow>(`${BOX} WHERE id = :id`);
    this.#byKey = db.sql<{ key: string }, BoxRow>(`${BOX} WHERE key = :key`);
    this.#all = db.sql<never, BoxRow>(`${BOX} ORDER BY enrolled_at, id`);
    this.#put = db.sql<
      { id: string; key: string; label: string; call: string | null; by: string; at: number }
    >(
      `INSERT INTO box (id, key, label, enrolled_for, enrolled_by, enrolled_at) VALUES (:id, :key, :label, :call, :by, :at)
       ON CONFLICT (id) DO UPDATE SET key = excluded.key, label = excluded.label, enrolled_for = excluded.enrolled_for,
         enrolled_by = excluded.enrolled_by, enrolled_at = excluded.enrolled_at, services = 0, revoked_by = NULL,
         revoked_at = NULL, last_seen_at = NULL`,
    );
    this.#revoke = db.sql<{ id: string; by: string; at: number }>(
      "UPDATE box SET revoked_by = :by, revoked_at = :at, services = 0 WHERE id = :id AND revoked_at IS NULL",
    );
    this.#services = db.sql<{ id: string; services: boolean }>(
      "UPDATE box SET services = :services WHERE id = :id AND revoked_at IS NULL",
    );
    this.#seen = db.sql<{ id: string; at: number }>("UPDATE box SET last_seen_at = :at WHERE id = :id");
    this.#code = db.sql<{ hash: string; now: number }, CodeRow>(
      `${CODE} WHERE code_hash = :hash AND spent_at IS NULL AND expires_at > :now`,
    );
    this.#openCodes = db.sql<{ now: number }, CodeRow>(
      `${CODE} WHERE spent_at IS NULL AND expires_at > :now ORDER BY created_at`,
    );
    this.#putCode = db.sql<{
      hash: string;
      label: string;
      call: string | null;
      by: string;
      owner: number | null;
      at: number;
      expiresAt: number;
    }>(
      `INSERT INTO box_code (code_hash, label, call, made_by, owner_account, created_at, expires_at)
       VALUES (:hash, :label, :call, :by, :owner, :at, :expiresAt)`,
    );
    this.#spendCode = db.sql<{ hash: string; now: number }>(
      "UPDATE box_code SET spent_at = :now WHERE code_hash = :hash AND spent_at IS NULL AND expires_at > :now",
    );
    this.#pruneCodes = db.sql<{ before: number }>("DELETE FROM box_code WHERE expires_at < :before");
    const site = "SELECT site, trusted_by AS trustedBy, trusted_at AS trustedAt FROM";
    this.#sitesOf = db.sql<{ box: string }, SiteRow>(`${site} box_site WHERE box = :box ORDER BY site`);
    this.#dropSites = db.sql<{ box: string; kept: string }>(
      "DELETE FROM box_site WHERE box = :box AND site NOT IN (SELECT value FROM json_each(:kept))",
    );
    this.#putBoxSite = db.sql<{ box: string; site: string; by: string; at: number }>(
      `INSERT INTO box_site (box, site, trusted_by, trusted_at) VALUES (:box, :site, :by, :at)
       ON CONFLICT (box, site) DO NOTHING`,
    );
    this.#sites = db.sql<never, SiteRow>(`${site} trusted_site ORDER BY site`);
    this.#putSite = db.sql<{ site: string; by: string; at: number }>(
      `INSERT INTO trusted_site (site, trusted_by, trusted_at) VALUES (:site, :by, :at) ON CONFLICT (site) DO NOTHING`,
    );
    this.#dropSite = db.sql<{ site: string }>("DELETE FROM trusted_site WHERE site = :site");
    this.#owner = db.sql<{ box: string }, { accountId: number }>(
      "SELECT account_id AS accountId FROM box_owner WHERE box = :box",
    );
    this.#owned = db.sql<{ account: number }, { box: string }>(
      "SELECT box FROM box_owner WHERE account_id = :account ORDER BY box",
    );
    this.#putOwner = db.sql<{ box: string; account: number; at: number }>(
      `INSERT INTO box_owner (box, account_id, since) VALUES (:box, :account, :at)
       ON CONFLICT (box) DO UPDATE SET account_id = excluded.account_id, since = excluded.since`,
    );
    this.#dropOwner = db.sql<{ box: string }>("DELETE FROM box_owner WHERE box = :box");
    this.#putPairing = db.sql<{ box: string; hash: string; expiresAt: number }>(
      `INSERT INTO box_pairing (box, code_hash, expires_at) VALUES (:box, :hash, :expiresAt)
       ON CONFLICT (box) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
    );
    this.#pairing = db.sql<{ box: string; hash: string; now: number }, { box: string }>(
      "SELECT box FROM box_pairing WHERE box = :box AND code_hash = :hash AND expires_at > :now",
    );
    this.#dropPairing = db.sql<{ box: string }>("DELETE FROM box_pairing WHERE box = :box");
  }

  box = (id: string): BoxRow | undefined => this.#one.get({ id });
  boxWithKey = (key: string): BoxRow | undefined => this.#byKey.get({ key });
  boxes = (): BoxRow[] => this.#all.all();
  /** Enrols, or enrols again under a revoked id. */
  putBox = (
    tx: Tx,
    row: { id: string; key: string; label: string; call: string | null; by: string; at: number },
  ) => this.#put.run(tx, row);
  /** `false` when there is no live box of that id. */
  revoke = (tx: Tx, id: string, by: string, at: number): boolean =>
    this.#revoke.run(tx, { id, by, at }).changes === 1;
  setServices = (tx: Tx, id: string, services: boolean): boolean =>
    this.#services.run(tx, { id, services }).changes === 1;
  seen = (tx: Tx, id: string, at: number) => this.#seen.run(tx, { id, at });

  code = (hash: string, now: number): CodeRow | undefined => this.#code.get({ hash, now });
  openCodes = (now: number): CodeRow[] => this.#openCodes.all({ now });
  putCode(
    tx: Tx,
    row: Omit<CodeRow, "madeBy" | "codeHash" | "ownerAccount" | "createdAt"> & {
      hash: string;
      by: string;
      owner: number | null;
      at: number;
    },
  ): void {
    this.#putCode.run(tx, {
      hash: row.hash,
      label: row.label,
      call: row.call,
      by: row.by,
      owner: row.owner,
      at: row.at,
      expiresAt: row.expiresAt,
    });
  }
  spendCode = (tx: Tx, hash: string, now: number): boolean =>
    this.#spendCode.run(tx, { hash, now }).changes === 1;
  pruneCodes = (tx: Tx, before: number): number => this.#pruneCodes.run(tx, { before }).changes;

  sitesOf = (box: string): SiteRow[] => this.#sitesOf.all({ box });
  /** Replaces the list; sites that stay keep who trusted them and when. */
  setSites(tx: Tx, box: string, sites: readonly string[], by: string, at: number): void {
    this.#dropSites.run(tx, { box, kept: JSON.stringify(sites) });
    for (const site of sites) this.#putBoxSite.run(tx, { box, site, by, at });
  }
  sites = (): SiteRow[] => this.#sites.all();
  putSite = (tx: Tx, site: string, by: string, at: number) => this.#putSite.run(tx, { site, by, at });
  dropSite = (tx: Tx, site: string): boolean => this.#dropSite.run(tx, { site }).changes === 1;

  owner = (box: string): number | undefined => this.#owner.get({ box })?.accountId;
  ownedBy = (account: number): string[] => this.#owned.all({ account }).map(({ box }) => box);
  setOwner = (tx: Tx, box: string, account: number, at: number) =>
    this.#putOwner.run(tx, { box, account, at });
  dropOwner = (tx: Tx, box: string) => this.#dropOwner.run(tx, { box });
  putPairing = (tx: Tx, box: string, hash: string, expiresAt: number) =>
    this.#putPairing.run(tx, { box, hash, expiresAt });
  /** Whether the code is the box's open one; it is spent by `dropPairing`. */
  pairingFits = (box: string, hash: string, now: number): boolean =>
    this.#pairing.get({ box, hash, now }) !== undefined;
  dropPairing = (tx: Tx, box: string) => this.#dropPairing.run(tx, { box });
}
