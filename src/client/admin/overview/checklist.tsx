/** The setup checklist: blocking, recommended and optional lines, each with how to mend it and a button to check again. */
import { useSignal } from "@preact/signals";
import { Button } from "../../shell/parts.tsx";
import { Mark } from "../mark.tsx";
import { tell } from "../tell.ts";
import { type CheckLine, levelOf, markOf } from "./check_line.ts";
import { checkName, CheckSays } from "./check_words.tsx";
import { placeOf } from "./where.ts";

const LEVELS = ["blocking", "recommended", "optional"] as const;

export function Checklist({ lines, again }: { lines: readonly CheckLine[]; again: () => Promise<void> }) {
  const asked = useSignal<"" | "asking" | "asked">("");
  const check = async () => {
    asked.value = "asking";
    await again();
    asked.value = "asked";
  };
  const open = lines.filter(({ status }) => status !== "ok");
  const done = lines.filter(({ status }) => status === "ok");
  return (
    <section id="checklist" aria-labelledby="checklist-title">
      <h2 id="checklist-title">{tell("check.title")}</h2>
      {LEVELS.map((level) => {
        const its = open.filter((line) => levelOf(line) === level);
        const list = (
          <ul class="check-list">{its.map((line) => <Line key={line.key} line={line} check={check} />)}</ul>
        );
        if (its.length === 0) return null;
        // Optional lines stay folded, so that a newcomer is not met by a wall of text.
        return level === "optional"
          ? (
            <details key={level}>
              <summary>{tell("check.optional")} ({its.length})</summary>
              {list}
            </details>
          )
          : (
            <div key={level}>
              <h3>{tell(`check.${level}`)}</h3>
              {list}
            </div>
          );
      })}
      <p role="status">{asked.value === "asked" && tell("check.asked", { n: open.length })}</p>
      <details>
        <summary>{tell("check.done", { n: done.length })}</summary>
        <ul class="check-list">{done.map((line) => <Line key={line.key} line={line} check={check} />)}</ul>
      </details>
    </section>
  );
}

function Line({ line, check }: { line: CheckLine; check: () => Promise<void> }) {
  const { key, status } = line;
  const name = checkName(line);
  return (
    <li id={`check-${key}`}>
      <Mark kind={markOf(line)}>
        <strong>{name}</strong> <CheckSays line={line} />
      </Mark>
      {status !== "ok" && (
        <div class="check-fix">
          <p>
            <a href={placeOf(line)} aria-label={tell("check.go.label", { what: name })}>{tell("check.go")}</a>
            {" "}
            <Button aria-label={tell("check.again.label", { what: name })} onClick={() => void check()}>
              {tell("check.again")}
            </Button>
          </p>
        </div>
      )}
    </li>
  );
}
