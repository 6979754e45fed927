/** Files of finds that are large, and such as are made to fill a memory. */
import assert from "node:assert/strict";
import {
  type FoundElsewhere,
  readFinds,
  UnreadableFinds,
} from "../../../src/notebook/elsewhere/read_finds.ts";

const HEAD = `<?xml version="1.0"?><gpx version="1.0" creator="x"><name>My Finds</name>`;
const log = `<cache><logs><log><date>2012-04-23T19:00:00Z</date><type>Found it</type></log></logs></cache>`;
const wpt = (code: string, more: string) =>
  `<wpt lat="48.2" lon="16.37"><name>${code}</name>${more}${log}</wpt>`;

/** What comes out of a text that is made piece by piece, and by how many bytes the memory in use grew at most. */
async function read(pieces: Iterable<string>) {
  const encoder = new TextEncoder(), begin = Deno.memoryUsage().heapUsed, found: FoundElsewhere[] = [];
  let most = 0;
  const stream = ReadableStream.from((function* () {
    for (const piece of pieces) {
      most = Math.max(most, Deno.memoryUsage().heapUsed - begin);
      yield encoder.encode(piece);
    }
  })());
  for await (const one of readFinds(stream)) found.push(one);
  return { found, most };
}

Deno.test("nearly a hundred megabytes are read find by find, and none of it is held", async () => {
  const story = "A long walk along the river. ".repeat(30_000);
  const { found, most } = await read((function* () {
    yield HEAD;
    for (let n = 0; n < 110; n++) yield wpt(`GC${n}`, `<long_description>${story}</long_description>`);
    yield "</gpx>";
  })());
  assert.deepEqual([found.length, found[0]!.code, found.at(-1)!.code], [110, "GC0", "GC109"]);
  assert.ok(most < 60_000_000, `${most} bytes`);
});

Deno.test("elements without a text, eight hundred thousand kinds of them in one waypoint, are not kept", async () => {
  const { found, most } = await read((function* () {
    yield `${HEAD}<wpt lat="48.2" lon="16.37"><name>GC1</name>`;
    for (let n = 0; n < 800; n++) yield Array.from({ length: 1000 }, (_, i) => `<e${n}_${i}/>`).join("");
    yield `${log}</wpt></gpx>`;
  })());
  assert.deepEqual(found.map(({ code }) => code), ["GC1"]);
  assert.ok(most < 60_000_000, `${most} bytes`);
});

Deno.test("elements within each other and attributes of one have an end", async () => {
  const deep = (n: number) => [HEAD, wpt("GC1", "<a>".repeat(n) + "</a>".repeat(n)), "</gpx>"];
  assert.equal((await read(deep(40))).found.length, 1);
  await assert.rejects(read(deep(50)), UnreadableFinds);
  const wide = (
    n: number,
  ) => [HEAD, wpt("GC1", `<a${Array.from({ length: n }, (_, i) => ` b${i}=""`).join("")}/>`), "</gpx>"];
  assert.equal((await read(wide(50))).found.length, 1);
  await assert.rejects(read(wide(51)), UnreadableFinds);
});
