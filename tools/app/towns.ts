/** Towns as the big map and the search by name read them, and the villages of the world in blocks. */
import { blockOf, readTowns, type Town } from "../../src/client/ui/places/towns.ts";
import { Unpacked } from "../../src/client/ui/places/unpacked.ts";
import { Packed } from "./packed.ts";

/** As `src/client/ui/places/towns.ts` reads them; `steps`: how many of them a degree has. */
export function packTowns(towns: readonly Town[], steps: number): Uint8Array {
  const out = new Packed();
  out.whole(steps);
  out.whole(towns.length);
  // Neighbours follow each other: their differences are small.
  const list = towns.toSorted((a, b) => Math.floor(a.lat) - Math.floor(b.lat) || a.lon - b.lon);
  let [x, y] = [0, 0];
  for (const { lon, lat, size, capital } of list) {
    const [east, north] = [Math.round(lon * steps), Math.round(lat * steps)];
    out.signed(east - x);
    out.signed(north - y);
    [x, y] = [east, north];
    out.whole(size * 2 + (capital ? 1 : 0));
  }
  out.text(list.map(({ name }) => name).join("\n"));
  return out.bytes();
}

/** A file of towns cut into blocks, so that whoever looks at one valley fetches the villages of that part of the world alone. */
export function blocksOf(bytes: Uint8Array): Map<string, Uint8Array> {
  const steps = new Unpacked(bytes).whole();
  const blocks = Map.groupBy(readTowns(bytes), blockOf);
  return new Map([...blocks].map(([name, towns]) => [name, packTowns(towns, steps)]));
}
