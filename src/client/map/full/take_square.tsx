/** The square that somebody takes along: outlined on the map, by the zoom at first, then one step larger or smaller. */
import type { ReadonlySignal, Signal } from "@preact/signals";
import { TakeWithMe } from "../../phone/packs/take_with_me.tsx";
import { Button } from "../../ui/parts.tsx";
import { readable } from "../../ui/places/locator_grid.ts";
import { type Length, LENGTHS, squareAt } from "../../ui/places/squares.ts";
import type { View } from "../../ui/places/view.ts";
import { lengthOf } from "./square_length.ts";
import { say } from "../../ui/say.ts";

export function TakeSquare({ view, chosen }: {
  view: ReadonlySignal<View | undefined>;
  /** The size that somebody chose, which holds until they have done with squares. */
  chosen: Signal<Length | undefined>;
}) {
  if (!view.value) return null;
  const length = lengthOf(view.value, chosen.value), { centre } = view.value;
  const up = LENGTHS[LENGTHS.indexOf(length) - 1], down = LENGTHS[LENGTHS.indexOf(length) + 1];
  return (
    <>
      <p role="status">{say("map.take.square", { grid: readable(squareAt(centre, length)) })}</p>
      <div class="buttons">
        <Button disabled={!up} onClick={() => chosen.value = up}>{say("packs.larger")}</Button>
        <Button disabled={!down} onClick={() => chosen.value = down}>{say("packs.smaller")}</Button>
      </div>
      <TakeWithMe centre={centre} length={length} />
    </>
  );
}
