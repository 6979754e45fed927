/** A line of the checklist that the operator accepts as it is: with a note, and back. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { TextField } from "../../ui/fields.tsx";
import { Button, Foreign } from "../../ui/parts.tsx";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";
import type { CheckLine } from "./check_line.ts";
import { checkName, CheckSays } from "./check_words.tsx";

interface Accepting {
  line: CheckLine;
  again: () => Promise<void>;
}

/** Asks why, and accepts it. */
export function Accept({ line, again }: Accepting) {
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
export function Accepted({ line, again }: Accepting) {
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
