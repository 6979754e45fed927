import { Icon } from "../ui/icons/icon.tsx";
import { type PageName, PAGES } from "./page_table.ts";

/** The icon that a page has in menus. */
export function PageIcon({ of }: { of: PageName }) {
  const page = PAGES[of];
  return "icon" in page ? <Icon name={page.icon} /> : null;
}
