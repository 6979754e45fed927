/** The last 24 hours on one time line: what came in, who heard, what waits, who signed up, and what happened meanwhile. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { usePoll, useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { sayHour } from "../../ui/times.ts";
import { SERIES, type SeriesName } from "../../../trends/series.ts";
import { hoursOf, nameOf } from "../receivers/boxes.ts";
import { type AdminKey, tell } from "../tell.ts";
import { Chart, endsOf, Pins, Times } from "./chart.tsx";
import { Happened, type Happenings, marksOf } from "./happened.tsx";
import { sayValue } from "./trends.tsx";
import { barsOf } from "./trend_lines.ts";

const BANDS: readonly SeriesName[] = ["packets", "mailWaiting", "signUps"];
/** Rows of receivers, and things that happened, that fit beside the rest. */
const BOXES = 4, MARKS = 5;

export function Day({ happened }: { happened: Happenings | undefined }) {
  const { gateway } = useApp(), here = useSignal<number | undefined>(undefined);
  const { known, again } = useRead(routeTo("GET /api/admin/trends", { query: { step: "minute" } }));
  usePoll(again, 60);
  const read = known.value?.value, now = gateway.now();
  const marks = marksOf(happened?.items ?? [], MARKS);
  return (
    <>
      <section class="card board-day" aria-labelledby="day-title">
        <h2 id="day-title">{tell("trend.span.day")}</h2>
        {(!read || read.at.length === 0) && <p class="soft">{tell("trend.none")}</p>}
        {read && read.at.length > 0 && (
          <div class="day">
            <Pins marks={marks} span="day" now={now} here={here} />
            {BANDS.map((name, i) => {
              const words = tell(`trend.${name}` as AdminKey);
              const bars = barsOf({ at: read.at, values: read.series[name] }, SERIES[name].fold, "day", now);
              return (
                <div key={name} class={`day-band day-${name}`}>
                  <h3>{words}</h3>
                  <Chart
                    {...{ bars, now, marks }}
                    span="day"
                    name={words}
                    format={(value) => sayValue(name, value)}
                    plain
                    wide
                  />
                  {i === 0 && <Receivers now={now} />}
                </div>
              );
            })}
            <Times ends={endsOf("day", now)} ticks={8} />
          </div>
        )}
      </section>
      <Happened marks={marks} now={now} here={here} />
    </>
  );
}

/** Each receiver as a line that is drawn in the hours in which it brought something. */
function Receivers({ now }: { now: number }) {
  const boxes = useRead(routeTo("GET /api/admin/boxes")).known.value?.value.boxes;
  const heard = useRead(routeTo("GET /api/admin/sites")).known.value?.value.heard;
  const live = boxes?.filter(({ revokedAt }) => revokedAt === null).slice(0, BOXES) ?? [];
  if (live.length === 0 || !heard) return null;
  const { from, to } = endsOf("day", now), hour = 3600 / (to - from) * 100;
  return (
    <>
      <h3>{tell("light.receivers")}</h3>
      <ul class="day-boxes">
        {live.map((box) => {
          const hours = hoursOf(box, heard);
          const silent = hours.flatMap((n, i) => n === 0 ? [sayHour(now - (23 - i) * 3600)] : []);
          return (
            <li key={box.box}>
              <span class="code">{nameOf(box)}</span>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                {hours.map((n, i) =>
                  n > 0 && <rect key={i} x={100 - (24 - i) * hour} width={hour + 0.05} height="10" />
                )}
              </svg>
              <span class="unseen">
                {silent.length === 0
                  ? tell("day.heard_always")
                  : tell("day.silent", { hours: silent.join(", ") })}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
