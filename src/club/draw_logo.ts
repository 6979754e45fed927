/** A club's logo as pixels: drawn anew from a PNG, JPEG, WebP or SVG, so that nothing else of the file is kept. */
import { Buffer } from "node:buffer";
import { textOfBytes } from "../foreign/mod.ts";
import { logoFailure } from "./club.ts";
import { isDrawable } from "./read_svg.ts";

/** Most pixels of a side, of what is sent. */
const SIDE_MOST = 4096;
/** Side of the square that it is drawn into. */
const SIDE = 256;

/** What kind of picture it is; undefined for any other. */
function kindOf(bytes: Uint8Array): "png" | "jpeg" | "webp" | "svg+xml" | undefined {
  // One character a byte: what a decoder calls Latin 1 is windows-1252, in which the first byte of a PNG is another.
  const head = String.fromCharCode(...bytes.subarray(0, 600));
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "webp";
  return /^\s{0,20}(?:\xef\xbb\xbf)?\s{0,20}<(?:\?xml|svg|!--)/.test(head) && head.includes("<svg")
    ? "svg+xml"
    : undefined;
}

/** Width and height that the header of a PNG states. */
function sizeOf(bytes: Uint8Array): [number, number] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return bytes.length < 24 ? [0, 0] : [view.getUint32(16), view.getUint32(20)];
}

/** Makes a PNG of an SVG, so many pixels wide. */
export type Draw = (svg: string, width: number) => Promise<Uint8Array<ArrayBuffer>>;

/** Draws it. Throws `logo_kind`, `logo_size`. */
export async function drawLogo(bytes: Uint8Array, draw: Draw): Promise<Uint8Array<ArrayBuffer>> {
  const kind = kindOf(bytes);
  if (!kind) throw logoFailure.logo_kind();
  if (kind === "png" && Math.max(...sizeOf(bytes)) > SIDE_MOST) {
    throw logoFailure.logo_size({ limit: SIDE_MOST });
  }
  // An SVG that names others, has entities that grow, or takes more work than a logo, is none that is drawn here.
  if (kind === "svg+xml") {
    if (/<!(?:ENTITY|DOCTYPE[^>]{0,2000}\[)/i.test(textOfBytes(bytes).text) || !await isDrawable(bytes)) {
      throw logoFailure.logo_kind();
    }
  }
  const data = `data:image/${kind};base64,${Buffer.from(bytes).toString("base64")}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">` +
    `<image href="${data}" width="${SIDE}" height="${SIDE}"/></svg>`;
  try {
    return await draw(svg, SIDE);
  } catch (error) {
    if (error instanceof Error && error.name !== "Failure") throw logoFailure.logo_kind();
    throw error;
  }
}
