/** The cells of the locator grid in a view, as small as they can still be read. Pure. */
import { readable } from "../ui/places/locator_grid.ts";
import { boxOf, type Length, squareAt } from "../ui/places/squares.ts";
import type { Bounds } from "../ui/places/world_shapes.ts";

/** Width of a cell in degrees of longitude, by the number of characters of its name. */
const WIDTHS: Readonly<Record<Length, number>> = { 2: 20, 4: 2, 6: 1 / 12, 8: 1 / 120 };
/** At most so many cells are drawn. */
const MOST = 400;

/** A cell: its box and its name. */
interface GridCell extends Bounds {
  name: string;
}

/** How many characters the names of the cells have that suit a view. */
export function fineness({ west, east, south, north }: Bounds): Length {
  const fits = ([6, 4] as const).find((length) =>
    (east - west) / WIDTHS[length] * ((north - south) / (WIDTHS[length] / 2)) <= MOST
  );
  return fits ?? 2;
}

/** The cells that a view touches. */
export function cellsIn(view: Bounds): GridCell[] {
  const length = fineness(view), width = WIDTHS[length], height = width / 2;
  const west = Math.max(-180, view.west), east = Math.min(180, view.east);
  const south = Math.max(-90, view.south), north = Math.min(90, view.north);
  const cells: GridCell[] = [];
  // Counted from the middle of the first cell: on its edge, rounding could give the name of the cell beside it.
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
