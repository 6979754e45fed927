/**
 * The stations of the big map as numbers for the graphics card: one row for each station, and one for its trail. A packet
 * changes only the rows of its station. Pure.
 */
import { freshness, type Heard, TRAIL } from "../../phone/known/heard.ts";
import type { Point } from "../../ui/places/arrow.ts";
import { STATION_SHAPES, stationShape } from "../../marks/stations.ts";
import { mercator } from "../../ui/places/mercator.ts";
import { Rows } from "./rows.ts";

/** One turn writes at most so many stations; the rest waits for the next, so that no turn takes long. */
export const MOST_A_TURN = 250;

/**
 * So many numbers describe a station: its place (x and y, each as a rounded number and the rest), its picture, its course in
 * radians, how strongly it is drawn (0.35 to 1), and 1 where it moves.
 */
export const MARK = 8;
const FRESH = 6;
/** So many numbers describe a step of a trail: its two places. */
export const STEP = 8;

/** A place in the map's own coordinates: x to the east and y to the south, each from 0 to 1 across the world. */
interface Spot {
  x: number;
  y: number;
}
/** A place, given in degrees, in the map's coordinates. */
export const spotOf = ({ lat, lon }: Point): Spot => ({ x: (lon + 180) / 360, y: 0.5 - mercator(lat) / 360 });

/** The part of the world on the screen: its middle, the width of the world in pixels, and the screen's size in pixels. */
export interface Screen {
  centre: Spot;
  world: number;
  width: number;
  height: number;
}

/** Where a place is on the screen, in pixels; of the copies of the world, in the one nearest to the screen's middle. */
export function pixelOf({ centre, world, width, height }: Screen, { x, y }: Spot): Spot {
  const east = x - centre.x;
  return { x: width / 2 + (east - Math.round(east)) * world, y: height / 2 + (y - centre.y) * world };
}

/** A station on the map. */
export interface MapStation extends Spot {
  call: string;
  heardAt: number | null;
}

/** Keeps the rows; stations that changed wait in a queue until `turn` takes them. */
export class StationMarks {
  readonly marks = new Rows(MARK);
  readonly trails = new Rows(STEP * TRAIL);
  readonly shown = new Map<string, MapStation>();
  readonly #waiting = new Set<string>();
  #now = 0;

  /** Queues stations that were added, changed or dropped. */
  add(calls: Iterable<string>): void {
    for (const call of calls) this.#waiting.add(call);
  }

  /** Writes the rows of some queued stations; gives how many still wait. `now`: unix seconds. */
  turn(of: (call: string) => Heard | undefined, now: number): number {
    let left = MOST_A_TURN;
    for (const call of this.#waiting) {
      if (left-- === 0) break;
      this.#waiting.delete(call);
      const row = of(call);
      if (row) this.#put(row);
      else this.#drop(call);
    }
    this.#now = now;
    this.marks.setAll(FRESH, (call) => this.freshnessOf(call));
    return this.#waiting.size;
  }

  /** How strongly a station is drawn, from 1 for now to 0.35. */
  freshnessOf(call: string): number {
    const heardAt = this.shown.get(call)?.heardAt ?? null;
    return freshness(heardAt === null ? null : this.#now - heardAt);
  }

  #put(row: Heard): void {
    const { call, at, symbol, course, speedKmh, trail } = row, spot = spotOf(row);
    this.shown.set(call, { call, heardAt: at, ...spot });
    const moves = course !== null && (speedKmh ?? 0) > 1;
    this.marks.put(call, [
      ...exact(spot),
      STATION_SHAPES.indexOf(stationShape(symbol)),
      (course ?? 0) * Math.PI / 180,
      1,
      moves ? 1 : 0,
    ]);
    if (trail.length === 0) return;
    const way = [...trail.map(spotOf), spot];
    this.trails.put(call, way.slice(1).flatMap((to, i) => [...exact(way[i]!), ...exact(to)]));
  }

  #drop(call: string): void {
    this.shown.delete(call);
    this.marks.drop(call);
    this.trails.drop(call);
  }

  /** The calls of the stations within `reach` pixels of a point of the screen. */
  at({ x, y }: Spot, reach: number, screen: Screen): string[] {
    const near = (spot: Spot) => {
      const there = pixelOf(screen, spot);
      return Math.abs(there.x - x) <= reach && Math.abs(there.y - y) <= reach;
    };
    return [...this.shown.values()].filter(near).map(({ call }) => call);
  }
}

/** The graphics card counts with 24 bits, which is exact only to metres, so the rest of each number is sent beside it. */
export const exact = ({ x, y }: Spot): [number, number, number, number] => {
  const [east, south] = [Math.fround(x), Math.fround(y)];
  return [east, south, x - east, y - south];
};
