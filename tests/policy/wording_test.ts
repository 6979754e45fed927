/** How people are spoken to: nothing that nobody would say aloud, and no more words than the place has room for. */
import assert from "node:assert/strict";
import { FILES } from "../../src/words/generated/files.ts";
import { files } from "./source_files.ts";

type Words = Record<string, string | { one?: string; other: string }>;
const book = FILES as unknown as Record<string, Record<string, Words>>;

/** Every sentence of a language's pages, by its key; those of administration apart, which may be longer. */
function said(code: string, isWanted: (file: string) => boolean): [key: string, text: string][] {
  return Object.entries(book[code]!).filter(([file]) => !file.includes("/") && isWanted(file))
    .flatMap(([, words]) =>
      Object.entries(words).flatMap(([key, one]) =>
        (typeof one === "string" ? [one] : Object.values(one)).map((text): [string, string] => [key, text])
      )
    );
}
const isMembers = (file: string) => file !== "admin";

/** What was met on the pages and nobody would say; by language. */
const BANNED: Readonly<Record<string, readonly RegExp[]>> = {
  en: [
    /\bgo on as\b/i,
    /take it back/i,
    /leave out\b/i,
    /look at it\b/i,
    /at present\b/i,
    /\bplease do not\b/i,
    /no box fetches/i,
    /\bherewith|thereof|henceforth|aforementioned\b/i,
    /\bin order to\b/i,
    /\bsuccessfully\b/i,
    /\binvalid\b/i,
    /\berror occurred\b/i,
    /\boops\b/i,
    /\bclick\b/i,
  ],
  de: [
    /\bSie haben\b|\bIhre? (Rufzeichen|Gerät|Cache|Konto)\b/,
    /\bReden\b/,
    /\bderzeit\b/i,
    /\bhiermit\b|\bdiesbezüglich\b|\bvorliegend/i,
    /\berfolgreich\b/i,
    /\bungültig/i,
    /\bFehler aufgetreten\b/i,
    /\bklicken?\b/i,
  ],
  es: [/\busted\b/i, /\bhaga clic\b/i, /\bexitosamente\b/i, /\bha ocurrido un error\b/i],
};
/** What only an operator at a shell types, and the names of settings: no member's page has them. */
const OF_OPERATORS = /service-gateway |\bdeno (task|run)|main\.ts|gateway\.env|\b[A-Z]{3,}_[A-Z_]{3,}\b/;

Deno.test("nothing is said that nobody would say aloud", () => {
  const met: string[] = [];
  for (const [code, phrases] of Object.entries(BANNED)) {
    for (const [key, text] of said(code, () => true)) {
      for (const phrase of phrases) if (phrase.test(text)) met.push(`${code} ${key}: ${text} (${phrase})`);
    }
  }
  assert.deepEqual(met, []);
});

Deno.test("no member is shown a command of the shell or a setting's name", () => {
  const met = Object.keys(book).flatMap((code) =>
    said(code, isMembers).filter(([, text]) => OF_OPERATORS.test(text)).map(([key, text]) =>
      `${code} ${key}: ${text}`
    )
  );
  assert.deepEqual(met, []);
});

/** Which keys stand on which part, as the pages use them. */
function keysOn(pattern: RegExp): Set<string> {
  const found = files("src/client/", ".tsx").flatMap(({ text }) => [...text.matchAll(pattern)]);
  return new Set(found.map((match) => match[1]!));
}

/** The most letters of each kind of words; other languages need a fifth more than English. */
const KINDS = [
  { kind: "a page's title", most: 28, is: (key: string) => key.startsWith("page.") },
  {
    kind: "a button",
    most: 32,
    keys: /<(?:Button|ButtonLink)\b(?:[^<>]|=>)*>\s*\{(?:say|tell)\(\s*"([^"]+)"/g,
  },
  { kind: "a hint", most: 130, keys: /\bhint=\{(?:say|tell)\(\s*"([^"]+)"/g },
  { kind: "a sentence", most: 180, is: () => true },
] as const;

for (const one of KINDS) {
  Deno.test(`${one.kind} has at most ${one.most} letters, a fifth more in other languages`, () => {
    const keys = "keys" in one ? keysOn(one.keys) : undefined;
    if (keys) assert.ok(keys.size > 20, `${keys.size} of them were found`);
    const long: string[] = [];
    for (const code of Object.keys(book)) {
      const most = code === "en" ? one.most : one.most * 1.2;
      for (const [key, text] of said(code, isMembers)) {
        const counts = keys ? keys.has(key) : "is" in one && one.is(key);
        if (counts && text.length > most) long.push(`${code} ${key}: ${text.length}, ${text}`);
      }
    }
    assert.deepEqual(long, []);
  });
}
