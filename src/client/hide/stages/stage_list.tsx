/** The stages of a cache in their order: on a small map, and as rows with handles, each of which leads to its sheet. */
import { type Signal, useSignal } from "@preact/signals";
import { Land, Lines } from "../../map/small_ground.tsx";
import { Here } from "../../map/small_map.tsx";
import { keyOf, shifted, type Stage, STAGES_MOST } from "../../phone/drafts/stages.ts";
import { CHEVRON_RIGHT, KEY_ROUND } from "../../ui/icons/field_paths.ts";
import { Icon, type IconName } from "../../ui/icons/icon.tsx";
import { useHandles } from "../../ui/look/handles.ts";
import { Button, Foreign } from "../../ui/parts.tsx";
import type { Point } from "../../ui/places/arrow.ts";
import { rounded } from "../../ui/places/coordinates.ts";
import { finger, type Spot } from "../../ui/places/finger.ts";
import { placeOn, type Projection, projectionOf } from "../../ui/places/project.ts";
import { say } from "../../ui/say.ts";
import { sayDistance } from "../../ui/times.ts";

const WIDTH = 600, HEIGHT = 360;
/** A finger that moves no further than this only touches. In units of the drawing. */
const SLACK = 8;

/** A number is touched and then the place for it, or dragged; sheets do the same by keyboard. */
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
  const put = ({ x, y }: Spot) => change(at, rounded(placeOn(projection, x, y)));
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
  const spots = stages.map(({ lat, lon }) =>
    lat === undefined || lon === undefined ? undefined : projection.at({ lat, lon })
  );
  const way = spots.flatMap((spot) => spot ? [`${spot.x} ${spot.y}`] : []);
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
        {way.length > 1 && <path class="stage-way" d={`M${way.join("L")}`} />}
        {start && <Here projection={projection} here={start} />}
        {spots.map((spot, i) =>
          spot && (
            <g key={i} data-i={i} class="stage-spot" data-chosen={i === at}>
              <circle class="stage-reach" cx={spot.x} cy={spot.y} r="34" />
              <circle cx={spot.x} cy={spot.y} r="16" />
              <text x={spot.x} y={spot.y + 6} text-anchor="middle">{i + 1}</text>
            </g>
          )
        )}
      </svg>
      <p class="soft">{say("stages.place")}</p>
    </>
  );
}

export const UNLOCK_ICONS = {
  open: "eye",
  geo: "map-pin",
  nfc: KEY_ROUND,
  audio: "audio-lines",
} as const satisfies Record<
  Stage["unlock"],
  IconName
>;

/** `to`: the address of a stage's sheet, by its number. `insert` puts a new stage at an index and opens its sheet. */
export function StageRows({ stages, set, to, insert, disabled = false }: {
  stages: readonly Stage[];
  set: (stages: readonly Stage[]) => void;
  to: (n: number) => string;
  insert: (at: number) => void;
  disabled?: boolean;
}) {
  const keys = stages.map(keyOf);
  const { rows, handle, held, keyed } = useHandles({
    keys,
    move: (key, at) => {
      const next = shifted(stages, keys.indexOf(key), at);
      if (next !== stages) set(next);
      return next !== stages;
    },
    save: () => {},
  });
  return (
    <>
      {stages.length > 0 && (
        <ol class="entries card card-flush list-order" aria-label={say("page.stages")} {...rows}>
          {stages.map((stage, i) => (
            <li key={keys[i]} class={held === keys[i] ? "entry list-held" : "entry"}>
              <Button
                kind="round"
                icon="menu"
                disabled={disabled}
                aria-label={say("stages.move", { n: i + 1 })}
                {...handle(keys[i]!, i)}
              />
              <a class="entry list-link" href={to(i + 1)}>
                <span class="stage-n" aria-hidden="true">{i + 1}</span>
                <span class="entry-words">
                  <span class="entry-name">
                    <span class="unseen">{say("stages.one", { n: i + 1 })}:</span>
                    {stage.clue.trim() ? <Foreign>{firstLine(stage.clue)}</Foreign> : say("stages.empty")}
                  </span>
                  <span class="entry-line">
                    <Icon name={UNLOCK_ICONS[stage.unlock]} />
                    {stage.unlock === "geo" && i > 0
                      ? say("stages.opens.geo", { far: sayDistance(stages[i - 1]!.radiusM) })
                      : say(`stages.opens.${stage.unlock === "geo" ? "start" : stage.unlock}`)}
                  </span>
                </span>
                <Icon name={CHEVRON_RIGHT} />
                {""}
              </a>
            </li>
          ))}
        </ol>
      )}
      <p class="unseen" role="status">
        {keyed !== undefined && say("stages.moved", { n: keys.indexOf(keyed) + 1, of: keys.length })}
      </p>
      {stages.length < STAGES_MOST && (
        <div class="stage-add">
          <Button icon="plus" disabled={disabled} onClick={() => insert(stages.length)}>
            {say("stages.add")}
          </Button>
        </div>
      )}
    </>
  );
}

/** What a row has room for. */
const firstLine = (text: string): string => text.trim().split("\n")[0]!;
