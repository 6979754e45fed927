/** What a module exports is taken by another one: everything else is its own. */
import assert from "node:assert/strict";
import { unusedExports } from "../../tools/exports/unused.ts";

Deno.test("each export of the program is taken by another file, tests and tools among them", () => {
  const unused = unusedExports().map(({ path, name }) => `${path}: ${name}`);
  assert.deepEqual(unused, [], "drop `export`, or what nobody needs");
});
