/** Searches that this device keeps of a table: words, filters and order, each one press away. */
import { useSignal } from "@preact/signals";
import { recall, remember } from "../../phone/choices.ts";
import { Button } from "../../ui/parts.tsx";
import { tell } from "../tell.ts";

/** What is asked of a table: words, a choice of each filter, and the order. */
interface Search {
  words: string;
  choices: readonly string[];
  order: { id: string; down: boolean };
}

/** So many are kept of one table. */
const MOST = 8;

const isSame = (a: Search, b: Search): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Reads only what has the form of this table's filters: these may be others than when it was kept. */
const savedOf = (name: string, filters: number): readonly Search[] => {
  const list = recall<Search[]>(name);
  return Array.isArray(list)
    ? list.filter(({ words, choices, order }) =>
      typeof words === "string" && choices?.length === filters && typeof order?.id === "string"
    )
    : [];
};

/** `now`: what is asked; `nothing`: whether that is what the page begins with; `called`: a search in words. */
export function SavedSearches({ id, now, nothing, called, take }: {
  id: string;
  now: Search;
  nothing: boolean;
  called: (search: Search) => string;
  take: (search: Search) => void;
}) {
  const name = `searches.${id}`;
  const saved = useSignal(savedOf(name, now.choices.length));
  const set = (list: readonly Search[]) => remember(name, saved.value = list);
  const isSaved = saved.value.some((one) => isSame(one, now));
  if (nothing && saved.value.length === 0) return null;
  return (
    <div class="saved-searches" role="group" aria-label={tell("searches.title")}>
      {saved.value.map((one) => (
        <Button
          key={JSON.stringify(one)}
          aria-pressed={isSame(one, now)}
          onClick={() => take(one)}
        >
          {called(one)}
        </Button>
      ))}
      {isSaved
        ? (
          <Button kind="quiet" onClick={() => set(saved.peek().filter((one) => !isSame(one, now)))}>
            {tell("searches.forget")}
          </Button>
        )
        : !nothing && (
          <Button kind="quiet" onClick={() => set([...saved.peek(), now].slice(-MOST))}>
            {tell("searches.keep")}
          </Button>
        )}
    </div>
  );
}
