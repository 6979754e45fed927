/** Which language a page answers in: the header is read as browsers write it, and as the app reads the browser's own list. */
import assert from "node:assert/strict";
import { chooseLanguage } from "../../src/client/ui/say.ts";
import { langOf } from "../../src/http/mod.ts";

const HEADERS: [string, "de" | "en" | "es"][] = [
  ["", "en"],
  ["de", "de"],
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["EN-gb, de;q=0.5", "en"],
  ["fr-CH, fr;q=0.9, de;q=0.7, *;q=0.5", "de"],
  ["fr-DE", "en"],
  ["es-MX,es;q=0.9,en;q=0.8", "es"],
  ["ca, es;q=0.7", "es"],
  ["x-de, den, deutsch", "en"],
  ["*", "en"],
];

Deno.test("the header's first language that we have; a country is no language", () => {
  for (const [header, lang] of HEADERS) {
    assert.equal(langOf(undefined, header), lang, header);
    const tags = header.split(",").map((one) => one.split(";", 1)[0]!.trim());
    assert.equal(chooseLanguage(tags), lang, `${header}, in the app`);
  }
});

Deno.test("what is asked for comes first where we have it; of a header without end the beginning is read", () => {
  assert.equal(langOf("en", "de"), "en");
  assert.equal(langOf("fr", "de"), "de");
  assert.equal(langOf(undefined, `${"fr,".repeat(70)}de`), "en");
});
