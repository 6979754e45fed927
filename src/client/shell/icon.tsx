/** The one set of icons: Lucide's, named as there. A word always stands beside an icon, which itself says nothing. */
import type { PAGES } from "./page_table.ts";

/** Icons of what one does. The menus' stand in the table of pages. */
export const ACTIONS = [
  "download",
  "flag",
  "list",
  "locate",
  "navigation",
  "pencil",
  "plus",
] as const;

type MenuIcon = Extract<typeof PAGES[keyof typeof PAGES], { icon: string }>["icon"];
export type IconName = MenuIcon | typeof ACTIONS[number];

/** Drawn by the stylesheet, in which the build writes each icon of the set, so that it is there as soon as the words are. */
export const Icon = ({ name }: { name: IconName }) => <span class={`icon i-${name}`} aria-hidden="true" />;
