/** Panes of a wide screen: which page has a list beside it, how wide that is; keys, tables as CSV, and the search at the top. */
import assert from "node:assert/strict";
import { listOf } from "../../src/client/panes/list_panes.ts";
import { csvOf, defused, fileName, isoTime, sheetOf } from "../../src/client/panes/csv.ts";
import { foundAt } from "../../src/client/app/find_where.ts";
import { writtenOf } from "../../src/client/admin/parts/table.tsx";
import { writtenOf as writtenStation } from "../../src/client/live/heard/heard_table.tsx";
import { afterKey, afterPress, LEAST, MOST, USUAL, USUAL_MAP, within } from "../../src/client/panes/sizes.ts";
import { rf } from "../kit/boxes.ts";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";

Deno.test("what was opened from a list has it beside it, but not in a window of its own", () => {
  assert.equal(listOf("cache", ""), "nearby");
  assert.equal(
    listOf("nearby", ""),
    "nearby",
    "the list is its own, so that it stays when something is opened",
  );
  assert.equal(listOf("station", ""), "live");
  assert.equal(listOf("adminPerson", "other"), "adminPeople");
  assert.equal(listOf("conversation", ""), "messages");
  assert.equal(listOf("thread", ""), "bbs");
  assert.equal(listOf("category", ""), "bbs");
  assert.equal(listOf("adminNeighbour", ""), "adminNeighbours");
  assert.equal(listOf("map", ""), "map");
  assert.equal(listOf("cache", "", "map"), "map", "what was opened on the map has the map beside it");
  assert.equal(listOf("station", "", "map"), "map");
  assert.equal(listOf("station", "", "nearby"), "live");
  assert.equal(listOf("conversation", "", "map"), "messages");
  assert.equal(listOf("nearby", "", "map"), "nearby");
  assert.equal(listOf("hide", ""), undefined);
  assert.equal(listOf("cache", "own-/c/GW7K2", "map"), undefined);
  assert.equal(listOf("cache", "own-/c/GW7K2"), undefined);
  assert.equal(listOf("nearby", "own-/c/GW7K2"), "nearby");
});

Deno.test("the list's width: within its limits, by keys, and by presses", () => {
  assert.deepEqual([-1, 0, 20, 38.4, 70, 71, NaN, "40", undefined].map((size) => within(size)), [
    ...[20, 20, 20, 38, 70, 70, USUAL, USUAL, USUAL],
  ]);
  assert.deepEqual([within(undefined, USUAL_MAP), within(90, USUAL_MAP)], [55, MOST]);
  assert.equal(afterKey(38, "ArrowRight"), 42);
  assert.equal(afterKey(38, "ArrowLeft"), 34);
  assert.equal(afterKey(38, "ArrowLeft", true), 42, "where one reads from right to left");
  assert.equal(afterKey(MOST - 1, "ArrowRight"), MOST);
  assert.equal(afterKey(40, "Home"), LEAST);
  assert.equal(afterKey(40, "End"), MOST);
  assert.equal(afterKey(38, "Enter"), 55);
  assert.equal(afterKey(40, "j"), undefined);
  assert.deepEqual([20, 25, 38, 55, 70].map(afterPress), [25, 38, 55, 25, 25]);
});

Deno.test("the search at the top stays in administration where it is asked there: people by call, else its pages and settings", () => {
  assert.equal(foundAt("/", "the tower"), "/?q=the%20tower");
  assert.equal(foundAt("/live", "OE1ABC"), "/?q=OE1ABC");
  for (const person of ["OE1ABC", "oe1abc-7", "W1A", "somebody@example.org"]) {
    assert.equal(foundAt("/admin/mail", person), `/admin/people?find=${encodeURIComponent(person)}`);
  }
  for (const thing of ["mail", "backup keep", "APRSIS_HOST", "2026"]) {
    assert.equal(foundAt("/admin", thing), `/admin/settings?find=${encodeURIComponent(thing)}`);
  }
});

Deno.test("CSV: quotes where they are needed, and no cell that a spreadsheet would run", () => {
  for (const bad of ["=1+1", "+43", "-5+1", "@SUM(A1)", "\tx", "\rx"]) assert.equal(defused(bad), `'${bad}`);
  for (const plain of ["", "OE1XYZ", "a=b", "5-3", "-5", "-48.25"]) assert.equal(defused(plain), plain);
  assert.equal(
    csvOf([["Call", "Text"], ["OE1XYZ", '=cmd|"x", y'], ["a\nb", "ü"]]),
    '\uFEFFCall,Text\r\nOE1XYZ,"\'=cmd|""x"", y"\r\n"a\nb",ü\r\n',
  );
});

Deno.test("CSV: whose file, what and which day; times in UTC, one value a column, stable heads, every row", () => {
  assert.equal(
    fileName("OE1XYZ", "Wer gehört wurde", 1_795_478_400),
    "oe1xyz-wer-gehort-wurde-2026-11-24.csv",
  );
  assert.equal(isoTime(1_795_478_400), "2026-11-24T00:00:00Z");
  assert.equal(isoTime(null), null);
  const rows = [{ at: 1_795_478_400, n: 3, sent: 1, got: 2 }, { at: null, n: 0, sent: 0, got: 5 }];
  const written = writtenOf([
    { id: "n", label: "Anzahl", cell: ({ n }) => `${n} Stück`, by: ({ n }) => n },
    {
      id: "at",
      label: "Wann",
      cell: () => "gestern",
      by: ({ at }) => at ?? 0,
      file: ({ at }) => isoTime(at),
    },
    { id: "mail", label: "Post", cell: () => "1 / 2", file: ({ sent, got }) => ({ sent, got }) },
    { id: "words", label: "Worte", cell: ({ n }) => `${n}!` },
    { id: "do", label: "", cell: () => null },
  ], rows);
  assert.deepEqual(sheetOf(written), [
    ["n", "at", "sent", "got", "words"],
    ["3", "2026-11-24T00:00:00Z", "1", "2", "3!"],
    ["0", "", "0", "5", "0!"],
  ]);
  assert.deepEqual(sheetOf([]), []);
  const station = { call: "OE1ABC", at: 1_795_478_400, lat: 48.2, lon: -16.4, symbol: "/-", course: null };
  assert.deepEqual(
    writtenStation(
      {
        ...station,
        speedKmh: null,
        via: "aprsis",
        direct: false,
        comment: "hi",
        mhz: null,
        emergency: false,
        trail: [],
      },
      1234.5,
    ),
    {
      call: "OE1ABC",
      way: "Internet",
      age: { heard_at: "2026-11-24T00:00:00Z" },
      far: { lat: 48.2, lon: -16.4, distance_m: 1235 },
      comment: "hi",
    },
  );
});

journey(
  "a list stays beside what is opened from it; keys walk along it, the edge moves, and the search leads from any page",
  async ({ app, phone: take }, screen) => {
    const old = await hide(app, "OE1XYZ", { title: "The old mast" });
    const tower = await hide(app, "OE1XYZ", { title: "The tower" });
    const phone = await take({ call: "OE3FND", screen, lang: "en" });
    const { tab } = phone;
    const press = async (key: string) => {
      await tab.send("Input.dispatchKeyEvent", {
        type: "keyDown",
        key,
        ...(key.length === 1 && { text: key }),
      });
      await tab.send("Input.dispatchKeyEvent", { type: "keyUp", key });
    };
    const at = (code: string) => tab.until(`location.pathname === "/c/${code}"`);
    await phone.open("/");
    await tab.count(".cache-row", 2);
    await tab.evaluate(`document.querySelector(".cache-list").stays = true`);
    await press("j");
    await tab.until(`document.activeElement.innerText.includes("The old mast")`);
    await tab.evaluate(`document.activeElement.click()`);
    await at(old.code);
    await tab.until(`document.querySelector("h1")?.innerText === "The old mast"`);
    await tab.count(".panes .pane-list .cache-row", 2);
    assert.equal(await tab.evaluate(`document.querySelectorAll("h1").length`), 1);
    // What was opened is read out by its heading; Escape leads back to its row.
    await tab.until(`document.activeElement === document.querySelector(".pane-detail h1")`);
    await press("Escape");
    await tab.until(`document.activeElement.matches(".cache-list [aria-current]") &&
      document.activeElement.innerText.includes("The old mast")`);
    await tab.evaluate(`document.querySelector(".pane-detail h1").focus()`);
    await press("j");
    await tab.until(`document.activeElement.innerText.includes("The tower")`);
    await tab.evaluate(`document.activeElement.click()`);
    await at(tower.code);
    await tab.until(`document.querySelector("h1")?.innerText === "The tower"`);
    assert.equal(await tab.evaluate(`document.querySelector(".cache-list").stays`), true, "the same list");
    // What one came to do stands above the description, and each pane scrolls by itself.
    assert.ok(
      await tab.evaluate(`document.querySelector(".cache-view .button-main").getBoundingClientRect().top <
        document.querySelector(".cache-view h2").getBoundingClientRect().top`),
    );
    assert.equal(
      await tab.evaluate("document.documentElement.scrollHeight <= document.documentElement.clientHeight"),
      true,
    );

    const width = () =>
      tab.evaluate(`Math.round(document.querySelector(".pane-list").getBoundingClientRect().width)`);
    const before = await width() as number;
    await tab.evaluate(`document.querySelector(".pane-edge").focus()`);
    await press("ArrowRight");
    await tab.until(`document.querySelector(".pane-edge").ariaValueNow === "42"`);
    const after = await width() as number;
    assert.ok(after > before, `${before} to ${after}`);
    await phone.open(`/c/${old.code}`);
    await tab.count(".pane-edge");
    assert.equal(await width(), after, "remembered on this device");
    if (Deno.env.get("DESK_PICTURE")) await phone.picture(`${Deno.env.get("DESK_PICTURE")}-cache.png`);

    await phone.press("Just the list");
    await tab.until(`location.pathname === "/"`);
    await tab.count(".panes", 0);
    // Closed by its link or by Escape in the list: the focus is on the row from which it was opened.
    await tab.until(`document.activeElement.innerText.includes("The old mast")`);
    if (Deno.env.get("DESK_PICTURE")) await phone.picture(`${Deno.env.get("DESK_PICTURE")}-nearby.png`);
    await phone.open("/more");
    // What listens for the palette comes once the page stands.
    await tab.count(".keys");
    await tab.count(".toasts");
    await press("/");
    await tab.until(`document.activeElement.matches(".palette[open] input")`);
    await tab.send("Input.insertText", { text: "tower" });
    const found =
      `[...document.querySelectorAll(".palette [role=option]")].find((one) => one.innerText.includes("The tower"))`;
    await tab.until(`${found} !== undefined`);
    await tab.evaluate(`${found}.click()`);
    await at(tower.code);
    // A form is one page with its groups side by side.
    await phone.open("/me");
    await tab.until(`document.querySelector("#language") && document.querySelector(".plate-card .call")`);
    assert.ok(
      await tab.evaluate(`document.querySelector("#language").getBoundingClientRect().left >
        document.querySelector(".plate-card").getBoundingClientRect().right`),
    );
    // Where nothing points but a finger there is no button for keys; a keyboard that is at hand shows their list.
    const button = `document.querySelector(".top-keys").getClientRects().length`;
    await tab.until(`document.querySelector(".keys") && ${button} === 1`);
    await tab.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 1 });
    await tab.until(`${button} === 0`);
    await press("?");
    await phone.sees("Next row");
    // Over the page: nothing has to be scrolled to see it.
    assert.equal(
      await tab.evaluate(`(() => {
        const { x, y, width, height } = document.querySelector(".keys-over").getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2).closest(".keys-over") !== null;
      })()`),
      true,
    );
    await press("Escape");
    await tab.count(".keys-over", 0);
    const own = await take({ call: "OE1XYZ", screen, lang: "en" });
    await own.open(`/c/${old.code}/edit`);
    await own.tab.count(".hide-scale", 3);
    if (Deno.env.get("DESK_PICTURE")) await own.picture(`${Deno.env.get("DESK_PICTURE")}-edit.png`);
    // Beside each other in one row, or at the end of one row and the start of the next.
    assert.equal(
      await own.tab.evaluate(`new Set([...document.querySelectorAll(".hide-form > .field")]
        .map((one) => one.getBoundingClientRect().left)).size`),
      2,
    );
    assert.deepEqual(tab.complaints, []);
  },
  { devices: ["desktop"] },
);

const WIDE = { width: 1440, height: 900 };
journey(
  "on a wide screen Live keeps its map between the list and a station; where there is no room for three it goes, and no address fetches it",
  async ({ app, phone: take }) => {
    const packets = [rf(app, "OE3AAA-9>APRS:!4812.00N/01622.20E>on the road", "OE1GATE-1")];
    await app.ingest.post("/ingest", { packets });
    const phone = await take({ screen: WIDE });
    const opened = async () => {
      await phone.tab.click(".live-heard .entries a");
      await phone.tab.until(`location.pathname === "/s/OE3AAA-9" &&
        document.querySelector(".pane-detail .station") !== null`);
    };
    /** Of the list's pane, as a part of both. */
    const share = () =>
      phone.tab.evaluate(
        `document.querySelector(".pane-list").offsetWidth / document.querySelector(".panes").offsetWidth`,
      );
    await phone.open("/live");
    await phone.sees("OE3AAA-9");
    await phone.tab.count(".live-room[data-mapped] .map-with");
    await opened();
    await phone.tab.count(".live-room[data-mapped] .map-with");
    await phone.tab.until(`document.querySelector(".pane-list .map-with").offsetWidth > 300`);
    assert.ok(await share() as number > 0.6);
    // The page that was opened stands in the rail under its list.
    assert.equal(
      await phone.tab.evaluate(`document.querySelector(".rail [aria-current=true]").getAttribute("href")`),
      "/live",
    );
    // Opened by its address it has the list beside it, and nothing fetches the map.
    await phone.open("/s/OE3AAA-9");
    await phone.tab.count(".pane-list .live-heard .entries a");
    await phone.tab.count(".live-room .map-with", 0);
    assert.ok(await share() as number < 0.5);
    const narrow = await take({ screen: { width: 1100, height: 800 } });
    await narrow.open("/live");
    await narrow.tab.count(".live-room[data-mapped] .map-with");
    await narrow.tab.click(".live-heard .entries a");
    await narrow.tab.until(`document.querySelector(".pane-detail .station") !== null`);
    await narrow.tab.count(".live-room .map-with", 0);
    assert.deepEqual([phone.tab.complaints, narrow.tab.complaints], [[], []]);
  },
  { env: { FIRST_PARTY_SITES: "OE1GATE-1" } },
);

journey(
  "a window that is made narrower and wider again keeps its page: what was typed, and a code that is told once",
  async ({ phone: take }) => {
    const size = (tab: { send(method: string, of: object): Promise<unknown> }, width: number) =>
      tab.send("Emulation.setDeviceMetricsOverride", {
        width,
        height: 900,
        deviceScaleFactor: 1,
        mobile: false,
      });
    const phone = await take({ call: "OE1SYS", screen: { width: 1440, height: 900 }, lang: "en" });
    const { tab } = phone;
    // A page alone, a list, and something opened from a list: each in all three widths.
    await phone.open("/admin/receivers");
    await tab.until(`document.querySelector("#add-label, .button-main") !== null`);
    await tab.evaluate(
      `document.querySelector("#add-label") ?? [...document.querySelectorAll("button")].find((one) => one.innerText.includes("Add a receiver")).click()`,
    );
    await tab.until(`document.querySelector("#add-label") !== null`);
    await tab.evaluate(`document.querySelector("#add-label").form.requestSubmit()`);
    await tab.until(`document.querySelector(".big-code") !== null`);
    const code = await tab.evaluate(`document.querySelector(".big-code").innerText`);
    for (const width of [900, 700, 390, 1100, 1440]) {
      await size(tab, width);
      await tab.until(`document.querySelector(".rail") ${width < 1024 ? "===" : "!=="} null`);
      assert.equal(await tab.evaluate(`document.querySelector(".big-code")?.innerText`), code, `${width}`);
    }
    await phone.open(`/admin/people/OE1SYS`);
    await tab.until(
      `document.querySelector(".pane-detail .call-panel details, .pane-detail #memorial, .pane-detail form") !== null`,
    );
    await tab.evaluate(`document.querySelector(".pane-detail").stays = true`);
    for (const width of [700, 1440]) {
      await size(tab, width);
      await tab.count(".pane-edge", width < 768 ? 0 : 1);
      assert.equal(await tab.evaluate(`document.querySelector(".pane-detail").stays`), true, `${width}`);
    }
    assert.deepEqual(tab.complaints, []);
  },
  { devices: ["desktop"] },
);
