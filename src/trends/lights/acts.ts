/** The log of operators as happenings: eight caches that one person disables are one thing that happened. Pure. */
import type { AuditRow } from "../../db/mod.ts";

export type Act = Pick<AuditRow, "at" | "action" | "kind" | "label" | "actor" | "reason"> & { n: number };

/** Acts of one kind by one person belong together when no more time than this lies between them, in seconds. */
const TOGETHER_S = 60;

/** `rows`: newest first. The time of several is that of the first of them. */
export function actsOf(rows: readonly AuditRow[]): Act[] {
  const acts: Act[] = [];
  for (const { at, action, kind, label, actor, reason } of rows) {
    const last = acts.at(-1);
    if (
      last && last.action === action && last.kind === kind && last.actor === actor &&
      last.at - at <= TOGETHER_S
    ) {
      last.n++;
      last.at = at;
      last.label = "";
      if (last.reason !== reason) last.reason = "";
    } else acts.push({ at, action, kind, label, actor, reason, n: 1 });
  }
  return acts;
}
