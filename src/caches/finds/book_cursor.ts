/** Where a page of a log book begins. Pure. */
import { gameFailure } from "../errors.ts";

/** The log that the page before ended with: its time, and its number here or, in a mirror's log book, its global id. */
export interface BookCursor {
  at: number;
  key: string;
}

/** A moment later than that of every log. */
export const FROM_THE_NEWEST: BookCursor = { at: Number.MAX_SAFE_INTEGER, key: "" };

export const sayCursor = ({ at, key }: BookCursor): string => `${at}-${key}`;

/** Reads what `sayCursor` made. Throws the refusal of anything else. */
export function bookCursor(text: string | undefined): BookCursor {
  if (text === undefined) return FROM_THE_NEWEST;
  const dash = text.indexOf("-"), at = text.slice(0, Math.max(0, dash)), key = text.slice(dash + 1);
  if (!/^(0|[1-9]\d{0,14})$/.test(at) || !/^[!-~]{1,250}$/.test(key)) throw gameFailure.bad_log_cursor();
  return { at: Number(at), key };
}

/** The number in a cursor of an own cache's log book. Throws the refusal of a mirror's. */
export function numberIn({ key }: BookCursor): number {
  if (key === "") return 0;
  if (!/^[1-9]\d{0,14}$/.test(key)) throw gameFailure.bad_log_cursor();
  return Number(key);
}
