/** A report as operators see it. */
import type { z } from "#schemas";
import type { Kinds } from "../kinds.ts";
import { LONGEST_TEXT, type ReportedView, type ReportView } from "../shapes.ts";
import type { ReportRow } from "./store.ts";

/** `gone` is asked anew each time: the thing may have been removed by its owner. */
export function reportView(
  kinds: Kinds,
  { ownerAccount: _, reporterAccount: __, ...row }: ReportRow,
): z.infer<typeof ReportView> {
  const item = kinds.of(row.kind).find(row.targetId);
  return {
    ...row,
    found: row.found === null ? null : JSON.parse(row.found),
    gone: item === undefined || item.removed,
  };
}

/** The reported thing as it is now, to judge it: whole, since somebody showed it to the operators. */
export function reportedItem(kinds: Kinds, row: ReportRow): z.infer<typeof ReportedView>["item"] {
  const item = kinds.of(row.kind).find(row.targetId);
  if (!item) return null;
  const { text, preview, media = null, status = null, removed, at } = item;
  return { text: (text ?? preview).slice(0, LONGEST_TEXT), media, status, removed, at };
}
