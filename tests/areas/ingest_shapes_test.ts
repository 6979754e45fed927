/** The shapes that the OpenAPI document tells of `/ingest` are those that its readers take. */
import assert from "node:assert/strict";
import type { ZodType } from "#schemas";
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

/** A value of every kind that JSON has. */
const VALUES: unknown[] = ["false", "true", "5", "", 0, 1, -1.5, true, false, null, [], [1], {}, { a: 1 }];

for (const [name, shape, whole, read] of KINDS) {
  Deno.test(`a member of another kind refuses a ${name} and is never read as something else`, () => {
    for (const member of Object.keys(whole)) {
      for (const value of VALUES) {
        const item = { ...whole, [member]: value };
        const of = (one: unknown) => one === null ? "null" : Array.isArray(one) ? "array" : typeof one;
        if (of(value) === of(whole[member]) || (member === "site" && value === null)) continue;
        assert.match(String(read(item)), /^bad_[a-z_]+$/, `${name} with ${member}: ${JSON.stringify(value)}`);
        assert.equal(
          shape.safeParse(item).success,
          false,
          `${name} with ${member}: ${JSON.stringify(value)}`,
        );
      }
    }
    assert.match(String(read({ ...whole, rssi: 1e999, course: 1e999, text: 5 })), /^bad_(rssi|course|text)$/);
  });
}
