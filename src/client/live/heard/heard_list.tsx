/**
 * The stations that are heard, as rows of two lines or as a table. Nothing moves under the finger: rows change where they are,
 * and new stations wait for a press of a button.
 */
import { type Signal, signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { bearing, distanceM, type Point } from "../../ui/places/arrow.ts";
import { useApp } from "../../phone/app.ts";
import { ChoiceField } from "../../ui/choices.tsx";
import { Chip, Chips } from "../../ui/look/choose.tsx";
import { Entries } from "../../ui/look/lists.tsx";
import { OnAir } from "../../ui/look/radio.tsx";
import { Button, Foreign, Heading } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { type Column, type Heard, type Order, sorted, wayOf } from "../../phone/known/heard.ts";
import { countsOf, type Filter, filterOf, isWanted, offered } from "./chosen_ways.ts";
import { HeardTable } from "./heard_table.tsx";
import { Tape } from "../tape_drawing.tsx";
import { wall } from "../wall.ts";
import { HEARD, LiveRow } from "../../ui/look/live_row.tsx";
import { Symbol } from "../../marks/symbol.tsx";
import { rowTo } from "../../pages/router.ts";
import { sayAge, sayDistance, sayMegahertz, saySpeed } from "../../ui/times.ts";
import { sayPoint } from "../../ui/places/way_to.ts";
import { isHidden, lookOf, rowClass, RowMark } from "./row_mark.tsx";
import { WayIcon } from "./way_icon.tsx";

// One station of the list, in two lines: what it is and how it was heard, and on the right how long ago and how far
// away.

/** Heard within so many seconds is just now, and its lamp pulses; after the second number a station is old, and greyed. */
const NOW_S = 10, OLD_S = 3600;

/** The row of one station; drawn anew when that station is heard. `now`: the time as far as ages are concerned. */
function HeardRow(
  { call, now, here }: { call: string; now: Signal<number>; here: Point | undefined },
) {
  const station = useApp().stations.of(call);
  const look = useComputed(() => HEARD[ageWord(station?.value.at ?? null, now.value)]);
  const row = station?.value;
  if (!row) return null;
  const { at, comment, speedKmh, mhz, emergency } = row,
    shown = lookOf({ src: call, dst: "", text: comment });
  const facts = [mhz && sayMegahertz(mhz), speedKmh && saySpeed(speedKmh)].filter(Boolean).join(", ");
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
          {emergency && <strong class="bad">{say("station.emergency")}</strong>}
          {facts && `${facts}${comment && ", "}`}
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

/** How many rows are drawn at first, and with each press of "more". */
const STEP = 100;
/** Every row's age is drawn anew in so many milliseconds: a tenth of the rows at a time, so that it never takes long. */
const TICK_MS = 5000, TURNS = 10;
/** By what rows are sorted; a table sorts by each of its columns. */
const ORDERS = ["age", "call", "far"] as const satisfies readonly Column[];

/**
 * `wanted`: what somebody searches for, in capitals. `here`: the reader's place, for distances. `tabled`: it is a table now.
 * `tape`: the tape is in its head, where no map has room for it.
 */
export function HeardList({ wanted, filter, here, tabled, tape }: {
  wanted: string;
  filter: Signal<Filter>;
  here: Point | undefined;
  tabled: boolean;
  tape: boolean;
}) {
  const { stations, world } = useApp();
  const order = useSignal<Order>({ by: "age", up: true }), most = useSignal(STEP);
  const shown = useSignal<readonly string[]>([]);
  const counts = useSignal(countsOf(stations.all()));
  const nows = useMemo(() => [...Array(TURNS)].map(() => signal(stations.now())), []);
  const far = (row: Heard) => here ? distanceM(here, row) : undefined;
  const fits = (row: Heard) => isWanted(row, filter.value, wanted);
  const arrange = () => {
    shown.value = sorted(stations.all().filter(fits), order.value, far).map(({ call }) => call);
  };
  const count = () => {
    const now = countsOf(stations.all()), before = counts.peek();
    if (Object.entries(now).some(([one, n]) => before[one as Filter] !== n)) counts.value = now;
  };
  useEffect(() => {
    let stop = () => {}, turn = 0;
    const tick = () => {
      nows[turn % TURNS]!.value = stations.now();
      if (turn++ % TURNS === 0) count();
      stop = world.later(tick, TICK_MS / TURNS);
    };
    tick();
    return () => stop();
  }, []);
  // Until the gateway has answered, the list sorts itself; from then on only when somebody asks for it.
  const settled = stations.known.value?.source === "live";
  useEffect(arrange, [wanted, filter.value, order.value, settled, here]);
  const known = stations.count.value;
  useEffect(count, [known, settled]);
  const waiting = useMemo(() => {
    const there = new Set(shown.value);
    return stations.all().filter((row) => fits(row) && !there.has(row.call)).length;
  }, [known, shown.value, wanted, filter.value]);
  useEffect(() => {
    if ((shown.peek().length === 0 || wall.value) && waiting > 0) arrange();
  }, [waiting, wall.value]);
  const calls = shown.value;
  return (
    <div class="live-heard">
      <div class="live-head">
        <Heading>{say("page.live")}</Heading>
        {tape && <Tape />}
        {waiting === 0 && <OnAir>{say("live.count", { n: calls.length })}</OnAir>}
        {/* Read out when the button comes, not again at each station by which its number grows. */}
        <p role="status" aria-relevant="additions" class="live-new">
          {waiting > 0 && <Button onClick={arrange}>{say("live.new", { n: waiting })}</Button>}
        </p>
      </div>
      {!wall.value && (
        <Chips label={say("live.filters")}>
          {offered(counts.value, filter.value).map((one) => (
            <Chip
              key={one}
              on={filter.value === one}
              n={counts.value[one]}
              onClick={() => filter.value = one}
            >
              {say(`live.filter.${one}`)}
            </Chip>
          ))}
          {!tabled && (
            <ChoiceField
              id="live-order"
              bare
              label={say("live.order")}
              choices={ORDERS.filter((one) => one !== "far" || here)}
              words={(one) => say(`live.order.${one}`)}
              value={order.value.by as typeof ORDERS[number]}
              set={(by) => order.value = { by, up: true }}
            />
          )}
        </Chips>
      )}
      {tabled
        ? <HeardTable {...{ calls, order, nows, here, far }} most={most.value} />
        : (
          <Entries label={say("page.live")}>
            {calls.slice(0, most.value).map((call, at) => (
              <HeardRow key={call} call={call} now={nows[at % TURNS]!} here={here} />
            ))}
          </Entries>
        )}
      {calls.length === 0 && settled && waiting === 0 && (
        <p class="live-none">{say(stations.count.value > 0 ? "live.none_fits" : "live.none")}</p>
      )}
      {calls.length > most.value && (
        <Button onClick={() => most.value += STEP}>
          {say("live.more", { n: Math.min(STEP, calls.length - most.value) })}
        </Button>
      )}
    </div>
  );
}
