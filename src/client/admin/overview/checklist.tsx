/** The setup checklist: blocking, recommended and optional lines, each with how to mend it and a button to check again. */
import { useSignal } from "@preact/signals";
import { Button, Foreign } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import type { Known } from "../../phone/reader.ts";
import { sayDuration } from "../../ui/times.ts";
import { Mark, type MarkKind } from "../parts/mark.tsx";
import { tell } from "../tell.ts";
import { type CheckLine, levelOf, markOf } from "./check_line.ts";
import { checkName, CheckSays } from "./check_words.tsx";
import { placeOf } from "./where.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { TextField } from "../../ui/fields.tsx";

// A line of the checklist that the operator accepts as it is: with a note, and back.

interface Accepting {
  line: CheckLine;
  again: () => Promise<void>;
}

/** Asks why, and accepts it. */
function Accept({ line, again }: Accepting) {
  const { gateway } = useApp();
  const doing = useDoing();
  const note = useSignal("");
  const { key } = line;
  const accept = async (event: Event) => {
    event.preventDefault();
    const path = routeTo("PUT /api/admin/setup/:key", { params: { key } });
    if (await doing.run(() => gateway.ask("PUT", path, { note: note.peek().trim() }))) await again();
  };
  return (
    <details>
      <summary aria-label={tell("check.accept.label", { what: checkName(line) })}>
        {tell("check.accept")}
      </summary>
      <form onSubmit={accept}>
        <TextField
          id={`accept-${key}`}
          label={tell("check.accept.why")}
          hint={tell("check.accept.hint")}
          required
          maxLength={200}
          value={note}
        />
        <Button submit disabled={doing.busy.value || note.value.trim() === ""}>
          {tell("check.accept.do")}
        </Button>
        <Problem of={doing} />
      </form>
    </details>
  );
}

/** An accepted line: what it says, why it was accepted, and the way back. */
function Accepted({ line, again }: Accepting) {
  const { gateway } = useApp();
  const doing = useDoing();
  const { key, accepted } = line;
  const back = async () => {
    const path = routeTo("PUT /api/admin/setup/:key", { params: { key } });
    if (await doing.run(() => gateway.ask("PUT", path, { note: null }))) await again();
  };
  return (
    <li id={`check-${key}`}>
      <Mark kind="off">
        <strong>{checkName(line)}</strong> <CheckSays line={line} />
      </Mark>
      <p>
        <Foreign>{accepted ?? ""}</Foreign>{" "}
        <Button
          disabled={doing.busy.value}
          aria-label={tell("check.count.label", { what: checkName(line) })}
          onClick={() => void back()}
        >
          {tell("check.count")}
        </Button>
      </p>
      <Problem of={doing} />
    </li>
  );
}

/** Lucide's `rotate-cw`. */
export const AGAIN = { path: "M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8M21 3v5h-5" };

/** Rows of open lines that a board shows at first; a button shows the rest. */
const AT_ONCE = 6;
const RANK: readonly MarkKind[] = ["bad", "wait", "off", "go"];

/** Open lines by harm: what does not work first, then what was set up and fails, then what is missing. */
const byHarm = (a: CheckLine, b: CheckLine): number =>
  RANK.indexOf(markOf(a)) - RANK.indexOf(markOf(b)) ||
  Number(b.status === "warn") - Number(a.status === "warn");

/** `read`: the newest answer of the gateway; `again` asks for another one. `since`: when each line became what it is. */
export function Checklist({ read, again, since }: {
  read: Known<{ items: CheckLine[] }>;
  again: () => Promise<void>;
  since: Readonly<Record<string, number>>;
}) {
  const lines = read.value.items, all = useSignal(false);
  // The line that was checked last, and the answer that was there before: where no other came, nothing was checked.
  const asked = useSignal<{ key: string; before: unknown } | undefined>(undefined);
  const checked = asked.value && asked.value.before !== read ? asked.value.key : undefined;
  const check = (key: string) => {
    asked.value = { key, before: read };
    void again();
  };
  const untried = lines.filter(({ status }) => status === "untried");
  const open = lines.filter(({ status, accepted }) =>
    status !== "ok" && status !== "untried" && accepted === null
  ).toSorted(byHarm);
  const first = open.filter((line) => levelOf(line) !== "optional");
  const optional = open.filter((line) => levelOf(line) === "optional");
  const accepted = lines.filter(({ accepted }) => accepted !== null);
  const done = lines.filter(({ status }) => status === "ok");
  const mended = done.find(({ key }) => key === checked);
  const rows = all.value ? first : first.slice(0, AT_ONCE);
  const drawn = (its: readonly CheckLine[], main?: CheckLine) => (
    <ul class="check-list">
      {its.map((line) => (
        <Line
          key={line.key}
          {...{ line, check, again }}
          checked={line.key === checked}
          since={since[line.key]}
          isMain={line === main}
        />
      ))}
    </ul>
  );
  // What is folded stays folded, so that a newcomer is not met by a wall of text.
  const folded = (words: string, its: readonly CheckLine[]) =>
    its.length > 0 && (
      <details>
        <summary>{words}</summary>
        {drawn(its)}
      </details>
    );
  return (
    <section id="checklist" class="card board-open" aria-labelledby="checklist-title">
      <h2 id="checklist-title">{tell("check.title")}</h2>
      <p role="status">{mended && tell("check.mended", { what: checkName(mended) })}</p>
      {rows.length > 0 && (
        <p class="check-heads" aria-hidden="true">
          <span>{tell("check.head.what")}</span>
          <span>{tell("check.head.why")}</span>
          <span>{tell("check.head.since")}</span>
          <span>{tell("check.head.do")}</span>
        </p>
      )}
      {drawn(rows, rows[0])}
      <div class="check-rest">
        {rows.length < first.length && (
          <Button kind="quiet" onClick={() => all.value = true}>
            {tell("check.more", { n: first.length - rows.length })}
          </Button>
        )}
        {folded(`${tell("check.optional")} (${optional.length})`, optional)}
        {accepted.length > 0 && (
          <details>
            <summary>{tell("check.accepted", { n: accepted.length })}</summary>
            <ul class="check-list">
              {accepted.map((line) => <Accepted key={line.key} line={line} again={again} />)}
            </ul>
          </details>
        )}
        {folded(tell("check.untried", { n: untried.length }), untried)}
        {folded(tell("check.done", { n: done.length }), done)}
      </div>
    </section>
  );
}

function Line({ line, checked = false, check, again, since, isMain }: {
  line: CheckLine;
  again: () => Promise<void>;
  /** Whether it was checked just now. */
  checked?: boolean;
  check: (key: string) => void;
  /** Unix seconds. */
  since: number | undefined;
  /** Whether it is the one that should be looked after first. */
  isMain: boolean;
}) {
  const { gateway } = useApp();
  const { key, status } = line;
  const name = checkName(line);
  return (
    <li id={`check-${key}`}>
      <span class="check-what">
        <Mark kind={markOf(line)}>
          <strong>{name}</strong>
        </Mark>
      </span>
      <span class="check-why">
        <CheckSays line={line} />{" "}
        <span role="status">{checked && status !== "ok" && tell("check.still")}</span>
      </span>
      <span class="check-since soft">
        {since !== undefined && status !== "ok" && sayDuration(gateway.now() - since)}
      </span>
      {status !== "ok" && (
        <span class="check-do">
          <a
            class={isMain ? "button button-main" : "button"}
            href={placeOf(line)}
            aria-label={tell("check.go.label", { what: name })}
          >
            {tell("check.go")}
          </a>
          <Button
            kind="quiet"
            icon={AGAIN}
            aria-label={tell("check.again.label", { what: name })}
            onClick={() => check(key)}
          />
          <a
            class="button button-quiet"
            href={`/help?check=${key}`}
            aria-label={`${say("help.read")}: ${name}`}
          >
            ?
          </a>
          {levelOf(line) !== "blocking" && status !== "untried" && line.reason !== null && (
            <Accept line={line} again={again} />
          )}
        </span>
      )}
    </li>
  );
}
