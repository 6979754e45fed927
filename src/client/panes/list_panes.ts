/** Which pages keep a list beside them, and whether the screen has room for it. */
import { signal } from "@preact/signals";
import type { ComponentChildren, ComponentType } from "preact";
import type { WrittenColumn } from "./csv.ts";
import { type PageEntry, type PageName, PAGES } from "../pages/page_table.ts";

/** A window of its own has a name that begins so: it shows one thing, without the list. */
export const OWN_WINDOW = "own-";

/**
 * `list`: the page that is drawn as a list, if there is one. `both`: whether something is drawn beside it, which has the
 * address `path`. `isList`: whether the list is what was asked for.
 */
export interface EdgeProps {
  list: PageName | undefined;
  both: unknown;
  isList: boolean;
  path: string;
}

/**
 * A table and its tools. `name`: under which this device remembers the hidden columns. `heads`: the names of its columns, of
 * which the first always stays. `what`: what its rows are, in the reader's words; a file is named by it. `written`: what each
 * column of `heads` writes into a file, with all rows that are found.
 */
export interface TableProps {
  name: string;
  heads: readonly string[];
  what: string;
  written: () => readonly WrittenColumn[] | Promise<readonly WrittenColumn[]>;
  children: ComponentChildren;
}

interface WideParts {
  /** A tablet has the bar of a phone instead. */
  readonly Rail: typeof import("./rail.tsx").Rail | undefined;
  Edge: ComponentType<EdgeProps>;
  Tools: ComponentType<{ list: PageName; path: string }>;
  SpareKeys: ComponentType;
  TableBar: ComponentType<TableProps>;
}

/** What only a wide screen has; `undefined` on a screen without room for it, and until it is loaded. */
export const wideParts = signal<WideParts | undefined>(undefined);

/** Whether the list that is shown has its own map beside it, and so needs more room. */
export const listHasMap = signal(false);

const NAMES = Object.keys(PAGES) as PageName[];
const listFor = (name: PageName) => (PAGES[name] as PageEntry).beside as PageName | undefined;

/**
 * The list that is drawn for a page on a wide screen: a page that is such a list is its own. `undefined` where there is none,
 * and for one thing in a window of its own (`windowName`). `last`: the list that was drawn last; a map stays.
 */
export function listOf(name: PageName, windowName: string, last?: PageName): PageName | undefined {
  const { beside, onMap }: PageEntry = PAGES[name];
  const list = onMap && last === "map" ? last : beside as PageName | undefined;
  if (list) return windowName.startsWith(OWN_WINDOW) ? undefined : list;
  if (name === "map") return name;
  return NAMES.some((one) => listFor(one) === name) ? name : undefined;
}
