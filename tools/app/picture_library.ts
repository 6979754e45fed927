/**
 * What draws the pictures of shared links, as one module of the program: resvg as WebAssembly and a face, since it knows none
 * of the system's. Packed once for each version of them.
 */
import { gzipSync } from "node:zlib";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import manifest from "../../deno.json" with { type: "json" };
import { deno } from "./packages.ts";

/** The packages that it is made of. */
export const PICTURE_PACKAGES = ["@resvg/resvg-wasm", "dejavu-fonts-ttf"] as const;

/** Text of the module; `before`: what was made last, given back where it is of the same versions. */
export async function pictureLibrary(root: string, before: string): Promise<string> {
  const [drawing, face] = PICTURE_PACKAGES.map((name) => manifest.imports[name]);
  const head = `// ${drawing} ${face}\n// @ts-nocheck: others' script as it is\n// deno-lint-ignore-file\n`;
  if (before.startsWith(head)) return before;
  // Brings both into Deno's store where they are not there yet.
  await Promise.all([
    import("@resvg/resvg-wasm"),
    import("dejavu-fonts-ttf/package.json", { with: { type: "json" } }),
  ]);
  const { npmCache } = await deno<{ npmCache: string }>(root, ["info", "--json"]);
  const file = (specifier: string, path: string) => {
    const [, name, version] = /^npm:(.+)@([\d.]+)$/.exec(specifier)!;
    return Deno.readFile(join(npmCache, "registry.npmjs.org", name!, version!, path));
  };
  const packed = async (specifier: string, path: string) =>
    Buffer.from(gzipSync(await file(specifier, path), { level: 9 })).toString("base64");
  const script = new TextDecoder().decode(await file(drawing!, "index.mjs"));
  return `${head}${script}\nexport const WASM = "${await packed(drawing!, "index_bg.wasm")}";\n` +
    `export const FONT = "${await packed(face!, "ttf/DejaVuSans-Bold.ttf")}";\n`;
}
