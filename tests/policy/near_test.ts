/** `deno task test --near`: what a change can touch, by imports, the nearest first. */
import assert from "node:assert/strict";
import { importsOf } from "../../tools/mutate/nearest.ts";
import { pathsOfProject } from "../../tools/mutate/copy.ts";
import { changedPaths, touched } from "../../tools/test/near.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const imports = new Map([
  ["src/a/rules.ts", []],
  ["src/a/mod.ts", ["src/a/rules.ts"]],
  ["src/b/other.ts", []],
  ["src/words.json", []],
  ["tests/a/rules_test.ts", ["src/a/rules.ts"]],
  ["tests/routes_test.ts", ["src/a/mod.ts"]],
  ["tests/words_test.ts", ["src/words.json"]],
  ["tests/b_test.ts", ["src/b/other.ts"]],
  ["tests/policy/new_test.ts", ["src/a/rules.ts"]],
]);

Deno.test("tests that reach a change are found, the nearest first; what reaches it not, and what takes minutes, is none", () => {
  assert.deepEqual(touched(imports, ["src/a/rules.ts"]), ["tests/a/rules_test.ts", "tests/routes_test.ts"]);
  assert.deepEqual(touched(imports, ["src/words.json"]), ["tests/words_test.ts"]);
  assert.deepEqual(touched(imports, ["src/gone.ts", "README.md"]), []);
});

Deno.test("a test that changed comes before all, a slow one too; of two changes each has its nearest early", () => {
  assert.deepEqual(touched(imports, ["tests/policy/new_test.ts", "tests/b_test.ts"]), [
    "tests/policy/new_test.ts",
    "tests/b_test.ts",
  ]);
  assert.deepEqual(touched(imports, ["src/a/rules.ts", "src/b/other.ts"]).slice(0, 2), [
    "tests/a/rules_test.ts",
    "tests/b_test.ts",
  ]);
});

Deno.test("a rule of an area leads to its own test first, and a file of words to those who read it", () => {
  const all = importsOf(ROOT, pathsOfProject(ROOT));
  assert.equal(touched(all, ["src/awards/rules.ts"])[0], "tests/areas/awards/rules_test.ts");
  assert.ok(touched(all, ["src/words/en/cache.json"]).includes("tests/policy/book_test.ts"));
});

Deno.test("what is changed is the tree's own against main, with what git has not seen yet", () => {
  const folder = Deno.makeTempDirSync({ prefix: "near-" });
  const git = (...args: string[]) => {
    const { success, stderr } = new Deno.Command("git", {
      args: ["-c", "user.name=t", "-c", "user.email=t@t.example", ...args],
      cwd: folder,
    }).outputSync();
    assert.ok(success, new TextDecoder().decode(stderr));
  };
  const write = (name: string, text: string) => Deno.writeTextFileSync(`${folder}/${name}`, text);
  try {
    git("init", "-q", "-b", "main");
    for (const name of ["a", "b", "c"]) write(name, "1");
    write(".gitignore", "ignored\n");
    git("add", ".");
    git("commit", "-qm", "1");
    assert.deepEqual(changedPaths(folder), []);
    write("a", "2");
    assert.deepEqual(changedPaths(folder), ["a"]);
    git("checkout", "-qb", "mine");
    git("commit", "-qam", "2");
    write("b", "2");
    write("new", "1");
    write("ignored", "1");
    assert.deepEqual(changedPaths(folder), ["a", "b", "new"]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
