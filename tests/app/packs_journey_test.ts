/** Packing a trip: a square is taken along, the gateway goes away, and its caches are found all the same. */
import assert from "node:assert/strict";
import { archiveOf } from "../kit/pmtiles.ts";
import { journey } from "../kit/journey.ts";
import type { Field, Phone } from "../kit/phone.ts";
import { becomes } from "../kit/waits.ts";
import { crowd, find, hide } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
const PNG = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  (letter) => letter.charCodeAt(0),
);

/** A cache with a photo and a find, and one outside its square. */
async function seed({ app }: Field): Promise<string> {
  const { id, code } = await hide(app, "OE1XYZ", {
    title: "The old mast",
    description: "Under the third stone.",
    hint: "Magnetic",
    ...PLACE,
  });
  await hide(app, "OE1XYZ", { title: "Far away", lat: 47.2, lon: 13.1 });
  for (const call of ["OE3AAA", "OE3BBB", "OE3CCC", "OE3DDD", "OE3EEE"]) await find(app, call, code);
  await find(app, "OE3FND", code, { text: "TNX 73" });
  const owner = await app.signIn("OE1XYZ");
  const photo = await owner.post(`/api/caches/${id}/media?title=The+stone`, PNG, {
    "content-type": "image/png",
  });
  assert.equal(photo.status, 201, photo.text);
  return code;
}

/** Waits until the pack is whole. */
const whole = (phone: Phone) => phone.tab.until(`document.querySelector('[data-state="whole"]') !== null`);
journey("somebody takes a square along and finds its caches with the gateway gone", async (field, screen) => {
  await Deno.mkdir(`${field.app.dataDir}/tiles`, { recursive: true });
  await Deno.writeFile(`${field.app.dataDir}/tiles/offline.pmtiles`, archiveOf(6));
  const code = await seed(field);
  const asked: string[] = [];
  field.hold = ({ url, headers }) => {
    asked.push(`${new URL(url).pathname} ${headers.get("range") ?? ""}`.trim());
    return false;
  };
  const phone = await field.phone({ call: "OE3FND", screen, place: PLACE });
  await phone.open("/");
  await phone.press("Sort by distance");
  await phone.sees("0 m");
  await phone.press("Take with me");
  await phone.sees("Take a square with you");
  await phone.sees("1 cache,");
  await phone.press("Larger square");
  await phone.sees("2 caches,");
  await phone.press("Smaller square");
  await phone.sees("JN88");
  await phone.sees("Map of the square (");
  await phone.sees("free on this phone");
  const media = () => asked.filter((one) => one.startsWith("/api/media")).length;
  assert.equal(media(), 0, "nothing is kept before it is asked for");
  await phone.press("all (");
  await phone.press("Download");
  await whole(phone);
  assert.equal(
    await phone.tab.evaluate(
      `[...document.querySelectorAll("[name=images]")].map(({ checked }) => checked).join()`,
    ),
    "false,false,true",
    "what was chosen stays chosen",
  );
  await phone.sees("Ready for offline");
  assert.equal(media(), 1);
  await phone.ready();
  await field.unplug();

  // Nothing of this cache was opened before: the pack alone knows it.
  await phone.open("/");
  await phone.sees("No connection since");
  await phone.sees("The old mast");
  await phone.open(`/c/${code}`);
  await phone.sees("Caches from pack JN88");
  await phone.sees("Under the third stone.");
  await phone.sees("TNX 73");
  await phone.sees("This phone holds the newest 5 of 6 logs.");
  await phone.tab.until(`document.querySelector(".gallery img")?.naturalWidth === 1`);
  const bytes = await phone.tab.evaluate(`(async () => {
    const db = await new Promise((done) => {
      const asked = indexedDB.open("service-gateway-packs");
      asked.onsuccess = () => done(asked.result);
    });
    const all = await new Promise((done) => {
      const asked = db.transaction("ranges").objectStore("ranges").getAll();
      asked.onsuccess = () => done(asked.result);
    });
    return all.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  })()`) as number;
  assert.ok(bytes > 1000, "the map of the square is here too");

  // Back in signal: the same pack costs no second build, and it is removed when that was asked once.
  field.plugIn();
  await phone.open("/packs");
  const builds = asked.filter((one) => one.startsWith("/api/offline/pack")).length;
  await phone.press("Refresh");
  await phone.tab.until(
    `!document.querySelector(".pack-card button").matches(":disabled, [aria-disabled=true]")`,
  );
  await phone.sees("Checked just now");
  assert.ok(asked.filter((one) => one.startsWith("/api/offline/pack")).length > builds);
  assert.equal(media(), 1, "nothing came twice");
  await phone.press("Share");
  await phone.tab.until(`document.querySelector("svg.qr path")?.getAttribute("d").length > 100`);
  await phone.press("Remove");
  await phone.sees("Getting them back needs a connection.");
  await phone.press("Keep it");
  await phone.tab.count(".pack-card", 1);
  await phone.press("Remove");
  await phone.press("Remove the pack");
  await phone.sees("No packs on this phone yet.");
});

journey("a download that was cut goes on by itself when the gateway answers again", async (field, screen) => {
  const code = await seed(field);
  const phone = await field.phone({ screen });
  let away = true, asked = 0, again = 0;
  // While the gateway is away the photo gets no answer, however often the browser itself asks anew for what broke off.
  field.lose = ({ url }) => {
    if (!url.includes("/api/media/")) return false;
    if (away) asked++;
    else again++;
    return away;
  };
  // A phone on mobile data whose person wants packs on Wi-Fi only. What they press for does not wait.
  await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
    source: `Object.defineProperty(navigator, "connection", {
      value: Object.assign(new EventTarget(), { type: "cellular" }),
    })`,
  });
  await phone.open("/packs?take=JN88EE");
  await phone.press("Refresh on Wi-Fi only");
  await phone.press("Download");
  await becomes("the photo was asked for", () => asked > 0);
  await phone.sees("It goes on when there is a connection.");
  // The page is gone and what it still asked for is through: whatever is counted from here on was asked by the next one.
  await phone.tab.send("Page.navigate", { url: "about:blank" });
  await phone.tab.until(`location.href === "about:blank"`);
  await field.unplug();
  away = false;
  field.plugIn();
  await phone.open("/packs");
  await phone.sees("It goes on once this phone is on Wi-Fi.");
  assert.equal(again, 0);
  await phone.tab.evaluate(
    `navigator.connection.type = "wifi", void navigator.connection.dispatchEvent(new Event("change"))`,
  );
  await whole(phone);
  assert.equal(again, 1, "the photo came once when the gateway answered again");
  assert.equal((await field.app.visitor.get(`/api/caches/${code}`)).status, 200);
}, { devices: ["phone"] });

journey(
  "a square with too many caches is refused with what to do, and nothing is kept",
  async (field, screen) => {
    await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    crowd(field.app, 5001, PLACE);
    const phone = await field.phone({ screen });
    await phone.open("/packs?take=JN");
    await phone.sees("5,001 caches are too many for one pack: it holds 5,000. Take the next smaller square.");
    assert.equal(
      await phone.tab.evaluate(`document.querySelector("main").innerText.includes("Download")`),
      false,
    );
  },
  { devices: ["phone"] },
);
