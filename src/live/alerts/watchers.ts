/** Watched calls: whoever watches one is told when it is heard under any SSID, at most once an hour. */
import { baseCall, type Place, type World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { Listener } from "../hub.ts";
import type { LivePosition, NearCache } from "../room/messages.ts";
import type { Alerts } from "./alerts.ts";

/** Calls that one account may watch. */
export const WATCHES_MOST = 50;
/** Seconds in which a watcher gets at most one alert of a call. */
const AGAIN_S = 3600;
/** A position older than this, in seconds, alerts nobody. */
const NEWS_S = 900;
/** Metres within which a watched call is told to be near a cache. */
const NEAR_M = 500;

/** What watched calls ask of the game. */
export interface WatchSources {
  /** Listed, active caches within that many metres of the place, nearest first. */
  cachesNear(place: Place, withinM: number): NearCache[];
}

export class Watchers implements Listener {
  /** Who watches which base call; a mirror of the table, so that each packet costs one look-up. */
  #watchers = new Map<string, number[]>();
  /** Base calls whose alert is being written. */
  readonly #underWay = new Set<string>();

  constructor(
    private readonly db: Database,
    private readonly world: World,
    private readonly alerts: Alerts,
    private readonly sources: WatchSources,
  ) {
    this.refresh();
  }

  /** Starts to watch a call. The same call again changes nothing. */
  watch(tx: Tx, account: number, call: string): number {
    const { id } = this.alerts.store.addWatch(tx, { account, base: baseCall(call), at: this.world.now() })!;
    tx.after(() => this.refresh());
    return id;
  }

  /** Ends a watch of the account; `false` where it has none of that number. */
  unwatch(tx: Tx, account: number, id: number): boolean {
    const dropped = this.alerts.store.dropWatch(tx, { account, id }).changes === 1;
    if (dropped) tx.after(() => this.refresh());
    return dropped;
  }

  /** A station was heard: its watchers are told, at most once an hour. */
  position(position: LivePosition): void {
    const base = baseCall(position.call);
    const watchers = this.#watchers.get(base);
    if (!watchers || this.#underWay.has(base)) return;
    const now = this.world.now();
    if (position.at < now - NEWS_S) return;
    const due = watchers.filter((account) =>
      !this.alerts.store.toldSince({ account, base, since: now - AGAIN_S })
    );
    if (due.length === 0) return;
    const [near] = this.sources.cachesNear(position, NEAR_M);
    this.#underWay.add(base);
    this.db.write((tx) => {
      for (const accountId of due) {
        // Read again inside the write: meanwhile the watch may have been deleted, with a person who was erased.
        if (!this.alerts.store.watchOf({ account: accountId, base })) continue;
        this.alerts.add(tx, {
          accountId,
          kind: near ? "near_cache" : "heard",
          call: position.call,
          ...(near ? { code: near.code, title: near.title } : {}),
          at: now,
        });
      }
    }).catch((error) => this.world.log.error("watch alerts of {base} are lost: {error}", { base, error }))
      .finally(() => this.#underWay.delete(base));
  }

  /** Reads anew who watches whom: after every change of a watch, also by who erases a person. */
  refresh(): void {
    const watchers = new Map<string, number[]>();
    for (const { base, account } of this.alerts.store.everyWatch()) {
      const known = watchers.get(base);
      if (known) known.push(account);
      else watchers.set(base, [account]);
    }
    this.#watchers = watchers;
  }
}
