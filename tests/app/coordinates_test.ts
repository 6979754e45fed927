/** Coordinates as people type them and as phones copy them, to readers of three languages. */
import assert from "node:assert/strict";
import { readPlace, readPlaces, writePlace } from "../../src/client/ui/places/coordinates.ts";

const MADRID = [40.4168, -3.7038], VIENNA = [48.20575, 16.3687167], KYIV = [50.45027, 30.52414];

/** A text, and where it is to a German, a Spanish and an English reader: a place, `?` where it is asked, or nothing. */
type Where = readonly number[] | "?" | undefined;
const FORMS: [text: string, de: Where, es?: Where, en?: Where][] = [
  // O is Ost and Oeste; nobody writes it in English.
  ["40.4168° N, 3.7038° O", [40.4168, 3.7038], MADRID, "?"],
  ["40,4168° N, 3,7038° O", [40.4168, 3.7038], MADRID, "?"],
  ["40.4168 N 3.7038 o", [40.4168, 3.7038], MADRID, "?"],
  ["40.4168° N, 3.7038° W", MADRID, MADRID, MADRID],
  ["40.4168° N, 3.7038° E", [40.4168, 3.7038], [40.4168, 3.7038], [40.4168, 3.7038]],
  // As maps of phones copy them.
  ["50.45027° N, 30.52414° E", KYIV, KYIV, KYIV],
  ["50,45027° N, 30,52414° E", KYIV, KYIV, KYIV],
  ["50,45027° N, 30,52414° O", KYIV, [50.45027, -30.52414], "?"],
  ["50,45027°\u00a0N, 30,52414°\u00a0E", KYIV, KYIV, KYIV],
  ["50.45027, 30.52414", KYIV, KYIV, KYIV],
  ["50º 27' 0.972\" N 30º 31' 26.904\" E", KYIV, KYIV, KYIV],
  // Decimal commas.
  ["N 48° 12,345 E 016° 22,123", VIENNA, VIENNA, VIENNA],
  ["N 48° 12,345' E 016° 22,123'", VIENNA, VIENNA, VIENNA],
  ["48° 12,345' N, 16° 22,123' E", VIENNA, VIENNA, VIENNA],
  ["48° 12,345 16° 22,123", VIENNA, VIENNA, VIENNA],
  ["48,2 16,3", [48.2, 16.3], [48.2, 16.3], [48.2, 16.3]],
  ["48,2; 16,3", [48.2, 16.3], [48.2, 16.3], [48.2, 16.3]],
  ["48,2, 16,3", [48.2, 16.3], [48.2, 16.3], [48.2, 16.3]],
  ["48,2,16,3", [48.2, 16.3], [48.2, 16.3], [48.2, 16.3]],
  ["−33,8 151,2", [-33.8, 151.2], [-33.8, 151.2], [-33.8, 151.2]],
  ["48,2,16", "?", "?", "?"],
  // Half a place where decimals have a comma, two whole degrees where they have a point.
  ["48,16", undefined, undefined, [48, 16]],
  ["48, 16", [48, 16], [48, 16], [48, 16]],
  ["48.2,16.3", [48.2, 16.3], [48.2, 16.3], [48.2, 16.3]],
  // Signs.
  ["−33.8, 18.4", [-33.8, 18.4], [-33.8, 18.4], [-33.8, 18.4]],
  ["33.8º S 18.4º W", [-33.8, -18.4], [-33.8, -18.4], [-33.8, -18.4]],
  // Longitude first, where letters say so.
  ["E 16.3, N 48.2", [48.2, 16.3], [48.2, 16.3], [48.2, 16.3]],
  ["16.3, N 48.2", undefined, undefined, undefined],
  ["E 16.3 W 48.2", undefined, undefined, undefined],
  ["S 48 N 16", undefined, undefined, undefined],
  ["48,2,16,3,5", undefined, undefined, undefined],
  ["48.2", undefined, undefined, undefined],
  ["−N 48 E 16", undefined, undefined, undefined],
];

Deno.test("a place is read as its reader writes it, and asked for where it may be one of two", () => {
  for (const [text, ...wheres] of FORMS) {
    for (const [i, lang] of ["de", "es", "en"].entries()) {
      const where = wheres[i], place = readPlace(text, lang), many = readPlaces(text, lang);
      assert.equal(many.length, where === "?" ? 2 : where ? 1 : 0, `${lang}: ${text}`);
      if (where === "?" || !where) {
        assert.equal(place, undefined, `${lang}: ${text}`);
        // What is asked is written so that every reader reads it again.
        for (const one of many) assert.equal(readPlaces(writePlace(one), lang).length, 1);
        continue;
      }
      assert.ok(
        Math.abs(place!.lat - where[0]!) < 1e-6 && Math.abs(place!.lon - where[1]!) < 1e-6,
        `${lang}: ${text} is ${place!.lat} ${place!.lon}`,
      );
    }
  }
});
