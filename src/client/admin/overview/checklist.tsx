/** The setup checklist: blocking, recommended and optional lines, each with how to mend it and a button to check again. */
import { useSignal } from "@preact/signals";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import type { Known } from "../../phone/reader.ts";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";
import { type CheckLine, levelOf, markOf } from "./check_line.ts";
import { checkName, CheckSays } from "./check_words.tsx";
import { Accept, Accepted } from "./accept.tsx";
import { placeOf } from "./where.ts";

const LEVELS = ["blocking", "recommended", "optional"] as const;

/** `read`: the newest answer of the gateway; `again` asks for another one. */
export function Checklist({ read, again }: {
  read: Known<{ items: CheckLine[] }>;
  again: () => Promise<void>;
}) {
  const lines = read.value.items;
  // The line that was checked last, and the answer that was there before: where no other came, nothing was checked.
  const asked = useSignal<{ key: string; before: unknown } | undefined>(undefined);
  const checked = asked.value && asked.value.before !== read ? asked.value.key : undefined;
  const check = (key: string) => {
    asked.value = { key, before: read };
    void again();
  };
  const open = lines.filter(({ status, accepted }) => status !== "ok" && accepted === null);
  const accepted = lines.filter(({ accepted }) => accepted !== null);
  const done = lines.filter(({ status }) => status === "ok");
  const mended = done.find(({ key }) => key === checked);
  return (
    <section id="checklist" class="card" aria-labelledby="checklist-title">
      <h2 id="checklist-title">{tell("check.title")}</h2>
      <p role="status">{mended && tell("check.mended", { what: checkName(mended) })}</p>
      {LEVELS.map((level) => {
        const its = open.filter((line) => levelOf(line) === level);
        const list = (
          <ul class="check-list">
            {its.map((line) => (
              <Line key={line.key} line={line} checked={line.key === checked} check={check} again={again} />
            ))}
          </ul>
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
      {accepted.length > 0 && (
        <details>
          <summary>{tell("check.accepted", { n: accepted.length })}</summary>
          <ul class="check-list">
            {accepted.map((line) => <Accepted key={line.key} line={line} again={again} />)}
          </ul>
        </details>
      )}
      <details>
        <summary>{tell("check.done", { n: done.length })}</summary>
        <ul class="check-list">
          {done.map((line) => <Line key={line.key} line={line} check={check} again={again} />)}
        </ul>
      </details>
    </section>
  );
}

function Line({ line, checked = false, check, again }: {
  line: CheckLine;
  again: () => Promise<void>;
  /** Whether it was checked just now. */
  checked?: boolean;
  check: (key: string) => void;
}) {
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
            <Button aria-label={tell("check.again.label", { what: name })} onClick={() => check(key)}>
              {tell("check.again")}
            </Button>{" "}
            <a href={`/help?check=${key}`} aria-label={`${say("help.read")}: ${name}`}>{say("help.read")}</a>
            {" "}
            <span class="soft" role="status">{checked && tell("check.still")}</span>
          </p>
          {levelOf(line) !== "blocking" && line.reason !== null && <Accept line={line} again={again} />}
        </div>
      )}
    </li>
  );
}
