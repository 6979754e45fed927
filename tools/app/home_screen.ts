/** What a phone shows of the app before it is opened: its icons, and pictures for whoever installs it. */
import { join } from "node:path";
import { type File, named } from "./built_files.ts";
import { PICTURES } from "./handbook.ts";

const FOLDER = "src/client/ui/style";
/** The icon as a drawing, and as the pictures that `deno task sheet --icons` makes of it. */
const ICONS = {
  drawing: "icon.svg",
  small: "icon-192.png",
  large: "icon-512.png",
  maskable: "icon-maskable.png",
  apple: "icon-apple.png",
} as const;
const SCREENSHOTS = ["nearby.png", "cache.png"];

/** What only a home screen asks for: it is not kept with the app. */
export const HOME_SCREEN = /\/(icon|shot)-[^/]+\.png$/;

/** The files, and their addresses by what they are for. */
export function homeScreen(root: string) {
  const read = (folder: string, name: string, as = name): File =>
    named(as, Deno.readFileSync(join(root, folder, name)));
  const icons = Object.entries(ICONS).map(([of, name]) => [of, read(FOLDER, name)] as const);
  const shots = SCREENSHOTS.map((name) => read(PICTURES, name, `shot-${name}`));
  const names = Object.fromEntries(icons.map(([of, { path }]) => [of, path])) as Record<
    keyof typeof ICONS,
    string
  >;
  return {
    files: [...icons.map(([, file]) => file), ...shots],
    names: { ...names, shots: shots.map(({ path, bytes }) => ({ path, size: sizeOf(bytes) })) },
  };
}

/** Width and height of a PNG, as manifests write them. */
function sizeOf(png: Uint8Array): string {
  const head = new DataView(png.buffer, png.byteOffset + 16);
  return `${head.getUint32(0)}x${head.getUint32(4)}`;
}
