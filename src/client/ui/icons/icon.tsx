/** The one set of icons: Lucide's, named as there. A word always stands beside an icon, which itself says nothing. */
import { ICON_PATHS } from "./paths.ts";

/** Icons of kinds of caches and of tiers: tables name them. */
export const SIGNS = [
  ...["audio-lines", "box", "eye", "footprints", "mountain", "puzzle", "route", "stamp"] as const,
  ...["check", "map-pin", "radio"] as const,
] as const;

/** Icons of what one does. The menus' stand in the table of pages. */
export const ACTIONS = [
  "download",
  "flag",
  "layers",
  "list",
  "locate",
  "minus",
  "navigation",
  "pencil",
  "plus",
  "ruler",
  "search",
  "sliders-horizontal",
  "square-dashed-mouse-pointer",
  "x",
] as const;

/** Icons that only pages in the field show: their file comes with those (`field_paths.ts`), not with the first page. */
export const IN_FIELD = [
  ...["camera", "chevron-left", "chevron-right", "clock", "crosshair", "ellipsis", "heart"] as const,
  ...["key-round", "lightbulb", "search-x", "send", "share-2", "smartphone", "star", "sticky-note"] as const,
  ...["sun", "thumbs-up", "wifi-off"] as const,
] as const;

/** One by its name, or the path of one that not every page has. */
export type IconName = keyof typeof ICON_PATHS | { readonly path: string };

/** An inline drawing, which has the colour of its words and is there as soon as they are. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={typeof name === "string" ? ICON_PATHS[name] : name.path} />
  </svg>
);
