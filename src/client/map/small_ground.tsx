/** What lies under the marks of a small map: water, towns, the locator grid, and rings of distance where nothing else is known. */
import { useContext, useEffect } from "preact/hooks";
import { AppContext } from "../phone/app.ts";
import type { Point } from "../ui/places/arrow.ts";
import { CELL, finenessAt, locatorGrid } from "../ui/places/locator_grid.ts";
import { metresPerPixel } from "../ui/places/mercator.ts";
import { type Projection, round } from "../ui/places/project.ts";
import { townLabels } from "../ui/places/town_labels.ts";
import { bordersIn, type Bounds, landIn, type Line } from "../ui/places/world_shapes.ts";
import { sayDistance } from "../ui/times.ts";
import { ringsFor } from "./rings.ts";

/** Writes a line as a path of the drawing; `end` closes a ring. */
const pathOn = ({ at }: Projection) => (points: Float64Array, end: string): string => {
  let text = "";
  for (let i = 0; i < points.length; i += 2) {
    const { x, y } = at({ lon: points[i]!, lat: points[i + 1]! });
    text += `${i === 0 ? "M" : "L"}${x} ${y}`;
  }
  return text + end;
};

const meets = (a: Bounds, b: Bounds): boolean =>
  a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south;
const perPixelM = ({ west, east, south, north, width }: Projection): number =>
  metresPerPixel((south + north) / 2, width * 360 / (east - west));

/**
 * Coasts, borders, lakes and rivers, once they are loaded: nothing waits for them, and what the server draws has none.
 */
export function Land({ projection }: { projection: Projection }) {
  const coast = useContext(AppContext)?.coast;
  useEffect(() => void coast?.want("coarse"), []);
  const world = coast?.coarse.value;
  if (!world) return null;
  const { west, south, east, north } = projection, path = pathOn(projection);
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
      <Waters projection={projection} />
      <path class="small-map-border" d={bordersIn(world, box).map((line) => path(line, "")).join("")} />
    </>
  );
}

/** Lakes and rivers; rivers are the wider, the closer one looks. */
function Waters({ projection }: { projection: Projection }) {
  const coast = useContext(AppContext)?.coast;
  const drawn = coast?.coarse.value !== undefined;
  useEffect(() => void (drawn && coast?.wantWaters()), [drawn]);
  const waters = coast?.waters.value;
  if (!waters) return null;
  const path = pathOn(projection), here = (line: Line) => meets(line, projection);
  const wide = Math.min(9, Math.max(1, 380 / perPixelM(projection)));
  return (
    <>
      <path
        class="small-map-river"
        stroke-width={round(wide)}
        d={waters.rivers.filter(here).map(({ points }) => path(points, "")).join("")}
      />
      <path
        class="small-map-lake"
        d={waters.lakes.filter(here).map(({ points }) => path(points, "Z")).join("")}
      />
    </>
  );
}

/** Names of the largest towns in view, once the land is drawn: nothing that somebody came for waits for them. */
export function TownNames({ projection, marks, pixel, mark }: {
  projection: Projection;
  marks: readonly Point[];
  pixel: number;
  mark: number;
}) {
  const coast = useContext(AppContext)?.coast;
  const drawn = coast?.coarse.value !== undefined;
  useEffect(() => void (drawn && coast?.wantTowns()), [drawn]);
  const scale = { letter: pixel / 1.6, mark: mark / 18 };
  const labels = coast?.towns.value ? townLabels(coast.towns.value, projection, marks, scale) : [];
  return (
    <g class="small-map-towns">
      {labels.map(({ name, x, y, side, below }) => (
        <g key={`${x} ${y}`}>
          <circle cx={x} cy={y} r={1.8 * pixel} />
          <text
            x={side === "start" ? x + 4.400 * pixel : x - 4.400 * pixel}
            y={y + below + 4 * pixel}
            text-anchor={side}
          >
            {name}
          </text>
        </g>
      ))}
    </g>
  );
}

/** How long a tick is to each side, and how far from its corner a name stands. */
const TICK = 3, BESIDE = 5, BELOW = 12, NAME_WIDE = 60;

/** The locator grid, with the names of its cells. */
export function Lines({ projection }: { projection: Projection }) {
  const { at, width, height, east, west } = projection;
  const { lines, ticks, names, fine } = locatorGrid(projection, width / (east - west));
  const drawn = (list: typeof lines) =>
    list.map(({ lat, lon }) =>
      lat === undefined
        ? `M${at({ lat: 0, lon: lon! }).x} 0V${height}`
        : `M0 ${at({ lat, lon: west }).y}H${width}`
    ).join("");
  const size = CELL[finenessAt(width / (east - west))];
  const [low, high] = [
    at({ lat: projection.south, lon: west }),
    at({ lat: projection.south + size / 2, lon: west + size }),
  ];
  const cell = { wide: high.x - low.x, high: low.y - high.y };
  return (
    <g class="small-map-grid">
      {fine.lines.length > 0 && <path class="small-map-fine" d={drawn(fine.lines)} />}
      <path d={drawn(lines)} />
      <path
        class="small-map-ticks"
        d={ticks.map((tick) => {
          const { x, y } = at(tick);
          return tick.along === "lon"
            ? `M${round(x - TICK)} ${y}h${2 * TICK}`
            : `M${x} ${round(y - TICK)}v${2 * TICK}`;
        }).join("")}
      />
      {names.map(({ name, ...corner }) => {
        const { x, y } = at(corner), left = Math.max(0, x), top = Math.max(0, y);
        // Of a cell that is cut off at the edge, the name stands where the cell begins to be seen, if there is room for it.
        const isCut = x + cell.wide - left < NAME_WIDE || y + cell.high - top < 2 * BELOW;
        return isCut || left > width - NAME_WIDE || top > height - BELOW
          ? null
          : <text key={name} x={left + BESIDE} y={top + BELOW}>{name}</text>;
      })}
      {fine.names.map(({ name, ...corner }) => {
        const { x, y } = at(corner);
        return <text key={`${x} ${y}`} x={x + BESIDE} y={y - BESIDE}>{name}</text>;
      })}
    </g>
  );
}

/** How much larger a ring is than a circle from which it can be told apart, its label too. */
const CLEAR = 1.3;

/**
 * Rings of round distances around a place, where the map is so close that it knows of nothing but caches. `within`: a circle of
 * so many metres is drawn there already; rings inside of it or at its edge are left out.
 */
export function Rings({ projection, around, within = 0 }: {
  projection: Projection;
  around: Point | undefined;
  within?: number;
}) {
  const each = perPixelM(projection), room = Math.min(projection.width, projection.height);
  const rings = around ? ringsFor(each, room).filter((metres) => metres > within * CLEAR) : [];
  if (!around || rings.length === 0) return null;
  const { x, y } = projection.at(around);
  return (
    <g class="small-map-rings">
      {rings.map((metres) => {
        const r = metres / each, to = round(r * Math.SQRT1_2);
        return (
          <g key={metres}>
            <circle cx={x} cy={y} r={round(r)} />
            <text x={x + to + 3} y={y - to}>{sayDistance(metres)}</text>
          </g>
        );
      })}
    </g>
  );
}
