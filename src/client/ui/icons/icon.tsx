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

export type IconName = keyof typeof ICON_PATHS;

/** An inline drawing, which has the colour of its words and is there as soon as they are. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={ICON_PATHS[name]} />
  </svg>
);
