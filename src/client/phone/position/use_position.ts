/** The phone's place while a page is shown that needs it at once: the way, a log, a stage, a measurement. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../app.ts";
import type { Failure, Position, Reading } from "./reading.ts";
import { watchPosition } from "./watch.ts";

/** After so many seconds without a reading one is asked for. */
const RENEW_S = 5;

/** Reads the place while the component is shown and `on`; `each` is called with every reading. */
export function usePosition(
  { on = true, each }: { on?: boolean; each?: (reading: Reading) => void } = {},
): Position {
  const app = useApp();
  const reading = useSignal<Reading | undefined>(undefined),
    failure = useSignal<Failure | undefined>(undefined);
  const round = useSignal(0);
  useEffect(() => {
    if (!on) return;
    const told = {
      read(found: Reading) {
        reading.value = found;
        failure.value = undefined;
        each?.(found);
      },
      failed: (why: Failure) => failure.value = why,
    };
    return watchPosition(app, told, { renewS: RENEW_S });
  }, [on, round.value]);
  const again = () => {
    failure.value = undefined;
    round.value++;
  };
  return { reading, failure, again };
}
