/** Two tasks that are started at once in a fresh checkout do not break each other's build of the app. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { wordModules } from "../../tools/words.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
/** What a build reads. */
const CHECKOUT = [
  "deno.json",
  "deno.lock",
  "main.ts",
  "migrations",
  "src",
  "tools",
  "tests/handbook/examples",
];

Deno.test("builds at once wait for each other, and the second finds its work done", async () => {
  const folder = await Deno.makeTempDir({ prefix: "gateway-checkout-" });
  try {
    const copied = await new Deno.Command("cp", {
      args: ["-r", "--parents", ...CHECKOUT, folder],
      cwd: ROOT,
    })
      .output();
    assert.ok(copied.success, new TextDecoder().decode(copied.stderr));
    // What is in no commit: a fresh checkout has none of it.
    const words = Object.keys(wordModules(ROOT));
    for (const path of words) await Deno.remove(join(folder, path));
    const build = () =>
      new Deno.Command(Deno.execPath(), {
        args: ["run", "--quiet", "--frozen", "--no-check", "--allow-all", join(folder, "tools", "app.ts")],
        cwd: folder,
      }).output();
    const builds = await Promise.all([build(), build(), build()]);
    for (const { success, stderr } of builds) assert.ok(success, new TextDecoder().decode(stderr));
    const made = [...Deno.readDirSync(join(folder, "dist", "app"))].filter(({ isFile }) => isFile)
      .map(({ name }) => name).toSorted();
    // Whole, and nothing half written left beside.
    assert.deepEqual(made, [
      "build.lock",
      "files.ts",
      "graph.json",
      "licences.ts",
      "names.ts",
      "picture_library.ts",
      "sizes.json",
      "stamp.txt",
      "tool_key.ts",
      "tool_set.ts",
      "words.json",
    ]);
    for (const path of words) {
      assert.equal(await Deno.readTextFile(join(folder, path)), await Deno.readTextFile(join(ROOT, path)));
    }
    assert.deepEqual(
      [...Deno.readDirSync(join(folder, "src", "words", "generated"))].map(({ name }) => name).toSorted(),
      words.filter((path) => path.includes("/generated/")).map((path) => path.split("/").at(-1)).toSorted(),
    );
    const names = await Deno.readTextFile(join(folder, "dist", "app", "names.ts"));
    const [script] = /\/assets\/app-[A-Z0-9]+\.js/.exec(names)!;
    assert.ok((await Deno.readTextFile(join(folder, "dist", "app", "files.ts"))).includes(script));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
