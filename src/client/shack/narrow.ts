/** Whether the screen is as narrow as a phone's: columns have no room there. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const NARROW = "(max-width: 39.99rem)";

export function useNarrow(): boolean {
  const narrow = useSignal(matchMedia(NARROW).matches);
  useEffect(() => {
    const media = matchMedia(NARROW), turned = () => narrow.value = media.matches;
    media.addEventListener("change", turned);
    return () => media.removeEventListener("change", turned);
  }, []);
  return narrow.value;
}
