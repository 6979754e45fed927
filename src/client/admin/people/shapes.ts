/** What the gateway answers operators about people and reports. Times are unix seconds. */
import type { QueuedKind, ReportedKind } from "../../../moderation/mod.ts";
import type { Made } from "../../evidence/evidence_words.tsx";
import type { Answered } from "../../phone/ask.ts";

/** Why something was reported or removed. */
export type Category = "spam" | "offensive" | "unsafe" | "copyright" | "other";
export const CATEGORIES: readonly Category[] = ["spam", "offensive", "unsafe", "copyright", "other"];

/** A suspension; without `until` it lasts until it is lifted. */
interface Suspended {
  reason: string;
  category: string;
  until: number | null;
  at: number;
}
/** An account in a list. */
export interface AccountLine {
  callsign: string | null;
  calls: string[];
  email: string | null;
  createdAt: number;
  suspended: Suspended | null;
  operator: boolean;
}
/** A report of a member. */
export interface Report {
  id: number;
  kind: QueuedKind;
  targetId: string;
  label: string;
  preview: string;
  found: { call: string; why: Made } | null;
  ownerCall: string | null;
  cacheId: number | null;
  code: string | null;
  gone: boolean;
  category: Category;
  text: string;
  reporter: string | null;
  status: "open" | "resolved";
  resolution: string | null;
  resolvedBy: string | null;
  resolvedAt: number | null;
  createdAt: number;
}
/** An entry of the audit log. */
export interface Entry {
  id: number;
  at: number;
  actor: string;
  action: string;
  kind: string;
  targetId: string;
  label: string;
  reason: string;
  /** The same in all entries of one act on several things. */
  batch: number | null;
}
/** Something that a person wrote. */
export interface Content {
  kind: ReportedKind;
  id: string;
  label: string;
  preview: string;
  at: number;
  code?: string;
  status?: string;
  removed: boolean;
}
/** An account with what its page shows. */
export interface AccountView {
  account: AccountLine & {
    verifications: { callsign: string; method: string; verifiedAt: number }[];
    openClaims: number;
  };
  openReports: Report[];
  content: Content[];
  actions: Entry[];
}
/** A call: who holds it and who claims it. */
export interface CallView {
  callsign: string;
  adminCall: boolean;
  holder: {
    accountId: number;
    activeCallsign: string | null;
    passkeys: number;
    email: boolean;
    createdAt: number;
    held: { callsign: string; isPrimary: boolean }[];
  } | null;
  verification: { method: string; verifiedAt: number; verifiedBy: string | null; note: string | null } | null;
  /** Caches and logs that are shown under it. */
  under: { caches: number; logs: number };
  openClaims: number;
  events: { action: string; actor: string; note: string | null; at: number }[];
}
/** Who waits for a decision of an operator about a call. */
export interface Waiting {
  verifications: { callsign: string; verifiedAt: number; verifiedBy: string | null; note: string | null }[];
  claims: {
    callsign: string;
    signUp: boolean;
    holder: string | null;
    openedAt: number;
    expiresAt: number;
  }[];
  unproven: { callsign: string; holder: string | null; since: number }[];
}

/** What was done last, and how to undo it; without `undo` it cannot be undone. */
export interface Done {
  said: string;
  undo?: (() => Promise<Answered<unknown>>) | undefined;
}

/** The page of a person. */
export const personAddress = (call: string): string => `/admin/people/${encodeURIComponent(call)}`;
