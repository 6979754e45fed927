/** Times of the page in UTC, a tap away: the choice is kept on this device, and holds while a page is shown that offers it. */
import { useEffect } from "preact/hooks";
import { recall, remember } from "../phone/choices.ts";
import { Chip } from "../ui/look/choose.tsx";
import { inUtc } from "../ui/times.ts";

const KEPT = "times.utc";

export function UtcSwitch() {
  useEffect(() => {
    inUtc.value = recall<boolean>(KEPT) ?? false;
    return () => void (inUtc.value = false);
  }, []);
  return (
    <Chip on={inUtc.value} onClick={() => remember(KEPT, inUtc.value = !inUtc.peek())}>
      UTC
    </Chip>
  );
}
