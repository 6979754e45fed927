import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };
import { current } from "../../tools/docs.ts";
import { DENO_VERSION } from "../../tools/release.ts";

const readme = Deno.readTextFileSync(new URL("../../README.md", import.meta.url));

Deno.test("the README's generated parts are current", () => {
  assert.equal(current(readme), readme, "run: deno task docs");
});

Deno.test("the README gives a reason for every dependency, and names no other", () => {
  const reasons = readme.slice(readme.indexOf("## Dependencies"), readme.indexOf("## Map of"));
  const names = Object.entries(manifest.imports).map(([name, target]) => {
    assert.match(target, /^npm:@?[^@]+@\d+\.\d+\.\d+(\/|$)/, `${name} is not pinned`);
    return /^npm:(@?[^@]+)@/.exec(target)![1]!;
  });
  for (const name of new Set(names)) {
    const [scope, short] = name.split("/");
    assert.ok(
      reasons.includes(name) || (reasons.includes(`${scope}/`) && reasons.includes(`/${short}`)),
      `${name} has no reason in the README`,
    );
  }
});

Deno.test("the README's commands are tasks, with the runtime that is shipped", () => {
  for (const [, version, task] of readme.matchAll(/deno@(\S+) task (\w+)/g)) {
    assert.equal(version, DENO_VERSION);
    assert.ok(task! in manifest.tasks, task);
  }
});

Deno.test("every folder of src/ is on the README's map", () => {
  for (const entry of Deno.readDirSync(new URL("../../src/", import.meta.url))) {
    assert.ok(
      readme.includes(`\`${entry.name}${entry.isDirectory ? "/" : ""}\``),
      `${entry.name} is not on the map`,
    );
  }
});
