/** A line of the setup checklist: how much it matters. */
import type { CheckItem } from "../../../admin/mod.ts";
import type { MarkKind } from "../mark.tsx";

/** A line of the checklist, as the gateway says it. */
export type CheckLine = CheckItem;

/** How much it matters that a line is not well. */
export const markOf = ({ level, status }: CheckLine): MarkKind =>
  status === "ok" ? "go" : level === "blocking" ? "bad" : level === "recommended" ? "wait" : "off";
