/** Slow tests are in one list; what CI skips was green with what is there now, and a task wrote that down. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { digestOf, greenWith, pathsOf, readGreen, textOf } from "../../tools/test/green.ts";
import { ALONE, NIGHTLY } from "../../tools/test/nightly.ts";
import { ROOT } from "../kit/server.ts";
import { files } from "./source_files.ts";

const all = files("tests/", "_test.ts").map(({ path }) => path.slice("tests/".length));

Deno.test("each slow test is there, and in one group", () => {
  const named = Object.values(NIGHTLY).flatMap(({ alone, longer }) => [...alone, ...longer]);
  assert.equal(new Set(named).size, named.length, "none is in two groups");
  assert.deepEqual(named.filter((file) => !all.includes(file)), []);
  assert.deepEqual(ALONE.filter((file) => !named.includes(file)), []);
});

Deno.test("each group names what it tests, and all of that is there", () => {
  for (const [name, group] of Object.entries(NIGHTLY)) {
    assert.ok(group.paths.length > 0, name);
    for (const path of pathsOf(group)) {
      assert.ok(Deno.statSync(join(ROOT, path)), `${name} tests ${path}`);
      assert.ok(!path.startsWith("dist"), `${path} is made, not written`);
    }
  }
});

Deno.test("what is written down of green groups is what the task writes, of the groups as they are", () => {
  const green = readGreen();
  assert.equal(Deno.readTextFileSync(join(ROOT, ".ci/nightly.json")), textOf(greenWith(green, {})));
  for (const [name, { green: digest }] of Object.entries(green)) {
    assert.ok(digest === null || /^[0-9a-f]{64}$/.test(digest), `${name}: deno task nightly writes it`);
  }
});

Deno.test("a digest is another one with any change of name or content", () => {
  const group = (paths: string[]) => ({ alone: [], longer: [], env: {}, paths });
  const one = digestOf(group(["tools/test/green.ts"]));
  assert.equal(one, digestOf(group(["tools/test/green.ts"])));
  assert.notEqual(one, digestOf(group(["tools/test/nightly.ts"])));
  assert.notEqual(one, digestOf(group(["tools/test/green.ts", "tools/test/nightly.ts"])));
  assert.equal(digestOf(group(["tools/test"])), digestOf(group(["tools/test", "tools/test/green.ts"])));
});
