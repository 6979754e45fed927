/** QR codes as SVG. */
import { renderSVG } from "uqr";

/** The code as an SVG of `size` pixels a side with the quiet zone of four modules that ISO 18004 asks for. */
export function qrSvg(text: string, size: number): string {
  const svg = renderSVG(text, { ecc: "M", border: 4 });
  return svg.replace("<svg ", `<svg width="${size}" height="${size}" `);
}
