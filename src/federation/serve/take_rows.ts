/** How many records a page takes: no more than were asked for, and no more bytes than every reader accepts. */
import { MAX_PAGE_BYTES } from "../../wire/mod.ts";

/**
 * Bytes of frames in one page. A reader refuses a page of more than 4 MiB whole and would never get past it, so there is
 * room to spare: for the envelope, its lists of gaps, and one record of any size.
 */
const PAGE_BUDGET = MAX_PAGE_BYTES / 2;

/** Records read from the database at once: what a page of long ones holds in memory is bounded by this too. */
const AT_ONCE = 100;

interface TakenRows<Row> {
  rows: Row[];
  /** Whether nothing lies after them. */
  complete: boolean;
}

/**
 * Takes rows in order until `limit` or the budget is reached, but at least one where there is one. `read` gives at
 * most `count` rows after the last one taken (`undefined` for the first rows). `bytesOf`: how many bytes a row's
 * frame has.
 */
export function takeRows<Row>(
  limit: number,
  read: (after: Row | undefined, count: number) => Row[],
  bytesOf: (row: Row) => number,
): TakenRows<Row> {
  const rows: Row[] = [];
  let bytes = 0;
  while (rows.length < limit) {
    const count = Math.min(AT_ONCE, limit - rows.length);
    const more = read(rows.at(-1), count);
    for (const row of more) {
      bytes += bytesOf(row);
      if (bytes > PAGE_BUDGET && rows.length > 0) return { rows, complete: false };
      rows.push(row);
    }
    if (more.length < count) return { rows, complete: true };
  }
  return { rows, complete: false };
}
