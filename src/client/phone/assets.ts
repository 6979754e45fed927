/** Addresses of built files that are not scripts of a page and are fetched when they are needed. */
import type { OwnStyle } from "../pages/page_table.ts";

/** Written in by the build; not there on the server and in tests. */
declare const ASSETS: {
  /** The built-in map, drawn for 1:110 million and for 1:50 million. */
  readonly coarse: string;
  readonly fine: string;
  /** Lakes and rivers; the large towns; and many more towns. */
  readonly waters: string;
  readonly towns: string;
  readonly places: string;
  /** The script that draws the big map's tiles beside the page. */
  readonly mapWorker: string;
  /** What the pages look like that are not the first, and what administration looks like. */
  readonly restStyle: string;
  /** What some pages have for themselves alone. */
  readonly ownStyles: Readonly<Record<OwnStyle, string>>;
  readonly adminStyle: string;
};

/** A function, so that the server and tests can import this file without the names that only the build has. */
export const assets = (): typeof ASSETS => ASSETS;

const coming = new Map<string, Promise<void>>();

/**
 * Adds a stylesheet to the page, once. Settled when it is here, or will not come: what is drawn without it still has every
 * word, and the next page asks for it again.
 */
export function loadStyle(href: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${href}"]:not([data-coming])`)) {
    return Promise.resolve();
  }
  const known = coming.get(href);
  if (known) return known;
  const made = new Promise<void>((go) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.dataset.coming = "";
    const settled = () => {
      delete link.dataset.coming;
      coming.delete(href);
      go();
    };
    link.onload = settled;
    link.onerror = () => {
      link.remove();
      settled();
    };
    document.head.append(link);
  });
  coming.set(href, made);
  return made;
}
