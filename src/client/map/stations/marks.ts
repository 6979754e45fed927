/**
 * The stations of the big map as numbers for the graphics card: one row of numbers a station, and one a step of its trail.
 * A packet changes the rows of its station and no others. Pure.
 */
import { freshness, type Heard, TRAIL } from "../../live/heard.ts";
import type { Point } from "../../nearby/arrow.ts";
import { STATION_SHAPES, stationShape } from "../marks.ts";
import { mercator } from "../project.ts";
import { Rows } from "./rows.ts";

/** Stations that are put in place in one turn at most: the rest waits for the next, so that no turn takes long. */
export const MOST_A_TURN = 250;

/**
 * A station: its place (x and y, then what the rounding of each left over), its picture, its course in radians, how fresh
 * it is, and 1 where it moves.
 */
export const MARK = 8;
const FRESH = 6;
/** A step of a trail: both its places. */
export const STEP = 8;

/** A place of the world as the map has it: x to the east and y to the south, each from 0 to 1. */
export interface Spot {
  x: number;
  y: number;
}
export const spotOf = ({ lat, lon }: Point): Spot => ({ x: (lon + 180) / 360, y: 0.5 - mercator(lat) / 360 });

/** What part of the world is on the screen: its middle, how many pixels the world is wide, and the screen's size. */
export interface Screen {
  centre: Spot;
  world: number;
  width: number;
  height: number;
}

/** Where a place lies on the screen, in pixels; the copy of the world that is nearest to its middle. */
export function pixelOf({ centre, world, width, height }: Screen, { x, y }: Spot): Spot {
  const east = x - centre.x;
  return { x: width / 2 + (east - Math.round(east)) * world, y: height / 2 + (y - centre.y) * world };
}

export interface Shown extends Spot {
  call: string;
  heardAt: number | null;
}

export class StationMarks {
  readonly marks = new Rows(MARK);
  readonly trails = new Rows(STEP * TRAIL);
  readonly shown = new Map<string, Shown>();
  readonly #waiting = new Set<string>();
  #now = 0;

  /** News of these stations: they came, changed or went. */
  add(calls: Iterable<string>): void {
    for (const call of calls) this.#waiting.add(call);
  }

  /** Puts some of those that wait in place, and tells how many still wait. `now`: unix seconds. */
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

  /** How much is left of a station, from 1 to 0.35. */
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

  /** Calls of the stations within so many pixels of a place on the screen. */
  at({ x, y }: Spot, reach: number, screen: Screen): string[] {
    const near = (spot: Spot) => {
      const there = pixelOf(screen, spot);
      return Math.abs(there.x - x) <= reach && Math.abs(there.y - y) <= reach;
    };
    return [...this.shown.values()].filter(near).map(({ call }) => call);
  }
}

/** The card counts with 24 bits, which is metres: what that leaves over goes with it. */
export const exact = ({ x, y }: Spot): [number, number, number, number] => {
  const [east, south] = [Math.fround(x), Math.fround(y)];
  return [east, south, x - east, y - south];
};
