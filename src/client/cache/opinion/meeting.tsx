/** A cache that is a meeting: when, who will come, and the file for one's calendar. Loaded with such a cache alone. */
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { CallPlate } from "../../ui/look/radio.tsx";
import { Button } from "../../ui/parts.tsx";
import { language, localeOf, say } from "../../ui/say.ts";
import { sayTick } from "../../ui/times.ts";
import type { CacheSeen } from "../cache_seen.ts";
import type { Opinion } from "../cache_tools.tsx";

export default function Meeting({ cache, tell }: { cache: CacheSeen; tell: (said: Opinion) => void }) {
  const { gateway, call } = useApp(), doing = useDoing();
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
    <section class="meeting">
      <h2 class="caps">{say("meeting.title")}</h2>
      <p class="meeting-day">{sayDay(eventFrom!)}</p>
      <p>
        {say("meeting.when", { from: sayHour(eventFrom!), until: sayUntil(eventFrom!, eventUntil!) })}
        {!isOver && (
          <span class={now >= eventFrom! ? "go" : "soft"}>
            {" · "}
            {now >= eventFrom! ? say("meeting.now") : sayIn(eventFrom! - now)}
          </span>
        )}
      </p>
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
          {call.value && guests > 0 && <Guests key={guests} code={code} />}
        </>
      )}
      <Problem of={doing} />
    </section>
  );
}

/** The day in full: what one asks first is which one of the week it is. */
const sayDay = (at: number): string =>
  new Intl.DateTimeFormat(localeOf(language.value.code), { weekday: "long", day: "numeric", month: "long" })
    .format(new Date(at * 1000));
const sayHour = (at: number): string => sayTick(at, 0);

/** How long it is until then, in its largest unit. */
function sayIn(seconds: number): string {
  const [unit, size] = seconds >= 2 * 86_400
    ? ["day", 86_400] as const
    : seconds >= 2 * 3600
    ? ["hour", 3600] as const
    : ["minute", 60] as const;
  return new Intl.RelativeTimeFormat(localeOf(language.value.code)).format(Math.ceil(seconds / size), unit);
}

/** When it ends: on another day that is said too. */
const sayUntil = (from: number, until: number): string =>
  sayDay(from) === sayDay(until) ? sayHour(until) : `${sayDay(until)}, ${sayHour(until)}`;

function Guests({ code }: { code: string }) {
  const { known } = useRead(routeTo("GET /api/caches/:id/guests", { params: { id: code } }));
  return (
    <ul class="plain-list meeting-guests" aria-label={say("meeting.who")}>
      {known.value?.value.guests.map(({ call }) => (
        <li key={call}>
          <CallPlate call={call} href={`/u/${encodeURIComponent(call)}`} />
        </li>
      ))}
    </ul>
  );
}
