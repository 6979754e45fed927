/** Rules of hiding: where a place is, what a text says of it, and what a draft becomes. */
import assert from "node:assert/strict";
import { GOOD_M, meanOf, NOTHING, secondsLeft, take } from "../../src/client/hide/average.ts";
import { moved, readPlace, writePlace } from "../../src/client/ui/places/coordinates.ts";
import {
  asKind,
  bodyOf,
  changesOf,
  formOfCache,
  missingOf,
  newDraft,
  SIZES,
  STAGED,
  stagesOf,
  stepsOf,
  typedOver,
  TYPES,
} from "../../src/client/phone/drafts/draft.ts";
import { shown } from "../../src/client/hide/conflict.tsx";
import { NATIVE_CACHE_TYPES } from "../../src/wire/mod.ts";
import { isOpen } from "../../src/client/hide/publish.ts";
import type { Item, State } from "../../src/client/phone/queue/item.ts";
import { versionOver, withStatus } from "../../src/client/hide/change.ts";
import {
  formOf,
  newStage,
  posted,
  stageOf,
  stood,
  typedStages,
} from "../../src/client/phone/drafts/stages.ts";
import { isBehind } from "../../src/client/phone/use_read.ts";
import { distanceM } from "../../src/client/ui/places/arrow.ts";

const HERE = { lat: 48.2, lon: 16.37 };
const reading = (northM: number, accuracyM: number, from = HERE) => ({
  ...moved(from, northM, 0),
  accuracyM,
});
const sumOf = (...readings: ReturnType<typeof reading>[]) => readings.reduce(take, NOTHING);

Deno.test("the mean of readings: good ones count more, hopeless ones not at all", () => {
  assert.equal(meanOf(NOTHING), undefined);
  const one = meanOf(sumOf(reading(0, 8)))!;
  assert.deepEqual([one.lat, one.lon, one.accuracyM], [HERE.lat, HERE.lon, 8]);
  // Weights 1/4² and 1/8²: the mean lies four fifths of the way to the better one.
  const two = meanOf(sumOf(reading(0, 8), reading(10, 4)))!;
  assert.ok(Math.abs(distanceM(HERE, two) - 8) < 0.1, `${distanceM(HERE, two)}`);
  assert.ok(two.accuracyM < 4 && two.accuracyM > 3);
  // A much better one makes what was there worthless; a much worse one changes nothing.
  const first = reading(500, 100), good = reading(0, 10);
  assert.ok(distanceM(HERE, meanOf(sumOf(first, good))!) < 0.01);
  assert.deepEqual(sumOf(good, first), sumOf(good));
  // However many there are, they share half of their error.
  assert.equal(meanOf(sumOf(...Array.from({ length: 1000 }, () => reading(0, 8))))!.accuracyM, 4);
  // A receiver that calls itself perfect is not.
  assert.equal(meanOf(sumOf(reading(0, 0)))!.accuracyM, 1);
});

Deno.test("the mean at the date line stays there", () => {
  const west = { lat: 0, lon: -179.9999, accuracyM: 5 }, east = { lat: 0, lon: 179.9999, accuracyM: 5 };
  const { lon } = meanOf(sumOf(west, east, east, west))!;
  assert.ok(Math.abs(Math.abs(lon) - 180) < 1e-9, `${lon}`);
  assert.ok(Math.abs(meanOf(sumOf(east, west, west))!.lon) > 179);
});

Deno.test("how long to wait: until four metres, or as good as it gets, and five readings in any case", () => {
  assert.equal(secondsLeft(NOTHING), 20);
  assert.equal(secondsLeft(sumOf(reading(0, 8))), 4, "four readings of 8 m make 4 m; five are wanted");
  const five = sumOf(...Array.from({ length: 5 }, () => reading(0, 8)));
  assert.equal(secondsLeft(five), 0);
  assert.ok(meanOf(five)!.accuracyM <= GOOD_M);
  // At 30 m there is no better than 15, and at no time more than a minute is asked for.
  assert.equal(secondsLeft(sumOf(...Array.from({ length: 5 }, () => reading(0, 30)))), 0);
  assert.ok(secondsLeft(sumOf(reading(0, 1000))) <= 60);
});

Deno.test("coordinates are read as people write them", () => {
  const near = (text: string, lat: number, lon: number) => {
    const place = readPlace(text, "de");
    assert.ok(place, text);
    assert.ok(
      Math.abs(place.lat - lat) < 1e-6 && Math.abs(place.lon - lon) < 1e-6,
      `${text}: ${place.lat} ${place.lon}`,
    );
  };
  for (
    const text of [
      "N 48° 12.345' E 016° 22.123'",
      "n48 12.345 e16 22.123",
      "48° 12.345' N, 16° 22.123' E",
      "48 12.345 N 16 22.123 O",
      "  N48°12.345' E016°22.123'  ",
    ]
  ) near(text, 48.20575, 16.3687166667);
  near("48.20575, 16.36872", 48.20575, 16.36872);
  near("-33.9 18.4", -33.9, 18.4);
  near("S 33.9 W 18.4", -33.9, -18.4);
  near("0 0", 0, 0);
  for (
    const text of [
      "",
      "48.2",
      "91, 16",
      "48, 181",
      "N 48 60.0 E 16 0",
      "48.5 30, 16",
      "N -48 E 16",
      "W 48 E 16",
      "1,2,3",
      "here",
      "N 48 N, E 16",
      "9".repeat(200),
    ]
  ) assert.equal(readPlace(text, "en"), undefined, text);
  for (const place of [HERE, { lat: -33.91234, lon: -18.45678 }, { lat: 0, lon: 0 }]) {
    const again = readPlace(writePlace(place), "en")!;
    assert.ok(distanceM(place, again) < 1, writePlace(place));
  }
});

Deno.test("a draft says what is missing, and becomes what the API names", () => {
  const draft = newDraft("0".repeat(32), "OE1ABC", "a.example", 1000);
  assert.deepEqual(missingOf(draft).map(({ key }) => key), ["hide.missing.place", "hide.missing.title"]);
  assert.deepEqual(missingOf({ ...draft, title: " x ", ...HERE }), []);
  assert.deepEqual(missingOf({ ...draft, title: "  ", ...HERE }).map(({ key }) => key), [
    "hide.missing.title",
  ]);
  const kinds = (["federated", "local", "unlisted"] as const).map((visible) => {
    const { scope, unlisted } = bodyOf({ ...draft, visible });
    return [scope, unlisted];
  });
  assert.deepEqual(kinds, [["federated", false], ["local", false], ["local", true]]);
  assert.equal(bodyOf({ ...draft, radioOnly: true }).minTrust, "A");
  assert.equal("lat" in bodyOf(draft), false);
  const told = { ...bodyOf({ ...draft, title: "x", ...HERE, visible: "unlisted", radioOnly: true }) };
  assert.deepEqual(bodyOf(formOfCache(told as Parameters<typeof formOfCache>[0])), told);
});

Deno.test("each kind has what it needs: a station or a place, a size or none", () => {
  const draft = { ...newDraft("0".repeat(32), "OE1ABC", "a.example", 1000), title: "x" };
  const keys = (told: Parameters<typeof missingOf>[0]) => missingOf(told).map(({ key }) => key);
  const living = { ...draft, ...asKind(draft, "living") };
  assert.deepEqual([living.size, keys(living)], ["none", ["hide.missing.station"]]);
  const following = { ...living, ...HERE, stationCall: "OE1ABC-9" };
  assert.deepEqual(keys(following), []);
  const body = bodyOf(following);
  assert.deepEqual(["lat" in body, "stationCall" in body && body.stationCall], [false, "OE1ABC-9"]);
  // Back to a box: it has a place and a size again, and no station.
  const box = { ...following, ...asKind(following, "letterbox") };
  assert.deepEqual([box.size, keys(box), "stationCall" in bodyOf(box)], ["small", [], false]);
  assert.equal(asKind({ ...draft, size: "large" }, "audio").size, undefined, "a size that was chosen stays");
  assert.deepEqual(["virtual", "earth"].map((type) => asKind(draft, type).size), ["none", "none"]);
  assert.deepEqual([...TYPES].sort(), [...NATIVE_CACHE_TYPES].sort(), "the game's own kinds, all of them");
  assert.ok([...STAGED].every((one) => TYPES.some((type) => type === one)));
  // What leads on by stages is not published without any; other kinds may have some, and most are not asked.
  const multi = { ...draft, ...HERE, type: "multi" }, stages = [newStage("open", "a")];
  assert.deepEqual(keys(multi), ["hide.missing.stages"]);
  assert.deepEqual(keys({ ...multi, stages }), []);
  assert.deepEqual(keys({ ...multi, type: "mystery" }), []);
  assert.deepEqual([
    stepsOf(multi).length,
    stepsOf({ type: "mystery" }).length,
    stepsOf({ type: "virtual" }).length,
  ], [
    ...[5, 5, 4],
  ]);
  // Those of a kind that was chosen before are not sent along.
  assert.deepEqual([stagesOf({ ...multi, stages }).length, stagesOf({ type: "virtual", stages }).length], [
    1,
    0,
  ]);
  assert.ok(SIZES.includes("none"));
});

Deno.test("a change names what differs, and a place whole", () => {
  const draft = { ...newDraft("0".repeat(32), "OE1ABC", "a.example", 1000), title: "x", ...HERE };
  assert.deepEqual(changesOf(draft, draft), {});
  assert.deepEqual(changesOf(draft, { ...draft, hint: "y", visible: "local" }), {
    hint: "y",
    scope: "local",
  });
  assert.deepEqual(changesOf(draft, { ...draft, lat: 48.3 }), { lat: 48.3, lon: HERE.lon });
  assert.deepEqual(changesOf(draft, { ...draft, radioOnly: true }), { minTrust: "A" });
});

Deno.test("of a kept copy, a live answer and what was typed: what was typed wins, field by field, a place whole", () => {
  const kept = { ...newDraft("0".repeat(32), "OE1ABC", "a.example", 1000), title: "x", hint: "old", ...HERE };
  const live = { ...kept, title: "theirs", hint: "theirs too", lat: 48.25 };
  assert.deepEqual(typedOver(kept, kept), {});
  const typed = typedOver(kept, { ...kept, hint: "mine", radioOnly: true, lon: 16.4 });
  assert.deepEqual(typed, { hint: "mine", radioOnly: true, lat: HERE.lat, lon: 16.4 });
  assert.deepEqual(typedOver(kept, { ...kept, lat: 48.3 }), { lat: 48.3, lon: HERE.lon });
  // In whatever order the copies come, the form says the same in the end.
  for (const copies of [[kept, live], [live, kept, live]]) {
    let told = kept;
    for (const copy of copies) told = { ...copy, ...typedOver(copy, { ...copy, ...typed }) };
    assert.deepEqual(told, { ...live, ...typed });
  }
  // Typed back to what is there, nothing is left of it.
  assert.deepEqual(typedOver(live, { ...live, ...typed, hint: "theirs too" }), {
    ...{ radioOnly: true, lat: HERE.lat, lon: 16.4 },
  });
});

Deno.test("what the phone kept never replaces an answer that the page shows; every answer does", () => {
  const [live, kept, pack] = (["live", "kept", "pack"] as const).map((source) => ({ source }));
  assert.deepEqual(
    [kept, pack, live].map((one) => [undefined, kept, pack, live].map((shown) => isBehind(one!, shown))),
    [[false, false, false, true], [false, false, false, true], [false, false, false, false]],
  );
});

Deno.test("a change names the version that was typed over, or the one that one's own changes made of it", () => {
  const own = (over: number, updatedAt?: number, state: State = "settled") => ({
    state,
    body: { ifUpdatedAt: over },
    ...(updatedAt !== undefined && { answer: { status: 200, at: 1, value: { updatedAt } } }),
  });
  assert.equal(versionOver(5, []), 5);
  assert.equal(versionOver(5, [own(5, 8)]), 8);
  assert.equal(versionOver(5, [own(8, 9), own(5, 8)]), 9);
  // Somebody else made 7 of 5: that is not known, so the gateway says so.
  assert.equal(versionOver(5, [own(7, 8)]), 5);
  assert.equal(versionOver(5, [own(5, 8, "needs_you"), own(5, undefined, "sending")]), 5);
  assert.equal(versionOver(5, [own(5, 5)]), 5, "the same values again made no other version");
});

Deno.test("a cache that is to be switched off stays so when more is typed before that is sent", () => {
  const waits = { body: { status: "disabled", hint: "One", ifUpdatedAt: 1 } };
  assert.deepEqual(withStatus(waits, { hint: "Two" }), { status: "disabled", hint: "Two" });
  assert.deepEqual(withStatus(waits, { status: "active" }), { status: "active" });
  assert.deepEqual(withStatus({ body: { hint: "One" } }, { hint: "Two" }), { hint: "Two" });
  assert.deepEqual(withStatus(undefined, { hint: "Two" }), { hint: "Two" });
});

Deno.test("stages: what was typed comes first, then what was saved, then what the gateway has", () => {
  const at = (clue: string, n = 1) => ({
    ...{ n, unlock: "nfc" as const, clue, lat: 48.2, lon: 16.37, radiusM: 60, code: "abcd", mediaUrl: null },
  });
  const there = [at("there")], form = formOf(there, undefined);
  assert.deepEqual(form, { stages: there.map(stageOf), was: stood(there) });
  assert.equal(typedStages(form, there.map(stageOf)), undefined);
  const mine = [{ ...stageOf(at("mine")) }, newStage("geo", "")];
  const typed = typedStages(form, mine)!;
  assert.deepEqual(typed, { stages: mine, was: stood(there) });
  // Saved and not accepted: it is shown as it was sent, and still names the list that it was made from.
  const newer = [at("from elsewhere")];
  assert.deepEqual(formOf(newer, { stages: posted(mine), was: typed.was }), typed);
});

Deno.test("a draft may be changed until it was tried, and again when it was refused", () => {
  const item = (state: Item["state"], tries = 0) => ({ state, tries }) as Item;
  assert.equal(isOpen(undefined), true);
  assert.equal(isOpen(item("waiting")), true);
  assert.equal(isOpen(item("waiting", 1)), false, "it may be a cache by now");
  assert.equal(isOpen(item("needs_you", 3)), true);
  for (const state of ["sending", "settled", "by_radio"] as const) assert.equal(isOpen(item(state)), false);
});

Deno.test("two versions of a cache are shown in words, not in those of the API", () => {
  const of = {
    type: "multi",
    size: "micro",
    scope: "local",
    status: "disabled",
    minTrust: null,
    hint: "",
    title: "multi",
  };
  const said = Object.keys(of).map((field) => shown(of, field));
  assert.deepEqual(said, [
    ...["Multi-stage", "micro", "Everybody on this gateway."],
    ...["temporarily unavailable", "no", "–", "multi"],
  ]);
  assert.equal(shown({ minTrust: "A" }, "minTrust"), "yes");
});
