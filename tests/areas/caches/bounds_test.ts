/** What outsiders send costs no more than its length, and what they read slowly stays on the disk. */
import assert from "node:assert/strict";
import { codeKey } from "../../../src/caches/rules/code.ts";
import { readGpx } from "../../../src/caches/imports/read_gpx.ts";
import { plainText } from "../../../src/caches/imports/plain_text.ts";
import { sourceOf } from "../../../src/caches/imports/sources.ts";
import { readRange } from "../../../src/http/mod.ts";
import { streamBytes } from "../../../src/caches/media/ranges.ts";
import { isSoundAlone } from "../../../src/caches/rules/mp4_tracks.ts";
import { mediaType } from "../../../src/caches/rules/media_kind.ts";

// Each of these would run for hours if its cost grew with the square of its length.
const LONG = 3_000_000;

Deno.test("plainText() takes markup out in one walk", () => {
  assert.equal(plainText("a<br/>b</P ><b>c</b> &lt;b&gt; &amp;lt; &nbsp;d"), "a\nb\nc <b> &lt;  d");
  assert.equal(plainText("1 < 2"), "1 < 2");
  assert.equal(plainText("x<script>alert(1)</script>y<hr>z"), "xalert(1)yz");
  for (const text of ["<", "<br", "</p", "<a ", "&", "\n\n\na"]) {
    const hostile = text.repeat(LONG / text.length);
    assert.ok(plainText(hostile).length <= hostile.length);
  }
});

Deno.test("a GPX description of brackets alone is read to its end", async () => {
  const gpx =
    `<?xml version="1.0"?><gpx xmlns:g="http://www.groundspeak.com/cache/1/0"><wpt lat="48" lon="16">
    <name>GC1</name><g:cache><g:name>A</g:name><g:long_description html="True"><![CDATA[${
      "<".repeat(LONG)
    }]]></g:long_description></g:cache></wpt></gpx>`;
  const rows = [];
  for await (const row of readGpx(new Blob([gpx]).stream(), sourceOf("opencaching")!)) rows.push(row);
  assert.equal(rows.length, 1);
  assert.ok("place" in rows[0]! && rows[0].place.description!.length === 4000);
});

Deno.test("readRange() looks at short headers only", () => {
  assert.equal(readRange(`bytes=-${"\t".repeat(LONG)}x`, 100), undefined);
  assert.equal(readRange(`bytes=${" ".repeat(LONG)}`, 100), undefined);
  assert.deepEqual(readRange("bytes= 0 - 9 ", 100), { from: 0, to: 9 });
  assert.deepEqual(readRange("Bytes=-10", 100), { from: 90, to: 99 });
  assert.equal(readRange(`bytes=0-${"9".repeat(60)}`, 100), undefined);
});

Deno.test("codeKey() costs its length", () => assert.equal(codeKey(" -/".repeat(LONG / 3)), ""));

Deno.test("streamBytes() reads as fast as it is read, and lets go of the file", async () => {
  const path = await Deno.makeTempFile();
  const whole = crypto.getRandomValues(new Uint8Array(65_536));
  await Deno.writeFile(
    path,
    new Uint8Array(await new Blob(Array.from({ length: 20 }, () => whole)).arrayBuffer()),
  );
  const reader = (await streamBytes(path, { from: 5, to: 1_000_004 })).getReader();
  const first = await reader.read();
  assert.equal(first.value!.length, 65_536, "one piece, not the range");
  assert.equal(first.value![0], whole[5]);
  await reader.cancel();
  const all = new Uint8Array(
    await new Response(await streamBytes(path, { from: 5, to: 1_000_004 })).arrayBuffer(),
  );
  assert.equal(all.length, 1_000_000);
  assert.equal(all.at(-1), whole[1_000_004 % 65_536]);
  await Deno.truncate(path, 10);
  await assert.rejects(new Response(await streamBytes(path, { from: 0, to: 99 })).arrayBuffer());
  await Deno.remove(path);
  await assert.rejects(streamBytes(path, { from: 0, to: 1 }));
});

const text = (s: string) => [...new TextEncoder().encode(s)];
const box = (name: string, ...inner: number[][]): number[] => {
  const content = inner.flat(), size = content.length + 8;
  return [size >>> 24, size >> 16 & 255, size >> 8 & 255, size & 255, ...text(name), ...content];
};
const track = (handler: string) =>
  box("trak", box("tkhd", [0]), box("mdia", box("hdlr", [0, 0, 0, 0, 0, 0, 0, 0], text(handler), [0])));
const mp4 = (brand: string, ...tracks: number[][]) =>
  Uint8Array.from([...box("ftyp", text(brand), [0, 0, 0, 0], text(brand)), ...box("moov", ...tracks)]);

Deno.test("MP4 of a general brand is a sound when all of its tracks are", async () => {
  const of = async (bytes: Uint8Array) => (await mediaType(bytes))?.contentType;
  assert.equal(await of(mp4("mp42", track("soun"))), "audio/mp4");
  assert.equal(await of(mp4("isom", track("soun"), track("soun"))), "audio/mp4");
  assert.equal(await of(mp4("isom", track("soun"), track("vide"))), undefined);
  assert.equal(await of(mp4("mp42", track("vide"))), undefined);
  assert.equal(await of(mp4("mp42")), undefined);
  const broken = mp4("isom", track("soun"));
  broken.set([0xff, 0xff, 0xff, 0xff], 20);
  assert.equal(isSoundAlone(broken), false);
  assert.equal(isSoundAlone(new Uint8Array(LONG)), false);
  assert.equal(isSoundAlone(Uint8Array.from([...mp4("isom", track("soun")).subarray(0, 60)])), false);
});
