/** Solved coordinates and open stages: on the big map, and where Go leads. */
import assert from "node:assert/strict";
import { ownPlaceFeatures } from "../../src/client/map/own/own_features.ts";
import { solvedPlaces } from "../../src/client/map/own/own_places.ts";
import type { CacheRow } from "../../src/client/phone/known/caches.ts";
import type { Item } from "../../src/client/phone/queue/item.ts";
import { pressMapUntil } from "../kit/hands.ts";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";

const NOTES = [
  { code: "GW-7K2", text: "", lat: 48.1, lon: 16.1, at: 0 },
  { code: "GW-8K3", text: "only words", lat: null, lon: null, at: 0 },
] as unknown as Parameters<typeof solvedPlaces>[2];
const kept = (body: Record<string, unknown>, more: Partial<Item> = {}) =>
  ({ kind: "keep", cache: "GW7K2", account: "OE1FND", state: "waiting", body, ...more }) as unknown as Item;

Deno.test("solved coordinates are those of the notebook, and what waits to be sent goes before them", () => {
  assert.deepEqual(solvedPlaces([], "OE1FND", NOTES, 100), [{ code: "GW-7K2", lat: 48.1, lon: 16.1 }]);
  const moved = kept({ text: "", lat: 48.2, lon: 16.2 });
  assert.deepEqual(solvedPlaces([moved], "OE1FND", NOTES, 100), [{ code: "GW-7K2", lat: 48.2, lon: 16.2 }]);
  assert.deepEqual(
    solvedPlaces([moved], "OE1ELS", NOTES, 100)[0]!.lat,
    48.1,
    "of somebody else on this phone",
  );
  assert.deepEqual(solvedPlaces([kept({ text: "", lat: null, lon: null })], "OE1FND", NOTES, 100), []);
  const tick = kept({ on: true }, { kind: "list" } as Partial<Item>);
  assert.deepEqual(solvedPlaces([tick], "OE1FND", NOTES, 100)[0]!.lat, 48.1);
});

Deno.test("on the map they have the cache's title, and a stage its number; a press is one on the cache", () => {
  const row = { code: "GW7K2", gid: null, title: "Three bells" } as unknown as CacheRow;
  const { features } = ownPlaceFeatures(
    [{ code: "GW-7K2", lat: 48.1, lon: 16.1 }, { code: "GW-7K2", stage: 2, lat: 48.3, lon: 16.3 }],
    () => row,
  );
  assert.deepEqual(features.map(({ properties }) => [properties.kind, properties.id]), [["cache", "GW7K2"], [
    "cache",
    "GW7K2",
  ]]);
  assert.equal(features[0]!.properties.title, "Three bells");
  assert.match(String(features[1]!.properties.title), /^Three bells · .*2/);
});

journey(
  "who has solved where it is sees that place on the map, and Go leads there",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", {
      title: "Three bells",
      type: "mystery",
      lat: 48.2,
      lon: 16.37,
    });
    const solved = { lat: 48.21, lon: 16.39 };
    const phone = await field.phone({ call: "OE1FND", screen, place: { lat: 48.2, lon: 16.39 } });
    await phone.open("/me");
    await phone.comes(`fetch("/api/my/notebook/notes/${code}", { method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: "", lat: ${solved.lat}, lon: ${solved.lon} }) }).then(({ ok }) => ok)`);
    await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
      source:
        `localStorage.setItem("map.view", '{"centre":{"lat":${solved.lat},"lon":${solved.lon}},"zoom":15}')`,
    });
    await phone.open("/map");
    await phone.tab.until(`document.querySelector(".maplibregl-canvas") !== null &&
    document.querySelector(".big-map > [role=status]") === null`);
    await pressMapUntil(phone, `document.querySelector(".thing-card") !== null`);
    await phone.sees("Three bells");
    await phone.open(`/c/${code}/go`);
    await phone.sees("Solved coordinates");
    // 1.1 km to the north, and not the 1.5 km to where the cache is listed.
    await phone.tab.until(`/1[.,]1/.test(document.querySelector(".go-digits")?.innerText ?? "")`);
    assert.deepEqual(phone.tab.complaints, []);
  },
  { env: { HIDE_DAILY_LIMIT: "0" } },
);
