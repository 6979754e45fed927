/** The app's icon as pictures, which home screens want: drawn from `icon.svg` and kept beside it. */
import { join } from "node:path";
import { openBrowser } from "../../tests/kit/browser.ts";

/** Where `icon.svg` is, and its pictures. */
const FOLDER = "src/client/ui/style";

/**
 * Each picture's file, its side in pixels, and which part of the side the drawing takes: a phone cuts its own shape out of a
 * maskable one, and an iPhone rounds the corners itself.
 */
const PICTURES = [
  ["icon-192.png", 192, 1],
  ["icon-512.png", 512, 1],
  ["icon-maskable.png", 512, 0.8],
  ["icon-apple.png", 180, 0.9],
] as const;

/** Draws them anew. */
export async function drawIcons(root: string): Promise<void> {
  const svg = await Deno.readTextFile(join(root, FOLDER, "icon.svg"));
  const browser = await openBrowser();
  try {
    const tab = await browser.tab();
    for (const [file, side, share] of PICTURES) {
      const margin = side * (1 - share) / 2;
      // One that is cut to shape has the colour up to its edge.
      const ground = share < 1 ? /<rect[^>]*fill="([^"]+)"/.exec(svg)![1]! : "transparent";
      const page = `<body style="margin:0;background:${ground}"><div style="padding:${margin}px;inline-size:${
        side * share
      }px">${svg}</div>`;
      const at = await Deno.makeTempFile({ suffix: ".html" });
      await Deno.writeTextFile(at, page);
      await tab.send("Emulation.setDeviceMetricsOverride", {
        width: side,
        height: side,
        deviceScaleFactor: 1,
        mobile: false,
      });
      await tab.send("Emulation.setDefaultBackgroundColorOverride", { color: { r: 0, g: 0, b: 0, a: 0 } });
      await tab.goto(`file://${at}`);
      const { data } = await tab.send("Page.captureScreenshot");
      await Deno.writeFile(join(root, FOLDER, file), Uint8Array.fromBase64(data));
      await Deno.remove(at);
    }
  } finally {
    await browser.close();
  }
}
