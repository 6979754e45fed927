/** Whoever reads bytes of others is known, bounded, and decodes them in the one place for it; formats are written by functions for it. */
import assert from "node:assert/strict";
import { READERS } from "../../src/foreign/readers.ts";
import { files } from "./source_files.ts";

const CLIENTS = /^src\/(client|demo|foreign)\//;
/** What turns bytes into texts, values or more bytes. */
const READS =
  /new TextDecoder|\b(?:TextOfBytes|textOfBytes|textOfFrame|readXml|gunzipSync|inflateRawSync|inflateSync)\(|new Inflate\b|new DecompressionStream|import\("(?:sax|@streamparser\/json|fast-xml-parser)"\)|\bunpack\(bytes/;
const server = () => files("src/").filter(({ path }) => !CLIENTS.test(path));

Deno.test("every reader of foreign bytes is declared with its bound, and none that is gone", () => {
  const found = server().filter(({ text }) => READS.test(text)).map(({ path }) => path.slice("src/".length));
  assert.deepEqual(found.filter((path) => !(path in READERS)), [], "name them in src/foreign/readers.ts");
  const there = new Set(server().map(({ path }) => path.slice("src/".length)));
  assert.deepEqual(Object.keys(READERS).filter((path) => !there.has(path)), [], "strike them out");
});

Deno.test("packages and XML of others are opened under a purse alone", () => {
  const own = Object.entries(READERS).filter(([, { bound }]) => bound === "file" || bound === "size")
    .map(([path]) => `src/${path}`);
  for (const { path, text } of server()) {
    if (/import\("sax"\)/.test(text)) assert.fail(`${path} reads XML past src/foreign/xml.ts`);
    if (/new DecompressionStream|gunzipSync\(/.test(text)) {
      assert.ok(own.includes(path), `${path} unpacks past src/foreign/unpack.ts`);
    }
  }
  for (const [path, { bound }] of Object.entries(READERS)) {
    if (bound !== "purse") continue;
    const text = Deno.readTextFileSync(new URL(`../../src/${path}`, import.meta.url));
    assert.match(text, /foreign\/(mod|text_of_bytes)\.ts/, path);
  }
});

Deno.test("what is taken of others is cut at no half of a character", () => {
  for (const area of ["src/caches/imports/", "src/notebook/", "src/admin/map/", "src/foreign/"]) {
    for (const { path, text } of files(area)) {
      const cuts = text.match(/\.slice\(0, (?:[A-Z]+_CHARACTERS|LONGEST|TEXT\w*|max|\d{2,3})\)/g) ?? [];
      const known = path === "src/notebook/field_notes/read_notes.ts" || path.endsWith("import_places.ts") ||
        path.endsWith("read_places.ts") || path.endsWith("check.ts");
      assert.ok(cuts.length === 0 || known, `${path}: cut texts by cut(): ${cuts}`);
    }
  }
});

Deno.test("texts of people are compared by folded(), in searches and in codes", () => {
  for (
    const path of [
      "src/caches/stages/normal_code.ts",
      "src/client/nearby/fits.ts",
      "src/client/cache/stages/unseal.ts",
      "src/db/open.ts",
      "src/read/caches/cache_reads.ts",
      "src/caches/exchange/search_mirrors.ts",
    ]
  ) {
    const text = Deno.readTextFileSync(new URL(`../../${path}`, import.meta.url));
    assert.match(text, /\bfolded\(/, path);
    assert.doesNotMatch(text, /title\)?\.toLowerCase\(\)|wanted[^;\n]*\.toLowerCase\(\)/, path);
  }
});
