/**
 * The rows of an R-tree that lie nearest to the middle of a box, page by page. Asked only where the box has more than one
 * page: however many there are, only those in a square around the middle that holds enough of them are sorted.
 */
import type { Box } from "../../base/mod.ts";
import type { Database, Params } from "../../db/mod.ts";
import { type Bounds, boundsOf, INSIDE } from "./bounds.ts";

/** A row by its key, and how far it is from the middle: a square of lengths, comparable with its like. */
export type Distant = { key: number; far: number };
/** Before the nearest row. */
export const FROM_THE_MIDDLE: Distant = { key: 0, far: -1 };

/** Lengths are squared in 1e-7 degree of latitude; divided by this they are whole numbers that JavaScript holds. */
const STEP = 10_000;
/** How closely the square is found, in halvings of what lies between one too small and one large enough. */
const REFINED = 5;
/** No meridian is taken to be nearer to the next than this part of a degree of latitude. */
const NARROWEST = 0.01;

type Middle = { lat: number; lon: number; shrink: number };
type Asked = Bounds & Middle & Distant & { limit: number };

/** Rows of `from` (columns `key` and the R-tree's) that fulfil `where`, which may take parameters of its own. */
export function nearestRows<Own extends Params>(db: Database, from: string, where: string) {
  const inside = `FROM ${from} WHERE ${INSIDE} AND ${where}`;
  // Flat, with the meridians as close as they are in the middle: what a map of the box shows.
  const placed = `FROM (SELECT key, CAST((:shrink * (min_lon - :lon) * (min_lon - :lon)
    + 1.0 * (min_lat - :lat) * (min_lat - :lat)) / ${STEP} AS INTEGER) AS far ${inside})`;
  const beyond = `${placed} WHERE (far, key) > (:far, :key)`;
  const count = (what: string) =>
    db.row<Asked & Own, { n: number }>(`SELECT count(*) AS n FROM (SELECT 1 ${what} LIMIT :limit)`);
  const [countAll, countBeyond] = [count(inside), count(beyond)];
  const rows = db.rows<Asked & Own, Distant>(`SELECT key, far ${beyond} ORDER BY far, key LIMIT :limit`);

  /** At most `limit` rows of a box, the nearest to its middle first, beyond the one that a page before ended with. */
  return (box: Box, after: Distant, limit: number, own: Own): Distant[] => {
    const bounds = boundsOf(box);
    const lat = Math.round((bounds.minLat + bounds.maxLat) / 2),
      lon = Math.round((bounds.minLon + bounds.maxLon) / 2);
    const narrow = Math.max(NARROWEST, Math.cos((box.minLat + box.maxLat) / 2 * Math.PI / 180));
    const asked = (side: number): Asked & Own => ({
      ...own,
      ...around(bounds, { lat, lon }, side, side / narrow),
      lat,
      lon,
      shrink: narrow ** 2,
      ...after,
      limit,
    });
    const counted = after.far < 0 ? countAll : countBeyond;
    const holdsEnough = (side: number) => counted(asked(side))!.n >= limit;

    let enough = Math.max(bounds.maxLat - lat, (bounds.maxLon - lon) * narrow) + 1;
    if (!holdsEnough(enough)) return rows(asked(enough));
    while (enough > 1 && holdsEnough(enough / 2)) enough /= 2;
    let short = enough / 2;
    for (let step = 0; step < REFINED; step++) {
      const between = (short + enough) / 2;
      if (holdsEnough(between)) enough = between;
      else short = between;
    }
    // The nearest are no farther than the last one of the square, but may lie beside it.
    const last = rows(asked(enough)).at(-1)!;
    return rows(asked(Math.sqrt((last.far + 1) * STEP) + 1));
  };
}

/** The part of a box that lies within so much of its middle. */
const around = (
  box: Bounds,
  { lat, lon }: Pick<Middle, "lat" | "lon">,
  north: number,
  east: number,
): Bounds => ({
  minLat: Math.max(box.minLat, Math.floor(lat - north)),
  maxLat: Math.min(box.maxLat, Math.ceil(lat + north)),
  minLon: Math.max(box.minLon, Math.floor(lon - east)),
  maxLon: Math.min(box.maxLon, Math.ceil(lon + east)),
});
