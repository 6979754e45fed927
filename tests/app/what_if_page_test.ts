/** The operator tries a find's place and time on its page; its writer and others are not offered that. */
import assert from "node:assert/strict";
import { SYSOP } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";
import { journey } from "../kit/journey.ts";
import { find, hide } from "../kit/seed_game.ts";

const SITE = "OE1GATE-10";

journey(
  "an operator tries where and when a find would have been believed",
  async ({ app, phone: take }, screen) => {
    const { code } = await hide(app, "OE1XYZ", { title: "The old mast", lat: 48.2, lon: 16.37 });
    await app.ingest.post("/ingest", {
      packets: [rf(app, "OE3FND-7>APRS,WIDE1-1:!4813.00N/01622.20E[", SITE)],
    });
    const log = await find(app, "OE3FND", code);
    assert.equal(log.tier, "B");
    const writer = await take({ call: "OE3FND", screen });
    await writer.open(`/find/${log.id}`);
    await writer.sees("How this find was checked");
    await writer.sees(`heard by ${SITE}`);
    const seen = await writer.tab.evaluate("document.querySelectorAll('.evidence svg circle').length");
    assert.ok(Number(seen) >= 3, "the ring, the reading and its accuracy are drawn for the writer");
    // Numbers of the picture are those of the list beside it, which says the same in words.
    const numbers =
      `[...document.querySelectorAll(".evidence svg text")].map(({ textContent }) => textContent)`;
    const lines = Number(await writer.tab.evaluate(`document.querySelectorAll(".evidence li").length`));
    const drawn = await writer.tab.evaluate(`${numbers}.filter((one) => /^\\d+$/.test(one))`) as string[];
    assert.ok(drawn.length > 0 && drawn.every((one) => Number(one) <= lines), `${drawn} of ${lines}`);
    await writer.sees("± ");
    assert.equal(await writer.tab.evaluate("document.body.innerText.includes('What if?')"), false);

    const sysop = await take({ call: SYSOP, screen });
    await sysop.open(`/find/${log.id}`);
    await sysop.sees("What if?");
    await sysop.press("Try it");
    await sysop.sees("It would be location-verified (B).");
    await sysop.tab.evaluate(`document.querySelector("#whatif-place").select()`);
    await sysop.fill("#whatif-place", "48.21667, 16.37");
    await sysop.press("Try it");
    await sysop.sees("It would be radio-verified (A).");
    await sysop.tab.evaluate(`document.querySelector("#whatif-later").select()`);
    await sysop.fill("#whatif-later", "-100");
    await sysop.press("Try it");
    await sysop.sees("It would be logged only, not verified.");
    await sysop.tab.evaluate(`document.querySelector("#whatif-place").select()`);
    await sysop.fill("#whatif-place", "nowhere");
    await sysop.press("Try it");
    await sysop.sees("These coordinates cannot be read.");
    assert.deepEqual([...writer.tab.complaints, ...sysop.tab.complaints], []);
    const [{ tier }] = (await app.visitor.get(`/api/caches/${code}/logs`)).body.logs;
    assert.equal(tier, "B");
  },
  { env: { FIRST_PARTY_SITES: SITE } },
);
