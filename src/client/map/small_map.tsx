/** A small map of points as SVG: the same ground and marks as the big one. It needs no tiles and no library, and can be printed. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Point } from "../ui/places/arrow.ts";
import { say } from "../ui/say.ts";
import type { Box } from "../ui/places/squares.ts";
import { whenIdle } from "../phone/world.ts";
import { whereMostAre } from "../ui/places/view.ts";
import { type Covered, FREE, type Projection, projectionOf, round } from "../ui/places/project.ts";
import { heapsOf } from "../marks/heaps.ts";
import { SmallScale } from "./over/scale_bar.tsx";
import { type Drawn, DrawnCache } from "../marks/cache_mark.tsx";
import { SIZE } from "../marks/caches.ts";
import type * as ground from "./small_ground.tsx";
import { useRoom } from "./small_room.ts";

/** A point of the map. With a type it is a cache, drawn as on the big map; without one it is a dot. */
interface MapPoint extends Point, Partial<Drawn> {
  code: string;
  title: string;
  gid?: string | undefined;
}

/** Sides of a cache's mark on the screen, in pixels. */
const MARK_PX = 26;

const WIDTH = 600, HEIGHT = 260;

/** Height of a strip, for pages on which the map is not the main thing. */
const STRIP_HEIGHT = 140;
/** Metres of a degree of latitude. */
const DEGREE_M = 111_195;

/**
 * `near`: around `here` the map spans only so many of the points, the first ones. `square`: a box to outline; the map then
 * shows this box, whatever lies outside. `leastM`: it spans at least so many metres. `fills`: it fills the box that its style
 * gives it, of which something else may cover parts. `over`: what is drawn on the ground, below the points. `within`:
 * a circle of so many metres is among that. `under`: draws the ground, for paper; else that is loaded once the marks are drawn, since nobody waits for it.
 */
export function SmallMap(
  { points, here, near, square, label, leastM, strip = false, fills, over, within = 0, under }: {
    points: readonly MapPoint[];
    here?: Point | undefined;
    near?: number;
    square?: Box | undefined;
    label: string;
    leastM?: number;
    strip?: boolean;
    fills?: boolean | Covered;
    over?: (projection: Projection) => ComponentChildren;
    within?: number;
    under?: typeof ground;
  },
) {
  const svg = useRef<SVGSVGElement>(null);
  const first = { width: WIDTH, height: strip ? STRIP_HEIGHT : HEIGHT };
  const { width, height, pixel } = useRoom(svg, first, JSON.stringify([strip, fills]));
  const { Land, Lines, Rings, TownNames } = useGround(under) ?? {};
  if (points.length === 0 && !square && !fills) return null;
  const seen = square
    ? cornersOf(square)
    : here
    ? [...points.slice(0, near), here]
    : fills
    ? whereMostAre(points)
    : points;
  const covered = typeof fills === "object" ? fills : FREE;
  const projection = projectionOf(
    seen.length > 0 ? seen : [MIDDLE],
    width,
    height,
    leastM && leastM / DEGREE_M,
    covered,
  );
  const size = MARK_PX * pixel;
  const look = [
    "small-map",
    strip && "small-map-strip",
    fills && "small-map-fills",
    pixel === 1 && "small-map-px",
  ];
  return (
    <svg
      class={look.filter(Boolean).join(" ")}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={fills ? "xMidYMid slice" : undefined}
      role="img"
      aria-label={label}
      ref={svg}
    >
      {Land && <Land projection={projection} />}
      {Lines && <Lines projection={projection} />}
      {Rings && (
        <Rings
          projection={projection}
          around={here ?? (points.length === 1 ? points[0] : undefined)}
          within={within}
        />
      )}
      {TownNames && <TownNames projection={projection} marks={points} pixel={pixel} mark={size} />}
      {over?.(projection)}
      {here && <Here projection={projection} here={here} />}
      <Marks points={points} projection={projection} size={size} />
      {square && <Square projection={projection} square={square} />}
      <SmallScale projection={projection} below={covered.below} />
    </svg>
  );
}
/** What draws the ground, once it is loaded. */
let loaded: typeof ground | undefined;
function useGround(given: typeof ground | undefined): typeof ground | undefined {
  const here = useSignal(given ?? loaded);
  useEffect(() => {
    if (here.peek()) return;
    import("./small_ground.tsx").then((file) => here.value = loaded = file, () => {}); // without it, marks alone
  }, []);
  return here.value;
}

/** Where nothing is known at all. */
const MIDDLE: Point = { lat: 48, lon: 14 };

/** The points, drawn once the page is in sight: nobody waits for a hundred marks to read the list beside them. */
function Marks({ points, projection, size }: {
  points: readonly MapPoint[];
  projection: Projection;
  size: number;
}) {
  const drawn = useSignal(typeof document === "undefined");
  useEffect(() => whenIdle(() => drawn.value = true), []);
  if (!drawn.value) return null;
  const spots = points.map((point) => ({ ...projection.at(point), thing: point }));
  const scale = round(size / SIZE * 10) / 10;
  return heapsOf(spots, size * 0.9).map(({ x, y, things }) => {
    const [point] = things as [MapPoint, ...MapPoint[]];
    return (
      <g
        key={point.gid ?? point.code}
        class="small-map-thing"
        transform={`translate(${round(x - size / 2)} ${round(y - size / 2)}) scale(${scale})`}
      >
        <title>{things.map(({ code, title }) => say("map.cache", { code, title })).join("\n")}</title>
        {things.length > 1
          ? <Heaped count={things.length} />
          : point.type === undefined
          ? <circle class="small-map-cache" cx={SIZE / 2} cy={SIZE / 2} r="6" />
          : <DrawnCache {...point} type={point.type} />}
      </g>
    );
  });
}

/** How many caches lie at one place of the drawing. */
const Heaped = ({ count }: { count: number }) => (
  <>
    <circle class="small-map-cache" cx={SIZE / 2} cy={SIZE / 2} r={SIZE / 2 + 2} />
    <text class="small-map-heap" x={SIZE / 2} y={SIZE / 2} text-anchor="middle" dominant-baseline="central">
      {count}
    </text>
  </>
);

const cornersOf = ({ south, west, north, east }: Box): Point[] => [
  { lat: south, lon: west },
  { lat: north, lon: east },
];

/** Outlines a box. */
export function Square({ projection, square }: { projection: Projection; square: Box }) {
  const [low, high] = cornersOf(square).map((corner) => projection.at(corner)) as [Spot, Spot];
  return (
    <rect
      class="small-map-square"
      x={low.x}
      y={high.y}
      width={high.x - low.x}
      height={low.y - high.y}
    />
  );
}
type Spot = ReturnType<Projection["at"]>;

/** Marks where one is, or where a cache begins. */
export function Here({ projection, here }: { projection: Projection; here: Point }) {
  const { x, y } = projection.at(here);
  return (
    <g class="small-map-here">
      <circle cx={x} cy={y} r="13" />
      <circle cx={x} cy={y} r="6" />
    </g>
  );
}
