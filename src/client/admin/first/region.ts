/** A region that is chosen as a locator square on a small map: what is drawn around it, and what a tap or a key chooses. Pure. */
import type { Point } from "../../ui/places/arrow.ts";
import { type Box, boxOf, centreOf, type Length, squareAt } from "../../ui/places/squares.ts";

/** What is drawn while nothing is chosen. */
const WORLD: Box = { south: -58, west: -180, north: 74, east: 180 };
/** How many squares are drawn on each side of the chosen one: around a small one more, so that there is a border or a coast. */
const beside = (grid: string): number => grid.length === 2 ? 1 : grid.length === 4 ? 3 : 8;

/** The box to draw for a chosen square; the world where nothing is chosen. */
export function viewOf(grid: string): Box {
  const square = boxOf(grid);
  if (!square) return WORLD;
  const { south, west, north, east } = square;
  const high = (north - south) * beside(grid), wide = (east - west) * beside(grid);
  return { south: south - high, west: west - wide, north: north + high, east: east + wide };
}

/** The square that a tap on a place chooses: on the map of the world a field, in a field a square, else one as large as before. */
export const tapped = (grid: string, at: Point): string =>
  squareAt(at, boxOf(grid) ? Math.max(4, grid.length) as Length : 2);

/** The square beside the chosen one, so many to the east and to the north; across the date line too. */
export function stepped(grid: string, east: number, north: number): string {
  const square = boxOf(grid);
  if (!square) return squareAt({ lat: 0, lon: 0 }, 2);
  const { lat, lon } = centreOf(square);
  return squareAt({
    lat: lat + north * (square.north - square.south),
    lon: (lon + east * (square.east - square.west) + 540) % 360 - 180,
  }, grid.length as Length);
}
