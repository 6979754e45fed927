/** What `deno task test --once-more` reads from a run: every failure is accounted for, or nothing runs once more. */
import assert from "node:assert/strict";
import { failedFiles } from "../../tools/test/again.ts";

const soft = (text: string) => `\x1b[0m\x1b[38;5;245m${text}\x1b[0m`;
/** A test as the runtime tells of it when it has ended. */
const told = (file: string, name: string, how = "FAILED") =>
  `${soft(`${file} => `)}\x1b[0m${name} ... \x1b[31m${how}\x1b[0m ${soft("(3s)")}\n`;
const report = (lines: string[], count = lines.length) =>
  `\n\x1b[0m\x1b[1m\x1b[37m\x1b[41m FAILURES \x1b[0m\n\n${lines.join("\n")}\n\n` +
  `\x1b[0m\x1b[31mFAILED\x1b[0m | 4 passed (1 step) | ${count} failed ${soft("(585ms)")}\n`;

const CLI = "./dist/tests/cli.people-to-year.ts", APP = "./dist/tests/app.about-to-app_files.ts";
const BOX = `a box joins ${soft("=> ./tests/cli/box_test.ts:23:6")}`,
  AGAIN = `join says => what is wrong ${soft("=> ./tests/cli/box_test.ts:109:6")}`,
  // A journey is declared by a function that all journeys share.
  JOURNEY = `reports (desktop) ${soft("=> ./tests/kit/journey.ts:20:10")}`,
  UNCAUGHT = `${APP} (uncaught error)`;
const SAID = told(CLI, "a box joins") + told(CLI, "another", "ok") + told(CLI, "join says => what is wrong") +
  told(APP, "reports (desktop)") + told(APP, "reports (phone)", "ok");

Deno.test("the files that the runtime was given are named once each, wherever their tests are declared", () => {
  assert.deepEqual(failedFiles(SAID + report([BOX])), [CLI]);
  assert.deepEqual(failedFiles(SAID + report([BOX, JOURNEY, AGAIN])), [CLI, APP]);
  assert.deepEqual(failedFiles(SAID + report([BOX, UNCAUGHT])), [CLI, APP]);
  const twice = SAID + told(APP, "a box joins");
  assert.deepEqual(failedFiles(twice + report([BOX])), [CLI, APP], "two files have a test of that name");
});

Deno.test("what is cut off, counts more than it names, or lists what was not told names nothing", () => {
  assert.equal(failedFiles(""), undefined);
  assert.equal(failedFiles(SAID + report([BOX], 2)), undefined);
  assert.equal(failedFiles(SAID + report([BOX, "something else"])), undefined);
  assert.equal(failedFiles(SAID + report([BOX]).slice(0, -60)), undefined);
  assert.equal(failedFiles(told(CLI, "a box joins", "ok") + report([BOX])), undefined);
  assert.equal(failedFiles(told(APP, "reports (phone)") + report([JOURNEY])), undefined);
  assert.equal(failedFiles(SAID + "ok | 4 passed | 0 failed (585ms)\n"), undefined);
});
