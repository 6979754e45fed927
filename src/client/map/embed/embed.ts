/**
 * The map that other sites embed: one cache or those of a box, read from the instance's own read API. A script of its own,
 * beside the app; works in a sandboxed frame, where nothing can be kept.
 */
import { type Address, type AnswerOf, routeTo } from "../../phone/wire/routes.ts";
import { browserWorld } from "../../phone/world.ts";
import type { EmbedConfig } from "./config.ts";
import { boundsOf, dragged, middle, type Spot, spotOf, type View, viewOf, zoomed } from "./view.ts";
import { metresPerPixel } from "../../ui/places/mercator.ts";
import { cellsIn } from "../grid.ts";
import { roundest, UNITS } from "../over/round_length.ts";

// The embedded map as SVG: the grid, the caches with their titles, and a scale. No tiles and nothing from elsewhere.

/** A cache on the map: `page` is the address of its page. */
interface Pin {
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
function draw(svg: SVGSVGElement, view: View, pins: readonly Pin[]): void {
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

/** One cache is shown with this much land around it, in degrees. */
const AROUND = { lat: 0.01, lon: 0.02 };
/** A pointer that moved this far drags, in pixels. */
const DRAG = 4;

const byId = <Kind extends Element>(id: string): Kind => document.querySelector<Kind>(`#${id}`)!;
const config = JSON.parse(byId("config").textContent!) as EmbedConfig;
const svg = byId<SVGSVGElement>("map"), note = byId("note");
const sizeNow = (): Spot => ({ x: svg.clientWidth || 1, y: svg.clientHeight || 1 });

let pins: readonly Pin[] = [];
let view: View = viewOf({ west: -180, east: 180, south: -85, north: 85 }, sizeNow());

function show(next: View): void {
  view = next;
  draw(svg, view, pins);
}

/** Asks the instance. Throws with its own sentence. */
async function read<Answer>(address: Address<Answer>): Promise<Answer> {
  const answer = await browserWorld.fetch(address);
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error);
  return body;
}

type EmbeddedCache = AnswerOf<"GET /api/v1/caches/:code">;

const fill = (sentence: string, gaps: Readonly<Record<string, unknown>>): string =>
  sentence.replace(/\{(\w{1,20})\}/g, (_, name) => said(gaps[name]));
/** A number as it is written in the page's language. */
const said = (value: unknown): string =>
  typeof value === "number" ? value.toLocaleString(document.documentElement.lang) : String(value);

/** What a cache is, beside its map. */
function showCard(cache: EmbeddedCache): void {
  const card = byId<HTMLElement>("card"), { words, types, sizes } = config;
  const line = (name: string, text: string) => {
    const element = document.createElement(name);
    element.textContent = text;
    card.append(element);
    return element;
  };
  line("h1", cache.title);
  line("p", `${cache.code} · ${types[cache.type] ?? cache.type} · ${cache.owner}`);
  line("p", fill(words.facts, { ...cache, size: sizes[cache.size] ?? cache.size }));
  if (cache.status !== "active") line("p", words.notActive);
  if (cache.description) line("p", cache.description).className = "text";
  card.hidden = false;
}

async function start(): Promise<void> {
  const pin = (cache: Omit<Pin, "active" | "page"> & { status: string }): Pin => ({
    ...cache,
    active: cache.status === "active",
    page: config.page + encodeURIComponent(cache.code),
  });
  if ("cache" in config.shown) {
    const cache = await read(routeTo("GET /api/v1/caches/:code", { params: { code: config.shown.cache } }));
    showCard(cache);
    const { lat, lon } = cache;
    if (lat === null || lon === null) return show(view);
    pins = [pin({ ...cache, lat, lon })];
    return show(viewOf({
      west: lon - AROUND.lon,
      east: lon + AROUND.lon,
      south: lat - AROUND.lat,
      north: lat + AROUND.lat,
    }, sizeNow()));
  }
  const [west, south, east, north] = config.shown.bbox;
  const bbox = config.shown.bbox.join(",");
  const { caches, truncated } = await read(routeTo("GET /api/v1/caches", { query: { bbox } }));
  pins = caches.map(pin);
  const { one, many, more } = config.words;
  note.textContent = fill(truncated ? more : pins.length === 1 ? one : many, { n: pins.length });
  show(viewOf({ west, south, east, north }, sizeNow()));
}

/** The hand: dragging, the wheel, and the two buttons. A drag that ends on a cache opens nothing. */
function listen(): void {
  let held: (Spot & { moved: boolean }) | undefined;
  svg.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => held = { x, y, moved: false });
  svg.addEventListener("pointermove", ({ clientX: x, clientY: y, buttons }) => {
    if (!held || buttons === 0) return;
    const dx = x - held.x, dy = y - held.y;
    if (!held.moved && Math.hypot(dx, dy) < DRAG) return;
    held = { x, y, moved: true };
    show(dragged(view, dx, dy));
  });
  svg.addEventListener("click", (event) => {
    if (held?.moved) event.preventDefault();
    held = undefined;
  }, true);
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { left, top } = svg.getBoundingClientRect();
    show(zoomed(view, event.deltaY > 0 ? 1.25 : 0.8, { x: event.clientX - left, y: event.clientY - top }));
  }, { passive: false });
  const middle = () => ({ x: view.size.x / 2, y: view.size.y / 2 });
  byId("in").addEventListener("click", () => show(zoomed(view, 0.5, middle())));
  byId("out").addEventListener("click", () => show(zoomed(view, 2, middle())));
  addEventListener("resize", () => show({ ...view, size: sizeNow() }));
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const look = () => document.documentElement.dataset.theme = dark.matches ? "dark" : "light";
dark.addEventListener("change", look);
look();
listen();
start().then(() => "true", (error: Error) => {
  note.textContent = error.message;
  show(view);
  return "failed";
}).then((ready) => document.documentElement.dataset.ready = ready);
