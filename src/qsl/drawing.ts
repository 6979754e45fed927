/** What cards are drawn with: inks, texts, the plate of a call, and the whole of a card out of its design. Pure; it loads nothing. */
import { Buffer } from "node:buffer";
import { cut, xml, xmlLine } from "../base/mod.ts";
import { type ClubMarks, inkOn } from "../club/mod.ts";
import type { Way } from "./card.ts";
import type { CardWords } from "./told.ts";

/** Units of a card, which is as long again by half as it is high. */
export const CARD = { width: 600, height: 400 } as const;
/** Inks by name: those of paper, that of radio, and the club's with what is read on it. */
const INKS = { ink: "#17211c", soft: "#59645e", paper: "#fffefa", air: "#a75300", line: "#d5d2c7" } as const;
export type Ink = keyof typeof INKS | "club" | "onClub";
export type Inks = Readonly<Record<Ink, string>>;
/** The club's colour where it has none of its own. */
const CLUB = "#0b6b4b";

/** What a card is drawn from. */
export interface Drawn {
  words: CardWords;
  inks: Inks;
  /** Both ends of the way, where both may be known. */
  way: Way | undefined;
}

/** One text of a design: what it says, where, how large at most and within which room. */
export interface Text {
  says(words: CardWords): string;
  x: number;
  y: number;
  size: number;
  room: number;
  ink?: Ink;
  anchor?: "middle" | "end";
  light?: true;
  /** Letters of one width. */
  code?: true;
  /** It stands on a drawing, and has a rim of paper. */
  rimmed?: true;
}
/** A call as on a plate: its middle or its left edge, and its height. */
export interface Plate {
  call: "call" | "heardBy";
  x: number;
  y: number;
  height: number;
  room: number;
  middle?: true;
}
/** One way to draw a card: data, and what lies below its texts. */
export interface Design {
  ground(drawn: Drawn): string;
  texts: readonly Text[];
  plates: readonly Plate[];
  /** Upper left corner of the logo. */
  logo?: { x: number; y: number; side: number };
  /** Upper left corner of the code. */
  qr: { x: number; y: number };
}

/** How wide a letter of the bold face is about, as a part of its size; of capitals and digits. */
const LETTER = 0.6, CAPITAL = 0.74;
/** Units of the code's side, and of the white around it. */
export const QR_SIDE = 72;
const QR_RIM = 3;

const fitting = (text: string, size: number, room: number, letter: number): number =>
  Math.round(10 * Math.min(size, room / (letter * Math.max(1, [...text].length)))) / 10;

/** Of its size a text keeps so much; one that is longer is cut. */
const LEAST = 0.7;

/** A text; nothing where there is nothing to say. */
export function textOf(
  line: string,
  { x, y, size, room, ink = "ink", anchor, light, code, rimmed }: Omit<Text, "says">,
  inks: Inks,
): string {
  if (line === "") return "";
  const letter = code ? CAPITAL : LETTER, fits = cut(line, Math.floor(room / (letter * size * LEAST)));
  return `<text x="${x}" y="${y}" font-size="${fitting(fits, size, room, letter)}" fill="${inks[ink]}"` +
    (anchor ? ` text-anchor="${anchor}"` : "") + (light ? "" : ` font-weight="700"`) +
    (rimmed ? ` stroke="${inks.paper}" stroke-width="5" stroke-linejoin="round" paint-order="stroke"` : "") +
    `>${xml(fits)}</text>`;
}

function plateOf({ call, x, y, height, room, middle }: Plate, { words, inks }: Drawn): string {
  const line = words[call], size = fitting(line, height * 0.72, room - height / 2, CAPITAL);
  const width = Math.round(size * CAPITAL * line.length + height / 2), left = middle ? x - width / 2 : x;
  const strip = height / 6.5;
  return `<g transform="translate(${left} ${y})"><rect width="${width}" height="${height}" rx="6" fill="${inks.paper}" ` +
    `stroke="${inks.ink}" stroke-width="2"/><path d="M6 1H${strip}V${height - 1}H6A5 5 0 0 1 1 ${
      height - 6
    }V6A5 5 0 0 1 6 1Z" fill="${inks.club}"/>` +
    textOf(line, {
      ...{ x: (width + strip) / 2, y: height / 2 + size * 0.36, size, room, anchor: "middle", code: true },
    }, inks) + `</g>`;
}

/** The club's logo, or the program's mark in the club's colour. */
function logoOf(
  { x, y, side }: { x: number; y: number; side: number },
  logo: Uint8Array | undefined,
  inks: Inks,
) {
  if (logo) {
    return `<image href="data:image/png;base64,${Buffer.from(logo).toString("base64")}" x="${x}" y="${y}" ` +
      `width="${side}" height="${side}"/>`;
  }
  return `<g transform="translate(${x} ${y}) scale(${
    side / 32
  })"><rect width="32" height="32" rx="9" fill="${inks.club}"/>` +
    `<path fill="${inks.onClub}" d="M16 6a7.5 7.5 0 0 0-7.5 7.5C8.5 19 16 26 16 26s7.5-7 7.5-12.5A7.5 7.5 0 0 0 16 6Z"/>` +
    `<path fill="none" stroke="${inks.club}" stroke-width="1.6" stroke-linecap="round" ` +
    `d="M12.3 14.6a5 5 0 0 1 7.4 0M10.6 12a8 8 0 0 1 10.8 0"/><circle cx="16" cy="17.4" r="1.7" fill="${inks.club}"/></g>`;
}

/** The card in a design. `qr`: its code as SVG, as large as `QR_SIDE`. */
export function cardSvg(
  { ground, texts, plates, logo: logoAt, qr: at }: Design,
  { words, way, marks: { colour = CLUB, logo }, qr }: Pick<Drawn, "words" | "way"> & {
    marks: ClubMarks;
    qr: string;
  },
): string {
  const inks: Inks = { ...INKS, club: colour, onClub: inkOn(colour) }, drawn: Drawn = { words, inks, way };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}" ` +
    `viewBox="0 0 ${CARD.width} ${CARD.height}" role="img" aria-label="${xmlLine(words.spoken)}"><title>${
      xmlLine(words.spoken)
    }</title><g font-family="DejaVu Sans, system-ui, sans-serif">` +
    `<rect width="${CARD.width}" height="${CARD.height}" fill="${inks.paper}"/>` + ground(drawn) +
    (logoAt ? logoOf(logoAt, logo, inks) : "") +
    texts.map(({ says, ...text }) => textOf(says(words), text, inks)).join("") +
    plates.map((plate) => plateOf(plate, drawn)).join("") +
    `<rect x="${at.x - QR_RIM}" y="${at.y - QR_RIM}" width="${QR_SIDE + 2 * QR_RIM}" height="${
      QR_SIDE + 2 * QR_RIM
    }" rx="4" fill="#ffffff"/>` +
    qr.replace("<svg ", `<svg x="${at.x}" y="${at.y}" `) + `</g></svg>\n`;
}
