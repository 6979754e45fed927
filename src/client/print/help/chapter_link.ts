/** From another page to a chapter. Pure: the server reads it too. */
import { chapterOfCheck, chapterOfPage, chapterOfReason } from "../../../handbook/mod.ts";
import { pageAt, PAGES } from "../../pages/page_table.ts";

/** The chapter that the address asks for by page, refusal or line of the checklist. */
export function chapterAsked(query: string): string | undefined {
  const asked = new URLSearchParams(query), of = asked.get("of"), page = of && pageAt(of);
  return (page && chapterOfPage(PAGES[page.name].path)) ||
    chapterOfReason(asked.get("why") ?? "")?.split("#")[0] ||
    chapterOfCheck(asked.get("check") ?? "");
}
