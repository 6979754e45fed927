/** The tool that cuts the demonstration's map out of a larger archive. */
import assert from "node:assert/strict";
import { PMTiles } from "pmtiles";
import { checkMap } from "../../src/admin/map/check.ts";
import { cutMap } from "../../tools/cut_map.ts";
import { archiveOf, tileText } from "../kit/pmtiles.ts";

Deno.test("a cut has the tiles of its box down to its zoom, as they were, and none else", async () => {
  const says = JSON.stringify({ name: "larger", vector_layers: [{ id: "water", fields: {} }] });
  const cut = await cutMap(archiveOf(6, 500, { says }), [9.5, 47.1, 9.6, 47.2], 5);
  const archive = new PMTiles({
    getKey: () => "cut",
    getBytes: (at, length) => Promise.resolve({ data: new Uint8Array(cut.subarray(at, at + length)).buffer }),
  });
  const { minZoom, maxZoom, minLon, maxLon, minLat, maxLat, numTileEntries } = await archive.getHeader();
  assert.deepEqual([minZoom, maxZoom, numTileEntries], [0, 5, 6]);
  assert.ok(
    minLon <= 9.5 && maxLon >= 9.6 && minLat <= 47.1 && maxLat >= 47.2,
    "the box holds what was asked for",
  );
  assert.ok(maxLon - minLon < 12, "and is no larger than its tiles");
  const text = async (zoom: number, x: number, y: number) => {
    const tile = await archive.getZxy(zoom, x, y);
    return tile && new TextDecoder().decode(tile.data);
  };
  assert.equal(await text(5, 16, 11), tileText(5, 16, 11));
  assert.equal(await text(0, 0, 0), tileText(0, 0, 0));
  assert.equal(await text(5, 17, 11), undefined);
  assert.equal(await text(6, 33, 22), undefined);
  assert.equal((await archive.getMetadata() as { name: string }).name, "larger");
});

Deno.test("the demonstration's map is under a megabyte and sound from end to end", async () => {
  const { default: letters } = await import("../../src/demo/data/vaduz.txt", { with: { type: "text" } });
  assert.ok(letters.length < 1_000_000, `${letters.length}`);
  const path = await Deno.makeTempFile({ suffix: ".pmtiles" });
  try {
    await Deno.writeFile(path, Uint8Array.fromBase64(letters));
    const { box: [south, west, north, east], maxZoom, layers, attribution } = await checkMap(path);
    assert.ok(south! < 47.12 && north! > 47.165 && west! < 9.49 && east! > 9.55 && maxZoom === 14);
    assert.ok(layers.includes("transportation") && layers.includes("poi"));
    assert.match(attribution ?? "", /OpenStreetMap contributors/);
  } finally {
    await Deno.remove(path);
  }
});
