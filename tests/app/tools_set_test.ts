/** The program's own tools, against answers that are known from elsewhere. */
import assert from "node:assert/strict";
import { dbm, freeSpace, readPower, volts } from "../../src/client/tools/set/decibel/power.ts";
import * as table from "../../src/client/tools/set/alphabets/tables.ts";
import { lengths } from "../../src/client/tools/set/antenna/lengths.ts";
import { bandAt } from "../../src/client/tools/set/bands/plan.ts";
import * as cipher from "../../src/client/tools/set/ciphers/ciphers.ts";
import { readAny, writeAll } from "../../src/client/tools/set/coordinates/forms.ts";
import { dotMs, seconds, timing, wav } from "../../src/client/tools/set/cw/cw.ts";
import { filled, readValues, reckon } from "../../src/client/tools/set/formula/formula.ts";
import { meeting, middle, projected, way } from "../../src/client/tools/set/geometry/geodesic.ts";
import { linesOf, splitPlace } from "../../src/client/tools/set/geometry/reading.ts";
import { fromCodes, fromRoman, readIn, toRoman } from "../../src/client/tools/set/numbers/numbers.ts";
import { bytesIn, flat } from "../../src/client/tools/set/packet/flat.ts";
import { skyAt } from "../../src/client/tools/set/sky/sky.ts";
import {
  digitRoot,
  digitSum,
  ean,
  isbn10,
  luhn,
  wordValue,
} from "../../src/client/tools/set/values/words.ts";

const near = (value: number, wanted: number, within: number) =>
  assert.ok(Math.abs(value - wanted) <= within, `${value} is not ${wanted}`);

Deno.test("coordinates: the same place from every form, and in every form", () => {
  // The Eiffel tower; UTM and MGRS as the IGN's Géoportail has them.
  const tower = { lat: 48.8583, lon: 2.2945 };
  const lines = writeAll(tower);
  assert.equal(lines[0], "48.858300, 2.294500");
  assert.match(lines[2]!, /^N 48° 51' 29\.9" E 002° 17' 40\.2"$/);
  assert.match(lines[3]!, /^UTM 31U 44825\d 541194\d$/);
  assert.match(lines[4]!, /^MGRS 31UDQ4825\d1194\d$/);
  assert.match(lines[5]!, /^Locator JN18DU/i);
  for (const line of lines) {
    const again = readAny(line.replace(/^(UTM|MGRS|Locator) /, ""), "en");
    assert.ok(again, line);
    near(again.lat, tower.lat, 0.003);
    near(again.lon, tower.lon, 0.005);
  }
  // South and west, at a zone's edge, and where UTM ends.
  for (
    const place of [{ lat: -33.8568, lon: 151.2153 }, { lat: 60.39, lon: 5.32 }, { lat: -54.8, lon: -68.3 }]
  ) {
    const utm = writeAll(place).find((line) => line.startsWith("UTM"))!;
    const again = readAny(utm.slice(4), "en")!;
    near(again.lat, place.lat, 0.00001);
    near(again.lon, place.lon, 0.00002);
  }
  assert.equal(writeAll({ lat: 89, lon: 0 }).length, 4);
  for (const bad of ["", "JN", "99U 448252 5411943", "N 91 E 16", "x".repeat(1000)]) {
    assert.equal(readAny(bad, "en"), undefined, bad);
  }
});

Deno.test("geometry on the ellipsoid: the distances of the geodesic's own test set, and points that meet", () => {
  // JFK to LHR, as GeographicLib's documentation has it.
  const { metres, bearing } = way({ lat: 40.6, lon: -73.8 }, { lat: 51.6, lon: -0.5 });
  near(metres, 5_551_759.4, 0.1);
  near(bearing, 51.198882845579824, 1e-6);
  const there = projected({ lat: 40.6, lon: -73.8 }, 51.198882845579824, 5_551_759.400319);
  near(there.lat, 51.6, 1e-7);
  near(there.lon, -0.5, 1e-7);
  const half = middle([{ lat: 48, lon: 16 }, { lat: 49, lon: 17 }])!;
  near(way({ lat: 48, lon: 16 }, half).metres, way(half, { lat: 49, lon: 17 }).metres, 0.001);
  assert.equal(middle([]), undefined);
  near(middle([{ lat: 10, lon: 0 }, { lat: 10, lon: 120 }, { lat: 10, lon: 240 }])!.lat, 90, 1e-6);
  const [a, b, goal] = [{ lat: 48.2, lon: 16.3 }, { lat: 48.2, lon: 16.4 }, { lat: 48.25, lon: 16.36 }];
  const met = meeting(a, way(a, goal).bearing, b, way(b, goal).bearing)!;
  near(met.lat, goal.lat, 1e-7);
  near(met.lon, goal.lon, 1e-7);
  assert.equal(meeting(a, way(a, goal).bearing + 180, b, way(b, goal).bearing), undefined);
  assert.deepEqual(splitPlace("JN88; 90; 2,5", 2), { place: "JN88", numbers: [90, 2.5] });
  assert.equal(splitPlace("JN88; x", 1), undefined);
  assert.deepEqual(linesOf(" a \n\nb"), ["a", "b"]);
});

Deno.test("formulas: letters, brackets, and nothing that is run", () => {
  const values = readValues("A=2 B = 5, C=4\nD=A+B")!;
  assert.deepEqual([...values], [["A", 2], ["B", 5], ["C", 4], ["D", 7]]);
  assert.equal(filled("N 48° 1A.BC(D+1) E 016° 2B.A(C*2)0", values), "N 48° 12.548 E 016° 25.280");
  assert.equal(filled("N 48° 1A.XYZ", values), undefined);
  assert.equal(reckon("2+3*4^2/(1+1)", new Map()), 26);
  assert.equal(reckon("-(7 % 4)", new Map()), -3);
  for (const bad of ["", "1+", "(1", "1)", "2 3", "alert(1)", "1/0", "1;2"]) {
    assert.equal(reckon(bad, new Map()), undefined, bad);
  }
  assert.equal(readValues("A=Q"), undefined);
});

Deno.test("word values and check digits", () => {
  assert.equal(wordValue("Geocaching"), 72);
  assert.equal(wordValue("Straße"), wordValue("strasse"));
  assert.equal(wordValue("Ä"), 1);
  assert.deepEqual([digitSum("48 12.345"), digitRoot("48 12.345"), digitRoot("0")], [27, 9, 0]);
  assert.equal(luhn("7992739871"), 3);
  assert.equal(ean("400638133393"), 1);
  assert.equal(isbn10("030640615"), "2");
  assert.equal(isbn10("097522980"), "X");
});

Deno.test("ciphers, there and back", () => {
  assert.equal(cipher.caesar("Hello, Z!", 13), "Uryyb, M!");
  assert.equal(cipher.atbash("Wizard"), "Draziw".replace("Draziw", "Draziw"));
  assert.equal(cipher.vigenere("ATTACKATDAWN", "LEMON", 1), "LXFOPVEFRNHR");
  assert.equal(cipher.vigenere("LXFOPVEFRNHR", "lemon", -1), "ATTACKATDAWN");
  assert.equal(cipher.vigenere("x", "12", 1), undefined);
  assert.equal(cipher.fenced("WEAREDISCOVEREDFLEEATONCE", 3), "WECRLTEERDSOEEFEAOCAIVDEN");
  assert.equal(cipher.unfenced("WECRLTEERDSOEEFEAOCAIVDEN", 3), "WEAREDISCOVEREDFLEEATONCE");
  assert.equal(cipher.toPolybius("Hello"), "23 15 31 31 34");
  assert.equal(cipher.fromPolybius("2315313134"), "HELLO");
  assert.equal(cipher.toBacon("AZ"), "AAAAA BBAAB");
  assert.deepEqual(cipher.fromBacon("AABBB AABAA"), { new26: "HE", old24: "HE" });
});

Deno.test("alphabets, there and back", () => {
  assert.equal(table.toMorse("CQ de OE1"), "-.-. --.- / -.. . / --- . .----");
  assert.equal(table.fromMorse("-.-. --.- / –·· ."), "CQ DE");
  assert.equal(Object.keys(table.MORSE).length, 26 + 10 + 13 + 3);
  assert.equal(new Set(Object.values(table.MORSE)).size, Object.keys(table.MORSE).length);
  assert.equal(table.toKeys("cache"), "222 2 222 44 33");
  assert.equal(table.fromKeys("222 2 222 44 33"), "CACHE");
  assert.equal(table.vanity("Call 73"), "2255 73");
  assert.equal(table.toBraille("ab 12"), "⠁⠃\u2800⠼⠁⠃");
  assert.equal(table.fromBraille("⠁⠃⠼⠁⠃"), "AB12");
  assert.equal(table.fromBraille("125 15 123"), "HEL");
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  assert.equal(table.fromSemaphore(table.toSemaphore(alphabet)), alphabet);
  assert.equal(table.fromBraille(table.toBraille(alphabet)), alphabet);
  // R has both arms out to the sides, U both raised aside.
  assert.equal(table.toSemaphore("RU"), "←→ ↖↗");
  assert.equal(table.FLAGS.length, 26);
  assert.match(table.flagOf("q", false)!, /^Quebec: yellow$/);
  assert.match(table.flagOf("Q", true)!, /gelb/);
  assert.equal(table.flagOf("1", true), undefined);
});

Deno.test("number systems", () => {
  assert.equal(readIn("ff", 16), 255n);
  assert.equal(readIn("102", 2), undefined);
  assert.equal(toRoman(1984), "MCMLXXXIV");
  assert.equal(fromRoman("mcmlxxxiv"), 1984);
  for (const bad of ["IIII", "IC", "", "VX", "MMMM"]) assert.equal(fromRoman(bad), undefined, bad);
  for (let n = 1; n < 4000; n += 37) assert.equal(fromRoman(toRoman(n)!), n);
  assert.equal(toRoman(4000), undefined);
  assert.equal(fromCodes("67 81", 10), "CQ");
  assert.equal(fromCodes("9999999", 16), undefined);
});

Deno.test("sun and moon as the almanac of the US Naval Observatory has them", () => {
  // Greenwich, summer solstice of 2024: the sun rises at 03:43 and sets at 20:21 UTC.
  const { sun, moon } = skyAt(new Date("2024-06-20T12:02:00Z"), { lat: 51.4779, lon: 0 });
  near(sun.rise!.getTime(), Date.UTC(2024, 5, 20, 3, 43), 180_000);
  near(sun.set!.getTime(), Date.UTC(2024, 5, 20, 20, 21), 180_000);
  near(sun.height, 61.96, 0.1);
  near(sun.azimuth, 180, 0.6);
  // Full moon on 2024-06-22 at 01:08 UTC.
  assert.ok(moon.lit > 0.95);
  near(skyAt(new Date("2024-06-22T01:08:00Z"), { lat: 51.4779, lon: 0 }).moon.lit, 1, 0.01);
  assert.equal(skyAt(new Date("2024-06-21T12:00:00Z"), { lat: 80, lon: 0 }).sun.set, undefined);
});

Deno.test("antennas, bands, power", () => {
  near(lengths(144.8)!.wave, 2.0704, 0.0001);
  near(lengths(14.1, 0.95)!.halfDipole, 10.1, 0.01);
  assert.equal(lengths(0), undefined);
  assert.equal(bandAt(144_800, 1)?.name, "2 m");
  assert.equal(bandAt(147_000, 1), undefined);
  assert.equal(bandAt(147_000, 2)?.name, "2 m");
  assert.equal(bandAt(27_000, 1), undefined);
  near(dbm(5), 36.99, 0.01);
  near(readPower("37 dBm")!, 5.01, 0.01);
  near(readPower("250 mW")!, 0.25, 1e-9);
  assert.equal(readPower("5"), undefined);
  near(volts(1), 7.071, 0.001);
  near(freeSpace(1, 1), 32.45, 0.001);
});

Deno.test("CW: PARIS has fifty dots, and its sound is as long as its times", () => {
  assert.equal(timing("PARIS").reduce((sum, dots) => sum + Math.abs(dots), 0) + 7, 50);
  assert.equal(dotMs(20), 60);
  near(seconds("PARIS", 20), 43 * 0.06, 1e-9);
  const file = wav("PARIS", 20)!;
  assert.equal(new TextDecoder().decode(file.slice(0, 4)), "RIFF");
  near(file.length - 44, seconds("PARIS", 20) * 8000, 1);
  assert.equal(wav("", 20), undefined);
  assert.equal(wav("PARIS ".repeat(100), 5), undefined);
});

Deno.test("raw packets as lines", () => {
  assert.deepEqual(flat({ a: 1, b: { c: "x", d: [1, 2] }, e: undefined, f: [{ g: 1 }] }), [
    ...["a: 1", "b.c: x", "b.d: 1 2", "f.1.g: 1"],
  ]);
  assert.equal(bytesIn("82 a0"), undefined);
  assert.equal(bytesIn("00 ".repeat(20))!.length, 20);
});
