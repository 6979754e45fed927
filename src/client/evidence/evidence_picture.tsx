/** The drawing of what a find's level of proof is based on. It is hidden from screen readers, since a list says the same. */
import { SmallScale } from "../map/over/scale_bar.tsx";
import { Land, Rings } from "../map/small_ground.tsx";
import { distanceM } from "../ui/places/arrow.ts";
import { say } from "../ui/say.ts";
import { numberFormat, sayDistance, saySpeed, sayTick } from "../ui/times.ts";
import { AFTER_S, BEFORE_S, type Drawing, type Mark, onBar, RING_M, type Spot } from "./evidence.ts";
import { placed, rimOf, type Wanted } from "./evidence_labels.ts";
import { sayOf } from "./evidence_words.tsx";

/** Side of the square, and height of the time bar below it. */
export const SIZE = 320;
const BAR = 52, MIDDLE = SIZE / 2;
/** How far a signal's path is bent, as a part of its length. */
const BEND = 0.14;
/** The time bar: where it begins and ends, and its line. */
const LEFT = 14, RIGHT = SIZE - 14, LINE = SIZE + 24;
const MINUTE_S = 60;
/** Seconds between two marks on the time bar. */
const STEP_S = 10 * MINUTE_S;

/** `small`: without words, as a thumbnail beside them. */
export function Picture({ drawing, small = false }: { drawing: Drawing; small?: boolean }) {
  const { ring, marks, halos, legs, view } = drawing;
  return (
    <svg class="evidence-picture" viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
      {!small && (
        <svg width={SIZE} height={SIZE}>
          <Land projection={view} />
          <Rings projection={view} around={middleOf(view)} within={RING_M} />
          <SmallScale projection={view} />
        </svg>
      )}
      <circle class="evidence-ring" cx={MIDDLE} cy={MIDDLE} r={ring} />
      <path class="evidence-cache" d={`M${MIDDLE - 7} ${MIDDLE}h14M${MIDDLE} ${MIDDLE - 7}v14`} />
      {halos.map(({ x, y, inner, outer }) =>
        [inner, outer].map((r) => <circle key={r} class="evidence-thin" cx={x} cy={y} r={r} />)
      )}
      {legs.map(({ from, to }, i) => (
        <path key={i} class="evidence-thin" d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
      ))}
      {marks.map((mark) => <MarkDrawn key={mark.n} mark={mark} />)}
      {!small && labelsOf(drawing).map(({ text, x, y }, i) => <text key={i} x={x} y={y}>{text}</text>)}
    </svg>
  );
}

/** When each thing was, below the square or by itself. */
export const TimeStrip = ({ drawing, foundAt }: { drawing: Drawing; foundAt: number }) => (
  <svg class="evidence-strip" viewBox={`0 ${SIZE - 4} ${SIZE} ${BAR + 4}`} aria-hidden="true">
    <TimeBar drawing={drawing} foundAt={foundAt} />
  </svg>
);

/** The place of the cache. */
const middleOf = ({ south, north, west, east }: Drawing["view"]) => ({
  lat: (south + north) / 2,
  lon: (west + east) / 2,
});

const looksOf = ({ counted }: { counted: boolean }) => counted ? "evidence-yes" : "evidence-no";

/** A report or a reading, with the line to the receiver that heard it, or an arrow towards one that lies outside. */
function MarkDrawn({ mark: { candidate, x, y, accuracy, line } }: { mark: Mark }) {
  const looks = looksOf(candidate);
  const rim = line && rimOf({ x, y }, line, SIZE), end = rim ?? line;
  return (
    <g>
      {end && <path class={`${looks}-line`} d={arcOf({ x, y }, end)} />}
      {rim && (
        <path
          class="evidence-arrow"
          d="M5 0L-6 -5V5Z"
          transform={`translate(${rim.x} ${rim.y}) rotate(${rim.turn})`}
        />
      )}
      {end && !rim && (
        <>
          <circle class="evidence-mast" cx={end.x} cy={end.y} r="10" />
          <path
            class="evidence-mast-sign"
            d={`M${end.x - 4} ${end.y + 5}l4 -10l4 10M${end.x - 2} ${end.y + 1}h4`}
          />
        </>
      )}
      {accuracy && <circle class="evidence-thin" cx={x} cy={y} r={accuracy} />}
      <circle class={looks} cx={x} cy={y} r="6" />
    </g>
  );
}

/** A signal's path: bent a little, so that it is told from a way on the ground. */
function arcOf(from: Spot, to: Spot): string {
  const dx = to.x - from.x, dy = to.y - from.y;
  return `M${from.x} ${from.y}Q${(from.x + to.x) / 2 + dy * BEND} ${
    (from.y + to.y) / 2 - dx * BEND
  } ${to.x} ${to.y}`;
}

/** The texts of the square: numbers with times, receivers with their distance, why a hearing did not count, speeds. */
function labelsOf({ ring, marks, legs }: Drawing) {
  const wanted: Wanted[] = marks.map(({ candidate: { at }, n, x, y }) => ({
    ...{ text: `${n} · ${sayTick(at, 0)}`, x: x + 9, y: y + 4, side: "start" },
  }));
  wanted.unshift({ text: sayDistance(RING_M), x: MIDDLE, y: MIDDLE + ring + 11, side: "middle" });
  const named = new Set<string>();
  for (const { candidate, x, y, line } of marks) {
    const { receiver, lat, lon } = candidate;
    if (!line || !receiver || named.has(receiver.site)) continue;
    named.add(receiver.site);
    const rim = rimOf({ x, y }, line, SIZE), end = rim ?? line;
    const far = distanceM({ lat: lat!, lon: lon! }, { lat: receiver.lat!, lon: receiver.lon! });
    const side = end.x > MIDDLE ? "end" : "start", aside = side === "end" ? -10 : 10;
    wanted.push({ text: `${receiver.site} ${sayDistance(far)}`, x: end.x + aside, y: end.y + 4, side });
  }
  for (const { candidate: { counted, said, reason }, n, x, y, line } of marks) {
    const why = (said && sayOf(said)) ?? reason;
    if (counted || !line || !why) continue;
    const end = rimOf({ x, y }, line, SIZE) ?? line;
    wanted.push({ text: `${n}: ${why}`, x: (x + end.x) / 2, y: (y + end.y) / 2 + 4, side: "middle" });
  }
  for (const { from, to, kmh } of legs) {
    if (kmh > 0) {
      const x = (from.x + to.x) / 2 + 4, y = (from.y + to.y) / 2 - 4;
      wanted.push({ text: saySpeed(kmh), x, y, side: "start" });
    }
  }
  const ends = marks.flatMap((mark) => mark.line ? [rimOf(mark, mark.line, SIZE) ?? mark.line] : []);
  return placed(wanted, [...marks, ...ends, { x: MIDDLE, y: MIDDLE }], SIZE);
}

/** From half an hour before the find to a minute after it, in minutes, with the time of the find itself. */
function TimeBar({ drawing: { times }, foundAt }: { drawing: Drawing; foundAt: number }) {
  const at = (afterS: number) => LEFT + onBar(afterS) * (RIGHT - LEFT);
  const steps = Array.from({ length: BEFORE_S / STEP_S }, (_, i) => i * STEP_S - BEFORE_S);
  return (
    <g class="evidence-times">
      <path class="evidence-bar" d={`M${LEFT} ${LINE}H${RIGHT}`} />
      {[...steps, 0, AFTER_S].map((afterS) => (
        <path
          key={afterS}
          class="evidence-tick"
          d={`M${at(afterS)} ${LINE - (afterS === 0 ? 12 : 5)}V${LINE + (afterS === 0 ? 12 : 5)}`}
        />
      ))}
      {steps.map((afterS, i) => (
        <text key={afterS} x={at(afterS)} y={LINE + 20} text-anchor={i === 0 ? "start" : "middle"}>
          {numberFormat(i === 0 ? { style: "unit", unit: "minute" } : {}).format(afterS / MINUTE_S)}
        </text>
      ))}
      <text x={RIGHT - 2} y={LINE + 20}>+{AFTER_S / MINUTE_S}</text>
      <text x={at(0) - 3} y={LINE + 20} text-anchor="end">0</text>
      <text x={at(0) + 8} y={LINE - 14} text-anchor="end">
        {say("evidence.found", { time: sayTick(foundAt, 0) })}
      </text>
      {numbersOf(times).map(({ n, at: part }) => (
        <text key={n} x={LEFT + part * (RIGHT - LEFT)} y={LINE - 9} text-anchor="middle">{n}</text>
      ))}
      {times.map(({ candidate, n, at: part }) => (
        <circle key={n} class={looksOf(candidate)} cx={LEFT + part * (RIGHT - LEFT)} cy={LINE} r="5" />
      ))}
    </g>
  );
}

/** Least distance of two numbers on the time bar, as a part of its length. */
const APART = 0.045;

/** The numbers to write on the time bar: not those that would cover one before them, or the time of the find. */
function numbersOf(times: Drawing["times"]): Drawing["times"][number][] {
  let last = -1;
  return times.toSorted((a, b) => a.at - b.at).filter(({ at }) => {
    if (at - last < APART || at > 0.72) return false;
    last = at;
    return true;
  });
}
