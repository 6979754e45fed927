/** The shack in real Chromium: the mesh, ports, the packet node and spots are pictures with tables, and walked by keys. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import { rf } from "../kit/boxes.ts";
import { searchOnPage } from "../kit/hands.ts";
import type { Phone } from "../kit/phone.ts";
import { HEARS_SPOTS, seedMesh, seedNode, seedSpots } from "../kit/shack.ts";

const HOSTILE = "<img src=x onerror=alert(1)>\u202Etxet";
const widthOf = (phone: Phone) =>
  phone.tab.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
const press = async (phone: Phone, name: string) => {
  await phone.tab.send("Input.dispatchKeyEvent", { type: "keyDown", key: name, text: name });
  await phone.tab.send("Input.dispatchKeyEvent", { type: "keyUp", key: name });
};

journey(
  "mesh, ports, packet node and spots: each a picture with its table, walked by keys",
  async ({ app, phone: take }, screen) => {
    await seedMesh(app, HOSTILE);
    await seedNode(app);
    seedSpots(app, HOSTILE);
    await app.ingest.post("/ingest", { packets: [rf(app, "OE1AAA>APRS:>here", "OE1GATE-1")] });
    const phone = await take({ screen });

    await phone.open("/mesh");
    await phone.sees("3 nodes");
    await phone.tab.count("svg.mesh line.mesh-direct");
    await phone.tab.count("svg.mesh line.mesh-relay");
    await phone.sees("over a relay");
    await phone.press("Group 232");
    await phone.sees(HOSTILE.slice(0, 20));
    const said = `[...document.querySelectorAll(".talk-list .text")].map((one) => one.innerText.trim())`;
    assert.deepEqual((await phone.tab.evaluate(said) as string[])[1], "nobody yet", "the newest is below");
    await phone.press("Links");
    await phone.sees("2 links");
    assert.equal(await widthOf(phone), 0);

    await phone.open("/ports");
    await phone.sees("hearing:");
    await phone.tab.until(`document.querySelectorAll("svg.port-bars").length === 2`);
    const bars =
      `[...document.querySelectorAll(".port-rx")].filter((one) => one.height.baseVal.value > 0).length`;
    assert.equal(await phone.tab.evaluate(bars), 2);
    // The hours below the bars stand apart.
    assert.ok(
      await phone.tab.evaluate(`[...document.querySelectorAll("svg.port-bars")].every((drawing) => {
        const hours = [...drawing.querySelectorAll("text")].map((one) => one.getBoundingClientRect());
        return hours.length > 1 && hours.every(({ left }, i) => i === 0 || left > hours[i - 1].right);
      })`),
    );
    await phone.sees("OE1AAA");
    assert.equal(await widthOf(phone), 0);

    await phone.open("/node");
    await phone.sees("3 nodes");
    await phone.tab.until(`document.querySelectorAll("svg.ways line").length === 3`);
    await searchOnPage(phone);
    await phone.tab.until(`document.activeElement.id === "node-search"`);
    await phone.tab.send("Input.insertText", { text: "linz" });
    await phone.sees("1 node");
    await phone.tab.evaluate("document.activeElement.blur()");
    await press(phone, "j");
    await phone.tab.until(`document.activeElement.innerText.trim().startsWith("OE5XBL")`);
    await press(phone, "?");
    await phone.sees("Previous row");
    assert.equal(await widthOf(phone), 0);

    await phone.open("/spots");
    await phone.sees("2 spots");
    await phone.sees("145.500 MHz");
    await phone.tab.evaluate(`(() => {
      const choice = document.querySelector("#spot-band");
      choice.value = "20m";
      choice.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);
    await phone.sees("1 spot");
    await phone.sees("OE5HUT");
    assert.equal(await widthOf(phone), 0);
    await phone.press("On the map");
    await phone.tab.until(`location.pathname === "/map"`);
    await phone.press("Layers");
    await phone.tab.until(`[...document.querySelectorAll(".switch-rows label")]
      .some((one) => one.innerText.includes("on the air elsewhere") && one.querySelector("input").checked)`);
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["phone", "desktop"], env: { FIRST_PARTY_SITES: "OE1GATE-1,OE1NOD-1", ...HEARS_SPOTS } },
);

journey(
  "a station of one's own: listed, a weather key with its console's settings, a beacon that is shown before it goes",
  async ({ app, phone: take, url, unplug }, screen) => {
    const phone = await take({ call: "OE1ALI", screen, lang: "de" });
    await phone.open("/me/stations");
    await phone.press("Eine Station eintragen");
    await phone.fill("#call-new", "-13");
    await phone.press("Wetterstation");
    await phone.fill("#place-new", "N 48° 12.5 E 16° 22.4");
    await phone.fill("#description-new", "am Dach");
    await phone.tab.click("main form button[type=submit]");
    await phone.sees("OE1ALI-13");
    await phone.sees("Noch schickt keine Konsole Werte");
    await phone.press("Schlüssel erzeugen");
    await phone.sees("/api/wx/updateweatherstation?");
    const path = await phone.tab.evaluate(
      `[...document.querySelectorAll(".settings code")].find((one) => one.innerText.includes("key=")).innerText`,
    ) as string;
    const pushed = await fetch(`${url}${path}&tempf=77&humidity=40`);
    assert.deepEqual([pushed.status, await pushed.text()], [200, "success\n"]);
    await phone.press("Werte an CWOP weitergeben");
    const mine = () => {
      const [row] = app.db.sql<Record<never, never>>(
        "SELECT tx_cwop AS cwop, tx_is AS internet, wx_seen_at IS NOT NULL AS seen FROM my_station",
      ).all({});
      return row as unknown as { cwop: number; internet: number; seen: number };
    };
    await phone.tab.until(`document.querySelectorAll(".switch input:checked").length === 1`);
    assert.deepEqual({ ...mine() }, { cwop: 1, internet: 0, seen: 1 });

    const outbox = async () => (await app.ingest.get("/outbox")).body.items;
    await phone.press("Eine Bake senden");
    await phone.sees("Das wird unter OE1ALI-13");
    await phone.press("Nichts senden");
    await phone.tab.until(`!document.body.innerText.includes("Das geht unter")`);
    assert.deepEqual(await outbox(), [], "nothing went out");
    await phone.press("Eine Bake senden");
    await phone.press("Jetzt senden");
    await phone.sees("Sie steht in der Warteschlange");
    const [beacon] = await outbox();
    assert.deepEqual([beacon.srcCall, beacon.payload], ["OE1ALI-13", "=4812.50N/01622.40E-am Dach"]);

    await phone.press("Von der Liste nehmen");
    await phone.sees("wird von der Liste genommen");
    await phone.press("Ja, herunternehmen");
    await phone.sees("Du hast noch keine Station eingetragen.");
    assert.equal(await widthOf(phone), 0);
    assert.deepEqual(phone.tab.complaints, []);
    // Without the gateway the list says from when it is.
    await phone.press("Eine Station eintragen");
    await phone.fill("#call-new", "-14");
    await phone.fill("#place-new", "N 48° 12.5 E 16° 22.4");
    assert.ok(!await phone.tab.evaluate(`document.body.innerText.includes("Stand von")`));
    await unplug();
    await phone.tab.click("main form button[type=submit]");
    await phone.sees("Stand von");
  },
  { devices: ["phone"] },
);
