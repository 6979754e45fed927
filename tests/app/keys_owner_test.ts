/** The owner's pages without a mouse (J7): a cache is moved, gets stages, is printed; and the way there as a finder walks it. */
import assert from "node:assert/strict";
import { enter, key, tabTo, type } from "../kit/hands.ts";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };

journey(
  "J7 by keyboard: an own cache is changed, moved, given a stage and printed; then the way to it",
  async (field, screen) => {
    const { app } = field;
    const { code } = await hide(app, "OE1OWN", {
      ...{ title: "The old mast", hint: "Magnetic", type: "multi", ...PLACE },
    });
    const phone = await field.phone({ call: "OE1OWN", screen, place: PLACE });
    await field.slow(phone);
    const at = (path: string) => phone.tab.until(`location.pathname === ${JSON.stringify(path)}`);
    await phone.open("/me/caches");
    await enter(phone, "Change");
    await at(`/c/${code}/edit`);
    // Tab selects what stands in a field: what is typed takes its place.
    await tabTo(phone, "Title");
    await type(phone, "The new mast");
    await enter(phone, "1 m north");
    await enter(phone, "Save");
    await phone.tab.count("[data-state=settled]");
    const { title, lat } = (await app.visitor.get(`/api/caches/${code}`)).body;
    assert.equal(title, "The new mast");
    assert.ok(lat > PLACE.lat && lat < PLACE.lat + 0.0001, `${lat}`);

    await enter(phone, "Stages");
    await at(`/c/${code}/edit/stages`);
    await enter(phone, "Add a stage");
    await tabTo(phone, "Its clue");
    await type(phone, "Under the bridge");
    // The sheet's own: it leads back to the list, which is sent as a whole.
    await enter(phone, "Save");
    await at(`/c/${code}/edit/stages`);
    await phone.sees("Not saved yet.");
    await enter(phone, "Save");
    await phone.tab.count("[data-state=settled]");
    const owner = await app.signIn("OE1OWN");
    const { stages } = (await owner.get(`/api/caches/${code}/stages`)).body;
    assert.deepEqual(stages.map((one: { clue: string }) => one.clue), ["Under the bridge"]);

    await phone.open("/me/caches");
    await enter(phone, "Print");
    await at(`/c/${code}/print`);
    await enter(phone, "Log sheet");
    await at(`/c/${code}/print/log`);
    await phone.sees("Write your callsign");
    await phone.tab.send("Page.navigate", { url: `${field.url}/c/${code}/print` });
    await at(`/c/${code}/print`);
    await enter(phone, "Label for the container");
    await at(`/c/${code}/print/label`);
    await phone.sees("holds nothing dangerous");

    // Nobody finds their own cache: its owner changes it, or writes a note.
    await phone.open(`/c/${code}`);
    await phone.tab.count(`main a.button-main`, 1);
    await phone.tab.count(`main a.button-main[href="/c/${code}/edit"]`, 1);
    await phone.sees("Edit");
    await enter(phone, "Go there");
    await at(`/c/${code}/go`);
    await phone.sees("± 8 m");
    await tabTo(phone, "Hint");
    await key(phone, "Space");
    await phone.sees("Magnetic");
    await enter(phone, "Write a note");
    await phone.sees("It is your own cache: you can note what you saw there.");
    await at(`/c/${code}/log`);
    await phone.tab.count("main input[name=kind]", 2);
    await tabTo(phone, "Your log");
    await type(phone, "Dry again");
    await enter(phone, "Save");
    await phone.tab.until(
      `[...document.querySelectorAll("[data-state=settled]")].some((one) => one.innerText.includes("Dry again"))`,
    );
    const { logs: [note] } = (await field.app.visitor.get(`/api/caches/${code}/logs`)).body;
    assert.deepEqual([note.kind, note.text], ["note", "Dry again"]);
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["desktop"] },
);
