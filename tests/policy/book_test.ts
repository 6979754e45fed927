/** The book of words: each sentence once, each language whole in the areas that it has. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { FILES } from "../../src/words/generated/files.ts";
import { ENGLISH } from "../../src/words/generated/english_refusals.ts";
import { LANGUAGES } from "../../src/words/generated/languages.ts";
import { keysIn } from "../../tools/app/keys.ts";
import { wordModules } from "../../tools/words.ts";
import { files } from "./source_files.ts";

type Forms = { one?: string; other: string };
type Words = Record<string, string | Forms>;
const book = FILES as unknown as Record<string, Record<string, Words>>;
/** Words of pages that the server draws have a shape of their own. */
const isPages = (name: string) => name.startsWith("pages/");
const keyed = (language: Record<string, Words>) =>
  Object.fromEntries(Object.entries(language).filter(([name]) => !isPages(name)));
const english = keyed(book.en!);
const others = Object.entries(book).filter(([code]) => code !== "en")
  .map(([code, language]) => [code, keyed(language)] as const);
/** Files of what only an operator, a program or a command is told: a language may lack them, and is read in English there. */
const MAY_LACK = ["admin", "refusals/host", "refusals/machines"];

const sentences = (words: string | Forms): string[] =>
  typeof words === "string" ? [words] : Object.values(words);
const namesIn = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

Deno.test("the generated modules have every file of words in them", () => {
  const root = new URL("../../", import.meta.url).pathname;
  for (const [path, text] of Object.entries(wordModules(root))) {
    assert.equal(Deno.readTextFileSync(join(root, path)), text, `${path}: run deno task app`);
  }
  assert.deepEqual(Object.keys(book), [...LANGUAGES]);
});

Deno.test("a key is of one file alone, and a code of one area", () => {
  const apart = (names: string[]) => {
    const all = names.flatMap((name) => Object.keys(english[name]!));
    assert.deepEqual(all.filter((key, i) => all.indexOf(key) !== i), []);
  };
  apart(Object.keys(english).filter((name) => !name.startsWith("refusals/")));
  apart(Object.keys(english).filter((name) => name.startsWith("refusals/")));
});

Deno.test("a language has whole files: the same keys, the same values in them and the forms that it needs", () => {
  for (const [name, its] of Object.entries(english)) {
    assert.deepEqual(Object.keys(its), Object.keys(its).toSorted(), `${name} is sorted by key`);
    for (const [key, words] of Object.entries(its)) {
      assert.match(key, name.startsWith("refusals/") ? /^\w+$/ : /^[\w-]+(\.[\w-]+)+$/, name);
      for (const text of sentences(words)) assert.ok(text.trim() === text && text !== "", key);
    }
    for (const [code, language] of others) {
      const said = language[name];
      if (!said) {
        const may = ["de", "es"].includes(code) ? MAY_LACK.slice(1) : MAY_LACK;
        assert.ok(may.includes(name), `${code} lacks ${name}`);
        continue;
      }
      assert.deepEqual(Object.keys(said), Object.keys(its), `${code}/${name}`);
      for (const [key, words] of Object.entries(its)) {
        const other: string | Forms = said[key]!, wanted = namesIn(sentences(words).join());
        assert.equal(typeof other, typeof words, `${code} ${key}`);
        for (const text of sentences(other)) {
          assert.deepEqual(namesIn(text), wanted, `${code} ${key}`);
          assert.ok(text.trim() === text && text !== "", `${code} ${key}`);
        }
      }
    }
  }
  for (const [code, language] of others) {
    for (const name of Object.keys(language)) {
      assert.ok(name in english, `${code}/${name} is no file of English`);
    }
  }
});

/** A tree of sentences with each one as the values in it. */
const shapeOf = (words: unknown): unknown =>
  typeof words === "string"
    ? namesIn(words)
    : Array.isArray(words)
    ? words.map(shapeOf)
    : Object.fromEntries(Object.entries(words as object).map(([key, one]) => [key, shapeOf(one)]));

Deno.test("pages that the server draws have all their words in each language", () => {
  const pages = Object.keys(book.en!).filter(isPages);
  assert.ok(pages.length >= 3);
  for (const [code, language] of Object.entries(book)) {
    for (const name of pages) {
      assert.deepEqual(shapeOf(language[name]), shapeOf(book.en![name]), `${code}/${name}`);
      if (code !== "en") assert.notDeepEqual(language[name], book.en![name], `${code}/${name}`);
    }
  }
});

Deno.test("every language has all that is said in the field", () => {
  for (const [code, language] of others) {
    for (const name of Object.keys(english)) {
      assert.ok(name in language || MAY_LACK.includes(name), `${code} lacks ${name}`);
    }
  }
});

/** Sentences that are alike in two languages: names, forms, and what is in both. */
const ALIKE = /^[^a-z]*$|^(\{\w+\}|[^\p{L}])*$/u;

Deno.test("no English is left over in another language", () => {
  for (const [code, language] of others) {
    const left = Object.entries(language).flatMap(([name, its]) =>
      Object.entries(its).filter(([key, words]) => {
        const text = sentences(words).join(" ");
        // One word or two may be the same in both; a sentence is not.
        return !ALIKE.test(text) && text.split(/\s+/).length > 2 &&
          text === sentences(english[name]![key]!).join(" ");
      }).map(([key]) => `${name} ${key}`)
    );
    assert.deepEqual(left.filter((one) => !ALLOWED[code]?.includes(one)), [], code);
  }
});

/** Longer ones that are alike rightly. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  de: ["print print.list", "admin also.AMPR_ZONE"],
  es: ["shack spots.count", "admin also.AMPR_ZONE"],
};

Deno.test("each sentence is said somewhere", () => {
  const found = [...files("src/things/"), ...files("src/client/"), ...files("src/client/", ".tsx")].map((
    { path, text },
  ) => ({
    path,
    ...keysIn(path, text),
  }));
  for (const [name, its] of Object.entries(english)) {
    if (name.startsWith("refusals/")) continue;
    const by = found.filter(({ path }) =>
      name !== "admin" && name !== "shack" || path.startsWith(`src/client/${name}/`)
    );
    const whole = new Set(by.flatMap((one) => one.whole)), made = by.flatMap((one) => one.made);
    for (const key of Object.keys(its)) {
      assert.ok(whole.has(key) || made.some((form) => form.test(key)), `${key} is said nowhere`);
    }
  }
});

Deno.test("each refusal is declared by an area, and says its sentence nowhere else", () => {
  const source = files("src/").filter(({ path }) => !path.startsWith("src/words/"));
  const text = [...source, ...files("src/client/", ".tsx")].map((one) => one.text).join("\n");
  const twice: string[] = [];
  for (const [area, its] of Object.entries(ENGLISH as Record<string, Record<string, string>>)) {
    for (const [code, sentence] of Object.entries(its)) {
      // What has no reason of its own is named by its status.
      if (code === "http_500") continue;
      assert.ok(
        new RegExp(`\\b${code}: (?:"|\\[)|[".]${code}"`).test(text),
        `${code} is declared nowhere (${area})`,
      );
      if (text.includes(`"${sentence.replace(/\.$/, "")}"`)) twice.push(`${code}: ${sentence}`);
      // What came from outside is told by whoever throws it.
      if (sentence.includes("{said}")) assert.ok(!text.includes(`.${code}()`), code);
    }
  }
  assert.deepEqual(twice, [], "these stand in a source too");
});

Deno.test("what a device remembers is not named as a sentence is: that is a number, another one in the next build", () => {
  const sources = [...files("src/client/"), ...files("src/client/", ".tsx")];
  const names = new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/\b(?:recall|remember)(?:<[^()]{1,60}>)?\((\w+)/g)].map(([, name]) => name!)
    ),
  );
  const told = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(\w+) = "([^"\n]*)"/g)].filter(([, name]) => names.has(name!))
      .map(([, , key]) => ({ path, key: key! }))
  );
  assert.ok(told.length > 15, "the constants are found");
  const said = new Set(Object.values(english).flatMap((its) => Object.keys(its)));
  assert.deepEqual(told.filter(({ key }) => said.has(key)), []);
});
