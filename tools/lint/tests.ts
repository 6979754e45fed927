/** Tests close what they open by `using`, and wait for what comes about instead of for a time. */
import { houseRule } from "./files.ts";

const TESTS = /^tests\/(?!kit\/|policy\/).*\.ts$/;

/** Each match of a pattern in a file's text. */
const reportEach = (
  context: Deno.lint.RuleContext,
  pattern: RegExp,
  message: string,
): Deno.lint.LintVisitor => ({
  Program() {
    for (const { index, 0: found } of context.sourceCode.text.matchAll(pattern)) {
      context.report({ range: [index, index + found.length], message });
    }
  },
});

export const using = houseRule("using", {
  of: TESTS,
  create: (context) =>
    reportEach(
      context,
      /finally \{\s*app\.close\(\);\s*\}|\n {2}app\.close\(\);\n\}\);/g,
      "a test closes its program by `using`, or is an appTest: by hand it stays open where the test fails",
    ),
});

/** A promise of a timer that is awaited: longer than a turn of the program or a moment between two looks. */
const SLEEP =
  /new Promise(?:<void>)?\(\((\w+)\) => (?:\w+ = )?setTimeout\(\1, (?!(?:[0-5]|1[0-5])\))[^)]+\)\)/g;

export const sleep = houseRule("sleep", {
  of: TESTS,
  excepted: {
    "tests/cli/box_test.ts": [
      1,
      "a pause between two looks, in a loop that ends when what it looks for is there",
    ],
    "tests/http/slow_bodies_test.ts": [1, "the same"],
    "tests/release/host.ts": [1, "the same"],
  },
  create: (context) =>
    reportEach(
      context,
      SLEEP,
      "no test sleeps for something to come about: use eventually(), becomes() or passes()",
    ),
});
