/** What is remembered of boxes: keys, codes, trust. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";

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
  attestsSince: number;
}
interface CodeRow {
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

const BOX = columns<BoxRow>(
  asNamed(
    "id key label enrolledFor services enrolledBy enrolledAt revokedBy revokedAt lastSeenAt",
    "attestsSince",
  ),
);
const ENROLMENT = ["key", "label", "enrolledFor", "enrolledBy", "enrolledAt", "attestsSince"] as const;
const CODE = columns<CodeRow>(asNamed("codeHash label call madeBy ownerAccount createdAt expiresAt"));
const SITE = columns<SiteRow>(asNamed("site trustedBy trustedAt"));

export function boxStore(db: Database) {
  const select = `SELECT ${BOX.select()} FROM box`;
  const open = `SELECT ${CODE.select()} FROM box_code WHERE spent_at IS NULL AND expires_at > :now`;
  const dropOtherSites = db.change<{ box: string; kept: string }>(
    "DELETE FROM box_site WHERE box = :box AND site NOT IN (SELECT value FROM json_each(:kept))",
  );
  const putBoxSite = db.change<SiteRow & { box: string }>(
    `INSERT INTO box_site (box, site, trusted_by, trusted_at) VALUES (:box, :site, :trustedBy, :trustedAt)
     ON CONFLICT (box, site) DO NOTHING`,
  );
  return {
    byId: db.row<{ id: string }, BoxRow>(`${select} WHERE id = :id`),
    byKey: db.row<{ key: string }, BoxRow>(`${select} WHERE key = :key`),
    all: db.rows<Record<never, never>, BoxRow>(`${select} ORDER BY enrolled_at, id`),
    /** Enrols, or enrols again under a revoked id: services, revocation and last sight begin anew. */
    enrol: db.change<Pick<BoxRow, "id" | (typeof ENROLMENT)[number]>>(
      `${BOX.only("id", ...ENROLMENT).insertInto("box")} ON CONFLICT (id) DO UPDATE SET ${
        BOX.only(...ENROLMENT).setExcluded()
      }, services = 0, revoked_by = NULL, revoked_at = NULL, last_seen_at = NULL`,
    ),
    revoke: db.change<{ id: string; by: string; at: number }>(
      "UPDATE box SET revoked_by = :by, revoked_at = :at, services = 0 WHERE id = :id AND revoked_at IS NULL",
    ),
    setAttestsSince: db.change<{ id: string; at: number }>(
      "UPDATE box SET attests_since = :at WHERE id = :id",
    ),
    setServices: db.change<{ id: string; services: boolean }>(
      "UPDATE box SET services = :services WHERE id = :id AND revoked_at IS NULL",
    ),
    seen: db.change<{ id: string; at: number }>("UPDATE box SET last_seen_at = :at WHERE id = :id"),

    openCode: db.row<{ hash: string; now: number }, CodeRow>(`${open} AND code_hash = :hash`),
    openCodes: db.rows<{ now: number }, CodeRow>(`${open} ORDER BY created_at`),
    insertCode: db.change<CodeRow>(CODE.insertInto("box_code")),
    spendCode: db.change<{ hash: string; now: number }>(
      "UPDATE box_code SET spent_at = :now WHERE code_hash = :hash AND spent_at IS NULL AND expires_at > :now",
    ),
    withdrawCode: db.change<{ hash: string }>(
      "DELETE FROM box_code WHERE code_hash = :hash AND spent_at IS NULL",
    ),
    pruneCodes: db.change<{ before: number }>("DELETE FROM box_code WHERE expires_at < :before"),

    sitesOf: db.rows<{ box: string }, SiteRow>(
      `SELECT ${SITE.select()} FROM box_site WHERE box = :box ORDER BY site`,
    ),
    /** Replaces the list; sites that stay keep who trusted them and when. */
    setSites(tx: Tx, box: string, sites: readonly string[], trustedBy: string, trustedAt: number): void {
      dropOtherSites(tx, { box, kept: JSON.stringify(sites) });
      for (const site of sites) putBoxSite(tx, { box, site, trustedBy, trustedAt });
    },
    /** What the box's trusted sites heard since then counts; what counted before goes on to. */
    trustSince: db.change<{ box: string; since: number }>(
      "UPDATE box_site SET trusted_at = min(trusted_at, :since) WHERE box = :box",
    ),
    sites: db.rows<Record<never, never>, SiteRow>(`SELECT ${SITE.select()} FROM trusted_site ORDER BY site`),
    putSite: db.change<SiteRow>(`${SITE.insertInto("trusted_site")} ON CONFLICT (site) DO NOTHING`),
    dropSite: db.change<{ site: string }>("DELETE FROM trusted_site WHERE site = :site"),

    owner: db.row<{ box: string }, { accountId: number }>(
      "SELECT account_id AS accountId FROM box_owner WHERE box = :box",
    ),
    ownedBy: db.rows<{ account: number }, { box: string }>(
      "SELECT box FROM box_owner WHERE account_id = :account ORDER BY box",
    ),
    setOwner: db.change<{ box: string; account: number; at: number }>(
      `INSERT INTO box_owner (box, account_id, since) VALUES (:box, :account, :at)
       ON CONFLICT (box) DO UPDATE SET account_id = excluded.account_id, since = excluded.since`,
    ),
    dropOwner: db.change<{ box: string }>("DELETE FROM box_owner WHERE box = :box"),
    putPairing: db.change<{ box: string; hash: string; expiresAt: number }>(
      `INSERT INTO box_pairing (box, code_hash, expires_at) VALUES (:box, :hash, :expiresAt)
       ON CONFLICT (box) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
    ),
    /** The open pairing with that code; it is spent by `dropPairing`. */
    pairing: db.row<{ box: string; hash: string; now: number }, { box: string }>(
      "SELECT box FROM box_pairing WHERE box = :box AND code_hash = :hash AND expires_at > :now",
    ),
    dropPairing: db.change<{ box: string }>("DELETE FROM box_pairing WHERE box = :box"),
  };
}
export type BoxStore = ReturnType<typeof boxStore>;
