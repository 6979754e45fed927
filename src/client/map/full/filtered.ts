/** The big map's filters: the same as those of Nearby, kept in the page's address, and the caches that they leave. */
import { type ReadonlySignal, type Signal, useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Filters, filtersOf, filtersSet, passes, queryWith } from "../../marks/filters.ts";
import { PAGES } from "../../pages/page_table.ts";
import { go, place } from "../../pages/router.ts";
import { useApp } from "../../phone/app.ts";
import type { CacheRow } from "../../phone/known/caches.ts";

interface Filtered {
  filters: Filters;
  set: (filters: Filters) => void;
  /** How many filters are set. */
  count: number;
  rows: ReadonlySignal<readonly CacheRow[]>;
}

export function useFiltered(): Filtered {
  const { caches, reader } = useApp();
  const filters = useSignal(filtersOf(place.peek().query));
  const heard: Signal<((row: CacheRow) => boolean) | undefined> = useSignal(undefined);
  const { isHeard } = filters.value, known = caches.rows.value.length;
  useEffect(() => {
    if (!isHeard || known === 0) return;
    void import("../../marks/heard_in.ts").then(({ readHeard }) =>
      readHeard(reader, caches.rows.peek(), (tells) => heard.value = tells)
    );
  }, [isHeard, known]);
  const rows = useComputed(() => {
    if (filtersSet(filters.value) === 0) return caches.rows.value;
    const told = { mark: caches.mark.bind(caches), heard: heard.value };
    return caches.rows.value.filter((row) => passes(row, filters.value, told));
  });
  return {
    filters: filters.value,
    set: (next) => {
      filters.value = next;
      const { path, query } = place.peek();
      // While a thing stands beside the map the address is that thing's.
      if (path === PAGES.map.path) go(path + queryWith(query, next), { replace: true });
    },
    count: filtersSet(filters.value),
    rows,
  };
}
