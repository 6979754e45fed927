/**
 * Where the stations are, as a drawing: on a phone it is there at once, without the big map's library. The list says the same;
 * a tap opens a station.
 */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Land, Lines, TownNames } from "../map/small_ground.tsx";
import { SmallScale } from "../map/over/scale_bar.tsx";
import { stationPath, stationShape } from "../marks/stations.ts";
import { SIZE } from "../marks/caches.ts";
import { go } from "../pages/router.ts";
import { useApp } from "../phone/app.ts";
import type { Heard } from "../phone/known/heard.ts";
import { type Projection, projectionOf } from "../ui/places/project.ts";
import { say } from "../ui/say.ts";
import { around, sketched, type Spot, spotAt, spotsOf } from "./sketched.ts";

/** What lies over the drawing at its top (the search) and at its foot (the list's edge), in pixels. */
const TOP = 64, FOOT = 40;
/** The marks move every so many milliseconds. */
const DRAW_MS = 3000;
/** Heard within so many seconds is just now. */
const NOW_S = 10;
/** The drawing is so many degrees wide at least. */
const LEAST = 0.02;
/** So far from a mark a tap still means it. */
const REACH = 28;

/** `fits`: which stations the list shows; `chosen` changes with it. */
export function LiveSketch({ fits, chosen }: { fits: (row: Heard) => boolean; chosen: string }) {
  const { stations, world } = useApp();
  const spots = useSignal<readonly Spot[]>([]), ground = useSignal<Projection | undefined>(undefined);
  const svg = useRef<SVGSVGElement>(null);
  const which = useRef(fits);
  which.current = fits;
  useEffect(() => {
    let stop = () => {};
    // Where one looks stays while marks move; another choice is laid out anew.
    ground.value = undefined;
    const turn = () => {
      if (!document.hidden) {
        const rows = sketched(stations.all().filter((row) => which.current(row)));
        if (rows.length > 0) ground.value ??= groundOf(rows, svg.current!);
        spots.value = ground.value ? spotsOf(rows, ground.value) : [];
      }
      stop = world.later(turn, spots.peek().length > 0 ? DRAW_MS : DRAW_MS / 10);
    };
    turn();
    return () => stop();
  }, [chosen]);
  // The ground is drawn once, however often marks move over it.
  const under = ground.value;
  const drawn = useMemo(() =>
    under && (
      <>
        <Land projection={under} />
        <Lines projection={under} />
        <TownNames projection={under} marks={[]} pixel={1} mark={24} />
        <SmallScale projection={under} below={FOOT} />
      </>
    ), [under]);
  const open = (event: MouseEvent) => {
    const { left, top } = svg.current!.getBoundingClientRect();
    const spot = spotAt(spots.peek(), event.clientX - left, event.clientY - top, REACH);
    if (spot) go(`/s/${encodeURIComponent(spot.call)}`);
  };
  return (
    <svg
      class="small-map small-map-px live-sketch"
      ref={svg}
      role="img"
      aria-label={say("live.sketch")}
      onClick={open}
    >
      {drawn}
      {spots.value.toReversed().map((spot) => <Mark key={spot.call} {...spot} now={stations.now()} />)}
    </svg>
  );
}

/** The drawing of a box around most of the stations, a unit a pixel; what matters lies between what covers it. */
const groundOf = (rows: readonly Heard[], { clientWidth, clientHeight }: Element): Projection =>
  projectionOf(around(rows), clientWidth, clientHeight, LEAST, { above: TOP, below: FOOT });

function Mark({ call, symbol, x, y, at, named, now }: Spot & { now: number }) {
  const wide = 7 * call.length + 8, isNow = at !== null && now - at < NOW_S;
  return (
    <g class={isNow ? "sketch-mark sketch-now" : "sketch-mark"} transform={`translate(${x} ${y})`}>
      <rect x="-12" y="-12" width="24" height="24" rx="6" />
      <path
        d={stationPath(stationShape(symbol))}
        transform={`translate(-8 -8) scale(${16 / SIZE})`}
        fill-rule="evenodd"
      />
      {named && (
        <>
          <rect class="sketch-label" x={-wide / 2} y="14" width={wide} height="15" rx="3" />
          <text y="25" text-anchor="middle">{call}</text>
        </>
      )}
    </g>
  );
}
