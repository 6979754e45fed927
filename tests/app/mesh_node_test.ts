/** Meshtastic nodes in real Chromium: on the map, each as a card; a member's own with its page, hidden from everybody and shown again. */
import assert from "node:assert/strict";
import { pressMapUntil } from "../kit/hands.ts";
import { journey } from "../kit/journey.ts";
import type { Field, Phone } from "../kit/phone.ts";
import { wordsIn } from "../kit/words.ts";

const FROM = 0x7c5acfb8, NODE = "!7c5acfb8", NAME = "OE3FND roof", OTHER = "Hut & <b>hikers</b>";
const PLACE = { lat: 48.2, lon: 16.37 };
const say = wordsIn("en");

/** A node with a call in its name, another one that hears it, and what the first has measured; and what else is heard. */
async function hear({ app }: Field, more: readonly Record<string, unknown>[] = []): Promise<void> {
  const user = { kind: "user", shortName: "FND", hardware: 43, role: 2 };
  const contents = [
    { from: FROM, content: { ...user, longName: NAME, licensed: true } },
    { from: FROM, rssi: -80, snr: 6, content: { kind: "position", ...PLACE, precisionBits: 32 } },
    { from: FROM, content: { kind: "environment", tempC: 21.5 } },
    { from: FROM, content: { kind: "device", battery: 101 } },
    { from: FROM, content: { kind: "text", text: "hello from the roof" } },
    { from: 7, content: { ...user, longName: OTHER, licensed: false } },
    { from: 7, content: { kind: "position", lat: 48.3, lon: 16.2, precisionBits: 13 } },
    { from: 7, content: { kind: "neighbours", nodes: [{ node: FROM, snr: -4 }] } },
    ...more,
  ];
  const packets = contents.map((one, n) => ({
    raw: JSON.stringify({ id: n + 1, direct: true, mqtt: false, hops: 0, ...one }),
    heardAt: app.world.now(),
    via: "meshtastic",
    port: "meshtastic",
  }));
  const { body } = await app.ingest.post("/ingest", { packets });
  assert.deepEqual([body.accepted, body.rejected], [packets.length, []]);
}

journey("an own node is hidden from everybody, its text with it, and shown again", async (field, screen) => {
  await hear(field);
  const { app } = field, phone = await field.phone({ call: "OE3FND", screen });
  const shown = async () => {
    const { body } = await app.visitor.get("/api/meshtastic/nodes");
    const { body: { messages } } = await app.visitor.get("/api/meshtastic/texts");
    return [body.nodes.map(({ node }: { node: string }) => node).sort(), messages.length];
  };
  assert.deepEqual(await shown(), [["!00000007", NODE], 1]);
  await phone.open("/mesh");
  await phone.sees("hello from the roof");
  await phone.sees(OTHER);
  await phone.tab.click(`a[href*="${NODE.slice(1)}"]`);
  await phone.tab.until(`decodeURIComponent(location.pathname) === "/mesh/${NODE}"`);
  await phone.sees(NAME);
  await phone.sees(say("mesh.tastic.heard_by"));
  await phone.sees(OTHER);
  // One value is no line yet, and is said.
  await phone.sees(say("station.plots.one", { value: "21.5 °C", time: "" }));
  await phone.press(say("mesh.tastic.hide"));
  await phone.sees(say("mesh.tastic.is_hidden"));
  assert.deepEqual(await shown(), [["!00000007"], 0]);
  // The way back stands on the page of the mesh, for its owner alone.
  await phone.open("/mesh");
  await phone.sees(say("mesh.tastic.hidden"));
  await phone.sees(NAME);
  assert.equal(await phone.tab.evaluate(`document.body.innerText.includes("hello from the roof")`), false);
  await phone.press(say("mesh.tastic.show"));
  await phone.tab.until(`!document.body.innerText.includes(${JSON.stringify(say("mesh.tastic.hidden"))})`);
  assert.deepEqual(await shown(), [["!00000007", NODE], 1]);
  const stranger = await field.phone({ call: "OE5XYZ", screen });
  await stranger.open(`/mesh/${NODE}`);
  await stranger.sees(NAME);
  assert.equal(
    await stranger.tab.evaluate(
      `document.body.innerText.includes(${JSON.stringify(say("mesh.tastic.hide"))})`,
    ),
    false,
  );
  const wide = `document.documentElement.scrollWidth > document.documentElement.clientWidth`;
  for (const one of [phone, stranger]) {
    assert.equal(await one.tab.evaluate(wide), false, "nothing is cut off");
  }
  assert.deepEqual(phone.tab.complaints, []);
}, { devices: ["phone"], besides: ["desktop"] });

/** A sensor at the place of the first node, heard over relays by the other one. */
const SENSOR = "Meadow", RELAYED = { from: 9, direct: false, hops: 2, receiver: 7 };
const FAR = [
  {
    ...RELAYED,
    content: { kind: "user", longName: SENSOR, shortName: "M", hardware: 43, role: 6, licensed: false },
  },
  { ...RELAYED, content: { kind: "position", ...PLACE, precisionBits: 32 } },
  { ...RELAYED, content: { kind: "device", battery: 55 } },
];
/** Presses the middle of the map until something is picked, and waits until it is shown so: a second press would pick out of it. */
async function pickUntil(phone: Phone, so: string): Promise<void> {
  await pressMapUntil(phone, `document.querySelector(".map-picked button") !== null`);
  await phone.tab.until(so);
}
const CARD = ".map-picked .thing-card";

/** Opens the map at a place, with the mesh alone, as a device that remembers so. */
async function mapAt(phone: Phone, centre: { lat: number; lon: number }): Promise<void> {
  // Written by the page itself before anything reads it: what another page wrote a moment ago may not be here yet.
  await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
    source: `localStorage.setItem("map.view", ${JSON.stringify(JSON.stringify({ centre, zoom: 14 }))});
      localStorage.setItem("map:layers", '["mesh"]');`,
  });
  await phone.open("/map");
  await phone.tab.until(`document.querySelector(".maplibregl-canvas") !== null &&
    document.querySelector(".big-map > [role=status]") === null`);
}

journey(
  "nodes on the map: two at one place, one hidden by its owner and shown again, a coarse one pressed anywhere in its square",
  async (field, screen) => {
    await hear(field, FAR);
    const phone = await field.phone({ call: "OE3FND", screen });
    const both = `document.querySelectorAll(".map-picked li").length === 2`;
    const alone = `document.querySelector("${CARD}")?.innerText.includes("%") === true`;
    await phone.open("/mesh");
    await mapAt(phone, PLACE);
    await pickUntil(phone, both);
    for (const word of [NAME, say("mesh.tastic.role.router"), say("mesh.tastic.how.direct"), "6 dB"]) {
      await phone.sees(word);
    }
    await phone.sees(SENSOR);
    await phone.tab.click(`.map-picked a[href*="${NODE.slice(1)}"]`);
    await phone.press(say("mesh.tastic.hide"));
    await phone.sees(say("mesh.tastic.is_hidden"));

    await mapAt(phone, PLACE);
    await pickUntil(phone, alone);
    const card = await phone.tab.evaluate(`document.querySelector("${CARD}").innerText`) as string;
    const by = say("mesh.tastic.by", { node: "!00000007" });
    const facts = [say("mesh.tastic.role.sensor"), `${say("mesh.tastic.how.relayed")} ${by}`, "55 %"];
    for (const word of [SENSOR, ...facts, say("mesh.tastic.hops", { n: 2 })]) {
      assert.ok(card.includes(word), `${word} in ${card}`);
    }
    assert.match(card, /heard .+ ago/);
    assert.equal(
      await phone.tab.evaluate(`document.querySelector("${CARD} svg").getAttribute("aria-label")`),
      say("symbol.weather"),
    );
    await phone.open("/mesh");
    await phone.press(say("mesh.tastic.show"));
    await phone.tab.until(`!document.body.innerText.includes(${JSON.stringify(say("mesh.tastic.hidden"))})`);
    await mapAt(phone, PLACE);
    await pickUntil(phone, both);

    // Far from the middle of its square, and still within.
    await mapAt(phone, { lat: 48.31, lon: 16.22 });
    await pickUntil(phone, `document.querySelector("${CARD}") !== null`);
    await phone.tab.click(`${CARD} a[href*="00000007"]`);
    await phone.tab.until(`decodeURIComponent(location.pathname) === "/mesh/!00000007"`);
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["phone"], besides: ["desktop"] },
);
