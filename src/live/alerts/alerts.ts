/** What members are told: rows in their list, a web push at once, a mail for what stays unseen. */
import { baseCall, type Place, type World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { Push } from "../push/push.ts";
import type { LivePosition, NearCache } from "../room/messages.ts";
import { AlertStore, type NewAlert } from "./store.ts";

/** Calls that one account may watch. */
export const WATCHES_MOST = 50;
/** At most one alert for a watcher and a call in this time. */
const AGAIN_S = 3600;
/** A position older than this is history, not news. */
const NEWS_S = 900;
/** Metres within which a watched call is told to be near a cache. */
const NEAR_M = 500;

export interface AlertSources {
  cachesNear(place: Place, withinM: number): NearCache[];
}

/** The sentence of an alert, as a notification shows it. */
export function alertText(
  alert: { kind: string; call: string; code?: string | null; title?: string | null },
): string {
  const cache = alert.title ? `${alert.title} (${alert.code})` : alert.code ?? "a cache";
  switch (alert.kind) {
    case "heard":
      return `${alert.call} was heard`;
    case "near_cache":
      return `${alert.call} was heard near ${cache}`;
    case "cache_found":
      return `${alert.call} found ${cache}`;
    case "call_released":
      return `${alert.call} is not yours any more`;
    case "corroborated":
      return `Your station proved a find of ${alert.call} at ${cache}`;
    default:
      return `${alert.call}: ${alert.kind.replaceAll("_", " ")}${alert.code ? `, ${cache}` : ""}`;
  }
}

export class Alerts {
  readonly store: AlertStore;
  /** Who watches which base call; a mirror of the table, so that each packet costs one look-up. */
  #watchers = new Map<string, number[]>();
  /** Base calls whose alert is being written. */
  readonly #underWay = new Set<string>();

  constructor(
    private readonly db: Database,
    private readonly world: World,
    private readonly sources: AlertSources,
    private readonly push: Push,
  ) {
    this.store = new AlertStore(db);
    this.refresh();
  }

  /** Tells a member. In the caller's transaction; the push goes out once it is committed. */
  add(tx: Tx, alert: NewAlert): void {
    this.store.add(tx, alert);
    tx.after(() => {
      this.push.tell(alert.accountId, {
        kind: alert.kind,
        text: alertText(alert),
        callsign: alert.call,
        code: alert.code ?? null,
        at: alert.at,
      });
    });
  }

  /** Tells a member, in a write of its own, behind the caller's back. */
  tell(alert: NewAlert): void {
    this.db.write((tx) => this.add(tx, alert)).catch((error) =>
      this.world.log.error("an alert of account {account} is lost: {error}", {
        account: alert.accountId,
        error,
      })
    );
  }

  /** Starts to watch a call. The same call again changes nothing. */
  watch(tx: Tx, account: number, call: string): number {
    const id = this.store.addWatch(tx, account, baseCall(call), this.world.now());
    tx.after(() => this.refresh());
    return id;
  }

  unwatch(tx: Tx, account: number, id: number): boolean {
    const dropped = this.store.dropWatch(tx, account, id);
    if (dropped) tx.after(() => this.refresh());
    return dropped;
  }

  /** Marks everything as seen; gives how many were new. */
  see(tx: Tx, account: number): number {
    return this.store.see(tx, account, this.world.now());
  }

  /** A station was heard: its watchers are told, at most once an hour. */
  position(position: LivePosition): void {
    const base = baseCall(position.call);
    const watchers = this.#watchers.get(base);
    if (!watchers || this.#underWay.has(base)) return;
    const now = this.world.now();
    if (position.at < now - NEWS_S) return;
    const due = watchers.filter((account) => !this.store.toldSince(account, base, now - AGAIN_S));
    if (due.length === 0) return;
    const [near] = this.sources.cachesNear(position, NEAR_M);
    this.#underWay.add(base);
    this.db.write((tx) => {
      for (const accountId of due) {
        // Asked anew: since the station was heard the watch may have gone, with a person who was erased.
        if (!this.store.isWatching(accountId, base)) continue;
        this.add(tx, {
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

  /** Forgets alerts older than that many days (API "Limits", Retention). */
  async prune(days: number): Promise<void> {
    await this.db.write((tx) => this.store.prune(tx, this.world.now() - days * 86_400));
  }

  /** Reads anew who watches whom: after every change of a watch, also by who erases a person. */
  refresh(): void {
    const watchers = new Map<string, number[]>();
    for (const { base, account } of this.store.everyWatch()) {
      const known = watchers.get(base);
      if (known) known.push(account);
      else watchers.set(base, [account]);
    }
    this.#watchers = watchers;
  }
}
