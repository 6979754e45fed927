/** What a log says besides: when the visit was, a favourite, that the cache needs a look. */
import assert from "node:assert/strict";
import { fieldOf, textWith, visitOf } from "../../src/client/log/more_chips.tsx";
import { eventually } from "../kit/eventually.ts";
import { journey } from "../kit/journey.ts";
import { judged } from "../kit/judged.ts";
import { hide } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };

Deno.test("a visit's time is of the last seven days and not to come; it is written as its field is read", () => {
  const now = 1_780_000_020, week = 7 * 86_400;
  assert.equal(visitOf(fieldOf(now), now), 1_780_000_020 - 1_780_000_020 % 60);
  assert.equal(visitOf(fieldOf(now + 60), now), undefined);
  assert.equal(visitOf(fieldOf(now - week + 60), now), now - now % 60 - week + 60);
  assert.equal(visitOf(fieldOf(now - week - 60), now), undefined);
  assert.equal(visitOf("", now), undefined);
});

Deno.test("who came along is the last line of the text, where there is room for it", () => {
  assert.equal(textWith("", " Mia,  OE1FLO "), "With Mia, OE1FLO.");
  assert.equal(textWith("Cold.\n", "Mia"), "Cold.\nWith Mia.");
  assert.equal(textWith("Cold.", "  "), "Cold.");
  const full = "x".repeat(1991), most = "x".repeat(1990);
  assert.equal(textWith(full, "Mia"), full);
  assert.equal(textWith(most, "Mia").length, 2000);
});

journey(
  "a find is logged as of an hour before, its cache as a favourite; what it will be is not said of another time",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    // An hour ago the cache has to be there, and the phone's key.
    field.app.db.writeNow((tx) =>
      field.app.db.sql("UPDATE cache SET created_at = created_at - 90000").run(tx)
    );
    const phone = await field.phone({ call: "OE3FND", screen, place: PLACE });
    await phone.open(`/c/${code}/log`);
    await phone.sees("location-verified");
    await phone.press("Now");
    const ago = Math.floor(Date.now() / 60_000) * 60 - 3600;
    await phone.tab.evaluate(`(() => {
      const field = document.querySelector("#visited");
      field.value = ${JSON.stringify(fieldOf(ago))};
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);
    await phone.sees("not verified");
    assert.deepEqual(await judged(phone), []);
    await phone.press("Favourite");
    await phone.press("Alone");
    await phone.fill("#company", "Mia");
    await phone.press("Log find");
    const member = await field.app.signIn("OE3FND");
    await eventually(
      "both are sent",
      async () => (await member.get(`/api/caches/${code}`)).body.favorited === true,
    );
    const { logs } = (await member.get(`/api/caches/${code}/logs`)).body;
    // The key is younger than the visit: the log says so instead of keeping silent.
    assert.equal(logs[0].text, "With Mia.");
    assert.deepEqual([logs[0].kind, logs[0].tier, logs[0].fieldTimeRejected], ["found", null, "before_key"]);
  },
);

journey(
  "who says that a cache needs a look writes what is wrong; its owner's list begins with it",
  async (field) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND", place: PLACE });
    await phone.open(`/c/${code}/log`);
    await phone.press("Needs a look");
    await phone.sees("What is wrong with it?");
    await phone.fill("#text", "The lid is broken.");
    assert.deepEqual(await judged(phone), []);
    await phone.press("Save");
    await phone.tab.until(`document.querySelector('.waiting-card[data-state="settled"]') !== null`);
    await phone.sees("Needs a look");
    await phone.open(`/c/${code}`);
    await phone.tab.until(`document.querySelector(".log-head").innerText.includes("Needs a look")`);
    const owner = await field.phone({ call: "OE1XYZ" });
    await owner.open("/me/caches");
    await owner.sees("1 needs a visit.");
  },
);
