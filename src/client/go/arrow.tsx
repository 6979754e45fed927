/** The arrow that shows the way, turned against the direction in which the phone points. */
import { say } from "../ui/say.ts";
import { sayPoint } from "../ui/places/way_to.ts";

/**
 * `turn`: clockwise degrees from straight ahead. `towards`: degrees from north, which the words beside it say. `steady`:
 * the direction is known. North lies on the dial where it is.
 */
export function Arrow({ turn, towards, steady }: { turn: number; towards: number; steady: boolean }) {
  return (
    <svg
      class={`go-arrow ${steady ? "" : "go-arrow-north"}`}
      viewBox="-50 -50 100 100"
      role="img"
      aria-label={say("go.arrow", { point: sayPoint(towards) })}
    >
      <circle class="go-dial" r="49" />
      <circle class="go-ticks" r="46" pathLength="72" />
      <text class="go-dial-north" transform={`rotate(${Math.round(turn - towards)})`} y="-34">
        {say("compass.points").split(" ")[0]}
      </text>
      <path d="M0 -38L22 30L0 18L-22 30Z" transform={`rotate(${Math.round(turn)})`} />
    </svg>
  );
}
