/** All tables of federation in one value: what the machine, the pull and the routes work on. */
import type { World } from "../base/mod.ts";
import type { Database } from "../db/mod.ts";
import { GapStore } from "./gap_store.ts";
import { Numbers } from "./numbers.ts";
import { PeerStore } from "./peer_store.ts";
import { ProgressStore } from "./progress_store.ts";
import { RecordStore } from "./record_store.ts";

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
