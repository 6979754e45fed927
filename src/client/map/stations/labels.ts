/** Which stations show their calls on the big map: as many as have room; those that show theirs keep it. Pure. */
import { type MapStation, pixelOf, type Screen } from "./marks.ts";

/** The size of a call on the screen in pixels, and how many calls are shown at most. */
export const ROOM = { width: 84, height: 16 };
export const MOST_CALLS = 128;

/** Room is counted in grains of half a call's size. A call takes three by three, so that no two calls touch. */
const GRAINS = [0, 1, 2], WIDE = 10_000;

/** A part of the screen that something else covers: its middle and its size, in pixels. */
export interface Covered {
  x: number;
  y: number;
  wide: number;
  high: number;
}
/** So far below its station a call stands. */
export const BELOW = 20;

/**
 * The stations whose calls have room on the screen. `before`: those that show theirs now; they keep it where they can.
 * `covered`: where caches and towns are and have their names.
 */
export function named(
  shown: ReadonlyMap<string, MapStation>,
  before: Iterable<string>,
  screen: Screen,
  covered: readonly Covered[] = [],
): string[] {
  const taken = new Set<number>(), calls = new Set<string>();
  for (const { x, y, wide, high } of covered) {
    const left = Math.floor(2 * (x - wide / 2) / ROOM.width),
      right = Math.floor(2 * (x + wide / 2) / ROOM.width);
    const top = Math.floor(2 * (y - BELOW - high / 2) / ROOM.height);
    const foot = Math.floor(2 * (y - BELOW + high / 2) / ROOM.height);
    for (let down = top; down <= foot; down++) {
      for (let across = left; across <= right; across++) taken.add(down * WIDE + across);
    }
  }
  const attempt = (one: MapStation | undefined) => {
    if (!one || calls.size === MOST_CALLS || calls.has(one.call)) return;
    const { x, y } = pixelOf(screen, one);
    if (x < 0 || y < 0 || x > screen.width || y > screen.height) return;
    const first = Math.floor(2 * y / ROOM.height) * WIDE + Math.floor(2 * x / ROOM.width);
    if (GRAINS.some((down) => GRAINS.some((right) => taken.has(first + down * WIDE + right)))) return;
    for (const down of GRAINS) for (const right of GRAINS) taken.add(first + down * WIDE + right);
    calls.add(one.call);
  };
  for (const call of before) attempt(shown.get(call));
  for (const one of shown.values()) attempt(one);
  return [...calls];
}
