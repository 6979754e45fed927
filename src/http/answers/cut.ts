/** Lists that end at a limit say so: their rows are read one beyond it. */
import { z } from "#schemas";

/** Declares in a reply whether one of its lists was cut. */
export const TRUNCATED = { truncated: z.boolean().describe("Whether there is more than these") };

/** The first `most` of rows that were read one beyond it, and whether there are more. */
export const cutAt = <Row>(rows: readonly Row[], most: number): { rows: Row[]; truncated: boolean } => ({
  rows: rows.slice(0, most),
  truncated: rows.length > most,
});
