/** QR codes as SVG. */
import { renderSVG } from "uqr";

/** The longest text that is put into a code: beyond it a phone's camera no longer reads the print well. */
export const QR_MAX_BYTES = 106;

/** The code as an SVG of `size` pixels a side with the quiet zone of four modules that ISO 18004 asks for. */
export function qrSvg(text: string, size: number): string {
  const svg = renderSVG(text, { ecc: "M", border: 4 });
  return svg.replace("<svg ", `<svg width="${size}" height="${size}" `);
}
