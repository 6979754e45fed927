/** The phone's sensors on the way: place and compass; and the screen, which is kept on. */
import { type Signal, useSignal } from "@preact/signals";
import type { Position, Reading } from "../phone/position/reading.ts";
import { usePosition } from "../phone/position/use_position.ts";
import { useAwake } from "../phone/senses/awake.ts";
import { useCompass } from "../phone/senses/compass.ts";
import { type Walk, walked } from "../phone/senses/heading.ts";
import { paced } from "../phone/senses/pace.ts";

/** What the sensors say. */
export interface Senses {
  position: Position;
  walk: Signal<Walk | undefined>;
  /** The readings of the last half minute. */
  pace: Signal<readonly Reading[]>;
  /** Degrees from magnetic north, as far as the phone knows it. */
  compass: Signal<number | undefined>;
  /** Asks for the compass where the browser wants a tap for it; absent where it does not. */
  allowCompass?: () => void;
}

/** Reads the sensors while the component is shown. */
export function useSenses(): Senses {
  const walk = useSignal<Walk | undefined>(undefined), pace = useSignal<readonly Reading[]>([]);
  const { compass, allowCompass } = useCompass();
  const position = usePosition({
    each: (reading) => {
      walk.value = walked(walk.peek(), reading);
      pace.value = paced(pace.peek(), reading);
    },
  });
  useAwake(true);
  return { ...{ position, walk, pace, compass }, ...(allowCompass && { allowCompass }) };
}

/** Vibrates, where the phone can. Browsers allow it only on a page that was touched. */
export function buzz(): void {
  const phone: { vibrate?: (ms: number[]) => boolean; userActivation?: { hasBeenActive: boolean } } =
    navigator;
  if (phone.userActivation?.hasBeenActive) phone.vibrate?.([200, 100, 200]);
}
