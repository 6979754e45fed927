/** The map of the region: an uploaded archive is checked from end to end, put in place and drawn from; a damaged one changes nothing. */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { PMTiles } from "pmtiles";
import { sha256Hex } from "../../src/base/mod.ts";
import { checkMap } from "../../src/admin/map/check.ts";
import { sizesOf } from "../../src/admin/map/size.ts";
import { type Client, refused, testApp } from "../kit/app.ts";
import { filesWithin } from "../kit/files.ts";
import { archiveOf, vectorTile } from "../kit/pmtiles.ts";
import { withFolder } from "../kit/server.ts";

const SAYS = JSON.stringify({
  name: "Alps",
  attribution: `<a href="https://osm.org">© OpenStreetMap</a>`,
  vector_layers: [{ id: "water" }, { id: "places" }],
});
const WHOLE = archiveOf(5, 100, { tile: vectorTile("Wien"), says: SAYS });

/** Uploads a file for the map, gives the upload's id. */
async function upload(sysop: Client, file: Uint8Array): Promise<string> {
  const { id } =
    (await sysop.post("/api/admin/uploads", { for: "map", name: "alps.pmtiles", bytes: file.length })).body;
  for (let at = 0; at < file.length; at += 1 << 20) {
    const piece = file.slice(at, at + (1 << 20));
    const sent = await sysop.put(`/api/admin/uploads/${id}?offset=${at}&sha256=${sha256Hex(piece)}`, piece);
    assert.equal(sent.status, 200, sent.text);
  }
  return id;
}

Deno.test("an uploaded map is checked, put in place, shown, and read by the app's own reader; then removed", () =>
  withFolder(async (dataDir) => {
    using app = testApp({ INSTANCE_REGION: "46.3,9.4,49.1,17.2" }, { dataDir });
    const sysop = await app.sysop(), member = await app.signIn("OE1XYZ");
    const before = (await sysop.get("/api/admin/map")).body;
    assert.deepEqual([before.map, before.broken, before.changedAt], [null, null, null]);
    assert.deepEqual(before.region, [46.3, 9.4, 49.1, 17.2]);
    await refused(app, 404, "no_map", () => sysop.delete("/api/admin/map"));
    assert.equal((await app.visitor.get("/api/offline/tiles")).body.url, null);
    const id = await upload(sysop, WHOLE);
    await refused(app, 403, "not_sysop", () => member.post("/api/admin/map", { upload: id }));
    await refused(app, 401, "no_session", () => app.operator.post("/api/admin/map", { upload: id }));
    const put = await sysop.post("/api/admin/map", { upload: id });
    assert.equal(put.status, 201, put.text);
    const facts = {
      bytes: WHOLE.length,
      kind: "mvt",
      minZoom: 0,
      maxZoom: 5,
      box: [-85, -180, 85, 180],
      tiles: (4 ** 6 - 1) / 3,
      name: "Alps",
      attribution: "© OpenStreetMap",
      layers: ["water", "places"],
    };
    assert.deepEqual(put.body, facts);
    assert.deepEqual((await sysop.get("/api/admin/map")).body.map, facts);
    assert.deepEqual((await sysop.get("/api/admin/uploads")).body.uploads, []);
    assert.deepEqual(await Deno.readFile(join(dataDir, "tiles", "offline.pmtiles")), WHOLE);
    app.world.pass(2);
    assert.equal((await app.visitor.get("/api/offline/tiles")).body.url, "/tiles/offline.pmtiles");
    // What the browser reads with.
    const archive = new PMTiles({
      getKey: () => "map",
      getBytes: async (offset, length) => {
        const got = await fetchRange(app.visitor, offset, length);
        return { data: got };
      },
    });
    assert.equal((await archive.getHeader()).maxZoom, 5);
    assert.deepEqual(new Uint8Array((await archive.getZxy(5, 17, 11))!.data), vectorTile("Wien"));
    assert.equal((await sysop.delete("/api/admin/map")).status, 200);
    assert.equal((await sysop.get("/api/admin/map")).body.map, null);
  }));

async function fetchRange(visitor: Client, offset: number, length: number): Promise<ArrayBuffer> {
  const end = Math.min(offset + length, WHOLE.length) - 1;
  const got = await visitor.get("/tiles/offline.pmtiles", { range: `bytes=${offset}-${end}` });
  assert.equal(got.status, 206);
  return WHOLE.slice(offset, end + 1).buffer;
}

/** The archive with some bytes of its own at a place. */
const with_ = (at: number, ...bytes: number[]): Uint8Array<ArrayBuffer> => {
  const other = WHOLE.slice();
  other.set(bytes, at);
  return other;
};
const long = (value: bigint): number[] => [...new Uint8Array(new BigUint64Array([value]).buffer)];
const rootAt = 127, view = new DataView(WHOLE.buffer);
const section = (at: number) => Number(view.getBigUint64(at, true));

const BROKEN: [string, string, Uint8Array<ArrayBuffer>][] = [
  ["no archive", "no_pmtiles", new TextEncoder().encode("SQLite format 3\0 and more")],
  ["empty but for its name", "no_pmtiles", new TextEncoder().encode("PM")],
  ["another version", "version", with_(7, 2)],
  ["a header alone", "cut", WHOLE.slice(0, 100)],
  ["cut off in its tiles", "cut", WHOLE.slice(0, WHOLE.length - 1)],
  ["tiles that begin in the header", "sections", with_(56, ...long(3n))],
  ["a root directory far behind", "sections", with_(8, ...long(20_000n))],
  ["packed with brotli", "packing", with_(97, 3)],
  ["a kind that nobody knows", "kind", with_(99, 9)],
  ["zooms the wrong way round", "zooms", with_(100, 6)],
  ["a box turned inside out", "box", with_(106, 0, 0, 0, 127)],
  ["a directory of more than it has", "directory", with_(rootAt, 255, 255, 3)],
  ["a leaf beyond the leaves", "directory", with_(40 + 8, ...long(BigInt(section(48) - 1)))],
  ["fewer zooms than tiles", "directory", with_(101, 4)],
  ["no JSON about it", "about", with_(section(24), 0x5b)],
  ["tiles that are no vectors", "tile", with_(section(56), 0x7f)],
  ["tiles that are no pictures", "tile", with_(99, 2)],
  ["tiles that are not packed as it says", "tile", with_(98, 2)],
];

Deno.test("a map that cannot be drawn is refused with its reason, and the one in place stays", () =>
  withFolder(async (dataDir) => {
    using app = testApp({}, { dataDir });
    const sysop = await app.sysop();
    await sysop.post("/api/admin/map", { upload: await upload(sysop, WHOLE) });
    const tiles = join(dataDir, "tiles"), before = filesWithin(tiles);
    for (const [what, why, file] of BROKEN) {
      const path = join(dataDir, "broken");
      Deno.writeFileSync(path, file);
      await assert.rejects(checkMap(path), { why }, what);
    }
    const id = await upload(sysop, WHOLE.slice(0, -1));
    const reply = await refused(app, 400, "map_unsound", () => sysop.post("/api/admin/map", { upload: id }));
    assert.equal(reply.body.why, "cut");
    assert.deepEqual(filesWithin(tiles), before);
    // A file that was laid there by hand is looked at too.
    Deno.writeFileSync(join(tiles, "offline.pmtiles"), WHOLE.slice(0, -1));
    const { map, broken } = (await sysop.get("/api/admin/map")).body;
    assert.deepEqual([map, broken], [null, "cut"]);
  }));

Deno.test("what an archive says of itself may not unpack to more than anybody reads", () =>
  withFolder(async (dataDir) => {
    const path = join(dataDir, "packed.pmtiles");
    /** One tile; directory and JSON are packed. */
    const packed = (says: Uint8Array) => {
      const root = gzipSync(new Uint8Array([1, 0, 1, 2, 1])), about = gzipSync(says);
      const file = new Uint8Array(127 + root.length + about.length + 2), parts = new DataView(file.buffer);
      file.set(WHOLE.subarray(0, 127));
      file.set(root, 127);
      file.set(about, 127 + root.length);
      file.set([0x1a, 0], file.length - 2);
      file.set([2], 97);
      const lengths = [root.length, about.length, 0, 2];
      for (let i = 0, at = 127; i < lengths.length; at += lengths[i++]!) {
        parts.setBigUint64(8 + 16 * i, BigInt(at), true);
        parts.setBigUint64(16 + 16 * i, BigInt(lengths[i]!), true);
      }
      Deno.writeFileSync(path, file);
    };
    packed(new TextEncoder().encode(SAYS));
    assert.equal((await checkMap(path)).name, "Alps");
    packed(new Uint8Array(40 << 20).fill(32));
    await assert.rejects(checkMap(path), { why: "about" });
  }));

Deno.test("sizes grow with area and zoom: Austria to zoom 14 takes some hundred megabytes", () => {
  const sizes = sizesOf([46.3, 9.4, 49.1, 17.2]);
  assert.deepEqual(sizes.map(({ zoom }) => zoom), [10, 12, 14, 15]);
  const at14 = sizes[2]!;
  assert.ok(at14.least > 50e6 && at14.most > 500e6 && at14.most < 2e9, JSON.stringify(at14));
  const half = sizesOf([46.3, 9.4, 49.1, 13.3])[2]!;
  assert.ok(Math.abs(half.most * 2 / at14.most - 1) < 0.02);
  // Across the date line.
  assert.ok(sizesOf([-10, 170, 10, -170])[0]!.most < sizesOf([-10, -170, 10, 170])[0]!.most / 10);
});
