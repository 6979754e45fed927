/** The search of the handbook: what it finds, in which order, and how much it reads for it. */
import assert from "node:assert/strict";
import { BOOK_LANGUAGES, searchBook } from "../../src/handbook/mod.ts";
import { makeHandbook } from "../../tools/app/handbook.ts";
import { ROOT } from "../kit/server.ts";

const { books } = makeHandbook(ROOT);
const first = (lang: "en" | "de", query: string) => searchBook(books[lang], query)[0]?.chapter;

Deno.test("what people look for is found first in its chapter", () => {
  assert.equal(first("en", "digipeater"), "what-counts");
  assert.equal(first("en", "restore"), "backup-and-upgrade");
  assert.equal(first("en", "varnish"), "many-readers");
  assert.equal(first("en", "FED_SYNC_INTERVAL_MS"), "links");
  assert.equal(first("en", "silent key"), "silent-key");
  assert.equal(first("en", "second operator"), "hand-over");
  assert.equal(first("de", "Übergabe"), "hand-over");
  assert.equal(first("de", "Stages"), "stages");
  assert.equal(first("de", "schlussel vergleichen"), "neighbours", "accents do not matter");
  assert.equal(first("de", "aussendung"), "transmit");
});

Deno.test("each section is named once, with its anchor and words around what fits", () => {
  const hits = searchBook(books.en, "passkey");
  assert.ok(hits.length > 1);
  assert.equal(new Set(hits.map(({ chapter, anchor }) => `${chapter}#${anchor}`)).size, hits.length);
  assert.ok(
    hits.every(({ excerpt, title, heading }) => /passkey/i.test(excerpt + title + heading)),
    JSON.stringify(hits),
  );
});

Deno.test("no words and words that nobody wrote find nothing; marks of patterns are words", () => {
  for (const query of ["", "   ", "zzzyx", "(((", "\\\\", "[a-z]*+"]) {
    assert.deepEqual(searchBook(books.en, query), []);
  }
});

Deno.test("a letter more reads no chapter again: the texts were made ready with the first one", () => {
  for (const lang of BOOK_LANGUAGES) {
    // A book that counts how often somebody reads its chapters.
    let read = 0;
    const chapters = books[lang].chapters.map((chapter) => ({
      ...chapter,
      get blocks() {
        read++;
        return chapter.blocks;
      },
    }));
    const book = { lang, chapters };
    searchBook(book, "r");
    assert.equal(read, chapters.length);
    for (const query of ["ra", "rad", "radi", "radio", "radio v", "radio ve", "radio ver"]) {
      searchBook(book, query);
    }
    assert.equal(read, chapters.length);
  }
});
