/** Measures a place: from a press of the button to the next one, it takes the mean of the phone's readings. */
import { useSignal } from "@preact/signals";
import { usePosition } from "../../phone/position/use_position.ts";
import { Failed } from "../../phone/position/why.tsx";
import { sayAccuracy } from "../../phone/position/words.ts";
import type { Point } from "../../ui/places/arrow.ts";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayDistance } from "../../ui/times.ts";
import { GOOD_M, meanOf, NOTHING, secondsLeft, type Sum, take } from "../average.ts";

/** `kind`: of the button that begins. `set` gets the mean place; `accuracyM` in metres. */
export function Measure({ kind, set }: {
  kind: "main" | "quiet";
  set: (mean: Point & { accuracyM: number }) => void;
}) {
  const sum = useSignal<Sum>(NOTHING);
  const running = useSignal(false);
  const { failure, again } = usePosition({
    on: running.value,
    each: (reading) => sum.value = take(sum.peek(), reading),
  });
  const mean = meanOf(sum.value), left = secondsLeft(sum.value);
  const begin = () => {
    sum.value = NOTHING;
    running.value = true;
  };
  const use = () => {
    running.value = false;
    if (mean) set(mean);
  };
  return (
    <section>
      {running.value && failure.value && (
        <Failed failure={failure.value} again={again} more={say("hide.refused")} />
      )}
      {!running.value ? <Button kind={kind} onClick={begin}>{say("hide.measure")}</Button> : (
        <>
          <p class="hide-accuracy" role="status">
            {mean ? sayAccuracy(mean) : failure.value ? "" : say("nearby.locating")}
          </p>
          <p class="soft">
            {!mean || left > 0
              ? say("hide.wait", { n: left, far: sayDistance(GOOD_M) })
              : say(mean.accuracyM > 20 ? "hide.trees" : "hide.good")}
          </p>
          <Button kind="main" disabled={!mean} onClick={use}>{say("hide.use")}</Button>
        </>
      )}
    </section>
  );
}
