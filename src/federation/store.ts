/** All tables of federation in one value: what the machine, the pull and the routes work on. */
import type { World } from "../base/mod.ts";
import type { Database } from "../db/mod.ts";
import { GapStore } from "./gaps/store.ts";
import { Numbers } from "./records/numbers.ts";
import { PeerStore } from "./peers/store.ts";
import { ProgressStore } from "./pull/progress_store.ts";
import { RecordStore } from "./records/store.ts";

export interface Store {
  records: RecordStore;
  progress: ProgressStore;
  gaps: GapStore;
  peers: PeerStore;
  numbers: Numbers;
}

export const openStore = (db: Database, world: World): Store => ({
  records: new RecordStore(db),
  progress: new ProgressStore(db),
  gaps: new GapStore(db),
  peers: new PeerStore(db),
  numbers: new Numbers(db, world),
});
