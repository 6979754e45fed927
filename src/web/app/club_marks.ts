/** The club's colour and logo on a picture of the app's, which is 1200 by 630 as readers of links want it. Pure. */
import { Buffer } from "node:buffer";
import type { ClubMarks } from "../../club/mod.ts";

/** Size and place of the logo, and height of the line. */
const LOGO = 120, FROM_EDGE = 40, LINE = 14;

export function withMarks(svg: string, { colour, logo }: ClubMarks): string {
  const line = colour === undefined ? "" : `<rect width="1200" height="${LINE}" fill="${colour}"/>`;
  const image = logo
    ? `<image href="data:image/png;base64,${Buffer.from(logo).toString("base64")}" x="${
      1200 - FROM_EDGE - LOGO
    }" ` +
      `y="${FROM_EDGE}" width="${LOGO}" height="${LOGO}"/>`
    : "";
  const end = svg.lastIndexOf("</svg>");
  return svg.slice(0, end) + line + image + svg.slice(end);
}
