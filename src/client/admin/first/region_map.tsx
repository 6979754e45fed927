/**
 * A map on which a region is chosen as a locator square: by a tap, by dragging, or with the keys. The field with the locator
 * says the same in letters.
 */
import { useSignal } from "@preact/signals";
import { Land, Lines, TownNames } from "../../map/small_ground.tsx";
import { Square } from "../../map/small_map.tsx";
import { placeOn, projectionOf } from "../../ui/places/project.ts";
import { boxOf, centreOf, larger, smaller } from "../../ui/places/squares.ts";
import { Button } from "../../ui/parts.tsx";
import { tell } from "../tell.ts";
import { stepped, tapped, viewOf } from "./region.ts";

const WIDTH = 600, HEIGHT = 320;
/** Steps to the east and to the north. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export function RegionMap({ grid, choose }: { grid: string; choose: (grid: string) => void }) {
  /** The square when dragging began: the drawing stays as it was then, since it must not move under the finger. */
  const held = useSignal<string | undefined>(undefined);
  const square = boxOf(grid);
  const { south, west, north, east } = viewOf(held.value ?? grid);
  const projection = projectionOf([{ lat: south, lon: west }, { lat: north, lon: east }], WIDTH, HEIGHT);
  const point = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const from = held.peek();
    if (from === undefined) return;
    const box = event.currentTarget.getBoundingClientRect(), scale = WIDTH / box.width;
    choose(
      tapped(from, placeOn(projection, (event.clientX - box.x) * scale, (event.clientY - box.y) * scale)),
    );
  };
  const wider = square && larger(grid),
    finer = square && grid.length < 6 ? smaller(grid, centreOf(square)) : undefined;
  const pressed = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    const next = step
      ? stepped(grid, ...step)
      : event.key === "+"
      ? finer
      : event.key === "-"
      ? wider
      : undefined;
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  return (
    <>
      <div
        class="region-map"
        role="application"
        tabIndex={0}
        aria-label={square ? tell("first.region.at", { grid }) : tell("first.region.map")}
        aria-describedby="region-how"
        onKeyDown={pressed}
        onPointerDown={(event) => {
          held.value = grid;
          event.currentTarget.setPointerCapture(event.pointerId);
          point(event);
        }}
        onPointerMove={point}
        onPointerUp={() => held.value = undefined}
        onPointerCancel={() => held.value = undefined}
      >
        <svg class="small-map small-map-whole" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          <Land projection={projection} />
          <Lines projection={projection} />
          <TownNames projection={projection} marks={[]} pixel={1} mark={18} />
          {square && <Square projection={projection} square={square} />}
        </svg>
      </div>
      <p class="button-row">
        <Button disabled={!wider} onClick={() => choose(wider!)}>{tell("first.region.larger")}</Button>{" "}
        <Button disabled={!finer} onClick={() => choose(finer!)}>{tell("first.region.smaller")}</Button>
      </p>
      <p class="soft" id="region-how">{tell("first.region.how")}</p>
    </>
  );
}
