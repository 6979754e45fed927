/** Each reader with the worst text that is known for it, at its largest size: eight times as much costs about eight times as much. */
import assert from "node:assert/strict";
import { recordsOf } from "../../src/accounts/licences/csv_records.ts";
import { entriesOf } from "../../src/accounts/licences/forms/entries.ts";
import { readRegister } from "../../src/accounts/mod.ts";
import { UnreadableFile } from "../../src/caches/imports/place.ts";
import { readCsv } from "../../src/caches/imports/read_csv.ts";
import { readGpx } from "../../src/caches/imports/read_gpx.ts";
import { sourceOf } from "../../src/caches/imports/sources.ts";
import { isDrawable } from "../../src/club/read_svg.ts";
import { textOfBytes, textOfFrame } from "../../src/foreign/mod.ts";
import { EventReader } from "../../src/live/cot/read_event.ts";
import { FrameReader } from "../../src/live/room/frames.ts";
import { readFinds, UnreadableFinds } from "../../src/notebook/elsewhere/read_finds.ts";
import { NoteReader } from "../../src/notebook/field_notes/read_notes.ts";

type Read = (bytes: Uint8Array<ArrayBuffer>) => unknown;
const PIECE = 65_536;
function* pieces(bytes: Uint8Array, size = PIECE) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function* later(bytes: Uint8Array) {
  yield* pieces(bytes);
}
async function all(rows: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const _ of rows) { /* nothing is kept */ }
  } catch (error) {
    if (!(error instanceof UnreadableFile || error instanceof UnreadableFinds)) throw error;
  }
}
const notes: Read = (bytes) => {
  const reader = new NoteReader();
  for (const piece of pieces(bytes)) reader.push(piece);
  reader.end();
};
const csv: Read = (bytes) => all(readCsv(later(bytes), sourceOf("other")!, "2026-01-01"));
const gpx: Read = (bytes) => all(readGpx(later(bytes), sourceOf("opencaching")!));
const finds: Read = (bytes) => all(readFinds(later(bytes)));
const register: Read = (bytes) => all(readRegister(later(bytes), "csv", () => {}));

const entries: Read = (bytes) => all(entriesOf(later(bytes), { id: "de" }));

const ROWS: [name: string, read: Read, begin: string, piece: string, bytes: number][] = [
  ["field notes of quotes that never close", notes, "", ',"\n', 800_000],
  ["field notes of quotes alone", notes, ',"', '"', 800_000],
  ["field notes of quotes that close nothing", notes, "", 'a,"b" c', 800_000],
  ["field notes of commas", notes, "", ",", 800_000],
  ["a catalogue of quotes", csv, "Reference,Name,Lat,Lon\n", '"', 400_000],
  ["a catalogue of empty rows", csv, "Reference,Name,Lat,Lon\n", ",\n", 400_000],
  ["a catalogue without a heading", csv, "", "a;b\tc,", 400_000],
  ["a register of open quotes", register, "callsign,status\n", '"\n', 400_000],
  ["a register of one line", register, "callsign|status\n", "x|", 400_000],
  ["a list in columns that is one line", entries, "", "DL1AB, DL1ABC, A,", 800_000],
  ["a list in columns of blanks", entries, "", " \n  ", 800_000],
  ["GPX of a text without an end", gpx, "<gpx><wpt lat='1' lon='1'><name>", "<![CDATA[x]]>", 800_000],
  ["GPX of elements without a text", finds, "<gpx><wpt lat='1' lon='1'>", "<a/>", 800_000],
  ["GPX of entities", finds, "<gpx><wpt lat='1' lon='1'><name>", "&amp;", 800_000],
  [
    "GPX of markup in markup",
    gpx,
    "<gpx><wpt lat='1' lon='1'><cache><long_description html='True'>",
    "&lt;",
    150_000,
  ],
  ["bytes that are none of UTF-8", (bytes) => textOfBytes(bytes.fill(0xff)), "", "x", 400_000],
  [
    "a frame of cut characters",
    (bytes) => textOfFrame(bytes.fill(0xc3)),
    "",
    "x",
    400_000,
  ],
  ["SVG of groups", isDrawable, "<svg>", "<g></g>", 400_000],
  ["SVG of uses", isDrawable, "<svg><g id='a'/>", "<use href='#a'/>", 400_000],
  [
    "events of TAK without an end",
    (bytes) => {
      const reader = new EventReader(), text = new TextDecoder().decode(bytes);
      for (let at = 0; at < text.length; at += 8192) reader.push(text.slice(at, at + 8192));
    },
    "",
    "<event></event>",
    400_000,
  ],
  [
    "a WebSocket message of one byte a frame",
    (bytes) => {
      const reader = new FrameReader();
      let count = 0;
      // One byte under a mask of zeros, again and again; a message ends before it is too long.
      for (let at = 0; at + 7 <= bytes.length; at += 7, count++) {
        const isFirst = count % 60_000 === 0, isLast = count % 60_000 === 59_999;
        for (
          const _ of reader.take(Uint8Array.of((isLast ? 128 : 0) | (isFirst ? 1 : 0), 129, 0, 0, 0, 0, 65))
        ) {
          // a message
        }
      }
      // No byte is moved more often than doubling the room takes.
      assert.ok(reader.moved <= 2 * bytes.length, `${reader.moved} bytes were moved`);
    },
    "",
    "x",
    420_000,
  ],
];

/** The lesser of two times, in milliseconds: whatever else this host does meanwhile. Shorter ones tell nothing. */
async function least(read: Read, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  let time = Infinity;
  for (let n = 0; n < 2; n++) {
    const before = performance.now();
    await read(bytes);
    time = Math.min(time, performance.now() - before);
  }
  return Math.max(time, 4);
}
for (const [name, read, begin, piece, size] of ROWS) {
  Deno.test(`${name}: linear`, async () => {
    const of = (bytes: number) =>
      new TextEncoder().encode(begin + piece.repeat(Math.ceil(bytes / piece.length)));
    const small = await least(read, of(size / 8)), large = await least(read, of(size));
    // Work by the square would be 64 times as much.
    assert.ok(large / small < 32, `eight times as much costs ${(large / small).toFixed(0)} times as much`);
  });
}

Deno.test("a record of a register is found between strokes, semicolons, tabs and commas", async () => {
  for (const between of ["|", ";", "\t", ","]) {
    const bytes = new TextEncoder().encode(`a${between}b\nc${between}d\n`);
    const records = [];
    for await (const { record } of recordsOf(later(bytes), () => {})) records.push(record);
    assert.deepEqual(records, [["a", "b"], ["c", "d"]]);
  }
});
