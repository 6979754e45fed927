/**
 * Makes PNG pictures of SVG, for links that are shared. Loaded with the first one. What it costs is bounded: one is made at a
 * time and between other work, a few may wait and more are refused, and the latest are kept.
 */
import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { setImmediate } from "node:timers";
import { appFailure, pictureFailure } from "./built.ts";

/** What the library gives, as far as it is used here. */
interface Library {
  WASM: string;
  FONT: string;
  initWasm(wasm: Uint8Array): Promise<void>;
  Resvg: new (svg: string, options: object) => {
    render(): { asPng(): Uint8Array<ArrayBuffer>; free(): void };
    free(): void;
  };
}

/** So many pictures wait at most, and so many are kept. */
const WAIT_MOST = 8, KEEP_MOST = 40;
/** How wide a picture is, in pixels: readers of links show them no wider than that. */
const WIDTH = 800;

const unzipped = (text: string): Uint8Array => new Uint8Array(gunzipSync(Buffer.from(text, "base64")));
let opened: Promise<{ library: Library; font: Uint8Array }> | undefined;
async function open() {
  const made = await import("../../../dist/app/picture_library.ts").catch(() => {
    throw appFailure.app_not_built();
  });
  const library = made as unknown as Library;
  await library.initWasm(unzipped(library.WASM));
  return { library, font: unzipped(library.FONT) };
}

const kept = new Map<string, Uint8Array<ArrayBuffer>>();
let last: Promise<unknown> = Promise.resolve(), waiting = 0;

/** The picture; equal drawings are made once. Throws `pictures_busy`. */
export async function pngOf(svg: string, width = WIDTH): Promise<Uint8Array<ArrayBuffer>> {
  const known = kept.get(svg);
  if (known) return known;
  if (waiting >= WAIT_MOST) throw pictureFailure.pictures_busy();
  waiting++;
  const turn = last.then(() => new Promise<void>((go) => setImmediate(go))).then(() => make(svg, width));
  last = turn.catch(() => {});
  try {
    return await turn;
  } finally {
    waiting--;
  }
}

async function make(svg: string, width: number): Promise<Uint8Array<ArrayBuffer>> {
  const known = kept.get(svg);
  if (known) return known;
  const { library, font } = await (opened ??= open());
  const drawn = new library.Resvg(svg, {
    fitTo: { mode: "width", value: width },
    font: { fontBuffers: [font], loadSystemFonts: false, defaultFontFamily: "DejaVu Sans" },
  });
  const picture = drawn.render();
  const png = new Uint8Array(picture.asPng());
  picture.free();
  drawn.free();
  kept.set(svg, png);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEEP_MOST) break;
    kept.delete(oldest);
  }
  return png;
}
