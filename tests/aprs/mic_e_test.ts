/** The places of Mic-E by the specification's own tables, for every byte that can stand there. */
import assert from "node:assert/strict";
import { decodeTnc2, isUnreadable } from "../../src/aprs/mod.ts";

/** Degrees by the table of chapter 10, from the byte as sent; `undefined` for a byte that no encoder sends. */
function degreesOf(byte: number, plus100: boolean): number | undefined {
  if (byte < 38 || byte > 127) return undefined;
  if (!plus100) return byte - 28;
  if (byte >= 118) return byte - 118; // 0 to 9
  if (byte >= 108) return byte - 108 + 100; // 100 to 109
  return byte - 28 + 100; // 110 to 179
}
const minutesOf = (byte: number): number | undefined =>
  byte >= 88 && byte <= 97 ? byte - 88 : byte >= 38 && byte <= 87 ? byte - 28 : undefined;
const hundredthsOf = (byte: number): number | undefined => byte >= 28 && byte <= 127 ? byte - 28 : undefined;

interface Position {
  kind: "position";
  lat: number;
  lon: number;
  course?: number;
  speedKmh?: number;
}
/** What a packet says, each character of its information field one byte. */
function read(destination: string, info: string): Position | { kind: "broken" } {
  const packet = decodeTnc2(Uint8Array.from(`OE1XYZ>${destination}:${info}`, (char) => char.charCodeAt(0)));
  assert.ok(!isUnreadable(packet));
  const { content } = packet;
  assert.ok(content.kind === "position" || content.kind === "broken");
  return content as Position | { kind: "broken" };
}

/** 48 degrees 12.34 minutes north at these bytes of longitude; no speed, a car. */
function longitude(bytes: [number, number, number], plus100: boolean, west = false): number | undefined {
  // Digits 4 8 1 2 3 4; P to Y in place of a digit set the bit: north, plus a hundred, west.
  const destination = `481${"R"}${plus100 ? "S" : "3"}${west ? "T" : "4"}`;
  const info = "`" + String.fromCharCode(...bytes) + "l !>/";
  const content = read(destination, info);
  if (content.kind === "broken") return undefined;
  const { lat, lon } = content;
  assert.ok(Math.abs(lat - (48 + 12.34 / 60)) < 1e-5, `${lat}`);
  return lon;
}

for (const plus100 of [false, true]) {
  Deno.test(`longitude ${plus100 ? "with" : "without"} a hundred degrees added: every byte of degrees, minutes and hundredths`, () => {
    const CASES: [number, number, number][] = [];
    for (let byte = 28; byte <= 127; byte++) {
      CASES.push([byte, 40, 50], [byte, 97, 28], [60, byte, 50], [118, byte, 127], [60, 40, byte], [
        127,
        88,
        byte,
      ]);
    }
    for (const bytes of CASES) {
      const [degrees, minutes, hundredths] = [
        degreesOf(bytes[0], plus100),
        minutesOf(bytes[1]),
        hundredthsOf(bytes[2]),
      ];
      const said = longitude(bytes, plus100);
      if (degrees === undefined || minutes === undefined || hundredths === undefined) {
        assert.equal(said, undefined, String(bytes));
        continue;
      }
      const wanted = degrees + (minutes + hundredths / 100) / 60;
      assert.ok(said !== undefined && Math.abs(said - wanted) < 1e-5, `${bytes}: ${said}, not ${wanted}`);
      assert.ok(Math.abs(longitude(bytes, plus100, true)! + wanted) < 1e-5, `${bytes} west`);
    }
  });
}

Deno.test("bytes of longitude that no encoder sends are refused", () => {
  for (const byte of [...Array(28).keys(), ...Array.from({ length: 128 }, (_, n) => 128 + n)]) {
    // In a line these end it.
    if (byte === 0 || byte === 10 || byte === 13) continue;
    for (const bytes of [[byte, 40, 50], [60, byte, 50], [60, 40, byte]] as [number, number, number][]) {
      assert.equal(longitude(bytes, false), undefined, String(bytes));
    }
  }
});

Deno.test("a digit of the latitude is the same digit in each of its three forms", () => {
  for (let digit = 0; digit <= 9; digit++) {
    for (const form of ["0123456789", "ABCDEFGHIJ", "PQRSTUVWXY"]) {
      const content = read(`4${form[digit]}1R34`, "`<2Nl !>/");
      assert.ok(content.kind === "position", form[digit]);
      assert.ok(Math.abs(content.lat - (40 + digit + 12.34 / 60)) < 1e-5, `${form[digit]}: ${content.lat}`);
    }
  }
});

Deno.test("a latitude past the pole is none, nor one with sixty minutes", () => {
  const info = "`<2Nl !>/";
  assert.equal(read("485Y99", info).kind, "position");
  assert.equal(read("486P00", info).kind, "broken");
  assert.equal(read("900P00", info).kind, "position");
  assert.equal(read("900P01", info).kind, "broken");
  assert.equal(read("910P00", info).kind, "broken");
});

Deno.test("course and speed by their three bytes: each from 28 to 127, or neither is read", () => {
  const motion = (...bytes: [number, number, number]) => {
    const content = read("481R34", "`<2N" + String.fromCharCode(...bytes) + ">/");
    assert.equal(content.kind, "position", String(bytes));
    const { course, speedKmh } = content as Position;
    return [speedKmh, course];
  };
  assert.deepEqual(
    motion(28, 28, 28),
    [0, undefined],
    "nothing but noughts: it stands, and no course is known",
  );
  assert.deepEqual(motion(28 + 2, 28 + 31, 28 + 5), [42.6, 105], "23 knots, 105 degrees");
  assert.deepEqual(motion(28 + 80, 28 + 4, 28), [0, undefined], "800 is taken off a speed, 400 off a course");
  assert.deepEqual(motion(28 + 82, 28 + 37, 28 + 60), [42.6, 360]);
  assert.deepEqual(motion(127, 127, 127), [368.55, undefined]);
  for (const wrong of [27, 128]) {
    assert.deepEqual(motion(wrong, 59, 33), [undefined, undefined]);
    assert.deepEqual(motion(30, wrong, 33), [undefined, undefined]);
    assert.deepEqual(motion(30, 59, wrong), [undefined, undefined]);
  }
});
