/** A new setting: its declaration, its words in other languages, and a test. The handbook's list of settings has it by itself. */
import { placed } from "./name.ts";
import { Refusal, type Tree } from "./tree.ts";

export function newSetting(tree: Tree, text: string): void {
  const { place, name: { snake, capital, plain, title } } = placed(text, "a file of src/settings/catalogue/");
  const file = `src/settings/catalogue/${place}.ts`;
  if (!tree.has(file)) throw new Refusal(`there is no ${file}`);
  const [, group] = /group: "(\w+)"/.exec(tree.read(file)) ?? [];
  tree.edit(
    file,
    (declared) =>
      `${withName(withName(declared, "../declare.ts", "instanceSetting"), "../types.ts", "integer")}
export const ${capital} = instanceSetting({
  key: "${capital}",
  group: "${group}",
  label: "${title}",
  hint: "How many of ${plain} there may be; 0 lifts the limit.",
  type: integer(0, 10_000),
  fallback: 0,
});
`,
  );
  for (
    const [language, hint] of [
      ["de", `Wie viele es davon geben darf (${plain}); 0 hebt die Grenze auf.`],
      ["es", `Cuántos puede haber (${plain}); 0 quita el límite.`],
    ] as const
  ) {
    tree.edit(`src/settings/words/${language}.json`, (json) => {
      const words = JSON.parse(json);
      const all = Object.entries({ ...words.settings, [capital]: [title, hint] });
      words.settings = Object.fromEntries(all.sort(([a], [b]) => a < b ? -1 : 1));
      return `${JSON.stringify(words, null, 2)}\n`;
    });
  }
  tree.add(
    `tests/areas/${snake}_setting_test.ts`,
    `/** The setting ${capital}: numbers in its bounds, and no limit where nothing is said. */
import assert from "node:assert/strict";
import { ${capital} } from "../../src/settings/catalogue/${place}.ts";

Deno.test("${capital} takes a number in its bounds, and lifts the limit by default", () => {
  assert.equal(${capital}.fallback, 0);
  assert.equal(${capital}.type.parse("12"), 12);
  for (const wrong of ["-1", "10001", "1.5", "many"]) assert.throws(() => ${capital}.type.parse(wrong), wrong);
});
`,
  );
}

/** The text with this name among those imported from there. */
function withName(text: string, from: string, name: string): string {
  const line = new RegExp(`import \\{([^}]*)\\} from "${from.replaceAll(".", "\\.")}";`);
  const found = line.exec(text);
  if (!found) return text.replace(/^(\/\*\*[\s\S]*?\*\/\n)/, `$1import { ${name} } from "${from}";\n`);
  const names = found[1]!.split(",").map((one) => one.trim()).filter((one) => one !== "");
  if (names.includes(name)) return text;
  return text.replace(line, `import { ${[...names, name].sort().join(", ")} } from "${from}";`);
}
