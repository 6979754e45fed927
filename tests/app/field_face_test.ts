/** What the pages in the field offer beside going and logging: the moment of a find, opinions, reports, what a row leads to. */
import assert from "node:assert/strict";
import { rf } from "../kit/boxes.ts";
import { eventually } from "../kit/eventually.ts";
import { journey } from "../kit/journey.ts";
import { judged } from "../kit/judged.ts";
import { find, hide } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
const h1 = `document.querySelector("main h1")?.innerText`;

journey(
  "what stood in a list opens and leads without signal, though nobody opened it before",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ screen, place: { lat: 48.21, lon: 16.37 } });
    await phone.open("/");
    await phone.sees("The old mast");
    await phone.ready();
    await phone.keeps("/api/caches?includeUnvetted=1");
    await field.unplug();
    await phone.open(`/c/${code}`);
    await phone.sees("The old mast");
    await phone.tab.count(".act-bar a", 2);
    await phone.press("Go there");
    await phone.sees("1.1");
    await phone.tab.count(".go-arrow");
  },
);

journey(
  "a find is a moment: its number, its worth, what is next; without signal too, and never twice",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const other = await hide(field.app, "OE1XYZ", { title: "By the river", lat: 48.21, lon: 16.37 });
    const phone = await field.phone({ call: "OE3FND", screen, place: PLACE });
    await phone.open("/");
    await phone.sees("By the river");
    await phone.open(`/c/${code}/log`);
    // Told before anything is saved: how far away, and what it will be.
    await phone.sees("You are 0 m away.");
    await phone.sees("location-verified");
    await phone.press("Log find");
    await phone.tab.until(`${h1} === "Found! Your first."`);
    await phone.ready();
    await phone.keeps("/api/my/logged");
    await phone.keeps("/api/caches?includeUnvetted=1");
    await phone.tab.count(".moment .tier-B");
    await phone.tab.count(`.moment a[href="/c/${other.code}"]`);
    // Whoever comes back has something to tell: a note is offered, with the day of the find.
    await phone.open(`/c/${code}/log`);
    await phone.sees("You found it on ");
    assert.equal(
      await phone.tab.evaluate(
        `document.querySelector("input[name=kind]:checked").closest("label").innerText.trim()`,
      ),
      "Note",
    );
    await phone.open(`/c/${other.code}/log`);
    await phone.sees("You are 1.1 km away.");
    await field.unplug();
    await phone.press("Log find");
    await phone.tab.until(`${h1} .endsWith("Not sent yet.")`);
    await phone.sees("in the outbox");
    // Opened again it is the outbox as always.
    await phone.open("/waiting");
    await phone.tab.until(`${h1} === "Outbox"`);
  },
);

journey(
  "the log page says that one's own station was heard at the cache, before anything is saved",
  async (field) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const packets = [rf(field.app, "OE3FND-7>APRS:!4812.00N/01622.20E[on foot", "OE1GATE-1")];
    const phone = await field.phone({ call: "OE3FND", place: PLACE });
    await field.app.ingest.post("/ingest", { packets });
    await phone.open(`/c/${code}/log`);
    await phone.sees("OE3FND-7 heard ");
    await phone.sees("0 m from the cache: this find can be radio-verified.");
    assert.deepEqual(await judged(phone), []);
  },
  { env: { FIRST_PARTY_SITES: "OE1GATE-1" } },
);

journey(
  "a cache is liked, watched and rated by its finder, and reported by anybody",
  async (field, screen) => {
    const { app } = field;
    const { code } = await hide(app, "OE1XYZ", { title: "The old mast", ...PLACE });
    await find(app, "OE3FND", code, { text: "TNX 73" });
    const member = await app.signIn("OE3FND");
    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.open(`/c/${code}`);
    const round = (name: string) =>
      phone.tab.press(`document.querySelector('.cache-tools [aria-label="${name}"]')`);
    await round("Favourite");
    await phone.tab.count('.cache-tools [aria-pressed="true"]', 1);
    await round("More");
    await phone.press("Watch");
    await phone.press("5");
    await phone.tab.until(`document.querySelector(".cache-liked").innerText.includes("5")`);
    // What was pressed stands on the page before the gateway has it.
    await eventually("all three are kept", async () => {
      const { favorited, watching, rating } = (await member.get(`/api/caches/${code}`)).body;
      return favorited && watching && rating.mine === 5;
    });
    const visitor = await field.phone({ screen });
    await visitor.open(`/c/${code}`);
    await visitor.tab.count(`main a[href="/found-a-box?c=${code}"]`);
    await visitor.tab.press(`document.querySelector('.cache-tools [aria-label="More"]')`);
    await visitor.press("Report");
    // The log as well as the cache can be meant.
    await visitor.tab.count("#report-about option", 2);
    await visitor.tab.evaluate(`(() => {
    const field = document.querySelector("#report-about");
    field.value = "1";
    field.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
    await visitor.press("Send");
    await visitor.sees("Thank you. The operators will see it.");
    const { reports } = (await app.operator.get("/api/admin/moderation/reports")).body;
    assert.deepEqual(
      reports.map(({ kind, category }: { kind: string; category: string }) => [kind, category]),
      [[
        "log",
        "unsafe",
      ]],
    );
  },
);
