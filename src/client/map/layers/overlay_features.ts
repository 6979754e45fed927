/** What layers show as GeoJSON: objects, the meshes, people with TAK, spots, what receivers cover. Pure. */
import { stationShape } from "../../marks/stations.ts";
import { freshness } from "../../phone/known/heard.ts";
import type { Placed } from "../../phone/known/stations.ts";
import { ageWord, denseness } from "./covered.ts";
import { boxFeature, collection, type Feature, type Features, pointFeature } from "../features.ts";
import { boxOf } from "../../ui/places/squares.ts";
import type { Covered, Link, Node, Person, Spot, Tastic, TasticLink } from "./shown.ts";

/** Nodes of both meshes as points; a Meshtastic node whose place is coarse stands in the square that it means. `now`: unix seconds. */
export const nodeFeatures = (nodes: readonly Node[], tastic: readonly Tastic[], now: number): Features =>
  collection([
    ...nodes.map(({ callsign, lat, lon, symbol, lastHeard }) =>
      pointFeature({ lat, lon }, {
        kind: "mesh",
        id: callsign,
        code: callsign,
        icon: iconOf(symbol ?? TASTIC_SYMBOLS[0]),
        fresh: freshness(now - lastHeard),
      })
    ),
    ...tastic.flatMap((node) => tasticFeatures(node, freshness(now - node.lastHeard))),
  ]);

function tasticFeatures(node: Tastic, fresh: number): Feature[] {
  const { lat, lon, cell, role } = node;
  if (lat === null || lon === null) return [];
  const half = cell === null ? 0 : cell / 2;
  const symbol = TASTIC_SYMBOLS[role ?? 0] ?? TASTIC_SYMBOLS[0];
  const about = {
    kind: "tastic",
    id: node.node,
    code: node.name ?? node.node,
    symbol,
    said: JSON.stringify(node),
    at: node.lastHeard,
    fresh,
  };
  const square = { west: lon - half, south: lat - half, east: lon + half, north: lat + half };
  return [
    ...(half > 0 ? [boxFeature(square, about)] : []),
    pointFeature({ lat, lon }, { ...about, icon: iconOf(symbol) }),
  ];
}

const iconOf = (symbol: string): string => `station-${stationShape(symbol)}`;
/** A node by its role as the stations of the air: relays as towers, trackers as people, sensors as weather stations. */
const TASTIC_SYMBOLS = ["/n", "/n", "/r", "/r", "/r", "/[", "/_"] as const;
/** Who has TAK is a person, what activates a summit or park a mast. */
const TAK = "/[", SPOT = "/r";

/** People with TAK as points; `now` in unix seconds. */
export const takFeatures = (people: readonly Person[], now: number): Features =>
  collection(
    people.map(({ id, name, lat, lon, at }) =>
      pointFeature({ lat, lon }, {
        kind: "tak",
        id,
        code: name,
        symbol: TAK,
        icon: iconOf(TAK),
        at,
        fresh: freshness(now - at),
      })
    ),
  );

/** Links of a mesh: solid where one node heard the other directly, dashed where over a relay; the wider the stronger. */
export const linkFeatures = (
  links: readonly Pick<Link, "fromLat" | "fromLon" | "toLat" | "toLon" | "kind" | "quality" | "lastSeen">[],
  now: number,
): Features =>
  collection(links.map(({ fromLat, fromLon, toLat, toLon, kind, quality, lastSeen }): Feature => ({
    type: "Feature",
    properties: { how: kind, quality: quality ?? "weak", fresh: freshness(now - lastSeen) },
    geometry: { type: "LineString", coordinates: [[fromLon, fromLat], [toLon, toLat]] },
  })));

/** Neighbours of the Meshtastic mesh as links between the places of both. */
export function placedLinks(nodes: readonly Tastic[], links: readonly TasticLink[]) {
  const placed = new Map(nodes.map((node) => [node.node, node]));
  return links.flatMap(({ from, to, snr, lastSeen }) => {
    const [a, b] = [placed.get(from), placed.get(to)];
    if (a?.lat == null || a.lon === null || b?.lat == null || b.lon === null) return [];
    const quality = snr >= 5 ? "strong" as const : snr >= -7 ? "usable" as const : "weak" as const;
    return [{
      fromLat: a.lat,
      fromLon: a.lon,
      toLat: b.lat,
      toLon: b.lon,
      kind: "direct" as const,
      quality,
      lastSeen,
    }];
  });
}

/** Spots as points; those without a place are left out. */
export const spotFeatures = (spots: readonly Spot[]): Features =>
  collection(
    spots.flatMap(({ id, callsign, lat, lon }) =>
      lat === undefined || lon === undefined
        ? []
        : [pointFeature({ lat, lon }, { kind: "spot", id, code: callsign, symbol: SPOT, icon: iconOf(SPOT) })]
    ),
  );

/** Objects as points, under their symbols: people look for a repeater, and for its frequency. */
export const objectFeatures = (objects: readonly Placed[], now: number): Features =>
  collection(
    objects.map((object) =>
      pointFeature(object, {
        kind: "object",
        id: object.name,
        code: object.name,
        symbol: object.symbol,
        icon: iconOf(object.symbol),
        said: JSON.stringify(object),
        at: object.heardAt,
        fresh: freshness(now - object.heardAt),
      })
    ),
  );

/** Covered squares as polygons, with their age and density. */
export const coverageFeatures = ({ squares }: Covered, now: number): Features =>
  collection(squares.flatMap(({ grid, heard, lastHeard }) => {
    const box = boxOf(grid);
    return box ? [boxFeature(box, { age: ageWord(now - lastHeard), dense: denseness(heard) })] : [];
  }));
