/** Rules of the map and of what is heard: boxes that are asked for, the grid, marks, how a station is known and sorted. */
import assert from "node:assert/strict";
import graph from "../../dist/app/graph.json" with { type: "json" };
import sizes from "../../dist/app/sizes.json" with { type: "json" };
import { freshness, type Heard, newer, sorted, wayOf } from "../../src/client/phone/known/heard.ts";
import { drawNearby } from "../../src/client/app/first_paint.tsx";
import { cacheFeature, landFeatures } from "../../src/client/map/features.ts";
import { ownFeatures, ringOf, zoomFor } from "../../src/client/map/own/own_features.ts";
import { distanceM } from "../../src/client/ui/places/arrow.ts";
import type { CacheRow } from "../../src/client/phone/known/caches.ts";
import { cellsIn, fineness } from "../../src/client/map/grid.ts";
import { CACHE_STATES, cacheState, kindPath, SIGNS } from "../../src/client/marks/caches.ts";
import { kindOf, KINDS } from "../../src/client/ui/look/kinds.ts";
import { stationShape } from "../../src/client/marks/stations.ts";
import { ageWord, denseness } from "../../src/client/map/layers/covered.ts";
import {
  askedBox,
  bboxOf,
  isInside,
  viewOf,
  viewOfBox,
  whereMostAre,
} from "../../src/client/ui/places/view.ts";
import { centreOf } from "../../src/client/ui/places/squares.ts";
import { readWorld } from "../../src/client/ui/places/world_shapes.ts";
import { builtFile, plain } from "../../src/web/app/built.ts";

const CACHE = {
  ...{ id: 1, code: "GW7K2", gid: null, title: "The old mast", type: "multi", status: "active" },
  ...{ lat: 48.2, lon: 16.37, mirrored: false },
} as unknown as CacheRow;

Deno.test("boxes are asked for at round degrees, larger than what is seen, and everything where much is seen", () => {
  const near = askedBox({ west: 16.31, south: 48.12, east: 16.49, north: 48.28 })!;
  assert.deepEqual(near, { west: 16.3, south: 48.1, east: 16.5, north: 48.3 });
  assert.equal(bboxOf(near), "16.3,48.1,16.5,48.3");
  // A step to the side asks for the same.
  assert.deepEqual(askedBox({ west: 16.33, south: 48.14, east: 16.48, north: 48.29 }), near);
  assert.deepEqual(askedBox({ west: -16.31, south: -48.12, east: -16.22, north: -48.01 }), {
    west: -16.4,
    south: -48.2,
    east: -16.2,
    north: -48,
  });
  assert.deepEqual(askedBox({ west: 10.2, south: 46.4, east: 17.1, north: 49.1 }), {
    west: 10,
    south: 46,
    east: 18,
    north: 50,
  });
  assert.deepEqual(askedBox({ west: 170, south: 70, east: 180, north: 89.5 })!.north, 90);
  for (
    const all of [{ west: 0, south: 0, east: 20.1, north: 1 }, { west: 175, south: 0, east: 181, north: 5 }]
  ) {
    assert.equal(askedBox(all), undefined);
  }
  assert.ok(askedBox({ west: 0, south: 0, east: 20, north: 1 }));
  assert.ok(isInside(near, { lat: 48.1, lon: 16.5 }) && !isInside(near, { lat: 48.1, lon: 16.51 }));
});

Deno.test("a view holds its points; one point alone is not the whole of it; none is none", () => {
  assert.equal(viewOf([], 600, 400), undefined);
  const two = viewOf([{ lat: 48, lon: 16 }, { lat: 49, lon: 17 }], 600, 400)!;
  assert.deepEqual(two.centre, { lat: 48.5, lon: 16.5 });
  // At this zoom a degree of latitude there is 512·2^z/360/cos(lat) pixels high: 80 percent of 400 at most.
  const high = 512 * 2 ** two.zoom / 360 / Math.cos(48.5 * Math.PI / 180);
  assert.ok(high < 325 && high > 310, `${high}`);
  assert.ok(viewOf([{ lat: 48, lon: 16 }], 600, 400)!.zoom <= 13);
});

Deno.test("a map begins where most caches are: a few that lie far away do not make it the map of a country", () => {
  const around = Array.from({ length: 9 }, (_, i) => ({ lat: 48.2 + i / 100, lon: 16.3 + i / 100 }));
  const [linz, graz] = [{ lat: 48.3, lon: 14.28 }, { lat: 47.07, lon: 15.43 }];
  assert.deepEqual(whereMostAre([linz, ...around, graz]), around);
  // Where a third lies elsewhere, that is no exception; and of three points none is one.
  const others = around.slice(0, 5).map(({ lat, lon }) => ({ lat, lon: lon - 2 }));
  assert.deepEqual(whereMostAre([...around, ...others]), [...around, ...others]);
  assert.deepEqual(whereMostAre([...around.slice(0, 2), linz]), [...around.slice(0, 2), linz]);
  assert.deepEqual(whereMostAre([]), []);
});

Deno.test("a view across the date line shows Fiji, not the whole world; a wide region stays as it was said", () => {
  const [suva, taveuni] = [{ lat: -18, lon: 178 }, { lat: -17, lon: -180 + 0.5 }];
  for (const points of [[suva, taveuni], [taveuni, suva]]) {
    const { centre, zoom } = viewOf(points, 600, 400)!;
    assert.deepEqual(centre, { lat: -17.5, lon: 179.25 });
    assert.ok(zoom > 6, `${zoom}`);
  }
  assert.equal(viewOf([{ lat: 0, lon: 179 }, { lat: 0, lon: -177 }], 600, 400)!.centre.lon, -179);
  assert.equal(viewOf([{ lat: 0, lon: -100 }, { lat: 0, lon: 60 }], 600, 400)!.centre.lon, -20);
  const fiji = { south: -20, west: 176, north: -16, east: -178 };
  assert.deepEqual(centreOf(fiji), { lat: -18, lon: 179 });
  assert.ok(
    Math.abs(viewOfBox(fiji, 600, 400).zoom - viewOfBox({ ...fiji, west: 16, east: 22 }, 600, 400).zoom) <
      1e-9,
  );
  const most = { south: -60, west: -120, north: 60, east: 110 };
  assert.deepEqual(viewOfBox(most, 600, 400).centre, { lat: 0, lon: -5 });
});

Deno.test("the locator grid is as fine as can be read, and its cells are those of their names", () => {
  assert.equal(fineness({ west: 16, south: 48, east: 16.5, north: 48.3 }), 6);
  assert.equal(fineness({ west: 5, south: 45, east: 20, north: 52 }), 4);
  assert.equal(fineness({ west: -180, south: -85, east: 180, north: 85 }), 2);
  const cells = cellsIn({ west: 16.26, south: 48.17, east: 16.34, north: 48.22 });
  assert.deepEqual(
    cells.map(({ name }) => name).sort(),
    ["JN88de", "JN88df", "JN88ee", "JN88ef"]
      .filter((name) => cells.some((one) => one.name === name)),
  );
  const ee = cellsIn({ west: 16.34, south: 48.17, east: 16.41, north: 48.2 }).find(({ name }) =>
    name === "JN88ee"
  )!;
  assert.ok(ee.west <= 16.34 && ee.east >= 16.41 && ee.south <= 48.17 && ee.north >= 48.2);
  assert.equal(cellsIn({ west: -180, south: -90, east: 180, north: 90 }).length, 18 * 18);
});

Deno.test("a symbol has a shape in both tables, an overlay is the second table, what is unknown is a station", () => {
  assert.deepEqual(["/>", "\\>", "D>", "/-", "/_", "/#", "1#", "/[", "I&", "", "/", "ä"].map(stationShape), [
    "car",
    "car",
    "car",
    "house",
    "weather",
    "digipeater",
    "digipeater",
    "person",
    "gateway",
    "other",
    "other",
    "other",
  ]);
  assert.deepEqual(["multi", "sota", "webcam", "constructor"].map(kindOf), [
    "multi",
    "earth",
    "traditional",
    "traditional",
  ]);
});

const heard = (over: Partial<Heard> = {}): Heard => ({
  call: "OE1AAA",
  at: 1000,
  lat: 48,
  lon: 16,
  symbol: "/>",
  course: null,
  speedKmh: null,
  via: "rf",
  direct: true,
  mhz: null,
  emergency: false,
  comment: "",
  trail: [],
  ...over,
});

Deno.test("how a station was heard: by itself, over a digipeater, from the Internet, over the mesh, by an app, sent by us, never", () => {
  const ways = [
    heard(),
    heard({ direct: false }),
    heard({ via: "aprsis" }),
    heard({ via: "meshcom" }),
    heard({ via: "app" }),
    heard({ via: "sent", direct: false }),
    heard({ at: null }),
    heard({ via: null }),
  ];
  assert.deepEqual(ways.map(wayOf), [
    "direct",
    "digi",
    "is",
    "mesh",
    "app",
    "sent",
    "never",
    "never",
  ]);
});

Deno.test("news of a station: older ones change nothing, a move leaves a trail of thirty at most", () => {
  const first = newer(undefined, heard());
  assert.deepEqual(first.trail, []);
  assert.equal(newer(first, heard({ at: 999, lat: 50 })), first);
  assert.deepEqual(newer(first, heard({ at: 1000, comment: "hi" })).trail, []);
  assert.deepEqual(newer(first, heard({ at: 1001, lat: 48.1 })).trail, [{ lat: 48, lon: 16 }]);
  const sent = newer(first, heard({ at: 1002, via: "sent" }));
  assert.equal(newer(sent, heard({ at: 1001 })).via, "sent");
  assert.equal(newer(sent, heard({ at: 1002 })).via, "rf", "what is heard again is heard");
  let row = first;
  for (let i = 1; i <= 40; i++) row = newer(row, heard({ at: 1000 + i, lon: 16 + i / 100 }));
  assert.equal(row.trail.length, 30);
  assert.deepEqual(row.trail.at(-1), { lat: 48, lon: 16.39 });
});

Deno.test("the heard list is sorted by any column; what has no value comes last either way", () => {
  const rows = [
    heard({ call: "B", at: 50, comment: "zebra" }),
    heard({ call: "A", at: null, via: null }),
    heard({ call: "C", at: 90, via: "aprsis", comment: "Apple" }),
  ];
  const far = ({ call }: Heard) => call === "A" ? 10 : call === "B" ? 5 : undefined;
  const calls = (by: "call" | "way" | "age" | "far" | "comment", up: boolean) =>
    sorted(rows, { by, up }, far).map(({ call }) => call).join("");
  assert.deepEqual(
    [calls("call", true), calls("call", false), calls("age", true), calls("age", false)],
    ["ABC", "CBA", "CBA", "BCA"],
  );
  assert.deepEqual([calls("far", true), calls("far", false), calls("way", true)], ["BAC", "ABC", "BCA"]);
  assert.deepEqual([calls("comment", true), calls("comment", false)], ["CBA", "BCA"]);
});

Deno.test("where the phone is: a ring of its accuracy, a dot that is hollow when old, a heading while it is new", () => {
  const fiji = { lat: -17.8, lon: 179.999, accuracyM: 500, at: 0 };
  for (const [lon, lat] of ringOf(fiji)) {
    assert.ok(Math.abs(distanceM(fiji, { lat, lon }) - 500) < 2, "each corner is so far away");
    assert.ok(Math.abs(lon - 179.999) < 0.01, "it does not go round the world");
  }
  const [ring, dot] = ownFeatures(fiji, false, 90);
  assert.equal(ring!.geometry.type, "Polygon");
  assert.deepEqual(dot!.properties, { old: false, heading: 90 });
  assert.deepEqual(ownFeatures(fiji, true, 90)[1]!.properties, { old: true });
  assert.deepEqual(ownFeatures(fiji, false, undefined)[1]!.properties, { old: false });
  const near = { lat: 48, lon: 16, accuracyM: 10 };
  assert.deepEqual([2, 14, 16].map((zoom) => zoomFor(near, zoom)), [14, 14, 16]);
  const rough = zoomFor({ ...near, accuracyM: 20_000 }, 16);
  const pixel = 78_271.5 * Math.cos(48 * Math.PI / 180) / 2 ** rough;
  assert.ok(Math.abs(20_000 / pixel - 100) < 1, "a rough place is shown with its whole ring");
});

Deno.test("a cache is drawn by type and state, on big and small maps and in lists alike, never by colour alone", () => {
  assert.equal(new Set(KINDS.map(kindPath)).size, KINDS.length, "each kind has a drawing of its own");
  assert.deepEqual(
    [["active", undefined], ["active", "found"], ["active", "pending"], ["disabled", "found"]].map((
      [status, mark],
    ) => cacheState(status, mark as "found")),
    CACHE_STATES,
  );
  const page = (type: string, status = "active") =>
    drawNearby("en", [{ ...CACHE, type, status } as CacheRow]);
  for (const kind of KINDS) {
    const inBoth = page(kind).split(kindPath(kind)).length - 1;
    assert.equal(inBoth, 2, `${kind}: on the small map and in the list`);
  }
  for (const off of ["kind-off", "mark-disabled"]) {
    assert.deepEqual([page("multi"), page("multi", "disabled")].map((one) => one.split(off).length - 1), [
      0,
      1,
    ], off);
  }
  assert.notEqual(SIGNS.found, SIGNS.pending);
  assert.equal(
    cacheFeature({ ...CACHE, status: "disabled" }, "found").properties.icon,
    "cache-multi-disabled",
  );
  assert.equal(cacheFeature(CACHE, "pending").properties.icon, "cache-multi-pending");
});

Deno.test("what is old fades and never vanishes; coverage is told apart by its age and count", () => {
  assert.equal(freshness(0), 1);
  assert.equal(freshness(-5), 1);
  assert.ok(freshness(3600) < 1 && freshness(3600) > freshness(36_000));
  assert.equal(Math.round(freshness(86_400) * 100), 35);
  assert.deepEqual([freshness(86_401), freshness(null)], [0.35, 0.35]);
  assert.deepEqual([86_400, 86_401, 30 * 86_400, 30 * 86_400 + 1].map(ageWord), [
    "day",
    "month",
    "month",
    "old",
  ]);
  assert.ok(denseness(0) === denseness(1) && denseness(1) < denseness(10) && denseness(1e9) === 0.75);
});

Deno.test("land becomes polygons: a lake is a hole in its land and no land of its own", async () => {
  const path = Object.keys(sizes).find((one) => one.startsWith("/assets/world-110m-"))!;
  const world = readWorld(plain((await builtFile(path))!));
  const { features } = landFeatures(world);
  const holes = features.filter(({ geometry }) =>
    geometry.type === "Polygon" && geometry.coordinates.length > 1
  );
  assert.equal(holes.length, 1, "the Caspian Sea");
  assert.equal(features.length + 1, world.land.length);
});

Deno.test("the map brings less than 520 kB: library, worker, style, coarse map", () => {
  const bytes = sizes as Record<string, number>;
  const pieces = graph as Record<
    string,
    { entry?: string; needs: string[]; later: string[]; packages: string[] }
  >;
  const whole = (path: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(path)) return seen;
    seen.add(path);
    for (const one of pieces[path]!.needs) whole(one, seen);
    return seen;
  };
  const from = (entry: string) => whole(Object.keys(pieces).find((path) => pieces[path]!.entry === entry)!);
  const all = new Set([
    ...from("src/client/map/map_page.tsx"),
    ...from("src/client/map/big_map.ts"),
    ...from("src/client/map/regional/archive.ts"),
    ...Object.keys(bytes).filter((path) => /\/map_worker-|\/world-110m-|\/app-\w+\.css$/.test(path)),
  ]);
  // What every page has is there already.
  for (const path of from("src/client/app/main.tsx")) all.delete(path);
  const weight = [...all].reduce((sum, path) => sum + bytes[path]!, 0);
  assert.ok(weight < 520_000, `${weight} bytes`);
  assert.ok(weight > 400_000, `${weight} bytes are too few to be the map`);
});
