/** The arrow that shows the way, turned against the direction in which the phone points, within a rim that bears the letters. */
import { sayPoint } from "../ui/places/way_to.ts";
import { say } from "../ui/say.ts";

/** The letters of the compass that the rim bears, by their number among eight. */
const LETTERS = [0, 2, 4, 6];
/** In the middle of the rim, from the middle of the dial. */
const RIM = 161;

/**
 * `turn`: clockwise degrees from straight ahead. `towards`: degrees from north, which the words beside it say. `steady`:
 * the direction is known. North lies on the rim where it is.
 */
export function Dial({ turn, towards, steady }: { turn: number; towards: number; steady: boolean }) {
  const north = Math.round(turn - towards), points = say("compass.points").split(" ");
  return (
    <svg
      class={`go-arrow ${steady ? "" : "go-arrow-north"}`}
      viewBox="-180 -180 360 360"
      role="img"
      aria-label={say("go.arrow", { point: sayPoint(towards) })}
    >
      <circle class="go-rim" r="177" />
      <circle class="go-ticks" r={RIM} pathLength="72" transform={`rotate(${north - 0.25})`} />
      <circle class="go-dial" r="145" />
      {steady && (
        <polygon
          class="go-cone"
          points="0,0 -38,-138 0,-143 38,-138"
          transform={`rotate(${Math.round(turn)})`}
        />
      )}
      <path d="M0-122L60 50L0 12L-60 50Z" transform={`rotate(${Math.round(turn)})`} />
      {LETTERS.map((at) => {
        const angle = (north + at * 45) * Math.PI / 180;
        const x = Math.round(Math.sin(angle) * RIM), y = Math.round(-Math.cos(angle) * RIM);
        return (
          <g key={at} class={at === 0 ? "go-letter go-letter-north" : "go-letter"}>
            <circle cx={x} cy={y} r="17" />
            <text x={x} y={y} dy="0.36em">{points[at]}</text>
          </g>
        );
      })}
    </svg>
  );
}
