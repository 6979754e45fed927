/**
 * A line of the setup checklist in the reader's language, by the names that the gateway gives. Of a line that a newer gateway
 * has and these words have not, the gateway's own English stands there.
 */
import { Foreign } from "../../shell/parts.tsx";
import { isTold, tell } from "../tell.ts";
import type { CheckLine } from "./check_line.ts";

/** What the line is about. */
export const checkName = ({ key, label }: Pick<CheckLine, "key" | "label">): string => {
  const name = key.replaceAll("-", "_"), told = `check.of.${name}`;
  return isTold(told) ? tell(told) : label;
};

/** What is wrong and what mends it; of a line that is well, what is set. */
export function CheckSays({ line: { reason, values, detail, fix, status } }: { line: CheckLine }) {
  const [of, what] = (reason ?? "").split("."), told = `check.says.${of}.${what}`;
  if (status === "ok") return <Foreign>{String(values.value ?? "")}</Foreign>;
  if (!isTold(told)) {
    return <span lang="en">{fix ? `${detail}. ${fix}` : detail}</span>;
  }
  return (
    <>
      {tell(told, values)} {values.error && <span lang="en">{values.error}</span>}
    </>
  );
}
