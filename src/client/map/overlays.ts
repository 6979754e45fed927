/** The data of layers that can be switched on: the mesh, spots of other programmes, and what receivers cover. */
import { signal } from "@preact/signals";
import type { Spot as SpotShape } from "../../read/mod.ts";
import type { Coverage, MeshLink, MeshNode } from "../../stations/mod.ts";
import type { z } from "zod";
import { freshness } from "../phone/known/heard.ts";
import { boxOf } from "../ui/places/squares.ts";
import type { Reader } from "../phone/reader.ts";
import { boxFeature, collection, type Feature, type Features, pointFeature } from "./features.ts";
import { stationShape } from "../marks/stations.ts";
import { bboxOf } from "../ui/places/view.ts";
import type { Bounds } from "../ui/places/world_shapes.ts";
import { routeTo } from "../phone/wire/routes.ts";

/** What the gateway answers about covered squares. */
export type Covered = z.output<typeof Coverage>;
type Node = z.output<typeof MeshNode>;
type Link = z.output<typeof MeshLink>;
type Spot = z.output<typeof SpotShape>;

const DAY = 86_400;

/** Reads the data when a layer needs it. */
export class Overlays {
  readonly #reader: Reader;
  readonly nodes = signal<readonly Node[]>([]);
  readonly links = signal<readonly Link[]>([]);
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
    ]);
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

/** Nodes of the mesh as points; `now` in unix seconds. */
export const nodeFeatures = (nodes: readonly Node[], now: number): Features =>
  collection(nodes.map(({ callsign, lat, lon, symbol, lastHeard }) =>
    pointFeature({ lat, lon }, {
      kind: "mesh",
      id: callsign,
      code: callsign,
      icon: `station-${stationShape(symbol ?? "/n")}`,
      fresh: freshness(now - lastHeard),
    })
  ));

/** Links of the mesh: solid where one node heard the other directly, dashed where over a relay; the wider the stronger. */
export const linkFeatures = (links: readonly Link[], now: number): Features =>
  collection(links.map(({ fromLat, fromLon, toLat, toLon, kind, quality, lastSeen }): Feature => ({
    type: "Feature",
    properties: { how: kind, quality: quality ?? "weak", fresh: freshness(now - lastSeen) },
    geometry: { type: "LineString", coordinates: [[fromLon, fromLat], [toLon, toLat]] },
  })));

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
