/** Forms are made of the fields in `ui/`: elsewhere no control is spelt out, but for those stated here. */
import assert from "node:assert/strict";
import { files } from "./source_files.ts";

/** Where controls stand that are no fields, how many, and why. The list only shrinks. */
const SPELT: Record<string, [count: number, why: string]> = {
  "src/client/app/top.tsx": [
    1,
    "the search in the line at the top: the browser holds what is typed, and no label has room",
  ],
  "src/client/print/net_sheet.tsx": [
    2,
    "a sheet's form, sent by the browser itself: label and control share a line",
  ],
};

Deno.test("no control is spelt out outside of ui/ but for those that are stated", () => {
  const spelt = files("src/client/", ".tsx").filter(({ path }) => !path.startsWith("src/client/ui/"))
    .map(({ path, text }) => [path, [...text.matchAll(/<(input|select|textarea)\b/g)].length] as const)
    .filter(([, count]) => count > 0);
  const stated = Object.entries(SPELT).map(([path, [count]]) => [path, count] as const);
  assert.deepEqual(Object.fromEntries(spelt), Object.fromEntries(stated), "use a field of ui/");
});
