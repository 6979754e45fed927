/** Reads one cache for a page: from the gateway, from the phone's memory, from a pack, or from its row in the list. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import type { Known } from "../phone/reader.ts";
import { passingOf, sayUnread } from "../ui/unread.ts";
import type { CacheSeen } from "./cache_seen.ts";
import { routeTo } from "../phone/wire/routes.ts";
import { seenOf } from "./from_row.ts";

/** A cache as a page has it. `listed`: the list said so and nothing else did, so it has neither words nor hint. */
type KnownCache = Known<CacheSeen> & { listed?: true };

interface CacheAsked {
  cache: Signal<KnownCache | undefined>;
  /** Why there is nothing to show; empty while it is read, and once there is something. */
  problem: Signal<string>;
  /** The gateway said that it was removed. */
  gone: Signal<boolean>;
}

export function useCache(code: string): CacheAsked {
  const app = useApp();
  const cache = useSignal<KnownCache | undefined>(undefined);
  const problem = useSignal(""), gone = useSignal(false);
  useEffect(() => {
    const address = routeTo("GET /api/caches/:id", { params: { id: code } });
    const show = (known: Known<CacheSeen>) => {
      cache.value = known;
      problem.value = "";
    };
    let left = false;
    void app.reader.read(address, show, app.packs.find(code)).then(async (failed) => {
      if (!failed || failed.ok || left) return;
      gone.value = failed.refused && failed.status === 410;
      // What stood in a list leads there, though nobody opened it before the signal went.
      const row = !cache.peek() && passingOf(failed) ? await app.caches.rowOf(code) : undefined;
      if (left) return;
      if (row && !cache.peek()) cache.value = { ...row, value: seenOf(row.value), listed: true };
      // A cache that the gateway says is gone is not shown from memory.
      if (!cache.peek() || gone.value) problem.value = sayUnread(failed);
    });
    return () => void (left = true);
  }, [code]);
  return { cache, problem, gone };
}
