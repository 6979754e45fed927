/** A line of the setup checklist, and how much it matters. */
import type { MarkKind } from "../mark.tsx";

/** A line of the checklist, as the gateway says it. */
export interface CheckLine {
  key: string;
  label: string;
  group: "security" | "identity" | "trust" | "legal" | "delivery" | "data";
  level: "blocking" | "recommended" | "optional";
  status: "ok" | "warn" | "missing";
  source: "env" | "db";
  detail: string;
  fix: string | null;
}

/** How much it matters that a line is not well. */
export const markOf = ({ level, status }: CheckLine): MarkKind =>
  status === "ok" ? "go" : level === "blocking" ? "bad" : level === "recommended" ? "wait" : "off";
