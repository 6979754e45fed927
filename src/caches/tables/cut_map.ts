/**
 * A box with more caches than one answer: those of this instance's people come before imported places, and the nearest to
 * the box's middle first. What is left out comes with the next page.
 */
import { SUSPENDED_ACCOUNTS } from "../../accounts/mod.ts";
import type { Box } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import { INSIDE } from "./bounds.ts";
import type { After, Kind } from "./map_cursor.ts";
import { type Distant, FROM_THE_MIDDLE, nearestRows } from "./nearest.ts";

/** Keys of a page's rows in their order, and where the next page begins. */
interface Cut {
  keys: number[];
  after: After | undefined;
}

// The condition of a box inside the condition of a box: its own names of the same columns.
const IMPORTED = `key NOT IN (SELECT key FROM cache_map_native WHERE ${INSIDE})`;
// Caches of suspended people stay on the map's table, so that they are there again when the suspension ends.
const SHOWN = `key NOT IN (SELECT r.key FROM cache c JOIN cache_map_row r ON r.id = c.id
  WHERE c.owner_account IN ${SUSPENDED_ACCOUNTS})`;

export function cutMap(db: Database) {
  const natives = nearestRows<{ now: number }>(db, "cache_map_native", SHOWN);
  const imported = nearestRows<{ now: number }>(db, "cache_map_index", `${IMPORTED} AND ${SHOWN}`);
  const mirrored = nearestRows<{ origins: string }>(
    db,
    "(SELECT id AS key, min_lon, max_lon, min_lat, max_lat, origin FROM mirror_map)",
    "origin IN (SELECT value FROM json_each(:origins))",
  );

  return {
    /** Caches of this instance, at most `limit`. */
    own(box: Box, after: After, limit: number, now: number): Cut {
      const first = after.kind === "native" ? natives(box, after, limit + 1, { now }) : [];
      if (first.length > limit) return cut(first, limit, "native");
      const begin = after.kind === "imported" ? after : FROM_THE_MIDDLE;
      const then = imported(box, begin, limit + 1 - first.length, { now });
      const { keys, after: next } = cut(then, limit - first.length, "imported");
      return { keys: [...first.map(({ key }) => key), ...keys], after: next };
    },
    /** Mirrored caches of some origins, a JSON list, at most `limit`. */
    mirrored: (box: Box, after: Distant, limit: number, origins: string): Cut =>
      cut(mirrored(box, after, limit + 1, { origins }), limit, "mirrored"),
  };
}

/** The first `limit` of rows; where there was one more, the next page begins after them. */
function cut(rows: Distant[], limit: number, kind: Kind): Cut {
  const kept = rows.slice(0, limit), { key, far } = kept.at(-1) ?? FROM_THE_MIDDLE;
  return { keys: kept.map((row) => row.key), after: rows.length > limit ? { kind, key, far } : undefined };
}
