/** A cache on a drawn map: a disc of its kind, with a sign for its state. */
import type { Mark } from "../phone/known/caches.ts";
import { kindOf } from "../ui/look/kinds.ts";
import { cacheState, INNER, kindPath, SIGN_AT, SIGN_R, SIGNS, SIZE } from "./caches.ts";

/** What decides how a cache is drawn. `mark`: whether the reader has found it. */
export interface Drawn {
  type: string;
  status?: string | undefined;
  mark?: Mark;
}

const HALF = SIZE / 2, EDGE = HALF * (1 - INNER);

/** The drawing, for use within an SVG; a square of `SIZE` units, and a little more for lines and signs. */
export function DrawnCache({ type, status, mark }: Drawn) {
  const state = cacheState(status, mark), kind = kindOf(type), sign = SIGNS[state];
  return (
    <g class={`mark mark-${state} kind-${kind}`}>
      <circle cx={HALF} cy={HALF} r={HALF} />
      <path transform={`translate(${EDGE} ${EDGE}) scale(${INNER})`} d={kindPath(kind)} />
      {sign && (
        <g class="mark-sign" transform={`translate(${SIGN_AT - SIGN_R} ${SIGN_AT - SIGN_R})`}>
          <circle cx={SIGN_R} cy={SIGN_R} r={SIGN_R} />
          <path transform={`translate(${SIGN_R / 3} ${SIGN_R / 3}) scale(${SIGN_R / 18})`} d={sign} />
        </g>
      )}
    </g>
  );
}
