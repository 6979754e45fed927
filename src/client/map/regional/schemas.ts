/**
 * What the two schemas of vector tiles that are in use call the things of the ground: OpenMapTiles and the basemap of Protomaps.
 * Each word of the style stands here once for each schema. Pure.
 */
import { all, among, by, ex, type Expression, LINE, not, POLYGON } from "./expressions.ts";

/** A layer of the tiles, and which of its features. */
export type Of = readonly [layer: string, filter: Expression];

/** How large a road is, from a motorway to a lane behind houses. */
export const RANKS = ["lane", "minor", "third", "main", "big"] as const;
export type Rank = typeof RANKS[number];
/** What one walks on; `below`: a part of it in a tunnel; `kerb`: beside a street, or across it. */
export type Walk = "track" | "path" | "foot" | "cycle" | "steps" | "kerb" | "below";

export interface Schema {
  water: Of;
  /** Rivers and brooks as lines; `isRiver`: wide ones. */
  streams: Of;
  isRiver: Expression;
  /** Layers that say what grows or lies on the ground, and the word for it. The last one has the towns. */
  cover: readonly (readonly [layer: string, word: Expression])[];
  reserve: Of;
  cliff?: Of;
  earth?: Of;
  house: Of;
  number: readonly [layer: string, property: string, filter: Expression];
  roads: string;
  /** A rank, or an empty word for what is no road. */
  rank: Expression;
  isTunnel: Expression;
  isBridge: Expression;
  square: Expression;
  pier: Expression;
  ferry: Expression;
  rail: Expression;
  /** Sidings, trams, undergrounds. */
  thinRail: Expression;
  ropeway: Expression;
  /** The layer of ways for walkers, and of which kind one is; an empty word for none. */
  walks: string;
  walk: Expression;
  /** The layer with names of ways, and whose name one is: `main`, `street`, `walk`, `ferry`, or an empty word. */
  names: string;
  named: Expression;
  border: Of;
  isCountry: Expression;
  peak: Of;
  isSaddle: Expression;
  height: Expression;
  poi: readonly [layer: string, word: Expression];
  places: readonly [layer: string, word: Expression, rank: Expression];
  waterNames: Of;
}

const word = (...keys: readonly string[]): Expression =>
  ex("coalesce", ...keys.map((key) => ["get", key]), "");
const is = (key: string, value: unknown): Expression => ex("==", ["get", key], value);
const has = (key: string): Expression => ex("has", key);
/** Both ends of a junction are of the rank of its road. */
const links = (...names: readonly string[]): string[] => names.flatMap((name) => [name, `${name}_link`]);

const LARGE = links("motorway", "trunk"), MAIN = links("primary", "secondary"), THIRD = links("tertiary");

/** Fields of each layer of the tiles, as the archive says them. */
export type Fields = ReadonlyMap<string, ReadonlySet<string>>;

function openMapTiles(fields: Fields): Schema {
  const isTunnel = is("brunnel", "tunnel"), CLASS = ex("get", "class");
  const walk = by(ex("get", "subclass"), [
    ["steps", "steps"],
    ["cycleway", "cycle"],
    ["footway", "foot"],
    [["path", "bridleway"], "path"],
    [["pedestrian", "corridor", "platform"], ""],
  ], by(CLASS, [["track", "track"], ["path", "path"]], ""));
  // Some makers (tilemaker) say of which kind a path is with the names alone, which then hold every path.
  const bare = !fields.get("transportation")?.has("subclass") &&
    fields.get("transportation_name")?.has("subclass");
  return {
    water: ["water", all(POLYGON, not(isTunnel))],
    streams: ["waterway", all(LINE, not(isTunnel))],
    isRiver: among("class", "river", "canal"),
    cover: [["landcover", word("subclass", "class")], ["landuse", word("class")]],
    reserve: ["park", among("class", "nature_reserve", "protected_area", "national_park")],
    house: ["building", POLYGON],
    number: ["housenumber", "housenumber", has("housenumber")],
    roads: "transportation",
    rank: by(CLASS, [
      [LARGE, "big"],
      [MAIN, "main"],
      [THIRD, "third"],
      [["minor", "busway", "raceway", "minor_road"], "minor"],
      ["service", ex("case", has("service"), "lane", "minor")],
    ], ""),
    isTunnel,
    isBridge: is("brunnel", "bridge"),
    square: among("subclass", "pedestrian"),
    pier: among("class", "pier"),
    ferry: among("class", "ferry"),
    rail: all(among("class", "rail"), not(has("service"))),
    thinRail: ex("any", all(among("class", "rail"), has("service")), among("class", "transit")),
    ropeway: among("class", "aerialway", "cable_car", "gondola", "chair_lift", "drag_lift"),
    walks: bare ? "transportation_name" : "transportation",
    walk: ex("case", all(isTunnel, ex("!=", walk, "")), "below", walk),
    names: "transportation_name",
    named: by(CLASS, [
      [[...LARGE, ...MAIN, ...THIRD], "main"],
      [["minor", "service", "pedestrian"], "street"],
      [["path", "track"], "walk"],
      ["ferry", "ferry"],
    ], ""),
    border: ["boundary", all(ex("<=", ["get", "admin_level"], 4), not(is("maritime", 1)))],
    isCountry: is("admin_level", 2),
    peak: ["mountain_peak", among("class", "peak", "volcano", "saddle")],
    isSaddle: is("class", "saddle"),
    height: ex("to-number", ["get", "ele"], 0),
    poi: ["poi", ex("case", among("class", "aerialway"), "aerialway_station", word("subclass", "class"))],
    places: ["place", word("class"), ex("coalesce", ["get", "rank"], 9)],
    waterNames: ["water_name", not(is("class", "swimming_pool"))],
  };
}

function protomaps(): Schema {
  const isTunnel = is("is_tunnel", true), DETAIL = ex("get", "kind_detail"), KIND = ex("get", "kind");
  const walk = by(DETAIL, [
    ["track", "track"],
    [["path", "bridleway"], "path"],
    ["footway", "foot"],
    ["cycleway", "cycle"],
    ["steps", "steps"],
    [["sidewalk", "crossing"], "kerb"],
  ], "");
  return {
    water: ["water", POLYGON],
    streams: ["water", all(LINE, not(isTunnel))],
    isRiver: among("kind", "river", "canal"),
    cover: [["landuse", word("kind")]],
    reserve: ["landuse", among("kind", "nature_reserve", "national_park", "protected_area")],
    cliff: ["earth", is("kind", "cliff")],
    earth: ["earth", POLYGON],
    house: ["buildings", POLYGON],
    number: ["buildings", "addr_housenumber", is("kind", "address")],
    roads: "roads",
    rank: by(DETAIL, [
      [LARGE, "big"],
      [MAIN, "main"],
      [THIRD, "third"],
      ["service", "lane"],
      [["track", "corridor", "pedestrian", "raceway", "path", "footway", "steps", "cycleway"], ""],
    ], by(KIND, [["highway", "big"], ["major_road", "main"], [["minor_road", "other"], "minor"]], "")),
    isTunnel,
    isBridge: is("is_bridge", true),
    square: among("kind_detail", "pedestrian"),
    pier: among("kind_detail", "pier"),
    ferry: among("kind", "ferry"),
    rail: all(
      among("kind", "rail"),
      not(has("service")),
      not(among("kind_detail", "tram", "subway", "light_rail")),
    ),
    thinRail: all(
      among("kind", "rail"),
      ex("any", has("service"), among("kind_detail", "tram", "subway", "light_rail")),
    ),
    ropeway: among("kind", "aerialway"),
    walks: "roads",
    walk: ex("case", all(isTunnel, ex("!=", walk, "")), "below", walk),
    names: "roads",
    named: by(KIND, [
      [["highway", "major_road"], "main"],
      ["minor_road", ex("case", is("kind_detail", "track"), "walk", "street")],
      ["path", ex("case", is("kind_detail", "pedestrian"), "street", "walk")],
      ["ferry", "ferry"],
    ], ""),
    border: ["boundaries", among("kind", "country", "region")],
    isCountry: is("kind", "country"),
    peak: ["pois", among("kind", "peak", "volcano", "saddle")],
    isSaddle: is("kind", "saddle"),
    height: ex("to-number", ["get", "elevation"], 0),
    poi: ["pois", word("kind")],
    places: ["places", word("kind_detail", "kind"), ex("-", 12, ["coalesce", ["get", "population_rank"], 3])],
    waterNames: ["water", not(among("kind", "fountain", "swimming_pool"))],
  };
}

/** The schema of an archive, told by its layers: `transportation` is a word of OpenMapTiles alone. */
export const schemaOf = (fields: Fields): Schema =>
  fields.has("transportation") ? openMapTiles(fields) : protomaps();
