/** Roads, rails and ferries of a regional archive, and on top of all what one walks on. Each kind has a shape of its own. Pure. */
import { all, by, ex, type Expression, LINE, not, POLYGON, zoomed } from "./expressions.ts";
import type { Layers } from "./layers.ts";
import { type Rank, RANKS, type Walk } from "./schemas.ts";

/** How wide roads are, by zoom: `zoom, pixels …`. */
const WIDE: Readonly<Record<Rank, readonly number[]>> = {
  big: [6, 0.8, 10, 2, 13, 4, 15, 8, 18, 26],
  main: [7, 0.6, 10, 1.4, 13, 3.2, 15, 6.5, 18, 22],
  third: [9, 0.5, 11, 0.9, 13, 2.4, 15, 5.2, 18, 19],
  minor: [11, 0.2, 12, 0.5, 13, 1.1, 14, 2, 15, 4, 18, 16],
  lane: [13, 0.4, 14, 0.9, 15, 2, 18, 9],
};
/** Zooms at which those widths are asked for, and how they grow between them. */
const ZOOMS = [6, 8, 10, 11, 12, 13, 14, 15, 16, 18], GROWS = 1.5;

/** The width of a road at a zoom; 0 where it is not drawn yet. */
function wideAt(rank: Rank, zoom: number): number {
  const stops = WIDE[rank];
  if (zoom < stops[0]!) return 0;
  for (let i = 0; i + 3 < stops.length; i += 2) {
    const [from, width, to, next] = stops.slice(i, i + 4) as [number, number, number, number];
    if (zoom > to) continue;
    const part = (GROWS ** (zoom - from) - 1) / (GROWS ** (to - from) - 1);
    return width + part * (next - width);
  }
  return stops.at(-1)!;
}

export function ways(layers: Layers): void {
  const { schema: { roads, rank, isTunnel, isBridge }, line, fill, colours, isSun, isPale, schema } = layers;
  const byRank = (of: (rank: Rank) => unknown): Expression =>
    by(rank, RANKS.map((one) => [one, of(one)]), of("minor"));
  /** One width for all ranks, so that they are one layer. */
  const wide = (more: (rank: Rank, zoom: number) => number): Expression =>
    zoomed(
      GROWS,
      ...ZOOMS.flatMap((zoom) => [
        zoom,
        byRank((one) => {
          const width = wideAt(one, zoom);
          return width === 0 ? 0 : Math.round(100 * (width + more(one, zoom))) / 100;
        }),
      ]),
    );
  const isLarge = (one: Rank) => one === "main" || one === "big";
  const edge = (one: Rank, zoom: number) =>
    (isSun ? isLarge(one) ? 3 : 1.3 : one === "lane" ? 0.9 : one === "minor" ? 1.1 : 1.5) *
    (zoom < 12 ? 0.8 : 1);
  const isRoad = all(LINE, ex("!=", rank, "")), onGround = not(isTunnel);
  const road = [roads, all(isRoad, onGround)] as const;
  const layout = { "line-sort-key": byRank((one) => RANKS.indexOf(one)) };

  line("pier", [roads, all(LINE, schema.pier)], {
    "line-color": colours["m-land"],
    "line-width": zoomed(1.5, 13, 1, 18, 9),
  }, { minzoom: 13 });
  line("ferry", [roads, schema.ferry], {
    ...{ "line-color": colours["m-sea"], "line-width": 1.2, "line-dasharray": [5, 3], "line-opacity": 0.8 },
  }, { minzoom: 8 });
  line("tunnel", [roads, all(isRoad, isTunnel)], {
    "line-color": colours["m-road-edge"] === colours["m-land"] ? colours["m-border"] : colours["m-road-edge"],
    ...{ "line-width": 1, "line-gap-width": wide(() => 0), "line-dasharray": [3, 2], "line-opacity": 0.7 },
  }, { minzoom: 12 });
  fill("square", [roads, all(POLYGON, schema.square)], { "fill-color": colours["m-way"] }, { minzoom: 13 });
  line("square-line", [roads, all(LINE, schema.square)], {
    "line-color": colours["m-way"],
    "line-width": zoomed(1.5, 14, 1.2, 18, 12),
  }, { minzoom: 14 });
  // Edge and road are the same lines: the library holds them once, since their filters and layouts are the same.
  line("road-edge", road, {
    "line-color": byRank((one) => colours[isLarge(one) ? "m-main-edge" : "m-road-edge"]),
    "line-width": wide(edge),
    "line-opacity": zoomed(1, 11, isPale ? 0.7 : 1, 13, 1),
  }, { layout });
  line("road", road, {
    "line-color": byRank((one) => colours[isLarge(one) ? "m-main" : "m-road"]),
    "line-width": wide(() => 0),
  }, { layout });
  line("bridge", [roads, all(isRoad, isBridge)], {
    "line-color": colours["m-label"],
    "line-width": isSun ? 1.4 : 0.9,
    "line-gap-width": wide((_, zoom) => zoom > 13 ? 1 : 0.5),
  }, { minzoom: 13, layout: { "line-cap": "butt" } });
  rails(layers);
  walks(layers);
}

/** A railway is dark with light sleepers; sidings and trams are thin dashes, a ropeway is a thread with cars on it. */
function rails({ line, colours, schema: { roads, rail, thinRail, ropeway, isTunnel } }: Layers): void {
  const open = [roads, all(LINE, rail, not(isTunnel))] as const, layout = { "line-cap": "butt" };
  line("rail", open, {
    "line-color": colours["m-rail"],
    "line-width": zoomed(1.4, 8, 0.7, 12, 1.6, 14, 2.8, 18, 6),
  }, { minzoom: 8, layout });
  line("rail-light", open, {
    "line-color": colours["m-land"],
    "line-width": zoomed(1.4, 11.9, 0, 12, 0.7, 14, 1.4, 18, 3.4),
    "line-dasharray": [4, 4],
  }, { minzoom: 8, layout });
  line("rail-thin", [roads, all(LINE, ex("any", thinRail, all(rail, isTunnel)))], {
    "line-color": colours["m-rail"],
    ...{ "line-width": zoomed(1.4, 13, 0.6, 18, 1.6), "line-opacity": 0.8, "line-dasharray": [6, 2] },
  }, { minzoom: 13 });
  line("ropeway", [roads, ropeway], { "line-color": colours["m-rail"], "line-width": 1.1 }, { minzoom: 11 });
  line("ropeway-cars", [roads, ropeway], {
    ...{ "line-color": colours["m-rail"], "line-width": 4, "line-dasharray": [1, 7] },
  }, { minzoom: 12 });
}

/**
 * A track is two thin lines (a car fits between), a path is dashes, a footway the same but thinner so that towns stay calm, steps
 * are rungs, a cycleway is dash and dot. A soft band of land below keeps them readable on woods, rock and houses.
 */
function walks({ line, colours, schema, isSun, isPale }: Layers): void {
  const { walk } = schema;
  const of = (cases: readonly (readonly [Walk, unknown])[], rest: unknown): Expression =>
    by(walk, cases, rest);
  const is = [schema.walks, all(LINE, ex("!=", walk, ""))] as const, layout = { "line-cap": "butt" };
  line("walk-band", is, {
    "line-color": colours["m-land"],
    "line-width": zoomed(
      1.4,
      ...[12, of([["kerb", 0], ["below", 0]], 1.6)],
      ...[14, of([["kerb", 0], ["below", 0]], 3.4), 18, of([["kerb", 0], ["below", 0]], 9)],
    ),
    "line-opacity": isPale ? 0.75 : 0.6,
  }, { minzoom: 12, layout });
  const bold = isSun ? 1.18 : 1;
  const wide = (path: number, track: number, steps: number, cycle: number) =>
    of([
      ["track", track],
      ["foot", 0.62 * path * bold],
      ["cycle", cycle],
      ["steps", steps],
      ["kerb", 0],
      ["below", path === 0 ? 0 : 1.2],
    ], path * bold);
  const apart = (track: number) => of([["track", track]], 0);
  line("walk", is, {
    "line-color": of([["cycle", colours["m-cycle"]]], colours["m-path"]),
    "line-width": zoomed(
      1.4,
      ...[12, wide(0.8, 0.3, 0, 0.9)],
      ...[13, wide(1.05, 0.45, 0, 1.15)],
      ...[14, wide(1.35, 0.75, 3, 1.4)],
      ...[16, wide(2, 1, 5, 2)],
      ...[18, wide(3.2, 1.5, 9, 3.2)],
    ),
    "line-gap-width": zoomed(1.4, 12, 0, 13, apart(0.8), 14, apart(1.5), 18, apart(6)),
    "line-dasharray": of([
      ["track", ["literal", [1, 0]]],
      ["cycle", ["literal", [5, 1.6, 0.9, 1.6]]],
      ["steps", ["literal", [0.3, 0.3]]],
      ["below", ["literal", [1, 3]]],
    ], ["literal", [3.2, 1.6]]),
    // Nothing is grey in the sun.
    "line-opacity": isSun ? 1 : of([["below", 0.6]], 1),
  }, { minzoom: 12, layout });
  // Pavements and crossings are told by the street until one looks at houses.
  line("kerb", [schema.walks, all(LINE, by(walk, [["kerb", true]], false))], {
    ...{
      "line-color": colours["m-path"],
      "line-width": 0.9,
      "line-opacity": 0.6,
      "line-dasharray": [1.5, 2],
    },
  }, { minzoom: 16.5 });
}

/** Borders of countries and of their parts, none of communes. */
export function borders({ line, colours, schema: { border: [layer, isBorder], isCountry } }: Layers): void {
  line("border", [layer, all(LINE, isBorder)], {
    "line-color": colours["m-border"],
    "line-width": ex("case", isCountry, 1.6, 1),
    "line-dasharray": [6, 2.5, 1.2, 2.5],
    "line-opacity": ex("case", isCountry, 1, 0.6),
  });
}
