/** A meeting in a browser: its owner gives it a time, a member says that they will come, and it is taken away again. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";
import { becomes } from "../kit/waits.ts";

journey(
  "an owner makes a cache a meeting, a member comes, and the row in the list has its date",
  async (field, screen) => {
    const { app } = field;
    const { code } = await hide(app, "OE1XYZ", {
      title: "The old mast",
      lat: 48.2,
      lon: 16.37,
      type: "virtual",
    });
    const cache = async () => (await app.visitor.get(`/api/caches/${code}`)).body;
    const owner = await field.phone({ call: "OE1XYZ", screen });
    await owner.open(`/c/${code}/edit`);
    await owner.press("It is a meeting");
    const tomorrow = new Date((app.world.now() + 86_400) * 1000).toISOString().slice(0, 16);
    await owner.tab.evaluate(`(() => {
      const from = document.querySelector("#hide-from");
      from.value = ${JSON.stringify(tomorrow)};
      from.dispatchEvent(new Event("input", { bubbles: true }));
    })()`);
    await owner.tab.until(`document.querySelector("#hide-until") !== null`);
    await owner.press("Where to park");
    await owner.fill("#hide-parking", "48.21, 16.38");
    await owner.press("Save");
    await becomes(
      "the gateway has it",
      async () => (await cache()).eventUntil - (await cache()).eventFrom === 10_800,
    );
    assert.equal((await cache()).parkingLat, 48.21);

    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.open(`/c/${code}`);
    await phone.sees("0 will come.");
    await phone.press("I will come");
    await phone.sees("1 will come.");
    await phone.tab.until(`document.querySelector(".meeting-guests")?.innerText.includes("OE3FND")`);
    // Its page begins with it: the day with its name, the hours, and how long it is until then; then what one does there.
    const from = (await cache()).eventFrom;
    await phone.tab.until(`(() => {
      const meeting = document.querySelector(".meeting"), acts = document.querySelector(".act-bar");
      return meeting.innerText.includes(new Date(${from} * 1000).toLocaleDateString("en", { weekday: "long" })) &&
        /in (2[0-4]|1) (hours|day)/.test(meeting.innerText) &&
        (meeting.compareDocumentPosition(acts) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    })()`);
    await phone.sees("Parking");
    await owner.open(`/c/${code}/edit`);
    await owner.tab.until(`!!document.querySelector("#hide-from")?.value`);
    await owner.tab.evaluate(`(() => {
      const from = document.querySelector("#hide-from");
      from.value = "";
      from.dispatchEvent(new Event("input", { bubbles: true }));
    })()`);
    await owner.press("Save");
    await becomes("it is none any more", async () => (await cache()).eventFrom === undefined);
  },
  { devices: ["phone"] },
);
