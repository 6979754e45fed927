/** The page of tools, as a person uses it: install, use, remove; without a connection; and refused in words. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";

const INSTALLED = `[...document.querySelectorAll("[data-tool]:not(section)")].map((one) => one.dataset.tool)`;
/** A tile of a tool that runs. */
const runs = (name: string) => `[data-tool="${name}"][data-state="on"]`;
const ABOUT = `document.querySelector(".tool-about > summary")`;
const offer = (name: string) => `document.querySelector('[data-offer="${name}"] .button')`;

journey(
  "a member installs tools of the program's own list, uses them, and has them without a connection",
  async (field) => {
    const phone = await field.phone({ call: "OE1XYZ" }), { tab } = phone;
    await phone.open("/tools");
    await phone.sees("You have no tools yet.");
    await phone.write("#tools-search", "cipher");
    await tab.count(".tools-found [data-offer]", 1);
    await phone.write("#tools-search", "");
    await tab.count("[data-offer]", 15);
    await tab.press(offer("alphabets"));
    await phone.sees("Install this tool?");
    await phone.sees("It comes with this program.");
    await phone.sees("Read texts or photos that you give it.");
    await phone.press("Install it");
    await tab.count('[data-open="alphabets"]');
    await phone.write("#tool-input", "-.-. --.-");
    await phone.press("Work it out");
    await phone.sees("CQ");
    // The account has it, and a page that is opened anew starts it.
    const prefs = async () =>
      (await (await field.app.signIn("OE1XYZ")).get("/api/prefs")).body.prefs.tools?.map((
        one: { name: string },
      ) => one.name);
    await phone.comes(
      `fetch("/api/prefs").then((a) => a.json()).then(({ prefs }) => prefs.tools?.length === 1)`,
    );
    assert.deepEqual(await prefs(), ["alphabets"]);
    await phone.open("/tools");
    await tab.count(runs("alphabets"));
    await phone.ready();
    await phone.open("/tools");
    await tab.click(runs("alphabets"));
    await tab.press(ABOUT);
    await phone.sees("Runs");
    // In the menu it is a link that opens it.
    await phone.press("In the menu");
    await phone.open("/more");
    await tab.press(`document.querySelector('main a[href="/tools?open=alphabets"]')`);
    await tab.count('[data-open="alphabets"]');
    await field.unplug();
    await phone.open("/tools");
    await tab.click(runs("alphabets"));
    await phone.write("#tool-input", "... --- ...");
    await phone.press("Work it out");
    await phone.sees("SOS");
    field.plugIn();
    await phone.open("/tools");
    await tab.click(runs("alphabets"));
    await tab.press(ABOUT);
    await phone.press("Remove");
    await phone.press("Remove the tool");
    await phone.sees("You have no tools yet.");
    assert.deepEqual(await tab.evaluate(INSTALLED), []);
  },
);

journey("whoever is not signed in has tools on this device; switched off, there are none", async (field) => {
  const phone = await field.phone({ lang: "de" }), { tab } = phone;
  await phone.open("/tools");
  await tab.press(offer("cw"));
  await tab.count('[data-prompt="cw"]');
  await phone.press("Installieren");
  await tab.count('[data-open="cw"]');
  await phone.press("Auswerten");
  await tab.count("audio");
  await phone.sees("-.-. --.-");
  await phone.open("/tools");
  await tab.click(runs("cw"));
  await tab.press(ABOUT);
  await phone.sees("Läuft");
  await field.app.operator.put("/api/admin/settings/TOOLS", { value: "off" });
  assert.equal((await field.app.visitor.get("/tools/frame")).status, 403);
  await phone.open("/tools");
  await phone.sees("hat Werkzeuge abgeschaltet");
  await tab.count("iframe", 0);
});
