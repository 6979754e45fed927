/** What federation takes of the rest, and what it asks of the areas that publish. */
import type { Tell, World } from "../base/mod.ts";
import type { Audit, Database } from "../db/mod.ts";
import type { Limits } from "../http/mod.ts";
import type { Settings } from "../settings/mod.ts";
import { type Appliers, RECORD_KINDS, type RecordKind } from "../wire/mod.ts";
import type { BatchPost } from "./carriers/batches.ts";
import type { CircuitVisits } from "./carriers/circuits.ts";
import type { TakeVisit } from "./carriers/visits.ts";
import type { Ears } from "./corroborate/answering.ts";
import type { Finds } from "./corroborate/cases.ts";
import type { FederationEvents } from "./events.ts";

export interface FederationNeeds {
  db: Database;
  settings: Settings;
  world: World;
  audit: Audit;
  limits: Limits;
  tell: Tell<FederationEvents>;
  /** Records of somebody suspended are hidden from people who browse. */
  accounts: { holder(call: string): { hidden: boolean } | undefined };
}

/** What areas that publish give, asked when a record, a batch or a question has come. */
export interface FederationAsks {
  /** What takes over the mirrors of areas, each of its kinds. */
  appliers: readonly Appliers[];
  /** The post office as a way for batches. */
  batchPost: BatchPost;
  /** What was heard here, and the finds that peers may lift. */
  ears: Ears;
  liftable: Finds;
  /** Takes a visit that came as a frame. */
  takeVisit: TakeVisit;
  /** Visits that packet circuits carry. */
  circuitVisits: CircuitVisits;
}

/** The applier of each kind, asked of the areas when a record of it has come. */
export function appliersOf(others: FederationAsks): Appliers {
  let all: Appliers | undefined;
  const of = (kind: RecordKind) => (all ??= Object.assign({}, ...others.appliers) as Appliers)[kind];
  return Object.defineProperties(
    {},
    Object.fromEntries(RECORD_KINDS.map((kind) => [kind, { get: () => of(kind) }])),
  );
}
