/** Every part in every look: a page of HTML for each look, and its picture on each screen. */
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { FILES } from "../../dist/app/files.ts";
import { drawParts } from "../../src/client/app/all_parts/all_parts.tsx";
import { openBrowser } from "../../tests/kit/browser.ts";
import type { Screen } from "../../tests/kit/phone.ts";

const LOOKS = ["light", "dark", "sun", "night"];

/** What the gallery alone needs: sections beside each other, and what is fixed to a screen held in a box. */
const OWN =
  `body{padding:1rem}main{display:grid;gap:1.5rem 2rem;grid-template-columns:repeat(auto-fill,minmax(min(22rem,100%),1fr));align-items:start}
section{min-inline-size:0}.held{position:relative;min-block-size:4rem}.held .toasts{position:absolute;inset-block-end:0}
.held-map{block-size:18rem;overflow:hidden;background:var(--m-land)}`;

/** A built stylesheet. */
function styleOf(name: string): string {
  const [, file] = Object.entries(FILES).find(([path]) => new RegExp(`/${name}-\\w+\\.css$`).test(path))!;
  return gunzipSync(Buffer.from(file.gz, "base64")).toString();
}

const partsPage = (look: string): string =>
  `<!doctype html><html lang="en" data-theme="${look}"><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width"><title>Parts, ${look}</title>` +
  `<style>${styleOf("app")}\n${styleOf("rest")}\n${OWN}</style><body>${drawParts()}</body></html>\n`;

/** Gives the names of the pictures. */
export async function partSheet(out: string, screens: Readonly<Record<string, Screen>>): Promise<string[]> {
  const browser = await openBrowser(), made: string[] = [];
  try {
    const tab = await browser.tab();
    for (const look of LOOKS) {
      const page = join(out, `parts-${look}.html`);
      await Deno.writeTextFile(page, partsPage(look));
      for (const [device, screen] of Object.entries(screens)) {
        await tab.send("Emulation.setDeviceMetricsOverride", {
          ...screen,
          deviceScaleFactor: 1,
          mobile: device === "phone",
        });
        await tab.goto(`file://${page}`);
        const { data } = await tab.send("Page.captureScreenshot", { captureBeyondViewport: true });
        const file = `parts-${device}-${look}.png`;
        await Deno.writeFile(join(out, file), Uint8Array.fromBase64(data));
        made.push(file);
      }
    }
  } finally {
    await browser.close();
  }
  return made;
}
