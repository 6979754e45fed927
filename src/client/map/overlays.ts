/** The data of layers that can be switched on: the meshes, people with TAK, spots of other programmes, what receivers cover. */
import { signal } from "@preact/signals";
import type { Spot as SpotShape } from "../../read/mod.ts";
import type { TakPerson } from "../../live/mod.ts";
import type { Coverage, MeshLink, MeshNode, MeshtasticNode } from "../../stations/mod.ts";
import type { z } from "zod";
import { freshness } from "../phone/known/heard.ts";
import { boxOf } from "../ui/places/squares.ts";
import type { Reader } from "../phone/reader.ts";
import { boxFeature, collection, type Feature, type Features, pointFeature } from "./features.ts";
import { batteryOf, howOf, roleOf, signalOf } from "../marks/node_words.ts";
import { stationShape } from "../marks/stations.ts";
import { bboxOf } from "../ui/places/view.ts";
import type { Bounds } from "../ui/places/world_shapes.ts";
import { routeTo } from "../phone/wire/routes.ts";

/** What the gateway answers about covered squares. */
export type Covered = z.output<typeof Coverage>;
type Node = z.output<typeof MeshNode>;
type Link = z.output<typeof MeshLink>;
type Spot = z.output<typeof SpotShape>;
type Tastic = z.output<typeof MeshtasticNode>;
interface TasticLink {
  from: string;
  to: string;
  snr: number;
  lastSeen: number;
}
type Person = z.output<typeof TakPerson>;

const DAY = 86_400;

/** Reads the data when a layer needs it. */
export class Overlays {
  readonly #reader: Reader;
  readonly nodes = signal<readonly Node[]>([]);
  readonly links = signal<readonly Link[]>([]);
  readonly tastic = signal<readonly Tastic[]>([]);
  readonly tasticLinks = signal<readonly TasticLink[]>([]);
  readonly people = signal<readonly Person[]>([]);
  /** Whether the operator has people with TAK shown. */
  readonly takShown = signal(true);
  readonly spots = signal<readonly Spot[]>([]);
  /** Whether the instance fetches spots at all. */
  readonly spotsEnabled = signal(true);
  readonly coverage = signal<Covered | undefined>(undefined);

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  async mesh(box: Bounds | undefined): Promise<void> {
    const query = { bbox: box && bboxOf(box) };
    await Promise.all([
      this.#reader.read(
        routeTo("GET /api/mesh/nodes", { query }),
        ({ value }) => this.nodes.value = value.nodes,
      ),
      this.#reader.read(
        routeTo("GET /api/mesh/links", { query }),
        ({ value }) => this.links.value = value.links,
      ),
      this.#reader.read(
        routeTo("GET /api/meshtastic/nodes", { query: { ...query, limit: "1000" } }),
        ({ value }) => {
          this.tastic.value = value.nodes;
          this.tasticLinks.value = value.links;
        },
      ),
    ]);
  }

  async readTak(): Promise<void> {
    await this.#reader.read(routeTo("GET /api/cot/inbound"), ({ value }) => {
      this.takShown.value = value.on;
      this.people.value = value.people;
    });
  }

  async readSpots(): Promise<void> {
    await this.#reader.read(routeTo("GET /api/spots"), ({ value }) => {
      this.spotsEnabled.value = value.enabled;
      this.spots.value = value.spots;
    });
  }

  /** Reads what all receivers cover, or one (`site`), within a box or everywhere. */
  async cover(box: Bounds | undefined, site?: string): Promise<void> {
    await this.#reader.read(
      routeTo("GET /api/coverage", { query: { bbox: box && bboxOf(box), site: site || undefined } }),
      ({ value }) => this.coverage.value = value,
    );
  }
}

/** Nodes of both meshes as points; a Meshtastic node whose place is coarse stands in the square that it means. `now`: unix seconds. */
export const nodeFeatures = (nodes: readonly Node[], tastic: readonly Tastic[], now: number): Features =>
  collection([
    ...nodes.map(({ callsign, lat, lon, symbol, lastHeard }) =>
      pointFeature({ lat, lon }, {
        kind: "mesh",
        id: callsign,
        code: callsign,
        icon: `station-${stationShape(symbol ?? "/n")}`,
        fresh: freshness(now - lastHeard),
      })
    ),
    ...tastic.flatMap((node) => tasticFeatures(node, freshness(now - node.lastHeard))),
  ]);

function tasticFeatures(node: Tastic, fresh: number): Feature[] {
  const { lat, lon, cell, role } = node;
  if (lat === null || lon === null) return [];
  const half = cell === null ? 0 : cell / 2;
  return [
    ...(half > 0
      ? [boxFeature({ west: lon - half, south: lat - half, east: lon + half, north: lat + half }, { fresh })]
      : []),
    pointFeature({ lat, lon }, {
      kind: "tastic",
      id: node.node,
      code: node.name ?? node.node,
      icon: `station-${TASTIC_SHAPES[role ?? 0] ?? "node"}`,
      line: [roleOf(node), howOf(node), signalOf(node), batteryOf(node)].filter(Boolean).join(", "),
      at: node.lastHeard,
      fresh,
    }),
  ];
}

/** The shape of a node by its role: relays as towers, trackers as people, sensors as weather stations. */
const TASTIC_SHAPES = ["node", "node", "tower", "tower", "tower", "person", "weather"] as const;

/** People with TAK as points; `now` in unix seconds. */
export const takFeatures = (people: readonly Person[], now: number): Features =>
  collection(
    people.map(({ id, name, lat, lon, at }) =>
      pointFeature({ lat, lon }, {
        kind: "tak",
        id,
        code: name,
        icon: "station-person",
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
        : [pointFeature({ lat, lon }, { kind: "spot", id, code: callsign, icon: "station-tower" })]
    ),
  );

/** How old the last packet from a square is: within a day, within a month, or older. `ageS`: seconds. */
export const ageWord = (ageS: number): "day" | "month" | "old" =>
  ageS <= DAY ? "day" : ageS <= 30 * DAY ? "month" : "old";
/** How dense a square is drawn: the number of digits of how often something was heard there. */
export const denseness = (heard: number): number =>
  Math.min(0.75, 0.2 + 0.15 * Math.log10(Math.max(1, heard)));

/** Covered squares as polygons, with their age and density. */
export const coverageFeatures = ({ squares }: Covered, now: number): Features =>
  collection(squares.flatMap(({ grid, heard, lastHeard }) => {
    const box = boxOf(grid);
    return box ? [boxFeature(box, { age: ageWord(now - lastHeard), dense: denseness(heard) })] : [];
  }));
