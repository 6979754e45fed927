/**
 * Writes the icons that the app names as paths into `src/client/ui/icons/paths.ts`: `deno task docs`. In a stylesheet each
 * would be an image of its own, which a phone parses before it draws the first page.
 */
import { ACTIONS, IN_FIELD, SIGNS } from "../../src/client/ui/icons/icon.tsx";
import { type PageEntry, PAGES } from "../../src/client/pages/page_table.ts";

/** An icon of Lucide: its elements with their attributes. */
type Shapes = readonly [tag: string, attributes: Readonly<Record<string, string>>][];

/** Every icon that the app shows. Administration uses those of like meaning again: few people ever load it. */
const ICONS: readonly string[] = [
  ...new Set([...Object.values<PageEntry>(PAGES).flatMap(({ icon }) => icon ?? []), ...ACTIONS, ...SIGNS]),
].sort();

/** The path of an icon, as one. Throws where the set has none of the name, or a shape that is not known here. */
async function pathOf(name: string): Promise<string> {
  const { default: { node } }: { default: { node: Shapes } } = await import(`@lucide/icons/icons/${name}`);
  return node.map(path).join("");
}

/** The file of what only pages in the field show: one value for each, so that a page brings those that it draws. */
export async function fieldPaths(): Promise<string> {
  const lines = IN_FIELD.toSorted().map(async (name) =>
    `export const ${name.toUpperCase().replace(/-/g, "_")} = { path: "${await pathOf(name)}" } as const;\n`
  );
  return "/** The icons of Lucide (ISC licence) that only pages in the field show. `deno task docs` writes this file. */\n" +
    "// deno-fmt-ignore-file\n" +
    (await Promise.all(lines)).join("");
}

/** The file of paths, as TypeScript. */
export async function iconPaths(): Promise<string> {
  const lines = ICONS.map(async (name) => `  "${name}": "${await pathOf(name)}",\n`);
  return "/** The icons of Lucide (ISC licence) that the app shows, each as one path of 24 by 24. `deno task docs` writes this file. */\n" +
    "// deno-fmt-ignore-file\n" +
    `export const ICON_PATHS = {\n${(await Promise.all(lines)).join("")}} as const;\n`;
}

/** An element of SVG as a path, https://www.w3.org/TR/SVG2/shapes.html. */
function path([tag, of]: Shapes[number]): string {
  const n = (name: string) => Number(of[name] ?? 0);
  const arc = (rx: number, ry: number, x: number, y: number) => `a${rx} ${ry} 0 0 1 ${x} ${y}`;
  // A path that begins with `m` begins there from the corner, wherever the one before it ended.
  if (tag === "path") return of.d!.replace(/^m/, "M0 0m");
  if (tag === "line") return `M${of.x1} ${of.y1}L${of.x2} ${of.y2}`;
  if (tag === "polyline" || tag === "polygon") return `M${of.points}${tag === "polygon" ? "z" : ""}`;
  if (tag === "circle" || tag === "ellipse") {
    const [rx, ry] = tag === "circle" ? [n("r"), n("r")] : [n("rx"), n("ry")];
    return `M${n("cx") - rx} ${of.cy}${arc(rx, ry, 2 * rx, 0)}${arc(rx, ry, -2 * rx, 0)}z`;
  }
  if (tag !== "rect") throw new Error(`A ${tag} is no path`);
  const r = n("rx") || n("ry"), w = n("width") - 2 * r, h = n("height") - 2 * r;
  return `M${n("x") + r} ${n("y")}h${w}${arc(r, r, r, r)}v${h}${arc(r, r, -r, r)}h${-w}${
    arc(r, r, -r, -r)
  }v${-h}${arc(r, r, r, -r)}z`;
}
