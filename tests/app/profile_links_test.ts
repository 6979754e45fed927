/** Links on a person's card: written on the phone, and seen by others with their whole address before they lead anywhere. */
import assert from "node:assert/strict";
import { judged } from "../kit/judged.ts";
import { journey } from "../kit/journey.ts";

const HOSTILE = "<img src=x onerror=alert(1)> \u202Egpj.exe";

journey(
  "a member adds links to the card; a stranger sees an address before following it",
  async (field, screen) => {
    const member = await field.phone({ call: "OE1ABC", screen });
    await member.open("/me/profile");
    await member.press("Add a link");
    await member.tab.until(`document.activeElement?.id === "link-0-label"`);
    await member.write("#link-0-label", HOSTILE);
    await member.write("#link-0-url", "javascript:alert(1)");
    await member.press("Save");
    // The browser refuses what is no web address, and nothing has gone out.
    await member.tab.until(`document.querySelector("#link-0-url").validity.valid === false`);
    const { app } = field, session = await app.signIn("OE1ABC");
    assert.deepEqual((await session.get("/api/my/profile")).body.links, []);
    await member.write("#link-0-url", "https://radio.example/club?<b>=1");
    // No locator is none, and the browser says so in the page's words.
    await member.write("#homeGrid", "ZZ99");
    await member.tab.until(
      `document.querySelector("#homeGrid").validationMessage === "For example JN88EE."`,
    );
    await member.write("#homeGrid", "jn88ee");
    await member.press("Others may see this");
    await member.press("Save");
    await member.sees("Saved");
    // The button that could not be pressed while it was sent has the focus again.
    await member.tab.until(`document.activeElement?.innerText === "Save"`);
    assert.deepEqual(await judged(member), []);
    const { links } = (await session.get("/api/my/profile")).body;
    assert.equal(links.length, 1);

    const stranger = await field.phone({ screen });
    await stranger.open("/u/OE1ABC");
    const address = `document.querySelector(".profile-view details a")`;
    await stranger.tab.until(`${address} !== null`);
    assert.equal(await stranger.tab.evaluate(`${address}.checkVisibility()`), false);
    await stranger.tab.press(`document.querySelector(".profile-view details summary")`);
    await stranger.tab.until(`${address}.checkVisibility()`);
    assert.equal(await stranger.tab.evaluate(`${address}.innerText`), "https://radio.example/club?<b>=1");
    assert.deepEqual(await judged(stranger), []);
    assert.equal(await stranger.tab.evaluate(`document.querySelectorAll(".profile-view img").length`), 0);
    assert.deepEqual(stranger.tab.complaints, []);
  },
  { devices: ["phone"] },
);
