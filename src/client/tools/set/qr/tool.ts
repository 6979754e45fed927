/** QR codes by the library jsqr, bar codes by the browser's own reader where it has one. */
import library from "jsqr";
import { type Register, sayIn, type Tool } from "../interface.ts";

declare const register: Register;
declare const tool: Tool;
const say = sayIn(tool);
/** A photo is drawn no larger than this: a code that fills a tenth of it can still be read. */
const LARGEST = 1600;
/** The package's types tell of another form of it. */
const jsqr = library as unknown as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string } | null;
type Reader = new () => { detect(picture: ImageBitmap): Promise<{ rawValue: string; format: string }[]> };

register({
  decoders: [{
    id: "photo",
    kind: "photo",
    label: say({ en: "Photo with a code", de: "Foto mit einem Code" }),
    async decode(address) {
      const bytes = Uint8Array.from(
        atob(address.slice(address.indexOf(",") + 1)),
        (one) => one.charCodeAt(0),
      );
      const picture = await createImageBitmap(new Blob([bytes]));
      const scale = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
      const width = Math.max(1, Math.round(picture.width * scale));
      const height = Math.max(1, Math.round(picture.height * scale));
      const drawn = new OffscreenCanvas(width, height).getContext("2d")!;
      drawn.drawImage(picture, 0, 0, width, height);
      const found = jsqr(drawn.getImageData(0, 0, width, height).data, width, height);
      if (found) return found.data.split("\n");
      const Own = (globalThis as unknown as { BarcodeDetector?: Reader }).BarcodeDetector;
      const codes = Own ? await new Own().detect(picture).catch(() => []) : [];
      if (codes.length > 0) return codes.map(({ rawValue, format }) => `${format}: ${rawValue}`);
      return Own ? say({ en: "No code was found.", de: "Kein Code gefunden." }) : say({
        en: "No QR code was found. This browser reads no other codes.",
        de: "Kein QR-Code gefunden. Andere Codes liest dieser Browser nicht.",
      });
    },
  }],
});
