/** Forms are made of the fields in `ui/`; where one still spells out its inputs, it is counted. */
import assert from "node:assert/strict";
import { files } from "./source_files.ts";

/** Inputs that pages spell out themselves. This number only shrinks. */
const OWED = 81;

Deno.test("no more inputs are spelt out outside of ui/ than are owed", () => {
  const spelt = files("src/client/", ".tsx").filter(({ path }) => !path.startsWith("src/client/ui/"))
    .reduce((sum, { text }) => sum + [...text.matchAll(/<input\b/g)].length, 0);
  assert.equal(spelt, OWED, "use a field of ui/; where one was replaced, lower the number");
});
