/** Texts of the network as they are shown: nothing invisible, nothing cut inside a character. */
import assert from "node:assert/strict";
import { utf8 } from "../../../src/base/mod.ts";
import { cutUtf8, shownBytes, shownLine, visible } from "../../../src/bbs/mail/shown.ts";

Deno.test("visible() shows what steers a screen or turns the writing", () => {
  const cases: [string, string][] = [
    ["\x1b[2J", "␛[2J"],
    ["a\x00b\x07", "a␀b␇"],
    ["\x7f", "␡"],
    ["\x9b31m", "<U+009B>31m"],
    ["abc\u202egpj.exe", "abc<U+202E>gpj.exe"],
    ["\u2066x\u2069", "<U+2066>x<U+2069>"],
    ["a\u200bb\ufeff", "a<U+200B>b<U+FEFF>"],
    ["line\n\ttab", "line\n\ttab"],
    ["Grüße 😀", "Grüße 😀"],
  ];
  for (const [text, shown] of cases) assert.equal(visible(text), shown);
});

Deno.test("bytes are read as UTF-8 where they are that, else as ISO 8859-1", () => {
  assert.equal(shownBytes(utf8("Grüße\r\nzwei\rdrei")), "Grüße\nzwei\ndrei");
  assert.equal(shownBytes(Uint8Array.of(0x47, 0x72, 0xfc, 0xdf, 0x65)), "Grüße");
  assert.equal(shownBytes(Uint8Array.of(0x9b, 0x41)), "<U+009B>A");
  assert.equal(shownLine(utf8(" two\r\nlines\t ")), "two lines");
});

Deno.test("cutUtf8() never cuts inside a character", () => {
  const text = utf8("aä€😀");
  const lengths = [0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10];
  for (const [most, length] of lengths.entries()) {
    const cut = cutUtf8(text, most);
    assert.equal(cut.length, length, `${most}`);
    assert.ok(!new TextDecoder().decode(cut).includes("\ufffd"));
  }
  // What is no UTF-8 is cut by the byte.
  assert.equal(cutUtf8(new Uint8Array(10).fill(0xbf), 4).length, 4);
});
