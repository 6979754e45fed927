/**
 * A place under a cross: the map is dragged until the cross lies on it, or a spot of it is touched. Where the gateway has a map of
 * its region the ground has its streets; else it is the built-in one. The fields below it do the same by keyboard.
 */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { Round, RoundGroup } from "../ui/look/round.tsx";
import type { Point } from "../ui/places/arrow.ts";
import { moved, rounded } from "../ui/places/coordinates.ts";
import { finger, type Spot } from "../ui/places/finger.ts";
import { beyond, type Move, NOWHERE_M, spanFor, SPANS_M } from "../ui/places/move_limit.ts";
import { placeOn, type Projection, projectionOf } from "../ui/places/project.ts";
import { say } from "../ui/say.ts";
import { sayDistance } from "../ui/times.ts";
import { usePart } from "../ui/use_part.ts";
import { archiveOf } from "./regional/regional.ts";
import { Land, Lines, Rings, TownNames } from "./small_ground.tsx";
import { SmallScale } from "./over/scale_bar.tsx";

const WIDTH = 360, HEIGHT = 300, MIDDLE = { x: WIDTH / 2, y: HEIGHT / 2 };
/** A finger that moves no further than this only touches, in units of the drawing. */
const SLACK = 8;
/** The circle around the cross is never smaller: below that it would be hidden by it. */
const LEAST_R = 16;
/** Metres of a degree of latitude. */
const DEGREE_M = 111_195;
/** So many metres from west to east, in degrees. */
const widthOf = (metres: number, { lat }: Point): number =>
  metres / DEGREE_M / Math.max(0.01, Math.cos(lat * Math.PI / 180));
const UNLIMITED: Move = { limitM: null, pinned: null };

interface PlaceMapProps {
  move?: Move;
  place: Point | undefined;
  /** What the map shows while there is no place yet. */
  begin?: Point | undefined;
  /** How exact a measured place is, in metres. */
  accuracyM?: number | undefined;
  set: (place: Point) => void;
  /** What else floats over it. */
  children?: ComponentChildren;
}

export function PlaceMap({ move = UNLIMITED, children, ...parts }: PlaceMapProps) {
  const app = useApp(), { place, begin } = parts;
  const hasStreets = useSignal(false);
  useEffect(() => void archiveOf(app).then((archive) => hasStreets.value = archive !== undefined), []);
  // How far it may lie is drawn on the built-in ground alone.
  const streets = usePart(() => import("./regional/streets.tsx"), hasStreets.value && move === UNLIMITED);
  if (!place && !begin && !move.pinned) return null;
  return (
    <div class="place-map">
      <div class="place-ground">
        {streets
          ? <streets.Streets {...parts} otherwise={() => hasStreets.value = false} />
          : <BuiltIn move={move} {...parts} />}
        <Cross out={place !== undefined && beyond(move, place) > 0} />
        {children}
      </div>
      <p class="soft">
        {!place
          ? say("map.place.how")
          : move === UNLIMITED
          ? say("map.place.move")
          : move.limitM === null || move.pinned === null
          ? say("edit.move.free")
          : say("edit.move.limit", { limit: sayDistance(move.limitM) })}
      </p>
    </div>
  );
}

/** What lies under it is the place; out of the circle within which it may lie it is red. */
const Cross = ({ out }: { out: boolean }) => (
  <svg class={out ? "aim aim-out" : "aim"} viewBox="-50 -50 100 100" aria-hidden="true">
    <path class="aim-halo" d="M-46 0h30M16 0h30M0-46v30M0 16v30" />
    <path d="M-46 0h30M16 0h30M0-46v30M0 16v30" />
    <circle r="5" />
  </svg>
);

/** A finger that came down at `from`, and the middle of the map then and now. */
interface Held {
  from: Spot;
  middle: Point;
  now: Point | undefined;
}

function BuiltIn({ move, place, begin, accuracyM, set }: PlaceMapProps & { move: Move }) {
  const span = useSignal<number | undefined>(undefined), held = useSignal<Held | undefined>(undefined);
  const middle = held.value?.now ?? place ?? begin ?? move.pinned!;
  const spanM = span.value ?? (place ? spanFor(move, place) : NOWHERE_M);
  const around = (at: Point) => projectionOf([at], WIDTH, HEIGHT, widthOf(spanM, at));
  const projection = around(middle);
  const perMetre = (projection.at(middle).y - projection.at(moved(middle, spanM, 0)).y) / spanM;
  const placeUnder = (on: Projection, { x, y }: Spot) => placeOn(on, x, y);
  const hand = finger(
    WIDTH,
    (from) => held.value = { from, middle, now: undefined },
    (spot) => {
      const now = held.peek();
      if (!now || !now.now && Math.hypot(spot.x - now.from.x, spot.y - now.from.y) <= SLACK) return;
      // The ground goes with the finger: what was under the cross moves as far the other way.
      const at = { x: MIDDLE.x + now.from.x - spot.x, y: MIDDLE.y + now.from.y - spot.y };
      held.value = { ...now, now: placeUnder(around(now.middle), at) };
    },
    (spot) => {
      const now = held.peek();
      if (now) set(rounded(now.now ?? placeUnder(around(now.middle), spot)));
      held.value = undefined;
    },
    () => held.value = undefined,
  );
  const zoom = (by: number) => {
    const at = SPANS_M.findIndex((one) => one >= spanM);
    span.value = SPANS_M[(at < 0 ? SPANS_M.length : at) + by] ?? spanM;
  };
  return (
    <>
      <svg class="small-map small-map-whole" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" {...hand}>
        <Land projection={projection} />
        <Lines projection={projection} />
        <Rings projection={projection} around={middle} />
        <TownNames projection={projection} marks={[middle]} pixel={1} mark={22} />
        {move.pinned && <Pinned at={projection.at(move.pinned)} r={(move.limitM ?? 0) * perMetre} />}
        {accuracyM !== undefined && (
          <circle class="aim-around" {...centre} r={Math.max(LEAST_R, accuracyM * perMetre)} />
        )}
        <SmallScale projection={projection} below={0} />
      </svg>
      <RoundGroup label={say("page.map")}>
        <Round icon="plus" disabled={spanM <= SPANS_M[0]!} onClick={() => zoom(-1)}>
          {say("map.closer")}
        </Round>
        <Round icon="minus" disabled={spanM >= SPANS_M.at(-1)!} onClick={() => zoom(1)}>
          {say("map.wider")}
        </Round>
      </RoundGroup>
    </>
  );
}
const centre = { cx: MIDDLE.x, cy: MIDDLE.y };

/** Where it was found, and how far from there it may lie. */
const Pinned = ({ at: { x, y }, r }: { at: Spot; r: number }) => (
  <>
    {r > 0 && <circle class="place-limit" cx={x} cy={y} r={r} />}
    <path class="place-pin" d={`M${x - 6} ${y}h12M${x} ${y - 6}v12`} />
  </>
);
