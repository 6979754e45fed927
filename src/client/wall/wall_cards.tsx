/** Cards of the wall that say how it is now: the time, the weather, and receivers that are silent. */
import { usePoll, useRead } from "../phone/use_read.ts";
import { useApp } from "../phone/app.ts";
import { routeTo } from "../phone/wire/routes.ts";
import { CallPlate } from "../ui/look/radio.tsx";
import { type Key, language, localeOf, say } from "../ui/say.ts";
import { sayAge, sayDuration } from "../ui/times.ts";
import { currentValues } from "../live/current_values.tsx";

/** Seconds after which a receiver that heard nothing is silent; as on the pages of operators. */
const SILENT_S = 900;
const AGAIN_S = 60;

/** The table and code by which a station says that it measures the weather (APRS101, 20). */
const isWeather = (symbol: string): boolean => symbol[1] === "_";

export function Clock({ now }: { now: number }) {
  const date = new Date(now * 1000), code = localeOf(language.value.code);
  const time = (zone?: string) =>
    new Intl.DateTimeFormat(code, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone })
      .format(date);
  return (
    <>
      <p class="wall-clock">
        <time>{time()}</time>
      </p>
      <p class="wall-date">
        {new Intl.DateTimeFormat(code, { weekday: "long", day: "numeric", month: "long" }).format(date)}
      </p>
      <p class="soft">{time("UTC")} UTC</p>
    </>
  );
}

/** The station that told of the weather last. */
export function WallWeather({ now }: { now: number }) {
  const { stations } = useApp();
  const [newest] = stations.all().filter(({ symbol }) => isWeather(symbol ?? "")).toSorted((a, b) =>
    (b.at ?? 0) - (a.at ?? 0)
  );
  const { known, again } = useRead(
    newest && routeTo("GET /api/stations/:call", { params: { call: newest.call } }),
  );
  usePoll(again, AGAIN_S);
  const station = known.value?.value;
  const [first, ...rest] = station ? currentValues(station) : [];
  return (
    <section class="wall-card wall-weather">
      <h2>
        {say("wall.weather")}
        {newest?.at != null && <span>{sayAge(Math.max(0, now - newest.at))}</span>}
      </h2>
      {first
        ? (
          <>
            <p class="wall-degrees">{first.value}</p>
            <dl>
              {rest.slice(0, 2).map(({ name, value }) => (
                <div key={name}>
                  <dt>{say(`plot.${name}` as Key)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            <CallPlate call={newest!.call} />
          </>
        )
        : <p class="soft">{say("wall.weather.none")}</p>}
    </section>
  );
}

/** Trusted receivers that heard nothing for a while. */
export function SilentReceivers({ now }: { now: number }) {
  const { known, again } = useRead(routeTo("GET /api/receivers"));
  usePoll(again, AGAIN_S);
  const all = known.value?.value.receivers.filter(({ trusted }) => trusted);
  const silent = all?.filter(({ lastAt }) => lastAt === null || now - lastAt > SILENT_S) ?? [];
  const [worst, ...others] = silent;
  return (
    <section class={worst ? "wall-card wall-silent wall-bad" : "wall-card wall-silent"}>
      <h2>{say(worst ? "wall.silent" : "wall.receivers")}</h2>
      {!worst && all && (
        <p class="wall-big">
          {all.length > 0 ? say("wall.all_hear", { n: all.length }) : say("wall.no_receiver")}
        </p>
      )}
      {worst && (
        <>
          <p class="wall-big">
            {worst.lastAt === null ? say("wall.a_day") : sayDuration(now - worst.lastAt)}
          </p>
          <p>
            <CallPlate call={worst.site} />{" "}
            {others.length > 0 && say("wall.silent.more", { n: others.length })}
          </p>
        </>
      )}
    </section>
  );
}
