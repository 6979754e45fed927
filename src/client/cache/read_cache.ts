/** Reads one cache for a page: from the gateway, from the phone's memory, or from a pack. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import type { Known } from "../phone/reader.ts";
import { sayUnread } from "../ui/unread.ts";
import type { CacheSeen } from "./cache_view.tsx";
import { routeTo } from "../phone/wire/routes.ts";

interface CacheAsked {
  cache: Signal<Known<CacheSeen> | undefined>;
  /** Why there is nothing to show; empty while it is read, and once there is something. */
  problem: Signal<string>;
  /** The gateway said that it was removed. */
  gone: Signal<boolean>;
}

export function useCache(code: string): CacheAsked {
  const app = useApp();
  const cache = useSignal<Known<CacheSeen> | undefined>(undefined);
  const problem = useSignal(""), gone = useSignal(false);
  useEffect(() => {
    const address = routeTo("GET /api/caches/:id", { params: { id: code } });
    const show = (known: Known<CacheSeen>) => {
      cache.value = known;
      problem.value = "";
    };
    void app.reader.read(address, show, app.packs.find(code)).then((failed) => {
      if (!failed || failed.ok) return;
      gone.value = failed.refused && failed.status === 410;
      // A cache that the gateway says is gone is not shown from memory.
      if (!cache.value || gone.value) problem.value = sayUnread(failed);
    });
  }, [code]);
  return { cache, problem, gone };
}
