/** What the app reads and sends has the types of the gateway's routes: nobody writes down by hand what an answer is. */
import assert from "node:assert/strict";
import { files } from "./source_files.ts";

/** Where a type is passed on, or where the gateway declares no shape: a registry's own list comes as a file. */
const MAY = new Set([
  "src/client/phone/reader.ts",
  "src/client/phone/use_read.ts",
  "src/client/shack/renewed.ts",
  "src/client/admin/keys/registries.tsx",
]);

Deno.test("no reading of the app names the type of its answer: it names the route", () => {
  for (const { path, text } of [...files("src/client/"), ...files("src/client/", ".tsx")]) {
    const [typed] = /\b(useRead|useRenewed|gateway\.(get|ask|large))<[^>]+>+\(/.exec(text) ?? [];
    assert.ok(!typed || MAY.has(path), `${path}: ${typed}`);
  }
});
