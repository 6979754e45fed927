/** What operators do with the house: caches of the club, mail network, keys, ground. */
import assert from "node:assert/strict";
import { SYSOP } from "../kit/app.ts";
import { enrolBox, rf } from "../kit/boxes.ts";
import { partner, post } from "../kit/bbs.ts";
import { journey } from "../kit/journey.ts";
import { count } from "../kit/people.ts";
import type { Phone } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";
import { stillFingerprint } from "../kit/still.ts";

const complaints = (phone: Phone) => phone.tab.complaints.filter((text) => !/status of 4\d\d/.test(text));

/** Replaces what stands in a field. */
const write = async (phone: Phone, selector: string, text: string) => {
  await phone.tab.count(selector);
  await phone.tab.evaluate(`document.querySelector(${JSON.stringify(selector)}).select()`);
  await phone.fill(selector, text);
};

const PARKS = `"reference","name","active","latitude","longitude"
"AT-9001","River Park","1","48.21","16.77"
"AT-9002","Hill Park","1","48.3","16.7"
`;

journey("a cache is offered, asked for and handed over on the board", async (field, screen) => {
  const { app } = field;
  const cache = await hide(app, "OE1OLD", { title: "The old mast" });
  // Its owner has left: nobody has to be waited for.
  app.db.writeNow((tx) =>
    app.db.change<{ id: number }>("UPDATE cache SET owner_account = NULL WHERE id = :id")(tx, cache)
  );
  const phone = await field.phone({ call: SYSOP, screen });
  await phone.open("/admin/caches");
  await phone.fill("#offer-code", cache.code);
  await phone.fill("#offer-note", "the owner left the club");
  await phone.press("Offer it");
  await phone.sees("has no owner any more");
  const asker = await app.signIn("OE3NEW");
  const asked = await asker.post(`/api/caches/${cache.code}/adoption`, {
    inPlace: true,
    note: "I live next to it",
  });
  assert.equal(asked.status, 201, asked.text);
  await phone.open("/admin/caches");
  await phone.sees("1 cache can be handed over");
  await phone.sees("I live next to it");
  await phone.press("Hand it over");
  await phone.sees("OE3NEW owns the cache from now on.");
  await phone.press("Yes: Hand it over");
  await phone.sees("handed over to OE3NEW");
  assert.equal((await app.visitor.get(`/api/caches/${cache.code}`)).body.owner.call ?? "OE3NEW", "OE3NEW");
  assert.deepEqual(complaints(phone), []);
}, { devices: ["desktop"] });

journey("a wrong place is shown with its circle, tried, corrected and put back", async (field, screen) => {
  const { app } = field;
  const cache = await hide(app, "OE1XYZ", { title: "The old mast", lat: 48.2, lon: 16.37 });
  const phone = await field.phone({ call: SYSOP, screen });
  await phone.open("/admin/caches");
  await phone.fill("#place-code", cache.code);
  await phone.press("Show it");
  await phone.tab.count(".place-map");
  await write(phone, "#corrected", "48.21, 16.37");
  await phone.sees("1.1 km from where it lies now");
  const before = await stillFingerprint(app);
  await phone.press("Put it there");
  await phone.tab.count("#place-do-word");
  assert.equal(app.fingerprint(), before, "nothing moves before the word");
  await phone.fill("#place-do-word", cache.code);
  // A place that nobody can read is not put there as the last one that could be read.
  await write(phone, "#corrected", "by the mill");
  await phone.press("Yes: Put it there");
  await phone.tab.until(`document.activeElement.id === "corrected"`);
  assert.equal(app.fingerprint(), before);
  await write(phone, "#corrected", "48.21, 16.37");
  await phone.press("Yes: Put it there");
  await phone.sees("It is there now.");
  const lat = async () => (await app.visitor.get(`/api/caches/${cache.code}`)).body.lat;
  assert.equal(await lat(), 48.21);
  await phone.press("Put it back");
  await phone.sees("Undone.");
  assert.equal(await lat(), 48.2);
  assert.deepEqual(complaints(phone), []);
}, { devices: ["phone"] });

journey("a catalogue is counted, then imported, and a place taken out for good", async (field, screen) => {
  const { app } = field;
  const phone = await field.phone({ call: SYSOP, screen });
  await phone.open("/admin/caches");
  await phone.tab.until(`document.querySelector("#import-source option[value=pota]") !== null`);
  await phone.tab.evaluate(`(() => {
    const choice = document.querySelector("#import-source");
    choice.value = "pota";
    choice.dispatchEvent(new Event("change", { bubbles: true }));
    const files = new DataTransfer();
    files.items.add(new File([${JSON.stringify(PARKS)}], "parks.csv", { type: "text/csv" }));
    const field = document.querySelector("#import-file");
    field.files = files.files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
  const places = () => count(app, "cache", "source = 'pota'");
  await phone.press("Count first");
  await phone.sees("2 new places");
  assert.equal(places(), 0, "counting imports nothing");
  await phone.press("Import");
  await phone.press("Yes: Import");
  await phone.sees("Imported.");
  assert.equal(places(), 2);
  // The list below follows at once, and a search does not mind capital letters.
  await phone.tab.until(`document.querySelectorAll('[aria-label="Imported places"] tbody tr').length === 2`);
  await phone.fill("#imported", "RIVER");
  await phone.tab.press(`document.querySelector("#imported").form.querySelector("button")`);
  await phone.tab.until(`document.querySelectorAll('[aria-label="Imported places"] tbody tr').length === 1`);
  await phone.press("Remove");
  await phone.tab.count(`.danger-ask input[id$="-word"]`);
  await phone.fill(`.danger-ask input[id$="-word"]`, "AT-9001");
  await phone.press("Yes: Remove");
  await phone.sees("Removed for good");
  assert.equal(places(), 1);
  assert.deepEqual(complaints(phone), []);
}, { devices: ["desktop"] });

journey("a backup is made and listed, the disk told, and events filtered", async (field, screen) => {
  const { app } = field;
  const phone = await field.phone({ call: SYSOP, screen, lang: screen.width < 600 ? "de" : "en" });
  const german = screen.width < 600;
  await phone.open("/admin/ground");
  await phone.sees(german ? "Es gibt noch keine Kopie." : "There is no copy yet.");
  await phone.press(german ? "Jetzt sichern" : "Back up now");
  await phone.sees(german ? "ist fertig und geprüft" : "is made and checked");
  await phone.tab.count('a[download^="gateway-"]');
  const got = await phone.tab.evaluate(`fetch(document.querySelector('a[download^="gateway-"]').href)
    .then((answer) => answer.text()).then((text) => text.slice(0, 11))`);
  assert.equal(got, "READ-ME.txt", "a whole backup says first what is in it");
  // The disk is told anew without the page being opened again: a copy is a file of its own.
  const copies = (n: number) =>
    phone.tab.until(`[...document.querySelectorAll("tr")].some((row) => row.querySelector(".disk-key") &&
      row.cells[0].innerText.includes(${JSON.stringify(german ? "Sicherungen" : "backups")}) &&
      row.cells[2].innerText.endsWith("${n}"))`);
  await phone.tab.until(`document.querySelector(".disk rect") !== null`);
  await copies(1);
  await phone.sees(german ? "Es gab keine Fehler." : "Nothing went wrong.");
  assert.equal(count(app, "audit_log", "action = 'backup'"), 1);
  await phone.press(german ? "Löschen" : "Delete");
  await phone.sees(german ? "Das lässt sich nicht rückgängig machen" : "This cannot be undone");
  await phone.press(german ? "Ja: Löschen" : "Yes: Delete");
  await phone.sees(german ? "ist gelöscht." : "is deleted.");
  await phone.sees(german ? "Es gibt noch keine Kopie." : "There is no copy yet.");
  await copies(0);
  assert.deepEqual(complaints(phone), []);
}, { devices: ["phone"], besides: ["desktop"] });

journey(
  "keys of members are revoked by an operator, saying whose programs it concerns",
  async (field, screen) => {
    const { app } = field;
    const member = await app.signIn("OE3NEW");
    await member.post("/api/keys", { name: "logger" });
    const phone = await field.phone({ call: SYSOP, screen });
    // What is wrong stands above everything: keys that open nothing, and registries that give no list.
    const suspensions = app.people.suspensions;
    app.db.writeNow((tx) =>
      suspensions.suspend(tx, "OE3NEW", { reason: "spam", category: "spam", until: null })
    );
    const [{ authority }] = (await app.visitor.get("/api/tools/registries")).body.registries;
    const listed = await (await app.sysop()).post("/api/admin/tool-registries", {
      spec: "https://10.0.0.1/registry.json",
      authority,
    });
    assert.equal(listed.status, 201, listed.text);
    const { id } = listed.body.registry;
    assert.equal((await app.visitor.get(`/api/tools/registries/${id}/file`)).status, 502);
    await phone.open("/admin/keys");
    await phone.sees("1 key opens nothing: its owner OE3NEW is suspended.");
    await phone.sees("gives no list of tools.");
    await phone.tab.count(".wrong li", 2);
    await (await app.sysop()).delete(`/api/admin/tool-registries/${id}`);
    app.db.writeNow((tx) => suspensions.lift(tx, "OE3NEW"));
    await phone.open("/admin/keys");
    await phone.sees("logger");
    await phone.tab.until(`document.querySelector(".wrong") === null`);
    await phone.press("Revoke");
    await phone.sees("programs of OE3NEW");
    assert.equal(count(app, "api_key"), 1);
    await phone.press("Yes: Revoke");
    await phone.sees("Nobody has a key.");
    assert.equal(count(app, "api_key"), 0);
    // A registry whose key is none is refused, and the list stays.
    const registries = () => count(app, "tool_registry");
    const before = registries();
    await phone.fill("#registry-spec", "http://192.168.1.1/list.json");
    await phone.fill("#registry-key", "nonsense");
    await phone.press("Add it");
    await phone.tab.until(
      `[...document.querySelectorAll("[role=alert]")].some((one) => one.innerText.trim() !== "")`,
    );
    assert.equal(registries(), before);
    assert.deepEqual(complaints(phone), []);
  },
  { devices: ["phone"] },
);

journey(
  "a partner and a rule are entered, an address is tried, and the partner goes with what it touches said",
  async (field, screen) => {
    const { app } = field;
    await partner(app, "OE5XBB", ["DEU"]);
    await post(app, { toCall: "DL1XYZ@DB0XYZ.#NRW.DEU.EU" });
    const phone = await field.phone({ call: SYSOP, screen });
    await phone.open("/admin/mail");
    await phone.sees("no mail server is set");
    await phone.press("Enter or change a partner");
    // On a wide screen the groups of forms stand side by side, and so do the fields of the longer ones.
    const columns = (fields: string) =>
      phone.tab.evaluate(`new Set([...document.querySelectorAll(${JSON.stringify(fields)})]
        .map((one) => Math.round(one.getBoundingClientRect().left))).size`);
    assert.equal(await columns(".side-form:has(#partner-call) > .field"), 2);
    assert.equal(await columns(".side-form:has(#page-call) > .field"), 2);
    assert.equal(await columns(".groups:has(#rule-route) > section"), 2);
    await phone.fill("#partner-call", "oe3xbb");
    await phone.fill("#partner-ha", "OE3XBB.#OE3.AUT.EU");
    await phone.fill("#partner-bands", "99");
    await phone.press("Save");
    await phone.tab.until(
      `[...document.querySelectorAll("[role=alert]")].some((one) => one.innerText.trim() !== "")`,
    );
    assert.equal(count(app, "bbs_partner"), 1, "hours that there are not are refused");
    await write(phone, "#partner-bands", "0-6");
    await phone.press("Save");
    await phone.sees("OE3XBB is saved.");
    await phone.fill("#rule-route", "aut");
    await phone.fill("#rule-partner", "OE9NIX");
    await phone.press("Add the rule");
    await phone.sees("There is no such partner, so mail waits.");
    // Whoever works with the keyboard goes on where the question stands, and after it where the button is again.
    await phone.press("Remove");
    await phone.tab.until(`document.activeElement.matches("form.danger-ask")`);
    await phone.press("Cancel");
    await phone.tab.until(`document.activeElement.matches(".danger > button")`);
    await phone.fill("#rule-route", "aut");
    await phone.write("#rule-partner", "OE3XBB");
    await phone.press("Add the rule");
    await phone.tab.until(
      `[...document.querySelectorAll('[aria-label="Rules"] tbody tr')].some((row) => row.innerText.includes("AUT"))`,
    );
    await phone.fill("#where-to", "OE1ABC@OE3XBB.#OE3.AUT.EU");
    await phone.press("Try it");
    await phone.sees("It goes to OE3XBB.");
    await phone.tab.press(
      `[...document.querySelectorAll('[aria-label="Partners of the mail network"] .danger > button')]
        .find((one) => one.innerText === "Remove")`,
    );
    await phone.tab.count(".danger-ask");
    const asked = await phone.tab.text(".danger-ask");
    const call = /Type (\w+)/.exec(asked)![1]!;
    assert.match(asked, call === "OE5XBB" ? /1 message that waits/ : /0 messages/);
    await phone.fill(`.danger-ask input`, call);
    await phone.press("Yes: Remove");
    await phone.tab.until(
      `document.querySelectorAll('[aria-label="Partners of the mail network"] tbody tr').length === 1`,
    );
    assert.equal(count(app, "bbs_partner"), 1);
    await phone.fill("#page-call", "DL1XYZ");
    await phone.fill("#page-home", "DB0XYZ.#NRW.DEU.EU");
    await phone.tab.evaluate(`document.querySelector("#page-call").form.requestSubmit()`);
    await phone.sees("DL1XYZ is entered.");
    await phone.sees("the operator");
    await phone.open("/admin/settings");
    await phone.tab.press(`document.querySelector(".setting-group:has(.setting) summary")`);
    await phone.tab.until(`document.querySelector(".setting-group[open] .setting") !== null`);
    // Folded a setting is one line; unfolded, what it does stands on the left, how it is set on the right.
    assert.equal(
      await phone.tab.evaluate(
        `[...document.querySelectorAll(".setting-group[open] .setting")].every((one) => one.offsetHeight <= 64)`,
      ),
      true,
    );
    await phone.tab.press(`document.querySelector(".setting-group[open] .setting summary")`);
    assert.equal(await columns(".setting-group[open] .setting:has([open]) .setting-body > *"), 2);
    assert.deepEqual(complaints(phone), []);
  },
  { devices: ["desktop"] },
);

journey(
  "the overview calls a receiver well only where its state is known, and tells a station heard without trust",
  async (field) => {
    const phone = await field.phone({ call: SYSOP });
    await phone.open("/admin");
    await phone.sees("Only stations that are trusted by their call. Whether they are silent is not known.");
    const box = await enrolBox(field.app, "hut", { sites: ["OE9HUT-1"] });
    const heard = rf(field.app, "OE2FND-7>APRS:!4812.00N/01622.20E[", "OE9HUT-10");
    assert.equal((await box.post("/ingest", { packets: [heard] })).status, 200);
    await phone.open("/admin");
    await phone.sees(
      "hut heard 1 packet as OE9HUT-10 today, and it counts for nothing: the station is not trusted.",
    );
  },
  { env: { FIRST_PARTY_SITES: "OE1GATE-1" }, devices: ["phone"] },
);

journey(
  "a partner whose sessions fail is on the overview and above the mail, in the reader's language, with what it said",
  async (field, screen) => {
    const { app } = field, { forwards } = app.bbs.office;
    const { call } = await partner(app, "OE5XBB", ["DEU"]);
    const session = (outcome: "no_link" | "clean", words: string) =>
      app.db.writeNow((tx) => {
        const { id } = forwards.begin(tx, { partner: call, startedAt: app.world.now() });
        const none = { seconds: 1, sent: 0, received: 0, bytesOut: 0, bytesIn: 0 };
        forwards.end(tx, { id, outcome, words, ...none });
      });
    for (let i = 0; i < 3; i++) session("no_link", "*** failure");
    const phone = await field.phone({ call: SYSOP, screen });
    await phone.open("/admin");
    const told = "OE5XBB: the last 3 sessions failed. The latest: no connection. *** failure Look at how";
    const line = (said: string) =>
      `[...document.querySelectorAll(".light dd")].some((one) =>
      one.innerText.replace(/[\\u2066-\\u2069]/g, "").includes(${JSON.stringify(said)}))`;
    await phone.tab.until(line(told));
    assert.equal(
      await phone.tab.evaluate(`document.querySelector("#check-partners a").getAttribute("href")`),
      "/admin/mail",
    );
    // Each line is checked by itself, and tells what came of it.
    await phone.tab.click("#check-partners button");
    await phone.tab.until(
      `document.querySelector("#check-partners").innerText.includes("Checked: still open.")`,
    );
    session("clean", "");
    await phone.tab.click("#check-partners button");
    await phone.tab.until(`/: fixed\\./.test(document.querySelector("#checklist > p").innerText)`);
    for (let i = 0; i < 3; i++) session("no_link", "*** failure");
    await phone.press("Mail");
    await phone.sees("The latest: no connection.");
    // When a session was: by the reader's clock, and in UTC as logs of radio have it; where both are one, once.
    await phone.tab.until(`[...document.querySelectorAll("table")].some((one) =>
      one.ariaLabel === "Sessions" && /^[^:]*\\d\\d:\\d\\d UTC/.test(one.rows[1]?.cells[0].textContent))`);
    await phone.tab.send("Emulation.setTimezoneOverride", { timezoneId: "Europe/Vienna" });
    await phone.open("/admin/mail");
    await phone.tab.until(`[...document.querySelectorAll("table")].some((one) =>
      one.ariaLabel === "Sessions" && /\\d\\d:\\d\\d.*\\d\\d:\\d\\d UTC/.test(one.rows[1]?.cells[0].textContent))`);
    await phone.sees("sessions fail");
    // Settings opens with what is wrong there, and leads to the setting.
    await phone.open("/admin/settings");
    await phone.tab.press(
      `[...document.querySelectorAll(".wrong button")].find((one) =>
        one.ariaLabel.replace(/[\\u2066-\\u2069]/g, "") === "Go there: Mail server")`,
    );
    await phone.tab.until(`document.querySelector("#setting-search").value === "SMTP_URL"`);
    await phone.tab.count("#SMTP_URL");
    // No list of pages is longer than seven.
    await phone.open("/admin");
    await phone.tab.count(".admin-pages section", 3);
    assert.equal(
      await phone.tab.evaluate(`[...document.querySelectorAll(".admin-pages ul")].every((one) =>
        one.children.length > 0 && one.children.length <= 7)`),
      true,
    );
    const german = await field.phone({ call: SYSOP, screen, lang: "de" });
    await german.open("/admin");
    await german.tab.until(line("Die letzten 3 Verbindungen sind misslungen. Die letzte: keine Verbindung."));
    assert.deepEqual(complaints(phone), []);
  },
  { devices: ["phone"] },
);
