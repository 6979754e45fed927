/** The data of layers that can be switched on: the meshes, people with TAK, spots of other programmes, what receivers cover. */
import { signal } from "@preact/signals";
import type { Spot as SpotShape } from "../../read/mod.ts";
import type { TakPerson } from "../../live/mod.ts";
import type { Coverage, MeshLink, MeshNode, MeshtasticNode } from "../../stations/mod.ts";
import type { z } from "zod";
import { boxOf } from "../ui/places/squares.ts";
import type { Reader } from "../phone/reader.ts";
import { boxFeature, collection, type Features, pointFeature } from "./features.ts";
import { bboxOf } from "../ui/places/view.ts";
import type { Bounds } from "../ui/places/world_shapes.ts";
import { routeTo } from "../phone/wire/routes.ts";

/** What the gateway answers about covered squares. */
export type Covered = z.output<typeof Coverage>;
export type Node = z.output<typeof MeshNode>;
export type Link = z.output<typeof MeshLink>;
type Spot = z.output<typeof SpotShape>;
export type Tastic = z.output<typeof MeshtasticNode>;
export interface TasticLink {
  from: string;
  to: string;
  snr: number;
  lastSeen: number;
}
export type Person = z.output<typeof TakPerson>;

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
