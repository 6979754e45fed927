/** The comment of a box's beacon goes on the air as it was written, or not at all. */
import assert from "node:assert/strict";
import { commentOf, placeOf } from "../../src/box/services/beacon.ts";
import type { BoxParts } from "../../src/box/parts.ts";

Deno.test("a comment of 62 characters that radios show is taken as it is; a longer one and other letters are none", () => {
  assert.equal(commentOf("x".repeat(62)), "x".repeat(62));
  assert.equal(commentOf(" on the roof "), "on the roof");
  for (const none of ["x".repeat(63), "über der Stadt", "two\nlines", "a|b", "a~b", 5, null]) {
    assert.equal(commentOf(none), undefined, String(none));
  }
});

Deno.test("a beacon without a comment has an empty one; with one that cannot be sent it has a place and no comment", () => {
  const place = (beacon: object) =>
    placeOf({ switches: { file: { services: { beacon } } } as unknown as BoxParts["switches"] });
  const at = { lat: 48.2, lon: 16.37, everyS: 600 };
  assert.equal(place(at)!.comment, "");
  assert.equal(place({ ...at, comment: "am Dach" })!.comment, "am Dach");
  const other = place({ ...at, comment: "über der Stadt" })!;
  assert.deepEqual([other.lat, other.comment], [48.2, undefined]);
});
