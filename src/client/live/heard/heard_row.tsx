/** One station of the list, in two lines: what it is and how it was heard, and on the right how long ago and how far away. */
import { type Signal, useComputed } from "@preact/signals";
import { HEARD, LiveRow } from "../../ui/look/live_row.tsx";
import { Symbol } from "../../marks/symbol.tsx";
import { rowTo } from "../../pages/router.ts";
import { useApp } from "../../phone/app.ts";
import { wayOf } from "../../phone/known/heard.ts";
import { Foreign } from "../../ui/parts.tsx";
import { bearing, distanceM, type Point } from "../../ui/places/arrow.ts";
import { say } from "../../ui/say.ts";
import { sayAge, sayDistance, saySpeed } from "../../ui/times.ts";
import { sayPoint } from "../../ui/places/way_to.ts";
import { filterOf } from "./chosen_ways.ts";
import { isHidden, lookOf, rowClass, RowMark } from "./row_mark.tsx";
import { WayIcon } from "./way_icon.tsx";

/** Heard within so many seconds is just now, and its lamp pulses; after the second number a station is old, and greyed. */
const NOW_S = 10, OLD_S = 3600;

/** The row of one station; drawn anew when that station is heard. `now`: the time as far as ages are concerned. */
export function HeardRow(
  { call, now, here }: { call: string; now: Signal<number>; here: Point | undefined },
) {
  const station = useApp().stations.of(call);
  const look = useComputed(() => HEARD[ageWord(station?.value.at ?? null, now.value)]);
  const row = station?.value;
  if (!row) return null;
  const { at, comment, speedKmh } = row, shown = lookOf({ src: call, dst: "", text: comment });
  if (isHidden(shown)) return null;
  return (
    <LiveRow
      look={look}
      of={rowClass(shown)}
      link={rowTo(`/s/${encodeURIComponent(call)}`)}
      symbol={<Symbol symbol={row.symbol} />}
      call={call}
      way={
        <>
          <RowMark look={shown} />
          <WayIcon way={filterOf(row)} />
          {say(`live.way.${wayOf(row)}`)}
        </>
      }
      line={
        <>
          {speedKmh ? `${saySpeed(speedKmh)}${comment && ", "}` : ""}
          <Foreign>{comment}</Foreign>
        </>
      }
      age={<Age key={at} at={at} now={now} />}
      below={here && `${sayDistance(distanceM(here, row))} ${sayPoint(bearing(here, row))}`}
    />
  );
}

/** Whether it was heard just now, or so long ago that it is greyed. */
function ageWord(at: number | null, now: number): keyof typeof HEARD {
  if (at === null || now - at > OLD_S) return "old";
  return now - at < NOW_S ? "now" : "late";
}

/** Its age: only its text changes as time goes on. It is made anew with each packet, and so its lamp pulses. */
function Age({ at, now }: { at: number | null; now: Signal<number> }) {
  const text = useComputed(() => at === null ? "" : sayAge(now.value - at));
  return <span class="heard-age">{text}</span>;
}
