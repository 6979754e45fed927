/** A new page of the app: its row, its file, its words, its line in the handbook and a test. */
import { placed } from "./name.ts";
import { Refusal, type Tree } from "./tree.ts";

/** The chapter that explains it until somebody finds a better one: the first that people read. */
const CHAPTER = "first-find";

export function newPage(tree: Tree, text: string): void {
  const { place, name: { snake, camel, pascal, kebab, plain, title } } = placed(
    text,
    "a folder of src/client/",
  );
  if (!tree.has(`src/client/${place}`)) throw new Refusal(`there is no folder src/client/${place}`);
  const table = "src/client/pages/page_table.ts", path = `/${kebab}`;
  if (new RegExp(`\\n {2}${camel}: |path: "${path}"`).test(tree.read(table))) {
    throw new Refusal(`there is a page ${camel} or ${path} already`);
  }
  tree.after(
    table,
    /(?=\n {2}\/\/ Administration: )/,
    `\n  ${camel}: { path: "${path}", title: "page.${snake}", menu: "none" },`,
  );
  tree.edit(
    "src/client/app/pages.ts",
    (loaders) =>
      loaders.replace(
        /(const LOADERS[\s\S]*?)\n\};/,
        (_, before) => `${before}\n  ${camel}: () => import("../${place}/${snake}_page.tsx"),\n};`,
      ),
  );
  tree.add(
    `src/client/${place}/${snake}_page.tsx`,
    `/** ${title}: what somebody sees who opens \`${path}\`. */
import { Heading } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";

export default function ${pascal}Page() {
  return (
    <article>
      <Heading>{say("page.${snake}")}</Heading>
      <p>{say("page.${snake}.what")}</p>
    </article>
  );
}
`,
  );
  for (
    const [language, what] of [
      ["en", "Here is what there is."],
      ["de", "Hier steht, was es gibt."],
      ["es", "Aquí está lo que hay."],
    ] as const
  ) tree.words(language, "frame", { [`page.${snake}`]: title, [`page.${snake}.what`]: what });
  tree.edit(
    "src/handbook/chapters.ts",
    (chapters) =>
      chapters.replace(new RegExp(`(id: "${CHAPTER}",[\\s\\S]*?pages: \\[)`), `$1\n      "${path}",`),
  );
  for (
    const [language, line] of [
      ["en", `The page [${title}](${path}) shows ${plain}.`],
      ["de", `Die Seite [${title}](${path}) zeigt es (${plain}).`],
    ] as const
  ) tree.edit(`src/handbook/${language}/${CHAPTER}.md`, (chapter) => `${chapter.trimEnd()}\n\n${line}\n`);
  tree.add(
    `tests/app/${snake}_page_test.ts`,
    `/** The page ${plain}: its address, its file, its words and its chapter. */
import assert from "node:assert/strict";
import { pageAt, PAGES } from "../../src/client/pages/page_table.ts";
import { chapterOfPage } from "../../src/handbook/mod.ts";
import { ALL_WORDS } from "../../src/words/all_words.ts";

Deno.test("${path} is a page with words in every language and a chapter that explains it", async () => {
  assert.deepEqual(pageAt("${path}"), { name: "${camel}", params: {} });
  const { default: Page } = await import("../../src/client/${place}/${snake}_page.tsx");
  assert.equal(typeof Page, "function");
  for (const [language, words] of Object.entries(ALL_WORDS)) {
    for (const key of [PAGES.${camel}.title, "page.${snake}.what"]) {
      assert.equal(typeof words[key], "string", \`\${language} \${key}\`);
    }
  }
  assert.equal(chapterOfPage("${path}"), "${CHAPTER}");
});
`,
  );
}
