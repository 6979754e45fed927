/** The stages of one's own cache in the app: made, put in order, never lost once found, never overwritten unseen. */
import assert from "node:assert/strict";
import { codeBits } from "../../src/caches/stages/code_strength.ts";
import { codeOf, newStage, posted, shifted, stageOf } from "../../src/client/phone/drafts/stages.ts";
import { drag, measured, pressMap } from "../kit/hands.ts";
import { judged } from "../kit/judged.ts";
import { journey } from "../kit/journey.ts";
import { find, hide } from "../kit/seed_game.ts";

Deno.test("stages as they are posted: each names where it came from, new ones nothing", () => {
  const told = (n: number, clue: string) => ({
    ...{ n, unlock: "nfc" as const, clue, lat: null, lon: null, radiusM: 60, code: `code-${n}` },
  });
  const list = [told(1, "one"), told(2, "")].map(stageOf);
  assert.deepEqual(posted(list), [
    { n: 1, prevStageNo: 1, unlock: "nfc", clue: "one", radiusM: 60, code: "code-1" },
    { n: 2, prevStageNo: 2, unlock: "nfc", clue: null, radiusM: 60, code: "code-2" },
  ]);
  assert.deepEqual(posted(shifted(list, 1, 0)).map(({ n, prevStageNo }) => [n, prevStageNo]), [[1, 2], [
    2,
    1,
  ]]);
  assert.equal(shifted(list, 0, -1), list, "before the first there is nothing");
  assert.equal(shifted(list, 1, 2), list, "nor behind the last");
  const fresh = newStage("geo", "unused", { lat: 48, lon: 16 });
  assert.deepEqual(posted([fresh]), [{ n: 1, unlock: "geo", clue: null, radiusM: 60, lat: 48, lon: 16 }]);
});

Deno.test("codes made here are strong enough to open without signal, and each hex makes one", () => {
  for (let i = 0; i < 200; i++) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const code = codeOf(Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""));
    assert.match(code, /^[a-hj-km-np-z02-9]{4}(-[a-hj-km-np-z02-9]{4}){2}$/);
    assert.ok(codeBits(code) >= 40, `${code}: ${codeBits(code)} bits`);
  }
});

journey(
  "stages are made, put in order and saved; what was found cannot be lost",
  async ({ app, phone: take }, screen) => {
    const { code } = await hide(app, "OE1OWN", {
      title: "Three steps",
      type: "multi",
      lat: 48.2,
      lon: 16.37,
    });
    const phone = await take({ call: "OE1OWN", screen, place: { lat: 48.201, lon: 16.371 } });
    const owner = await app.signIn("OE1OWN");
    const stages = async () => (await owner.get(`/api/caches/${code}/stages`)).body.stages;
    const list = `/c/${code}/edit/stages`;
    const sheet = async (n: number) => {
      await phone.open(`${list}?stage=${n}`);
      await phone.tab.count(`#stage-${n}-clue`);
    };
    await phone.open(list);
    await phone.press("Add a stage");
    await phone.fill("#stage-1-clue", "Under the bridge");
    // On a phone a sheet has all of the screen. What was typed is kept at once, also without "Save".
    if (await phone.tab.evaluate("innerWidth < 1024")) {
      await phone.tab.until(`getComputedStyle(document.querySelector(".bar")).display === "none"`);
    }
    assert.deepEqual(await judged(phone), []);
    await sheet(1);
    await phone.tab.until(`document.querySelector("#stage-1-clue").value === "Under the bridge"`);
    await phone.press("Save stage 1");
    await phone.sees("Not saved yet. This draft stays on this device");
    await phone.sees("opens by its tag");
    // "Cancel" takes back what was typed on the sheet, and the stage that was added.
    await phone.tab.press(`document.querySelector(".list-link")`);
    await phone.write("#stage-1-clue", "Over the bridge");
    await phone.press("Cancel");
    await phone.sees("Under the bridge");
    await phone.press("Add a stage");
    await phone.sees("Stage 2 of 2");
    await phone.press("Cancel");
    await phone.tab.count(".list-order > li", 1);
    await phone.press("Add a stage");
    await phone.fill("#stage-2-clue", "Behind the mill");
    await phone.press("Save stage 2");
    // On the map: a touch places the stage that was made last, a number is dragged, and another touch places what was dragged.
    const spot = (n: number) =>
      phone.tab.evaluate(`document.querySelector("[data-i='${n - 1}'] text")?.outerHTML`) as Promise<string>;
    const places = async (): Promise<string[]> => {
      const of: string[] = [];
      for (const n of [1, 2]) {
        await sheet(n);
        of.push(await phone.tab.evaluate(`document.querySelector("#stage-${n}-place").value`) as string);
      }
      await phone.open(list);
      await phone.tab.count(".stage-spot", 2);
      return of;
    };
    let before = await places();
    const changes = async (n: number, how: () => Promise<void>) => {
      await how();
      await phone.sees("Not saved yet. This draft stays on this device");
      const after = await places();
      assert.notEqual(after[n - 1], before[n - 1], "it was moved");
      assert.equal(after[2 - n], before[2 - n], "the other one stays");
      before = after;
    };
    const map = ".small-map-whole";
    await phone.tab.press(`document.querySelector("[data-i='1']")`);
    await changes(2, () => pressMap(phone, map, 0.75, 0.25));
    const was = await spot(1);
    await drag(phone, map, 0.25);
    assert.equal(await spot(1), was, "a finger that passes over the map places nothing");
    await changes(1, () => drag(phone, "[data-i='0']", 1));
    await changes(1, () => pressMap(phone, map, 0.25, 0.75));
    const [, placed] = before;
    // A stage that opens by being there does so where the one before it leads: that one says how near is near enough.
    await sheet(2);
    await phone.press("At its place");
    assert.equal(await phone.tab.evaluate(`document.querySelector("#stage-2-radius")`), null);
    await phone.press("Save stage 2");
    await phone.sees("opens at its place, 60 m");
    await sheet(1);
    await phone.write("#stage-1-radius", "");
    await phone.press("Save stage 1");
    await phone.tab.until(`document.activeElement.id === "stage-1-radius"`);
    await phone.fill("#stage-1-radius", "25");
    await phone.press("10 m more");
    await phone.tab.until(`document.querySelector("#stage-1-radius").value === "35"`);
    await phone.press("Save stage 1");
    await phone.sees("Not saved yet. This draft stays on this device");
    await sheet(2);
    await phone.press("A tag or code");
    // A place that was emptied is no place, and does not come back.
    await phone.write("#stage-2-place", "");
    await phone.press("Save stage 2");
    await sheet(2);
    assert.equal(await phone.tab.evaluate(`document.querySelector("#stage-2-place").value`), "");
    await phone.fill("#stage-2-place", placed!);
    await phone.press("Save stage 2");
    await phone.sees("Not saved yet. This draft stays on this device");
    await sheet(1);
    await phone.press("Measure the place");
    await measured(phone);
    await phone.press("Use this place");
    await phone.tab.until(
      `document.querySelector("#stage-1-place").value === "N 48° 12.060' E 016° 22.260'"`,
    );
    await phone.press("Save stage 1");
    await phone.tab.until(`document.querySelectorAll(".stage-tags svg").length === 2`);
    assert.deepEqual(await judged(phone), []);
    await phone.press("Save");
    await phone.tab.until(`document.querySelectorAll("[data-state=settled]").length === 1`);
    const made = await stages();
    assert.deepEqual(made.map((one: { clue: string; offline: boolean }) => [one.clue, one.offline]), [
      ["Under the bridge", true],
      ["Behind the mill", true],
    ]);
    await phone.tab.until(`!document.body.innerText.includes("Not saved yet")`);
    assert.deepEqual([made[0].lat, made[0].lon], [48.201, 16.371], "as it was measured");
    assert.ok(made[1].lat > 48.2 && made[1].lon > 16.37, "to the north-east, where the map was touched");
    // Somebody finds it: from now on the stages stay.
    const finder = await app.signIn("OE3FND");
    for (const { n, code: tag } of made) {
      assert.equal((await finder.post(`/api/caches/${code}/stages/${n}/unlock`, { code: tag })).status, 200);
    }
    await find(app, "OE3FND", code);
    await sheet(1);
    await phone.sees("It has been found, so it has to stay");
    await phone.press("Move stage 1 later");
    await phone.sees("Stage 2 of 2");
    await sheet(1);
    await phone.press("Insert one before");
    await phone.sees("Stage 1 of 3");
    await phone.fill("#stage-1-clue", "At the start");
    await phone.press("Save stage 1");
    await phone.press("Save");
    await phone.comes(`fetch("/api/caches/${code}/stages").then((answer) => answer.json())
      .then(({ stages }) => stages[0].clue === "At the start")`);
    await phone.tab.until(`document.querySelectorAll("[data-state=settled]").length === 1`);
    assert.deepEqual((await stages()).map((one: { clue: string }) => one.clue), [
      "At the start",
      "Behind the mill",
      "Under the bridge",
    ]);
    await phone.open(`/c/${code}/edit`);
    await phone.tab.count("#hide-title");
    const edits = await phone.tab.text("main");
    assert.doesNotMatch(edits, /You add its stages/, "it is published long ago");
    // Changed elsewhere meanwhile: nothing is overwritten.
    await sheet(1);
    await phone.tab.until(`document.querySelector("#stage-1-clue").value === "At the start"`);
    await phone.fill("#stage-1-clue", " and on");
    await phone.press("Save stage 1");
    const there = (await stages()).map((one: { n: number; clue: string }) =>
      one.n === 1 ? { ...one, clue: "From the desk" } : one
    );
    const elsewhere = await owner.post(`/api/caches/${code}/stages`, { stages: there });
    assert.equal(elsewhere.status, 200, elsewhere.text);
    // What was typed over the older list is still there after a reload, and does not overwrite the newer list.
    await phone.sees("Not saved yet. This draft stays on this device");
    await phone.open(list);
    await phone.sees("At the start and on");
    await phone.press("Save");
    await phone.press("Discard mine, show theirs");
    await phone.sees("From the desk");
    assert.equal((await stages())[0].clue, "From the desk");
    assert.deepEqual(phone.tab.complaints.filter((one) => !/409/.test(one)), []);
  },
);
