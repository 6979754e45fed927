/** What a block would hide, before it is done. */
import type { Store } from "../tables/store.ts";
import { isOnlyNamedBy } from "./hearsay.ts";
import type { Peer } from "../tables/peer_store.ts";

/** Counts of what goes out of sight with a blocked instance. */
export interface BlockPreview {
  caches: number;
  finds: number;
  keys: number;
  bulletins: number;
  /** Instances of which only this peer has told; they are forgotten with it. */
  named: number;
  /** Questions about finds that wait for its answer; it would not count any more. */
  questions: number;
  /** Whether unvetting the peer brings all of it back: what is hidden is kept, what was forgotten is learnt again. */
  undo: boolean;
}

/** What blocking this peer hides. Changes nothing. */
export function blockPreview(
  store: Store,
  { instance }: Peer,
  questionsTo: (instance: string) => number,
): BlockPreview {
  const held = new Map(
    (instance === null ? [] : store.records.kindsOf({ origin: instance })).map(({ kind, n }) => [kind, n]),
  );
  const named = instance === null
    ? []
    : store.peers.all().filter((peer) => isOnlyNamedBy(store, peer, instance));
  return {
    caches: held.get("cache") ?? 0,
    finds: held.get("find") ?? 0,
    keys: held.get("key") ?? 0,
    bulletins: held.get("bulletin") ?? 0,
    named: named.length,
    questions: instance === null ? 0 : questionsTo(instance),
    undo: true,
  };
}
