/** A newer build behind the same address: offered in one line to who has the app open, taken by itself at the next start. */
import assert from "node:assert/strict";
import { NAMES } from "../../dist/app/names.ts";
import { journey } from "../kit/journey.ts";
import { NEXT, serveNextBuild } from "../kit/next_build.ts";
import { hide } from "../kit/seed_game.ts";

journey(
  "a newer build is offered to an open page, which keeps a log in it, and taken at the next start",
  async (field) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast" });
    const phone = await field.phone({ call: "OE3FND" });
    const script = `new URL(document.querySelector("script[type=module]").src).pathname`;
    await phone.open(`/c/${code}/log`);
    await phone.ready();
    await phone.fill("#text", "Found it in the rain");
    assert.equal(await phone.tab.evaluate(script), NAMES.script);
    assert.equal(await phone.tab.evaluate(`document.body.innerText.includes("newer version")`), false);

    serveNextBuild(field);
    await phone.tab.evaluate(`dispatchEvent(new Event("visibilitychange"))`);
    await phone.sees("A new version of the app is here.");
    assert.equal(await phone.tab.evaluate(script), NAMES.script, "nothing changes under the finger");
    await phone.press("Update");
    await phone.tab.until(
      `${script} === ${
        JSON.stringify(NEXT)
      } && document.querySelector("#text")?.value === "Found it in the rain"`,
    );
    assert.equal(await phone.tab.evaluate(`document.body.innerText.includes("newer version")`), false);

    // Once no page of it is open, the newer worker takes over: also with no signal.
    await phone.tab.send("Page.navigate", { url: "about:blank" });
    await phone.tab.until(`location.href === "about:blank"`);
    await field.unplug();
    await phone.open("/packs");
    assert.equal(await phone.tab.evaluate(script), NEXT);
  },
  { devices: ["phone"] },
);
