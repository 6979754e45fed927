/** The address at which a setting is found. */
import { PAGES } from "../../pages/page_table.ts";

export const settingAddress = (key: string): string =>
  `${PAGES.adminSettings.path}?find=${encodeURIComponent(key)}`;
