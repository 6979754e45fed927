/** Towns, as the build packs them for the map and for the search by name. Pure. */
import { Unpacked } from "./unpacked.ts";

/** A town, where it lies, and how large it is. */
export interface Town {
  name: string;
  lon: number;
  lat: number;
  /** Twice the binary logarithm of the number of its inhabitants: 30 stands for about 32,000. */
  size: number;
  /** Whether it is the capital of a country. */
  capital: boolean;
}

/** So many people live on a square kilometre of a town, more or less. */
const DENSITY = 6500;
/** The radius of a disc on which as many people have room: the size of a town as a map shows it, not its outline. */
export const radiusM = ({ size }: Pick<Town, "size">): number =>
  1000 * Math.sqrt(2 ** (size / 2) / DENSITY / Math.PI);

/** Sides of the blocks in which villages are packed, in degrees. */
export const BLOCK = 15;
/** The block of a place, as its file is called: how many blocks to the east of 180° W, and to the north of the pole. */
export const blockOf = ({ lat, lon }: Pick<Town, "lat" | "lon">): string =>
  `${Math.floor((lon + 180) / BLOCK) % (360 / BLOCK)}-${Math.floor((lat + 90) / BLOCK)}`;

/** Reads `towns.bin`, `places.bin` and the blocks of villages. */
export function readTowns(bytes: Uint8Array): Town[] {
  const from = new Unpacked(bytes), steps = from.whole();
  let x = 0, y = 0;
  const places = from.list(() => {
    const lon = (x += from.signed()) / steps, lat = (y += from.signed()) / steps, rank = from.whole();
    return { lon, lat, size: rank >> 1, capital: rank % 2 === 1 };
  });
  const names = from.text().split("\n");
  return places.map((place, at) => ({ ...place, name: names[at]! }));
}
