/** The page of lists and files: a list's caches in the order wanted, sharing, renaming; tabs by address, files by a button. */
import assert from "node:assert/strict";
import { hrefOf } from "../../src/client/log/own/tabs.ts";
import { mapHash, movedTo, wayM } from "../../src/client/log/own/lists/order.ts";
import { placeAt } from "../../src/client/ui/look/handles.ts";
import { outlookOf } from "../../src/client/log/own/field_notes/outlook.tsx";
import { say } from "../../src/client/ui/say.ts";
import { journey } from "../kit/journey.ts";
import { judged } from "../kit/judged.ts";
import { find, hide } from "../kit/seed_game.ts";
import { becomes } from "../kit/waits.ts";

Deno.test("one of a list is moved within its ends, and a hand's height says where to", () => {
  const codes = ["A", "B", "C"];
  assert.deepEqual(movedTo(codes, "A", 1), ["B", "A", "C"]);
  assert.deepEqual(movedTo(codes, "C", 0), ["C", "A", "B"]);
  assert.deepEqual(movedTo(codes, "A", 9), ["B", "C", "A"]);
  for (const [code, to] of [["A", -1], ["A", 0], ["C", 3], ["X", 1]] as const) {
    assert.equal(movedTo(codes, code, to), codes, `${code} to ${to} moves nothing`);
  }
  assert.deepEqual([5, 15, 25].map((y) => placeAt(y, [10, 20])), [0, 1, 2]);
  assert.equal(placeAt(5, []), 0);
});

Deno.test("the way is the sum from each to the next, and a map shows all of it", () => {
  const [one, two] = [{ lat: 48, lon: 16 }, { lat: 48.1, lon: 16 }];
  assert.equal(wayM([]), 0);
  assert.equal(wayM([one]), 0);
  const once = wayM([one, two]);
  assert.ok(Math.abs(once - 11_120) < 20, String(once));
  assert.equal(wayM([one, two, one]), 2 * once);
  assert.equal(mapHash([]), undefined);
  assert.equal(mapHash([one]), "#15/48.00000/16.00000");
  const [zoom, lat, lon] = mapHash([one, two])!.slice(1).split("/").map(Number) as [number, number, number];
  assert.deepEqual([lat, lon], [48.05, 16]);
  // At that zoom a tenth of a degree of latitude is at most what a phone shows.
  const pixels = 0.1 / Math.cos(48.05 * Math.PI / 180) / 360 * 512 * 2 ** zoom;
  assert.ok(pixels <= 300 && pixels > 250, `${pixels} pixels at zoom ${zoom}`);
});

Deno.test("each tab has an address, and what becomes of a field note is one of three", () => {
  assert.deepEqual([hrefOf("lists"), hrefOf("lists", 7), hrefOf("notes"), hrefOf("files", 7)], [
    "/me/lists",
    "/me/lists?list=7",
    "/me/lists?tab=notes",
    "/me/lists?tab=files&list=7",
  ]);
  const cache = { code: "A", title: "A", type: "traditional", origin: "club.example" };
  const note = { id: 1, code: "A", at: 0, kind: "found" as const, text: "", sentId: "x", cache };
  assert.equal(outlookOf({ ...note, state: "ready" }), "ready");
  assert.equal(outlookOf({ ...note, kind: "note", state: "ready" }), "text");
  assert.equal(outlookOf({ ...note, state: "own" }), "not");
  assert.equal(outlookOf({ ...note, state: "unknown", cache: null }), "not");
});

journey(
  "a list is put in another order by keys and by hand, shared, renamed and taken along",
  async (field, screen) => {
    const { app } = field;
    const codes: string[] = [];
    for (const [title, lat] of [["Ash", 48.2], ["Birch", 48.21], ["Cherry", 48.22]] as const) {
      codes.push((await hide(app, "OE1XYZ", { title, lat, lon: 16.37 })).code);
    }
    const [ash, birch, cherry] = codes as [string, string, string];
    await find(app, "OE3FND", birch);
    const phone = await field.phone({ call: "OE3FND", screen }), owner = await app.signIn("OE3FND");
    const lists = "/api/my/notebook/lists", { id } = (await owner.post(lists, { name: "Sunday" })).body;
    for (const code of codes) await owner.put(`${lists}/${id}/${code}`, { on: true });
    assert.equal((await owner.patch(`${lists}/${id}`, { order: codes })).status, 200);
    type List = { name: string; share: string | null; codes: string[] };
    const list = async (): Promise<List> => (await owner.get("/api/my/notebook")).body.lists[0];
    const handle = (title: string) =>
      `[...document.querySelectorAll(".list-order li")]
      .find((one) => one.innerText.includes("${title}")).querySelector("button")`;

    await phone.open("/me/lists");
    await phone.ready();
    await phone.sees("3 caches, 2.2 km in this order, 1 found");
    await phone.tab.count(".list-discs > .kind", 3);
    const press = (key: string) =>
      phone.tab.evaluate(
        `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", bubbles: true, cancelable: true }))`,
      );
    // Pressed on a phone, where it stands below the rows, another list comes into sight.
    const others = ["Second", "Third", "Fourth", "Fifth", "Sixth"];
    for (const name of others) await owner.post(lists, { name });
    await phone.open("/me/lists");
    await phone.press("Sixth");
    await phone.tab.until(`document.querySelector(".list-head h2").innerText === "Sixth" &&
      document.querySelector(".list-head").getBoundingClientRect().bottom < innerHeight`);
    assert.match(String(await phone.tab.evaluate("location.search")), /^\?list=\d+$/);
    await phone.tab.evaluate("history.back()");
    await phone.tab.until(`document.querySelector(".list-head h2").innerText === "Sunday"`);
    await phone.tab.evaluate(`${handle("Ash")}.focus()`);
    // Twice at once: the focus stays with what is moved, and the last order is what the gateway has.
    await press("ArrowDown");
    await phone.sees("Ash: 2 of 3");
    await press("ArrowDown");
    await becomes("Ash is last", async () => (await list()).codes.join() === [birch, cherry, ash].join());
    await phone.tab.until(`document.activeElement === ${handle("Ash")}`);
    await phone.sees("3 caches, 3.3 km in this order");

    // By hand: the handle of the last one is drawn above the first.
    await phone.tab.evaluate(`(() => {
      const from = ${
      handle("Ash")
    }.getBoundingClientRect(), rows = document.querySelectorAll(".list-order li");
      const how = { bubbles: true, pointerId: 1, button: 0, clientX: from.x + 9 };
      rows[0].parentElement.setPointerCapture = () => {};
      const send = (on, type, clientY) => on.dispatchEvent(new PointerEvent(type, { ...how, clientY }));
      send(${handle("Ash")}, "pointerdown", from.y + 9);
      send(rows[0].parentElement, "pointermove", rows[0].getBoundingClientRect().y + 3);
      send(rows[0].parentElement, "pointerup", rows[0].getBoundingClientRect().y + 3);
    })()`);
    await becomes("Ash is first", async () => (await list()).codes.join() === [ash, birch, cherry].join());

    // Shared, and its address is at hand; renamed.
    await phone.tab.evaluate(
      `for (const name of ["share", "clipboard"]) Object.defineProperty(navigator, name, { value: undefined })`,
    );
    await phone.tab.click(".list-head button[aria-label='Share by link']");
    await becomes("it is shared", async () => (await list()).share !== null);
    await phone.sees("shared by link");
    // A browser that hands nothing on, or copies nothing: the address stands below, to be copied by hand.
    await phone.tab.until(`document.querySelector(".list-whole .copy-text") !== null`);
    await phone.write("#list-rename", "Monday");
    await phone.press("Save the name");
    await becomes("it has the name", async () => (await list()).name === "Monday");
    await phone.tab.until(`document.querySelector(".list-head h2").innerText === "Monday"`);

    // Taken along: the tab of files has it chosen; Back leads to the list.
    await phone.press("Take along");
    await phone.tab.until(`document.querySelector('a[download][href*="list=${id}"]') !== null`);
    assert.equal(await phone.tab.evaluate("location.search"), `?tab=files&list=${id}`);
    await phone.tab.evaluate("history.back()");
    await phone.tab.until(`document.querySelector(".list-order") !== null`);
    // An order that does not reach the gateway is taken back in sight, and it is said.
    await phone.keeps("/api/my/notebook");
    await field.unplug();
    await phone.tab.evaluate(`${handle("Cherry")}.focus()`);
    await press("Home");
    await phone.sees(say("doing.unreached"));
    await phone.tab.until(`document.querySelector(".list-order li").innerText.includes("Ash")`);
    assert.deepEqual((await list()).codes, [ash, birch, cherry]);
  },
  { devices: ["phone"] },
);

journey(
  "no file is asked for in the browser's own words; at 320 pixels in German nothing lies beside the page, and axe finds nothing in any look",
  async (field, screen) => {
    const { app } = field;
    const { code } = await hide(app, "OE1XYZ", { title: "The old mast", lat: 48.2, lon: 16.37 });
    const owner = await app.signIn("OE3FND");
    const name = "Donaudampfschifffahrtsgesellschaftskapitänsrunde";
    const { id } = (await owner.post("/api/my/notebook/lists", { name })).body;
    await owner.put(`/api/my/notebook/lists/${id}/${code}`, { on: true });
    const at = app.world.now();
    await owner.post("/api/my/field-notes", {
      notes: [{ code, at, kind: "note", text: "" }, { code: "GCNONE", at, kind: "found", text: "TFTC" }],
    });
    const phone = await field.phone({ call: "OE3FND", screen: { ...screen, width: 320 }, lang: "de" });
    for (const [tab, part] of [["lists", ".list-order"], ["notes", ".note-card"], ["files", ".out-which"]]) {
      await phone.open(`/me/lists?tab=${tab}`);
      await phone.tab.until(`document.querySelector("${part}") !== null`);
      const wide = await phone.tab.evaluate("document.documentElement.scrollWidth");
      assert.ok(Number(wide) <= 320, `${tab}: ${wide} pixels`);
      const small = await phone.tab.evaluate(
        `[...document.querySelectorAll("main :is(button, summary, .tabs a, label:has(input))")]
          .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().height < 40)
          .map((one) => one.innerText)`,
      );
      assert.deepEqual(small, [], tab);
      const seen = await phone.tab.evaluate(
        `[...document.querySelectorAll("input[type=file]")].filter((one) => getComputedStyle(one).opacity !== "0").length`,
      );
      assert.equal(seen, 0, tab);
      for (const look of ["light", "dark", "sun", "night"]) {
        await phone.tab.evaluate(`void (document.documentElement.dataset.theme = "${look}")`);
        assert.deepEqual(await judged(phone), [], `${tab} in ${look}`);
      }
    }
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["phone"] },
);
