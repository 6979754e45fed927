/** The style of a regional archive: its order, and as what each class of things is drawn, in both schemas and by zoom. */
import assert from "node:assert/strict";
import sizes from "../../dist/app/sizes.json" with { type: "json" };
import type { Colours } from "../../src/client/marks/icons.ts";
import { seaFeatures } from "../../src/client/map/features.ts";
import { ground } from "../../src/client/map/ground_style.ts";
import { COVER } from "../../src/client/map/regional/land.ts";
import { PLACES } from "../../src/client/map/regional/names.ts";
import { POIS, SIGNS } from "../../src/client/map/regional/pois.ts";
import { walkersStyle } from "../../src/client/map/regional/walkers.ts";
import { Rooms, roomsOf } from "../../src/client/map/stations/rooms.ts";
import { ABOVE_NAMES, styleOf } from "../../src/client/map/style.ts";
import { spotOf } from "../../src/client/map/stations/marks.ts";
import { readWorld } from "../../src/client/ui/places/world_shapes.ts";
import { builtFile, plain } from "../../src/web/app/built.ts";
import { type Thing, valueOf } from "../kit/expression.ts";

/** Each token is its own colour here. */
const COLOURS = new Proxy({}, { get: (_, name) => String(name) }) as Colours;
const LOOKS = ["light", "dark", "sun", "night"];

/** The layers of each schema as the files of its makers name them, and the fields that the style asks for. */
const OMT = {
  ...{
    place: "",
    boundary: "",
    poi: "",
    housenumber: "",
    waterway: "",
    building: "",
    water: "",
    water_name: "",
  },
  ...{ park: "", landuse: "", landcover: "", mountain_peak: "" },
  ...{ transportation: "class subclass", transportation_name: "class" },
};
const TILEMAKER = { ...OMT, transportation: "class", transportation_name: "class subclass" };
const PROTOMAPS = {
  ...{ boundaries: "", buildings: "", earth: "", landuse: "", places: "", pois: "", roads: "", water: "" },
};
const fieldsOf = (schema: Readonly<Record<string, string>>, order = Object.keys(schema)) =>
  new Map(order.map((layer) => [layer, new Set(schema[layer]!.split(" "))]));
const style = (
  schema: Readonly<Record<string, string>>,
  look = "light",
  language = "en",
  order?: string[],
) => {
  const { shapes, names } = walkersStyle({
    fields: fieldsOf(schema, order),
    colours: COLOURS,
    look,
    language,
  });
  return [
    ...shapes,
    ...names,
  ] as (ReturnType<typeof ground>[number] & { "source-layer"?: string; filter?: unknown })[];
};
/** The ids of the layers that draw a thing of a layer of the tiles, from below. */
const drawnBy = (
  schema: Readonly<Record<string, string>>,
  from: string,
  thing: Thing,
  look?: string,
): string[] =>
  style(schema, look).filter((layer) =>
    layer["source-layer"] === from && valueOf(layer.filter, thing) === true &&
    thing.zoom >= (layer.minzoom ?? 0) && thing.zoom < (layer.maxzoom ?? 24)
  ).map(({ id }) => id.replace("archive-", ""));
const layerOf = (id: string, schema: Readonly<Record<string, string>>, look = "light", language = "en") =>
  style(schema, look, language).find((one) => one.id === `archive-${id}`)! as unknown as {
    paint: Record<string, unknown>;
    layout: Record<string, unknown>;
  };

Deno.test("the order of the layers is the style's, whatever the archive's metadata says", () => {
  for (const schema of [OMT, TILEMAKER, PROTOMAPS]) {
    const ids = style(schema).map(({ id }) => id), names = Object.keys(schema);
    for (const order of [[...names].reverse(), [...names].sort(), [...names].sort().reverse()]) {
      assert.deepEqual(style(schema, "light", "en", order).map(({ id }) => id), ids);
    }
    assert.equal(ids[0], "archive-box", "land, before any water of the archive");
    const below = [
      ...["cover-", "marks-", "hatch", "reserve", "water", "shore", "river", "brook", "house"],
      ...["tunnel", "road-edge", "road", "bridge", "rail", "walk-band", "walk", "border", "edge"],
      ...["number", "poi", "way-name", "road-number", "river-name", "water-name", "peak", "place"],
    ].map((part) =>
      ids.findIndex((id) =>
        id === `archive-${part}` || part.endsWith("-") && id.startsWith(`archive-${part}`)
      )
    );
    assert.ok(!below.includes(-1), JSON.stringify(below));
    assert.deepEqual(below, [...below].sort((a, b) => a - b));
  }
});

Deno.test("the grid lies over the ground, names over the grid, and caches over all of it", () => {
  const { shapes, names } = walkersStyle({
    fields: fieldsOf(OMT),
    colours: COLOURS,
    look: "light",
    language: "en",
  });
  const ids = styleOf(COLOURS, { sources: {}, layers: shapes }).layers.map(({ id }) => id);
  const at = (id: string) => ids.indexOf(id);
  const order = [
    "land",
    "sea",
    "archive-box",
    "archive-road",
    "grid",
    "coverage",
    ABOVE_NAMES,
    "towns",
    "clusters",
    "caches",
  ];
  assert.deepEqual(order.map(at), order.map(at).sort((a, b) => a - b));
  assert.ok(!order.map(at).includes(-1));
  // They are put below that layer later, when the ground is drawn.
  assert.ok(names.length > 6 && names.every(({ id }) => at(id) === -1));
});

/** What walks are drawn as, in the words of each schema. */
const WALKS: readonly (readonly [what: string, omt: Record<string, string>, pm: Record<string, string>])[] = [
  ["track", { class: "track" }, { kind: "minor_road", kind_detail: "track" }],
  ["path", { class: "path", subclass: "path" }, { kind: "path", kind_detail: "path" }],
  ["foot", { class: "path", subclass: "footway" }, { kind: "path", kind_detail: "footway" }],
  ["cycle", { class: "path", subclass: "cycleway" }, { kind: "path", kind_detail: "cycleway" }],
  ["steps", { class: "path", subclass: "steps" }, { kind: "path", kind_detail: "steps" }],
];

Deno.test("track, path, footway, cycleway and steps are told apart by shape alone, in every look", () => {
  for (const look of LOOKS) {
    const shapes = new Set<string>();
    for (const [what, omt, pm] of WALKS) {
      const [one, other] = [[OMT, omt], [PROTOMAPS, pm]].map(([schema, has]) => {
        const { paint } = layerOf("walk", schema as typeof OMT, look);
        const thing: Thing = { type: "LineString", has: has!, zoom: 16 };
        return ["line-width", "line-gap-width", "line-dasharray"].map((name) =>
          JSON.stringify(valueOf(paint[name], thing))
        ).join(" ");
      });
      assert.equal(one, other, `${what}: the same in both schemas`);
      shapes.add(one!);
    }
    assert.equal(shapes.size, WALKS.length, look);
    // A thing that is dashed has gaps, a track has two lines.
    const dashes = (has: Record<string, string>) =>
      valueOf(layerOf("walk", OMT, look).paint["line-dasharray"], {
        type: "LineString",
        has,
        zoom: 16,
      }) as number[];
    assert.deepEqual(dashes(WALKS[0]![1]), [1, 0]);
    for (const [, omt] of WALKS.slice(1)) assert.ok(dashes(omt)[1]! > 0);
    assert.ok(
      valueOf(layerOf("walk", OMT, look).paint["line-gap-width"], {
        type: "LineString",
        has: WALKS[0]![1],
        zoom: 16,
      }) as number > 1,
    );
  }
});

Deno.test("ways are drawn as what they are, in the words of either schema", () => {
  const walk = ["walk-band", "walk"], road = ["road-edge", "road"];
  const WAYS: readonly (readonly [Record<string, unknown>, Record<string, unknown>, readonly string[]])[] = [
    ...WALKS.map(([, omt, pm]) => [omt, pm, walk] as const),
    [{ class: "motorway" }, { kind: "highway", kind_detail: "motorway" }, road],
    [{ class: "secondary" }, { kind: "major_road", kind_detail: "secondary" }, road],
    [{ class: "tertiary" }, { kind: "major_road", kind_detail: "tertiary" }, road],
    [{ class: "minor" }, { kind: "minor_road", kind_detail: "residential" }, road],
    [{ class: "service", service: "alley" }, { kind: "minor_road", kind_detail: "service" }, road],
    [{ class: "minor", brunnel: "bridge" }, { kind: "minor_road", is_bridge: true }, [...road, "bridge"]],
    [{ class: "minor", brunnel: "tunnel" }, { kind: "minor_road", is_tunnel: true }, ["tunnel"]],
    [{ class: "rail" }, { kind: "rail", kind_detail: "rail" }, ["rail", "rail-light"]],
    [{ class: "rail", service: "siding" }, { kind: "rail", service: "siding" }, ["rail-thin"]],
    [{ class: "transit" }, { kind: "rail", kind_detail: "tram" }, ["rail-thin"]],
    [{ class: "aerialway" }, { kind: "aerialway", kind_detail: "gondola" }, ["ropeway", "ropeway-cars"]],
    [{ class: "ferry" }, { kind: "ferry" }, ["ferry"]],
    [{ class: "pier" }, { kind: "path", kind_detail: "pier" }, ["pier"]],
  ];
  for (const [omt, pm, ids] of WAYS) {
    for (const look of LOOKS) {
      const lines = (schema: typeof OMT | typeof PROTOMAPS, from: string, has: Record<string, unknown>) =>
        drawnBy(schema, from, { type: "LineString", has, zoom: 15 }, look)
          .filter((id) => !/name|number/.test(id)); // a schema that has names in the same layer
      assert.deepEqual(lines(OMT, "transportation", omt), ids, JSON.stringify(omt));
      assert.deepEqual(lines(PROTOMAPS, "roads", pm), ids, JSON.stringify(pm));
    }
  }
  // Pavements are told by their street until one looks at houses.
  const kerb: Thing = { type: "LineString", has: { kind: "path", kind_detail: "sidewalk" }, zoom: 16 };
  assert.equal(valueOf(layerOf("walk", PROTOMAPS).paint["line-width"], kerb), 0);
  assert.ok(drawnBy(PROTOMAPS, "roads", { ...kerb, zoom: 17 }).includes("kerb"));
  assert.ok(!drawnBy(PROTOMAPS, "roads", kerb).includes("kerb"));
});

Deno.test("an archive that says of which kind a path is with its names alone has its paths drawn from there", () => {
  const steps: Thing = { type: "LineString", has: { class: "path", subclass: "steps" }, zoom: 15 };
  assert.ok(drawnBy(TILEMAKER, "transportation_name", steps).includes("walk"));
  assert.ok(!drawnBy(TILEMAKER, "transportation", steps).includes("walk"));
  assert.ok(drawnBy(OMT, "transportation", steps).includes("walk"));
  assert.ok(!drawnBy(OMT, "transportation_name", steps).includes("walk"));
});

Deno.test("up to zoom 12 there is nothing of houses, icons and names of ways; each has a zoom from which on it is there", () => {
  const BUSY = /house|number|^archive-poi|way-name|marks|cliff|kerb/;
  for (const schema of [OMT, TILEMAKER, PROTOMAPS]) {
    for (const layer of style(schema)) {
      if (!BUSY.test(layer.id) || layer.id === "archive-road-number") continue;
      const isNamed = layer.id === "archive-way-name";
      assert.ok((layer.minzoom ?? 0) >= (isNamed || /marks/.test(layer.id) ? 12 : 13), layer.id);
    }
  }
  for (const { kinds, from, namedFrom, sign } of POIS) {
    assert.ok(from >= 13 && (namedFrom ?? from) >= from && sign in SIGNS);
    for (const kind of kinds) {
      for (
        const [schema, layer, has] of [[OMT, "poi", { subclass: kind }], [PROTOMAPS, "pois", {
          kind,
        }]] as const
      ) {
        const at = (zoom: number) => drawnBy(schema, layer, { type: "Point", has, zoom });
        assert.ok(at(from).includes("poi") && !at(from - 1).includes("poi"), `${kind} from ${from}`);
      }
    }
  }
  assert.ok(new Set(POIS.map(({ sign }) => sign)).size + 2 >= 28 && Object.keys(SIGNS).length >= 28);
  const named = (has: Record<string, string>, zoom: number) =>
    drawnBy(OMT, "transportation_name", { type: "LineString", has, zoom }).includes("way-name");
  assert.ok(named({ class: "primary" }, 14) && !named({ class: "primary" }, 13));
  assert.ok(named({ class: "minor" }, 15) && !named({ class: "minor" }, 14));
  assert.ok(named({ class: "path" }, 15) && !named({ class: "path" }, 14));
});

Deno.test("ground, waters, reserves, cliffs and borders", () => {
  for (const { kinds, tint, texture } of COVER) {
    for (const kind of kinds) {
      for (
        const [schema, from, has] of [[OMT, "landcover", { class: "wood", subclass: kind }], [
          PROTOMAPS,
          "landuse",
          { kind },
        ]] as const
      ) {
        const thing: Thing = { type: "Polygon", has, zoom: 14 };
        assert.ok(drawnBy(schema, from, thing).includes(`cover-${from}`), kind);
        assert.equal(valueOf(layerOf(`cover-${from}`, schema).paint["fill-color"], thing), tint);
        const marks = drawnBy(schema, from, thing).includes(`marks-${from}`);
        assert.equal(marks, texture !== undefined, kind);
        if (texture) {
          assert.equal(
            valueOf(layerOf(`marks-${from}`, schema).paint["fill-pattern"], thing),
            `w-t-${texture}`,
          );
        }
      }
    }
  }
  const area = (schema: typeof OMT | typeof PROTOMAPS, from: string, has: Record<string, unknown>) =>
    drawnBy(schema, from, { type: "Polygon", has, zoom: 14 });
  // A reserve has an edge and no colour: bare alp in it is no wood.
  assert.deepEqual(area(OMT, "park", { class: "nature_reserve" }), ["reserve"]);
  assert.deepEqual(area(PROTOMAPS, "landuse", { kind: "nature_reserve" }), ["reserve"]);
  assert.deepEqual(area(OMT, "water", { class: "lake" }), ["water", "shore"]);
  assert.deepEqual(area(PROTOMAPS, "water", { kind: "lake" }), ["water", "shore"]);
  assert.deepEqual(area(OMT, "building", {}), ["house"]);
  const line = (schema: typeof OMT | typeof PROTOMAPS, from: string, has: Record<string, unknown>) =>
    drawnBy(schema, from, { type: "LineString", has, zoom: 14 });
  assert.deepEqual(line(PROTOMAPS, "earth", { kind: "cliff" }), ["cliff", "cliff-teeth"]);
  assert.deepEqual(line(OMT, "waterway", { class: "river" }), ["river", "river-name"]);
  assert.deepEqual(line(OMT, "waterway", { class: "stream" }), ["brook", "river-name"]);
  assert.deepEqual(line(PROTOMAPS, "water", { kind: "stream" }), ["brook", "river-name"]);
  assert.deepEqual(line(OMT, "boundary", { admin_level: 2 }), ["border"]);
  assert.deepEqual(line(OMT, "boundary", { admin_level: 8 }), [], "no communes");
  assert.deepEqual(line(PROTOMAPS, "boundaries", { kind: "locality" }), []);
  // In the sun a house is hatched: black edges alone would be streets.
  assert.deepEqual(drawnBy(OMT, "building", { type: "Polygon", zoom: 15 }, "sun"), ["house", "house-hatch"]);
});

Deno.test("towns have the reader's name where tiles have it; signs, streets and peaks that of the place", () => {
  const town = (has: Record<string, string>, language: string) =>
    valueOf(layerOf("place", OMT, "light", language).layout["text-field"], {
      ...{ type: "Point", zoom: 12, has: { class: "town", ...has } },
    } as Thing);
  const all = { "name": "Genève", "name:de": "Genf", "name_es": "Ginebra", "name:latin": "Geneve" };
  assert.equal(town(all, "de"), "Genf");
  assert.equal(town(all, "es"), "Ginebra");
  assert.equal(town(all, "en"), "Genève");
  assert.equal(town({ "name:latin": "Vaduz" }, "en"), "Vaduz", "as tilemaker says names");
  const street = (has: Record<string, string>) =>
    valueOf(layerOf("way-name", OMT, "light", "de").layout["text-field"], {
      type: "LineString",
      zoom: 16,
      has,
    });
  assert.equal(street({ "name": "Rue du Lac", "name:de": "Seestraße" }), "Rue du Lac");
  assert.equal(street({ "name:latin": "Städtle" }), "Städtle");
  const peak = (has: Record<string, unknown>, zoom = 13) =>
    valueOf(layerOf("peak", OMT).layout["text-field"], { type: "Point", zoom, has });
  assert.equal(peak({ name: "Naafkopf", ele: 2570.4 }), "Naafkopf\n2570");
  assert.equal(peak({ name: "Naafkopf" }), "Naafkopf");
  assert.equal(peak({ name: "Naafkopf", ele: 2570 }, 11), "Naafkopf");
  // The greater a place, the earlier it takes its room.
  const sort = (kind: string) =>
    valueOf(layerOf("place", OMT).layout["symbol-sort-key"], {
      type: "Point",
      zoom: 14,
      has: { class: kind, rank: 3 },
    });
  const keys = PLACES.map(({ kinds }) => sort(kinds[0]!) as number);
  assert.deepEqual(keys, [...keys].sort((a, b) => a - b));
});

Deno.test("the map is land before it is anything else, and the sea is what is left of the world", async () => {
  const [first] = ground(COLOURS);
  assert.deepEqual([first!.type, first!.paint], ["background", { "background-color": "m-land" }]);
  const path = Object.keys(sizes).find((one) => one.startsWith("/assets/world-110m-"))!;
  const world = readWorld(plain((await builtFile(path))!));
  const { features } = seaFeatures(world), [sea] = features;
  assert.equal(sea!.geometry.type, "Polygon");
  const [edge, ...shores] = sea!.geometry.coordinates as [number, number][][];
  assert.ok(edge!.every(([lon, lat]) => Math.abs(lon) === 180 && Math.abs(lat) > 85));
  assert.ok(shores.length > 100, "every land is a hole in it");
  assert.ok(features.some(({ geometry }) => geometry.type === "MultiLineString"), "the coast");
});

Deno.test("names give way to stations of the screen, told at most every five seconds", () => {
  const here = { lat: 48.2, lon: 16.37 }, far = { lat: 40, lon: 0 };
  const shown = new Map(
    [["OE1AAA", here], ["OE3BBB", far]].map(([call, at]) =>
      [call as string, { call: call as string, heardAt: 0, ...spotOf(at as typeof here) }] as const
    ),
  );
  const screen = { centre: spotOf(here), world: 512 * 2 ** 12, width: 390, height: 700 };
  const rooms = roomsOf(shown, new Set(["OE1AAA"]), screen);
  assert.deepEqual(rooms.map(({ properties }) => properties.icon), ["room", "room-call"]);
  const [lon, lat] = rooms[0]!.geometry.coordinates as [number, number];
  assert.ok(Math.abs(lon - here.lon) < 1e-6 && Math.abs(lat - here.lat) < 1e-6);
  const tellings: number[] = [], keeper = new Rooms(({ features }) => tellings.push(features.length));
  keeper.keep(shown, [], screen, 100);
  keeper.keep(shown, ["OE1AAA"], screen, 102);
  keeper.keep(shown, ["OE1AAA"], screen, 105);
  keeper.keep(shown, ["OE1AAA"], screen, 120);
  assert.deepEqual(tellings, [1, 2]);
});
