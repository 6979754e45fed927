/** House rules that can be read off the source. */
import assert from "node:assert/strict";
import { BOX_MIGRATIONS } from "../../src/box/mod.ts";
import { type Migration, MIGRATIONS } from "../../src/db/mod.ts";
import { files } from "./source_files.ts";

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
