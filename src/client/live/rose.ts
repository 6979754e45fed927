/** How far a receiver hears in each direction, from the squares that it has heard: a wind rose of distances. Pure. */
import { bearing, type Point } from "../ui/places/arrow.ts";

/** How many sectors the rose has. */
export const SECTORS = 16;

/** A direction: the farthest that was heard there, and how often something was heard. */
interface Sector {
  /** Middle of the sector, degrees from north. */
  bearing: number;
  farthestM: number;
  heard: number;
}

interface Square extends Point {
  heard: number;
  farthestM: number | null;
}

/** All sectors, north first. Squares whose distance is not known are left out. */
export function roseOf(site: Point, squares: readonly Square[]): Sector[] {
  const sectors = Array.from({ length: SECTORS }, (_, at): Sector => ({
    bearing: at * 360 / SECTORS,
    farthestM: 0,
    heard: 0,
  }));
  for (const { lat, lon, heard, farthestM } of squares) {
    if (farthestM === null) continue;
    const sector = sectors[Math.round(bearing(site, { lat, lon }) * SECTORS / 360) % SECTORS]!;
    sector.farthestM = Math.max(sector.farthestM, farthestM);
    sector.heard += heard;
  }
  return sectors;
}

/** A sector as an SVG path around 0, 0; `part`, from 0 to 1, is how much of the radius it fills. */
export function wedge(middle: number, part: number, radius: number): string {
  const half = 180 / SECTORS * 0.9;
  const at = (degrees: number) => {
    const angle = degrees * Math.PI / 180;
    return `${round(Math.sin(angle) * part * radius)} ${round(-Math.cos(angle) * part * radius)}`;
  };
  const r = round(part * radius);
  return `M0 0L${at(middle - half)}A${r} ${r} 0 0 1 ${at(middle + half)}Z`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
