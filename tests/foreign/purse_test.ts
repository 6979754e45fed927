/** One purse pays for all of a body: packages made to burst, XML made to be held, and turns that are given back. */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import {
  Overspent,
  Purse,
  readXml,
  unpack,
  UnreadablePackage,
  UnreadableXml,
} from "../../src/foreign/mod.ts";
import { zipOf, type Zipped } from "./made.ts";

const GPX = (name: string) => name.endsWith(".gpx");
async function sizeOf(bytes: Uint8Array<ArrayBuffer>, purse = new Purse()): Promise<number> {
  let size = 0;
  for (const { pieces } of unpack(bytes, purse, GPX).files) {
    for await (const piece of pieces) size += piece.length;
  }
  return size;
}
const zeros = (n: number) => new Uint8Array(n);
const zip = (...files: Zipped[]) => zipOf(files);

Deno.test("what bursts is stopped: one file, many together, gzip alike, and never far behind the limit", async () => {
  const many = Array.from({ length: 20 }, (_, n) => ({ name: `${n}.gpx`, bytes: zeros(3_000_000) }));
  for (
    const bytes of [
      zip({ name: "a.gpx", bytes: zeros(60_000_000) }),
      zip(...many),
      new Uint8Array(gzipSync(zeros(60_000_000))),
    ]
  ) {
    const purse = new Purse();
    await assert.rejects(
      sizeOf(bytes, purse),
      (error) => error instanceof Overspent && error.what === "ratio",
    );
    assert.ok(purse.spent.out < 9_000_000, `${purse.spent.out}`);
  }
  // What packs as well as a small file does is read.
  assert.equal(await sizeOf(zip({ name: "a.gpx", bytes: zeros(5_000_000) })), 5_000_000);
});

Deno.test("files that share their bytes are refused before any is opened", () => {
  const whole = zip({ name: "a.gpx", bytes: zeros(1000) }, { name: "b.gpx", bytes: zeros(2000) });
  // The second entry of the list points to the first file.
  const view = new DataView(whole.buffer), list = view.getUint32(whole.length - 6, true);
  const second = list + 46 + view.getUint16(list + 28, true);
  for (const [at, bytes] of [[42, 4], [20, 4], [24, 4]] as const) {
    for (let n = 0; n < bytes; n++) whole[second + at + n] = whole[list + at + n]!;
  }
  assert.throws(() => unpack(whole, new Purse(), GPX), /share their bytes/);
});

Deno.test("what is no file of the kind is named with why; what cannot be opened says how it is packed", async () => {
  const { files, left } = unpack(
    zip(
      { name: "a.gpx", bytes: zeros(9) },
      { name: "__MACOSX/._a.gpx", bytes: zeros(9) },
      { name: "inner.zip", bytes: zeros(9) },
      { name: "read.txt", bytes: zeros(9) },
      { name: "folder/", bytes: zeros(0) },
    ),
    new Purse(),
    GPX,
  );
  assert.deepEqual(files.map(({ name }) => name), ["a.gpx"]);
  assert.deepEqual(left, [
    { name: "__MACOSX/._a.gpx", why: "system" },
    { name: "inner.zip", why: "package" },
    { name: "read.txt", why: "kind" },
  ]);
  const data = (name: string) => Deno.readFile(new URL(`../data/field/web/${name}`, import.meta.url));
  await assert.rejects(async () => sizeOf(await data("zz-bzip2.zip")), /packed as bzip2/);
  for (const name of ["zz-comment.zip", "zz-nosig.zip", "zz-stream.zip"]) {
    assert.ok(await sizeOf(await data(name)) > 0, name);
  }
  assert.throws(
    () => unpack(Uint8Array.from([0x42, 0x5a, 0x68, 0x39, 0, 0, 0, 0]), new Purse(), GPX),
    UnreadablePackage,
  );
});

/** Reads XML of one piece of text, repeated; gives what was spent and the longest part that was held. */
async function xml(pieces: Iterable<string>, purse = new Purse()) {
  const encoder = new TextEncoder(), seen = { elements: 0, characters: 0, longest: 0 };
  const bytes = (function* () {
    for (const piece of pieces) yield encoder.encode(piece);
  })();
  const file = readXml(purse.pieces(bytes), purse, {
    open: () => void seen.elements++,
    text(piece) {
      seen.characters += piece.length;
      seen.longest = Math.max(seen.longest, piece.length);
    },
    close() {},
  });
  for await (const _ of file) { /* nothing is kept */ }
  return { ...seen, purse };
}
function* repeated(before: string, piece: string, times: number, after = "") {
  yield before;
  for (let n = 0; n < times; n++) yield piece;
  yield after;
}

Deno.test("a value, a name, a comment and an instruction without an end are refused, a long text comes in pieces", async () => {
  const long = "x".repeat(50_000);
  for (const begin of ['<a b="', "<", "<!--", "<?p ", "<a ", "<!DOCTYPE a [", "<a>&"]) {
    const purse = new Purse();
    await assert.rejects(xml(repeated(begin, long, 400), purse), UnreadableXml, begin);
    assert.ok(purse.spent.bytes < 400_000, `${begin}: ${purse.spent.bytes} bytes were read`);
  }
  for (const [begin, end] of [["<a>", "</a>"], ["<a><![CDATA[", "]]></a>"]] as const) {
    const { characters, longest } = await xml(repeated(begin, long, 100, end));
    assert.equal(characters, 5_000_000);
    assert.ok(longest < 200_000, `${longest}`);
  }
});

Deno.test("elements within each other and attributes of one have an end, whatever comes between", async () => {
  await assert.rejects(
    xml(repeated("", "<a>", 100_000)),
    (error) => error instanceof Overspent && error.what === "depth",
  );
  await assert.rejects(
    xml((function* () {
      yield "<a ";
      for (let n = 0; n < 100_000; n++) yield `b${n}="" `;
    })()),
    (error) => error instanceof Overspent && error.what === "attributes",
  );
});

Deno.test("a turn is given back for every 64 kB, in one piece or in many", async () => {
  for (const pieces of [[zeros(2_000_000)], Array.from({ length: 200 }, () => zeros(10_000))]) {
    const purse = new Purse();
    for await (const piece of purse.pieces(pieces)) assert.ok(piece.length <= 65_536);
    assert.ok(purse.turns >= 25 && purse.turns <= 31, `${purse.turns}`);
  }
});

Deno.test("what is kept is counted, cut between characters, and holds nothing of what it was cut from", () => {
  const purse = new Purse({ kept: 10 });
  assert.equal(purse.keep("abc🦊", 4), "abc");
  assert.equal(purse.keep("defghij", 9), "defghij");
  assert.throws(() => purse.keep("k", 1), Overspent);
});
