/** What operators do with people and reports: found, verified, released, suspended; reports decided and taken back. */
import assert from "node:assert/strict";
import { SYSOP } from "../kit/app.ts";
import { journey } from "../kit/journey.ts";
import { club, FINDER, OWNER, wordOf } from "../kit/moderated.ts";
import { count } from "../kit/people.ts";
import type { Phone } from "../kit/phone.ts";
import { stillFingerprint } from "../kit/still.ts";

const complaints = (phone: Phone) => phone.tab.complaints.filter((text) => !/status of 4\d\d/.test(text));
const HEARS = { env: { FIRST_PARTY_SITES: "OE1GATE-1" } };
const key = async (phone: Phone, letter: string) => {
  for (const type of ["keyDown", "keyUp"]) {
    await phone.tab.send("Input.dispatchKeyEvent", { type, key: letter, text: letter });
  }
};

journey(
  "an operator finds a person and verifies the call by hand, after comparing who holds it",
  async (field, screen) => {
    const { app } = field;
    await app.signIn("OE3NEW", { verified: false });
    const phone = await field.phone({ call: SYSOP, screen });
    await phone.open("/admin/people");
    await phone.sees("Not verified yet");
    await phone.fill("#who", "OE3");
    await phone.press("Search");
    await phone.tab.click('a[href="/admin/people/OE3NEW"]');
    await phone.sees("not verified");
    await phone.sees("no mail address");
    await phone.press("Verify by hand");
    await phone.sees("Check the licence first.");
    // Without the call typed and a note nothing can be pressed, and nothing is done.
    const before = await stillFingerprint(app);
    await phone.tab.count(`.danger-ask button[type="submit"]:disabled`);
    await phone.fill("#verify-OE3NEW-word", "OE3NEW");
    await phone.press("Yes: Verify by hand");
    assert.equal(app.fingerprint(), before, "a note is needed");
    await phone.fill("#verify-OE3NEW-note", "licence seen at the club evening");
    await phone.press("Yes: Verify by hand");
    await phone.sees("verified by hand");
    await phone.sees("licence seen at the club evening");
    assert.equal(app.accounts.isVerified("OE3NEW"), true);
    await phone.tab.press(`document.querySelector('[aria-label$="Withdraw the verification of OE3NEW"]')`);
    await phone.fill("#unverify-OE3NEW-word", "OE3NEW");
    await phone.press("Yes: Withdraw the verification");
    await phone.sees("not verified");
    assert.equal(app.accounts.isVerified("OE3NEW"), false);
    assert.deepEqual(complaints(phone), []);
  },
  { devices: ["phone"] },
);

journey(
  "a call is released from whom the operator has seen; if it changed hands meanwhile, nothing happens",
  async (field, screen) => {
    const { app } = field;
    await app.signIn("OE3OLD");
    const phone = await field.phone({ call: SYSOP, screen });
    await phone.open("/admin/people/OE3OLD");
    await phone.press("Release");
    await phone.sees("The account is left without a callsign.");
    await phone.fill("#release-OE3OLD-word", "oe3old");
    await phone.fill("#release-OE3OLD-why", "silent key");
    // What the phone writes by itself lets the page read anew: after that it does not.
    await stillFingerprint(app);
    // Somebody else holds it by now: what the page compared is no longer so.
    const other = app.accounts.store.createBare;
    app.db.writeNow((tx) => {
      app.people.calls.detach(tx, "OE3OLD", SYSOP, "moved", null);
      const id = other(tx, app.world.now());
      app.accounts.store.hold(tx, "OE3OLD", id, app.world.now(), true);
    });
    const before = app.fingerprint();
    await phone.press("Yes: Release");
    await phone.sees("This callsign has a new holder by now.");
    assert.equal(app.fingerprint(), before);
    await phone.open("/admin/people/OE3OLD");
    await phone.press("Release");
    await phone.fill("#release-OE3OLD-word", "OE3OLD");
    await phone.fill("#release-OE3OLD-why", "silent key");
    await phone.press("Yes: Release");
    await phone.sees("Nobody holds this callsign.");
    assert.equal(app.accounts.holder("OE3OLD"), undefined);
    assert.deepEqual(complaints(phone), []);
  },
  { devices: ["desktop"] },
);

journey(
  "a suspension says first what it stops, ends the sessions, and is lifted; an operator is not suspended",
  async (field, screen) => {
    const { app } = field;
    await club(app);
    const phone = await field.phone({ call: SYSOP, screen });
    await phone.open(`/admin/people/${FINDER}`);
    await phone.press("Suspend");
    await phone.sees("1 callsign");
    await phone.sees("All sessions end at once");
    await phone.fill("#suspend-word", FINDER);
    await phone.fill("#suspend-reason", "advertising again and again");
    await phone.press("Yes: Suspend");
    await phone.sees("advertising again and again");
    assert.equal(app.accounts.suspension(app.accounts.holder(FINDER)!.accountId)?.category, "spam");
    await phone.fill(`#lift-${FINDER}`, "talked about it");
    await phone.press("End the suspension");
    await phone.tab.count(".wrong", 0);
    assert.equal(app.accounts.suspension(app.accounts.holder(FINDER)!.accountId), undefined);
    // What the person made stands there, and can be removed: the log for good, a cache with a way back.
    await phone.open(`/admin/people/${OWNER}`);
    await phone.sees(wordOf("bbs"));
    await phone.open(`/admin/people/${SYSOP}`);
    await phone.sees("An operator cannot be suspended.");
    assert.deepEqual(complaints(phone), []);
  },
  { ...HEARS, devices: ["phone"] },
);

journey("reports are judged beside the thing, decided by keys, and taken back", async (field, screen) => {
  const { app } = field;
  const { ids, finder } = await club(app);
  for (const [kind, category] of [["cache", "unsafe"], ["media", "copyright"], ["bbs", "spam"]] as const) {
    const made = await finder.post("/api/reports", { kind, id: ids[kind], category });
    assert.equal(made.status, 201, made.text);
  }
  const open = () => count(app, "report", "status = 'open'");
  const phone = await field.phone({ call: SYSOP, screen });
  await phone.open("/admin/reports");
  // The newest is shown with its whole text.
  await phone.sees("Open (3)");
  await phone.sees(wordOf("bbs"));
  await phone.tab.count(".reported .text");
  await key(phone, "o");
  await phone.sees("Kept");
  await phone.sees("Open (2)");
  assert.equal(open(), 2);
  await key(phone, "u");
  await phone.sees("Open (3)");
  assert.equal(open(), 3, "undo opens it again");
  // The reported photo itself is on the page.
  await phone.press("Copyright");
  await phone.tab.until(`document.querySelector(".reported img")?.naturalWidth > 0`);
  await phone.press("Unsafe");
  await phone.tab.until(`document.querySelector("#report-title")?.innerText.includes("${wordOf("cache")}")`);
  await phone.tab.count(".decisions .danger", 2);
  // A cache may also be disabled until somebody has looked, and that is taken back like all else.
  const status = async () => (await app.visitor.get(`/api/caches/${ids.cache}`)).body.status;
  await phone.press("Disable it for now");
  await phone.press("Yes: Disable it for now");
  await phone.sees("Open (2)");
  assert.equal(await status(), "disabled");
  await phone.press("Undo");
  await phone.sees("Open (3)");
  assert.equal(await status(), "active");
  await phone.press("Unsafe");
  await phone.tab.until(`document.querySelector("#report-title")?.innerText.includes("${wordOf("cache")}")`);
  await phone.tab.count(".decisions .danger", 2);
  await key(phone, "x");
  await phone.sees("1 cache");
  await phone.sees("It can be brought back, disabled.");
  const before = await stillFingerprint(app);
  assert.equal(
    await phone.tab.evaluate(`document.querySelector(".danger-ask input").value`),
    "It is dangerous to follow it.",
  );
  assert.equal(app.fingerprint(), before, "the first press only asks");
  await key(phone, "x");
  await phone.sees("Removed:");
  await phone.sees("Open (2)");
  assert.equal((await app.visitor.get(`/api/caches/${ids.cache}`)).status, 410);
  await phone.press("Undo");
  await phone.sees("Open (3)");
  // The button is gone with what it took back: what was done takes the focus, not the top of the page.
  await phone.tab.until(`document.activeElement.id === "reports-said"`);
  assert.equal(await status(), "disabled");
  // All of it stands in the log of what was done.
  await phone.press("What was done");
  await phone.sees("cache: restored");
  assert.deepEqual(complaints(phone), []);
}, { devices: ["phone", "desktop"], ...HEARS });

journey(
  "a report that was settled by removing or disabling is taken back on its own card, also after a reload",
  async (field, screen) => {
    const { app } = field;
    const { ids, finder } = await club(app);
    await finder.post("/api/reports", { kind: "cache", id: ids.cache, category: "unsafe" });
    const cache = async () => {
      const { status, body } = await app.visitor.get(`/api/caches/${ids.cache}`);
      return status === 200 ? body.status : status;
    };
    const open = () => count(app, "report", "status = 'open'");
    const phone = await field.phone({ call: SYSOP, screen });
    const settle = async (button: string, becomes: unknown) => {
      await phone.open("/admin/reports");
      await phone.press(button);
      await phone.press(`Yes: ${button}`);
      await phone.sees("Open (0)");
      assert.deepEqual([await cache(), open()], [becomes, 0]);
      await phone.open("/admin/reports");
      await phone.press("Settled (1)");
    };
    await settle("Remove", 410);
    await phone.press("Bring back");
    await phone.sees("is back, disabled, and the report is open again.");
    assert.deepEqual([await cache(), open()], ["disabled", 1]);
    await app.operator.post("/api/admin/moderation/disable", {
      ...{ kind: "cache", id: ids.cache, reason: "it was looked at", disabled: false },
    });
    await settle("Disable it for now", "disabled");
    await phone.press("Enable it again");
    await phone.sees("is in use again, and the report is open again.");
    assert.deepEqual([await cache(), open()], ["active", 1]);
    assert.deepEqual(complaints(phone), []);
  },
  { devices: ["phone"], ...HEARS },
);

journey("reports and people are there in German", async (field, screen) => {
  const { app } = field;
  const { ids, finder } = await club(app);
  await finder.post("/api/reports", { kind: "log", id: ids.log, category: "other", text: "Nicht nett <b>" });
  const phone = await field.phone({ call: SYSOP, screen, lang: "de" });
  await phone.open("/admin/reports");
  await phone.sees("gemeldet von DL1XYZ");
  await phone.sees("Nicht nett <b>");
  await phone.press("Behalten: alles in Ordnung");
  await phone.sees("Keine Meldung ist offen.");
  await phone.open(`/admin/people/${OWNER}`);
  await phone.sees("Inhalte dieser Person");
  assert.deepEqual(complaints(phone), []);
}, { ...HEARS, devices: ["phone"] });

journey(
  "more than a page of reports is read to the oldest, and it is said how long that one waits",
  async (field, screen) => {
    const { app } = field;
    const at = app.world.now();
    app.db.writeNow((tx) => {
      for (let id = 1; id <= 101; id++) {
        app.db.change<{ id: number; at: number }>(
          `INSERT INTO report (id, kind, target_id, label, preview, category, text, status, created_at)
         VALUES (:id, 'cache', 'x', 'report ' || :id, '', 'spam', '', 'open', :at)`,
        )(tx, { id, at: id === 1 ? at - 2 * 86_400 : at });
      }
    });
    const phone = await field.phone({ call: SYSOP, screen });
    await phone.open("/admin/reports");
    await phone.sees("The oldest report came");
    await phone.tab.count(".queue li", 100);
    await phone.press("Show older ones");
    await phone.tab.count(".queue li", 101);
    assert.deepEqual(complaints(phone), []);
  },
  { devices: ["phone"] },
);

journey(
  "an account is kept in memory: it is closed and hides nothing; that ends on the same page",
  async (field, screen) => {
    const { app } = field;
    await club(app);
    const phone = await field.phone({ call: SYSOP, screen });
    const category = () => app.accounts.suspension(app.accounts.holder(OWNER)!.accountId)?.category;
    await phone.open(`/admin/people/${OWNER}`);
    await phone.press("Keep in memory");
    await phone.sees("nobody else can take the callsign");
    await phone.fill("#memorial-reason", "silent key, told by the family");
    assert.equal(category(), undefined, "nothing is done before the last press");
    await phone.press("Yes: Keep in memory");
    await phone.sees(`${OWNER} is kept in memory.`);
    assert.equal(category(), "memorial");
    await phone.open(`/u/${OWNER}`);
    await phone.sees("in memory");
    assert.deepEqual(complaints(phone), []);
  },
  { devices: ["desktop"] },
);
