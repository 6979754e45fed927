/**
 * What receivers cover: for each subsquare how often a station in it was heard directly, when last and from how far. Only
 * hearings that would count as evidence are counted, so that nobody paints another's map; who was heard is not kept.
 */
import { type Box, distanceM, locatorOf, type Place } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import type { Hearing, Reception } from "../reception.ts";
import type { Cells, CoverageRow, CoverageStore } from "./store.ts";

/** Subsquares to a degree of longitude and of latitude. */
const COLUMNS = 12, ROWS = 24;
/** A place known no better than this says nothing about a subsquare, in metres. */
const MOST_AMBIGUOUS_M = 1000;

const column = (lon: number): number => Math.min(360 * COLUMNS - 1, Math.floor((lon + 180) * COLUMNS + 1e-9));
const row = (lat: number): number => Math.min(180 * ROWS - 1, Math.floor((lat + 90) * ROWS + 1e-9));

/** What a packet says of its way here. */
type Heard = Pick<Reception, "delivery" | "at">;

/** Gathers what one write heard; each subsquare is written once. */
export class CoverageTally {
  readonly #rows = new Map<string, CoverageRow>();
  /** Hearings by the number of their way and the second: what is trusted does not change within a write. */
  readonly #judged = new Map<string, Hearing>();

  /** `judge`: a direct hearing as evidence. It asks the database, and so is called once for a way and second. */
  constructor(readonly judge: (heard: Heard) => Hearing) {}

  #hearing(heard: Heard, way: number): Hearing {
    const name = `${way} ${heard.at}`;
    let hearing = this.#judged.get(name);
    if (!hearing) this.#judged.set(name, hearing = this.judge(heard));
    return hearing;
  }

  /** Counts a position that was heard directly, by the way of this number. */
  add(place: Place & { ambiguityM: number }, heard: Heard, way: number): void {
    if (place.ambiguityM > MOST_AMBIGUOUS_M) return;
    const { site, lat, lon, trusted, at } = this.#hearing(heard, way);
    if (!trusted) return;
    const x = column(place.lon), y = row(place.lat);
    const farthestM = lat === undefined || lon === undefined
      ? null
      : Math.round(distanceM(place, { lat, lon }));
    const known = this.#rows.get(`${x} ${y} ${site}`);
    if (!known) {
      this.#rows.set(`${x} ${y} ${site}`, { x, y, site, heard: 1, lastHeard: at, farthestM });
      return;
    }
    known.heard++;
    known.lastHeard = Math.max(known.lastHeard, at);
    if (farthestM !== null) known.farthestM = Math.max(known.farthestM ?? 0, farthestM);
  }

  write(tx: Tx, store: CoverageStore): void {
    for (const one of this.#rows.values()) store.put(tx, one);
  }
}

/** Subsquares that a box touches. */
export const cellsOf = ({ minLat, minLon, maxLat, maxLon }: Box): Cells => ({
  minX: column(minLon),
  maxX: column(maxLon),
  minY: row(minLat),
  maxY: row(maxLat),
});

/** A subsquare by its locator and its middle. */
export function squareOf({ x, y }: { x: number; y: number }): Place & { grid: string } {
  const middle = { lon: (x + 0.5) / COLUMNS - 180, lat: (y + 0.5) / ROWS - 90 };
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
  return { grid: locatorOf(middle), lat: round(middle.lat), lon: round(middle.lon) };
}
