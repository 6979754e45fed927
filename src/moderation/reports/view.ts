/** A report as operators see it. */
import type { z } from "zod";
import type { Kinds } from "../kinds.ts";
import type { ReportView } from "../shapes.ts";
import type { ReportRow } from "./store.ts";

/** `gone` is asked anew each time: the thing may have been removed by its owner. */
export function reportView(
  kinds: Kinds,
  { ownerAccount: _, reporterAccount: __, ...row }: ReportRow,
): z.infer<typeof ReportView> {
  const item = kinds.of(row.kind).find(row.targetId);
  return { ...row, gone: item === undefined || item.removed };
}
