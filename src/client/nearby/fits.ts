/** Which caches of the list a search finds. Pure. */
import { folded } from "../../base/text.ts";
import type { CacheRow } from "../phone/known/caches.ts";

/** A callsign has a figure in it: letters alone would find everybody whose call has them. */
const CALL = /^(?=.{0,9}\d)[a-z0-9]{3,9}$/;

/** Whether a cache fits a search: its code begins with the text, its title has it anywhere, or its owner has this call. */
export function fits(
  { code, title, owner }: Pick<CacheRow, "code" | "title" | "owner">,
  wanted: string,
): boolean {
  const looked = folded(wanted.trim());
  return looked === "" || code.toLowerCase().startsWith(looked.replaceAll("-", "")) ||
    folded(title).includes(looked) || CALL.test(looked) && owner.toLowerCase() === looked;
}
