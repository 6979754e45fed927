/** How exact a place is by the digits that were sent: what leaves more open than a find's place is ambiguous. */
import assert from "node:assert/strict";
import { decodeMeshcom, decodeTnc2, isUnreadable } from "../../src/aprs/mod.ts";

const ambiguity = (info: string, destination = "APRS"): number => {
  const packet = decodeTnc2(`OE1AAA-9>${destination}:${info}`);
  assert.ok(!isUnreadable(packet) && packet.content.kind === "position", JSON.stringify(packet));
  return packet.content.ambiguityM;
};
const SENTENCES = {
  RMC: (lat: string, lon: string) => `$GPRMC,092204,A,${lat},N,${lon},E,1.2,45.3,281126,,`,
  GGA: (lat: string, lon: string) => `$GPGGA,092204,${lat},N,${lon},E,1,8,1.2,180.5,M,,,,`,
  GLL: (lat: string, lon: string) => `$GNGLL,${lat},N,${lon},E,092204,A`,
};
const PLACES: [lat: string, lon: string, halfM: number][] = [
  ["4812.3083", "01622.3706", 0],
  ["4812.30", "01622.37", 0],
  ["4812.3", "01622.37", 92.6],
  ["4812.30", "01622.3", 92.6],
  ["4812.3", "01622.3", 92.6],
  ["4812", "01622.3706", 926],
  ["4812.3083", "01622", 926],
  ["4812", "01622", 926],
];

for (const [sentence, write] of Object.entries(SENTENCES)) {
  Deno.test(`${sentence} is as ambiguous as its digits leave it`, () => {
    for (const [lat, lon, halfM] of PLACES) {
      assert.equal(ambiguity(write(lat, lon)), halfM, `${lat} ${lon}`);
    }
  });
}

Deno.test("forms with digits of their own: compressed and DAO are exact, blanked ones are not", () => {
  assert.equal(ambiguity("=/5L!!<*e7>7P[/A=001234"), 0);
  assert.equal(ambiguity("!4812.50N/01622.43E>text!W12!"), 0);
  assert.equal(ambiguity("!4812.5 N/01622.4 E>text!W12!"), 92.6, "DAO makes no blanked digit good");
  assert.equal(ambiguity("`'7Zl \x1c-/", "SX2P5X"), 0);
  assert.equal(ambiguity("`'7Zl \x1c-/", "SX2P5Z"), 92.6);
});

Deno.test("a mesh place with two decimals in both coordinates is ambiguous; JSON drops zeros of one", () => {
  const of = (lat: string, long: string): number => {
    const read = decodeMeshcom(
      `{"src_type":"lora","type":"pos","src":"OE1AAA-12","lat":${lat},"lat_dir":"N","long":${long},"long_dir":"E"}`,
    );
    assert.ok(!("unreadable" in read) && read.content.kind === "position");
    return read.content.ambiguityM;
  };
  for (
    const [lat, long, halfM] of [
      ["48.2043", "16.3701", 0],
      ["48.2", "16.3701", 0],
      ["48.2043", "16", 0],
      ["48.204", "16.37", 0],
      ["48.20", "16.37", 556],
      ["48.2", "16.4", 5556],
      ["48", "16", 55_560],
      ['"48.2000"', '"16.3700"', 0],
    ] as const
  ) assert.equal(of(lat, long), halfM, `${lat} ${long}`);
});
