/** The way to a cache: which way the phone points or goes, when it buzzes, and distances as people read them. */
import assert from "node:assert/strict";
import {
  AGAIN_M,
  buzzes,
  compassOf,
  headingOf,
  NEAR_M,
  turnOf,
  type Walk,
  walked,
} from "../../src/client/phone/senses/heading.ts";
import { distanceM } from "../../src/client/ui/places/arrow.ts";
import {
  distanceParts,
  sayAgo,
  sayBytes,
  sayClock,
  sayDistance,
  sayMoment,
  sayTime,
} from "../../src/client/ui/times.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
/** A reading so many metres north of the place. */
const north = (metres: number, at = 0, accuracyM = 5) => ({
  ...PLACE,
  lat: PLACE.lat + metres / 111_195,
  accuracyM,
  at,
});

Deno.test("ten steps show the direction; trembling of the reading shows none", () => {
  let walk: Walk | undefined = walked(undefined, north(0));
  for (const metres of [3, -2, 4, 1]) walk = walked(walk, north(metres, 1));
  assert.equal(walk.heading, undefined);
  walk = walked(walk, north(9, 10));
  assert.equal(Math.round(walk.heading!), 0);
  assert.ok(
    walked(walked(undefined, north(0)), north(8.5, 5)).heading !== undefined,
    "eight metres are enough",
  );
  const from = north(0), goal = north(20, 5), far = distanceM(from, goal);
  assert.ok(
    walked({ from }, { ...goal, accuracyM: far }).heading !== undefined,
    "just what it may be wrong by",
  );
  // A reading that may be wrong by 25 m needs as many of movement.
  const poor = walked(walked(undefined, north(0, 0, 25)), north(20, 5, 25));
  assert.equal(poor.heading, undefined);
  assert.equal(Math.round(walked(poor, north(-26, 9, 25)).heading!), 180);
  assert.ok(
    walked(walked(undefined, north(0, 0, 500)), north(31, 5, 500)).heading !== undefined,
    "30 m always count",
  );
});

Deno.test("a more exact reading of the same place is what movement is measured from, a rougher or farther one is not", () => {
  const from = (second: ReturnType<typeof north>) => walked(walked(undefined, north(0, 0, 20)), second).from;
  assert.equal(from(north(4.5, 1, 10)).at, 1);
  assert.equal(from(north(5.5, 1, 10)).at, 0, "more than half of its ten metres away it may have moved");
  assert.equal(from(north(1, 1, 20)).at, 0, "no more exact");
  assert.equal(from(north(1, 1, 25)).at, 0, "rougher");
  // The direction of the last movement stays with it.
  const walk = walked({ from: north(0, 0, 20), heading: 90, at: 7 }, north(1, 9, 5));
  assert.deepEqual([walk.from.at, walk.heading, walk.at], [9, 90, 7]);
});

Deno.test("the compass comes first; movement is believed for 20 s", () => {
  const walk = { from: north(0), heading: 90, at: 1000 };
  assert.deepEqual(headingOf({ compass: 10, walk, now: 1000 }), { degrees: 10, by: "compass" });
  assert.deepEqual(headingOf({ compass: undefined, walk, now: 1020 }), { degrees: 90, by: "movement" });
  assert.equal(headingOf({ compass: undefined, walk, now: 1021 }), undefined);
  assert.equal(headingOf({ compass: undefined, walk: undefined, now: 0 }), undefined);
  assert.deepEqual([turnOf(90, 0), turnOf(0, 90), turnOf(10, 350)], [90, 270, 20]);
});

Deno.test("the compass counts from the upper edge of what is shown, however the phone is held", () => {
  const android = (alpha: number, angle: number) => compassOf({ alpha, absolute: true }, angle);
  // The phone's own upper edge points east: alpha grows to the left.
  assert.deepEqual([0, 90, 180, 270].map((angle) => android(270, angle)), [90, 180, 270, 0]);
  assert.equal(android(0, 0), 0);
  const safari = (degrees: number, angle: number) =>
    compassOf({ alpha: 5, webkitCompassHeading: degrees }, angle);
  assert.deepEqual([safari(90, 0), safari(90, -90), safari(10, -90), safari(300, 90)], [90, 0, 280, 30]);
  // Turned from anywhere, it knows no north.
  assert.equal(compassOf({ alpha: 10, absolute: false }, 0), undefined);
  assert.equal(compassOf({ alpha: null, absolute: true }, 0), undefined);
});

Deno.test("it buzzes once on coming near, and again only after having been away", () => {
  const path = [100, NEAR_M + 1, NEAR_M, 5, 25, NEAR_M, AGAIN_M - 1, 10, AGAIN_M, 10];
  let armed = true;
  const buzzed = path.map((distance) => {
    const next = buzzes(armed, distance);
    armed = next.armed;
    return next.now;
  });
  assert.deepEqual(path.flatMap((_, i) => buzzed[i] ? [i] : []), [2, 9]);
});

Deno.test("distances never have four digits; sizes and ages are said in the largest unit that fits", () => {
  assert.deepEqual([0, 34, 99, 104, 994, 995, 9949, 9950, 123_456].map(sayDistance), [
    ...["0 m", "34 m", "99 m", "100 m", "990 m", "1 km", "9.9 km", "10 km", "123 km"],
  ]);
  assert.deepEqual(distanceParts(1234), ["1.2", "km"]);
  assert.deepEqual(distanceParts(34), ["34", "m"]);
  assert.deepEqual([0, 1, 999_499, 999_500, 12_345_678, 1.5e9].map(sayBytes), [
    ...["0 kB", "1 kB", "999 kB", "1 MB", "12 MB", "1.5 GB"],
  ]);
  assert.deepEqual([0, 59, 60, 7200, 86_399, 2 * 86_400].map((age) => sayAgo(1000, 1000 + age)), [
    ...["just now", "just now", "1 minute ago", "2 hours ago", "23 hours ago", "2 days ago"],
  ]);
});

Deno.test("a packet of today has seconds, an older one its date", () => {
  const now = new Date(2026, 5, 21, 20, 0, 0).getTime() / 1000;
  assert.equal(sayMoment(now - 3599, now), sayClock(now - 3599));
  // 24 hours in English too, where Intl itself would say AM and PM.
  const evening = new Date(2026, 10, 23, 23, 51, 7).getTime() / 1000, morning = evening - 17 * 3600 - 51 * 60;
  assert.deepEqual([sayTime(evening, evening), sayClock(evening), sayTime(morning, evening)], [
    "23:51",
    "23:51:07",
    "06:00",
  ]);
  assert.equal(sayMoment(now - 86_400, now), sayTime(now - 86_400, now));
  // Of the day before it is said that it was yesterday, to its first minute; before that, which day.
  const midnight = new Date(2026, 10, 22, 0, 0, 0).getTime() / 1000;
  assert.deepEqual([evening - 86_400, midnight].map((at) => sayTime(at, evening)), [
    "yesterday 23:51",
    "yesterday 00:00",
  ]);
  assert.match(sayTime(midnight - 60, evening), /2026.*23:59$/);
  assert.notEqual(sayMoment(now - 1, now), sayMoment(now - 2, now));
});
