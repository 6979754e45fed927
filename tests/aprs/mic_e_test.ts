/** The longitude of Mic-E by the specification's own tables, for every byte that can stand there. */
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

/** 48 degrees 12.34 minutes north at these bytes of longitude; no speed, a car. */
function longitude(bytes: [number, number, number], plus100: boolean, west = false): number | undefined {
  // Digits 4 8 1 2 3 4; P to Y in place of a digit set the bit: north, plus a hundred, west.
  const destination = `481${"R"}${plus100 ? "S" : "3"}${west ? "T" : "4"}`;
  const info = "`" + String.fromCharCode(...bytes) + "l !>/";
  const packet = decodeTnc2(`OE1XYZ>${destination}:${info}`);
  assert.ok(!isUnreadable(packet));
  const { content } = packet;
  if (content.kind === "broken") return undefined;
  assert.equal(content.kind, "position");
  const { lat, lon } = content as { lat: number; lon: number };
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

Deno.test("bytes of longitude below what any encoder sends are refused", () => {
  for (let byte = 1; byte < 28; byte++) {
    for (const bytes of [[byte, 40, 50], [60, byte, 50], [60, 40, byte]] as [number, number, number][]) {
      assert.equal(longitude(bytes, false), undefined, String(bytes));
    }
  }
});
