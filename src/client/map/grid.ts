/** The locator grid as lines and names, as fine as the view lets one read. Pure. */
import { boxOf, type Length, squareAt } from "../packs/squares.ts";
import type { Bounds } from "./world_shapes.ts";

/** Degrees of longitude to a cell, by the characters of its name. */
const WIDTHS: Readonly<Record<Length, number>> = { 2: 20, 4: 2, 6: 1 / 12, 8: 1 / 120 };
/** More cells than this are not drawn. */
const MOST = 400;

export interface GridCell extends Bounds {
  name: string;
}

/** Characters of the cells that fit a view. */
export function fineness({ west, east, south, north }: Bounds): Length {
  const fits = ([6, 4] as const).find((length) =>
    (east - west) / WIDTHS[length] * ((north - south) / (WIDTHS[length] / 2)) <= MOST
  );
  return fits ?? 2;
}

/** Cells that a view touches, with their names. */
export function cellsIn(view: Bounds): GridCell[] {
  const length = fineness(view), width = WIDTHS[length], height = width / 2;
  const west = Math.max(-180, view.west), east = Math.min(180, view.east);
  const south = Math.max(-90, view.south), north = Math.min(90, view.north);
  const cells: GridCell[] = [];
  // Counted from the middle of the first cell: a hair beside an edge would name the neighbour.
  const firstX = (Math.floor((west + 180) / width + 1e-6) + 0.5) * width - 180;
  const firstY = (Math.floor((south + 90) / height + 1e-6) + 0.5) * height - 90;
  for (let lon = firstX; lon - width / 2 < east; lon += width) {
    for (let lat = firstY; lat - height / 2 < north; lat += height) {
      const name = squareAt({ lat, lon }, length);
      cells.push({ name: readable(name), ...boxOf(name)! });
    }
  }
  return cells;
}

/** As locators are written: `JN88ee`. */
export const readable = (name: string): string => name.slice(0, 4) + name.slice(4).toLowerCase();
