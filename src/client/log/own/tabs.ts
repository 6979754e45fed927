/**
 * The addresses of the page of lists and files: a tab is in the query, and so is the list that it is about, so that the browser's
 * Back leads from one to the other and a link leads to any of them.
 */
import { PAGES } from "../../pages/page_table.ts";

export const TABS = ["lists", "notes", "files"] as const;

/** The address of a tab, about a list where one is named. The lists are what the page begins with. */
export function hrefOf(tab: typeof TABS[number], list?: number): string {
  const query = new URLSearchParams();
  if (tab !== "lists") query.set("tab", tab);
  if (list !== undefined) query.set("list", String(list));
  return query.size > 0 ? `${PAGES.lists.path}?${query}` : PAGES.lists.path;
}

/** What a tab is given: who is signed in, and the list that its address names. */
export interface TabProps {
  account: string;
  list: number | undefined;
}
