/** One word for one thing: the glossary's words are those of program, handbook and API, and what they stand for has no other. */
import assert from "node:assert/strict";
import { allRoutes } from "../../src/cli/all_routes.ts";
import {
  type Block,
  BOOK_LANGUAGES,
  type BookLanguage,
  type Inline,
  plainText,
} from "../../src/handbook/mod.ts";
import { ALL } from "../../src/settings/mod.ts";
import german from "../../src/settings/words/de.json" with { type: "json" };
import { FILES } from "../../src/words/generated/files.ts";
import { makeHandbook } from "../../tools/app/handbook.ts";
import { ROOT } from "../kit/server.ts";

const { books } = makeHandbook(ROOT);

/** Words of a line, without its code: that names things as programs do. */
const said = (words: readonly Inline[]): string =>
  plainText(words.filter((one) => typeof one === "string" || !("c" in one)));
const lines = (block: Block): string[] =>
  "t" in block
    ? [said(block.t)]
    : "p" in block
    ? [said(block.p)]
    : "list" in block
    ? block.list.map(said)
    : "head" in block
    ? block.rows.flatMap((row) => row.map(said))
    : [];

/** Every text in a file of words, however deep, but what a setting or a page is found by: what others call it. */
const texts = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : Object.entries(value as object).flatMap(([key, one]) => /(^|\.)also(\.|$)/.test(key) ? [] : texts(one));

/** Every sentence that people read in a language: of the app, of refusals, of chapters, of settings, and what routes do. */
function sentences(lang: BookLanguage): string[] {
  const words = texts(FILES[lang]);
  const chapters = books[lang].chapters.filter(({ id }) => id !== "glossary" && id !== "settings")
    .flatMap(({ title, blocks }) => [title, ...blocks.flatMap(lines)]);
  const settings = lang === "de"
    ? Object.values(german.settings).flat()
    : ALL.flatMap(({ label, hint }) => [label, hint.replace(/`[^`]*`/g, "")]);
  const routes = lang === "en" ? allRoutes().map(({ options }) => options.summary) : [];
  // What is put in is named for programs.
  return [...words, ...chapters, ...settings, ...routes].map((one) => one.replace(/\{\w+\}/g, ""));
}
const SAID = { en: sentences("en"), de: sentences("de") };

/** The words of a glossary: the first of a row, each without what stands in brackets. */
const terms = (lang: BookLanguage): string[] =>
  books[lang].chapters.find(({ id }) => id === "glossary")!.blocks.flatMap((one) =>
    "head" in one ? one.rows : []
  )
    .flatMap(([first]) => plainText(first!).replace(/\s*\([^)]*\)/g, "").split(", "));

Deno.test("every word of the glossary is said somewhere, in both languages", () => {
  for (const lang of BOOK_LANGUAGES) {
    const all = SAID[lang].join("\n").toLowerCase();
    assert.ok(terms(lang).length > 40);
    // German bends the ends of its words.
    const stem = (term: string) =>
      term.toLowerCase().split(" ").map((word) =>
        lang === "de" && word.length > 6 ? word.slice(0, -2) : word
      );
    const unsaid = terms(lang).filter((term) => !stem(term).every((word) => all.includes(word)));
    assert.deepEqual(unsaid, [], lang);
  }
});

/**
 * Words that stand for what has another name here, and how many sentences still say them: rightly of something else, or owed.
 * The numbers only shrink.
 */
const OTHERS: Readonly<Record<BookLanguage, readonly [other: RegExp, word: string, still: number][]>> = {
  en: [
    [/\bgeocach/i, "cache", 0],
    [/\b(treasures?(?! hunt)|hideouts?)\b/i, "cache", 0],
    [/\bwaypoints?\b/i, "stage", 0],
    [/\btiers?\b/i, "grade", 4],
    [/\busers?\b/i, "account, member, person", 8],
    [/\b(user ?names?|logins?)\b/i, "callsign, sign in", 3],
    [/\b(administrators?|moderators?|admins?)\b/i, "operator", 0],
    [/\bsysops?\b/i, "operator", 4],
    [/\b(newbies?|beginners?)\b/i, "newcomer", 0],
    [/\bpeers?\b/i, "neighbour", 0],
    [/\b(other|remote|foreign|federated) nodes?\b/i, "neighbour", 0],
    [/\b(banned|blacklist\w*|whitelist\w*)\b/i, "suspended, blocked", 0],
    [/\b(cell ?phones?|smartphones?|mobiles?)\b/i, "phone", 0],
    [/\b(upload\w*|download(?:s|able))\b/i, "send, take along", 4],
    [/\b(receive-?only|listening) stations?\b/i, "receiver", 0],
  ],
  de: [
    [/\bGeocach/i, "Cache", 0],
    [/\b(Schatz|Schätze)\b/, "Cache", 0],
    [/\bWegpunkte?n?\b/, "Stage", 0],
    [/\b(Level|Tier)\b/, "Stufe", 0],
    [/\b(Be)?[Nn]utzer(s|n|in)?\b|\bUser\b/, "Konto, Mitglied, Person", 7],
    [/\b(Admins?|Administrator\w*|Moderator\w*)\b/, "Betreiber", 0],
    [/\bSysops?\b/, "Betreiber", 4],
    [/\b(Newbies?|Anfänger\w*)\b/, "Neuling", 0],
    [/\b(Peers?|Nodes?)\b/, "Nachbar", 0],
    [/\b[Vv]erifizier/, "bestätigt", 0],
    [/\bFingerprints?\b/, "Fingerabdruck", 0],
    [/\b(Handys?|Smartphones?|Mobiltelefon\w*)\b/, "Telefon", 0],
    [/\b(Replikas?|Replikation)\b/, "Zweitkopie", 0],
    [/\bE-?[Mm]ails?\b/, "Mail", 0],
    [/\b(hoch|herunter)geladen\b|\bUploads?\b|\bDownloads?\b/, "gesendet, mitgenommen", 4],
  ],
};

Deno.test("no sentence has another word for what the glossary names", () => {
  for (const lang of BOOK_LANGUAGES) {
    for (const [other, word, still] of OTHERS[lang]) {
      const found = SAID[lang].filter((one) => other.test(one));
      assert.ok(found.length <= still, `${found.length} say ${other} for "${word}":\n${found.join("\n")}`);
      assert.equal(found.length, still, `${other} is said less: lower its number`);
    }
  }
});
