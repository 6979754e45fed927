/** The disk: how much room is left, and how to recognise an error that a full disk caused. */
import { statfsSync } from "node:fs";
import { failures } from "./failures.ts";

export const diskFailure = failures({
  disk_full: "unavailable",
});

/** Another program has the database's lock for longer than a write may wait. */
export const lockFailure = failures({
  database_busy: ["unavailable", { retryAfter: "number" }],
});

/** An account, or all accounts without a verified call, have no room left for what somebody writes. */
export const roomFailure = failures({
  account_full: ["too_large", { limit: "number", used: "number" }],
});

/** The refusal that a table's trigger raised; `undefined` for any other error. */
export function accountFull(error: unknown): Error | undefined {
  const said = error instanceof Error ? /account_full (\d{1,16}) (\d{1,16})'?$/.exec(error.message) : null;
  if (!said) return undefined;
  const [limit, used] = [Number(said[1]), Number(said[2])];
  return roomFailure.account_full(
    { limit, used },
    `There is no room for it: ${used} bytes of ${limit} are taken. Delete something first`,
  );
}

/** Bytes that this user may still write in `folder`; `undefined` where the system does not say. */
export function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Number(bavail) * Number(bsize);
  } catch {
    return undefined;
  }
}

/** Less than this is told as a warning: a day's packets and a copy of a small database need more. */
export const SCARCE_BYTES = 200_000_000;

/** With less than this no write can be relied on: a commit needs its pages twice, in the log and in the file. */
const FULL_BYTES = 2_000_000;

/** Whether so many free bytes are none for a database; what the system does not say is not full. */
export const isFull = (free: number | undefined): boolean => free !== undefined && free < FULL_BYTES;

/** Whether the system or SQLite refused a write because the disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  /database or disk is full|disk I\/O error|no space left on device|os error 28\b|disk quota exceeded/i.test(
    error.message,
  );
