/** The address of the page that is shown, and going to another one without loading the app again. */
import { signal } from "@preact/signals";
import { noteFocus } from "../ui/focus.ts";
import { pageAt } from "./page_table.ts";

/** Path and query of the page shown. */
export const place = signal({ path: "/", query: "" });

/** Address of a row's link, and whether that is the page shown: the list may stand beside it. */
export const rowTo = (href: string) => ({
  href,
  "aria-current": place.value.path === href ? "page" as const : undefined,
});

/** The same for a row that is drawn by the parts. */
export const currentAt = (href: string) => ({ href, current: place.value.path === href });

/** Goes to an address of this site; one that is no page of the app is loaded from the server. `replace`: without a step back. */
export function go(address: string, { replace = false } = {}): void {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin || !pageAt(url.pathname)) return location.assign(url);
  noteFocus();
  noteStay();
  history[replace ? "replaceState" : "pushState"]({ from: replace ? history.state?.from : here() }, "", url);
  arrive();
  // A new page begins at its top.
  scrollTo(0, 0);
}

/** The address of the page shown. */
const here = (): string => location.pathname + location.search;

/** The page of the app from which the one shown was opened: the way back leads there. */
export const cameFrom = (): string | undefined => history.state?.from;

/** How a page stood when it was left: how far it was scrolled, and the link that was followed. */
interface Stay {
  y: number;
  link: string | undefined;
}

/** Keeps it with the page's entry in the browser's history, for whoever comes back. */
function noteStay(): void {
  const link = document.activeElement?.closest("a[href]")?.getAttribute("href") ?? undefined;
  const stay: Stay = { y: scrollY, link };
  history.replaceState({ ...history.state, ...stay }, "");
}

/** For so many pictures of the screen it is waited until the page that one came back to is as long as it was. */
const PATIENCE = 120;

/** Brings a page that one comes back to where it was left, and the focus to the link that was followed. */
function restore({ y, link }: Stay, left = PATIENCE): void {
  const { path } = place.peek();
  const at = link && document.querySelector<HTMLElement>(`main a[href="${CSS.escape(link)}"]`);
  const isLong = document.documentElement.scrollHeight >= y + innerHeight;
  if (left > 0 && (!isLong || link && !at)) {
    requestAnimationFrame(() => path === location.pathname && restore({ y, link }, left - 1));
    return;
  }
  if (at) at.focus({ preventScroll: true });
  scrollTo(0, y);
}

const arrive = () => {
  place.value = { path: location.pathname, query: location.search };
};

/** Follows the browser's buttons and every plain click on a link of this site. */
export function startRouting(): void {
  arrive();
  addEventListener("popstate", ({ state }) => {
    arrive();
    if (state?.y !== undefined) restore(state as Stay);
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a[href]") as HTMLAnchorElement | null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || !pageAt(link.pathname)) return;
    event.preventDefault();
    go(link.href);
  });
}

/** The address of the page to sign in that leads back to `path`. */
export const signInAddress = (path: string): string =>
  path === "/" || path.startsWith("/sign-in") ? "/sign-in" : `/sign-in?to=${encodeURIComponent(path)}`;
