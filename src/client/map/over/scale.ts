/** The scale of a map: a round length in the reader's units, and how long it is drawn. Pure but for the units in force. */
import { units } from "../../ui/units.ts";
import { sayDistance } from "../../ui/times.ts";

export interface ScaleBar {
  text: string;
  /** In the pixels of the map. */
  length: number;
}

/** Metres of the units that lengths are told in, the smallest first, and from how many of the smaller one on the next is used. */
const UNITS = {
  metric: [{ metres: 1, most: 500 }, { metres: 1000, most: Infinity }],
  imperial: [{ metres: 0.3048, most: 500 }, { metres: 1609.344, most: Infinity }],
  nautical: [{ metres: 1, most: 100 }, { metres: 1852, most: Infinity }],
} as const;

/** The longest round length (1, 2 or 5 and zeros) that takes at most `room` pixels. */
export function scaleBar(metresPerPixel: number, room: number): ScaleBar {
  const lengths = UNITS[units.value].flatMap(({ metres, most }) =>
    POWERS.flatMap((power) => [1, 2, 5].map((digit) => digit * power))
      .filter((count) => count <= most).map((count) => count * metres)
  ).filter((metres) => metres <= room * metresPerPixel);
  const metres = Math.max(...lengths, 0);
  return { text: sayDistance(metres), length: metres / metresPerPixel };
}
const POWERS = [0.1, 1, 10, 100, 1000, 10_000];

const EQUATOR_M = 40_075_017;
/** Metres a pixel in the Mercator projection, of a map on which the whole equator takes `world` pixels. */
export const metresPerPixel = (lat: number, world: number): number =>
  EQUATOR_M * Math.cos(lat * Math.PI / 180) / world;
