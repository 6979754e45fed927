/** A year as a picture that one shows to others: months, numbers, kinds, and where it was. Pure; it loads nothing. */
import { boxOfLocator, xml, xmlLine } from "../../base/mod.ts";
import type { Year } from "./year.ts";

/** Its words, in the reader's language. */
export interface YearWords {
  /** Whose year it is. */
  whose: string;
  finds: string;
  byRadio: string;
  squares: string;
  months: readonly string[];
  /** Sentences such as the first find and the farthest hearing. */
  lines: readonly string[];
  kinds: readonly { name: string; n: number }[];
  number(n: number): string;
}

const WIDTH = 1200, HEIGHT = 1080;
const INK = "#f2f7f4", PAPER = "#12372a", SOFT = "#a9c7ba", BAR = "#2f8f6b", RADIO = "#f0b429";
/** Kinds that are named, and how long a name may be. */
const KINDS_MOST = 5, LETTERS_MOST = 44;
/** The side of a square's tile where there are few, and the height of a line. */
const LARGEST = 130, LINE = 44;

const text = (x: number, y: number, size: number, said: string, more = ""): string =>
  `<text x="${x}" y="${y}" font-size="${size}" ${more}>${xml(said)}</text>`;
const cut = (said: string): string =>
  [...said].length <= LETTERS_MOST ? said : [...said].slice(0, LETTERS_MOST - 1).join("") + "…";

/** A column a month; what a receiver proved stands at its bottom. */
function months({ months }: Year, names: readonly string[]): string {
  const most = Math.max(1, ...months.map(({ finds }) => finds)), high = 190, foot = 500;
  return months.map(({ finds, byRadio }, n) => {
    const x = 60 + n * 90, up = finds / most * high, proven = byRadio / most * high;
    const bar = (y: number, height: number, fill: string) =>
      height === 0
        ? ""
        : `<rect x="${x}" y="${y.toFixed(1)}" width="62" height="${height.toFixed(1)}" fill="${fill}"/>`;
    return `<rect x="${x}" y="${foot}" width="62" height="3" fill="${SOFT}"/>` + bar(foot - up, up, BAR) +
      bar(foot - proven, proven, RADIO) +
      text(x + 31, foot + 34, 22, names[n] ?? "", `text-anchor="middle" fill="${SOFT}"`) +
      (finds === 0 ? "" : text(x + 31, foot - up - 10, 22, String(finds), `text-anchor="middle"`));
  }).join("");
}

/** The squares with a find, each a tile; the more finds, the brighter. */
function tiles({ squares }: Year): string {
  const boxes = squares.flatMap(({ square, n }) => {
    const box = boxOfLocator(square);
    return box ? [{ ...box, n }] : [];
  });
  if (boxes.length === 0) return "";
  const west = Math.min(...boxes.map(({ minLon }) => minLon)),
    east = Math.max(...boxes.map(({ maxLon }) => maxLon));
  const south = Math.min(...boxes.map(({ minLat }) => minLat)),
    north = Math.max(...boxes.map(({ maxLat }) => maxLat));
  // A square is twice as wide in degrees as it is high; on the ground it is about as wide as high.
  const scale = Math.min(420 / ((east - west) / 2), 400 / (north - south), LARGEST);
  const most = Math.max(...boxes.map(({ n }) => n));
  return boxes.map(({ minLon, maxLat, n }) => {
    const x = 730 + (minLon - west) / 2 * scale, y = 600 + (north - maxLat) * scale;
    return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${(scale - scale / 12).toFixed(1)}" ` +
      `height="${(scale - scale / 12).toFixed(1)}" rx="${(scale / 10).toFixed(1)}" fill="${RADIO}" ` +
      `fill-opacity="${(0.35 + 0.65 * Math.sqrt(n / most)).toFixed(2)}"/>`;
  }).join("");
}

/** The picture as SVG. */
export function yearSvg(year: Year, words: YearWords): string {
  const spoken = `${words.whose}, ${year.year}: ${year.finds} ${words.finds}`;
  const figure = (x: number, n: number, name: string) =>
    text(x, 200, 84, words.number(n), `font-weight="700"`) + text(x, 240, 26, name, `fill="${SOFT}"`);
  const kindsAt = 660 + words.lines.length * LINE;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
    `role="img" aria-label="${xmlLine(spoken)}"><title>${xmlLine(spoken)}</title>` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>` +
    `<g font-family="DejaVu Sans, system-ui, sans-serif" fill="${INK}">` +
    text(60, 90, 46, `${words.whose} · ${year.year}`, `font-weight="700"`) +
    figure(60, year.finds, words.finds) + figure(440, year.byRadio, words.byRadio) +
    figure(820, year.squareCount, words.squares) + months(year, words.months) +
    words.lines.map((line, n) => text(60, 630 + n * LINE, 24, cut(line))).join("") +
    words.kinds.slice(0, KINDS_MOST).map(({ name, n }, at) =>
      text(60, kindsAt + at * 32, 22, `${words.number(n)} × ${name}`, `fill="${SOFT}"`)
    ).join("") + tiles(year) + `</g></svg>\n`;
}
