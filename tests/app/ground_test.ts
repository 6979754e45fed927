/** Lakes, rivers and towns of the built-in map: as they are built and read, which towns a view names, and when they come. */
import assert from "node:assert/strict";
import { polygonsOf } from "../../src/client/map/features.ts";
import { Ground } from "../../src/client/map/ground.ts";
import { townsIn } from "../../src/client/map/ground_shapes.ts";
import { projectionOf } from "../../src/client/ui/places/project.ts";
import type { View } from "../../src/client/ui/places/view.ts";
import { townLabels, weightOf } from "../../src/client/ui/places/town_labels.ts";
import { readTowns, type Town } from "../../src/client/ui/places/towns.ts";
import { readWaters, rounded } from "../../src/client/ui/places/waters.ts";
import type { World } from "../../src/client/ui/places/world_shapes.ts";
import { areaFeatures } from "../../src/client/map/texture_features.ts";
import { distanceM } from "../../src/client/ui/places/arrow.ts";
import sizes from "../../dist/app/sizes.json" with { type: "json" };
import { builtFile, plain } from "../../src/web/app/built.ts";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";

async function built(name: string): Promise<Uint8Array> {
  const path = Object.keys(sizes).find((one) => one.startsWith(`/assets/world-${name}-`))!;
  return plain((await builtFile(path))!);
}
const near = (a: number, b: number, by = 0.03) => Math.abs(a - b) < by;

Deno.test("a line with rounded corners keeps its ends, a ring stays a ring", () => {
  const line = (...points: number[]) => ({
    points: Float64Array.from(points),
    west: 0,
    south: 0,
    east: 1,
    north: 1,
  });
  assert.deepEqual([...rounded(line(0, 0, 1, 0, 1, 1)).points], [
    0,
    0,
    0.25,
    0,
    0.75,
    0,
    1,
    0.25,
    1,
    0.75,
    1,
    1,
  ]);
  const ring = rounded(line(0, 0, 1, 0, 1, 1, 0, 0)).points;
  assert.deepEqual([...ring.slice(0, 2)], [...ring.slice(-2)]);
  assert.deepEqual([...rounded(line(0, 0, 1, 1)).points], [0, 0, 1, 1]);
});

Deno.test("lakes are closed rings where they lie, rivers run where they run", async () => {
  const { lakes, rivers } = readWaters(await built("waters"));
  assert.ok(lakes.length > 250 && rivers.length > 400, `${lakes.length} lakes, ${rivers.length} rivers`);
  for (const { points } of lakes) assert.deepEqual([...points.slice(0, 2)], [...points.slice(-2)]);
  // Lake Constance, Lake Victoria, and one of Oceania: Lake Taupo.
  for (const [lon, lat] of [[9.4, 47.6], [33, -1], [175.9, -38.8]] as const) {
    assert.ok(
      lakes.some(({ west, south, east, north }) =>
        west < lon && lon < east && south < lat && lat < north && east - west < 5
      ),
      `a lake at ${lon} ${lat}`,
    );
  }
  // The Danube at Linz, the Amazon, the Murray in Australia.
  for (const [lon, lat] of [[14.29, 48.31], [-60, -3.2], [142.2, -34.2]] as const) {
    assert.ok(
      rivers.some(({ points }) =>
        points.some((value, at) => at % 2 === 0 && near(value, lon, 0.4) && near(points[at + 1]!, lat, 0.4))
      ),
      `a river at ${lon} ${lat}`,
    );
  }
  // An island in a lake is a hole, not a lake over it.
  assert.ok(polygonsOf(lakes).length < lakes.length);
});

Deno.test("towns stand where they are, by the names on their own signs; the near ones have the small ones too", async () => {
  const far = readTowns(await built("towns")), close = readTowns(await built("places"));
  assert.ok(far.length > 1200 && close.length > 30_000, `${far.length}, ${close.length}`);
  const named = (list: readonly Town[], name: string) => list.find((town) => town.name === name)!;
  for (const list of [far, close]) {
    const wien = named(list, "Wien"), tokyo = named(list, "Tokyo");
    assert.ok(near(wien.lat, 48.208) && near(wien.lon, 16.372) && wien.capital, JSON.stringify(wien));
    assert.ok(tokyo.capital && weightOf(tokyo) > weightOf(wien));
    assert.ok(list.every(({ name, lat, lon }) => name !== "" && Math.abs(lat) < 90 && Math.abs(lon) <= 180));
  }
  const baden = close.find(({ name, lat, lon }) =>
    name === "Baden" && near(lat, 48.005) && near(lon, 16.233)
  )!;
  // 26,286 people: twice the power of two, to the nearest.
  assert.deepEqual([baden.size, baden.capital], [29, false]);
  assert.equal(named(far, "Baden"), undefined);
});

const town = (name: string, lon: number, lat: number, size: number, capital = false): Town => ({
  name,
  lon,
  lat,
  size,
  capital,
});
const names = (towns: readonly Town[]) => towns.map(({ name }) => name);

Deno.test("a view names its weightiest towns, over the date line too, and none that an archive names", () => {
  const towns = [
    town("Small", 10, 10, 20),
    town("Large", 11, 11, 40),
    town("Seat", 12, 12, 35, true),
    town("Edge", 20, 20, 30),
    town("Out", 20.01, 20, 50),
    town("East", 179, 0, 30),
    town("West", -179, 0, 31),
  ];
  const box = { west: 10, south: 10, east: 20, north: 20 };
  assert.deepEqual(names(townsIn(towns, box, 9)), ["Seat", "Large", "Edge", "Small"]);
  assert.deepEqual(names(townsIn(towns, box, 2)), ["Seat", "Large"]);
  assert.deepEqual(names(townsIn(towns, box, 9, { west: 11, south: 11, east: 12, north: 12 })), [
    "Edge",
    "Small",
  ]);
  assert.deepEqual(names(townsIn(towns, { west: 178, south: -1, east: 182, north: 1 }, 9)), ["West", "East"]);
  assert.deepEqual(names(townsIn(towns, { west: -182, south: -1, east: -178, north: 1 }, 9)), [
    "West",
    "East",
  ]);
});

Deno.test("the small towns are fetched once somebody looks closely, and again after a failure; not before the map is idle", async () => {
  Object.assign(globalThis, {
    ASSETS: { waters: "waters", towns: "towns", places: "places" },
    FINER: { coast: "10m", villages: "blocks" },
  });
  const asked: string[] = [], told: string[][] = [];
  let reached = true;
  const file = async (path: string) => {
    const name = path.replace(/^\/assets\/world-|-\w{12}\.bin$/g, "");
    asked.push(name);
    return reached ? await built(name) : undefined;
  };
  const shapes: (World | undefined)[] = [];
  const ground = new Ground({
    file,
    put: () => Promise.resolve(),
    shapes: (world) => void shapes.push(world),
    towns: (list) => void told.push([...list]),
  });
  const view = (zoom: number): View => ({
    centre: { lat: 48, lon: 16 },
    zoom,
    bounds: { west: 15.5, south: 47.7, east: 16.6, north: 48.4 },
  });
  await ground.moved(view(9));
  assert.deepEqual(asked, []);
  await ground.load();
  assert.deepEqual(asked, ["waters", "towns", "places", "blocks", "villages-13-9", "10m"]);
  assert.equal(told.at(-1)![0], "Wien");
  assert.ok(told.at(-1)!.includes("Baden"));
  // The border to Slovakia is as fine as it is drawn for 1:10 million, and nothing far away is with it.
  const [world] = shapes;
  const corners = world!.borders.flatMap(({ points }) => [...points]).length / 2;
  assert.ok(corners > 300, `${corners} corners`);
  assert.ok(
    world!.borders.every(({ west, south, east, north }) =>
      west < 18.3 && east > 13.8 && south < 49.5 && north > 46.6
    ),
  );
  const isCut = ({ west, south, east, north }: World["land"][number]) =>
    west >= 13.8 && east <= 18.3 && south >= 46.6 && north <= 49.5;
  assert.ok(world!.land.length > 0 && world!.land.every(isCut));
  await ground.moved({ ...view(11), bounds: { west: 16.1, south: 48.1, east: 16.3, north: 48.2 } });
  assert.ok(told.at(-1)!.includes("Laab im Walde"), told.at(-1)!.join());
  assert.equal(shapes.length, 1, "what lies in the box is not cut anew");
  await ground.moved({ ...view(9), bounds: { west: 14.8, south: 47.7, east: 15.1, north: 48.4 } });
  assert.deepEqual(asked.slice(6), ["villages-12-9"], "a block comes when it is looked at");
  await ground.moved({ ...view(9), bounds: { west: 20, south: 47.7, east: 21, north: 48.4 } });
  assert.equal(shapes.length, 2);
  await ground.moved(view(4.9));
  assert.equal(shapes.length, 3);
  assert.equal(shapes[2], undefined, "from afar those of the whole world do");
  assert.ok(!told.at(-1)!.includes("Baden"), "from afar the large ones alone");
  await ground.moved(view(5));
  assert.ok(told.at(-1)!.includes("Baden"));
  assert.equal(asked.length, 7);

  asked.length = 0;
  reached = false;
  const off = new Ground({ file, put: () => Promise.resolve(), shapes: () => {}, towns: () => {} });
  await off.moved(view(9));
  await off.load();
  assert.deepEqual(asked, ["waters", "towns"]);
  reached = true;
  await off.load();
  assert.deepEqual(asked.slice(2), ["waters", "towns", "places", "blocks", "villages-13-9", "10m"]);

  // Where an archive draws all that is in view, a finer coast would be seen by nobody.
  asked.length = 0;
  const named = { west: 9, south: 46, east: 18, north: 49.5 };
  const over = new Ground({ file, put: () => Promise.resolve(), shapes: () => {}, towns: () => {}, named });
  await over.moved(view(9));
  await over.load();
  assert.ok(!asked.join().includes("10m"), asked.join());
  Reflect.deleteProperty(globalThis, "ASSETS");
  Reflect.deleteProperty(globalThis, "FINER");
});

Deno.test("a town is no disc: its edge goes in and out, always in the same way, about as many people have room", () => {
  const graz = town("Graz", 15.43, 47.07, 36);
  const edges = [graz, town("Linz", 14.29, 48.31, 36)].map((one) => {
    const { geometry } = areaFeatures([one]).features[0]!;
    const [ring] = geometry.coordinates as [number, number][][];
    return ring!.map(([lon, lat]) => distanceM(one, { lat, lon }));
  });
  const [first, other] = edges as [number[], number[]];
  assert.ok(Math.max(...first) > 1.3 * Math.min(...first), "no circle around a transmitter");
  assert.ok(first.some((far, at) => Math.abs(far - other[at]!) > 300), "each town has its own");
  const middle = first.reduce((sum, far) => sum + far, 0) / first.length;
  assert.ok(near(middle, 3580, 200), `${middle} m`);
  assert.ok(near(first[0]!, first.at(-1)!, 1), "a closed ring");
});

const NAMES_ON_SMALL_MAP =
  `[...document.querySelectorAll(".small-map-towns text")].map((text) => text.textContent)`;
const TOWNS = "Towns in view: Wien";

journey(
  "the map names towns, without a network too; they come after what it was opened for",
  async (field) => {
    await hide(field.app, "OE1XYZ", { title: "The old mast", lat: 48.2, lon: 16.37 });
    await hide(field.app, "OE1XYZ", { title: "The spring", lat: 48.05, lon: 16.25 });
    await hide(field.app, "OE1XYZ", { title: "The ferry", lat: 48.28, lon: 16.3 });
    const phone = await field.phone({});
    await phone.open("/");
    await phone.tab.until(`${NAMES_ON_SMALL_MAP}.includes("Wien")`);
    assert.ok(
      !phone.tab.requests.some((address) => address.includes("world-places")),
      "nothing large unasked",
    );
    const before = phone.tab.requests.length;
    await phone.open("/map");
    await phone.press("List");
    await phone.sees(TOWNS);
    const order = phone.tab.requests.slice(before).map((address) => /world-\w+/.exec(address)?.[0]).filter(
      Boolean,
    );
    assert.ok(order.indexOf("world-towns") > order.indexOf("world-50m"), order.join());
    assert.deepEqual(phone.tab.complaints, []);
    await phone.ready();
    // Loaded once more under the worker, which keeps what only the map needs.
    await phone.open("/map");
    await phone.press("List");
    await phone.sees(TOWNS);
    // The villages come after the towns.
    await phone.comes(`(async () => {
      for (const name of await caches.keys()) {
        const kept = await (await caches.open(name)).keys();
        if (kept.some(({ url }) => url.includes("world-places"))) return true;
      }
      return false;
    })()`);
    await field.unplug();
    await phone.open("/map");
    await phone.press("List");
    await phone.sees(TOWNS);
    // Small maps have them too, and the villages of them, since the big map has brought their file.
    await phone.open("/");
    await phone.tab.until(
      `${NAMES_ON_SMALL_MAP}.includes("Wien") && ${NAMES_ON_SMALL_MAP}.length > 1`,
    );
  },
  { devices: ["phone"] },
);

Deno.test("a small map names the largest towns in view, on the side where there is room, and none over another", () => {
  const town = (name: string, lat: number, lon: number) => ({ name, lat, lon, size: 30, capital: false });
  const corners = [{ lat: 48, lon: 16 }, { lat: 48.5, lon: 17 }];
  const projection = projectionOf(corners, 600, 260);
  const names = (...towns: ReturnType<typeof town>[]) =>
    townLabels(towns, projection).map(({ name, side }) => [name, side]);
  assert.deepEqual(names(town("Wien", 48.2, 16.37), town("Graz", 47, 15.4)), [["Wien", "start"]]);
  // Both names would lie on each other: the one that comes first stays.
  assert.deepEqual(names(town("Wien", 48.2, 16.37), town("Klosterneuburg", 48.205, 16.4)), [
    ["Wien", "start"],
  ]);
  // Where a mark would lie on it, a name stands on the other side, else a line or two higher or lower, else nowhere.
  const marked = (...marks: [number, number][]) =>
    townLabels([town("Wien", 48.2, 16.37)], projection, marks.map(([lat, lon]) => ({ lat, lon })))
      .map(({ side, below }) => `${side} ${below}`).join();
  assert.equal(marked([48.2, 16.6]), "start 0");
  assert.equal(marked([48.2, 16.34]), "start 0");
  assert.equal(marked([48.2, 16.4]), "end 0");
  assert.equal(marked([48.2, 16.37]), "start -24");
  assert.equal(marked([48.2, 16.37], [48.24, 16.37]), "start 24");
  const column = [48.2, 48.24, 48.16, 48.28, 48.12].map((lat): [number, number] => [lat, 16.37]);
  assert.equal(marked(...column.slice(0, 3)), "start -48");
  assert.equal(marked(...column), "");
  // At the right edge the name stands to the left.
  assert.deepEqual(names(town("Bratislava", 48.25, projection.east - 0.05)), [["Bratislava", "end"]]);
  // Degrees stand at the foot: a name there stands higher than its town.
  assert.deepEqual(
    townLabels([town("Bratislava", projection.south + 0.001, 16.5)], projection).map(({ below }) => below),
    [-48],
  );
  const many = Array.from(
    { length: 12 },
    (_, i) => town(`T${i}`, 48.12 + 0.06 * (i % 6), i < 6 ? 16.2 : 16.7),
  );
  assert.equal(names(...many).length, 6);
});
