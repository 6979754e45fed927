/** The built-in map as it is built and read: land where there is land, cut off where the box ends. */
import assert from "node:assert/strict";
import { builtFile, plain } from "../../src/web/app/built.ts";
import sizes from "../../dist/app/sizes.json" with { type: "json" };
import { nameFeatures } from "../../src/client/map/features.ts";
import {
  bordersIn,
  type Bounds,
  landIn,
  readWorld,
  type World,
} from "../../src/client/ui/places/world_shapes.ts";

async function built(scale: string): Promise<World> {
  const path = Object.keys(sizes).find((one) => one.startsWith(`/assets/world-${scale}-`))!;
  return readWorld(plain((await builtFile(path))!));
}

/** How often rings wind round a place, by the even-odd rule. */
function isIn(rings: Iterable<ArrayLike<number>>, lon: number, lat: number): boolean {
  let inside = false;
  for (const points of rings) {
    for (let at = 0, before = points.length - 2; at < points.length; before = at, at += 2) {
      const [x1, y1, x2, y2] = [points[at]!, points[at + 1]!, points[before]!, points[before + 1]!];
      if ((y1 > lat) !== (y2 > lat) && lon < (x2 - x1) * (lat - y1) / (y2 - y1) + x1) inside = !inside;
    }
  }
  return inside;
}

for (const scale of ["110m", "50m"]) {
  Deno.test(`the built-in map at ${scale}: cities on land, seas not, borders and names of countries`, async () => {
    const world = await built(scale);
    const land = world.land.map(({ points }) => points);
    for (const [lon, lat] of [[16.37, 48.2], [-74.5, 41], [149, -35], [37, 0], [-58, -35]] as const) {
      assert.ok(isIn(land, lon, lat), `${lon} ${lat} is land`);
    }
    for (const [lon, lat] of [[-30, 40], [0, 0], [80, -30], [5, 40], [-150, 30], [51, 42]] as const) {
      assert.ok(!isIn(land, lon, lat), `${lon} ${lat} is water`);
    }
    for (const { points } of world.land) {
      assert.deepEqual([...points.slice(0, 2)], [...points.slice(-2)], "closed");
    }
    // Over the date line a ring goes on; one that comes back would lie across the whole world.
    for (const { points, south } of world.land.filter(({ south }) => south > -60)) {
      for (let at = 2; at < points.length; at += 2) {
        assert.ok(Math.abs(points[at]! - points[at - 2]!) < 10, `a leap at ${points[at]} ${south}`);
      }
    }
    for (const lon of [-179, 181]) {
      const box = { west: lon - 1, south: 65, east: lon + 1, north: 72 };
      assert.ok(landIn(world, box).length > 0, `Chukotka at ${lon}`);
      for (const points of landIn(world, box)) {
        assert.ok(points.every((value, at) => at % 2 === 1 || value >= box.west && value <= box.east));
      }
    }
    const austria = world.names.find(({ name }) => name === "AT")!;
    assert.ok(Math.abs(austria.lat - 47.6) < 0.5 && Math.abs(austria.lon - 14) < 1, JSON.stringify(austria));
    const area = (name: string) => world.names.find((one) => one.name === name)!.area;
    assert.ok(area("RU") > area("AT") && area("AT") > area("SI"));
    const named = (code: string) =>
      nameFeatures(world.names, code).features.map(({ properties }) => properties.name);
    for (
      const [code, names] of [["de", ["Österreich", "Türkei", "Nordmazedonien"]], ["en", [
        "Austria",
        "Germany",
      ]]] as const
    ) {
      for (const name of names) assert.ok(named(code).includes(name), `${code}: ${name}`);
    }
    assert.ok(named("de").every((name) => String(name).length > 2), "no code is left");
    // Vienna lies near Slovakia; the middle of France near no border.
    assert.ok(bordersIn(world, { west: 16, south: 47.8, east: 17.5, north: 48.5 }).length > 0);
    assert.equal(bordersIn(world, { west: 2, south: 46.5, east: 2.5, north: 47 }).length, 0);
  });
}

Deno.test("land in a box: inside it, the same land, and nothing where there is none", async () => {
  const world = await built("50m");
  const box: Bounds = { west: 8, south: 42, east: 16, north: 48 };
  const rings = landIn(world, box);
  for (const points of rings) {
    for (let at = 0; at < points.length; at += 2) {
      assert.ok(points[at]! >= box.west && points[at]! <= box.east);
      assert.ok(points[at + 1]! >= box.south && points[at + 1]! <= box.north);
    }
  }
  const whole = world.land.map(({ points }) => points);
  let land = 0;
  for (let lon = 8.05; lon < 16; lon += 0.23) {
    for (let lat = 42.05; lat < 48; lat += 0.19) {
      assert.equal(isIn(rings, lon, lat), isIn(whole, lon, lat), `${lon} ${lat}`);
      if (isIn(rings, lon, lat)) land++;
    }
  }
  assert.ok(land > 300, `${land} places on land`);
  assert.deepEqual(
    landIn(world, { west: -31, south: 39, east: -29, north: 41 }).filter((one) => one.length),
    [],
  );
});
