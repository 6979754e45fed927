/** Awards and recommendations in a browser: declared in a form, reached, certified, looked at; and a cache recommended. */
import assert from "node:assert/strict";
import { SYSOP } from "../kit/app.ts";
import { judged } from "../kit/judged.ts";
import { journey } from "../kit/journey.ts";
import { find, hide } from "../kit/seed_game.ts";
import { becomes } from "../kit/waits.ts";

const ENV = { FED_PRIVATE_KEY: `${"A".repeat(42)}E`, HIDE_DAILY_LIMIT: "1000" };

journey(
  "an operator declares an award, a member has it certified and looks at the certificate",
  async (field, screen) => {
    const { app } = field;
    const { code } = await hide(app, "OE1XYZ", { title: "The old mast", lat: 48.2, lon: 16.37 });
    await find(app, "OE3FND", code);
    const house = await field.phone({ call: SYSOP, screen });
    await house.open("/admin/caches");
    await house.sees("Ten by radio");
    await house.press("Declare an award");
    await house.fill("#award-name", "Begun");
    await house.tab.evaluate(`(() => {
      const kind = document.querySelector("#award-kind");
      kind.value = "list";
      kind.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);
    await house.tab.until(`document.querySelector("#award-codes") !== null`);
    await house.fill("#award-codes", code);
    await house.press("Declare it");
    await house.tab.until(`document.querySelector("#award-name").value === ""`);
    await house.sees("Begun");

    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.open("/me/awards");
    await phone.sees("Begun");
    // One of eight kinds is drawn as found, and what is missing is said.
    await phone.tab.until(`document.querySelectorAll(".award .kind").length === 8 &&
      document.querySelectorAll(".award .kind:not(.kind-off)").length === 1`);
    await phone.sees("Missing: Multi-stage, Puzzle");
    await phone.tab.until(`document.querySelector(".award-squares .award-has")?.innerText === "JN88"`);
    assert.deepEqual(await judged(phone), []);
    await phone.press("Have the certificate signed");
    await phone.sees("Show the certificate");
    const { awards } = (await (await app.signIn("OE3FND")).get("/api/my/awards")).body;
    const given = awards.find((one: { code: string | null }) => one.code !== null);
    await phone.tab.send("Page.navigate", { url: `${phone.url}/award/${given.code}` });
    await phone.tab.until(`document.querySelector(".sheet svg") !== null`);
    const drawn = await phone.tab.evaluate(`({
      wide: document.documentElement.scrollWidth <= innerWidth,
      told: document.querySelector(".sheet svg").getAttribute("aria-label"),
    })`) as { wide: boolean; told: string };
    assert.ok(drawn.wide, "the sheet fits on the screen");
    assert.match(drawn.told, /OE3FND, Begun/);
    await phone.open("/me/awards");
    await phone.press("Give it back");
    await phone.press("Give the certificate back");
    await phone.sees("Have the certificate signed");
  },
  { devices: ["phone"], env: ENV },
);

journey(
  "a finder with ten finds recommends a cache on its page, sees it in the list, and takes it back",
  async (field, screen) => {
    const { app } = field;
    const codes: string[] = [];
    for (let n = 0; n < 10; n++) {
      codes.push((await hide(app, "OE1XYZ", { title: `Mast ${n}`, lat: 48.2 + n / 1000 })).code);
    }
    for (const code of codes) await find(app, "OE3FND", code);
    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.open(`/c/${codes[4]}`);
    await phone.press("Recommend it");
    await phone.sees("Take the recommendation back");
    const recommended = async () => (await app.visitor.get(`/api/caches/${codes[4]}`)).body.recommended;
    assert.equal(await recommended(), 1);
    await phone.open("/?sort=recommended");
    await phone.tab.until(`document.querySelector(".cache-row")?.innerText.includes("1× recommended")`);
    await phone.open("/me/lists");
    await phone.press("Take back");
    await becomes("it is taken back", async () => await recommended() === 0);
  },
  { devices: ["phone"], env: ENV },
);
