/** The four designs of cards, each told as data, and what lies below their texts: a map of locators, rings, a table, a hill. Pure. */
import { locatorOf, xml } from "../base/mod.ts";
import type { Way } from "./card.ts";
import type { DesignName } from "./store.ts";
import { CARD, type Design, type Drawn, textOf } from "./drawing.ts";

/** The part of the card that has the map, and the middle of the way on it: the code stands below. */
const MAP = { left: 290, middle: { x: 445, y: 172 }, width: 190, height: 216 } as const;
/** Units of a degree of latitude at most: two ends that are beside each other stay so. */
const SCALE_MOST = 8000;
/** How far a signal's path is bent, as a part of its length. */
const BEND = 0.14;
/** Steps of the grid in degrees of longitude and latitude, with the letters of their locators, the finest first. */
const STEPS = [[1 / 12, 1 / 24, 6], [2, 1, 4], [20, 10, 2]] as const;
/** A grid has so many columns at most; a name is written where its square is so wide. */
const COLUMNS_MOST = 16, NAMED_FROM = 44;

const fixed = (n: number): string => n.toFixed(1);

/** Where things of the map are on the card. */
function projected({ from, to }: Way) {
  const lon = (to.lon - from.lon + 540) % 360 - 180, lat = to.lat - from.lat;
  const middle = { lat: from.lat + lat / 2, lon: from.lon + lon / 2 };
  const squeeze = Math.max(0.05, Math.cos(middle.lat * Math.PI / 180));
  const scale = Math.min(
    MAP.width / Math.max(1e-9, Math.abs(lon) * squeeze),
    MAP.height / Math.max(1e-9, Math.abs(lat)),
    SCALE_MOST,
  );
  const at = (lat: number, lon: number) => ({
    x: MAP.middle.x + (lon - middle.lon) * scale * squeeze,
    y: MAP.middle.y + (middle.lat - lat) * scale,
  });
  return { at, from: at(from.lat, from.lon), to: at(to.lat, from.lon + lon), middle, scale, squeeze };
}

/** The squares of the locator around the way. */
function grid({ at, middle, scale, squeeze }: ReturnType<typeof projected>, inks: Drawn["inks"]): string {
  const wide = (CARD.width - MAP.left) / scale / squeeze;
  const [stepLon, stepLat, letters] = STEPS.find(([lon]) => wide / lon <= COLUMNS_MOST) ?? STEPS[2];
  const west = middle.lon - (MAP.middle.x - MAP.left) / scale / squeeze, east = west + wide;
  const north = Math.min(90, middle.lat + MAP.middle.y / scale);
  const south = Math.max(-90, middle.lat - (CARD.height - MAP.middle.y) / scale);
  let lines = "", names = "";
  const isNamed = stepLon * scale * squeeze >= NAMED_FROM;
  for (let x = Math.floor(west / stepLon) * stepLon; x < east; x += stepLon) {
    lines += `M${fixed(at(0, x).x)} 0V${CARD.height}`;
    for (let y = Math.floor(south / stepLat) * stepLat; isNamed && y < north; y += stepLat) {
      // A square that begins outside of the map has its name at the edge.
      const corner = at(y + stepLat, x), left = Math.max(MAP.left, corner.x), top = Math.max(0, corner.y);
      const rest = { x: at(0, x + stepLon).x - left, y: at(y, 0).y - top };
      if (rest.x < NAMED_FROM || rest.y < NAMED_FROM / 2 || y + stepLat / 2 >= 90 || y < -90) continue;
      const lon = (x + stepLon / 2 + 540) % 360 - 180;
      names += `<text x="${fixed(left + 6)}" y="${fixed(top + 14)}" font-size="9" fill="${inks.soft}">${
        locatorOf({ lat: y + stepLat / 2, lon }, letters).toUpperCase()
      }</text>`;
    }
  }
  for (let y = Math.floor(south / stepLat) * stepLat; y < north; y += stepLat) {
    lines += `M${MAP.left} ${fixed(at(y, 0).y)}H${CARD.width}`;
  }
  return `<path d="${lines}" fill="none" stroke="${inks.line}" stroke-width="1.5"/>${names}`;
}

/** A receiver, with the rings of what it hears around it. */
const mast = ({ x, y }: { x: number; y: number }, inks: Drawn["inks"]): string =>
  `<g transform="translate(${fixed(x)} ${fixed(y)})"><g fill="none" stroke="${inks.ink}"><g opacity="0.25">` +
  `<circle r="26"/><circle r="40"/></g></g><circle r="15" fill="${inks.ink}" stroke="${inks.paper}" stroke-width="2.5"/>` +
  `<path d="M-4 8L0-4L4 8M-2.4 3.5H2.4M-5-2a6 6 0 0 1 0-7M5-2a6 6 0 0 0 0-7" fill="none" stroke="${inks.paper}" ` +
  `stroke-width="1.8" stroke-linecap="round"/><circle cy="-5.5" r="1.8" fill="${inks.paper}"/></g>`;

function map({ words, inks, way }: Drawn): string {
  const land = `<rect x="${MAP.left}" width="${
    CARD.width - MAP.left
  }" height="${CARD.height}" fill="#f1ecdf"/>`;
  const inside = (drawn: string) =>
    `<svg x="${MAP.left}" y="0" width="${CARD.width - MAP.left}" height="${CARD.height}" ` +
    `viewBox="${MAP.left} 0 ${CARD.width - MAP.left} ${CARD.height}">${drawn}</svg>`;
  if (!way) return land + inside(mast(MAP.middle, inks));
  const drawn = projected(way), { from, to } = drawn;
  const dx = to.x - from.x, dy = to.y - from.y;
  const bent = { x: (from.x + to.x) / 2 + dy * BEND, y: (from.y + to.y) / 2 - dx * BEND };
  // The distance stands beside a path that goes up, and below one that goes across.
  const middle = { x: Math.round((from.x + to.x) / 2), y: Math.round((from.y + to.y) / 2) };
  const isLevel = Math.abs(dx) > Math.abs(dy), isLeft = middle.x > MAP.middle.x + 20;
  const beside = isLevel
    ? { x: middle.x, y: Math.max(from.y, to.y) + 56, anchor: "middle" as const }
    : { x: middle.x + (isLeft ? -16 : 16), y: middle.y + 4, ...(isLeft && { anchor: "end" as const }) };
  return land + inside(
    grid(drawn, inks) +
      `<path d="M${fixed(from.x)} ${fixed(from.y)}Q${fixed(bent.x)} ${fixed(bent.y)} ${fixed(to.x)} ${
        fixed(to.y)
      }" fill="none" ` +
      `stroke="${inks.air}" stroke-width="4" stroke-linecap="round"/>` + mast(to, inks) +
      `<g transform="translate(${fixed(from.x)} ${
        fixed(from.y)
      })"><circle r="10" fill="${inks.club}" stroke="${inks.paper}" stroke-width="2.5"/>` +
      `<path d="M-4 0l3 3l5-6" fill="none" stroke="${inks.onClub}" stroke-width="2.2" stroke-linecap="round"/></g>` +
      textOf(words.far, { ...beside, size: 30, room: 130, ink: "air", rimmed: true }, inks) +
      textOf(words.direction, { ...beside, y: beside.y + 20, size: 16, room: 80, rimmed: true }, inks),
  );
}

const rings = ({ inks }: Drawn): string =>
  `<g fill="none" stroke="${inks.club}" stroke-width="1.5" opacity="0.3">` +
  [70, 120, 170, 220, 270, 320].map((r) => `<circle cx="300" cy="176" r="${r}"/>`).join("") + `</g>`;

/** Left edges of the table's columns, and its right edge. */
const COLUMNS = [30, 165, 265, 395, 480, 570] as const;

function book({ words, inks }: Drawn): string {
  const cells = [words.date, words.clock, words.mhz, words.mode, words.km];
  const cell = (word: string, n: number, y: number, head: boolean) => {
    const left = COLUMNS[n]!, right = COLUMNS[n + 1]!;
    return textOf(word, {
      ...{ x: (left + right) / 2, y, size: head ? 15 : 18, room: right - left - 12, anchor: "middle" },
      ...(head ? { ink: "soft", light: true } : {}),
    }, inks);
  };
  return `<rect width="${CARD.width}" height="96" fill="${inks.club}"/>` +
    `<path d="M30 176H570M30 224H570M30 272H570${
      COLUMNS.map((x) => `M${x} 176V272`).join("")
    }" fill="none" ` +
    `stroke="${inks.soft}" stroke-width="1.2"/>` +
    words.heads.map((word, n) => cell(word, n, 206, true)).join("") +
    cells.map((word, n) => cell(word, n, 255, false)).join("") +
    `<g transform="translate(440 344) rotate(-9)" fill="none" stroke="#b3372c" stroke-width="1.6"><circle r="38"/><circle r="32"/>` +
    words.stamp.map((word, n) =>
      `<text y="${n * 16 - 3}" text-anchor="middle" font-size="${
        Math.min(12, 72 / word.length)
      }" font-weight="700" ` +
      `fill="#b3372c" stroke="none">${xml(word)}</text>`
    ).join("") + `</g>`;
}

const hill = ({ inks }: Drawn): string => {
  const layer = (d: string, opacity: number) =>
    `<path d="${d}V400H0Z" fill="${inks.club}" fill-opacity="${opacity}"/>`;
  return `<rect width="600" height="400" fill="${inks.club}" fill-opacity="0.14"/>` +
    `<path d="M100 0V400M200 0V400M300 0V400M400 0V400M500 0V400M0 100H600M0 200H600M0 300H600" fill="none" ` +
    `stroke="${inks.club}" stroke-opacity="0.13"/><circle cx="470" cy="92" r="34" fill="${inks.paper}" opacity="0.9"/>` +
    layer("M0 236C90 196 170 214 250 190S420 128 500 136 580 190 600 196", 0.25) +
    layer("M0 288C110 250 180 268 280 258S470 208 600 252", 0.4) +
    `<path d="M0 318C130 290 260 320 380 308S540 288 600 298V400H0Z" fill="${inks.club}"/>` +
    `<g fill="none" stroke="${inks.ink}" stroke-width="3.5" stroke-linecap="round">` +
    `<path d="M486 138l-14 62M486 138l14 62M478 176h16M475 190h22M486 138v-26"/>` +
    `<path d="M96 268v30M96 298l-8 18M96 298l8 18M96 276l14 8M112 290v-26"/>` +
    `<path d="M112 262Q280 30 486 112" stroke="${inks.air}"/></g><circle cx="96" cy="258" r="8" fill="${inks.ink}"/>`;
};

/** The code of every design stands in the lower right corner. */
const CORNER = { x: 511, y: 313 } as const;

export const DESIGNED: Readonly<Record<DesignName, Design>> = {
  map: {
    ground: map,
    logo: { x: 26, y: 26, side: 34 },
    texts: [
      { says: (words) => words.club, x: 70, y: 49, size: 18, room: 205 },
      { says: (words) => words.to, x: 26, y: 124, size: 15, room: 250, ink: "soft", light: true },
      { says: (words) => words.heard, x: 26, y: 222, size: 15, room: 250, ink: "soft", light: true },
      { says: (words) => words.date, x: 26, y: 312, size: 22, room: 250 },
      {
        says: (words) => `${words.time} · ${words.rig}`,
        ...{ x: 26, y: 338, size: 16, room: 250 },
        ...{ ink: "soft", light: true },
      },
      { says: (words) => words.grids, x: 26, y: 366, size: 15, room: 250, code: true },
    ],
    plates: [
      { call: "call", x: 26, y: 134, height: 56, room: 250 },
      { call: "heardBy", x: 26, y: 232, height: 40, room: 250 },
    ],
    qr: CORNER,
  },
  plate: {
    ground: rings,
    logo: { x: 26, y: 338, side: 34 },
    texts: [
      {
        says: (words) => words.wasHeard,
        ...{ x: 300, y: 254, size: 24, room: 520, anchor: "middle", rimmed: true },
      },
      {
        says: (words) => words.way,
        ...{ x: 300, y: 284, size: 16, room: 520, anchor: "middle", light: true, ink: "soft", rimmed: true },
      },
      { says: (words) => `${words.date}, ${words.time}`, x: 72, y: 354, size: 15, room: 300, rimmed: true },
      {
        says: (words) => `${words.rig} · ${words.club}`,
        ...{ x: 72, y: 373, size: 13, room: 400, light: true, ink: "soft", rimmed: true },
      },
    ],
    plates: [{ call: "call", x: 300, y: 112, height: 104, room: 440, middle: true }],
    qr: CORNER,
  },
  book: {
    ground: book,
    texts: [
      { says: (words) => words.heardBy, x: 30, y: 64, size: 44, room: 320, ink: "onClub", code: true },
      { says: (words) => words.club, x: 570, y: 46, size: 16, room: 210, ink: "onClub", anchor: "end" },
      { says: (words) => words.heardGrid, x: 570, y: 70, size: 15, room: 210, ink: "onClub", anchor: "end" },
      { says: (words) => words.confirms, x: 30, y: 142, size: 17, room: 250, ink: "soft", light: true },
      { says: (words) => words.cache, x: 30, y: 312, size: 16, room: 350 },
      { says: (words) => words.proven, x: 30, y: 338, size: 16, room: 350, light: true },
      { says: (words) => words.line, x: 30, y: 372, size: 19, room: 350, ink: "club" },
    ],
    plates: [{ call: "call", x: 300, y: 112, height: 44, room: 270 }],
    qr: CORNER,
  },
  hill: {
    ground: hill,
    texts: [
      { says: (words) => words.call, x: 30, y: 62, size: 42, room: 300, code: true },
      { says: (words) => words.wasHeard, x: 30, y: 90, size: 18, room: 300 },
      {
        says: (words) => words.far,
        x: 300,
        y: 148,
        size: 30,
        room: 180,
        ink: "air",
        anchor: "middle",
        rimmed: true,
      },
      { says: (words) => `${words.date}, ${words.time}`, x: 30, y: 356, size: 18, room: 470, ink: "onClub" },
      {
        says: (words) => (words.grids === "" ? words.rig : `${words.rig} · ${words.grids}`),
        ...{ x: 30, y: 380, size: 15, room: 470, ink: "onClub" },
      },
    ],
    plates: [],
    qr: CORNER,
  },
};
