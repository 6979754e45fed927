/** What members do with what is theirs: prove a call, mend a log, decide on radio commands, see to their account. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import type { Field, Phone } from "../kit/phone.ts";
import { count } from "../kit/people.ts";
import { find, hide } from "../kit/seed_game.ts";
import { becomes } from "../kit/waits.ts";

const HEARS = { env: { FIRST_PARTY_SITES: "OE1XYZ-10" } };
const complaints = (phone: Phone) => phone.tab.complaints.filter((text) => !/status of 4\d\d/.test(text));

/** A message to the service call, as a site heard it. */
const heard = (field: Field, from: string, text: string) =>
  field.app.ingest.post("/ingest", {
    packets: [{
      raw: `${from}>APRS,WIDE1-1::OE1SYS-15:${text}`,
      heardAt: field.app.world.now(),
      via: "rf",
      port: "kiss",
      site: "OE1XYZ-10",
    }],
  });

/** Signs up with a passkey: nobody has verified the call. */
async function signUp(phone: Phone, call: string): Promise<void> {
  await phone.tab.addAuthenticator("internal");
  await phone.open("/sign-in");
  await phone.fill("#callsign", call);
  await phone.press("Continue");
  await phone.press("Join with a passkey");
  await phone.tab.until(`document.querySelector(".top")?.innerText.includes("${call}") === true`);
}

journey("a new member proves the call on the air; the code survives a reload", async (field, screen) => {
  const phone = await field.phone({ screen });
  await signUp(phone, "OE3NEW");
  await phone.sees("not verified yet");
  await phone.sees("Hiding caches.");
  await phone.press("Show me a code");
  await phone.sees("These stations count: OE1XYZ-10.");
  await phone.sees("Frequency: usually 144.800 MHz; ask your operator.");
  const code = () => phone.tab.text("#on-air-code");
  const shown = await code();
  assert.match(shown, /^VERIFY \d{6}$/);
  await phone.open("/me/verify");
  await phone.tab.count("#on-air-code");
  assert.equal(await code(), shown);
  // Heard with another text: the radio works, the code is what lacks.
  assert.equal((await heard(field, "OE3NEW-7", "HELP")).status, 200);
  await phone.sees("OE3NEW-7 was heard by OE1XYZ-10");
  assert.equal((await heard(field, "OE3NEW-7", shown)).status, 200);
  await phone.sees("verified on the air, heard by OE1XYZ-10");
  await phone.open("/me");
  await phone.tab.count(".me-head .call-proven");
  await phone.sees("on the air, heard by OE1XYZ-10");
  // What is done is not offered again.
  await phone.tab.count('main a[href="/me/verify"]', 0);
  assert.deepEqual(complaints(phone), []);
}, HEARS);

journey(
  "somebody claims a call that another holds unverified, without an account, and gets it",
  async (field, screen) => {
    const { app } = field;
    app.db.writeNow((tx) => app.accounts.store.create(tx, "OE3NEW", app.world.now()));
    const phone = await field.phone({ screen });
    await phone.open("/sign-in");
    await phone.fill("#callsign", "OE3NEW");
    await phone.press("Continue");
    await phone.press("Verify that it is mine");
    await phone.sees("You claim OE3NEW.");
    await phone.press("Show me a code");
    const text = await (phone.tab.count("#on-air-code").then(() => phone.tab.text("#on-air-code")));
    await phone.open("/me/verify");
    await phone.sees(text);
    await heard(field, "OE3NEW", text);
    await phone.sees("verified on the air");
    await phone.tab.until(`document.querySelector(".top").innerText.includes("OE3NEW")`);
    assert.equal(app.accounts.isVerified("OE3NEW"), true);
  },
  HEARS,
);

journey("a writer mends a log and takes it back", async (field, screen) => {
  const { app } = field;
  const { code } = await hide(app, "OE1XYZ", { title: "The old mast" });
  await find(app, "OE3FND", code, { text: "Fuond it" });
  await find(app, "OE5OTH", code, { text: "Me too" });
  const phone = await field.phone({ call: "OE3FND", screen });
  await phone.open("/me/logs");
  await phone.sees("The old mast");
  await phone.open(`/c/${code}`);
  await phone.sees("Fuond it");
  await phone.press("Edit");
  await phone.tab.evaluate(`document.querySelector(".own-log textarea").select()`);
  await phone.fill(".own-log textarea", "Found it");
  // What was typed is still there after a reload; what was saved is no draft any more.
  await phone.open(`/c/${code}`);
  await phone.tab.until(`document.querySelector(".own-log textarea")?.value === "Found it"`);
  await phone.press("Save the text");
  await phone.sees("edited");
  await phone.open(`/c/${code}`);
  await phone.sees("edited");
  await phone.tab.count(".own-log textarea", 0);
  const logs = async () => (await app.visitor.get(`/api/caches/${code}/logs`)).body.logs;
  assert.deepEqual((await logs()).map((log: { text: string }) => log.text), ["Me too", "Found it"]);
  // Of somebody else's log nothing can be changed.
  await phone.tab.count(".own-log", 1);
  await phone.open("/find/1");
  await phone.press("Delete");
  await phone.press("Cancel");
  await phone.press("Delete");
  await phone.press("Delete the log");
  await phone.tab.until(`location.pathname === "/c/${code}"`);
  await phone.sees("Me too");
  assert.deepEqual((await logs()).map((log: { text: string }) => log.text), ["Me too"]);
  assert.deepEqual(complaints(phone), []);
});

journey("a command that only the internet passed on waits for its sender's word", async (field, screen) => {
  const { app } = field;
  const { code } = await hide(app, "OE1XYZ", { title: "The old mast" });
  const phone = await field.phone({ call: "OE3FND", screen });
  const copy = (text: string) =>
    app.ingest.post("/ingest", {
      packets: [{
        raw: `OE3FND-7>APRS,WIDE1-1,qAR,OE9GAT-10::OE1SYS-15:${text}`,
        heardAt: app.world.now(),
        via: "aprsis",
        port: "aprs-is",
      }],
    });
  await copy(`NOTE ${code} all well{7`);
  await copy(`NOTE ${code} not mine{8`);
  await phone.open("/");
  await phone.sees("2 commands over the air wait for your answer");
  await phone.press("2 commands over the air");
  await phone.sees(`NOTE ${code} all well`);
  await phone.sees("seen on APRS-IS, by way of OE9GAT-10");
  // The newest stands first.
  await phone.press("It wasn't me");
  await phone.sees("Discarded");
  await phone.press("It was me");
  await phone.sees("Logged");
  await phone.tab.count(".top-waiting", 0);
  const { logs } = (await app.visitor.get(`/api/caches/${code}/logs`)).body;
  assert.deepEqual(logs.map((log: { text: string }) => log.text), ["all well"]);
  assert.deepEqual(complaints(phone), []);
});

journey(
  "a person is seen by others as they want to be; ranking and activity name them",
  async (field, screen) => {
    const { app } = field;
    const { code } = await hide(app, "OE1XYZ", { title: "The old mast" });
    await find(app, "OE3FND", code);
    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.open("/me/profile");
    await phone.fill("#bio", "On 2 m since 1980.");
    await phone.press("Others may see this");
    await phone.press("Save");
    await phone.sees("Saved.");
    // The server's own paint has it, in the reader's language.
    const drawn = await app.visitor.get("/u/OE3FND", { "accept-language": "de" });
    assert.match(drawn.text, /On 2 m since 1980\./);
    assert.match(drawn.text, /Erster Fund/);
    assert.equal((await app.visitor.get("/u/%3Cb%3E")).status, 404);
    await phone.open("/ranks");
    await phone.tab.click(".entry[href^='/u/']");
    await phone.sees("On 2 m since 1980.");
    await phone.sees("First find");
    await phone.open("/activity");
    await phone.sees("The old mast");
    assert.deepEqual(complaints(phone), []);
  },
);

journey("language, calls, keys and notifications are chosen on one's own pages", async (field, screen) => {
  const { app } = field;
  const phone = await field.phone({ call: "OE3FND", screen });
  await phone.open("/me/calls");
  await phone.sees("verified by an operator");
  await phone.fill("#new-call", "OE3TWO");
  await phone.press("Add");
  await phone.sees("OE3TWO");
  await phone.press("Use it");
  await phone.tab.until(`document.querySelector(".top").innerText.includes("OE3TWO")`);
  await phone.open("/me/data");
  await phone.fill("#key-name", "logger");
  await phone.press("Make a key");
  await phone.sees("Copy the key now");
  await phone.press("Revoke");
  await phone.sees("The key does not come back.");
  await phone.press("Keep it");
  await phone.tab.until(`!document.querySelector("main").innerText.includes("does not come back")`);
  assert.equal(count(app, "api_key"), 1);
  await phone.press("Revoke");
  await phone.press("Revoke the key");
  await phone.tab.until(`!document.querySelector("main").innerText.includes("never used")`);
  assert.equal(count(app, "api_key"), 0);
  await phone.open("/me/notices");
  await phone.sees("This gateway is not set up for it.");
  await phone.sees("There is no confirmed mail address.");
  // What is read over the air under the call: three choices, of which the first leaves no preference behind.
  const air = () => app.people.cards.prefs(app.accounts.holder("OE3TWO")!.accountId).bbs;
  for (const [choice, kept] of [["none", false], ["all", true], ["received", undefined]] as const) {
    await phone.tab.evaluate(`(() => {
      const it = document.querySelector("#over-air");
      it.value = "${choice}";
      it.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);
    await becomes("the choice is kept", () => air()?.overAir === kept);
  }
  assert.equal(air(), undefined);
  // Chosen here, the language is the person's on every device, and on the server's pages; also where an answer is lost.
  await phone.open("/me");
  let put = 0;
  field.lose = ({ method, url }) => method === "PUT" && url.endsWith("/api/prefs") && put++ === 0;
  await phone.tab.until(`document.querySelector("#language") !== null`);
  await phone.tab.evaluate(`(() => {
    const it = document.querySelector("#language");
    it.value = "de";
    it.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
  await phone.sees("Ich");
  // Kept by the gateway before another device asks.
  await becomes("the choice is told again", () => put > 1);
  const other = await field.phone({ call: "OE3TWO", screen, lang: "en" });
  await other.open("/me");
  await other.sees("Rufzeichen bestätigen");
  assert.deepEqual(complaints(phone).filter((text) => !/INCOMPLETE_CHUNKED/.test(text)), []);
});

journey(
  "somebody erases everything, after being asked and with a touch of the passkey",
  async (field, screen) => {
    const { app } = field;
    const phone = await field.phone({ screen });
    await signUp(phone, "OE3NEW");
    await phone.open("/me/data");
    await phone.sees("Name of a new key");
    await phone.press("Erase everything …");
    await phone.sees("Type OE3NEW to erase everything");
    assert.equal(
      await phone.tab.evaluate(
        `[...document.querySelectorAll("button")].find((one) => one.innerText === "Erase everything now").disabled`,
      ),
      true,
    );
    await phone.fill("#erase", "oe3new");
    // The sign-in has grown old meanwhile.
    const now = app.world.now;
    Object.assign(app.world, { now: () => now() + 1000 });
    await phone.press("Erase everything now");
    await phone.tab.until(`location.pathname === "/"`);
    await phone.sees("Sign in");
    assert.equal(app.accounts.holder("OE3NEW"), undefined);
    assert.deepEqual(complaints(phone), []);
  },
);

journey(
  "on Me nothing moves under a finger when the year and the medals come",
  async (field, screen) => {
    const phone = await field.phone({ call: "OE3FND", screen });
    const top = `document.querySelector(".me-set").getBoundingClientRect().top`;
    let asked = 0;
    field.hold = ({ url }) => {
      const late = /\/api\/(my\/year|profile\/OE3FND)$/.test(url);
      if (late) asked++;
      return late;
    };
    await phone.open("/me");
    await phone.tab.count(".me-head > *", 4);
    await becomes("the year and the medals are asked for", () => asked >= 2);
    const before = await phone.tab.evaluate(top);
    field.hold = () => false;
    await phone.open("/me");
    await phone.tab.count(".medals:not(.medals-room)");
    await phone.tab.count(".year:not([aria-hidden=true])");
    assert.equal(await phone.tab.evaluate(top), before);
  },
);
