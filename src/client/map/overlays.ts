/** The data of layers that can be switched on: the meshes, people with TAK, spots of other programmes, what receivers cover. */
import { signal } from "@preact/signals";
import type { Spot as SpotShape } from "../../read/mod.ts";
import type { TakPerson } from "../../live/mod.ts";
import type { Coverage, MeshLink, MeshNode, MeshtasticNode } from "../../stations/mod.ts";
import type { z } from "zod";
import type { Reader } from "../phone/reader.ts";
import { bboxOf } from "../ui/places/view.ts";
import type { Bounds } from "../ui/places/world_shapes.ts";

/** What the gateway answers about covered squares. */
export type Covered = z.output<typeof Coverage>;
export type Node = z.output<typeof MeshNode>;
export type Link = z.output<typeof MeshLink>;
export type Spot = z.output<typeof SpotShape>;
export type Tastic = z.output<typeof MeshtasticNode>;
export interface TasticLink {
  from: string;
  to: string;
  snr: number;
  lastSeen: number;
}
export type Person = z.output<typeof TakPerson>;

/** What the layers show; read, and drawn, by what is loaded with the first of them. */
export class Overlays {
  readonly #reader: Reader;
  /** Whether anything was asked for yet. */
  readonly asked = signal(false);
  readonly nodes = signal<readonly Node[]>([]);
  readonly links = signal<readonly Link[]>([]);
  readonly tastic = signal<readonly Tastic[]>([]);
  readonly tasticLinks = signal<readonly TasticLink[]>([]);
  readonly people = signal<readonly Person[]>([]);
  /** Whether people with TAK were asked for. */
  declare takRead?: boolean;
  /** Whether the operator has people with TAK shown. */
  readonly takShown = signal(true);
  readonly spots = signal<readonly Spot[]>([]);
  /** Whether the instance fetches spots at all. */
  readonly spotsEnabled = signal(true);
  readonly coverage = signal<Covered | undefined>(undefined);

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Reads what a layer shows, within a box or everywhere. */
  async read(what: keyof typeof import("./overlay_reads.ts"), box?: Bounds): Promise<void> {
    this.asked.value = true;
    await (await import("./overlay_reads.ts"))[what](this, this.#reader, box && bboxOf(box));
  }
}
