/** The keyboard shortcuts of the app. Each page says what those that it has do there; the help is drawn from this table. */
import type { Key } from "../ui/say.ts";

/** The id of the search field at the top; `/` leads to it from every page. */
export const FIND = "find";
/** Sent to the document where somebody asks for the list of keys by pointing. */
export const KEYS_ASKED = "keys-asked";

/** Every shortcut: its key, as the browser names it, and the words' key that says what it does. */
export const KEYS = {
  search: { key: "/", does: "keys.search" },
  next: { key: "j", does: "keys.next" },
  previous: { key: "k", does: "keys.previous" },
  open: { key: "Enter", does: "keys.open" },
  fresh: { key: "n", does: "keys.fresh" },
  map: { key: "m", does: "keys.map" },
  watch: { key: "w", does: "keys.watch" },
  write: { key: "c", does: "talk.keys.write" },
  reply: { key: "r", does: "talk.keys.reply" },
  inbox: { key: "i", does: "talk.keys.inbox" },
  sent: { key: "s", does: "talk.keys.sent" },
  bulletins: { key: "b", does: "talk.keys.bulletins" },
  whitePages: { key: "p", does: "talk.keys.white_pages" },
  kill: { key: "d", does: "talk.keys.kill" },
  takeBack: { key: "z", does: "talk.keys.undo" },
  keep: { key: "o", does: "keys.report.keep" },
  remove: { key: "x", does: "keys.report.remove" },
  undo: { key: "u", does: "keys.report.undo" },
  list: { key: "Escape", does: "keys.list" },
  help: { key: "?", does: "keys.help" },
} as const satisfies Record<string, { key: string; does: Key }>;

type KeyName = keyof typeof KEYS;
export const NAMES = Object.keys(KEYS) as KeyName[];
/** What the shortcuts of a page do. */
export type Acts = { readonly [Name in KeyName]?: () => void };

/** The shortcut of a pressed key; `undefined` where it has none. */
export const nameOfKey = (key: string): KeyName | undefined => NAMES.find((name) => KEYS[name].key === key);

/** Gives the focus to the row of a page in the list beside it; without such a row nothing happens. */
export function toRow(path: string): void {
  [...document.querySelectorAll<HTMLAnchorElement>(".pane-list a")].find(({ pathname }) => pathname === path)
    ?.focus();
}

/**
 * Shortcuts beside a list: they walk along it from the row that is open, and Escape leads to that row. `links`: a selector of
 * the list's links.
 */
export function besideActs(links: string): Acts {
  const step = (by: 1 | -1 | 0) => {
    const stops = [...document.querySelectorAll<HTMLAnchorElement>(`.pane-list :is(${links})`)];
    const open = stops.findIndex(({ pathname }) => pathname === location.pathname);
    stops[open < 0 ? 0 : Math.max(0, Math.min(stops.length - 1, open + by))]?.focus();
  };
  return {
    next: () => step(1),
    previous: () => step(-1),
    open: () => step(0),
    list: () => toRow(location.pathname),
  };
}

/** Shortcuts to walk along a list: `rows` is a selector of the link in each row. */
export function rowActs(rows: string): Acts {
  const step = (by: 1 | -1 | 0) => {
    // Of two panes the one that has the focus, else what was opened.
    const pane = document.activeElement?.closest(".pane") ?? document.querySelector(".pane:last-child") ??
      document;
    const stops = [...pane.querySelectorAll<HTMLElement>(rows)];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? 0 : Math.max(0, Math.min(stops.length - 1, at + by));
    stops[next]?.focus();
  };
  return {
    next: () => step(1),
    previous: () => step(-1),
    // Enter on a focused link is the browser's own; where no row has the focus, the first one gets it.
    open: () => step(0),
  };
}
