/** A new thing: its facts declared once, a table and statements that follow from them, and a test. */
import { placed } from "./name.ts";
import { Refusal, type Tree } from "./tree.ts";

export function newThing(tree: Tree, text: string): void {
  const { place, name: { snake, camel, pascal, capital, plain, title } } = placed(text, "a folder of src/");
  if (!tree.has(`src/${place}/mod.ts`)) throw new Refusal(`there is no area src/${place}/`);
  tree.migration(
    snake,
    `-- Area: ${place}.
-- ${title}: its facts are declared in src/things/${snake}.ts.
CREATE TABLE ${snake} (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  covered INTEGER NOT NULL
) STRICT;
`,
  );
  tree.add(
    `src/things/${snake}.ts`,
    `/** What a ${plain} is made of. */
import { flag, line, lines } from "./fact.ts";
import { thing } from "./thing.ts";

export const ${capital} = thing({
  title: line(1, 120, { says: "What it is called", always: true, listed: "always", words: "${snake}.title" }),
  text: lines(4000, { says: "What there is to be said of it", always: true, words: "${snake}.text" }),
  covered: flag({ says: "Whether one stays dry there", listed: "said", words: "${snake}.covered" }),
});
`,
  );
  tree.after("src/things/mod.ts", /\*\/\n/, `export { ${capital} } from "./${snake}.ts";\n`);
  tree.add(
    `src/${place}/${snake}_store.ts`,
    `/** Rows of a ${plain}, as its facts say. */
import { columns, type Database } from "../db/mod.ts";
import { ${capital}, type RowOf } from "../things/mod.ts";

type ${pascal}Row = RowOf<typeof ${capital}.facts> & { id: number };

const ROW = columns<${pascal}Row>({
  id: true,
  ...Object.fromEntries(${capital}.names.map((name) => [name, true])) as Record<typeof ${capital}.names[number], true>,
});

export const ${camel}Store = (db: Database) => ({
  one: db.row<{ id: number }, ${pascal}Row>(\`SELECT \${ROW.select()} FROM ${snake} WHERE id = :id\`),
  add: db.change<Omit<${pascal}Row, "id">>(ROW.without("id").insertInto("${snake}")),
  put: db.change<${pascal}Row>(\`UPDATE ${snake} SET \${ROW.without("id").set()} WHERE id = :id\`),
});
`,
  );
  for (
    const [language, words] of [
      ["en", ["Title", "Text", "Covered"]],
      ["de", ["Titel", "Text", "Überdacht"]],
      ["es", ["Título", "Texto", "Cubierto"]],
    ] as const
  ) {
    const [name, long, covered] = words;
    tree.words(language, "frame", {
      [`${snake}.title`]: name,
      [`${snake}.text`]: long,
      [`${snake}.covered`]: covered,
    });
  }
  tree.add(
    `tests/areas/${snake}_test.ts`,
    `/** A ${plain}: what its facts make of row, list and view, and what the table gives back. */
import assert from "node:assert/strict";
import { ${camel}Store } from "../../src/${place}/${snake}_store.ts";
import { ${capital} } from "../../src/things/mod.ts";
import { freshDatabase } from "../kit/fresh_database.ts";
import { testWorld } from "../kit/world.ts";

Deno.test("a ${plain} is given back as it was written, and a change changes what it names alone", () => {
  const db = freshDatabase(testWorld()), store = ${camel}Store(db);
  const row = ${capital}.rowOf({ title: "By the lake", covered: true });
  const id = db.writeNow((tx) => store.add(tx, row).id);
  assert.deepEqual({ ...store.one({ id }) }, { id, title: "By the lake", text: "", covered: 1 });
  assert.deepEqual(${capital}.viewOf(row), { title: "By the lake", text: "", covered: true });
  assert.deepEqual(${capital}.listedOf(row), { title: "By the lake", covered: true });
  db.writeNow((tx) => store.put(tx, { id, ...${capital}.changed(row, { text: "Under the roof" }) }));
  assert.deepEqual({ ...store.one({ id }) }, { id, title: "By the lake", text: "Under the roof", covered: 1 });
  db.close();
});
`,
  );
  tree.after(
    "src/README.md",
    /### The game\n\n\|[^\n]*\n\|[^\n]*\n/,
    `| ${plain} | what \`things/${snake}.ts\` says; its rows are of \`${place}/\` |\n`,
  );
}
