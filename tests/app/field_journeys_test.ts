/**
 * The journeys of somebody in the field, on a phone and on a desktop, by keyboard alone, at the edge of a cell, and in random
 * weather: answers lost, the gateway gone, the page closed.
 */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import { enter, tabTo, type } from "../kit/hands.ts";
import { random } from "../kit/random.ts";
import { find, hide } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
/** WEATHERS=20 for the long run. */
const WEATHERS = Number(Deno.env.get("WEATHERS") ?? 3);

journey(
  "by keyboard at 400 kbit/s: look around, open a cache, log it, see what it is worth",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", {
      title: "The old mast",
      description: "Under the third stone.",
      ...PLACE,
    });
    await find(field.app, "OE5OTH", code, { text: "TNX 73" });
    const phone = await field.phone({ call: "OE3FND", screen, place: PLACE });
    await field.slow(phone);
    await phone.open("/");
    await enter(phone, "The old mast");
    await phone.sees("Under the third stone.");
    await phone.sees("TNX 73");
    await enter(phone, "Log it");
    await phone.sees("Position ± 8 m.");
    await tabTo(phone, "Your log");
    await type(phone, "All by keys");
    await enter(phone, "Log find");
    await phone.sees("This find is location-verified.");
    await enter(phone, "See why");
    await phone.sees("How this find was checked");
    await phone.sees("0 m: counted");
    const { logs } = (await field.app.visitor.get(`/api/caches/${code}/logs`)).body;
    assert.deepEqual(logs.map(({ text }: { text: string }) => text), ["All by keys", "TNX 73"]);
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["desktop"] },
);

journey(`${WEATHERS} random weathers in a real browser: each log arrives, and once`, async (field) => {
  const codes: string[] = [];
  for (let i = 0; i < WEATHERS; i++) {
    codes.push((await hide(field.app, "OE1XYZ", { title: `Cache ${i}`, ...PLACE })).code);
  }
  const phone = await field.phone({ call: "OE3FND", place: PLACE });
  await phone.open("/");
  await phone.ready();
  let left = 0, lost = 0, gone = 0, closed = 0;
  // What is still to be lost outlives its own log: that one may be sent only when the next is being written.
  field.lose = ({ method, url }) =>
    method === "POST" && url.endsWith("/logs") && left > 0 && left-- > 0 && ++lost > 0;
  for (const [i, code] of codes.entries()) {
    const draw = random(i + 1);
    await phone.open(`/c/${code}/log`);
    await phone.tab.until(`document.querySelector("#text") !== null`);
    const away = draw() < 0.5, losing = i % 3 === 0 || draw() < 0.5, closing = draw() < 0.5;
    if (losing) left += 1 + Math.floor(draw() * 2);
    if (away) {
      await field.unplug();
      gone++;
    }
    await phone.fill("#text", `In weather ${i}`);
    await phone.press("Log find");
    await phone.tab.until(`document.querySelector("[data-state]") !== null`);
    if (closing) {
      closed++;
      await phone.open("/waiting");
    }
    field.plugIn();
  }
  await phone.open("/waiting");
  await phone.tab.until(`document.querySelectorAll("[data-state=settled]").length === ${codes.length}`);
  for (const [i, code] of codes.entries()) {
    const { logs } = (await field.app.visitor.get(`/api/caches/${code}/logs`)).body;
    assert.deepEqual(logs.map(({ text, tier }: { text: string; tier: string }) => [text, tier]), [[
      `In weather ${i}`,
      "B",
    ]]);
  }
  assert.ok(lost > 0 && gone + closed > 0, `${lost} lost, ${gone} gone, ${closed} closed`);
}, { devices: ["phone"], env: { HIDE_DAILY_LIMIT: "0" } });
