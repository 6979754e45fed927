/** Where things stand that lie at one spot of the map and are fanned out around it. Pure. */

/** Pixels from the middle of one thing to the next: what a thumb needs, and room between. */
const APART = 52;
/** Pixels from the spot to its things at least. */
const LEAST = 56;

/** Pixels from the spot to each of `n` things. */
export const fanRadius = (n: number): number => Math.max(LEAST, Math.ceil(APART * n / (2 * Math.PI)));

/** Where each of `n` things stands, in pixels from the spot; the first above it, the others clockwise. */
export function fanPlaces(n: number): { x: number; y: number }[] {
  const far = fanRadius(n);
  return Array.from({ length: n }, (_, i) => {
    const turn = 2 * Math.PI * i / n;
    return { x: Math.round(far * Math.sin(turn)), y: Math.round(-far * Math.cos(turn)) };
  });
}

/** The part of a map that is free for a fan, in pixels from its edges. */
export interface Free {
  top: number;
  bottom: number;
}
/** Room around a fan's middle beside its radius: half a thing, and a little air. */
const AIR = 30;

/** By how much a map has to move so that a fan around `spot` is whole within what is free of it. */
export function movedFor(
  spot: { x: number; y: number },
  n: number,
  { width, height }: { width: number; height: number },
  { top, bottom }: Free,
): { x: number; y: number } {
  const need = fanRadius(n) + AIR;
  // Where there is too little room, the spot comes into the middle of it.
  const within = (at: number, from: number, to: number) =>
    to - from < 2 * need ? (from + to) / 2 : Math.min(Math.max(at, from + need), to - need);
  return {
    x: Math.round(spot.x - within(spot.x, 0, width)),
    y: Math.round(spot.y - within(spot.y, top, height - bottom)),
  };
}
