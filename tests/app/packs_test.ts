/** Packs: which square, what is taken of it, what is still missing, when it is looked at again. */
import assert from "node:assert/strict";
import { PMTiles, type Source } from "pmtiles";
import { boxOfLocator, locatorOf } from "../../src/base/mod.ts";
import {
  isStale,
  missing,
  type PackedCache,
  partsOf,
  rowOf,
  sizeOf,
  soundBytes,
  takesSounds,
  totalOf,
} from "../../src/client/phone/packs/pack.ts";
import { joined as joinedRanges, rangesOf, tilesOf } from "../../src/client/phone/packs/map_ranges.ts";
import { isInside } from "../../src/client/ui/places/view.ts";
import { boxOf, larger, LENGTHS, smaller, squareAt } from "../../src/client/ui/places/squares.ts";
import { type CacheRow, joined } from "../../src/client/phone/known/caches.ts";
import { isMine, isToldWhose } from "../../src/client/cache/mine.ts";
import { archiveOf, tileText } from "../kit/pmtiles.ts";

Deno.test("squares are those of the gateway, everywhere on Earth", () => {
  const places = [{ lat: 48.208333, lon: 16.37 }, { lat: 90, lon: 180 }, { lat: -90, lon: -180 }];
  for (let i = 0; i < 500; i++) places.push({ lat: i * 7.31 % 180 - 90, lon: i * 13.37 % 360 - 180 });
  for (const place of places) {
    for (const length of LENGTHS) {
      const grid = squareAt(place, length);
      assert.equal(grid, locatorOf(place, length).toUpperCase());
      const box = boxOf(grid)!, theirs = boxOfLocator(grid)!;
      assert.deepEqual([box.west, box.south, box.east, box.north], [
        theirs.minLon,
        theirs.minLat,
        theirs.maxLon,
        theirs.maxLat,
      ]);
      const hair = 1e-7, { south, west, north, east } = box;
      const wide = { south: south - hair, west: west - hair, north: north + hair, east: east + hair };
      assert.ok(isInside(wide, place) && !isInside(box, { ...place, lat: north + 2 * hair }), grid);
    }
  }
  for (const none of ["", "J", "JN8", "SN88", "JN88ZZ", "JN88EE1"]) {
    assert.equal(boxOf(none), undefined, none);
  }
  assert.deepEqual([larger("JN88EE"), larger("JN88"), larger("JN")], ["JN88", "JN", undefined]);
  const vienna = { lat: 48.2, lon: 16.37 };
  assert.deepEqual([smaller("JN", vienna), smaller("JN88", vienna)], ["JN88", "JN88EE"]);
  assert.equal(smaller("JN88EE55", vienna), undefined);
  assert.equal(smaller("KO", vienna), "KO55", "its middle, where the place lies elsewhere");
});

Deno.test("a pack's cache is its owner's by the base call; a mirrored one is nobody's here", () => {
  const of = (owner: string, mirrored = false) => ({ owner, ...(mirrored && { mirrored }) });
  const whose: [ReturnType<typeof of>, string | undefined, boolean][] = [
    [of("OE1XYZ"), "OE1XYZ", true],
    [of("OE1XYZ"), "oe1xyz-7", true],
    [of("OE1XYZ-10"), "OE1XYZ", true],
    [of("OE1XYZ"), "OE1XY", false],
    [of("OE1XYZ"), undefined, false],
    [of("OE1XYZ", true), "OE1XYZ", false],
  ];
  for (const [cache, call, mine] of whose) {
    assert.equal(isMine(cache, call), mine, `${JSON.stringify(cache)} ${call}`);
  }
  // What the gateway says needs no comparing: the account may hold several calls.
  const own = { minTrust: null, move: { limitM: null, pinned: null, stagePins: [] } };
  assert.equal(isMine({ owner: "OE1XYZ", own }, "OE5ABC"), true);
});

Deno.test("whose a cache is to change, only the gateway says: a kept answer without the owner's part does not", () => {
  const own = { minTrust: null, move: { limitM: null, pinned: null, stagePins: [] } };
  assert.equal(isToldWhose({ source: "live", value: {} }), true, "somebody else's");
  assert.equal(isToldWhose({ source: "kept", value: {} }), false, "read before signing in");
  assert.equal(isToldWhose({ source: "kept", value: { own } }), true);
});

const cache = (given: Partial<PackedCache>) =>
  ({ id: 1, code: "AB1", lat: 1, lon: 2, images: [], ...given }) as unknown as PackedCache;
const image = (name: string, bytes: number, thumb?: number) => ({
  kind: "image" as const,
  title: "",
  url: `/api/media/${name}`,
  bytes,
  ...(thumb !== undefined && { thumbUrl: `/api/media/${name}-s`, thumbBytes: thumb }),
});

Deno.test("photos: none, the small ones and those that have none, or all; each once", () => {
  const caches = [
    cache({ images: [image("a", 900, 30), image("b", 500)] }),
    cache({ images: [image("a", 900, 30)] }),
  ];
  assert.deepEqual(partsOf(caches, "none"), []);
  const thumbs = partsOf(caches, "thumbs");
  assert.deepEqual(thumbs.map(({ name }) => name), ["/api/media/a-s", "/api/media/b"]);
  assert.equal(sizeOf(thumbs), 530);
  assert.equal(sizeOf(partsOf(caches, "all")), 1430);
  assert.deepEqual(missing(thumbs, new Set(["/api/media/a-s"])).map(({ bytes }) => bytes), [500]);
  assert.equal(rowOf(cache({ lat: null })), undefined, "what has no place is on no map");
});

Deno.test("sounds are taken or left by themselves; a pack of before took them with its photos; the whole is the sum", () => {
  const caches = [
    cache({ images: [image("a", 900, 30)], stages: [{ n: 1, unlock: "audio", soundBytes: 500 }] }),
    cache({ stages: [{ n: 1, unlock: "audio", soundBytes: 70 }, { n: 2, unlock: "audio" }] }),
  ];
  assert.equal(soundBytes(caches), 570);
  assert.equal(takesSounds({ images: "none", sounds: true }), true);
  assert.equal(takesSounds({ images: "all", sounds: false }), false);
  assert.equal(takesSounds({ images: "thumbs" }), true);
  assert.equal(takesSounds({ images: "none" }), false);
  const archive = { etag: "e", ranges: [[0, 9], [20, 20]] as const };
  assert.equal(totalOf({ images: "all", sounds: true, archive }, caches, 1000), 1000 + 930 + 570 + 11);
  assert.equal(totalOf({ images: "none", sounds: false }, caches, 1000), 1000);
});

Deno.test("a pack is looked at again after six hours, at once where it is not whole, and on Wi-Fi alone if so wished", () => {
  const pack = { checkedAt: 100_000, whole: true };
  const free = { wifi: undefined, wifiOnly: true };
  assert.equal(isStale(pack, 100_000 + 6 * 3600 - 1, free), false);
  assert.equal(isStale(pack, 100_000 + 6 * 3600, free), true);
  assert.equal(isStale({ ...pack, whole: false }, 100_001, free), true);
  assert.equal(isStale(pack, 10_000, free), true, "its time was a wrong clock's");
  assert.equal(isStale({ ...pack, whole: false }, 999_999, { wifi: false, wifiOnly: true }), false);
  assert.equal(isStale({ ...pack, whole: false }, 999_999, { wifi: false, wifiOnly: false }), true);
  assert.equal(isStale({ ...pack, whole: false }, 999_999, { wifi: true, wifiOnly: true }), true);
});

Deno.test("of gateway, memory and packs the newest saying is shown; a whole live list is all there is", () => {
  const row = (code: string, title = code) => ({ code, title }) as CacheRow;
  const packed = [row("A", "of the pack"), row("B")].map((value) => ({
    value,
    at: 200,
    source: "pack" as const,
    pack: "JN88",
  }));
  const titles = (known: ReturnType<typeof joined>) => known.map(({ value }) => value.title).sort();
  assert.deepEqual(titles(joined(undefined, packed, false)), ["B", "of the pack"]);
  const list = (at: number, source: "live" | "kept") => ({ value: [row("A")], at, source });
  assert.deepEqual(titles(joined(list(199, "kept"), packed, false)), ["B", "of the pack"]);
  assert.deepEqual(titles(joined(list(200, "kept"), packed, false)), ["A", "B"]);
  assert.deepEqual(titles(joined(list(300, "live"), packed, false)), ["A"]);
  // Where the gateway has more than its list, a pack may have what the list lacks.
  assert.deepEqual(titles(joined(list(300, "live"), packed, true)), ["A", "B"]);
});

Deno.test("ranges are joined where they are near, never overlap, and cover what was asked for", () => {
  assert.deepEqual(joinedRanges([[10, 19], [0, 9]]), [[0, 19]]);
  assert.deepEqual(joinedRanges([[0, 9], [9 + 16_384 + 1, 20_000]]), [[0, 20_000]]);
  assert.deepEqual(joinedRanges([[0, 9], [9 + 16_384 + 2, 20_000]]), [[0, 9], [16_395, 20_000]]);
  for (let seed = 1; seed <= 200; seed++) {
    let state = seed;
    const draw = (most: number) => (state = state * 48_271 % 2_147_483_647) % most;
    const wanted = Array.from({ length: 60 }, () => {
      const from = draw(30_000_000);
      return [from, from + draw(700_000)] as const;
    });
    const found = joinedRanges(wanted);
    found.forEach(([from, to], i) => {
      assert.ok(from <= to && (i === 0 || from > found[i - 1]![1]), `seed ${seed}`);
    });
    for (const [from, to] of wanted) {
      for (const byte of [from, Math.floor((from + to) / 2), to]) {
        assert.ok(found.some(([low, high]) => low <= byte && byte <= high), `seed ${seed}: byte ${byte}`);
      }
    }
  }
});

Deno.test("tiles are those of web maps, and a pack has 1500 at most", () => {
  const spot = ({ lat, lon }: { lat: number; lon: number }, zoom: number) =>
    tilesOf({ south: lat, north: lat, west: lon, east: lon }, zoom).at(-1);
  // St. Stephen's Cathedral, the Sydney Opera House, Cape Horn, and both ends of the map.
  assert.deepEqual(spot({ lat: 48.20849, lon: 16.37208 }, 14), [14, 8937, 5681]);
  assert.deepEqual(spot({ lat: -33.85678, lon: 151.21530 }, 14), [14, 15073, 9831]);
  assert.deepEqual(spot({ lat: -55.9833, lon: -67.2667 }, 10), [10, 320, 705]);
  assert.deepEqual(spot({ lat: 85, lon: -180 }, 3), [3, 0, 0]);
  assert.deepEqual(spot({ lat: -85, lon: 180 }, 3), [3, 7, 7]);
  // A line along the equator: 748 columns of 1024 are 749 tiles at zoom 10, and 752 above it.
  const line = (columns: number) =>
    tilesOf({ south: 0, north: 0, west: -180, east: columns / 1024 * 360 - 180 }, 10);
  assert.equal(line(747.5).length, 1498);
  assert.equal(line(748.5).length, 752, "1501 were too many: it ends at the zoom before");
});

Deno.test("a square's ranges hold every tile of it, as the library reads them, and far from the whole archive", async () => {
  const archive = archiveOf(7);
  const box = boxOf("JN88")!;
  const from = (allowed: readonly (readonly [number, number])[] | undefined): Source => ({
    getKey: () => "test",
    getBytes(offset, length) {
      const end = Math.min(offset + length, archive.length);
      const part = allowed?.find(([low, high]) => low <= offset && end - 1 <= high);
      if (allowed && !part && offset > 0) throw new Error(`bytes ${offset} to ${end} were not taken`);
      return Promise.resolve({ data: archive.slice(offset, end).buffer });
    },
  });
  const ranges = await rangesOf(from(undefined), box);
  const tiles = tilesOf(box, 7);
  assert.deepEqual(tiles[0], [0, 0, 0]);
  assert.ok(tiles.some(([zoom]) => zoom === 7));
  const map = new PMTiles(from(ranges));
  for (const [zoom, x, y] of tiles) {
    const found = await map.getZxy(zoom, x, y);
    assert.equal(new TextDecoder().decode(found!.data), tileText(zoom, x, y));
  }
  const bytes = ranges.reduce((sum, [low, high]) => sum + high - low + 1, 0);
  assert.ok(bytes < archive.length / 4, `${bytes} of ${archive.length}`);
  await assert.rejects(map.getZxy(7, 0, 127), /were not taken/);
  // A field is far more than a pack may hold: it ends before the depth does.
  assert.ok(tilesOf(boxOf("JN")!, 14).length <= 1500);
  assert.ok(tilesOf(boxOf("JN88EE")!, 14).some(([zoom]) => zoom === 14));
});
