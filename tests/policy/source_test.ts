/** House rules that can be read off the source. */
import assert from "node:assert/strict";
import { BOX_MIGRATIONS } from "../../src/box/mod.ts";
import { type Migration, MIGRATIONS } from "../../src/db/mod.ts";
import { files } from "./source_files.ts";

Deno.test("only the world reads the clock, draws random numbers, opens connections and reads the environment", () => {
  const banned =
    /\bDate\.now\(|new Date\(\)|Math\.random\(|crypto\.getRandomValues|randomBytes\(|randomUUID|(?<![.\w#])fetch\(|Deno\.env\b/;
  for (const { path, text } of files("src/")) {
    // A service worker has no world: it is the network of the pages. Nor has a tool, which runs in the sandbox alone.
    if (
      path.startsWith("src/client/tools/set/") ||
      /^src\/(base|client\/phone)\/world\.ts$|^src\/client\/app\/(worker|version\/whole_files)\.ts$/.test(
        path,
      )
    ) continue;
    // A function that is handed the world's fetch may call it by that name.
    const handed = /\bfetch: World\["fetch"\]/.test(text);
    const code = (handed ? text.replace(/(?<![.\w#])fetch\(/g, "") : text).replace(
      /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
      "",
    ).replace(/`(?:[^`\\]|\\.)*`/g, "");
    assert.ok(!banned.test(code), `${path}: ${banned.exec(code)?.[0]}`);
  }
});

/** Folders of migrations, each with the list that the program embeds: the gateway's database, and a receiver box's. */
const EMBEDDED: [string, readonly Migration[]][] = [
  ["migrations/", MIGRATIONS],
  ["src/box/migrations/", BOX_MIGRATIONS],
];

Deno.test("the embedded migrations are those of the folder, numbered in order", () => {
  for (const [folder, embedded] of EMBEDDED) {
    const there = files(folder, ".sql").map(({ path }) => path.slice(folder.length, -".sql".length));
    assert.deepEqual(embedded.map(({ name }) => name), there);
    assert.deepEqual(embedded.map(({ number }) => number), there.map((name) => Number(name.split("_")[0])));
  }
});

Deno.test("tables are STRICT", () => {
  for (const { path, text } of EMBEDDED.flatMap(([folder]) => files(folder, ".sql"))) {
    for (const [statement] of text.replace(/--[^\n]*/g, "").matchAll(/CREATE TABLE[^;]*;/g)) {
      assert.match(statement, /\)\s*STRICT(,\s*WITHOUT ROWID)?\s*;$/, `${path}: ${statement.slice(0, 60)}`);
    }
  }
});

Deno.test("nothing is imported from where this project cannot be built", () => {
  for (const { path, text } of [...files("src/"), ...files("tests/"), ...files("tools/")]) {
    assert.ok(!/from "(jsr|https?):/.test(text), path);
  }
});
