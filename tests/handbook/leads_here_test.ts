/** From the app to the handbook: each page, refusals and lines of the checklist lead to a chapter that there is. */
import assert from "node:assert/strict";
import { chapterOfCheck, chapterOfPage, chapterOfReason, CHAPTERS } from "../../src/handbook/mod.ts";
import { PAGES } from "../../src/client/pages/page_table.ts";
import { ALL_WORDS } from "../../src/words/all_words.ts";

/** The handbook's own pages explain themselves. */
const OWN = ["/help", "/help/:chapter"];

Deno.test("every page of the app has one chapter, and no chapter names a page that is gone", () => {
  const paths = Object.values(PAGES).map(({ path }) => path as string).filter((path) => !OWN.includes(path));
  assert.deepEqual(paths.filter((path) => !chapterOfPage(path)), [], "these have no chapter");
  const named = CHAPTERS.flatMap(({ pages = [] }) => pages);
  assert.deepEqual(named.filter((path) => !paths.includes(path)), [], "these are no pages");
  assert.equal(new Set(named).size, named.length, "a page has two chapters");
});

Deno.test("reasons that lead to a chapter are reasons that the app has words for", () => {
  const reasons = CHAPTERS.flatMap(({ reasons = [] }) => reasons);
  assert.equal(new Set(reasons).size, reasons.length);
  assert.deepEqual(reasons.filter((one) => !ALL_WORDS.en![`reason.${one}`]), []);
  assert.equal(chapterOfReason("not_verified"), "first-find");
  assert.equal(chapterOfReason("no_such_reason"), undefined);
});

Deno.test("every line of the checklist leads to a chapter", () => {
  const named = CHAPTERS.flatMap(({ checks = [] }) => checks);
  assert.equal(new Set(named).size, named.length);
  const told = Object.keys(ALL_WORDS.en!).flatMap((key) => /^check\.of\.(\w+)$/.exec(key)?.[1] ?? []);
  assert.ok(told.length > 30);
  // Words have no dash in their names; some lines have.
  const leads = (name: string) => chapterOfCheck(name) ?? chapterOfCheck(name.replaceAll("_", "-"));
  assert.deepEqual(told.filter((name) => !leads(name)), []);
});
