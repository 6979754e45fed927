/** A line of the setup checklist, and how much it matters. */
import type { CheckItem } from "../../../admin/mod.ts";
import type { MarkKind } from "../mark.tsx";

/** A line of the checklist, as the gateway answers it. */
export type CheckLine = CheckItem;

/** The dot for a line: `bad` where it blocks the use of the instance, `wait` where mending it is recommended. */
export const markOf = ({ level, status }: CheckLine): MarkKind =>
  status === "ok" ? "go" : level === "blocking" ? "bad" : level === "recommended" ? "wait" : "off";
