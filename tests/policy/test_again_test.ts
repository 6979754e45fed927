/** What `deno task test --once-more` reads from a report: every failure is accounted for, or nothing runs once more. */
import assert from "node:assert/strict";
import { failedFiles } from "../../tools/test/again.ts";

const report = (lines: string[], count = lines.length) =>
  `ok\n\n\x1b[0m\x1b[1m\x1b[37m\x1b[41m FAILURES \x1b[0m\n\n${lines.join("\n")}\n\n` +
  `\x1b[0m\x1b[31mFAILED\x1b[0m | 4 passed (1 step) | ${count} failed \x1b[0m\x1b[38;5;245m(585ms)\x1b[0m\n`;
const BOX = "a box joins \x1b[0m\x1b[38;5;245m=> ./tests/cli/box_test.ts:23:6\x1b[0m",
  AGAIN = "join says => what is wrong \x1b[0m\x1b[38;5;245m=> ./tests/cli/box_test.ts:109:6\x1b[0m",
  UNCAUGHT = "./dist/tests/cli.people-to-year.ts (uncaught error)";

Deno.test("the files in which tests failed are named once each, and those that failed outside of tests", () => {
  assert.deepEqual(failedFiles(report([BOX])), ["./tests/cli/box_test.ts"]);
  assert.deepEqual(failedFiles(report([BOX, UNCAUGHT, AGAIN])), [
    "./tests/cli/box_test.ts",
    "./dist/tests/cli.people-to-year.ts",
  ]);
});

Deno.test("a report that is cut off, or counts more than it names, names nothing", () => {
  assert.equal(failedFiles(""), undefined);
  assert.equal(failedFiles(report([BOX], 2)), undefined);
  assert.equal(failedFiles(report([BOX, "something else"])), undefined);
  assert.equal(failedFiles(report([BOX]).slice(0, -60)), undefined);
  assert.equal(failedFiles("ok | 4 passed | 0 failed (585ms)\n"), undefined);
});
