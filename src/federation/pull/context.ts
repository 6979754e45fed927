/** What one pull works with and counts. */
import type { Appliers, RecordKind, SequenceKind } from "../../wire/mod.ts";
import type { Receiver } from "../admit/outcome.ts";
import type { Room } from "../admit/room.ts";
import type { Region } from "../serve/region.ts";
import type { Store } from "../tables/store.ts";
import type { TrustView } from "../peers/trust.ts";

const COUNTED = ["cache", "find", "key", "tombstone", "accountMove", "bulletin", "transit"] as const;
/** Records applied by kind; `transit` are those of other origins, counted in their kind as well. */
export type Counts = Record<typeof COUNTED[number], number>;
/** Records that a pull brought, of every kind. */
export const freshIn = (counts: Counts): number =>
  COUNTED.reduce((sum, name) => name === "transit" ? sum : sum + counts[name], 0);
export const noCounts = (): Counts => Object.fromEntries(COUNTED.map((name) => [name, 0])) as Counts;

export interface PullOptions {
  /** Kinds wanted; tombstones always come. */
  types?: readonly RecordKind[];
  /** Pages to read at most: of each kind for the neighbour's own records, in all for records that it passes on. */
  maxPages?: number;
}

export interface Deps {
  self: string;
  store: Store;
  trust: TrustView;
  receiver: Receiver;
  appliers: Appliers;
  /** How much of others' records may be kept. */
  room: Room;
  graceS: number;
  region(): Region | undefined;
  /** The setting FED_DISCOVER. */
  discover: boolean;
  /** The key and the operator that the registry names for an instance. */
  binding(instance: string): { key?: string; operator?: string } | undefined;
  log(message: string, facts: Record<string, unknown>): void;
}

export interface Pull extends Deps {
  url: string;
  /** The neighbour, once its descriptor was taken. */
  neighbour: string;
  /** Whether the operator trusts the neighbour: what it says of other instances' records then moves our marks. */
  trusted: boolean;
  capabilities: readonly string[];
  options: PullOptions;
  counts: Counts;
  /** Bytes of pages read. */
  bytes: number;
  /** Pages left for records passed on. */
  passedOnPages: number;
  asksLeft: number;
  /** The neighbour answered 429: nothing more of others' records now. */
  limited: boolean;
}

export const PAGES = 50;

export const wants = (pull: Pull, kind: RecordKind): boolean =>
  kind === "tombstone" || pull.options.types === undefined || pull.options.types.includes(kind);

export const countName = (kind: RecordKind): typeof COUNTED[number] =>
  kind === "account-move" ? "accountMove" : kind;

/** The region to name in requests; `undefined` for a neighbour that cannot narrow its pages to a region. */
export const regionFor = (pull: Pull): Region | undefined =>
  pull.capabilities.includes("sync-cache-bbox") ? pull.region() : undefined;

/** One kind of one origin, read from the neighbour. */
export interface Reading {
  origin: string;
  kind: SequenceKind;
  own: boolean;
  advances: boolean;
  generation: number;
  /** The number before the first record that found no room, once one did: pages behind it move nothing. */
  readTo?: number;
}
