/** What pages in the field make of what they know, without a browser: rows, coverage, moments, squares, times of readings. */
import assert from "node:assert/strict";
import { seenOf } from "../../src/client/cache/from_row.ts";
import { heardHere } from "../../src/client/cache/heard_here.ts";
import { withPlaces } from "../../src/client/evidence/receiver_places.ts";
import { asJudged } from "../../src/client/evidence/evidence.ts";
import { cacheState } from "../../src/client/marks/caches.ts";
import { filtersOf, passes } from "../../src/client/marks/filters.ts";
import type { CacheRow } from "../../src/client/phone/known/caches.ts";
import { fullestSquare, homeSquare } from "../../src/client/phone/packs/home_square.ts";
import { takenAt, worthOf } from "../../src/client/phone/position/reading.ts";
import type { Item } from "../../src/client/phone/queue/item.ts";
import { projectionOf } from "../../src/client/ui/places/project.ts";
import { knownOf, momentOf, nextFrom } from "../../src/client/waiting/moment.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
const row = (code: string, over: Partial<CacheRow> = {}): CacheRow => ({
  ...{ id: 1, code, title: code, type: "traditional", size: "small", status: "active", difficulty: 1.5 },
  ...{ terrain: 2, ...PLACE, owner: "OE1XYZ", country: null, origin: "here.example", ...over },
});

Deno.test("a reading's time is the phone's clock or the satellites', whichever explains its age", () => {
  const now = 1_800_000_000;
  // The phone is six minutes ahead, or behind, or right; `offset` is what is missing from its clock.
  for (const offset of [-360, 360, 0]) {
    const clock = now - offset, how = { clock, offset, most: 1 };
    const byStandard = takenAt(clock * 1000 - 400, how), bySatellite = takenAt(now * 1000 - 400, how);
    assert.deepEqual([byStandard, bySatellite], [now - 1, now - 1], `offset ${offset}`);
    const reading = { ...PLACE, accuracyM: 8, at: bySatellite };
    assert.equal(worthOf(reading, now), "good", "it is sent with a log");
  }
  // One that was a minute old when it was asked for stays so, in both.
  const how = { clock: now + 360, offset: -360, most: 60 };
  assert.equal(takenAt((now + 360 - 55) * 1000, how), now - 55);
  assert.equal(takenAt((now - 55) * 1000, how), now - 55);
  // What neither explains is what the standard says: old stays old.
  assert.equal(takenAt((now + 360 - 4000) * 1000, { ...how, most: 1 }), now - 4000);
});

Deno.test("whether one can be heard: from this subsquare, from around it, from nowhere; the nearest receiver is named", () => {
  const sites = [
    { site: "OE3XFAR", lat: 48.9, lon: 16.37 },
    { site: "OE1XAR", lat: 48.21, lon: 16.37 },
    { site: "OE1NOWHERE", lat: null, lon: null },
  ];
  const here = heardHere({ squares: [{ grid: "JN88ee", heard: 41, lastHeard: 900 }], sites }, PLACE);
  assert.deepEqual([here.from, here.heard, here.lastHeard, here.nearest?.site], ["here", 41, 900, "OE1XAR"]);
  assert.equal(Math.round(here.nearest!.awayM), 1112);
  const around = heardHere({ squares: [{ grid: "JN88ef", heard: 2, lastHeard: 5 }], sites: [] }, PLACE);
  assert.deepEqual([around.from, around.heard, around.nearest], ["around", 0, undefined]);
  assert.equal(heardHere({ squares: [], sites: [] }, PLACE).from, "nowhere");
});

Deno.test("a row is enough to see a cache and to be led there; what it does not tell is not made up", () => {
  const seen = seenOf(row("AB12", { gid: "there.example:cache:1", mirrored: true, tags: ["view"] }));
  assert.deepEqual([seen.title, seen.lat, seen.gid, seen.tags], [
    "AB12",
    48.2,
    "there.example:cache:1",
    ["view"],
  ]);
  assert.deepEqual([seen.description, seen.hint, seen.createdAt, seen.rating.avg], ["", "", 0, null]);
});

Deno.test("the find that was just saved is the moment, else a cache published just now; never what needs somebody", () => {
  const item = (id: string, over: Partial<Item>) =>
    ({ id, kind: "log", state: "waiting", at: 1000, body: { kind: "found" }, ...over }) as Item;
  const find = item("f", {}), hide = item("h", { kind: "hide", state: "settled", body: {} });
  assert.equal(momentOf([find, hide], "f", 1000)?.id, "f");
  assert.equal(momentOf([find, hide], null, 1000)?.id, "h");
  assert.equal(momentOf([find, hide], null, 1601), undefined, "ten minutes later it is a cache like others");
  for (
    const over of [
      { state: "needs_you" },
      { state: "dropped" },
      { body: { kind: "note" } },
      { answer: { status: 409, reason: "already_found", at: 1000 } },
    ] as Partial<Item>[]
  ) assert.equal(momentOf([item("f", over)], "f", 1000), undefined, JSON.stringify(over));
});

Deno.test("the moment of a find says what is known of it: heard, the phone's word, nothing, not enough here, nobody yet", () => {
  const item = (state: Item["state"], value?: unknown) =>
    ({ state, ...(value !== undefined && { answer: { status: 201, at: 1, value } }) }) as Item;
  for (
    const [state, value, known] of [
      ["waiting", undefined, "waits"],
      ["sending", undefined, "waits"],
      ["settled", {}, "waits"],
      ["settled", { tier: "A", verified: true }, "heard"],
      ["settled", { tier: "B", verified: true }, "placed"],
      ["settled", { tier: "B", verified: false }, "uncounted"],
      ["settled", { tier: null, verified: false }, "unproven"],
      // An older gateway does not say whether it counts.
      ["settled", { tier: "B" }, "placed"],
    ] as const
  ) assert.equal(knownOf(item(state, value)), known, JSON.stringify([state, value]));
});

Deno.test("what counted for a find that does not count is drawn as what did not, and its cache is still to be found", () => {
  const candidates = [{ counted: true, n: 1 }, { counted: false, n: 2 }];
  assert.deepEqual(asJudged(candidates, false).map(({ counted }) => counted), [false, false]);
  assert.deepEqual(asJudged(candidates, true), candidates);
  const all = { ...filtersOf(""), isNew: true };
  for (
    const [mark, offered, drawn] of [
      [undefined, true, "open"],
      ["logged", true, "open"],
      ["found", false, "found"],
      ["pending", false, "pending"],
    ] as const
  ) {
    assert.equal(passes(row("AB12"), all, { mark: () => mark, heard: undefined }), offered, mark);
    assert.equal(cacheState("active", mark), drawn);
  }
});

Deno.test("next is the nearest cache that is active and not out", () => {
  const rows = [
    row("OFF", { status: "disabled" }),
    row("OUT", { lat: 48.201 }),
    row("FAR", { lat: 48.3 }),
    row("NEAR", { lat: 48.21 }),
  ];
  const next = nextFrom(rows, PLACE, ({ code }) => code === "OUT");
  assert.equal(next?.row.code, "NEAR");
  assert.equal(nextFrom(rows, PLACE, () => true), undefined);
});

Deno.test("home is the square around somebody that has caches, else the fullest one", () => {
  const linz = { lat: 48.3, lon: 14.28 }, places = [PLACE, { lat: 48.21, lon: 16.3 }, linz];
  assert.equal(fullestSquare(places, 4), "JN88");
  assert.equal(homeSquare(places, linz), "JN78");
  assert.equal(homeSquare(places, { lat: 0, lon: 0 }), "JN88", "nothing there");
  assert.equal(homeSquare(places, undefined, 6), "JN88EE");
  assert.equal(homeSquare([], PLACE), undefined);
});

Deno.test("a receiver without a place gets the one it has now; one that was placed keeps it", () => {
  const candidate = (receiver: { site: string; lat?: number; lon?: number }) => ({
    ...{ kind: "rf", at: 1, counted: true, receiver },
  });
  const sites = [{ site: "A", lat: 1, lon: 2 }, { site: "B", lat: 3, lon: 4 }, {
    site: "C",
    lat: null,
    lon: null,
  }];
  const placed = withPlaces(
    [candidate({ site: "A" }), candidate({ site: "B", lat: 9, lon: 9 }), candidate({ site: "C" })],
    sites,
  );
  assert.deepEqual(placed.map(({ receiver }) => receiver?.lat), [1, 9, undefined]);
});

Deno.test("a map near the goal spans little: its scale follows the distance", () => {
  const wide = (metres: number) => {
    const here = { ...PLACE, lat: PLACE.lat + metres / 111_195 };
    const { north, south } = projectionOf([PLACE, here], 600, 140, 50 / 111_195);
    return (north - south) * 111_195;
  };
  assert.ok(wide(13) < 100, `${wide(13)} m at 13 m`);
  assert.ok(wide(500) > 500 && wide(500) < 800, `${wide(500)} m at 500 m`);
});
