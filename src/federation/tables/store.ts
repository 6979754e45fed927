/** All tables of federation in one value: what the machine, the pull and the routes work on. */
import type { World } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import { type GapStore, gapStore } from "./gap_store.ts";
import { type Numbers, numbersOf } from "./numbers.ts";
import { type PullHistory, pullHistory } from "./pull_history.ts";
import { type PeerStore, peerStore } from "./peer_store.ts";
import { type ProgressStore, progressStore } from "./progress_store.ts";
import { type RecordStore, recordStore } from "./record_store.ts";
import { type ShareStore, shareStore } from "./share_store.ts";

export interface Store {
  records: RecordStore;
  progress: ProgressStore;
  gaps: GapStore;
  peers: PeerStore;
  history: PullHistory;
  numbers: Numbers;
  shares: ShareStore;
}

export const openStore = (db: Database, world: World): Store => ({
  records: recordStore(db),
  progress: progressStore(db),
  gaps: gapStore(db),
  peers: peerStore(db),
  history: pullHistory(db),
  numbers: numbersOf(db, world),
  shares: shareStore(db),
});
