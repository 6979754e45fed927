/** Field notes as devices write them: letters, quotes, pieces, and files that are broken. */
import assert from "node:assert/strict";
import { type FieldNote, NoteReader } from "../../../src/notebook/field_notes/read_notes.ts";

const FILE = 'GC1AB2C,2012-04-23T12:42Z,Found it,"Nice, ""warm"" day\r\nand a second line"\r\n' +
  "ktr-4729,2012-04-23T13:05:07.000Z,Didn't find it,\r\n" +
  'OE/NO-001,2012-04-24T08:00:30Z,Needs Maintenance,"Grüße"\r\n' +
  'GCX,2012-04-24T09:00Z,Unattempted,""\r\n' +
  "GC9,2012-04-24T10:00Z,Write note,no quotes, but a comma\r\n";
const NOTES: FieldNote[] = [
  { code: "GC1AB2C", at: 1335184920, kind: "found", text: 'Nice, "warm" day\nand a second line' },
  { code: "KTR-4729", at: 1335186307, kind: "DNF", text: "" },
  { code: "OE/NO-001", at: 1335254430, kind: "maintenance", text: "Grüße" },
  { code: "GC9", at: 1335261600, kind: "note", text: "no quotes, but a comma" },
];

const utf16 = (text: string, big: boolean, mark: boolean): Uint8Array => {
  const letters = [...mark ? "\uFEFF" : "", ...text].map((one) => one.charCodeAt(0));
  return new Uint8Array(letters.flatMap((unit) => big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8]));
};
const read = (bytes: Uint8Array, step: number) => {
  const reader = new NoteReader(), found: FieldNote[] = [];
  for (let at = 0; at < bytes.length; at += step) found.push(...reader.push(bytes.subarray(at, at + step)));
  found.push(...reader.end());
  return { found, broken: reader.broken, unattempted: reader.unattempted };
};

const utf8 = (text: string) => new TextEncoder().encode(text);
for (
  const [name, bytes] of [
    ["UTF-8", utf8(FILE)],
    ["UTF-8 with a mark", utf8("\uFEFF" + FILE)],
    ["UTF-16LE with a mark", utf16(FILE, false, true)],
    ["UTF-16LE without one", utf16(FILE, false, false)],
    ["UTF-16BE with a mark", utf16(FILE, true, true)],
    ["UTF-16BE without one", utf16(FILE, true, false)],
  ] as const
) {
  Deno.test(`${name}: the same visits, in whatever pieces they come`, () => {
    for (const step of [1, 2, 3, 7, 64, bytes.length]) {
      assert.deepEqual(read(bytes, step), { found: NOTES, broken: 0, unattempted: 1 }, `pieces of ${step}`);
    }
  });
}

Deno.test("a file without an end of line, one of two letters, and an empty one", () => {
  assert.deepEqual(read(utf8('GC1,2012-04-23T12:42Z,Found it,"end'), 5).found.map(({ text }) => text), [
    "end",
  ]);
  assert.deepEqual(read(utf8("GC"), 1), { found: [], broken: 1, unattempted: 0 });
  assert.deepEqual(read(utf8(""), 1), { found: [], broken: 0, unattempted: 0 });
});

Deno.test("a quote that somebody typed, and one that is never closed, swallow no other visit for long", () => {
  const inside = 'GC1,2012-04-23T12:42Z,Found it,"a 3" pipe"\nGC2,2012-04-23T12:43Z,Found it,""\n';
  assert.deepEqual(read(utf8(inside), 4).found.map(({ code, text }) => [code, text]), [["GC1", 'a 3" pipe'], [
    "GC2",
    "",
  ]]);
  const open = `GC1,2012-04-23T12:42Z,Found it,"never closed\n${
    "x".repeat(40_000)
  }\nGC2,2012-04-23T12:43Z,Found it,\n`;
  const { found, broken } = read(utf8(open), 1000);
  assert.deepEqual(found.map(({ code }) => code), ["GC2"]);
  assert.ok(broken > 0);
});

Deno.test("lines that are no visits are counted, and times that are none are refused", () => {
  const { found, broken } = read(
    utf8(
      "<html>\nGC1,yesterday,Found it,\nGC1,2012-13-40T99:99Z,Found it,\nGC2,2012-04-23T12:42+02:00,Found it,\n",
    ),
    9,
  );
  assert.deepEqual(found, [{ code: "GC2", at: 1335177720, kind: "found", text: "" }]);
  assert.equal(broken, 3);
});

Deno.test("a hundred megabytes without an end of line are held in bounds", () => {
  const reader = new NoteReader(), piece = new Uint8Array(1_000_000).fill(120);
  reader.push(piece);
  const before = Deno.memoryUsage().heapUsed;
  for (let n = 1; n < 100; n++) reader.push(piece);
  assert.deepEqual(reader.end(), []);
  assert.ok(Deno.memoryUsage().heapUsed - before < 60_000_000);
  assert.equal(reader.broken, 1);
});
