/** Texts on a drawing of evidence: each where there is room for it. Pure. */
import type { Spot } from "./evidence.ts";

/** A text that begins at a point; `y` is its baseline. */
interface Label extends Spot {
  text: string;
}
/** A text that is wanted near a point: beginning there, ending there, or around it. */
export interface Wanted extends Label {
  side: "start" | "end" | "middle";
}

/** Width of a letter and height of a line, in the drawing's units. They are a little more than letters mostly need. */
const WIDE = 5.8, HIGH = 13;
/** Room that stays free at the edge of the drawing. */
const EDGE = 3;
/** How far off a text may be moved to find room, nearest first. */
const SHIFTS = [0, HIGH, -HIGH, 2 * HIGH, -2 * HIGH, 3 * HIGH, -3 * HIGH];

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * The texts that have room in a square of `size` units, those that come first are preferred. `points`: what they must not
 * cover. A text that is too long is cut, one that finds no room is left out: the list beside the drawing says it.
 */
export function placed(wanted: readonly Wanted[], points: readonly Spot[], size: number): Label[] {
  const taken: Box[] = points.map(({ x, y }) => ({ left: x - 7, right: x + 7, top: y - 7, bottom: y + 7 }));
  const most = Math.floor((size - 2 * EDGE) / WIDE);
  return wanted.flatMap(({ text: whole, x, y, side }) => {
    const text = whole.length > most ? `${whole.slice(0, most - 1).trimEnd()}…` : whole;
    const wide = text.length * WIDE;
    const begin = side === "start" ? x : side === "end" ? x - wide : x - wide / 2;
    const left = Math.max(EDGE, Math.min(size - EDGE - wide, begin));
    for (const shift of SHIFTS) {
      const bottom = y + shift + 3;
      const box = { left, right: left + wide, top: bottom - HIGH, bottom };
      if (box.top < EDGE || bottom > size - EDGE || taken.some((other) => overlap(box, other))) continue;
      taken.push(box);
      return [{ text, x: left, y: y + shift }];
    }
    return [];
  });
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** How far from the edge an arrow ends. */
const RIM = 5;

/**
 * Where the line from a point of the drawing to one outside of it meets the rim, and the direction in degrees, clockwise from
 * the right; `undefined` where the line ends within the drawing.
 */
export function rimOf(from: Spot, to: Spot, size: number): Spot & { turn: number } | undefined {
  const dx = to.x - from.x, dy = to.y - from.y;
  const part = (start: number, way: number): number =>
    way > 0 ? (size - RIM - start) / way : way < 0 ? (RIM - start) / way : Infinity;
  const reach = Math.min(part(from.x, dx), part(from.y, dy));
  if (reach >= 1) return undefined;
  return {
    x: Math.round(from.x + dx * reach),
    y: Math.round(from.y + dy * reach),
    turn: Math.round(Math.atan2(dy, dx) * 180 / Math.PI),
  };
}
