/** A cache that is a meeting: when, who will come, and the file for one's calendar. Loaded with such a cache alone. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { CallPlate } from "../../ui/look/radio.tsx";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayTime } from "../../ui/times.ts";
import type { CacheSeen } from "../cache_seen.ts";
import type { Opinion } from "../cache_tools.tsx";

export default function Meeting({ cache, tell }: { cache: CacheSeen; tell: (said: Opinion) => void }) {
  const { gateway, call } = useApp(), doing = useDoing(), open = useSignal(false);
  const { code, eventFrom, eventUntil, guests = 0, coming = false, mirrored } = cache;
  const now = gateway.now(), isOver = eventUntil! <= now;
  const turn = () =>
    void doing.run(async () => {
      const to = routeTo("POST /api/caches/:id/coming", { params: { id: code } });
      const answer = await gateway.ask("POST", to, { on: !coming });
      if (answer.ok) tell({ coming: answer.value.on, guests: answer.value.count });
      return answer;
    });
  return (
    <section>
      <h2>{say("meeting.title")}</h2>
      <p>{say("meeting.when", { from: sayTime(eventFrom!, now), until: sayTime(eventUntil!, now) })}</p>
      {!mirrored && (
        <>
          <p class="soft">{say(isOver ? "meeting.over" : "meeting.come", { n: guests })}</p>
          <div class="buttons">
            {call.value && !isOver && (
              <Button aria-pressed={coming} disabled={doing.busy.value} onClick={turn}>
                {say(coming ? "meeting.not" : "meeting.yes")}
              </Button>
            )}
            <a
              class="button"
              href={routeTo("GET /feeds/events/:code.ics", { params: { code } })}
              download
              target="_self"
            >
              {say("meeting.calendar")}
            </a>
          </div>
          {call.value && guests > 0 && (
            <details onToggle={() => open.value = true}>
              <summary>{say("meeting.who")}</summary>
              {open.value && <Guests key={guests} code={code} />}
            </details>
          )}
        </>
      )}
      <Problem of={doing} />
    </section>
  );
}

function Guests({ code }: { code: string }) {
  const { known } = useRead(routeTo("GET /api/caches/:id/guests", { params: { id: code } }));
  return (
    <ul class="plain-list">
      {known.value?.value.guests.map(({ call }) => (
        <li key={call}>
          <CallPlate call={call} href={`/u/${encodeURIComponent(call)}`} />
        </li>
      ))}
    </ul>
  );
}
