/** The phone's place: what a reading is worth, when a list follows it, what is remembered, and how it is allowed. */
import assert from "node:assert/strict";
import { allowsAt } from "../../src/client/phone/position/why.tsx";
import { OwnPlace } from "../../src/client/phone/position/own_place.ts";
import { Follower } from "../../src/client/phone/position/follower.ts";
import {
  isLost,
  type Reading,
  remembered,
  REMEMBERED_S,
  worthOf,
} from "../../src/client/phone/position/reading.ts";
import { isStep, toRemember } from "../../src/client/phone/position/steps.ts";
import { failureOf } from "../../src/client/phone/position/watch.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
/** A reading so many metres north of the place. */
const north = (metres: number, at = 1000, accuracyM = 8): Reading => ({
  ...PLACE,
  lat: PLACE.lat + metres / 111_195,
  accuracyM,
  at,
});

Deno.test("a failure is a refusal, no position, or a long wait", () => {
  assert.deepEqual([1, 2, 3, 0].map(failureOf), ["refused", "nofix", "timeout", "nofix"]);
});

Deno.test("after 10 s a reading shows no way; up to 120 s it is sent; from 80 m it is poor", () => {
  assert.deepEqual([1009, 1010, 900].map((now) => isLost(north(0), now)), [false, true, false]);
  assert.deepEqual([1000, 1120, 1121, 879].map((now) => worthOf(north(0), now)), [
    "good",
    "good",
    "old",
    "old",
  ]);
  assert.deepEqual([79, 80, 400].map((wrong) => worthOf(north(0, 1000, wrong), 1000)), [
    "good",
    "poor",
    "poor",
  ]);
  assert.equal(worthOf(north(0, 1000, 400), 1200), "old");
});

Deno.test("a list follows in steps: by 25 m or what the reading may be wrong by, each 10 s, and under no finger", () => {
  const calm = { now: 1010, sorted: 1000, touched: 1007 };
  assert.equal(isStep(undefined, north(0), { now: 0, sorted: 0, touched: 0 }), true, "the first one");
  assert.equal(isStep(north(0), north(26), calm), true);
  assert.equal(isStep(north(0), north(24), calm), false);
  assert.equal(isStep(north(0), north(59, 1010, 60), calm), false);
  assert.equal(isStep(north(0), north(61, 1010, 60), calm), true);
  assert.equal(isStep(north(0), north(101, 1010, 5000), calm), true, "100 m always count");
  assert.equal(isStep(north(0), north(500), { ...calm, sorted: 1001 }), false);
  assert.equal(isStep(north(0), north(500), { ...calm, touched: 1008 }), false);
});

Deno.test("what the phone remembers is rounded to ten metres and gone after a week; what is no place is none", () => {
  assert.deepEqual(toRemember({ lat: 48.20571234, lon: -16.36879876, accuracyM: 7.2, at: 5 }), {
    lat: 48.2057,
    lon: -16.3688,
    accuracyM: 8,
    at: 5,
  });
  const kept = toRemember(north(0));
  assert.deepEqual(remembered(kept, 1000 + REMEMBERED_S), kept);
  assert.equal(remembered(kept, 1001 + REMEMBERED_S), undefined);
  for (
    const none of [null, "here", 5, {}, { ...kept, lat: "48" }, { ...kept, lat: 91 }, { ...kept, lon: 181 }]
  ) {
    assert.equal(remembered(none, 1000), undefined, JSON.stringify(none));
  }
  for (const member of ["lat", "lon", "accuracyM", "at"]) {
    assert.equal(remembered({ ...kept, [member]: null }, 1000), undefined, `without ${member}`);
  }
});

Deno.test("how the location is allowed differs by browser", () => {
  const said: [string, number, string][] = [
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", 5, "ios"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", 5, "ios"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", 0, "safari"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0 Safari/537.36", 0, "other"],
    ["Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0 Mobile Safari/537.36", 5, "android"],
    ["Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", 5, "firefox"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", 0, "firefox"],
  ];
  for (const [agent, touches, where] of said) assert.equal(allowsAt(agent, touches), where, agent);
});

Deno.test("lists are sorted from the newest step; 'again' counts at once, and nothing is left after 'forget'", () => {
  const own = new OwnPlace(1000);
  own.forget();
  assert.equal(own.asked.value, 0, "nobody is asked before the person asks");
  own.ask();
  const follower = new Follower(own);
  follower.take(north(0), 1000);
  assert.deepEqual(own.from.value, north(0));
  assert.equal(new OwnPlace(1000).from.value?.lat, PLACE.lat, "remembered for the next opening");
  follower.take(north(300, 1005), 1005);
  assert.deepEqual([own.here.value, own.latest.value], [north(0), north(300, 1005)], "too soon to sort anew");
  follower.touch(1010);
  follower.take(north(300, 1010), 1010);
  assert.deepEqual(own.here.value, north(0), "somebody touches the page");
  own.failure.value = "nofix";
  follower.take(north(300, 1013), 1013);
  assert.deepEqual([own.here.value, own.failure.value], [north(300, 1013), undefined]);
  const again = new Follower(own);
  again.take(north(310, 1013), 1013);
  assert.deepEqual(own.here.value, north(310, 1013));
  again.take(north(350, 1013), 1013);
  assert.deepEqual(own.here.value, north(310, 1013), "once");
  own.forget();
  assert.deepEqual([own.from.value, own.latest.value, own.asked.value], [undefined, undefined, 0]);
  assert.equal(new OwnPlace(1014).from.value, undefined);
});
