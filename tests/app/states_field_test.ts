/**
 * What the field meets when something is missing: plain http, no location, no receiver, no room, a cache that was removed. Each
 * page says what is missing, keeps what was written, and offers what works. Real Chromium.
 */
import assert from "node:assert/strict";
import { rf } from "../kit/boxes.ts";
import { judged } from "../kit/judged.ts";
import { journey } from "../kit/journey.ts";
import type { Field, Phone } from "../kit/phone.ts";
import { hide, member } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
const PLAIN = "club.example";

/** Whether some button or link begins so: what cannot work is not offered. */
const offers = (phone: Phone, words: string) =>
  phone.tab.evaluate(`[...document.querySelectorAll("main button, main a")]
    .some((one) => !one.disabled && one.innerText.trim().startsWith(${JSON.stringify(words)}))`);

/** Somebody who signs in at the plain http address, which browsers do not take for secure: a session holds there alone. */
async function onPlainHttp({ app, url, phone: take }: Field, call: string): Promise<Phone> {
  const phone = await take(), address = `http://${PLAIN}:${new URL(url).port}`;
  member(app, call);
  const { link } = (await app.operator.post("/auth/operator-link", { callsign: call })).body;
  await phone.tab.goto(`${address}/auth/email/verify${new URL(link).search}`);
  await phone.press("Sign in");
  await phone.sees(call);
  return Object.assign(Object.create(phone), { url: address }) as Phone;
}

journey(
  "on plain http each page of the field says what is missing and where it is to be had; a log goes all the same",
  async (field) => {
    const { id, code } = await hide(field.app, "OE1XYZ", { title: "The old mast", type: "multi", ...PLACE });
    const owner = await field.app.signIn("OE1XYZ");
    await owner.post(`/api/caches/${id}/stages`, {
      stages: [{ n: 1, unlock: "geo", ...PLACE, clue: "Look up" }],
    });
    const phone = await onPlainHttp(field, "OE3FND");
    const missing: [path: string, says: string, never: string | undefined][] = [
      ["/", "Browsers share your location only over https", "Sort by distance"],
      [`/c/${code}/go`, "browsers share neither location nor compass", undefined],
      [`/c/${code}/stages`, "Browsers share your location only over https", "I'm here"],
      ["/packs", "without a connection it will not open", undefined],
      [`/c/${code}/log`, "Browsers share your location only over https", undefined],
    ];
    for (const [path, says, never] of missing) {
      await phone.open(path);
      await phone.sees(says);
      await phone.tab.until(`document.querySelector('main a[href="/trust"]') !== null`);
      if (never) assert.equal(await offers(phone, never), false, `${path} offers "${never}"`);
      assert.deepEqual(await judged(phone), [], path);
    }
    await phone.press("Note");
    await phone.fill("#text", "Moss everywhere");
    await phone.press("Save");
    await phone.tab.count("[data-state=settled]");
    const [log] = (await field.app.visitor.get(`/api/caches/${code}/logs`)).body.logs;
    assert.deepEqual([log.text, log.author.signedAt ?? null], ["Moss everywhere", null]);
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["phone"], names: [PLAIN] },
);

journey(
  "where the phone may not say where it is: how to allow it, and a log that says what that costs",
  async (field) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND" });
    // The phone's receiver does what the address says after "#": how old a reading is, how exact, and what follows it.
    await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
      source: `const act = (yes, no) => {
        const [age, accuracy, error] = decodeURIComponent(location.hash.slice(1)).split(",").map(Number);
        const coords = { latitude: ${PLACE.lat}, longitude: ${PLACE.lon - 0.001}, accuracy };
        setTimeout(() => {
          if (accuracy) yes({ coords, timestamp: Date.now() - age * 1000 });
          if (error) no({ code: error });
        });
        return 1;
      };
      navigator.geolocation.watchPosition = navigator.geolocation.getCurrentPosition = act;`,
    });
    const opened = async (path: string, does: string, ...says: string[]) => {
      await phone.open("/waiting");
      await phone.tab.goto(`${phone.url}${path}#${does}`);
      for (const words of says) await phone.sees(words);
      assert.deepEqual(await judged(phone), [], `${path} ${does}`);
    };
    await opened(`/c/${code}/go`, "0,0,1", "Allow it for this site", "Try again");
    await opened(`/c/${code}/go`, "0,0,2", "No position yet. Step away from trees", "Try again");
    await opened(`/c/${code}/go`, "0,0,3", "This is taking long.", "Try again");
    // What was read before the position was lost stays, with its age; it shows no way any more.
    await opened(
      `/c/${code}/go`,
      "40,9,2",
      ...[
        "74",
        "No new position: distance and arrow are old.",
        "Last position 4",
        "No position yet. Step away from trees",
      ],
    );
    await phone.tab.count(".go-lost");
    await opened(`/c/${code}/go`, "0,9,0", "± 9 m");
    assert.equal(await phone.tab.evaluate(`document.querySelector(".go-lost")`), null);

    await opened(`/c/${code}/log`, "0,120,0", "Position ± 120 m. The position is rough.", "may look too far");
    await opened(
      `/c/${code}/log`,
      "130,9,2",
      ...["The last position is too old to send.", "The log counts without it, but proves less."],
    );
    await phone.press("Log find");
    await phone.tab.count("[data-state=settled]");
    assert.equal((await field.app.visitor.get(`/api/caches/${code}/logs`)).body.logs[0].tier, null);
    await phone.open("/hide");
    await phone.press("Hide here");
    await phone.sees("Measure the place");
    await phone.tab.evaluate(`history.replaceState(history.state, "", "#0,0,1")`);
    await phone.press("Measure the place");
    await phone.sees("Allow it for this site");
    await phone.sees("You can also type the place.");
  },
  { devices: ["phone"] },
);

journey(
  "where no receiver is trusted, proving by radio says what it takes, and offers the other ways",
  async (field) => {
    // It hears by radio, and nobody has trusted it yet.
    const packet = rf(field.app, "OE3FND-9>APRS:>on the road", "OE3FND");
    await field.app.ingest.post("/ingest", { packets: [{ ...packet, site: "OE3XAR" }] });
    const phone = await field.phone();
    await phone.tab.addAuthenticator("internal");
    await phone.open("/sign-in");
    await phone.fill("#callsign", "OE3NEW");
    await phone.press("Continue");
    await phone.press("Join with a passkey");
    await phone.sees("No receiving station is trusted here yet");
    await phone.sees("An operator has to trust one first.");
    await phone.sees("OE3XAR hears stations here; the operator has not trusted it yet");
    await phone.sees("Ask the operator");
    assert.equal(await offers(phone, "Show me a code"), false);
  },
  { devices: ["phone"] },
);

journey(
  "a phone without room: the log stays in its field, a pack says what to do, and nothing is said to be kept",
  async (field) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND" });
    await phone.open(`/c/${code}/log`);
    await phone.tab.count("#text");
    // The browser's own refusal, as it comes when the disk is full.
    await phone.tab.evaluate(
      `void (IDBObjectStore.prototype.add = IDBObjectStore.prototype.put = function () {
    throw new DOMException("The disk is full", "QuotaExceededError");
  })`,
    );
    await phone.fill("#text", "Found it in the rain");
    await phone.press("Log find");
    await phone.sees("Nothing was saved");
    assert.equal(await phone.tab.evaluate(`document.querySelector("#text").value`), "Found it in the rain");
    assert.equal(await phone.tab.evaluate("location.pathname"), `/c/${code}/log`);
    assert.equal(await offers(phone, "Log find"), true, "it can be tried again");
    assert.deepEqual((await field.app.visitor.get(`/api/caches/${code}/logs`)).body.logs, []);
    await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
      source: `navigator.storage.estimate = () => Promise.resolve({ quota: 1000, usage: 1000 });`,
    });
    await phone.open("/packs?take=JN88");
    await phone.sees("This does not fit on the phone.");
    assert.equal(await offers(phone, "Download"), false);
  },
  { devices: ["phone"] },
);

journey(
  "a cache that was removed: gone for all, also for a phone that has kept it; its owner reads why",
  async (field) => {
    const { app } = field, words = "It stood on a railway.";
    const { id, code } = await hide(app, "OE1XYZ", { title: "The old mast", ...PLACE });
    await hide(app, "OE1ABC", { title: "Beside the rails", ...PLACE, lat: PLACE.lat + 0.01 });
    const finder = await field.phone({ call: "OE3FND" });
    // Packs opened by itself offers the square of the caches that are here.
    await finder.open("/packs");
    await finder.sees("Download");
    await finder.open(`/c/${code}`);
    await finder.sees("The old mast");
    await finder.ready();
    const removed = await app.operator.post("/api/admin/moderation/remove", {
      kind: "cache",
      id: String(id),
      reason: words,
    });
    assert.equal(removed.status, 200, removed.text);
    // Without scripts the server says so, and with the status that says it to machines.
    const drawn = await app.visitor.get(`/c/${code}`);
    assert.equal(drawn.status, 410);
    assert.match(drawn.text, /This cache was removed\./);
    assert.doesNotMatch(drawn.text, /railway|The old mast/);
    await finder.open(`/c/${code}`);
    await finder.sees("This cache was removed.");
    await finder.open(`/c/${code}/log`);
    await finder.sees("This cache was removed.");
    await finder.open(`/c/${code}`);
    await finder.sees("This cache was removed.");
    await finder.sees("Beside the rails");
    assert.equal(await finder.tab.text("main h1"), "Cache");
    assert.equal(
      await finder.tab.evaluate(`document.querySelector("main").innerText.includes("The old mast")`),
      false,
    );
    await finder.press("Other caches");
    await finder.tab.until(`location.pathname === "/"`);
    // A code that there never was leads to them as well.
    await finder.open("/c/ZZZ9999");
    await finder.press("Other caches");
    await finder.tab.until(`location.pathname === "/"`);
    const owner = await field.phone({ call: "OE1XYZ" });
    await owner.open(`/c/${code}`);
    await owner.sees(`Removed by an operator: ${words}`);
  },
  { devices: ["phone"] },
);
