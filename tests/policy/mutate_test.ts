/** The tool that changes rules to see whether a test notices: what it changes, and what it says of it. */
import assert from "node:assert/strict";
import { changesOf } from "../../tools/mutate/changes.ts";
import { importsOf, nearestTests } from "../../tools/mutate/nearest.ts";
import { runDeno } from "../../tools/mutate/patience.ts";
import { readLcov } from "../../tools/mutate/reach.ts";

const changed = (text: string) =>
  changesOf("rule.ts", text).map(({ start, end, text: becomes }) =>
    text.slice(0, start) + becomes + text.slice(end)
  );

Deno.test("a comparison is turned, a bound is moved by one", () => {
  assert.deepEqual(changed("const old = age > 30;"), [
    "const old = age >= 30;",
    "const old = age > (30 + 1);",
  ]);
});

Deno.test("each half of a condition is dropped, and the condition is turned", () => {
  assert.deepEqual(changed("const both = a && b;").sort(), [
    "const both = (a);",
    "const both = (b);",
    "const both = a || b;",
  ]);
});

Deno.test("a call that stands alone is removed, a filter lets all through, types are left alone", () => {
  assert.deepEqual(changed("close();"), [";"]);
  assert.deepEqual(changed("const good = all.filter(isGood);"), ["const good = (all);"]);
  assert.deepEqual(changed("type Level = 1 | 2;"), []);
});

Deno.test("lines that ran are read from a coverage report, by path below the project", () => {
  const report = "SF:/p/src/a.ts\nDA:1,3\nDA:2,0\nend_of_record\nSF:/p/src/b.ts\nDA:9,1\nend_of_record\n";
  assert.deepEqual(readLcov(report, "/p"), { "src/a.ts": [1], "src/b.ts": [9] });
});

Deno.test("the tests that stand nearest to a file come first: few steps of import away, and named alike", () => {
  const imports = new Map([
    ["src/bbs/offer.ts", []],
    ["src/bbs/mod.ts", ["src/bbs/offer.ts"]],
    ["src/app.ts", ["src/bbs/mod.ts"]],
    ["tests/routes/whole_test.ts", ["src/app.ts"]],
    ["tests/areas/bbs/offer_test.ts", ["src/app.ts"]],
    ["tests/areas/bbs/lines_test.ts", ["src/bbs/offer.ts"]],
    ["tests/wire/codec_test.ts", []],
  ]);
  assert.deepEqual(nearestTests(imports, "src/bbs/offer.ts"), [
    "tests/areas/bbs/lines_test.ts",
    "tests/areas/bbs/offer_test.ts",
    "tests/routes/whole_test.ts",
  ]);
});

Deno.test("imports are read from the files, by path below the project", () => {
  const imports = importsOf(".", ["tools/mutate/reach.ts", "tools/mutate/patience.ts"]);
  assert.deepEqual(imports.get("tools/mutate/reach.ts"), ["tools/mutate/patience.ts"]);
});

Deno.test("a run is ended by its processor time or, where it only waits, by the clock; one that ends tells its status", async () => {
  const plenty = 600;
  const spins = await runDeno(".", ["eval", "for (;;);"], { cpu: 1, wall: plenty });
  assert.equal(spins.code, undefined);
  const waits = await runDeno(".", ["eval", "setInterval(() => {}, 1000)"], { cpu: plenty, wall: 1 });
  assert.equal(waits.code, undefined);
  const ends = await runDeno(".", ["eval", "Deno.exit(3)"], { cpu: plenty, wall: plenty });
  assert.equal(ends.code, 3);
});
