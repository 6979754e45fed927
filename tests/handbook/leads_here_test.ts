/** From the app to the handbook: each page, refusals and lines of the checklist lead to a chapter that there is. */
import assert from "node:assert/strict";
import { allRoutes } from "../../src/cli/all_routes.ts";
import { COMMON_REASONS, type Route } from "../../src/http/mod.ts";
import {
  chapterOf,
  chapterOfCheck,
  chapterOfPage,
  chapterOfReason,
  CHAPTERS,
} from "../../src/handbook/mod.ts";
import { PAGES } from "../../src/client/pages/page_table.ts";
import { ALL_WORDS } from "../../src/words/all_words.ts";
import { makeHandbook } from "../../tools/app/handbook.ts";
import { ROOT } from "../kit/server.ts";
import { files } from "../policy/source_files.ts";

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
  const reasons = CHAPTERS.flatMap(({ reasons = [] }) => reasons.map((one) => one.split("#")[0]!));
  assert.equal(new Set(reasons).size, reasons.length);
  assert.deepEqual(reasons.filter((one) => !ALL_WORDS.en![`reason.${one}`]), []);
  assert.equal(chapterOfReason("not_verified"), "account");
  assert.equal(chapterOfReason("suspended"), "account#your-account-is-suspended");
  assert.equal(chapterOfReason("no_such_reason"), undefined);
});

/** What the app asks for, behind gates that let others in than operators, boxes and other instances. */
const isForMembers = ({ path, options }: Route) =>
  path.startsWith("/api/") &&
  options.gate.label.split("|").some((one) => ["public", "session", "claim"].includes(one));

Deno.test("a heading that a refusal leads to is in its chapter", () => {
  const { en } = makeHandbook(ROOT).books;
  for (const { id, reasons = [] } of CHAPTERS) {
    const { blocks } = en.chapters.find((one) => one.id === id)!;
    const anchors = reasons.flatMap((one) => one.split("#")[1] ?? []);
    assert.deepEqual(anchors.filter((one) => !blocks.some((block) => "t" in block && block.id === one)), []);
  }
});

Deno.test("no refusal that members meet leads to a chapter for operators", () => {
  const met = new Set(
    allRoutes().filter(isForMembers).flatMap(({ options }) => options.errors ?? []).map(({ reason }) =>
      reason
    ),
  );
  assert.ok(met.size > 60 && met.has("suspended"), `${met.size}`);
  // Of what every gate and limit may say, this is said to other instances alone.
  for (const one of COMMON_REASONS) if (one !== "submit_closed") met.add(one);
  const led = [...met].flatMap((reason) => {
    const chapter = chapterOf(chapterOfReason(reason)?.split("#")[0] ?? "");
    return chapter?.of === "sysops" ? [`${reason}: ${chapter.id}`] : [];
  });
  assert.deepEqual(led, []);
});

/** Where a refusal is said without a way to its chapter: texts, lines of a tool's log, pages of things that are not there. */
const WITHOUT_A_WAY = [
  "admin/neighbours/own_words.tsx",
  "app/first_paint.tsx",
  "tools/run/on_air.ts",
  "ui/say.ts",
  "ui/unread.ts",
];

Deno.test("whoever says a refusal leads to the chapter that explains it", () => {
  const without = [...files("src/client/"), ...files("src/client/", ".tsx")]
    .filter(({ text }) => /\bsayRefusal\(/.test(text) && !/<Explained\b|\/help\?why=/.test(text))
    .map(({ path }) => path.slice("src/client/".length));
  assert.deepEqual(without.sort(), WITHOUT_A_WAY);
});

Deno.test("what could not be read is said with the way to its chapter", () => {
  const without = files("src/client/", ".tsx").filter(({ text }) =>
    /(?<!<Unread>|=)\{problem\.value\}(?! <Explained)/.test(text)
  );
  assert.deepEqual(without.map(({ path }) => path), []);
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
