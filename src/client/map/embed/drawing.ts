/** The embedded map as SVG: the grid, the caches with their titles, and a scale. No tiles and nothing from elsewhere. */
import { metresPerPixel } from "../../ui/places/mercator.ts";
import { cellsIn } from "../grid.ts";
import { roundest, UNITS } from "../over/round_length.ts";
import { boundsOf, middle, spotOf, type View } from "./view.ts";

/** A cache on the map: `page` is the address of its page. */
export interface Pin {
  code: string;
  title: string;
  lat: number;
  lon: number;
  active: boolean;
  page: string;
}

const SVG = "http://www.w3.org/2000/svg";

function make(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  text?: string,
): SVGElement {
  const element = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Cells narrower than this have no name, in pixels. */
const NAMED = 64;
/** A pin this far outside is not drawn, in pixels. */
const BEYOND = 20;
/** Titles are written as long as there are so few. */
const TITLED = 30;

/** Draws everything anew. */
export function draw(svg: SVGSVGElement, view: View, pins: readonly Pin[]): void {
  const { size } = view;
  svg.setAttribute("viewBox", `0 0 ${size.x} ${size.y}`);
  svg.replaceChildren(grid(view));
  for (const pin of pins) {
    const { x, y } = spotOf(view, pin);
    if (x < -BEYOND || y < -BEYOND || x > size.x + BEYOND || y > size.y + BEYOND) continue;
    const link = make("a", {
      class: "cache",
      href: pin.page,
      target: "_blank",
      rel: "noopener",
      "data-code": pin.code,
    });
    link.append(
      make("title", {}, `${pin.title} (${pin.code})`),
      make("circle", { cx: x, cy: y, r: 9, class: pin.active ? "on" : "off" }),
    );
    svg.append(link);
    if (pins.length <= TITLED) title(link, view, x, y, pin.title);
  }
  svg.append(...scale(view));
}

/** The Maidenhead grid, named where there is room. */
function grid(view: View): SVGElement {
  const group = make("g", { class: "grid" });
  for (const { west, east, south, north, name } of cellsIn(boundsOf(view))) {
    const from = spotOf(view, { lat: north, lon: west }), to = spotOf(view, { lat: south, lon: east });
    const wide = to.x - from.x;
    group.append(make("rect", { x: from.x, y: from.y, width: wide, height: to.y - from.y }));
    if (wide >= NAMED) group.append(make("text", { x: from.x + 4, y: to.y - 4 }, name));
  }
  return group;
}

/** A bar of a round length. */
function scale(view: View): SVGElement[] {
  const each = metresPerPixel(middle(view), 360 / view.perPixel);
  const metres = roundest(UNITS.metric, 100 * each), y = view.size.y - 12, wide = metres / each;
  return [
    make("path", { class: "scale", d: `M10 ${y - 5}v5h${wide}v-5` }),
    make("text", { class: "scale", x: 14 + wide, y }, metres >= 1000 ? `${metres / 1000} km` : `${metres} m`),
  ];
}

/** Space between a pin's middle and its title, and between a title and the edge of the map, in pixels. */
const BESIDE = 13, EDGE = 4;

/** A cache's title right of its pin, or left of it, or above it: wherever all of it is on the map. Cut when nothing helps. */
function title(link: SVGElement, { size }: View, x: number, y: number, said: string): void {
  const text = make("text", { x: x + BESIDE, y: y + 5 }, said) as SVGTextElement;
  link.append(text);
  const room = size.x - 2 * EDGE;
  for (let length = said.length; text.getComputedTextLength() > room && length > 1; length--) {
    text.textContent = `${said.slice(0, length - 1)}…`;
  }
  const width = text.getComputedTextLength();
  if (x + BESIDE + width <= size.x - EDGE) return;
  const left = x - BESIDE - width;
  text.setAttribute("x", String(left >= EDGE ? left : Math.max(EDGE, size.x - EDGE - width)));
  if (left < EDGE) text.setAttribute("y", String(y - BESIDE));
}
