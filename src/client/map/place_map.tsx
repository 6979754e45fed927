/**
 * A place on the built-in ground, put there by a touch or a drag, with the circle within which it may lie. A drag beside it
 * moves the map. The fields below it do the same by keyboard.
 */
import { useSignal } from "@preact/signals";
import { Round, RoundGroup } from "../ui/look/round.tsx";
import type { Point } from "../ui/places/arrow.ts";
import { moved } from "../ui/places/coordinates.ts";
import { finger, type Spot } from "../ui/places/finger.ts";
import { beyond, type Move, NOWHERE_M, spanFor, SPANS_M } from "../ui/places/move_limit.ts";
import { placeOn, type Projection, projectionOf } from "../ui/places/project.ts";
import { isInside } from "../ui/places/view.ts";
import { say } from "../ui/say.ts";
import { sayDistance } from "../ui/times.ts";
import { Land, Lines, Rings, TownNames } from "./small_ground.tsx";
import { SmallScale } from "./over/scale_bar.tsx";

const WIDTH = 360, HEIGHT = 280;
/** A finger that moves no further than this only touches; and how near the mark it takes hold of it. Units of the drawing. */
const SLACK = 8, HOLD = 28;
const MARK = 11;
/** Metres of a degree of latitude. */
const DEGREE_M = 111_195;
/** So many metres from west to east, in degrees. */
const widthOf = (metres: number, { lat }: Point): number =>
  metres / DEGREE_M / Math.max(0.01, Math.cos(lat * Math.PI / 180));
const UNLIMITED: Move = { limitM: null, pinned: null };

/** What a finger does: it holds the mark, or moves the map on which `from` came down. */
interface Held {
  mark: boolean;
  from: Spot;
  moves: boolean;
  projection: Projection;
}

/** `begin`: what the map shows while there is no place yet. */
export function PlaceMap({ move = UNLIMITED, place, begin, set }: {
  move?: Move;
  place: Point | undefined;
  begin?: Point | undefined;
  set: (place: Point) => void;
}) {
  const centre = useSignal<Point | undefined>(undefined), span = useSignal<number | undefined>(undefined);
  const held = useSignal<Held | undefined>(undefined);
  const middle = centre.value ?? move.pinned ?? place ?? begin;
  if (!middle) return null;
  const spanM = span.value ?? (place ? spanFor(move, place) : NOWHERE_M);
  const around = (at: Point) => projectionOf([at], WIDTH, HEIGHT, widthOf(spanM, at));
  const shown = around(middle);
  // A place that was measured or typed elsewhere is gone to; what a finger holds stays where it is.
  const projection = held.value?.projection ??
    (place && !isInside(shown, place) ? around(place) : shown);
  const perMetre = (projection.at(middle).y - projection.at(moved(middle, spanM, 0)).y) / spanM;
  const touches = ({ x, y }: Spot) => {
    const from = held.peek()?.from;
    return from !== undefined && Math.hypot(x - from.x, y - from.y) <= SLACK;
  };
  const put = ({ x, y }: Spot) => set(placeOn(projection, x, y));
  const end = () => held.value = undefined;
  const hand = finger(
    WIDTH,
    (from) => {
      const at = place && projection.at(place);
      const mark = at !== undefined && Math.hypot(at.x - from.x, at.y - from.y) <= HOLD;
      held.value = { mark, from, moves: false, projection };
    },
    (spot) => {
      const now = held.peek();
      if (!now || !now.moves && touches(spot)) return;
      now.moves = true;
      if (now.mark) put(spot);
      else {
        const from = placeOn(projection, now.from.x, now.from.y), to = placeOn(projection, spot.x, spot.y);
        const { west, east, south, north } = projection;
        centre.value = {
          lat: (south + north) / 2 + from.lat - to.lat,
          lon: (west + east) / 2 + from.lon - to.lon,
        };
        const next = around(centre.value);
        held.value = { ...now, from: spot, projection: next };
      }
    },
    (spot) => {
      if (held.peek() && !held.peek()!.moves) put(spot);
      end();
    },
    end,
  );
  const zoom = (by: number) => {
    const at = SPANS_M.findIndex((one) => one >= spanM), to = SPANS_M[(at < 0 ? SPANS_M.length : at) + by];
    if (to === undefined) return;
    centre.value = place ?? middle;
    span.value = to;
  };
  return (
    <div class="place-map">
      <svg class="small-map small-map-whole" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" {...hand}>
        <Land projection={projection} />
        <Lines projection={projection} />
        <Rings projection={projection} around={place} />
        <TownNames projection={projection} marks={place ? [place] : []} pixel={1} mark={2 * MARK} />
        {move.pinned && <Pinned at={projection.at(move.pinned)} r={(move.limitM ?? 0) * perMetre} />}
        {place && <Mark at={projection.at(place)} out={beyond(move, place) > 0} />}
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

/** Where it was found, and how far from there it may lie. */
const Pinned = ({ at: { x, y }, r }: { at: Spot; r: number }) => (
  <>
    {r > 0 && <circle class="place-limit" cx={x} cy={y} r={r} />}
    <path class="place-pin" d={`M${x - 6} ${y}h12M${x} ${y - 6}v12`} />
  </>
);

/** The place itself; out of the circle it is hollow. */
const Mark = ({ at: { x, y }, out }: { at: Spot; out: boolean }) => (
  <circle class={out ? "place-out" : "place-in"} cx={x} cy={y} r={MARK} />
);
