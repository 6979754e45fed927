/** How a finger pulls a page down. Pure; lengths in CSS pixels. */

/** Where on the screen a finger came down or is. */
interface Spot {
  x: number;
  y: number;
}

/** A finger that came down at the page's top, and how far the page's sign has come down with it. */
export interface Pull {
  from: Spot;
  way: number;
}

/** The finger goes so much further than the sign, which feels like a spring. */
const SPRING = 0.45;
/** The sign's furthest, and from where on letting go reads anew. */
const MOST = 84, FAR = 60;
/** So much is a tremble. */
const STILL = 12;

/** The pull once the finger is at `to`; `undefined` where it goes up or aside: then it scrolls, or turns a page. */
export function follow({ from, way }: Pull, to: Spot): Pull | undefined {
  const down = to.y - from.y, aside = Math.abs(to.x - from.x);
  if (way === 0 && (down < -STILL || aside > Math.max(STILL, down))) return undefined;
  return { from, way: down <= STILL ? 0 : Math.min(MOST, (down - STILL) * SPRING) };
}

/** Whether letting go reads the page anew. */
export const isFar = ({ way }: Pull): boolean => way >= FAR;
