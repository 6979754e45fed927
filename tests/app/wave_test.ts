/** A wave of newcomers at the desk: who proved no call is chosen and suspended in one act, which one press takes back. */
import assert from "node:assert/strict";
import admin from "../../src/words/en/admin.json" with { type: "json" };
import { SYSOP } from "../kit/app.ts";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";

journey(
  "newcomers are chosen, suspended in one act and let go again; members among them stay as they are",
  async ({ app, phone: take }, screen) => {
    await app.signIn("OE3MEM");
    const wave = ["OE9AAB", "OE9AAC", "OE9AAD"];
    for (const call of wave) await app.signIn(call, { verified: false });
    const suspended = () => wave.filter((call) => app.accounts.holder(call)?.suspended === true);
    const desk = await take({ call: SYSOP, screen });
    await desk.open("/admin/people");
    await desk.tab.until(`document.querySelector(".chosen input") !== null`);
    await desk.tab.press(`document.querySelector(".chosen label")`);
    await desk.sees("Suspend 3");
    assert.equal(
      await desk.tab.evaluate(`getComputedStyle(document.querySelector(".chosen")).position`),
      "sticky",
    );
    await desk.press("Suspend 3");
    await desk.sees("2 of those chosen are left out");
    await desk.fill("#suspend-several-why", "A wave of spam");
    await desk.press("Yes: Suspend 3");
    await desk.sees("3 are suspended.");
    assert.deepEqual(suspended(), wave);
    assert.equal(app.accounts.holder("OE3MEM")?.suspended, false);
    await desk.press(admin["several.lift"]);
    await desk.tab.until(`!document.body.innerText.includes(${JSON.stringify(admin["several.lift"])})`);
    assert.deepEqual(suspended(), []);
    // Nobody of them has written anything: that is said, and nothing is cleared.
    await desk.tab.press(`document.querySelector(".chosen label")`);
    await desk.press("Clear what 3 wrote");
    await desk.fill("#clear-several-why", "A wave of spam");
    await desk.press("Yes: Clear what 3 wrote");
    await desk.sees("No new account with files holds this callsign.");
    assert.deepEqual(suspended(), []);
    // Browsers tell of the refusal, too.
    assert.deepEqual(desk.tab.complaints.filter((one) => !one.includes("409 (Conflict)")), []);
  },
  { devices: ["desktop"] },
);

journey(
  "where signing up takes an invitation, its link lets somebody in, it is counted, and withdrawn",
  async ({ app, phone: take }, screen) => {
    await app.operator.put("/api/admin/settings/SIGN_UP_INVITED", { value: "1" });
    const desk = await take({ call: SYSOP, screen });
    await desk.open("/admin/people");
    await desk.sees("Nobody opens an account without an invitation.");
    await desk.press("A new invitation");
    await desk.fill("#invitation-label", "Course in March");
    await desk.write("#invitation-most", "3");
    await desk.press("Make an invitation");
    await desk.sees("0 accounts of 3");
    const { code } = app.people.calls.invitations.all()[0]!;
    await desk.sees(`/sign-in?invitation=${code}`);
    const guest = await take({ screen });
    await guest.tab.addAuthenticator("internal");
    await guest.open(`/sign-in?invitation=${code}`);
    await guest.tab.until(`document.querySelector("#invitation")?.value === ${JSON.stringify(code)}`);
    await guest.fill("#callsign", "OE9NEW");
    await guest.press("Continue");
    await guest.press("Join with a passkey");
    await guest.tab.until(`location.pathname === "/me/verify"`);
    assert.ok(app.accounts.holder("OE9NEW"));
    await desk.open("/admin/people");
    await desk.sees("1 account of 3");
    await desk.press("Withdraw it");
    await desk.sees("The 1 account that it opened stays.");
    assert.equal(app.people.calls.invitations.all()[0]!.withdrawnAt, null, "asked first");
    await desk.press("Yes: Withdraw it");
    await desk.sees("The invitation Course in March is withdrawn.");
    // Without one the field is there once it was asked for.
    const other = await take({ screen });
    await other.open("/sign-in");
    assert.equal(await other.tab.evaluate(`document.querySelector("#invitation")`), null);
    assert.deepEqual(desk.tab.complaints, []);
  },
  { devices: ["desktop"], besides: ["phone"] },
);

journey(
  "what newcomers write waits, seen by them alone, until an operator welcomes them; one press holds it again",
  async ({ app, phone: take }, screen) => {
    const { code } = await hide(app, "OE1XYZ", { title: "The tower", scope: "local" });
    const desk = await take({ call: SYSOP, screen });
    await desk.open("/admin/people");
    await desk.sees(admin["held.switch"]);
    await desk.tab.press(`document.querySelector(".switch-row input")`);
    await desk.tab.until(`document.querySelector(".switch-row input").checked`);
    assert.equal((await app.operator.get("/api/admin/moderation/held")).body.on, true);
    const second = await app.signIn("OE9AAB", { verified: false });
    await second.post(`/api/caches/${code}/logs`, { kind: "note", text: "Buy pills" });
    await app.signIn("OE9AAC", { verified: false });
    const newcomer = await take({ call: "OE9AAC", screen });
    await newcomer.open(`/c/${code}/log`);
    await newcomer.press("Note");
    await newcomer.fill("#text", "Hello from the tower");
    await newcomer.press("Save");
    await newcomer.sees("Hello from the tower");
    await newcomer.open(`/c/${code}`);
    await newcomer.sees("Hello from the tower");
    await newcomer.sees("Waits for the club’s welcome");
    await newcomer.open("/me");
    await newcomer.sees("1 post waits.");
    const read = async () => (await app.visitor.get(`/api/caches/${code}/logs`)).text;
    assert.doesNotMatch(await read(), /tower|pills/);
    // The board says how many wait, and the page of people who.
    await desk.open("/admin");
    await desk.sees("2 posts of newcomers wait for your welcome");
    await desk.open("/admin/people");
    await desk.press(admin["held.show"]);
    await desk.sees("1 held");
    await desk.tab.until(`document.querySelectorAll(".choose input").length === 2`);
    await desk.tab.press(`document.querySelector(".chosen label")`);
    await desk.press("Welcome 2");
    await desk.sees(admin["several.welcome.means"]);
    assert.doesNotMatch(await read(), /tower|pills/, "asked first");
    await desk.fill("#welcome-several-why", "They were at the club evening");
    await desk.press("Yes: Welcome 2");
    await desk.sees("2 are welcomed.");
    assert.match(await read(), /tower/);
    const guest = await take({ screen });
    await guest.open(`/c/${code}`);
    await guest.sees("Hello from the tower");
    await desk.open("/admin/people");
    await desk.sees("May be taken back until");
    await desk.press(admin["held.undo"]);
    await desk.sees("2 posts are held again.");
    assert.doesNotMatch(await read(), /tower|pills/);
    await newcomer.open(`/c/${code}`);
    await newcomer.sees("Waits for the club’s welcome");
    assert.deepEqual([...desk.tab.complaints, ...newcomer.tab.complaints], []);
  },
  { devices: ["desktop"], besides: ["phone"] },
);
