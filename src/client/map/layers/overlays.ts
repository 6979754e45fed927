/** The data of layers that can be switched on: the meshes, people with TAK, spots of other programmes, what receivers cover. */
import { signal } from "@preact/signals";
import type { Covered, LayerData, Link, Node, Person, Spot, Tastic, TasticLink } from "./shown.ts";
import type { Reader } from "../../phone/reader.ts";
import { bboxOf } from "../../ui/places/view.ts";
import type { Bounds } from "../../ui/places/world_shapes.ts";

/** What the layers show; read, and drawn, by what is loaded with the first of them. */
export class Overlays implements LayerData {
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
