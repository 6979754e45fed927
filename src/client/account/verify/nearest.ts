/** Which receiving stations somebody is told of: the nearest ones that count, then those that are not trusted yet. Pure. */
import { distanceM, type Point } from "../../ui/places/arrow.ts";

/** A receiving station as the gateway tells it. `lastAt`: unix seconds; `lat` and `lon`: degrees. */
interface Receiver {
  site: string;
  trusted: boolean;
  lastAt: number | null;
  lat: number | null;
  lon: number | null;
}
/** How many are told. */
const MOST = 5;

/** Metres from `here` to a receiver; endless where one of both places is not known. */
const awayM = ({ lat, lon }: Receiver, here: Point | undefined): number =>
  here && lat !== null && lon !== null ? distanceM(here, { lat, lon }) : Infinity;

/** At most five: trusted ones first, of each kind the nearest first; without places in the order given. */
export const nearestOf = (all: readonly Receiver[], here: Point | undefined): Receiver[] =>
  all.toSorted((a, b) => {
    const [x, y] = [awayM(a, here), awayM(b, here)];
    return Number(b.trusted) - Number(a.trusted) || (x < y ? -1 : x > y ? 1 : 0);
  }).slice(0, MOST);
