/** What serving works with. */
import type { World } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import type { Identity } from "../keys/identity.ts";
import type { TrustView } from "../peers/trust.ts";
import type { ServedRow } from "../tables/record_store.ts";
import type { Store } from "../tables/store.ts";
import { type Region, regionHas } from "./region.ts";

export interface ServeParts {
  identity: Identity;
  store: Store;
  db: Database;
  world: World;
  trust: TrustView;
  /** The setting FED_RESERVE. */
  reserve(): "trusted" | "all" | "off";
  /** The region that caches are mirrored of; undefined for all. */
  region(): Region | undefined;
}

/** Whether a record is served to somebody who asks for a region: a record without a place always is. */
export const inRegion = (row: ServedRow, region: Region | undefined): boolean =>
  region === undefined || row.latE7 === null || row.lonE7 === null || regionHas(region, row.latE7, row.lonE7);
