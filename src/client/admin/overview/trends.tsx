/** What the instance did over a day or a month: a number and its bars for each series; on other pages of those that they are about. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { usePoll, useRead } from "../../phone/use_read.ts";
import { type AnswerOf, routeTo } from "../../phone/wire/routes.ts";
import { Loading, Notice, Why } from "../../ui/parts.tsx";
import { Segmented } from "../../ui/look/choose.tsx";
import { sayBytes } from "../../ui/times.ts";
import type { AdminKey } from "../tell.ts";
import { tell } from "../tell.ts";
import { SERIES, type SeriesName } from "../../../trends/series.ts";
import { Chart, Pins } from "./chart.tsx";
import { marksOf } from "./happened.tsx";
import { barsOf, type Span, SPANS, sumOf } from "./trend_lines.ts";

/** Series of the overview, in the order of the tiles. */
const TILES: readonly SeriesName[] = [
  "packets",
  "stations",
  "finds",
  "requests",
  "errors",
  "pullsFailed",
  "memory",
  "diskFree",
];

type Drawn = AnswerOf<"GET /api/admin/trends">;

/** So many things that happened stand on the time line. */
const MARKS = 6;

export function Trends({ of = TILES }: { of?: readonly SeriesName[] }) {
  const { gateway } = useApp();
  const span = useSignal<Span>("day");
  const { known, problem, again } = useRead(
    routeTo("GET /api/admin/trends", { query: { step: SPANS[span.value].step } }),
  );
  usePoll(again, 60);
  const happened = useRead(
    routeTo("GET /api/admin/happenings", { query: { days: SPANS[span.value].seconds / 86_400 } }),
  ).known.value?.value;
  const read = known.value?.value, marks = marksOf(happened?.items ?? [], MARKS);
  return (
    <section class="card" aria-labelledby="trends-title">
      <h2 id="trends-title">{tell("trend.title")}</h2>
      <Segmented
        name="trend-span"
        label={tell("trend.span")}
        value={span}
        choices={Object.keys(SPANS) as Span[]}
        words={(span) => tell(`trend.span.${span}`)}
      />
      {problem.value && (
        <Notice>
          <Why says={problem.value} />
        </Notice>
      )}
      {!read && !problem.value && <Loading />}
      {read && read.at.length === 0 && <p class="soft">{tell("trend.none")}</p>}
      {read && read.at.length > 0 && (
        <dl class="trends">
          {of.map((name, i) => (
            <OneTrend
              key={name}
              {...{ name, read, marks }}
              isFirst={i === 0}
              span={span.value}
              now={gateway.now()}
            />
          ))}
        </dl>
      )}
    </section>
  );
}

export const sayValue = (name: SeriesName, value: number): string =>
  SERIES[name].unit === "bytes" ? sayBytes(value) : tell("house.number", { n: value });

function OneTrend({ name, read, span, now, marks, isFirst }: {
  name: SeriesName;
  read: Drawn;
  span: Span;
  now: number;
  marks: ReturnType<typeof marksOf>;
  isFirst: boolean;
}) {
  const { fold } = SERIES[name], words = tell(`trend.${name}` as AdminKey);
  const bars = barsOf({ at: read.at, values: read.series[name] }, fold, span, now);
  const sum = sumOf(bars, fold), most = Math.max(...bars.map((bar) => bar ?? 0));
  return (
    <div class={name === "errors" && sum ? "trend trend-bad" : "trend"}>
      <dt>{words}</dt>
      <dd>
        <strong>{sum === undefined ? tell("trend.unknown") : sayValue(name, sum)}</strong>
        {/* Of what nothing is known nothing is drawn. */}
        {sum !== undefined && (
          <>
            {isFirst && <Pins marks={marks} span={span} now={now} />}
            <Chart
              {...{ bars, span, now, marks }}
              name={words}
              format={(value) => sayValue(name, value)}
              wide={isFirst}
            />
          </>
        )}
        {sum !== undefined && most > 0 && fold === "sum" && (
          <span class="soft">{tell(`trend.most.${span}`, { most: sayValue(name, most) })}</span>
        )}
      </dd>
    </div>
  );
}
