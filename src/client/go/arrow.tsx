/** The arrow that shows the way, turned against the direction in which the phone points. */
import { say } from "../ui/say.ts";
import { sayPoint } from "../ui/places/way_to.ts";

/**
 * `turn`: clockwise degrees from straight ahead. `towards`: degrees from north, which the words beside it say. `steady`:
 * the direction is known.
 */
export function Arrow({ turn, towards, steady }: { turn: number; towards: number; steady: boolean }) {
  return (
    <svg
      class={`go-arrow ${steady ? "" : "go-arrow-north"}`}
      viewBox="-50 -50 100 100"
      role="img"
      aria-label={say("go.arrow", { point: sayPoint(towards) })}
    >
      <circle r="46" />
      <path d="M0 -40L24 34L0 20L-24 34Z" transform={`rotate(${Math.round(turn)})`} />
    </svg>
  );
}
