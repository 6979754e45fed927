/** The stages on a small map: a number is touched and then the place for it, or dragged. The fields below do it by keyboard. */
import { type Signal, useSignal } from "@preact/signals";
import { Land, Lines } from "../../map/small_ground.tsx";
import { Here } from "../../map/small_map.tsx";
import { placeOn, type Projection, projectionOf } from "../../ui/places/project.ts";
import type { Point } from "../../ui/places/arrow.ts";
import { say } from "../../ui/say.ts";
import { finger, type Spot } from "../../ui/places/finger.ts";
import type { Stage } from "./stages.ts";

const WIDTH = 600, HEIGHT = 360;
/** A finger that moves no further than this only touches. In units of the drawing. */
const SLACK = 8;

/** Degrees to a tenth of a metre: finer digits would claim what no finger can. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

export function StageMap({ stages, start, chosen, change }: {
  stages: readonly Stage[];
  /** Where the cache is. */
  start: Point | undefined;
  /** The stage that a touch of the map places, by its index. */
  chosen: Signal<number>;
  /** Changes the stage of this index. */
  change: (at: number, what: Point) => void;
}) {
  /** Where a finger came down, until it drags; whether it did on a stage; and the drawing, which must not move under it. */
  const held = useSignal<{ from: Spot | undefined; on: boolean; projection: Projection } | undefined>(
    undefined,
  );
  const points = [start, ...stages].filter((one): one is Point =>
    one?.lat !== undefined && one.lon !== undefined
  );
  if (points.length === 0 || stages.length === 0) return null;
  const projection = held.value?.projection ?? projectionOf(points, WIDTH, HEIGHT);
  const at = Math.min(chosen.value, stages.length - 1);
  const put = ({ x, y }: Spot) => {
    const { lat, lon } = placeOn(projection, x, y);
    change(at, { lat: rounded(lat), lon: rounded(lon) });
  };
  const touches = ({ x, y }: Spot) => {
    const from = held.peek()?.from;
    return from && Math.hypot(x - from.x, y - from.y) <= SLACK;
  };
  const end = () => held.value = undefined;
  const hand = finger(
    WIDTH,
    (from, on) => {
      const { i } = on.closest("g")?.dataset ?? {};
      if (i) chosen.value = Number(i);
      held.value = { from, on: i !== undefined, projection };
    },
    (spot) => {
      const now = held.peek();
      if (!now?.on || touches(spot)) return;
      now.from = undefined;
      put(spot);
    },
    (spot) => {
      if (!held.peek()?.on && touches(spot)) put(spot);
      end();
    },
    end,
  );
  return (
    <>
      <svg
        class="small-map small-map-whole"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={say("stages.map")}
        {...hand}
      >
        <Land projection={projection} />
        <Lines projection={projection} />
        {start && <Here projection={projection} here={start} />}
        {stages.map(({ lat, lon }, i) => {
          if (lat === undefined || lon === undefined) return null;
          const { x, y } = projection.at({ lat, lon });
          return (
            <g key={i} data-i={i} class="stage-spot" data-chosen={i === at}>
              <circle class="stage-reach" cx={x} cy={y} r="34" />
              <circle cx={x} cy={y} r="16" />
              <text x={x} y={y + 6} text-anchor="middle">{i + 1}</text>
            </g>
          );
        })}
      </svg>
      <p class="soft">{say("stages.place")}</p>
    </>
  );
}
