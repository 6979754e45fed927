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
    const [typed] =
      /\b(useRead|useRenewed|reader\.read(Live)?|gateway\.(get|ask|large))<[^>]+>+\(/.exec(text) ?? [];
    assert.ok(!typed || MAY.has(path), `${path}: ${typed}`);
  }
});

/**
 * Where an address of the API stands written out: links and forms that a browser follows by itself, photos whose address has a
 * blank, and files without a declared shape. This list only shrinks.
 */
const WRITTEN: readonly string[] = [
  "src/client/account/api_keys.tsx",
  "src/client/account/data_page.tsx",
  "src/client/account/sign_in/sign_in_plain.tsx",
  "src/client/admin/keys/registries.tsx",
  "src/client/admin/system/system_page.tsx",
  "src/client/app/first_paint.tsx",
  "src/client/app/more_page.tsx",
  "src/client/phone/packs/packs.ts",
  "src/client/phone/person/whose.ts",
  "src/client/phone/photo/photo.ts",
];

Deno.test("an address of the API is a route's, save where a browser goes there by itself", () => {
  const written = [...files("src/client/"), ...files("src/client/", ".tsx")].filter(({ text }) =>
    /["`]\/(api|auth|keys|verify|federation)\//.test(text.replace(/^\s*(\/?\*|\/\/).*$/gm, ""))
  ).map(({ path }) => path);
  assert.deepEqual(written.sort(), [...WRITTEN].sort());
});
