/** Tests close what they open by `using`, and wait for what comes about instead of for a time. */
import assert from "node:assert/strict";
import { files } from "./source_files.ts";

const all = files("tests/").filter(({ path }) =>
  !path.startsWith("tests/kit/") && !path.startsWith("tests/policy/")
);

Deno.test("no test closes its program by hand, whole or in a `finally`: `using`, or appTest", () => {
  const byHand = /finally \{\s*app\.close\(\);\s*\}|\n {2}app\.close\(\);\n\}\);/;
  const found = all.filter(({ text }) => byHand.test(text)).map(({ path }) => path);
  assert.deepEqual(found, []);
});

/** A promise of a timer that is awaited: longer than a turn of the program or a moment between two looks. */
const SLEEP =
  /new Promise(?:<void>)?\(\((\w+)\) => (?:\w+ = )?setTimeout\(\1, (?!(?:[0-5]|1[0-5])\))[^)]+\)\)/g;
/** Pauses between two looks, in loops that end when what they look for is there. Only fewer of them may be. */
const BETWEEN_LOOKS: Record<string, number> = {
  "tests/cli/box_test.ts": 1,
  "tests/http/slow_bodies_test.ts": 1,
  "tests/release/host.ts": 1,
};

Deno.test("no test sleeps for something to come about: eventually() and becomes() wait, passes() says why time is what it is about", () => {
  const found = Object.fromEntries(
    all.map(({ path, text }) => [path, [...text.matchAll(SLEEP)].length]).filter(([, n]) => n !== 0),
  );
  assert.deepEqual(found, BETWEEN_LOOKS);
});
