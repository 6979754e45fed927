/** The shapes that the OpenAPI document tells of `/ingest` are those that its readers take. */
import assert from "node:assert/strict";
import type { ZodType } from "zod";
import { readFind, readPacket, readPosition } from "../../src/ingest/intake/items.ts";
import { PostedFindShape, PostedPacket, PostedPosition } from "../../src/ingest/intake/shapes.ts";

const NOW = 1_800_000_000;
const SECRET = { kind: "secret" } as const;
const how = { via: "rf", port: "kiss", site: "OE1GATE-10", direct: true };
const packet = { raw: "OE1ABC-9>APRS:>on air", heardAt: NOW, ...how, rxCall: "OE1GATE-1", rssi: -90, snr: 5 };
const position = {
  call: "OE1ABC-9",
  lat: 48.2,
  lon: 16.4,
  at: NOW,
  ...how,
  accuracyM: 5,
  course: 90,
  speedKmh: 30,
  altitudeM: 200,
  symbol: "/>",
  comment: "x",
};
const find = {
  call: "OE1ABC-9",
  cache: "BCD2345",
  kind: "DNF",
  text: "x",
  at: NOW,
  via: "rf",
  site: "OE1GATE-10",
  port: "kiss",
};

const KINDS: [name: string, ZodType, Record<string, unknown>, (item: unknown) => unknown][] = [
  ["packet", PostedPacket, packet, (item) => readPacket(item, SECRET, NOW, false)],
  ["position", PostedPosition, position, (item) => readPosition(item, SECRET, NOW)],
  ["find", PostedFindShape, find, (item) => readFind(item, SECRET, NOW)],
];

for (const [name, shape, whole, read] of KINDS) {
  const isTaken = (item: unknown) => typeof read(item) !== "string";
  Deno.test(`a ${name} that has all members fits its shape and is taken`, () => {
    const parsed = shape.parse(whole);
    assert.deepEqual(parsed, whole, "the shape names every member");
    assert.ok(isTaken(whole), String(read(whole)));
  });
  Deno.test(`a ${name} without one member is taken exactly where its shape does not need it`, () => {
    for (const member of Object.keys(whole)) {
      const { [member]: _, ...rest } = whole;
      // What came by radio says who heard it, or null; by other ways the site may be absent.
      const less = member === "site" ? { ...rest, via: "aprsis" } : rest;
      assert.equal(isTaken(less), shape.safeParse(less).success, `${name} without ${member}`);
    }
    assert.ok(isTaken({ ...whole, site: null }) && shape.safeParse({ ...whole, site: null }).success);
  });
}
