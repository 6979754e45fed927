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
    assert.ok(files.every((file) => file.split("/")[0] === name.split(".")[0]), `${name} is of one area`);
    // The runtime begins with the folder that has the longest path: in one folder it keeps to the order given.
    assert.ok(!name.includes("/"), name);
  }
});

Deno.test("groups of an area are alike in size, and files that need it are alone", () => {
  const paths = Array.from({ length: 42 }, (_, n) => `http/part/${String(n).padStart(2, "0")}_test.ts`);
  const made = groups([...paths, "peers/a_test.ts", "peers/b_test.ts"].toReversed());
  assert.deepEqual(made.map(({ name, files }) => [name, files.length]), [
    ["peers.a", 1],
    ["peers.b", 1],
    ["http.part.00-to-part.13", 14],
    ["http.part.14-to-part.27", 14],
    ["http.part.28-to-part.41", 14],
  ]);
});

Deno.test("what takes minutes begins first, and what takes least comes last", () => {
  const given = ["aprs/a_test.ts", "app/a_test.ts", "areas/a_test.ts", "app/b_test.ts"];
  const first = "federation/simulator_test.ts";
  assert.deepEqual(groups([...given, first]).map(({ name }) => name), [
    "federation.simulator",
    "areas.a",
    "app.a-to-b",
    "aprs.a",
  ]);
  const begun = groups(all).map(({ files }) => files[0]!);
  assert.equal(begun[0], first);
  // A file that is renamed is still found here.
  assert.equal(groups(all)[0]!.files.length, 1, begun.join());
});
