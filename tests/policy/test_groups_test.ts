/** `deno task test` leaves no test file out, and runs none twice. */
import assert from "node:assert/strict";
import { groups } from "../../tools/test/groups.ts";
import { files } from "./source_files.ts";

const all = files("tests/", "_test.ts").map(({ path }) => path.slice("tests/".length));

Deno.test("every test file is in one group, under a name of the group's own", () => {
  const made = groups(all);
  assert.deepEqual(made.flatMap((group) => group.files).sort(), all.toSorted());
  assert.equal(new Set(made.map(({ name }) => name)).size, made.length);
  for (const { name, files } of made) {
    assert.ok(
      files.every((file) => name.split("/")[0]!.endsWith(`.${file.split("/")[0]}`)),
      `${name} is of one area`,
    );
  }
});

Deno.test("groups of an area are alike in size, and files that need it are alone", () => {
  const paths = Array.from({ length: 25 }, (_, n) => `http/part/${String(n).padStart(2, "0")}_test.ts`);
  const made = groups([...paths, "peers/a_test.ts", "peers/b_test.ts"].toReversed());
  assert.deepEqual(made.map(({ name, files }) => [name, files.length]), [
    ["12.http/part.00-to-part.07", 8],
    ["12.http/part.08-to-part.15", 8],
    ["12.http/part.16-to-part.24", 9],
    ["01.peers/a-to-a", 1],
    ["01.peers/b-to-b", 1],
  ]);
});
