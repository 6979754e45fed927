/** Lakes and rivers of the built-in map, as the build packs them. Pure. */
import { Unpacked } from "./unpacked.ts";
import { type Line, lineOf } from "./world_shapes.ts";

/** All lakes and rivers. */
export interface Waters {
  /** Closed rings. */
  lakes: Line[];
  rivers: Line[];
}

/** Reads `waters.bin`, as `tools/ground.ts` packs it. */
export function readWaters(bytes: Uint8Array): Waters {
  const from = new Unpacked(bytes), steps = from.whole();
  const lines = () => {
    // The beginning of a line is stored as the difference from the beginning of the line before.
    let begin: readonly [number, number] = [0, 0];
    return from.list(() => {
      let [x, y] = begin, first = true;
      return lineOf(from.list(() => {
        x += from.signed();
        y += from.signed();
        if (first) begin = [x, y];
        first = false;
        return [x / steps, y / steps] as const;
      }));
    });
  };
  return { lakes: lines(), rivers: lines() };
}

/**
 * A line with its corners rounded (Chaikin): shapes that were packed in steps of half a kilometre look drawn by hand then, and
 * not cut out. A ring stays a ring.
 */
export function rounded({ points, ...box }: Line): Line {
  const last = points.length - 2;
  if (last < 4) return { points, ...box };
  const isRing = points[0] === points[last] && points[1] === points[last + 1];
  const list: number[] = isRing ? [] : [points[0]!, points[1]!];
  for (let at = 0; at < last; at += 2) {
    const [x, y, nextX, nextY] = points.subarray(at, at + 4) as unknown as [number, number, number, number];
    list.push(
      0.75 * x + 0.25 * nextX,
      0.75 * y + 0.25 * nextY,
      0.25 * x + 0.75 * nextX,
      0.25 * y + 0.75 * nextY,
    );
  }
  if (isRing) list.push(list[0]!, list[1]!);
  else list.push(points[last]!, points[last + 1]!);
  return { points: Float64Array.from(list), ...box };
}
