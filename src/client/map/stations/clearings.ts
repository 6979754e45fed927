/**
 * The canvas of the stations lies over the map, and caches are what people look for: where a cache or a group of them is
 * drawn, the canvas is cleared, so that no station covers one. Pure.
 */
import { SIGN_AT, SIGN_R, SIZE } from "../../marks/caches.ts";
import { exact, spotOf } from "./marks.ts";

/** Something that the map's library has drawn: in which of its layers, as what, and where. */
export interface Drawn {
  layer: string;
  properties: Record<string, unknown>;
  lat: number;
  lon: number;
}

/** How large the circle of a group is, by how many caches it has: its radius without its edge. */
export const GROUPS = [[0, 16], [10, 19], [100, 24]] as const;
/** The width of that edge. */
export const GROUP_EDGE = 2.5;
/** The width of the edge around a cache. */
const CACHE_EDGE = 1;

/** Shapes that are cleared: circles, each by its radius and how far to the right and down from the middle it lies. */
const DISC = [[SIZE / 2 + CACHE_EDGE, 0]] as const;
const SHAPES: readonly (readonly (readonly [radius: number, off: number])[])[] = [
  DISC,
  [...DISC, [SIGN_R + CACHE_EDGE, SIGN_AT - SIZE / 2]],
  ...GROUPS.map(([, radius]) => [[radius + GROUP_EDGE, 0]] as const),
];
/** Pixels of a side of the square that each shape fits in. */
export const SHAPE_SIZE = 2 * Math.ceil(GROUPS.at(-1)![1] + GROUP_EDGE);

/** Every shape as an SVG path within that square. */
export const SHAPE_PATHS: readonly string[] = SHAPES.map((circles) =>
  circles.map(([r, off]) => {
    const at = SHAPE_SIZE / 2 + off;
    return `M${at} ${at - r}a${r} ${r} 0 1 0 .01 0Z`;
  }).join("")
);

/** The row of each clearing by its name: its place, and as its picture the shape. */
export function clearingsOf(drawn: readonly Drawn[]): Map<string, readonly number[]> {
  const rows = new Map<string, readonly number[]>();
  for (const { layer, properties, ...place } of drawn) {
    if (layer !== "caches" && layer !== "clusters") continue;
    const count = Number(properties.point_count);
    const shape = layer === "clusters"
      ? 2 + GROUPS.findLastIndex(([from]) => count >= from)
      : /-(found|pending)$/.test(String(properties.icon))
      ? 1
      : 0;
    const name = `${layer} ${properties.id ?? properties.cluster_id}`;
    rows.set(name, [...exact(spotOf(place)), shape, 0, 1, 0]);
  }
  return rows;
}
