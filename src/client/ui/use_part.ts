/** A part of a page that is loaded when it is needed. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** The part, once it was `wanted` and is here; where it does not come there is none. */
export function usePart<Part>(load: () => Promise<Part>, wanted = true): Part | undefined {
  const part = useSignal<{ of: Part } | undefined>(undefined);
  useEffect(() => {
    if (wanted && !part.peek()) load().then((of) => part.value = { of }, () => {});
  }, [wanted]);
  return part.value?.of;
}
