/** Each table belongs to the area that the head of its migration names; the others leave it alone, or read a view of it. */
import assert from "node:assert/strict";
import { freshDatabase } from "../kit/fresh_database.ts";
import { testWorld } from "../kit/world.ts";
import { files } from "./source_files.ts";

/** What an `-- Area: x.` line in a migration holds for: the statements below it, up to the next such line. */
interface Section {
  path: string;
  area: string;
  sql: string;
}

const sections: Section[] = [...files("migrations/", ".sql"), ...files("src/box/migrations/", ".sql")]
  .flatMap(({ path, text }) => {
    const [before = "", ...parts] = text.split(/^-- Area: /m);
    assert.equal(before, "", `${path} does not begin with a line "-- Area: <folder of src/>."`);
    return parts.map((part) => ({
      path,
      area: part.slice(0, part.indexOf(".")),
      sql: part.slice(part.indexOf("\n")).replace(/--[^\n]*/g, ""),
    }));
  });

const tables = new Map<string, string>();
const views = new Map<string, string>();
for (const { area, sql } of sections) {
  for (const [, name] of sql.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)) tables.set(name!, area);
  for (const [, name] of sql.matchAll(/RENAME TO (\w+)/g)) tables.set(name!, area);
  for (const [, name] of sql.matchAll(/CREATE VIEW (\w+)/g)) views.set(name!, area);
}

/** Names that stand where SQL has a table: what other languages put behind these words is in no migration. */
const named = (sql: string): string[] =>
  [...sql.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|ON|TABLE|insertInto\()\s*"?(\w+)/g)].map(([, name]) => name!);

Deno.test("the head of each migration names the area that owns its tables", () => {
  const areas = [...Deno.readDirSync(new URL("../../src/", import.meta.url))]
    .filter((entry) => entry.isDirectory).map(({ name }) => name);
  for (const { path, area } of sections) assert.ok(areas.includes(area), `${path}: there is no src/${area}`);
});

Deno.test("a migration touches only the tables of its own area", () => {
  for (const { path, area, sql } of sections) {
    for (const name of named(sql)) {
      const owner = tables.get(name);
      assert.ok(owner === undefined || owner === area, `${path}: ${name} belongs to ${owner}`);
    }
  }
});

Deno.test("the files of an area touch only its own tables, and views that another one declares", () => {
  const used = new Set<string>();
  for (const { path, text } of files("src/")) {
    const area = path.split("/")[1]!;
    for (const name of named(text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, ""))) {
      if (views.has(name)) continue;
      const owner = tables.get(name);
      if (owner === undefined) continue;
      used.add(name);
      assert.equal(area, owner, `${path} touches ${name}, which belongs to src/${owner}`);
    }
  }
  assert.ok(used.size > 50, `${used.size} tables were met: the search is broken`);
});

Deno.test("what a trigger raises is a plain text: a replicator's SQLite is older, and copies no schema that it cannot read", () => {
  const schema = freshDatabase(testWorld()).sql<never, { sql: string }>(
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL",
  ).all();
  assert.ok(schema.length > 100);
  assert.deepEqual(schema.filter(({ sql }) => /RAISE\s*\(\s*\w+\s*,(?!\s*'[^']*'\s*\))/.test(sql)), []);
});
