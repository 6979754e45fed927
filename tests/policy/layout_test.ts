/** What the folders and files of `src/` look like: short files, folders that can be taken in, no circles. */
import assert from "node:assert/strict";
import { circles, imported } from "./import_graph.ts";
import { files } from "./source_files.ts";

/** Files that may be long: tables of declarations and generated data. */
const TABLES = /\/(catalogue|data|generated)\/|_table\.ts$|_data\.ts$|\/migrations\.ts$/;
const LINES_MOST = 350;
/** Half of the files are shorter: many more would be rooms too large, many fewer rooms too small to live in. */
const MEDIAN = { least: 72, most: 180 };
/** Entries of one folder. */
const FOLDER_MOST = 24;

const source = [...files("src/"), ...files("src/", ".tsx")];
const lengths = [...source, ...files("tools/")].filter(({ path }) => !TABLES.test(path))
  .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }));

Deno.test(`no file is longer than ${LINES_MOST} lines, save tables`, () => {
  assert.deepEqual(lengths.filter(({ lines }) => lines > LINES_MOST), []);
});

Deno.test(`the median file has ${MEDIAN.least} to ${MEDIAN.most} lines: what is used once is part of its reader`, () => {
  const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  assert.ok(median >= MEDIAN.least && median <= MEDIAN.most, `the median is ${median}`);
});

Deno.test(`no folder of an area has more than ${FOLDER_MOST} entries`, () => {
  const inside = new Map<string, Set<string>>();
  for (const { path } of source) {
    const parts = path.split("/");
    // Depth 1 is the list of areas, which the README's map explains one by one.
    for (let depth = 2; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join("/");
      if (!inside.has(folder)) inside.set(folder, new Set());
      inside.get(folder)!.add(parts[depth]!);
    }
  }
  // The folders of the app are listed one by one in `floors_test.ts`.
  inside.delete("src/client");
  for (const [folder, entries] of inside) {
    assert.ok(
      entries.size <= FOLDER_MOST,
      `${folder} has ${entries.size} entries`,
    );
  }
});

Deno.test("no circle of imports between files, types and imports at run time included", () => {
  assert.deepEqual(circles(new Map([["a", ["b"]], ["b", ["c"]], ["c", ["a"]], ["d", ["a"]]])), [[
    "a",
    "b",
    "c",
  ]]);
  assert.deepEqual(
    imported("src/a/b.ts", 'import { c } from "./c.ts";\nimport "./d.ts";\nawait import("../e.ts");\n'),
    ["src/a/c.ts", "src/a/d.ts", "src/e.ts"],
  );
  const edges = new Map(source.map(({ path, text }) => [path, imported(path, text)]));
  assert.ok([...edges.values()].flat().length > 500, "the imports are not found");
  assert.deepEqual(circles(edges), []);
});
