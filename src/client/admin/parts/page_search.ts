/** What the search at the top asks of a page of administration. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { place } from "../../pages/router.ts";

const askedIn = (query: string): string => new URLSearchParams(query).get("find") ?? "";

/** The words of a page's search: at first those of its address, and those of the address again whenever that changes. */
export function useAsked(): Signal<string> {
  const { query } = place.value, words = useSignal(askedIn(query));
  useEffect(() => {
    words.value = askedIn(query);
  }, [query]);
  return words;
}
