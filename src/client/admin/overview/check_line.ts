/** A line of the setup checklist, and how much it matters. */
import type { CheckItem } from "../../../admin/mod.ts";
import { sayBytes, sayTime } from "../../ui/times.ts";
import type { MarkKind } from "../parts/mark.tsx";
import { sayOutcome } from "../parts/session_words.ts";

/** A line of the checklist, as the gateway answers it. */
export type CheckLine = CheckItem;

/** A line's values as its sentences name them: those that are no words yet are put into the reader's. */
export const saidValues = ({ values }: Pick<CheckLine, "values">): CheckLine["values"] => ({
  ...values,
  ...(values.freeBytes !== undefined && { free: sayBytes(Number(values.freeBytes)) }),
  ...(values.okAt !== undefined && { when: sayTime(Number(values.okAt), 0) }),
  ...(values.ended !== undefined && { ended: sayOutcome(String(values.ended)) }),
});

/**
 * How much a line matters now. What is optional and missing may stay so; what somebody set up and does not work is a fault,
 * so it counts as recommended.
 */
export const levelOf = ({ level, status }: Pick<CheckLine, "level" | "status">): CheckLine["level"] =>
  level === "optional" && status === "warn" ? "recommended" : level;

/** The dot for a line: `bad` where it blocks the use, `wait` where mending it is recommended, `off` where nobody knows yet. */
export const markOf = (
  line: Pick<CheckLine, "level" | "status"> & Partial<Pick<CheckLine, "accepted">>,
): MarkKind => {
  if (line.status === "ok") return "go";
  if (line.status === "untried") return "off";
  // The operator has decided on it: it is no fault any more.
  if (typeof line.accepted === "string") return "off";
  const level = levelOf(line);
  return level === "blocking" ? "bad" : level === "recommended" ? "wait" : "off";
};
