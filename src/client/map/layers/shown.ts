/** What the layers of the map show, as the gateway answers it. */
import type { Signal } from "@preact/signals";
import type { z } from "#schemas";
import type { TakPerson } from "../../../live/mod.ts";
import type { Spot as SpotShape } from "../../../read/mod.ts";
import type { Coverage, MeshLink, MeshNode, MeshtasticNode } from "../../../stations/mod.ts";

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

/** All of it, as it was read last. */
export interface LayerData {
  readonly nodes: Signal<readonly Node[]>;
  readonly links: Signal<readonly Link[]>;
  readonly tastic: Signal<readonly Tastic[]>;
  readonly tasticLinks: Signal<readonly TasticLink[]>;
  readonly people: Signal<readonly Person[]>;
  /** Whether people with TAK were asked for. */
  takRead?: boolean;
  /** Whether the operator has people with TAK shown. */
  readonly takShown: Signal<boolean>;
  readonly spots: Signal<readonly Spot[]>;
  /** Whether the instance fetches spots at all. */
  readonly spotsEnabled: Signal<boolean>;
  readonly coverage: Signal<Covered | undefined>;
}
