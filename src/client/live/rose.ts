/** How far a receiver hears in each direction: a wind rose of distance, made of what it covers. Pure. */
import { bearing, type Point } from "../nearby/arrow.ts";

export const SECTORS = 16;

export interface Sector {
  /** Middle of the sector, degrees from north. */
  bearing: number;
  farthestM: number;
  heard: number;
}

interface Square extends Point {
  heard: number;
  farthestM: number | null;
}

/** Farthest and count of each sector, north first; squares whose distance is not known are left out. */
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

/** The outline of a sector in a circle of this radius around 0, 0, as an SVG path; `part` from 0 to 1 is its reach. */
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
