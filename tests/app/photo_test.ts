/** Photos of logs, without signal and through an answer that is lost. Real Chromium, at both sizes. */
import assert from "node:assert/strict";
import { kept } from "../kit/hands.ts";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
const waitFor = (n: number) => `document.querySelectorAll("[data-state=settled]").length === ${n}`;

journey("a photo is taken without signal, and stands beside its log once, small", async (field, screen) => {
  const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
  const phone = await field.phone({ call: "OE3FND", screen, place: PLACE });
  await phone.open(`/c/${code}/log`);
  await phone.sees("Position ± 8 m.");
  await phone.ready();
  await field.unplug();
  await phone.fill("#text", "Found it in the rain");
  await phone.photo("#photo");
  await phone.tab.count(".photos .button");
  await phone.photo("#photo", { colour: "maroon" });
  await phone.tab.until(`document.querySelectorAll(".photos img").length === 2`);
  await phone.tab.press(`document.querySelector(".photos .button")`);
  await phone.tab.until(`document.querySelectorAll(".photos img").length === 1`);
  // The page is loaded anew before the log is saved: its photo is still there.
  await phone.comes(kept("rows.length === 1 && rows[0].typed.length === 1"));
  await phone.open(`/c/${code}/log`);
  await phone.tab.until(`document.querySelectorAll(".photos img").length === 1`);
  await phone.press("Log find");
  await phone.sees("Waits for the gateway");
  // The phone goes into the pocket and comes out again; then one answer is lost on its way.
  await phone.comes(kept("rows.length === 0"));
  await phone.open("/waiting");
  await phone.sees("photo");
  let lost = 0;
  field.lose = ({ method, url }) => method === "POST" && url.endsWith("/media") && lost++ === 0;
  field.plugIn();
  await phone.tab.until(waitFor(2));
  assert.ok(lost >= 2);
  const { logs } = (await field.app.visitor.get(`/api/caches/${code}/logs`)).body;
  assert.equal(logs.length, 1);
  const [{ photos: [photo, ...more] }] = logs;
  assert.deepEqual(more, []);
  assert.equal(photo.contentType, "image/jpeg");
  assert.ok(photo.bytes < 200_000, `${photo.bytes}`);
  await phone.comes(`indexedDB.databases().then(async () => {
    const db = await new Promise((give) => {
      const asked = indexedDB.open("service-gateway-files");
      asked.onsuccess = () => give(asked.result);
    });
    const keys = await new Promise((give) => {
      const asked = db.transaction("files").objectStore("files").getAllKeys();
      asked.onsuccess = () => give(asked.result);
    });
    db.close();
    return keys.length === 0;
  })`);
  await phone.open(`/c/${code}`);
  await phone.tab.until(`document.querySelector(".photos img")?.naturalWidth === 320`);
  assert.deepEqual(phone.tab.complaints.filter((one) => !/ERR_/.test(one)), []);
});

journey("who discards a log discards its photos", async (field, screen) => {
  const { id, code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
  const owner = await field.app.signIn("OE1XYZ");
  assert.equal((await owner.patch(`/api/caches/${id}`, { status: "disabled" })).status, 200);
  const phone = await field.phone({ call: "OE3FND", screen });
  await phone.open(`/c/${code}/log`);
  await phone.photo("#photo");
  await phone.tab.count(".photos .button");
  await phone.press("Log find");
  await phone.sees("Needs you");
  // What the log says goes by radio; its photo does not, and does not claim to be on its way.
  await phone.press("Send by radio");
  await phone.press("I sent it");
  await phone.sees("Waits for its log: photos do not go by radio");
  assert.doesNotMatch(await phone.tab.text("main"), /when there is signal/);
  await phone.press("Discard");
  await phone.sees("Nothing is waiting.");
  assert.equal(
    await phone.tab.evaluate(`document.querySelectorAll(".waiting-card:not([data-state=dropped])").length`),
    0,
  );
});
