// The embeddable map: reads /api/v1 of its own instance and draws caches as SVG. No library, no tiles, nothing from
// elsewhere; works in a sandboxed frame.
"use strict";
const config = JSON.parse(document.getElementById("config").textContent);
const svg = document.getElementById("map");
const note = document.getElementById("note");
const card = document.getElementById("card");
const SVG = "http://www.w3.org/2000/svg";
const RADIANS = Math.PI / 180;

/** Web Mercator, the whole world in 1 by 1. */
const toX = (lon) => (lon + 180) / 360;
const toY = (lat) => 0.5 - Math.asinh(Math.tan(Math.max(-85, Math.min(85, lat)) * RADIANS)) / (2 * Math.PI);
const toLat = (y) => Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) / RADIANS;
const toLon = (x) => x * 360 - 180;

let caches = [];
let view = { x: 0.5, y: 0.5, width: 1 };
let size = { width: 1, height: 1 };

function make(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function showBox([minLon, minLat, maxLon, maxLat]) {
  const left = toX(minLon), right = toX(maxLon), top = toY(maxLat), bottom = toY(minLat);
  const width = Math.max(right - left, (bottom - top) * size.width / size.height, 1e-6) * 1.1;
  view = { x: (left + right) / 2, y: (top + bottom) / 2, width };
}

const screen = (lat, lon) => {
  const scale = size.width / view.width;
  return {
    x: (toX(lon) - view.x) * scale + size.width / 2,
    y: (toY(lat) - view.y) * scale + size.height / 2,
  };
};

/** Widths of Maidenhead fields, squares, subsquares and extended squares in degrees; a cell is half as high. */
const CELLS = [20, 2, 1 / 12, 1 / 120];

/** The locator of the cell whose south-west corner is nearest to a place. */
function locator(lat, lon, level) {
  // Whole extended squares, counted from the south pole and the antimeridian: no rounding at the edges.
  let x = Math.round((lon + 180) * 120), y = Math.round((lat + 90) * 240);
  let text = "";
  for (let pair = 0; pair <= level; pair++) {
    const per = [2400, 240, 10, 1][pair];
    const column = Math.floor(x / per), row = Math.floor(y / per);
    x -= column * per;
    y -= row * per;
    const first = [65, 48, 97, 48][pair];
    text += String.fromCharCode(first + column, first + row);
  }
  return text;
}

/** The Maidenhead grid with at least three cells across, named where there is room. */
function drawGrid() {
  const degrees = view.width * 360;
  const found = CELLS.findIndex((one) => degrees / one >= 3);
  const level = found < 0 ? CELLS.length - 1 : found;
  const step = CELLS[level];
  const half = view.width * size.height / size.width / 2;
  const columns = [
    Math.floor((toLon(view.x - view.width / 2) + 180) / step),
    Math.ceil((toLon(view.x + view.width / 2) + 180) / step),
  ];
  const rows = [
    Math.floor((toLat(view.y + half) + 90) / (step / 2)),
    Math.ceil((toLat(view.y - half) + 90) / (step / 2)),
  ];
  const group = make("g", { class: "grid" });
  for (let n = columns[0]; n <= columns[1]; n++) {
    const { x } = screen(0, n * step - 180);
    group.append(make("line", { x1: x, x2: x, y1: 0, y2: size.height }));
  }
  for (let n = rows[0]; n <= rows[1]; n++) {
    const { y } = screen(n * step / 2 - 90, 0);
    group.append(make("line", { x1: 0, x2: size.width, y1: y, y2: y }));
  }
  if (size.width * step / degrees >= 64) {
    for (let column = columns[0]; column < columns[1]; column++) {
      for (let row = rows[0]; row < rows[1]; row++) {
        const lat = row * step / 2 - 90, lon = column * step - 180;
        if (lat < -90 || lat >= 90 || lon < -180 || lon >= 180) continue;
        const { x, y } = screen(lat, lon);
        group.append(make("text", { x: x + 4, y: y - 4 }, locator(lat, lon, level)));
      }
    }
  }
  svg.append(group);
}

/** A bar of a round length in metres. */
function drawScale() {
  const metres = view.width * 40_075_017 * Math.cos(toLat(view.y) * RADIANS) / size.width;
  const wanted = metres * 100;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const length = [5, 2, 1].map((n) => n * power).find((n) => n <= wanted) ?? power;
  const px = length / metres;
  const y = size.height - 12;
  svg.append(make("path", { class: "scale", d: `M10 ${y - 5}v5h${px}v-5` }));
  svg.append(
    make("text", { class: "scale", x: 14 + px, y }, length >= 1000 ? `${length / 1000} km` : `${length} m`),
  );
}

/** Space between a pin's middle and its title, and between a title and the edge of the map, in pixels. */
const BESIDE = 13, EDGE = 4;

/** A cache's title right of its pin, or left of it, or above it: wherever all of it is on the map. Cut when nothing helps. */
function label(pin, x, y, title) {
  const text = make("text", { x: x + BESIDE, y: y + 5 }, title);
  pin.append(text);
  const room = size.width - 2 * EDGE;
  for (let length = title.length; text.getComputedTextLength() > room && length > 1; length--) {
    text.textContent = `${title.slice(0, length - 1)}…`;
  }
  const width = text.getComputedTextLength();
  if (x + BESIDE + width <= size.width - EDGE) return;
  const left = x - BESIDE - width;
  text.setAttribute("x", left >= EDGE ? left : Math.max(EDGE, size.width - EDGE - width));
  if (left < EDGE) text.setAttribute("y", y - BESIDE);
}

function draw() {
  size = { width: svg.clientWidth || 1, height: svg.clientHeight || 1 };
  svg.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  svg.replaceChildren();
  drawGrid();
  for (const cache of caches) {
    const { x, y } = screen(cache.lat, cache.lon);
    if (x < -20 || y < -20 || x > size.width + 20 || y > size.height + 20) continue;
    const pin = make("a", {
      class: "cache",
      href: cache.page,
      target: "_blank",
      rel: "noopener",
      "data-code": cache.code,
    });
    pin.append(make("title", {}, `${cache.title} (${cache.code})`));
    pin.append(make("circle", { cx: x, cy: y, r: 9, class: cache.status === "active" ? "on" : "off" }));
    svg.append(pin);
    if (caches.length <= 30) label(pin, x, y, cache.title);
  }
  drawScale();
}

function zoom(factor, at = { x: size.width / 2, y: size.height / 2 }) {
  const scale = view.width / size.width;
  const x = view.x + (at.x - size.width / 2) * scale, y = view.y + (at.y - size.height / 2) * scale;
  const width = Math.min(1, Math.max(1e-6, view.width * factor));
  view = { x: x + (view.x - x) * width / view.width, y: y + (view.y - y) * width / view.width, width };
  draw();
}

let held = null;
svg.addEventListener("pointerdown", (event) => {
  held = { x: event.clientX, y: event.clientY, moved: false };
});
svg.addEventListener("pointermove", (event) => {
  if (!held || event.buttons === 0) return;
  const dx = event.clientX - held.x, dy = event.clientY - held.y;
  if (!held.moved && Math.hypot(dx, dy) < 4) return;
  held = { x: event.clientX, y: event.clientY, moved: true };
  const scale = view.width / size.width;
  view = { ...view, x: view.x - dx * scale, y: view.y - dy * scale };
  draw();
});
svg.addEventListener("click", (event) => {
  if (held?.moved) event.preventDefault();
  held = null;
}, true);
svg.addEventListener("wheel", (event) => {
  event.preventDefault();
  const box = svg.getBoundingClientRect();
  zoom(event.deltaY > 0 ? 1.25 : 0.8, { x: event.clientX - box.left, y: event.clientY - box.top });
}, { passive: false });
document.getElementById("in").addEventListener("click", () => zoom(0.5));
document.getElementById("out").addEventListener("click", () => zoom(2));
addEventListener("resize", draw);

async function read(path) {
  const answer = await fetch(path);
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error);
  return body;
}

function line(parent, name, text, attributes = {}) {
  const element = document.createElement(name);
  element.textContent = text;
  Object.assign(element, attributes);
  parent.append(element);
  return element;
}

function showCard(cache) {
  card.hidden = false;
  line(card, "h1", cache.title);
  line(
    card,
    "p",
    `${cache.code} · ${cache.type} · ${cache.owner} · difficulty ${cache.difficulty} · terrain ${cache.terrain} · ${cache.size} · ${cache.status}`,
  );
  if (cache.description) line(card, "p", cache.description, { className: "text" });
}

async function start() {
  size = { width: svg.clientWidth || 1, height: svg.clientHeight || 1 };
  const page = (code) => `${config.page}${encodeURIComponent(code)}`;
  if (config.cache) {
    const cache = await read(`/api/v1/caches/${encodeURIComponent(config.cache)}`);
    showCard(cache);
    if (cache.lat !== null && cache.lon !== null) {
      caches = [{ ...cache, page: page(cache.code) }];
      showBox([cache.lon - 0.02, cache.lat - 0.01, cache.lon + 0.02, cache.lat + 0.01]);
    }
  } else {
    const { caches: found } = await read(`/api/v1/caches?bbox=${config.bbox.join(",")}`);
    caches = found.map((cache) => ({ ...cache, page: page(cache.code) }));
    showBox(config.bbox);
  }
  note.textContent = config.cache ? "" : caches.length === 1 ? "1 cache" : `${caches.length} caches`;
  draw();
  document.documentElement.dataset.ready = "true";
}

start().catch((error) => {
  note.textContent = error.message;
  draw();
  document.documentElement.dataset.ready = "failed";
});
