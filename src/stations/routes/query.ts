/** Query parameters that several routes of the area share. */
import { z } from "#schemas";
import { type Box, failures, parseBox } from "../../base/mod.ts";

export const queryFailure = failures({
  invalid_bbox: "invalid",
  bad_cursor: "invalid",
});

export const BBOX = z.string().max(120).optional().describe(
  "Only what lies in this box: minLon,minLat,maxLon,maxLat in degrees",
);
export const CURSOR = z.string().max(20).optional().describe("`nextCursor` of the page before");

/** A bbox of any size, or `undefined` when none was asked for. */
export function readBox(text: string | undefined): Box | undefined {
  if (text === undefined || text === "") return undefined;
  const box = parseBox(text, 360);
  if (!box) throw queryFailure.invalid_bbox();
  return box;
}

/** A keyset cursor: the id below which the next page begins. */
export function readCursor(text: string | undefined): number {
  if (text === undefined || text === "") return Number.MAX_SAFE_INTEGER;
  if (!/^\d{1,15}$/.test(text)) throw queryFailure.bad_cursor();
  return Number(text);
}

/** `nextCursor` and `hasMore` for rows read one beyond the page. */
export function paged<Row extends { id: number }>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return { page, nextCursor: hasMore ? String(page.at(-1)!.id) : null, hasMore };
}

/** What `paged` says besides the rows. */
export const PAGED = { nextCursor: z.string().nullable(), hasMore: z.boolean() };
