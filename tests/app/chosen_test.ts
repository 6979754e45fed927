/** Rows are chosen in the tables of administration, and what is done with all of them is one act with one way back. */
import assert from "node:assert/strict";
import { newPeer, peerStore } from "../../src/federation/tables/peer_store.ts";
import stations from "../../src/words/en/admin.json" with { type: "json" };
import { SYSOP } from "../kit/app.ts";
import { partner } from "../kit/bbs.ts";
import { enrolBox, rf } from "../kit/boxes.ts";
import { journey } from "../kit/journey.ts";
import type { Phone } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";

/** Ticks the box before a row. */
const choose = (phone: Phone, name: string) =>
  phone.tab.press(
    `[...document.querySelectorAll(".choose input")].find((one) => one.ariaLabel.includes(${
      JSON.stringify(name)
    }))`,
  );
const chosen = (phone: Phone, n: number) =>
  phone.tab.until(`document.querySelectorAll(".choose input:checked").length === ${n}`);

journey(
  "caches are chosen, disabled in one act, and enabled again by one press under what was done",
  async ({ app, phone: take }, screen) => {
    const titles = ["The tower", "The mill", "The spring"];
    const caches = [];
    for (const title of titles) caches.push(await hide(app, "OE1XYZ", { title }));
    const statuses = () =>
      app.db.sql<never, { status: string }>("SELECT status FROM cache ORDER BY id").all()
        .map(({ status }) => status);
    const phone = await take({ call: SYSOP, screen });
    await phone.open("/admin/caches");
    await phone.sees("The spring");
    await choose(phone, "The tower");
    await phone.sees("1 chosen");
    await choose(phone, "The spring");
    await phone.sees("Disable 2 caches for now");
    await phone.press("Disable 2 caches for now");
    await phone.sees("Their owners are told why");
    const width = `document.querySelector("#disable-several-why").getBoundingClientRect().width`;
    assert.ok(Number(await phone.tab.evaluate(width)) > 200, "there is room for a reason");
    await phone.fill("#disable-several-why", "a storm closed the wood");
    assert.deepEqual(statuses(), ["active", "active", "active"], "asked first");
    await phone.press("Yes: Disable 2 caches for now");
    await phone.sees("2 caches are disabled.");
    assert.deepEqual(statuses(), ["disabled", "active", "disabled"]);
    await chosen(phone, 0);
    // The way back is there later too, for all of it and for each.
    await phone.open("/admin/done");
    await phone.sees("All 2: Enable again");
    await phone.press("All 2: Enable again");
    await phone.sees("Undone: ");
    assert.deepEqual(statuses(), ["active", "active", "active"]);
    await phone.tab.until(
      `![...document.querySelectorAll("button")].some((one) => one.innerText.endsWith("Enable again"))`,
    );
    assert.deepEqual(phone.tab.complaints, []);
  },
);

journey(
  "rows are chosen by keyboard, a range with the shift key, written to in one letter and saved as a file",
  async ({ app, phone: take }, screen) => {
    for (const call of ["OE3AAA", "OE3BBB", "OE3CCC", "OE3DDD"]) await app.signIn(call);
    await app.signIn("OE3EEE", { verified: false });
    app.db.writeNow((tx) =>
      app.db.sql(
        "UPDATE account SET email = lower(active_call) || '@example.org' WHERE active_call < 'OE3CCC'",
      )
        .run(tx)
    );
    const phone = await take({ call: SYSOP, screen });
    const { tab } = phone;
    await phone.open("/admin/people");
    await phone.sees("OE3DDD");
    // What is chosen of a large table stands over none of a few rows.
    await tab.until(`document.querySelectorAll("table").length === 3`);
    assert.deepEqual(
      await tab.evaluate(`[...document.querySelectorAll("table")].map((one) =>
        [one.tBodies[0].rows.length, one.closest(".tooled") !== null])`),
      [[6, true], [1, false], [5, true]],
    );
    // Sorted by call, so that the range is known.
    await tab.press(
      `[...document.querySelectorAll("thead button")].find((one) => one.innerText === "Callsign")`,
    );
    await tab.until(`[...document.querySelector("table").querySelectorAll("tbody tr")]
      .map((row) => row.cells[0].innerText.trim()).join() === "OE1SYS,OE3AAA,OE3BBB,OE3CCC,OE3DDD,OE3EEE"`);
    await tab.evaluate(`document.querySelectorAll(".choose input")[1].focus()`);
    const space = { key: " ", code: "Space", text: " ", windowsVirtualKeyCode: 32 };
    for (const type of ["keyDown", "keyUp"]) await tab.send("Input.dispatchKeyEvent", { type, ...space });
    await chosen(phone, 1);
    await tab.evaluate(`document.querySelectorAll(".choose input")[3].dispatchEvent(
      new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: true }))`);
    await chosen(phone, 3);
    await phone.sees("3 chosen");
    await phone.sees("1 has no mail address here.");
    assert.equal(
      await tab.evaluate(`document.querySelector("a[href^='mailto:']").getAttribute("href")`),
      "mailto:?bcc=oe3aaa%40example.org,oe3bbb%40example.org",
    );
    await tab.evaluate(`(() => {
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => (globalThis.saved = blob.text(), make.call(URL, blob));
    })()`);
    await phone.press("CSV of these");
    const file = String(await tab.evaluate(`globalThis.saved`));
    const lines = file.trim().split("\r\n");
    assert.match(lines[0]!, /^\uFEFF?call,calls,mail,/);
    assert.deepEqual(lines.slice(1).map((line) => line.split(",")[0]), ["OE3AAA", "OE3BBB", "OE3CCC"]);
    await phone.press("Choose all");
    await chosen(phone, 6);
    await phone.press("Choose all");
    await chosen(phone, 0);
    // Each table has its own rows dense, and its own columns, also when it is opened again.
    const tools = () =>
      tab.evaluate(`[...document.querySelectorAll(".tooled")].map((one) =>
        [one.dataset.dense !== undefined, one.dataset.hidden])`);
    await phone.press("Dense rows");
    await phone.press("Columns");
    await tab.press(
      `[...document.querySelectorAll(".table-tools label")].find((one) => one.innerText.trim() === "Mail")`,
    );
    assert.deepEqual(await tools(), [[true, "3"], [false, ""]]);
    await phone.open("/admin/people");
    await tab.until(`document.querySelectorAll(".tooled").length === 2`);
    assert.deepEqual(await tools(), [[true, "3"], [false, ""]]);
    assert.deepEqual(tab.complaints, []);
  },
  { devices: ["desktop"] },
);

journey(
  "what is searched and sorted while the rows are still being read is what stands there in the end",
  async ({ app, phone: take }, screen) => {
    for (const call of ["OE3AAA", "OE3BBB", "OE3CCC", "OE5DDD"]) await app.signIn(call);
    const phone = await take({ call: SYSOP, screen });
    const { tab } = phone;
    await phone.open("/admin/people");
    await phone.sees("OE5DDD");
    // A slow line: each answer waits until the test lets it through.
    await tab.evaluate(`(() => {
      const ask = fetch;
      globalThis.held = [];
      globalThis.fetch = async (...given) => {
        if (String(given[0]?.url ?? given[0]).includes("moderation/people")) {
          await new Promise((go) => globalThis.held.push(go));
        }
        return await ask(...given);
      };
    })()`);
    const asked = () => tab.until("globalThis.held.length > 0");
    const through = () => tab.evaluate("globalThis.held.shift()()");
    /** What a press changes is acted on once it is drawn. */
    const drawn = () =>
      tab.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))",
      );
    await phone.fill("#who", "OE3");
    await asked();
    await tab.press(
      `[...document.querySelectorAll("thead button")].find((one) => one.innerText === "Callsign")`,
    );
    await tab.until(`document.querySelector("table th").ariaSort === "ascending"`);
    await drawn();
    await through();
    await asked();
    await phone.write("#who", "OE3B");
    await tab.press(`document.querySelector("#who").form.querySelector("button")`);
    await drawn();
    await through();
    await asked();
    await through();
    await tab.until(`[...document.querySelector("table").querySelectorAll("tbody tr")]
      .map((row) => row.cells[0].innerText.trim()).join() === "OE3BBB"`);
  },
  { devices: ["desktop"] },
);

journey(
  "neighbours are paused and resumed and partners called together, stations and receivers are chosen",
  async ({ app, phone: take }, screen) => {
    app.db.writeNow((tx) => {
      for (const name of ["a", "b", "c"]) {
        peerStore(app.db).add(tx, {
          ...newPeer({ url: `https://${name}.example`, addedVia: "admin", addedAt: app.world.now() }),
          instance: `${name}.example`,
        });
      }
    });
    await partner(app, "OE5XBB", ["DEU"]);
    await partner(app, "OE3XBB", ["AUT"]);
    const phone = await take({ call: SYSOP, screen });
    await phone.open("/admin/neighbours");
    await phone.sees("b.example");
    await choose(phone, "a.example");
    await choose(phone, "c.example");
    await phone.press("Pause 2");
    await phone.sees("What is here stays.");
    await phone.press("Yes: Pause 2");
    await phone.sees("2 neighbours are paused.");
    const enabled = () =>
      app.db.sql<never, { enabled: number }>("SELECT enabled FROM fed_peer ORDER BY url").all()
        .map(({ enabled }) => enabled);
    assert.deepEqual(enabled(), [0, 1, 0]);
    await phone.open("/admin/done");
    await phone.press("All 2: Resume");
    await phone.sees("Undone: ");
    assert.deepEqual(enabled(), [1, 1, 1]);
    await phone.open("/admin/mail");
    await phone.sees("OE5XBB");
    await phone.press("Choose all");
    await phone.press("Call 2 now");
    await phone.sees("Asked for at");
    const asked = app.db.sql<never, { n: number }>(
      "SELECT count(*) AS n FROM bbs_partner WHERE call_asked_at IS NOT NULL",
    ).get()!.n;
    assert.equal(asked, 2);
    const box = await enrolBox(app, "hut", { sites: ["OE9HUT-10"] });
    await box.post("/ingest", { packets: [rf(app, "OE2FND-7>APRS:!4812.00N/01622.20E[", "OE9HUT-10")] });
    await phone.open("/admin/receivers");
    await phone.press("As a table");
    await choose(phone, "hut");
    await phone.sees("1 chosen");
    await phone.press(stations["stations.title"]);
    await phone.sees("OE2FND-7");
    await choose(phone, "OE2FND-7");
    await chosen(phone, 2);
    assert.deepEqual(phone.tab.complaints, []);
  },
);
