/** Forwarding partners and rules as rows. */
import { asNamed, columns, type Database } from "../../db/mod.ts";

export interface Rule {
  id: number;
  /** A partner's call, or `federation`. */
  partner: string;
  /** Components of a hierarchical address, or `*`. */
  route: string;
  transport: string;
}

export interface Partner {
  id: number;
  call: string;
  ha: string;
  connectScript: string;
  proto: string;
  /** Minutes between two sessions; 0: by hand only. */
  intervalMin: number;
  /** Hours UTC such as `0-6,22-23`; empty: always. */
  timebands: string;
  requestReverse: number;
  /** Letters of PBT. */
  msgtypes: string;
  /** Proposals in one block. */
  maxBlock: number;
  enabled: number;
  /** Whether it takes and brings batches of federation. */
  federation: number;
  /** Where its batches go; empty: to the partner itself. */
  federationAt: string;
  /** Since when an operator wants it called; null: nobody does. */
  callAskedAt: number | null;
}
export interface RuleRow extends Rule {
  enabled: number;
}

const PARTNER = columns<Partner>(
  asNamed(
    "id call ha connectScript proto intervalMin timebands requestReverse msgtypes maxBlock enabled",
    "federation federationAt callAskedAt",
  ),
);
const RULE = columns<RuleRow>(asNamed("id partner route transport enabled"));

export const partnerStore = (db: Database) => ({
  all: db.rows<Record<never, never>, Partner>(`SELECT ${PARTNER.select()} FROM bbs_partner ORDER BY call`),
  byCall: db.row<{ call: string }, Partner>(`SELECT ${PARTNER.select()} FROM bbs_partner WHERE call = :call`),
  byId: db.row<{ id: number }, Partner>(`SELECT ${PARTNER.select()} FROM bbs_partner WHERE id = :id`),
  save: db.change<Omit<Partner, "id" | "callAskedAt">>(
    `${PARTNER.without("id", "callAskedAt").insertInto("bbs_partner")}
     ON CONFLICT (call) DO UPDATE SET ${PARTNER.without("id", "call", "callAskedAt").setExcluded()}`,
  ),
  askCall: db.change<{ id: number; at: number | null }>(
    "UPDATE bbs_partner SET call_asked_at = :at WHERE id = :id",
  ),
  /** A call that began at this time or later was the one that was asked for. */
  called: db.change<{ call: string; startedAt: number }>(
    "UPDATE bbs_partner SET call_asked_at = NULL WHERE call = :call AND call_asked_at <= :startedAt",
  ),
  drop: db.change<{ id: number }>("DELETE FROM bbs_partner WHERE id = :id"),

  rules: db.rows<Record<never, never>, RuleRow>(`SELECT ${RULE.select()} FROM bbs_rule ORDER BY id`),
  rule: db.row<{ partner: string; route: string }, RuleRow>(
    `SELECT ${RULE.select()} FROM bbs_rule WHERE partner = :partner AND route = :route`,
  ),
  saveRule: db.change<Omit<RuleRow, "id">>(
    `${RULE.without("id").insertInto("bbs_rule")}
     ON CONFLICT (partner, route) DO UPDATE SET ${RULE.without("id", "partner", "route").setExcluded()}`,
  ),
  dropRule: db.change<{ id: number }>("DELETE FROM bbs_rule WHERE id = :id"),
  dropRulesOf: db.change<{ partner: string }>("DELETE FROM bbs_rule WHERE partner = :partner"),
});
