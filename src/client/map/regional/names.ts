/** Names of a regional archive and its places to see and to use, from the least important to the most. Pure. */
import type { SymbolLayerSpecification } from "maplibre-gl";
import { all, among, by, ex, type Expression, LINE, not, POINT, zoomed } from "./expressions.ts";
import type { Layers } from "./layers.ts";
import { hueOf, type Poi, POIS } from "./pois.ts";

type Layout = NonNullable<SymbolLayerSpecification["layout"]>;

/** The device's own letters: weight and slant are told by the first name of the face. */
interface Faces {
  plain: string[];
  slant: string[];
  bold: string[];
}
const facesOf = (isSun: boolean): Faces => ({
  plain: [isSun ? "semibold" : "sans-serif"],
  slant: [isSun ? "semibold italic" : "italic"],
  bold: [isSun ? "bold" : "semibold"],
});

const get = (...keys: readonly string[]): Expression =>
  ex("coalesce", ...keys.map((key) => ["get", key]), "");
/** What stands on the sign there is what a walker compares; letters that everybody reads where tiles have no others. */
const signed = (language: string): Expression =>
  get("name", "name:latin", "name_int", `name:${language}`, "name:en");
/** Towns and countries are called as the reader calls them. */
const read = (language: string): Expression =>
  get(`name:${language}`, `name_${language}`, "name", "name:latin", "name_int", "name:en");

interface Writing {
  faces: Faces;
  here: Expression;
  read: Expression;
  halo: { "text-halo-color": string; "text-halo-width": number; "text-halo-blur": number };
}

export function names(layers: Layers, language: string): void {
  const writing: Writing = {
    faces: facesOf(layers.isSun),
    here: signed(language),
    read: read(language),
    halo: {
      "text-halo-color": layers.colours["m-land"],
      "text-halo-width": layers.isSun ? 2 : 1.6,
      "text-halo-blur": 0.3,
    },
  };
  houseNumbers(layers, writing);
  placesToUse(layers, writing);
  wayNames(layers, writing);
  roadNumbers(layers, writing);
  waterNames(layers, writing);
  peaks(layers, writing);
  places(layers, writing);
}

function houseNumbers(
  { symbol, schema: { number: [layer, property, has] }, colours }: Layers,
  { faces, halo }: Writing,
) {
  symbol(
    "number",
    [layer, has],
    {
      ...{
        "text-field": ex("get", property),
        "text-font": faces.plain,
        "text-size": 10.5,
        "text-padding": 4,
      },
    },
    { "text-color": colours["m-label"], ...halo, "text-halo-width": 1, "text-opacity": 0.85 },
    { minzoom: 17 },
  );
}

/** A name along its line. */
const along = (writing: Writing, more: Layout): Layout => ({
  ...{ "symbol-placement": "line", "text-field": writing.here, "text-font": writing.faces.plain },
  ...{ "text-max-angle": 35, "text-padding": 3, "symbol-spacing": 320, "text-letter-spacing": 0.02 },
  ...more,
});

/** From which zoom on ways have their names. */
const NAMED_FROM = [["ferry", 12], ["main", 14], ["street", 15], ["walk", 15]] as const;

/** Names of streets, the main ones first; those of paths and ferries are slanted and stand above their line. */
function wayNames({ symbol, schema: { names, named }, colours }: Layers, writing: Writing): void {
  const { faces, halo } = writing;
  const isSlanted = ["walk", "ferry"] as const;
  symbol(
    "way-name",
    [names, all(LINE, ex(">=", ["zoom"], by(named, NAMED_FROM, 99)))],
    along(writing, {
      "text-font": by(named, [[isSlanted, ["literal", faces.slant]]], ["literal", faces.plain]),
      "text-size": zoomed(
        1,
        13,
        12,
        15,
        by(named, [["main", 13]], 12),
        18,
        by(named, [["main", 15], ["street", 14]], 12),
      ),
      "text-offset": by(named, [[isSlanted, ["literal", [0, -0.75]]]], ["literal", [0, 0]]),
      "symbol-sort-key": by(named, [["main", 0], ["street", 1], ["walk", 2]], 3),
    }),
    {
      "text-color": by(named, [["walk", colours["m-path"]], ["ferry", colours["m-sea"]]], colours["m-label"]),
      ...halo,
    },
    { minzoom: 12 },
  );
}

/** The number of a road on a plate; longer ones are no numbers. */
function roadNumbers({ symbol, schema: { names, named }, colours }: Layers, { faces }: Writing): void {
  const isShort = ex("<=", ["length", ["to-string", ["get", "ref"]]], 6);
  symbol(
    "road-number",
    [names, all(LINE, by(named, [["main", true]], false), ex("has", "ref"), isShort)],
    {
      ...{ "symbol-placement": "line", "symbol-spacing": 500, "text-field": ex("to-string", ["get", "ref"]) },
      ...{ "text-font": faces.plain, "text-size": 10.5, "text-padding": 8 },
      ...{ "text-rotation-alignment": "viewport", "icon-rotation-alignment": "viewport" },
      ...{ "icon-image": "w-plate", "icon-text-fit": "both", "icon-padding": 8 },
    },
    { "text-color": colours["m-label"] },
    { minzoom: 10, maxzoom: 15 },
  );
}

/** Of parking and water only what one may go to, where tiles say so. */
function placesToUse(
  { symbol, schema: { poi: [layer, word] }, colours }: Layers,
  { faces, here, halo }: Writing,
) {
  const each = (of: (poi: Poi, at: number) => unknown, rest: unknown): Expression =>
    by(word, POIS.map((one, i) => [one.kinds, of(one, i)]), rest);
  const isOpen = not(among("access", "private", "no"));
  const nameAt = (zoom: number) =>
    each(({ namedFrom }) => namedFrom !== undefined && namedFrom <= zoom ? here : "", "");
  symbol(
    "poi",
    [layer, all(POINT, ex(">=", ["zoom"], each(({ from }) => from, 99)), isOpen)],
    {
      "icon-image": each(({ sign }) => `w-${sign}`, ""),
      "icon-size": zoomed(1, 14, 0.85, 17, 1.1),
      "icon-padding": 1,
      "symbol-sort-key": each((_, i) => i, 99),
      "text-field": ex(
        "step",
        ["zoom"],
        nameAt(13),
        ...[14, 15, 16, 17].flatMap((zoom) => [zoom, nameAt(zoom)]),
      ),
      ...{ "text-font": faces.plain, "text-size": 12, "text-max-width": 8, "text-optional": true },
      ...{ "text-padding": 3, "text-variable-anchor": ["top", "left", "right", "bottom"] },
      ...{ "text-radial-offset": 0.85, "text-justify": "auto" },
    },
    { "text-color": each(({ sign }) => colours[hueOf(sign)], colours["m-label"]), ...halo },
    { minzoom: 13 },
  );
}

/** Along rivers, those spaced wider than brooks; and on lakes and seas. */
function waterNames(
  { symbol, schema: { streams, isRiver, waterNames: [layer, isWater] }, colours }: Layers,
  writing: Writing,
) {
  const { faces, here, halo } = writing, paint = { "text-color": colours["m-sea"], ...halo };
  symbol(
    "river-name",
    streams,
    along(writing, {
      ...{ "text-font": faces.slant, "text-size": zoomed(1, 10, 12, 16, 14), "symbol-spacing": 420 },
      "text-letter-spacing": ex("case", isRiver, 0.14, 0.05),
    }),
    paint,
    { minzoom: 11 },
  );
  symbol("water-name", [layer, all(POINT, isWater)], {
    ...{ "text-field": here, "text-font": faces.slant, "text-size": zoomed(1, 8, 12, 15, 14) },
    ...{ "text-max-width": 6, "text-letter-spacing": 0.08 },
  }, paint);
}

/** The higher, the earlier, with its height where tiles have it. */
function peaks(
  { symbol, schema: { peak: [layer, isPeak], height, isSaddle }, colours }: Layers,
  writing: Writing,
) {
  const { faces, here, halo } = writing, metres = ex("to-string", ["round", height]);
  const both = ex("format", here, {}, "\n", {}, metres, { "font-scale": 0.9 }),
    alone = ex("format", here, {});
  symbol(
    "peak",
    [layer, all(POINT, isPeak)],
    {
      "icon-image": ex("case", isSaddle, "w-saddle", "w-peak"),
      ...{ "icon-size": zoomed(1, 11, 0.8, 15, 1.05), "icon-padding": 1 },
      "text-field": ex("step", ["zoom"], alone, 12, ["case", [">", height, 0], both, alone]),
      ...{ "text-font": faces.slant, "text-size": 12, "text-max-width": 9, "text-line-height": 1.1 },
      ...{ "text-variable-anchor": ["top", "bottom", "right", "left"], "text-radial-offset": 0.65 },
      ...{ "text-justify": "auto", "text-optional": true, "text-padding": zoomed(1, 11, 10, 14, 2) },
      "symbol-sort-key": ex("-", 0, height),
    },
    { "text-color": colours["m-path"], ...halo },
    { minzoom: 11 },
  );
}

interface Place {
  kinds: readonly string[];
  /** Zooms from which on and up to which it has its name. */
  from: number;
  to: number;
  /** The size of its letters at zooms 5, 10 and 15. */
  sizes: readonly [number, number, number];
  face: keyof Faces;
  /** Called as the reader calls it. */
  isRead?: true;
  isInk?: true;
  /** In capitals, and how far apart. */
  capitals?: number;
}

/** From countries to fields: the first take their room first. */
export const PLACES: readonly Place[] = [
  { kinds: ["country"], from: 0, to: 9, sizes: [12, 15, 15], face: "plain", isRead: true, capitals: 0.18 },
  { kinds: ["city"], from: 0, to: 16, sizes: [13, 18, 24], face: "bold", isRead: true, isInk: true },
  { kinds: ["town"], from: 7, to: 17, sizes: [12, 14, 19], face: "bold", isRead: true, isInk: true },
  { kinds: ["village"], from: 9, to: 17, sizes: [12, 12, 16], face: "plain", isInk: true },
  { kinds: ["hamlet"], from: 12, to: 24, sizes: [12, 12, 14], face: "plain" },
  {
    ...{ kinds: ["suburb", "quarter", "neighbourhood", "borough", "macrohood"], from: 12, to: 17 },
    ...{ sizes: [12, 12, 13.5], face: "plain", capitals: 0.12 },
  },
  {
    kinds: ["locality", "isolated_dwelling", "farm", "square"],
    from: 14,
    to: 24,
    sizes: [12, 12, 12],
    face: "slant",
  },
];

/** Names of places, by rank: all of them one layer, so that the greater take their room first. */
function places(
  { symbol, schema: { places: [layer, word, rank] }, colours }: Layers,
  writing: Writing,
): void {
  const { faces, here, read, halo } = writing;
  const each = (of: (place: Place, at: number) => unknown, rest: unknown): Expression =>
    by(word, PLACES.map((one, i) => [one.kinds, of(one, i)]), rest);
  const size = (at: 0 | 1 | 2) => each(({ sizes }) => sizes[at], 12);
  const isIn = all(
    ex(">=", ["zoom"], each(({ from }) => from, 99)),
    ex("<", ["zoom"], each(({ to }) => to, 0)),
  );
  symbol("place", [layer, all(POINT, isIn)], {
    "text-field": each(({ isRead }) => isRead ? read : here, here),
    "text-font": each(({ face }) => ["literal", faces[face]], ["literal", faces.plain]),
    "text-size": zoomed(1, 5, size(0), 10, size(1), 15, size(2)),
    "text-transform": each(({ capitals }) => capitals ? "uppercase" : "none", "none"),
    "text-letter-spacing": each(({ capitals, kinds }) => capitals ?? (kinds[0] === "city" ? 0.04 : 0), 0),
    // A place whose middle is taken by caches is named above or below them.
    ...{ "text-max-width": 8, "text-padding": 4, "text-radial-offset": 1.3, "text-justify": "auto" },
    "text-variable-anchor": ["center", "top", "bottom"],
    "symbol-sort-key": ex("+", ["*", 100, each((_, i) => i, 9)], rank),
  }, {
    "text-color": each(({ isInk }) => colours[isInk ? "ink" : "m-label"], colours["m-label"]),
    ...halo,
  });
}
