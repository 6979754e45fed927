/** A small map of points as SVG: it needs no tiles and no library, and can be printed. */
import { useSignal } from "@preact/signals";
import { useContext, useEffect } from "preact/hooks";
import type { Point } from "../ui/places/arrow.ts";
import { AppContext } from "../phone/app.ts";
import { say } from "../ui/say.ts";
import type { Box } from "../ui/places/squares.ts";
import { graticule, type Projection, projectionOf, round } from "../ui/places/project.ts";
import { heapsOf } from "../marks/heaps.ts";
import { SmallScale } from "./over/scale_bar.tsx";
import { type Drawn, DrawnCache } from "../marks/cache_mark.tsx";
import { SIZE } from "../marks/caches.ts";
import { bordersIn, landIn } from "../ui/places/world_shapes.ts";

/** A point of the map. With a type it is a cache, drawn as on the big map; without one it is a dot. */
interface MapPoint extends Point, Partial<Drawn> {
  code: string;
  title: string;
  gid?: string | undefined;
}

/** How large a cache's mark is: a phone shows the map a little smaller than it is drawn. */
const MARK = 0.8;

const WIDTH = 600, HEIGHT = 260;

/** Height of a strip, for pages on which the map is not the main thing. */
const STRIP_HEIGHT = 140;

/**
 * `near`: around `here` the map spans only so many of the points, the first ones. `square`: a box to outline; the map then
 * shows this box, whatever lies outside.
 */
export function SmallMap({ points, here, near, square, label, strip = false }: {
  points: readonly MapPoint[];
  here?: Point | undefined;
  near?: number;
  square?: Box | undefined;
  label: string;
  strip?: boolean;
}) {
  if (points.length === 0 && !square) return null;
  const seen = square ? cornersOf(square) : here ? [...points.slice(0, near), here] : points;
  const height = strip ? STRIP_HEIGHT : HEIGHT;
  const projection = projectionOf(seen, WIDTH, height);
  return (
    <svg class="small-map" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label}>
      <Land projection={projection} />
      <Lines projection={projection} />
      <Towns projection={projection} marks={points} />
      <Marks points={points} projection={projection} />
      {square && <Square projection={projection} square={square} />}
      {here && <Here projection={projection} here={here} />}
      <SmallScale projection={projection} />
    </svg>
  );
}

/** The points, drawn once the page is in sight: nobody waits for a hundred marks to read the list beside them. */
function Marks({ points, projection }: { points: readonly MapPoint[]; projection: Projection }) {
  const drawn = useSignal(typeof document === "undefined");
  useEffect(() => void (drawn.value = true), []);
  if (!drawn.value) return null;
  const spots = points.map((point) => ({ ...projection.at(point), thing: point }));
  return heapsOf(spots, MARK * SIZE).map(({ x, y, things }) => {
    const [point] = things as [MapPoint, ...MapPoint[]];
    return (
      <g
        key={point.gid ?? point.code}
        class="small-map-thing"
        transform={`translate(${round(x - MARK * SIZE / 2)} ${round(y - MARK * SIZE / 2)}) scale(${MARK})`}
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

/** Coasts and borders, once they are loaded: nothing waits for them, and what the server draws has none. */
export function Land({ projection }: { projection: Projection }) {
  const coast = useContext(AppContext)?.coast;
  useEffect(() => void coast?.want("coarse"), []);
  const world = coast?.coarse.value;
  if (!world) return null;
  const { at, west, south, east, north } = projection;
  const path = (points: Float64Array, end: string): string => {
    let text = "";
    for (let i = 0; i < points.length; i += 2) {
      const { x, y } = at({ lon: points[i]!, lat: points[i + 1]! });
      text += `${i === 0 ? "M" : "L"}${x} ${y}`;
    }
    return text + end;
  };
  // A little more than is shown, so that the edge where the land is cut off lies outside of the drawing.
  const more = (east - west) / 20;
  const box = { west: west - more, south: south - more, east: east + more, north: north + more };
  return (
    <>
      <path
        class="small-map-land"
        fill-rule="evenodd"
        d={landIn(world, box).map((ring) => path(ring, "Z")).join("")}
      />
      <path class="small-map-border" d={bordersIn(world, box).map((line) => path(line, "")).join("")} />
    </>
  );
}

/** Names of the largest towns in view, once the land is drawn: nothing that somebody came for waits for them. */
export function Towns({ projection, marks }: { projection: Projection; marks: readonly Point[] }) {
  const coast = useContext(AppContext)?.coast;
  const drawn = coast?.coarse.value !== undefined;
  useEffect(() => void (drawn && coast?.wantTowns()), [drawn]);
  return (
    <g class="small-map-towns">
      {coast?.towns.value?.(projection, marks).map(({ name, x, y, side, below }) => (
        <g key={`${x} ${y}`}>
          <circle cx={x} cy={y} r="3" />
          <text x={side === "start" ? x + 7 : x - 7} y={y + below + 6} text-anchor={side}>{name}</text>
        </g>
      ))}
    </g>
  );
}

/** How wide the degrees of a line are, in units of the drawing: nearer to the right edge there is no room for them. */
const DEGREES = 90;

/** Lines of longitude and latitude, with their degrees at the edge. */
export function Lines({ projection }: { projection: Projection }) {
  return (
    <g class="small-map-grid">
      {graticule(projection).map(({ key, x1, y1, x2, y2, name }) => (
        <g key={key}>
          <line x1={x1} y1={y1} x2={x2} y2={y2} />
          {x1 < projection.width - DEGREES && (
            <text x={x1 + 4} y={y1 === y2 ? y1 - 4 : projection.height - 6}>{name}</text>
          )}
        </g>
      ))}
    </g>
  );
}

/** Marks where one is, or where a cache begins. */
export function Here({ projection, here }: { projection: Projection; here: Point }) {
  const { x, y } = projection.at(here);
  return <path class="small-map-here" d={`M${x - 9} ${y}h18M${x} ${y - 9}v18`} />;
}
