/** The disk: how much room is left, and how to recognise an error that a full disk caused. */
import { statfsSync } from "node:fs";
import { failures } from "./failures.ts";

export const diskFailure = failures({
  disk_full: "unavailable",
});

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

/** Whether the system or SQLite refused a write because the disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  /database or disk is full|disk I\/O error|no space left on device|os error 28\b|disk quota exceeded/i.test(
    error.message,
  );
