/**
 * What licence registers say about a call (API "Accounts, identity, verification", `/api/licence*`). Pure. A register
 * shows that a call was assigned; it never shows who operates it, so it verifies nobody.
 */
import { z } from "#schemas";
import type { LicenceReply } from "../shapes.ts";

/** `unconfirmed` is also the answer for a call that no register lists. */
type LicenceStatus = "licensed" | "expired" | "unconfirmed";

export interface LicenceRow {
  source: string;
  sourceName: string;
  status: LicenceStatus;
  /** Unix seconds; null when the register names no end. */
  expiresAt: number | null;
  /** Unix seconds of the register's run that listed it. */
  importedAt: number;
}

/** As in the API's "Licence result". */
export type LicenceResult = z.output<typeof LicenceReply>;

/** What decides between two rows. */
type Weighed = Pick<LicenceRow, "status" | "expiresAt">;

/** The status of a row now: a licence past its expiry date is expired, whatever the register says. */
const statusNow = (row: Weighed, now: number): LicenceStatus =>
  row.status === "licensed" && row.expiresAt !== null && row.expiresAt <= now ? "expired" : row.status;

const RANK: Record<LicenceStatus, number> = { licensed: 0, expired: 1, unconfirmed: 2 };

/** Which of two rows of a call comes first: a current one, then the one that expires last (without an end counts as never). */
function compare(a: Weighed, b: Weighed, now: number): number {
  const end = (row: Weighed) => row.expiresAt ?? Infinity;
  return RANK[statusNow(a, now)] - RANK[statusNow(b, now)] || (end(a) === end(b) ? 0 : end(b) - end(a));
}

/** Whether a register's row for a call says more for it than another of the same run. */
export const isBetter = (row: Weighed, than: Weighed, now: number): boolean => compare(row, than, now) < 0;

/** The best of a call's rows; of equal ones that of the newest run. */
export const bestRow = (rows: LicenceRow[], now: number): LicenceRow | undefined =>
  [...rows].sort((a, b) => compare(a, b, now) || b.importedAt - a.importedAt)[0];

/** The answer for a call, from its rows of every register. */
export function licenceResult(callsign: string, rows: LicenceRow[], now: number): LicenceResult {
  const best = bestRow(rows, now);
  if (!best) return { callsign, status: "unconfirmed" };
  return {
    callsign,
    status: statusNow(best, now),
    source: best.source,
    sourceName: best.sourceName,
    ...(best.expiresAt !== null && { expiresAt: best.expiresAt }),
    checkedAt: best.importedAt,
  };
}

/** A register's id: lower case, 24 characters at most. */
export const SourceId = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,23}$/, "must be 1 to 24 of a-z 0-9 . _ -");

/**
 * What registers call a status; anything else makes the row a bad one, which is skipped and counted. The letters are those of
 * the FCC's Universal Licensing System.
 */
const CALLED: Readonly<Record<LicenceStatus, string>> = {
  licensed: "licensed active a allocated assigned current valid granted issued",
  expired: "expired e canceled cancelled c terminated t lapsed revoked surrendered",
  unconfirmed: "unconfirmed l p x pending",
};
const STATUSES = new Map(
  (Object.keys(CALLED) as LicenceStatus[]).flatMap((status) =>
    CALLED[status].split(" ").map((word) => [word, status] as const)
  ),
);
/** Calls that a register lists though nobody has them. */
const NOBODYS = ["available", "unavailable", "reserved", "unallocated", "forbidden"];

export interface CleanRow {
  call: string;
  status: LicenceStatus;
  expiresAt: number | null;
}

/**
 * Unix seconds of a number, a digit text or a date (end of that day in UTC), as ISO 8601 or with points; `undefined` when it is not
 * a time. With strokes nobody can tell the day from the month.
 */
function expiry(value: unknown): number | null | undefined {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (/^\d{9,11}$/.test(text)) return Number(text);
  const iso = text.replace(/^(\d{2})\.(\d{2})\.(\d{4})$/, "$3-$2-$1");
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso);
  if (!day) return undefined;
  const at = Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3]), 23, 59, 59);
  return new Date(at).toISOString().startsWith(iso) ? Math.floor(at / 1000) : undefined;
}

/** One register row `[callsign, status, expiresAt]` cleaned, or the sentence that says why it cannot be used. */
export function judgeRow(row: unknown): CleanRow | string {
  if (!Array.isArray(row)) return "not a row";
  const [callsign, status, expiresAt] = row;
  if (typeof callsign !== "string") return "no callsign";
  const call = callsign.trim().toUpperCase();
  if (!/^(?=.*[0-9])[A-Z0-9]{3,7}$/.test(call)) return `not a base call: ${callsign.slice(0, 30)}`;
  if (status !== undefined && typeof status !== "string") return "the status is not a text";
  const word = (status ?? "licensed").trim().toLowerCase() || "licensed", known = STATUSES.get(word);
  if (NOBODYS.includes(word)) return `nobody has it: ${status}`;
  if (known === undefined) return `not a known status: ${status!.slice(0, 30)}`;
  const end = expiry(expiresAt);
  return end === undefined
    ? `not a date of expiry: ${String(expiresAt).slice(0, 30)}`
    : { call, status: known, expiresAt: end };
}

/** The row cleaned; `undefined` for one that cannot be used. */
export function cleanRow(row: unknown): CleanRow | undefined {
  const judged = judgeRow(row);
  return typeof judged === "string" ? undefined : judged;
}
