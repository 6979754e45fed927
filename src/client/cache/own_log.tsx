/** What somebody may do with a log of theirs: edit the text for a day, and delete the log. */
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { Flags } from "../phone/known/flags.tsx";
import { LOG_FLAGS, saidOf } from "../phone/known/other_facts.ts";
import type { LogSaid, LogSeen } from "../phone/known/log_seen.ts";
import { LOG } from "../../things/log.ts";
import { Button } from "../ui/parts.tsx";
import { TextField } from "../ui/fields.tsx";
import { say } from "../ui/say.ts";
import { sayTime } from "../ui/times.ts";
import { draftOf, keepDraft } from "../phone/drafts/text.ts";
import { routeTo } from "../phone/wire/routes.ts";

export function OwnLog({ params, log, mendableUntil, isNote, changed, gone }: {
  /** Code of the cache and number of the log. */
  params: { id: string; log: number };
  log: LogSeen;
  mendableUntil: number;
  /** The text of a note must not be empty. */
  isNote: boolean;
  changed: () => void;
  gone: () => void;
}) {
  const app = useApp();
  const doing = useDoing();
  const id = `mend-${params.log}`, before = draftOf<LogSaid | string>(id);
  // Earlier versions of the app stored the text alone.
  const kept = typeof before === "string" ? { text: before } : before;
  const mode = useSignal<"shown" | "mend" | "remove">(kept === undefined ? "shown" : "mend");
  const written = (): LogSaid => ({ text: log.text, ...saidOf(log, LOG_FLAGS) });
  const draft = useSignal(kept ?? written());
  const change = (what: Partial<LogSaid>) => keepDraft(id, draft.value = { ...draft.peek(), ...what });
  const shut = () => {
    mode.value = "shown";
    keepDraft(id, undefined);
  };
  const now = app.gateway.now(), mayMend = now <= mendableUntil;
  const mend = async (event: Event) => {
    event.preventDefault();
    if (
      await doing.run(() =>
        app.gateway.ask("PATCH", routeTo("PATCH /api/caches/:id/logs/:log", { params }), draft.peek())
      )
    ) {
      shut();
      changed();
    }
  };
  const remove = async () => {
    if (
      await doing.run(() =>
        app.gateway.ask("DELETE", routeTo("DELETE /api/caches/:id/logs/:log", { params }))
      )
    ) gone();
  };
  return (
    <div class="own-log">
      {mode.value === "mend"
        ? (
          <form onSubmit={mend}>
            <TextField
              id={id}
              label={say("own.text")}
              hint={say("own.text.hint")}
              rows={4}
              maxLength={LOG.facts.text.is.most}
              required={isNote}
              value={draft.value.text}
              set={(text) => change({ text })}
            />
            <Flags flags={LOG_FLAGS} form={draft.value} change={change} />
            <Button kind="main" submit disabled={doing.busy.value}>{say("own.save")}</Button>{" "}
            <Button onClick={shut}>{say("own.leave")}</Button>
          </form>
        )
        : mode.value === "remove"
        ? (
          <>
            <p>{say("own.remove.what")}</p>
            <Button kind="bad" disabled={doing.busy.value} onClick={() => void remove()}>
              {say("own.remove.do")}
            </Button>{" "}
            <Button onClick={shut}>{say("own.leave")}</Button>
          </>
        )
        : (
          <>
            {mayMend && (
              <Button
                onClick={() => {
                  draft.value = written();
                  mode.value = "mend";
                }}
              >
                {say("own.mend")}
              </Button>
            )} <Button onClick={() => mode.value = "remove"}>{say("own.remove")}</Button>
            {mayMend && <p class="soft">{say("own.until", { at: sayTime(mendableUntil, now) })}</p>}
          </>
        )}
      <Problem of={doing} />
    </div>
  );
}
