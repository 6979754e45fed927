/** Where the search at the top leads. Pure. */
import { isAdmin, PAGES } from "../pages/page_table.ts";

/** A mail address, or letters and figures as a person's callsign has them. */
const PERSON = /@|^[a-z0-9]{1,3}[0-9][a-z]{1,4}(-[0-9]{1,2})?$/i;

/**
 * The address of what is found for `wanted`, asked on the page at `path`. Administration's own search stays there: a person by
 * call or mail address, and for all else its pages and settings.
 */
export function foundAt(path: string, wanted: string): string {
  const q = encodeURIComponent(wanted);
  if (!isAdmin({ path })) return `${PAGES.nearby.path}?q=${q}`;
  return `${PERSON.test(wanted) ? PAGES.adminPeople.path : PAGES.adminSettings.path}?find=${q}`;
}
