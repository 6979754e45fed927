/** The box of cards on a phone: a finder chooses a design, whoever's receiver heard them answers with a line, and takes it back. */
import assert from "node:assert/strict";
import { rf } from "../kit/boxes.ts";
import { journey } from "../kit/journey.ts";
import { judged } from "../kit/judged.ts";
import { hide, member } from "../kit/seed_game.ts";
import { becomes } from "../kit/waits.ts";

const SITE = "OE3GAT-10", LINE = "Gut gehört & <b>73</b>";
const KEY = { FED_PRIVATE_KEY: `${"A".repeat(42)}E`, FIRST_PARTY_SITES: SITE };

journey(
  "a finder opens their box of cards, chooses a design, and reads what the receiver's owner wrote",
  async (field) => {
    const { app } = field;
    const cache = await hide(app, "OE1OWN", { title: "Der <i>alte</i> Mast", lat: 48.2, lon: 16.37 });
    member(app, "OE3GAT");
    const finder = await field.phone({ call: "OE2FND", lang: "de" }), account = await app.signIn("OE2FND");
    // Before any receiver has proved a find.
    await finder.open("/me/cards");
    await finder.sees("Sobald ein Empfänger einen Fund von dir bestätigt, liegt hier seine Karte.");
    const heard = await app.ingest.post("/ingest", {
      packets: [
        rf(app, `${SITE}>APRS:!4817.00N/01622.20E&144.800MHz gate`, SITE),
        rf(app, "OE2FND-7>APRS,WIDE1-1:!4812.00N/01622.20E[", SITE),
      ],
    });
    assert.equal(heard.status, 200, heard.text);
    const log = await account.post(`/api/caches/${cache.code}/logs`, { kind: "found", text: "da" });
    assert.equal(log.body.tier, "A", log.text);
    const card = async () => (await account.get(`/api/my/cards/${log.body.id}`)).body;
    const path = `/me/cards?find=${log.body.id}`;

    // A phone shows the box alone, then one card alone.
    const { tab } = finder;
    const inSight = (selector: string) =>
      tab.evaluate(
        `[...document.querySelectorAll("${selector}")].some((one) => one.getClientRects().length > 0)`,
      );
    const isDrawn = (selector: string, design: string) =>
      tab.until(`(({ complete, naturalWidth, src } = {}) => complete && naturalWidth > 0 &&
      src.includes("design=${design}&lang=de"))(document.querySelector("${selector}") ?? undefined)`);
    await finder.open("/me/cards");
    await tab.count(".card-thumb", 1);
    await isDrawn(".card-thumb img", "map");
    assert.deepEqual([await inSight(".card-thumb"), await inSight(".card-one")], [true, false]);
    assert.deepEqual(await judged(finder), []);
    await tab.press(`document.querySelector(".card-thumb")`);
    await tab.until(`location.pathname + location.search === ${JSON.stringify(path)}`);
    await finder.sees("Funkbestätigt");
    await finder.sees("Der <i>alte</i> Mast");
    await finder.sees(`gehört von ${SITE}, 9,3 km`);
    assert.deepEqual([await inSight(".card-thumb"), await inSight(".card-one")], [false, true]);
    await isDrawn(".card-one > img", "map");
    await finder.press("Hügel");
    await isDrawn(".card-one > img", "hill");
    await becomes("the design is kept", async () => (await card()).design === "hill");
    assert.deepEqual(await judged(finder), []);

    // Whoever's receiver it was sees whom it heard, and no card of their own.
    const gate = await field.phone({ call: "OE3GAT", lang: "de" });
    await gate.open("/me/cards");
    await gate.sees("Du hast gehört:");
    await gate.sees("OE2FND");
    await gate.sees(`mit deinem ${SITE}`);
    await gate.tab.count(".card-thumb", 0);
    assert.deepEqual(await judged(gate), []);
    await gate.write(".card-answer-line input", LINE);
    // Refused, it stands where it was typed, with the gateway's sentence.
    const handler = field.app.handler,
      send = `document.querySelector('.card-answer-line button[aria-label="Zeile senden"]')`;
    field.app.handler = (request, info) =>
      request.method === "PUT"
        ? Promise.resolve(
          Response.json({ reason: "refused_here", error: "line: not by you" }, { status: 403 }),
        )
        : handler(request, info);
    await gate.tab.press(send);
    await gate.sees("line: not by you");
    assert.equal(await gate.tab.evaluate(`document.querySelector(".card-answer-line input").value`), LINE);
    assert.equal((await card()).line, null);
    field.app.handler = handler;
    await gate.tab.until(`${send}.matches(":not(:disabled, [aria-disabled=true])")`);
    await gate.tab.press(send);
    await gate.sees("Sie steht auf der Karte.");
    assert.equal((await card()).line, LINE);
    assert.deepEqual(await judged(gate), []);

    await finder.open(path);
    await finder.sees(`${SITE} schreibt:`);
    await finder.sees(LINE);
    await isDrawn(".card-one > img", "hill");
    assert.equal(
      await tab.evaluate(
        `document.querySelector(".card-one input:checked").closest("label").innerText.trim()`,
      ),
      "Hügel",
    );
    assert.deepEqual(await judged(finder), []);
    await finder.press("Zu allen Karten");
    await tab.until(`location.pathname + location.search === "/me/cards"`);
    await isDrawn(".card-thumb img", "hill");

    // What was taken back is on no card any more.
    await gate.press("Zurücknehmen");
    await gate.tab.until(`!document.body.innerText.includes("Sie steht auf der Karte.") &&
    document.querySelector(".card-answer-line input").value === ""`);
    assert.equal((await card()).line, null);
    await finder.open(path);
    await finder.sees("Funkbestätigt");
    await tab.count(".card-line", 0);
    assert.deepEqual([tab.complaints, gate.tab.complaints.filter((one) => !/403/.test(one))], [[], []]);
  },
  { env: KEY },
);
