/** What `deno task test --once-more` reads from a run: every failure is accounted for, or nothing runs once more. */
import assert from "node:assert/strict";
import { argumentsFor, failedTests, fromLine, lineOf } from "../../tools/test/again.ts";

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

Deno.test("tests are named once each with the file that the runtime was given, wherever they are declared", () => {
  const box = { file: CLI, name: "a box joins" }, again = { file: CLI, name: "join says => what is wrong" };
  const journey = { file: APP, name: "reports (desktop)" };
  assert.deepEqual(failedTests(SAID + report([BOX])), [box]);
  assert.deepEqual(failedTests(SAID + report([BOX, JOURNEY, AGAIN])), [box, journey, again]);
  assert.deepEqual(failedTests(SAID + report([BOX, UNCAUGHT])), [box, { file: APP }]);
  const twice = SAID + told(APP, "a box joins");
  const both = [box, { file: APP, name: "a box joins" }];
  assert.deepEqual(failedTests(twice + report([BOX])), both, "two files have a test of that name");
  const step = told(CLI, "a box joins ... by its address");
  const listed = `a box joins ... by its address ${soft("=> ./tests/cli/box_test.ts:25:9")}`;
  assert.deepEqual(failedTests(SAID + step + report([BOX, listed])), [box], "a test and its step are one");
});

Deno.test("what is cut off, counts more than it names, or lists what was not told names nothing", () => {
  assert.equal(failedTests(""), undefined);
  assert.equal(failedTests(SAID + report([BOX], 2)), undefined);
  assert.equal(failedTests(SAID + report([BOX, "something else"])), undefined);
  assert.equal(failedTests(SAID + report([BOX]).slice(0, -60)), undefined);
  assert.equal(failedTests(told(CLI, "a box joins", "ok") + report([BOX])), undefined);
  assert.equal(failedTests(told(APP, "reports (phone)") + report([JOURNEY])), undefined);
  assert.equal(failedTests(SAID + "ok | 4 passed | 0 failed (585ms)\n"), undefined);
});

Deno.test("what failed is run by its names, and a file that failed outside of its tests as a whole", () => {
  const failed = [{ file: "./a.ts", name: "is it (so)?" }, { file: "./b.ts", name: "a/b | c" }];
  const [filter, ...files] = argumentsFor([...failed, { file: "./a.ts", name: "other" }]);
  assert.deepEqual(files, ["./a.ts", "./b.ts"]);
  const pattern = new RegExp(/^--filter=\/(.*)\/$/.exec(filter!)![1]!);
  for (const name of ["is it (so)?", "a/b | c", "other"]) assert.match(name, pattern);
  for (const name of ["is it so", "c", "another"]) assert.doesNotMatch(name, pattern);
  assert.deepEqual(argumentsFor([...failed, { file: "./c.ts" }]), ["./a.ts", "./b.ts", "./c.ts"]);
});

Deno.test("what is written down for later is read back as it was, an arrow in a name too", () => {
  const failed = failedTests(SAID + report([BOX, AGAIN, UNCAUGHT]))!;
  assert.equal(failed.length, 3);
  assert.deepEqual(failed.map(lineOf).map(fromLine), failed);
  assert.equal(new Set(failed.map(lineOf)).size, 3);
});
