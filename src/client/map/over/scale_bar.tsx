/** The scale in a corner of a map. */
import type { ReadonlySignal } from "@preact/signals";
import type { Projection } from "../../ui/places/project.ts";
import { metresPerPixel } from "../../ui/places/mercator.ts";
import { scaleBar } from "./scale.ts";
import type { View } from "../../ui/places/view.ts";

/** The longest bar on a small map: to the right of it stand no degrees. */
const SMALL_ROOM = 84;

/** Within the drawing of a small map. `below`: so much of its foot is covered. */
export function SmallScale({ projection, below = 0 }: { projection: Projection; below?: number }) {
  const { west, east, south, north, width, height } = projection;
  const { text, length } = scaleBar(
    metresPerPixel((south + north) / 2, width * 360 / (east - west)),
    SMALL_ROOM,
  );
  const right = width - 6, foot = height - 6 - below;
  return (
    <g class="small-map-scale">
      <path d={`M${right - length} ${foot - 6}v6h${length}v-6`} />
      <text x={right} y={foot - 9} text-anchor="end">{text}</text>
    </g>
  );
}

/** The longest bar on the big map. */
const ROOM = 110;

/** Over the big map: drawn anew whenever it has moved. */
export function BigScale({ view }: { view: ReadonlySignal<View | undefined> }) {
  if (!view.value) return null;
  const { centre, zoom } = view.value;
  const { text, length } = scaleBar(metresPerPixel(centre.lat, 512 * 2 ** zoom), ROOM);
  return (
    <div class="map-scale" role="img" aria-label={text}>
      <span aria-hidden="true">{text}</span>
      <svg width={length + 2} height="8" aria-hidden="true">
        <path d={`M1 1v6h${length}v-6`} />
      </svg>
    </div>
  );
}
