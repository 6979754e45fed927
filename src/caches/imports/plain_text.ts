/** Plain text of a description that may be HTML: this instance never shows foreign markup. Pure. */

import { replaceTags } from "../../base/mod.ts";

/** Elements after which a line ends. */
const BREAKS = new Set(["br", "/p", "/div", "/li", "/tr", "/h1", "/h2", "/h3", "/h4", "/h5", "/h6"]);

const ENTITIES: Record<string, string> = {
  nbsp: " ",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  apos: "'",
  amp: "&",
};

/** The text without tags and with its entities; costs its length, whatever it holds. */
export const plainText = (html: string): string =>
  replaceTags(html, (tag) => BREAKS.has(nameOf(tag)) ? "\n" : "")
    .replace(/&(nbsp|lt|gt|quot|#39|apos|amp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\n{3,}/g, "\n\n");

/** What a tag begins with: `br` of `<br/>`, `/p` of `</P >`. */
const nameOf = (tag: string): string => /^\/?[a-z0-9]*/i.exec(tag.slice(1, 9))![0].toLowerCase();
