/** White Pages: finds out at which BBS somebody has their mailbox. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { say } from "../../ui/say.ts";
import { sayDate } from "../../ui/times.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface Entry {
  callsign: string;
  homeBbs: string | null;
  source?: string;
  toldAt?: number;
  name?: string;
  town?: string;
}

/** Opens them, ready to type a call. */
export function openWhitePages(): void {
  const field = document.getElementById("wp-call"), details = field?.closest("details");
  if (details) details.open = true;
  field?.focus();
}

export function WhitePages() {
  const { gateway } = useApp();
  const doing = useDoing();
  const wanted = useSignal(""), found = useSignal<Entry | undefined>(undefined);
  const look = async (event: Event) => {
    event.preventDefault();
    found.value = undefined;
    await doing.run(async () => {
      const answer = await gateway.get(routeTo("GET /api/bbs/wp", { query: { call: wanted.peek().trim() } }));
      if (answer.ok) found.value = answer.value;
      return answer;
    });
  };
  const entry = found.value;
  return (
    <details class="white-pages">
      <summary>{say("bbs.wp")}</summary>
      <form onSubmit={look}>
        <TextField id="wp-call" label={say("bbs.wp.call")} required maxLength={16} call value={wanted} />
        <Button submit disabled={doing.busy.value}>{say("bbs.wp.look")}</Button>
        <Problem of={doing} />
      </form>
      {entry && (
        <p role="status">
          {entry.homeBbs === null ? say("bbs.wp.unknown", { call: entry.callsign }) : say("bbs.wp.home", {
            call: entry.callsign,
            home: entry.homeBbs,
            at: entry.toldAt ? sayDate(entry.toldAt) : "",
          })} {entry.name && <Foreign>{entry.name}</Foreign>} {entry.town && <Foreign>{entry.town}</Foreign>}
        </p>
      )}
    </details>
  );
}
