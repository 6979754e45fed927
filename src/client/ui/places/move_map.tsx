/** Draws the circle within which a cache may be moved, and lets one drag it. The fields below do the same without dragging. */
import { useSignal } from "@preact/signals";
import type { Point } from "./arrow.ts";
import { say } from "../say.ts";
import { finger, type Spot } from "./finger.ts";
import { sayDistance } from "../times.ts";
import { beyond, type Drawing, drawingOf, type Move, onDrawing, placeAt, ringsOf } from "./move_limit.ts";

const SIZE = 300;

export function MoveMap({ move, place, set }: { move: Move; place: Point; set: (place: Point) => void }) {
  /** The drawing at the moment when dragging began: it must not move under the finger. */
  const held = useSignal<Drawing | undefined>(undefined);
  const drawing = held.value ?? drawingOf(move, place, SIZE);
  const { x, y } = onDrawing(drawing, place);
  const pinned = move.pinned && onDrawing(drawing, move.pinned);
  const drag = (spot: Spot) => held.peek() && set(placeAt(drawing, spot));
  const end = () => held.value = undefined;
  const hand = finger(
    SIZE,
    (spot) => {
      held.value = drawing;
      drag(spot);
    },
    drag,
    end,
    end,
  );
  return (
    <>
      <svg
        class="move-map"
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        aria-hidden="true"
        {...hand}
      >
        <path class="move-map-ring" d={`M0 ${SIZE / 2}H${SIZE}M${SIZE / 2} 0V${SIZE}`} />
        {ringsOf(drawing).map((far) => (
          <g key={far}>
            <circle class="move-map-ring" cx={SIZE / 2} cy={SIZE / 2} r={far / drawing.metres} />
            <text class="move-map-far" x={SIZE / 2} y={SIZE / 2 - far / drawing.metres + 15}>
              {sayDistance(far)}
            </text>
          </g>
        ))}
        {pinned && move.limitM !== null && (
          <circle class="move-map-limit" cx={pinned.x} cy={pinned.y} r={move.limitM / drawing.metres} />
        )}
        {pinned && (
          <path class="move-map-pin" d={`M${pinned.x - 6} ${pinned.y}h12M${pinned.x} ${pinned.y - 6}v12`} />
        )}
        <circle class={beyond(move, place) > 0 ? "move-map-out" : "move-map-in"} cx={x} cy={y} r="11" />
      </svg>
      <p class="soft">
        {move.limitM === null || move.pinned === null
          ? say("edit.move.free")
          : say("edit.move.limit", { limit: sayDistance(move.limitM) })}
      </p>
    </>
  );
}
