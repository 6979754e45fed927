/** Go is the whole screen: who hears one, what a find would be, both dots on the map; and without a place it still helps. */
import assert from "node:assert/strict";
import { lastHeard } from "../../src/client/phone/known/would_be.ts";
import { paced, paceOf } from "../../src/client/phone/senses/pace.ts";
import { rf } from "../kit/boxes.ts";
import { journey } from "../kit/journey.ts";
import { judged } from "../kit/judged.ts";
import type { Phone } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
const at = (seconds: number, metres: number, accuracyM = 6) => ({
  ...{ lat: PLACE.lat + metres / 111_195, lon: PLACE.lon },
  ...{ accuracyM, at: seconds },
});

Deno.test("the pace is that of the last half minute; who stands, and who was read once, has none", () => {
  const walk = [0, 5, 10, 15].map((s) => at(s, s * 1.4)).reduce(
    paced,
    [] as readonly ReturnType<typeof at>[],
  );
  assert.equal(Math.round(paceOf(walk)! * 10) / 10, 5);
  assert.equal(paceOf([at(0, 0)]), undefined);
  assert.equal(paceOf([at(0, 0), at(3, 9)]), undefined, "three seconds say nothing");
  assert.equal(paceOf([at(0, 0), at(10, 5)]), undefined, "within the error of the readings");
  assert.equal(paceOf([at(0, 0, 1), at(20, 6, 1)]), undefined, "readings wander");
  assert.deepEqual(paced([at(0, 0), at(10, 9)], at(31, 30)).map((one) => one.at), [10, 31]);
  assert.deepEqual(paced([at(10, 9)], at(10, 30)).map((one) => one.at), [10], "one of a second");
});

Deno.test("what was heard last by radio: one that counts comes first, none that is too old or came another way", () => {
  const one = (kind: string, at: number, counted = false) => ({ kind, at, counted });
  assert.equal(lastHeard([one("rf", 900), one("rf", 950), one("aprsis", 990)], 1000)?.at, 950);
  assert.equal(lastHeard([one("rf", 900, true), one("rf", 950)], 1000)?.at, 900);
  assert.equal(lastHeard([one("device", 990), one("nfc", 990), one("rf", 900)], 2701), undefined);
  assert.equal(lastHeard([one("meshcom", 900)], 2700)?.at, 900);
  assert.equal(lastHeard(undefined, 1000), undefined);
});

/** Whether an element is on the screen, whole. */
const isSeen = (phone: Phone, selector: string) =>
  phone.tab.evaluate(`(() => {
    const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
    return !!box && box.width > 0 && box.top >= 0 && box.bottom <= innerHeight + 1 && box.left >= 0 && box.right <= innerWidth + 1;
  })()`);

journey(
  "Go is the whole screen: it says who heard one and what a find would be, and its button is green only then",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", hint: "Magnetic", ...PLACE });
    const phone = await field.phone({
      call: "OE3FND",
      screen,
      place: { lat: PLACE.lat - 340 / 111_195, lon: PLACE.lon },
    });
    await phone.open(`/c/${code}/go`);
    await phone.sees("OE3FND not heard in 30 min");
    await phone.sees("A report from within 150 m is what counts.");
    await phone.tab.count(".go-act > .button-main", 0);
    if (screen.width < 1000) {
      for (const gone of [".top", "nav.bar"]) {
        assert.equal(
          await phone.tab.evaluate(`document.querySelector(${JSON.stringify(gone)}).getClientRects().length`),
          0,
          `${gone} gives way`,
        );
      }
    }
    for (const selector of [".go-digits", ".go-arrow", ".go-map", ".go-act"]) {
      assert.ok(await isSeen(phone, selector), `${selector} is on the screen`);
    }
    await phone.tab.count(".go-map .small-map-here");
    await phone.tab.count(".go-map .small-map-thing");
    for (const dot of [".go-map .small-map-here", ".go-map .small-map-thing"]) {
      assert.ok(await isSeen(phone, dot), `${dot} is on the strip`);
    }
    assert.deepEqual(await judged(phone), []);
    // The phone knows that one is there: a find would count, by place.
    await phone.tab.stand(phone.url, { latitude: PLACE.lat, longitude: PLACE.lon, accuracy: 6 });
    await phone.sees("Within 150 m: a find counts now.");
    await phone.tab.count(".go-act > .button-main", 1);
    const packets = [rf(field.app, "OE3FND-7>APRS:!4812.00N/01622.20E[on foot", "OE1GATE-1")];
    await field.app.ingest.post("/ingest", { packets });
    await phone.sees("OE1GATE-1 heard you ");
    await phone.sees("Heard here: a find counts now, by radio.");
    assert.deepEqual(await judged(phone), []);
    // The look for the sun is one press, and the look from before is one more.
    const theme = () => phone.tab.evaluate("document.documentElement.dataset.theme");
    const before = await theme(), sun = `document.querySelector('[aria-label="Look for the sun"]')`;
    await phone.tab.press(sun);
    assert.equal(await theme(), "sun");
    await phone.tab.press(sun);
    assert.equal(await theme(), before);
    assert.deepEqual(phone.tab.complaints, []);
    await field.unplug();
    await phone.sees("offline");
    field.plugIn();
    await phone.tab.press(`document.querySelector('[aria-label="Back to the cache"]')`);
    await phone.tab.until(`location.pathname === "/c/${code}"`);
  },
  { devices: ["phone", "desktop"], env: { FIRST_PARTY_SITES: "OE1GATE-1" } },
);

journey(
  "a beacon that does not reach what the cache asks for leaves the button as it is",
  async (field) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", minTrust: "A", ...PLACE });
    const phone = await field.phone({ call: "OE3FND", place: PLACE });
    await phone.open(`/c/${code}/go`);
    await phone.sees("not heard in");
    await phone.sees("A report from within 150 m is what counts.");
    await phone.tab.count(".go-act > .button-main", 0);
  },
);

journey(
  "without a place Go still helps: map, coordinates to copy, another app, the radio",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", hint: "Magnetic", ...PLACE });
    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
      source: `navigator.geolocation.watchPosition = (yes, no) => (setTimeout(() => no({ code: 1 })), 1);`,
    });
    await phone.open(`/c/${code}/go`);
    await phone.sees("No position");
    await phone.sees("N 48° 12.000'");
    await phone.tab.count(`.go-help a[href^="geo:48.2,16.37"]`);
    await phone.tab.count(`.go-help a[href="/c/${code}/radio"]`);
    await phone.tab.count(".go-map .small-map-thing");
    assert.deepEqual(await judged(phone), []);
    await phone.press("Hint");
    await phone.sees("Magnetic");
    await phone.tab.press(`document.querySelector('.go-help a[href="/map"]')`);
    await phone.tab.until(`location.pathname === "/map"`);
    assert.deepEqual(
      await phone.tab.evaluate(`JSON.parse(localStorage.getItem("map.view")).centre`),
      { lat: PLACE.lat, lon: PLACE.lon },
    );
  },
  { devices: ["phone", "desktop"] },
);

journey(
  "the log says what the rule that judges would say: by radio where one was heard, and that a stage is locked",
  async (field) => {
    const { app } = field;
    const { code } = await hide(app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const multi = await hide(app, "OE1XYZ", { title: "The two bridges", type: "multi", ...PLACE });
    const stages = [{ n: 1, unlock: "geo", ...PLACE, clue: "Look up" }];
    await (await app.signIn("OE1XYZ")).post(`/api/caches/${multi.id}/stages`, { stages });
    const packets = [rf(app, "OE3FND-7>APRS:!4812.00N/01622.20E[on foot", "OE1GATE-1")];
    const phone = await field.phone({ call: "OE3FND", place: { lat: 48.21, lon: 16.37 } });
    await app.ingest.post("/ingest", { packets });
    // The phone is elsewhere; what was heard at the cache decides, and no second ground contradicts it.
    await phone.open(`/c/${code}/log`);
    await phone.tab.count(".expect .tier-A");
    await phone.tab.count(".expect-picture-A .expect-arc");
    await phone.sees("OE1GATE-1: OE3FND-7 heard ");
    assert.equal(await phone.tab.evaluate(`document.body.innerText.includes("It counts within")`), false);
    await phone.press("Note");
    await phone.tab.count(".expect .tier", 0);
    await phone.open(`/c/${multi.code}/log`);
    await phone.sees("Its last stage is still locked");
    await phone.tab.count(`.expect a[href="/c/${multi.code}/stages"]`);
    assert.deepEqual(await judged(phone), []);
  },
  { env: { FIRST_PARTY_SITES: "OE1GATE-1" } },
);
