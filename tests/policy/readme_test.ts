import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };
import app from "../../src/client/deno.json" with { type: "json" };
import { DENO_VERSION } from "../../tools/release.ts";

const readme = Deno.readTextFileSync(new URL("../../README.md", import.meta.url));

/** The rest is the handbook's, which the program carries. */
const LINES_MOST = 250;

Deno.test("the README is short, and what it leads to is there", () => {
  assert.ok(readme.split("\n").length <= LINES_MOST, `more than ${LINES_MOST} lines`);
  for (const [, path] of readme.matchAll(/\]\(((?:src|tools|tests)\/[^)#]+)\)/g)) {
    assert.doesNotThrow(() => Deno.statSync(new URL(`../../${path}`, import.meta.url)), path);
  }
});

Deno.test("the README gives a reason for every dependency, and names no other", () => {
  const reasons = readme.slice(readme.indexOf("## Dependencies"), readme.indexOf("## Map of"));
  // What begins with # is the program's own.
  const packages = Object.entries<string>({ ...manifest.imports, ...app.imports }).filter(([name]) =>
    !name.startsWith("#")
  );
  const names = packages.map(([name, target]) => {
    assert.match(target, /^npm:\/?@?[^@]+@\d+\.\d+\.\d+(\/|$)/, `${name} is not pinned`);
    return /^npm:\/?(@?[^@]+)@/.exec(target)![1]!;
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
