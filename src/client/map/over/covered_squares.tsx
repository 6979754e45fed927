/** What one receiver or all of them cover, as squares on a small map. */
import { projectionOf } from "../../ui/places/project.ts";
import { boxOf } from "../../ui/places/squares.ts";
import { say } from "../../ui/say.ts";
import { usePart } from "../../ui/use_part.ts";
import type { Covered } from "../layers/shown.ts";
import { Land, Lines } from "../small_ground.tsx";

const WIDTH = 600, HEIGHT = 360;

/** The squares on a map: coloured by how long ago something was heard there, and the denser the more often. */
export function CoveredSquares({ covered, now }: { covered: Covered; now: number }) {
  const drawn = usePart(() => import("../layers/covered.ts"));
  if (!drawn) return null;
  const boxes = covered.squares.flatMap((square) => {
    const box = boxOf(square.grid);
    return box ? [{ ...square, box }] : [];
  });
  const corners = boxes.flatMap(({ box }) => [
    { lat: box.south, lon: box.west },
    { lat: box.north, lon: box.east },
  ]);
  const map = projectionOf(corners, WIDTH, HEIGHT);
  return (
    <svg
      class="small-map small-map-whole"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={say("coverage.map", { n: boxes.length })}
    >
      <Land projection={map} />
      <Lines projection={map} />
      {boxes.map(({ grid, box, heard, lastHeard }) => {
        const low = map.at({ lat: box.south, lon: box.west }),
          high = map.at({ lat: box.north, lon: box.east });
        return (
          <rect
            key={grid}
            class={`covered covered-${drawn.ageWord(now - lastHeard)}`}
            x={low.x}
            y={high.y}
            width={Math.max(1, high.x - low.x)}
            height={Math.max(1, low.y - high.y)}
            opacity={drawn.denseness(heard)}
          >
            <title>{say("coverage.one", { grid, n: heard })}</title>
          </rect>
        );
      })}
    </svg>
  );
}
