/** What the gateway says in English has its German on the pages. */
import assert from "node:assert/strict";
import { EVIDENCE_WORDS } from "../../src/caches/mod.ts";
import { DISTRUST } from "../../src/stations/mod.ts";
import { wordsIn } from "../kit/words.ts";
import english from "../../src/client/words/en.json" with { type: "json" };
import german from "../../src/client/words/de.json" with { type: "json" };

const begins = (words: object, start: string) =>
  Object.fromEntries(
    Object.entries(words).flatMap(([key, value]) =>
      key.startsWith(start) ? [[key.slice(start.length), value]] : []
    ),
  );

Deno.test("whatever is said of a find's evidence is said by the pages too: in English alike, and in German", () => {
  assert.deepEqual(begins(english, "why."), sorted({ ...EVIDENCE_WORDS, ...DISTRUST }));
  assert.deepEqual(Object.keys(begins(german, "why.")), Object.keys(begins(english, "why.")));
});

const sorted = (words: Record<string, string>) =>
  Object.fromEntries(Object.entries(words).sort(([a], [b]) => a < b ? -1 : 1));
