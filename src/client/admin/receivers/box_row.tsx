/** Receivers among each other: how each is, what it brought hour by hour, and when it was heard last. */
import { currentAt } from "../../pages/router.ts";
import { Entry } from "../../ui/look/lists.tsx";
import { CallPlate, IconDisc, Lamp } from "../../ui/look/radio.tsx";
import { sayAge } from "../../ui/times.ts";
import { tell } from "../tell.ts";
import { addressOf, type Box, type Heard, heardAt, hearingOf, hoursOf, MARKS, nameOf } from "./boxes.ts";

const LAMPS = { go: "good", wait: "look", bad: "broken", off: "off" } as const;
const TINTS = { go: "go", wait: "air", bad: "bad", off: "plain" } as const;
const STATES = ["live", "quiet", "silent", "new"] as const;

/** How many hear, and how many do not. */
export function BoxSum({ boxes, heard, now }: {
  boxes: readonly Box[];
  heard: readonly Heard[];
  now: number;
}) {
  const counts = STATES.map((state) => ({
    state,
    n: boxes.filter((box) => hearingOf(box, heard, now) === state).length,
  })).filter(({ n }) => n > 0);
  if (counts.length === 0) return null;
  return (
    <p class="box-sum">
      {counts.map(({ state, n }) => (
        <Lamp key={state} is={LAMPS[MARKS[state]]}>{tell(`boxes.sum.${state}`, { n })}</Lamp>
      ))}
    </p>
  );
}

export function BoxRow({ box, heard, now }: { box: Box; heard: readonly Heard[]; now: number }) {
  const mark = MARKS[hearingOf(box, heard, now)], last = heardAt(box, heard), hours = hoursOf(box, heard);
  const day = hours.reduce((sum, n) => sum + n, 0);
  const its = heard.filter((one) => one.box === box.box), trusted = box.trust?.sites ?? [];
  const gaps = its.flatMap(({ usualGapS }) => usualGapS ?? []);
  const sites = trusted.length > 0 ? trusted : its.map(({ site }) => site);
  return (
    <Entry
      {...currentAt(addressOf(box.box))}
      disc={<IconDisc icon="radio-tower" tint={TINTS[mark]} />}
      name={
        <span class="box-name">
          <bdi>{nameOf(box)}</bdi>
          <Lamp is={LAMPS[mark]}>{tell(`boxes.is.${hearingOf(box, heard, now)}`)}</Lamp>
        </span>
      }
      line={
        <>
          <span class="box-sites">
            {sites.map((site) => <CallPlate key={site} call={site} proven={trusted.includes(site)} />)}
            {trusted.length === 0 && tell("boxes.untrusted")}
          </span>
          <Hours hours={hours} day={day} />
        </>
      }
      far={
        <span class="far">
          {last === null ? "–" : sayAge(now - last)}
          <span class="far-below">
            {mark === "bad" && gaps.length > 0
              ? tell("boxes.usually", { gap: sayAge(Math.min(...gaps)) })
              : tell("boxes.day", { n: day })}
          </span>
        </span>
      }
    />
  );
}

/** Units of a bar, and of the highest one. */
const STEP = 10, HIGH = 24;

/** A bar an hour. An hour with nothing is a line, so that silence is seen. */
function Hours({ hours, day }: { hours: readonly number[]; day: number }) {
  const most = Math.max(...hours);
  return (
    <svg
      class="box-hours"
      viewBox={`0 0 ${STEP * hours.length} ${HIGH}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={tell("boxes.hours", { n: day, most })}
    >
      {hours.map((n, at) => {
        const high = n === 0 ? 1 : Math.max(3, n / most * HIGH);
        return (
          <rect
            key={at}
            class={n === 0 ? "box-hour-none" : undefined}
            x={at * STEP + 1}
            y={HIGH - high}
            width={STEP - 3}
            height={high}
            rx="1.5"
          />
        );
      })}
    </svg>
  );
}
