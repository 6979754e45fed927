/** A cache as a small drawing: type by shape, state by sign. */
import type { Mark } from "../phone/known/caches.ts";
import { cachePath, cacheShape, cacheState, SIGNS, SIZE } from "./caches.ts";

/** What decides how a cache is drawn. `mark`: whether the reader has found it. */
export interface Drawn {
  type: string;
  status?: string | undefined;
  mark?: Mark;
}

/** The drawing, for use within an SVG; a square of `SIZE` units, and a little more for the lines. */
export function DrawnCache({ type, status, mark }: Drawn) {
  const state = cacheState(status, mark);
  return (
    <g class={`mark mark-${state}`}>
      <path d={cachePath(cacheShape(type))} />
      <path class="mark-sign" d={SIGNS[state]} />
    </g>
  );
}

/** The same beside words that say type and state. */
export const CacheMark = (drawn: Drawn) => (
  <svg class="shape" viewBox={`-2 -2 ${SIZE + 4} ${SIZE + 4}`} aria-hidden="true">
    <DrawnCache {...drawn} />
  </svg>
);
