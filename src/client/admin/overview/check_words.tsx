/**
 * A line of the setup checklist in the reader's language. The gateway names the line and the reason; where it is newer than
 * the app and has a name that the app has no words for, the gateway's own English is shown.
 */
import { Foreign } from "../../ui/parts.tsx";
import { isTold, tell } from "../tell.ts";
import { type CheckLine, saidValues } from "./check_line.ts";

/** What the line is about, in words. */
export const checkName = ({ key, label }: Pick<CheckLine, "key" | "label">): string => {
  const name = key.replaceAll("-", "_"), told = `check.of.${name}`;
  return isTold(told) ? tell(told) : label;
};

/** What is wrong and how to mend it; for a line that is well, its value. */
export function CheckSays({ line }: { line: CheckLine }) {
  const { reason, detail, fix, status } = line, values = saidValues(line);
  const [of, what] = (reason ?? "").split("."), told = `check.says.${of}.${what}`;
  if (status === "ok") return <Foreign>{String(values.value ?? values.free ?? "")}</Foreign>;
  if (!isTold(told)) {
    return <span lang="en">{fix ? `${detail}. ${fix}` : detail}</span>;
  }
  const mend = `check.fix.${of}.${what}`;
  return (
    <>
      {tell(told, values)} {values.error && <span lang="en">{values.error}</span>}{" "}
      {isTold(mend) && tell(mend, values)}
    </>
  );
}
