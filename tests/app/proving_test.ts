/** What would still prove a find: its steps, when it is logged again, and that the moment does so by itself. */
import assert from "node:assert/strict";
import { comesLate, isWorthAgain, type Judged, stepsOf } from "../../src/client/evidence/proving/steps.ts";
import { rf } from "../kit/boxes.ts";
import { journey } from "../kit/journey.ts";
import { judged } from "../kit/judged.ts";
import { find, hide } from "../kit/seed_game.ts";

const AT = 100_000, PLACE = { lat: 48.2, lon: 16.37 };
const unproven = (over: Partial<Judged> = {}): Judged => ({ tier: null, foundAt: AT, ...over });
const device = (distanceM: number) => ({ kind: "device", at: AT, counted: false, distanceM });
const doing = (find: Judged, given: { now?: number; awayM?: number } = {}) =>
  stepsOf(find, { now: given.now ?? AT, awayM: given.awayM }).map((step) =>
    step.do === "closer" ? `closer ${step.byM}` : step.do
  );

Deno.test("the next thing that would prove a find: nearer first, where it is known to be far, then one beacon", () => {
  assert.deepEqual(doing(unproven({ why: { candidates: [device(900), device(390)] } })), [
    "closer 240",
    "beacon",
  ]);
  assert.deepEqual(
    doing(unproven({ why: { candidates: [device(390)] } }), { awayM: 150 }),
    ["beacon"],
    "there by now",
  );
  assert.deepEqual(doing(unproven(), { awayM: 151 }), ["closer 1", "beacon"]);
  assert.deepEqual(doing(unproven()), ["place", "beacon"]);
  const elsewhere = { kind: "rf", at: AT, counted: false, distanceM: 20 };
  assert.deepEqual(
    doing(unproven({ why: { candidates: [elsewhere] } })),
    ["place", "beacon"],
    "a report is no phone",
  );
  assert.deepEqual(doing(unproven({ tier: "A" })), [], "nothing is worth more");
});

Deno.test("half an hour long it may be logged again; after that only what is open is said", () => {
  assert.deepEqual(doing(unproven(), { now: AT + 1800, awayM: 3 }), ["beacon"]);
  assert.deepEqual(doing(unproven(), { now: AT + 1801, awayM: 3 }), []);
  const open = { until: AT + 9_999, missing: ["hearing", "tag", "proof"] as ("hearing" | "tag" | "proof")[] };
  assert.deepEqual(doing(unproven({ open }), { now: AT + 1801 }), ["tag", "prove"]);
  assert.deepEqual([comesLate(unproven({ open })), comesLate(unproven({ open, tier: "A" }))], [true, false]);
  assert.equal(comesLate(unproven({ open: { until: 1, missing: ["proof"] } })), false);
  assert.equal(comesLate(unproven({ open: { until: 1, missing: ["peers"] } })), true);
});

Deno.test("where a receiver heard it and the call alone is not proven, that is the one thing", () => {
  const heard = { kind: "rf", at: AT, counted: false, distanceM: 5, said: { code: "call_unproven" } };
  const why = { candidates: [heard] };
  assert.deepEqual(doing(unproven({ why, open: { until: 1, missing: ["reading", "proof"] } })), ["prove"]);
  assert.deepEqual(doing(unproven({ why }), { awayM: 3 }), ["beacon"]);
});

Deno.test("it is logged again by a report that came too late for it, and by the phone's place where that counts", () => {
  const would = (at: number, tier: "A" | "B" | null = "A") => ({
    tier,
    why: { candidates: [{ at, counted: true }] },
  });
  const again = (find: Judged, given: Partial<Parameters<typeof isWorthAgain>[1]>) =>
    isWorthAgain(find, { now: AT + 100, would: undefined, expects: undefined, ...given });
  assert.equal(again(unproven(), { would: would(AT + 61) }), true);
  assert.equal(again(unproven(), { would: would(AT + 60) }), false, "by that the find rises itself");
  assert.equal(again(unproven(), { would: would(AT + 61, null) }), false);
  assert.equal(again(unproven({ tier: "B" }), { would: would(AT + 61) }), true);
  assert.equal(again(unproven({ tier: "A" }), { would: would(AT + 61) }), false);
  assert.equal(again(unproven(), { would: would(AT + 61), now: AT + 1801 }), false);
  const placed = { tier: "B" } as const;
  assert.equal(again(unproven(), { expects: placed }), true);
  assert.equal(again(unproven({ tier: "B" }), { expects: placed }), false, "it is worth no more");
  assert.equal(again(unproven(), { expects: { ...placed, radioOnly: true } }), false);
  assert.equal(again(unproven(), { expects: { tier: null } }), false);
});

const h1 = `document.querySelector("main h1")?.innerText.replace(/\\s+/g, " ")`;

journey(
  "a find that nothing proves says what would; once the phone is there it is logged again by itself, and counts",
  async (field) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND", place: { lat: 48.2035, lon: 16.37 } });
    await phone.open(`/c/${code}/log`);
    await phone.sees("You are 390 m away.");
    await phone.fill("#text", "Cold today");
    await phone.press("Log find");
    await phone.sees("Go 240 m closer");
    await phone.tab.count(".moment-gap", 1);
    await phone.tab.count(`.moment .act-bar a[href="/c/${code}/go"]`);
    assert.deepEqual(await judged(phone), []);
    await phone.tab.send("Emulation.setGeolocationOverride", {
      latitude: 48.2,
      longitude: 16.37,
      accuracy: 5,
    });
    await phone.tab.until(`${h1} === "Found! Your first."`);
    await phone.sees("First to find");
    await phone.tab.count(".moment-gap, .moment-lost", 0);
    const { logs } = (await field.app.visitor.get(`/api/caches/${code}/logs`)).body;
    assert.deepEqual(logs.map(({ kind, tier }: { kind: string; tier: string | null }) => [kind, tier]), [
      ["found", "B"],
      ["note", null],
    ]);
  },
);

journey(
  "a find that was heard says by whom, that it is the first that was, and shows the card that others see",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    await find(field.app, "OE5ABC", code);
    const phone = await field.phone({ call: "OE3FND", screen, place: PLACE });
    const packets = [rf(field.app, "OE3FND-7>APRS:!4812.00N/01622.20E[on foot", "OE1GATE-1")];
    await field.app.ingest.post("/ingest", { packets });
    await phone.open(`/c/${code}/log`);
    await phone.sees("0 m from the cache: this find can be radio-verified.");
    await phone.press("Log find");
    await phone.tab.until(`${h1} === "You were heard! Your first."`);
    await phone.sees("OE1GATE-1 heard OE3FND-7 0 m from The old mast");
    await phone.sees("First to be heard");
    await phone.tab.count(".moment-first", 1);
    await phone.tab.count(".moment-wave", 1);
    await phone.tab.until(`document.querySelector(".moment-card img").naturalWidth === 800`);
    await phone.tab.count(".proving", 0);
    assert.deepEqual(await judged(phone), []);
  },
  { env: { FIRST_PARTY_SITES: "OE1GATE-1" } },
);
