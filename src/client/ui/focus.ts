/** Where the focus goes when a link of the app is followed, and what the page that it leads to is called. */
import { signal } from "@preact/signals";

/**
 * The path of a page and what its heading says, a line each: tabs, history and bookmarks name the thing and not its kind. One
 * text, since what is set again and again while it is the same moves nothing.
 */
export const titled = signal("");

/** What has the focus since a link was followed; on a first page nothing is moved. */
let left: Element | null | undefined;

/**
 * Gives the focus to the heading of a page that was gone to, so that screen readers begin there, unless the person has moved
 * it since. The page may come later than its address, and its heading may be drawn anew once it is known what it shows.
 */
export function takeFocus(heading: HTMLElement | null): void {
  const has = document.activeElement;
  if (left === undefined || !heading || (has !== left && has !== document.body)) return;
  heading.focus({ preventScroll: true });
  left = heading;
}

/** To be called before another page is shown. */
export function noteFocus(): void {
  left = document.activeElement;
}
