/** The handbook is whole: every chapter in both languages, short, and everything that it names exists. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { FILES } from "../../dist/app/files.ts";
import {
  type Block,
  BOOK_LANGUAGES,
  chapterOf,
  CHAPTERS,
  type Inline,
  plainText,
  READERS,
  textOfBlock,
} from "../../src/handbook/mod.ts";
import { allRoutes } from "../../src/cli/all_routes.ts";
import { pageAt } from "../../src/client/pages/page_table.ts";
import { ALL } from "../../src/settings/mod.ts";
import { makeHandbook } from "../../tools/app/handbook.ts";
import { ROOT } from "../kit/server.ts";
import { files } from "../policy/source_files.ts";

const { books, pictures } = makeHandbook(ROOT);
const chapters = BOOK_LANGUAGES.flatMap((lang) =>
  books[lang].chapters.map((chapter) => ({ lang, ...chapter, name: `${lang}/${chapter.id}` }))
);

/** Words of a page that are read one after the other; reference tables and code are looked up. */
const MOST_WORDS = 700;

const links = (words: readonly Inline[]): string[] =>
  words.flatMap((one) =>
    typeof one === "string" || "c" in one ? [] : "a" in one ? [one.to] : links("b" in one ? one.b : one.i)
  );
const codes = (words: readonly Inline[]): string[] =>
  words.flatMap((one) =>
    typeof one === "string"
      ? []
      : "c" in one
      ? [one.c]
      : codes("b" in one ? one.b : "i" in one ? one.i : one.a)
  );
const lines = (block: Block): (readonly Inline[])[] =>
  "t" in block
    ? [block.t]
    : "p" in block
    ? [block.p]
    : "list" in block
    ? [...block.list]
    : "head" in block
    ? [block.head, ...block.rows].flat()
    : [];
const everyLine = (blocks: readonly Block[]) => blocks.flatMap(lines);

Deno.test("a folder of chapters holds those of the table and no other", () => {
  for (const lang of BOOK_LANGUAGES) {
    const there = [...Deno.readDirSync(join(ROOT, "src/handbook", lang))].map(({ name }) => name).sort();
    assert.deepEqual(there, CHAPTERS.map(({ id }) => `${id}.md`).sort(), lang);
  }
  assert.deepEqual(READERS.filter((one) => !CHAPTERS.some(({ of }) => of === one)), []);
});

Deno.test(`no chapter has more than ${MOST_WORDS} words beside its tables and code`, () => {
  const long = chapters.map(({ name, blocks }) => ({
    name,
    words:
      blocks.filter((one) => !("head" in one) && !("code" in one)).map(textOfBlock).join(" ").split(/\s+/)
        .length,
  })).filter(({ words }) => words > MOST_WORDS);
  assert.deepEqual(long, []);
});

Deno.test("titles are told apart, and so are the headings of a chapter", () => {
  for (const lang of BOOK_LANGUAGES) {
    const titles = books[lang].chapters.map(({ title }) => title);
    assert.equal(new Set(titles).size, titles.length);
  }
  for (const { name, blocks } of chapters) {
    const anchors = blocks.flatMap((one) => "t" in one ? [one.id] : []);
    assert.equal(new Set(anchors).size, anchors.length, name);
    assert.ok(anchors.every((one) => /^[a-z0-9-]+$/i.test(one)), name);
  }
});

const routes = allRoutes();

Deno.test("every link leads to a chapter, an anchor, a page of the app or a public address", () => {
  for (const { name, lang, blocks } of chapters) {
    for (const to of everyLine(blocks).flatMap(links)) {
      if (to.startsWith("https://")) continue;
      const [path = "", anchor] = to.split(/#|\?.*/);
      if (path.startsWith("/")) {
        const route = routes.some(({ method, path: one }) => method === "GET" && one === path);
        assert.ok(pageAt(path) || route, `${name} leads to ${to}`);
        continue;
      }
      const chapter = books[lang].chapters.find(({ id }) => id === path);
      assert.ok(chapter, `${name} leads to ${to}`);
      const there = chapter.blocks.some((one) => "t" in one && one.id === anchor);
      assert.ok(anchor === undefined || there, `${name} leads to ${to}`);
    }
  }
});

/** Radio commands, a node's command, and what tells programs that they run in a CI. */
const NO_SETTINGS = new Set(["HELP", "VERIFY", "FOUND", "NOTE", "MAIL", "CI", "DEBFULLNAME", "DEBEMAIL"]);

Deno.test("every setting that is named exists, or is a variable of tests or builds", () => {
  const keys = new Set<string>(ALL.map(({ key }) => key));
  for (const { text } of [...files("tests/"), ...files("tools/")]) {
    for (const [, key] of text.matchAll(/"([A-Z][A-Z0-9]*_[A-Z0-9_]+)"/g)) keys.add(key!);
  }
  for (const { id, name, blocks } of chapters) {
    const said = [
      ...everyLine(blocks).flatMap(codes),
      ...blocks.flatMap((one) => "code" in one && one.lang === "sh" ? one.code.split("\n") : []),
    ].join(" ");
    for (const [, key] of said.matchAll(/(?:^|[\s`])([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?=[\s=`]|$)/g)) {
      assert.ok(keys.has(key!), `${name} names ${key}`);
    }
    // Those of one word look like other things in capitals: a value tells them apart, or that nothing else stands there.
    // Developers' chapters name constants of the code.
    if (chapterOf(id)!.of === "developers") continue;
    for (const code of everyLine(blocks).flatMap(codes)) {
      const key = /^([A-Z]{2,})=/.exec(code)?.[1] ?? /^[A-Z]{4,}$/.exec(code)?.[0];
      if (key && !NO_SETTINGS.has(key)) assert.ok(keys.has(key), `${name} names ${key}`);
    }
  }
});

/** Whether an address is one of a route's: a part such as `:year` is anything. */
const leadsTo = (path: string, address: string): boolean =>
  path.replace(/:\w+/g, "*").split("/").every((part, i, all) =>
    all.length === address.split("/").length && (part === "*" || part === address.split("/")[i])
  );

Deno.test("every route that is named exists", () => {
  for (const { name, blocks } of chapters) {
    for (const code of everyLine(blocks).flatMap(codes)) {
      const named =
        /^(?:(GET|POST|PUT|PATCH|DELETE) )?(\/(?:api|feeds|federation|ingest|embed|ws|health|tiles)\b[^\s?`]*)/
          .exec(code);
      if (!named && /^\/[a-z]/.test(code) && !/^\/(dev|etc|opt|srv|usr|var)(\/|$)/.test(code)) {
        assert.ok(pageAt(code) || routes.some(({ path }) => leadsTo(path, code)), `${name} names ${code}`);
      }
      if (!named || named[2]!.endsWith("…")) continue;
      const [, method, path] = named;
      assert.ok(
        path === "/ws" || routes.some((one) => one.path === path && (!method || one.method === method)),
        `${name} names ${code}`,
      );
    }
  }
});

Deno.test("files of the source that are named exist", () => {
  for (const { name, blocks } of chapters) {
    for (const code of everyLine(blocks).flatMap(codes)) {
      if (!/^(src|tests|tools)\/[\w./-]+$/.test(code)) continue;
      assert.doesNotThrow(() => Deno.statSync(join(ROOT, code)), `${name} names ${code}`);
    }
  }
});

Deno.test("code that is shown in a language is the English one, save its comments", () => {
  const bare = (code: string) =>
    code.split("\n").map((line) => line.replace(/\s+#.*$/, "").trimEnd()).join("\n");
  books.de.chapters.forEach(({ id, blocks }, i) => {
    const english = books.en.chapters[i]!.blocks;
    blocks.forEach((block, at) => {
      if (!("code" in block)) return;
      const model = english[at]!;
      assert.ok("code" in model);
      assert.equal(bare(block.code), bare(model.code), id);
    });
  });
});

/** How much larger the handbook may make the executable: its texts and pictures lie in it as gzip in Base64. */
const MOST_BYTES = 2_000_000;

Deno.test("pictures that are shown are there in every language, and said in words", () => {
  assert.ok(pictures.length > 10);
  for (const { name, lang, blocks } of chapters) {
    for (const one of blocks) {
      if (!("img" in one)) continue;
      assert.ok(one.alt.length > 10 && one.w > 100, name);
      assert.equal(one.img.endsWith("-de.png"), lang === "de", `${name} shows ${one.img}`);
    }
  }
});

Deno.test("the executable grows by at most 2 MB with the handbook", () => {
  const its = Object.entries(FILES).filter(([path]) => /^\/assets\/(handbook|help)-/.test(path));
  assert.equal(its.length, BOOK_LANGUAGES.length + pictures.length);
  const bytes = its.reduce((sum, [, { gz }]) => sum + gz.length, 0);
  assert.ok(bytes > 100_000 && bytes < MOST_BYTES, `${bytes} bytes`);
});

Deno.test("commands stand as code, never bare in a sentence", () => {
  for (const { name, blocks } of chapters) {
    for (const words of everyLine(blocks)) {
      const bare = plainText(words.filter((one) => typeof one === "string"));
      assert.ok(!bare.includes("main.ts"), `${name}: ${bare}`);
    }
  }
});
