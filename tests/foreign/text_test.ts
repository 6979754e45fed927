/** Bytes as others write them, and the text that they are here: by mark, by declaration, as UTF-8, byte by byte else. */
import assert from "node:assert/strict";
import { TextOfBytes, textOfBytes, UnknownEncoding } from "../../src/foreign/mod.ts";
import { cut, decimal, folded, phrasesOf } from "../../src/base/mod.ts";

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => typeof part === "string" ? [...new TextEncoder().encode(part)] : part),
  );
const utf16 = (text: string, big: boolean) =>
  Uint8Array.from([...Array(text.length).keys()].flatMap((at) => {
    const unit = text.charCodeAt(at);
    return big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8];
  }));
const declared = (encoding: string, ...letters: number[]) =>
  bytes(`<?xml version="1.0" encoding="${encoding}"?><a>`, letters, "</a>");
const read = (from: Uint8Array, step: number, xml: boolean) => {
  const reader = new TextOfBytes({ xml });
  let text = "";
  for (let at = 0; at < from.length; at += step) text += reader.push(from.subarray(at, at + step));
  return { text: text + reader.end(), odd: reader.odd };
};

const ROWS: [name: string, from: Uint8Array, xml: boolean, text: string | RegExp, odd: number][] = [
  ["UTF-8 with a mark", bytes([0xef, 0xbb, 0xbf], "Grüße 🦊"), false, "Grüße 🦊", 0],
  ["windows-1252", bytes("Gr", [0xfc, 0xdf], "e ", [0x80], "5"), false, "Grüße €5", 3],
  ["one byte that none is", bytes("a", [0xff], "b"), false, "aÿb", 1],
  ["a character that was cut spoils itself alone", bytes("Grüße ", [0xc3]), false, "Grüße Ã", 1],
  ["an emoji that was cut", bytes("Grüße ", [0xf0, 0x9f, 0xa6]), false, "Grüße ðŸ¦", 3],
  ["halves of pairs are none of UTF-8", bytes([0xed, 0xa0, 0x80]), false, "í\u00a0€", 3],
  ["the sign of a lost letter", bytes("Sch", [0xef, 0xbf, 0xbd], "n"), false, "Sch?n", 1],
  ["UTF-16LE with a mark", utf16("\ufeffGrüße 🦊", false), false, "Grüße 🦊", 0],
  ["UTF-16BE without one", utf16("Grüße", true), false, "Grüße", 0],
  ["half a pair of UTF-16", utf16("\ufeffa\ud83d", false), false, "a?", 1],
  ["XML in ISO-8859-1", declared("ISO-8859-1", 0xfc), true, /<a>ü<\/a>$/, 0],
  ["XML in windows-1251", declared("windows-1251", 0xcf, 0xf0), true, /<a>Пр<\/a>$/, 0],
  ["XML in windows-1250", declared("Windows-1250", 0xf8), true, /<a>ř<\/a>$/, 0],
  ["XML that says UTF-16 and is not", declared("UTF-16", 0xc3, 0xbc), true, /<a>ü<\/a>$/, 0],
  ["XML that says UTF-8 and is not", declared("UTF-8", 0xfc), true, /<a>ü<\/a>$/, 1],
  [
    "XML of UTF-16 without a mark",
    utf16('<?xml version="1.0" encoding="UTF-16"?><a>ü</a>', false),
    true,
    /<a>ü<\/a>$/,
    0,
  ],
];
for (const [name, from, xml, text, odd] of ROWS) {
  Deno.test(`${name}: the same text in whatever pieces it comes`, () => {
    for (const step of [1, 2, 3, 5, 300, from.length]) {
      const got = read(from, step, xml);
      if (typeof text === "string") assert.equal(got.text, text, `pieces of ${step}`);
      else assert.match(got.text, text, `pieces of ${step}`);
      assert.equal(got.odd, odd, `pieces of ${step}`);
      assert.ok(!got.text.includes("\ufffd"));
    }
  });
}

Deno.test("an encoding that nobody here knows is refused by its name", () => {
  for (const name of ["EBCDIC-CP-US", "utf-7", "iso-2022-kr"]) {
    assert.throws(
      () => textOfBytes(declared(name, 65), { xml: true }),
      (error: Error) => error instanceof UnknownEncoding && error.message === name.toLowerCase(),
    );
  }
});

Deno.test("every byte is some letter, and none of them is the sign of a lost one", () => {
  const all = Uint8Array.from({ length: 256 }, (_, at) => at);
  const { text } = textOfBytes(bytes("abcd", [...all]));
  assert.equal([...text].length, 260);
  assert.ok(!text.includes("\ufffd"));
});

Deno.test("a number in a format of others has no exponent, and is the same number", () => {
  for (
    const [value, text] of [
      [4e-7, "0.0000004"],
      [-3e-7, "-0.0000003"],
      [1.25e-9, "0.00000000125"],
      [0, "0"],
      [-0, "0"],
      [16.3738, "16.3738"],
      [-179.9999999, "-179.9999999"],
      [1e21, "1000000000000000000000"],
      [1.5e22, "15000000000000000000000"],
    ] as const
  ) {
    assert.equal(decimal(value), text);
    assert.ok(Number(decimal(value)) === value);
  }
});

Deno.test("a cut lies between two characters, and what is equal but for capitals or accents is equal", () => {
  assert.deepEqual([cut("ab🦊", 3), cut("ab🦊", 4), cut("abc", 2), cut("abc", 9)], [
    "ab",
    "ab🦊",
    "ab",
    "abc",
  ]);
  const same = ["Großglöck", "GROSSGLÖCK", "grossglöck", "Großglöck".normalize("NFD"), "GROẞGLÖCK"];
  assert.deepEqual([...new Set(same.map(folded))], ["grossglöck"]);
  assert.equal(folded("ΟΔΟΣ"), folded("οδοσ"));
  assert.equal(phrasesOf('a "b"'), '"a ""b"""');
  assert.deepEqual(phrasesOf("STRASSE").split(" OR "), ['"STRASSE"', '"STRAßE"']);
});
