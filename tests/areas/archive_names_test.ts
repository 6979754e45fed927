/** Archives whose names do not fit together: each is unsound, and nothing of it stays. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { openArchive } from "../../src/archive/mod.ts";
import { Failure, utf8 } from "../../src/base/mod.ts";
import { packSmall } from "../../src/tar/mod.ts";

const CASES: [string, string[]][] = [
  ["a file and then a folder of its name", ["media/a", "media/a/b"]],
  ["a folder and then a file of its name", ["media/a/b", "media/a"]],
  ["the same deeper down", ["media/x/y/z", "media/x/y"]],
  ["a folder of tiles that is a file", ["tiles/a", "tiles/a/b/c"]],
  ["one name twice", ["media/a", "media/a"]],
];

for (const [what, names] of CASES) {
  Deno.test(`an archive with ${what} is unsound`, async () => {
    const folder = await Deno.makeTempDir();
    try {
      const file = join(folder, "bad.tar");
      const bytes = utf8("x");
      await Deno.writeFile(file, packSmall(["gateway.db", ...names].map((name) => ({ name, bytes })), 0));
      await assert.rejects(
        () => openArchive(file, folder),
        (error) =>
          error instanceof Failure && error.reason === "archive_unsound" &&
          /does not belong/.test(error.message),
      );
      assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["bad.tar"]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
