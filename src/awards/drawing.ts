/** A certificate as a drawing, in the shape of a sheet that lies on its long side: for a wall, a message, a web page. Pure. */
import { xml, xmlLine } from "../base/mod.ts";
import type { Certificate } from "./certificate.ts";
import type { CertificateWords } from "./told.ts";

/** Units of the sheet: A4 in tenths of a millimetre. */
export const SHEET = { width: 2970, height: 2100 } as const;
const INK = "#12372a", SOFT = "#4a6358", GOLD = "#a97b17", PAPER = "#fffdf6";
/** How wide a letter of the bold face is about, as a part of its size. */
const LETTER = 0.62;

/** As large as fits on one line of the sheet. */
const fitting = (text: string, size: number): number =>
  Math.round(Math.min(size, 2500 / (LETTER * Math.max(1, [...text].length))));

function line(y: number, size: number, text: string, { fill = INK, bold = false } = {}): string {
  const weight = bold ? ` font-weight="700"` : "";
  return `<text x="1485" y="${y}" font-size="${fitting(text, size)}"${weight} fill="${fill}">${
    xml(text)
  }</text>`;
}

/** A medal with rays: as many as there are hours. */
function medal(x: number, y: number): string {
  const rays = Array.from({ length: 24 }, (_, n) => {
    const [sin, cos] = [Math.sin(n * Math.PI / 12), Math.cos(n * Math.PI / 12)];
    const at = (r: number) => `${(x + r * sin).toFixed(1)} ${(y - r * cos).toFixed(1)}`;
    return `M${at(112)}L${at(n % 2 ? 140 : 156)}`;
  }).join("");
  return `<g fill="none" stroke="${GOLD}" stroke-width="10"><circle cx="${x}" cy="${y}" r="98"/><path d="${rays}"/>` +
    `<path d="M${x - 45} ${y + 5}l32 34l62 -78" stroke-width="20"/></g>`;
}

/** The sheet. `told`: its sentences, in the reader's words. */
export function certificateSvg({ code, call }: Certificate, told: CertificateWords): string {
  const { width, height } = SHEET, spoken = `${told.title}: ${call}, ${told.name}, ${told.earned}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width / 2}" height="${height / 2}" ` +
    `viewBox="0 0 ${width} ${height}" role="img" aria-label="${xmlLine(spoken)}"><title>${
      xmlLine(spoken)
    }</title>` +
    `<rect width="${width}" height="${height}" fill="${PAPER}"/>` +
    `<rect x="90" y="90" width="${width - 180}" height="${
      height - 180
    }" fill="none" stroke="${GOLD}" stroke-width="16"/>` +
    `<rect x="124" y="124" width="${width - 248}" height="${
      height - 248
    }" fill="none" stroke="${INK}" stroke-width="5"/>` +
    medal(width / 2, 350) +
    `<g text-anchor="middle" font-family="DejaVu Sans, system-ui, sans-serif">` +
    line(640, 70, told.to, { fill: SOFT }) +
    line(860, 210, call, { bold: true }) +
    line(1020, 70, told.has, { fill: SOFT }) +
    line(1220, 150, told.name, { bold: true, fill: GOLD }) +
    (told.about === "" ? "" : line(1340, 62, told.about)) +
    line(1540, 66, told.earned) +
    line(1720, 52, told.signed, { fill: SOFT }) +
    line(1820, 52, `${told.at} · ${code}`, { fill: SOFT }) +
    `</g></svg>\n`;
}
