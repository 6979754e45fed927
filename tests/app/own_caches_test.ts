/** One's own caches in the app: what needs a visit, a change from two browsers, the circle of a found one, photos. */
import assert from "node:assert/strict";
import { drag, kept } from "../kit/hands.ts";
import { judged } from "../kit/judged.ts";
import { journey } from "../kit/journey.ts";
import type { Field } from "../kit/phone.ts";
import { find, hide } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };

const cacheOf = async ({ app }: Field, code: string) => (await app.visitor.get(`/api/caches/${code}`)).body;
/** The hint reads so, and is on the disk. */
const NOT_SAVED = (hint: string) =>
  `document.querySelector("#hide-hint")?.value === ${JSON.stringify(hint)} &&
    document.body.innerText.includes("Not saved yet. This draft stays on this device")`;
const settled = (n: number) => `document.querySelectorAll("[data-state=settled]").length === ${n}`;

journey(
  "two browsers change one cache: nothing is overwritten, both versions are shown",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1OWN", { title: "The old mast", hint: "Magnetic", ...PLACE });
    const phone = await field.phone({ call: "OE1OWN", screen });
    const desk = await field.phone({ call: "OE1OWN", screen });
    for (const one of [phone, desk]) {
      await one.open(`/c/${code}/edit`);
      await one.sees("Nobody has found it yet");
    }
    assert.deepEqual(await judged(phone), []);
    await desk.write("#hide-title", "From the desk");
    await desk.press("Save");
    await desk.tab.until(settled(1));
    await phone.write("#hide-title", "From the phone");
    await phone.write("#hide-hint", "Under the stone");
    await phone.press("Save");
    await phone.sees("Nothing is overwritten: choose which version to keep.");
    await phone.sees("From the desk");
    await phone.sees("Under the stone");
    assert.deepEqual(await judged(phone), []);
    assert.equal((await cacheOf(field, code)).title, "From the desk");
    // The title of the desk, the hint of the phone.
    await phone.press("There now: From the desk");
    await phone.press("Save this choice");
    await phone.tab.until(settled(1));
    const { title, hint } = await cacheOf(field, code);
    assert.deepEqual([title, hint], ["From the desk", "Under the stone"]);
    assert.deepEqual(phone.tab.complaints.filter((one) => !/409/.test(one)), []);
  },
);

journey(
  "what is typed into a cache's form survives a reload, says so, meets a newer version, and is discarded",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1OWN", { title: "The old mast", hint: "Magnetic", ...PLACE });
    const phone = await field.phone({ call: "OE1OWN", screen });
    const value = (id: string) => `document.querySelector("#${id}")?.value`;
    await phone.open(`/c/${code}/edit`);
    await phone.sees("Nobody has found it yet");
    // Another window deletes what the phone keeps: what is typed afterwards is kept all the same.
    await phone.write("#hide-hint", "Under");
    await phone.sees("Not saved yet. This draft stays on this device");
    await phone.comes(`new Promise((done) => {
      indexedDB.deleteDatabase("service-gateway-drafts").onsuccess = () => done(true);
    })`);
    await phone.write("#hide-hint", "Under the stone");
    await phone.tab.until(NOT_SAVED("Under the stone"));
    await phone.photo("#own-photo");
    await phone.comes(kept("rows.some(({ typed }) => typed.length === 1)"));
    const owner = await field.app.signIn("OE1OWN");
    const { updatedAt } = await cacheOf(field, code);
    const elsewhere = await owner.patch(`/api/caches/${code}`, {
      hint: "In the tree",
      title: "The new mast",
      ifUpdatedAt: updatedAt,
    });
    assert.equal(elsewhere.status, 200, elsewhere.text);
    // What was typed comes before both the copy that the phone kept and the gateway's newer version; the rest is the newer one.
    await phone.open(`/c/${code}/edit`);
    await phone.tab.until(`${value("hide-title")} === "The new mast"`);
    await phone.tab.until(NOT_SAVED("Under the stone"));
    await phone.tab.until(`document.querySelectorAll(".photos img").length === 1`);
    assert.deepEqual(await judged(phone), []);
    // The newer version is not overwritten unseen.
    await phone.press("Save");
    await phone.press("There now: In the tree");
    assert.equal((await cacheOf(field, code)).hint, "In the tree");
    await phone.press("Save this choice");
    await phone.tab.until(`${value("hide-hint")} === "In the tree"`);
    await phone.tab.press(`document.querySelector(".photos .button")`);
    await phone.tab.until(`!document.body.innerText.includes("Not saved yet")`);
    await phone.write("#hide-title", "Another name");
    await phone.sees("Not saved yet");
    await phone.press("Discard this draft");
    await phone.press("Discard it");
    await phone.tab.until(`${value("hide-title")} === "The new mast"`);
    await phone.comes(kept("rows.length === 0"));
    await phone.open(`/c/${code}/edit`);
    await phone.tab.until(`${value("hide-title")} === "The new mast"`);
    assert.deepEqual(phone.tab.complaints.filter((one) => !/409/.test(one)), []);
  },
  { devices: ["phone"] },
);

journey("a change without signal waits, and goes out when the gateway is back", async (field, screen) => {
  const { code } = await hide(field.app, "OE1OWN", { title: "The old mast", ...PLACE });
  const other = await hide(field.app, "OE1OWN", { title: "By the river", ...PLACE });
  const phone = await field.phone({ call: "OE1OWN", screen });
  await phone.open(`/c/${code}/edit`);
  await phone.ready();
  await phone.sees("Nobody has found it yet");
  await field.unplug();
  await phone.write("#hide-hint", "One");
  await phone.press("Save");
  await phone.sees("Waits for the gateway");
  // What the phone has never read as its owner: no pack holds it.
  for (const page of ["edit", "edit/stages"]) {
    await phone.open(`/c/${other.code}/${page}`);
    await phone.sees("Only the gateway knows what you can change here");
  }
  await phone.open(`/c/${code}/edit`);
  let lost = 0;
  field.lose = ({ method }) => method === "PATCH" && lost++ === 0;
  field.plugIn();
  await phone.tab.until(settled(1));
  assert.equal(lost, 2, "the answer was lost; what was sent again is no conflict with oneself");
  assert.equal((await cacheOf(field, code)).hint, "One");
});

journey(
  "a found cache moves within its circle, by fields and by dragging, and not beyond",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1OWN", { title: "The old mast", ...PLACE });
    await find(field.app, "OE3FND", code);
    const phone = await field.phone({ call: "OE1OWN", screen });
    await phone.open(`/c/${code}/edit`);
    await phone.sees("It was found: it stays within");
    await phone.write("#place", "48.3, 16.37");
    await phone.sees("too far from where it was found");
    assert.equal(
      await phone.tab.evaluate(`[...document.querySelectorAll("button")]
    .find((one) => one.innerText === "Save").disabled`),
      true,
    );
    // What nobody can read is not taken for the place that stood there before: no browser sends a form with it.
    await phone.write("#place", "by the river");
    await phone.tab.until(`document.querySelector("#place").matches(":invalid")`);
    await phone.write("#place", "48.2, 16.37");
    await phone.tab.until(`document.querySelector("#place").matches(":valid")`);
    await phone.press("1 m north");
    await phone.tab.until(`document.querySelector("#place").value.startsWith("N 48° 12.001'")`);
    await phone.press("Save");
    await phone.tab.until(settled(1));
    const north = (await cacheOf(field, code)).lat;
    assert.ok(north > 48.2 && north < 48.2001, `${north}`);
    // The map is dragged a bit to the right, under the cross: what lay to the left of it is the place now.
    await drag(phone, ".place-map svg", 1 / 20);
    await phone.tab.until(`!document.querySelector("#place").value.endsWith("E 016° 22.200'")`);
    await phone.press("Save");
    await phone.tab.until(settled(2));
    const { lon } = await cacheOf(field, code);
    assert.ok(lon > 16.369 && lon < 16.37, `${lon}`);
  },
);

journey(
  "the owner sees what needs a visit, switches off, adds a photo, archives after a second word",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1OWN", { title: "The old mast", ...PLACE });
    const river = await hide(field.app, "OE1OWN", { title: "By the river", lat: 48.21, lon: 16.38 });
    const phone = await field.phone({ call: "OE1OWN", screen });
    await phone.open(`/c/${code}/edit`);
    await phone.press("Switch it off for a while");
    await phone.tab.until(settled(1));
    assert.equal((await cacheOf(field, code)).status, "disabled");
    await phone.photo("#own-photo");
    await phone.press("Add these photos");
    await phone.tab.until(settled(2));
    await phone.tab.until(`document.querySelector("img[alt='Photo 1']") !== null`);
    await phone.open("/me/caches");
    await phone.sees("1 needs a visit.");
    await phone.sees("It is switched off. Visit it, then switch it on again.");
    await phone.sees("By the river");
    assert.deepEqual(await judged(phone), []);
    await phone.open(`/c/${code}/edit`);
    await phone.tab.until(`document.querySelector("img[alt='Photo 1']") !== null`);
    await phone.press("Remove");
    await phone.press("Remove the photo");
    await phone.tab.until(`document.querySelector("img[alt='Photo 1']") === null`);
    await phone.press("Archive it");
    await phone.press("No, keep it");
    await phone.press("Archive it");
    await phone.press("Yes, archive it");
    await phone.sees("archived: off map and lists");
    assert.equal((await cacheOf(field, code)).status, "archived");
    // It stays to be read, out of the way of those that are there.
    await phone.open("/me");
    await phone.press("My caches");
    await phone.press("1 archived or removed");
    await phone.press("The old mast");
    await phone.tab.until(`location.pathname === "/c/${code}"`);
    await phone.sees("archived: off map and lists");
    // Three did not find the other one: its owner was there. It is said to be saved only once it is on the disk.
    for (const call of ["OE3FND", "OE3ONE", "OE3TWO"]) {
      await find(field.app, call, river.code, { kind: "DNF" });
    }
    await phone.open("/me/caches");
    await phone.sees("The last people who looked did not find it.");
    await phone.tab.evaluate(
      `void (IDBObjectStore.prototype.add = IDBObjectStore.prototype.put = function () {
    throw new DOMException("The disk is full", "QuotaExceededError");
  })`,
    );
    await phone.press("I was there, all is well");
    await phone.sees("Nothing was saved");
    await phone.open("/me/caches");
    await phone.press("I was there, all is well");
    await phone.sees("Saved. You see it under");
  },
);

journey("an offered cache: its owner keeps it, or a stranger asks for it", async (field, screen) => {
  const { app } = field;
  const { code } = await hide(app, "OE1OWN", { title: "The old mast", ...PLACE });
  const sysop = await app.sysop();
  await sysop.post("/api/admin/adoptions", { code, note: "Owner moved away" });
  const stranger = await field.phone({ call: "OE5NEW", screen });
  await stranger.open("/adoptions");
  await stranger.sees("Owner moved away");
  await stranger.press("The container is still where it was");
  await stranger.press("Ask for it");
  await stranger.sees("You have asked for it. An operator decides.");
  assert.deepEqual(await judged(stranger), []);
  const owner = await field.phone({ call: "OE1OWN", screen });
  await owner.open("/me/caches");
  await owner.press("I keep it");
  await owner.tab.until(`!document.body.innerText.includes("I keep it")`);
  assert.deepEqual((await app.visitor.get("/api/adoptions")).body.adoptions, []);
});

journey(
  "a cache is handed on to a member, who says yes, and a second one to whoever asks",
  async (field, screen) => {
    const { app } = field;
    const { code } = await hide(app, "OE1OWN", { title: "The old mast", ...PLACE });
    const owner = await field.phone({ call: "OE1OWN", screen });
    const member = await field.phone({ call: "OE5NEW", screen });
    await owner.open("/me/caches");
    await owner.press("Hand it on");
    await owner.write(`#call-${code}`, "OE9NOT");
    await owner.press("Ask");
    await owner.sees("Whoever takes it over has not verified their callsign.");
    assert.deepEqual(await judged(owner), []);
    await owner.write(`#call-${code}`, "OE5NEW");
    await owner.write(`#hand-note-${code}`, "You live next door");
    await owner.press("Ask");
    await owner.sees("OE5NEW is asked to take it over.");
    assert.equal((await cacheOf(field, code)).owner, "OE1OWN");
    // The bell leads to where it is answered.
    await member.open("/");
    await member.tab.until(`document.querySelector(".top-bell .count")?.innerText === "1"`);
    await member.press("You have 1 new alert");
    await member.press(`OE1OWN would like to hand The old mast (${code}) on to you`);
    await member.sees("You live next door");
    assert.deepEqual(await judged(member), []);
    await member.press("I take it over");
    await member.tab.until(`!document.body.innerText.includes("I take it over") &&
    document.querySelector(".own-list a[href='/c/${code}']") !== null`);
    assert.equal((await cacheOf(field, code)).owner, "OE5NEW");
    await member.press("Hand it on");
    await member.press("To whoever asks: an operator decides");
    await member.write(`#hand-note-${code}`, "I move away");
    await member.press("Offer it");
    await member.sees("You offer it to whoever asks.");
    assert.equal((await app.visitor.get("/api/adoptions")).body.adoptions[0].note, "I move away");
  },
);
