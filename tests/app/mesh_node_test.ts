/** A member's own Meshtastic node in real Chromium: its page, hidden from everybody and shown again. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import type { Field } from "../kit/phone.ts";
import { wordsIn } from "../kit/words.ts";

const FROM = 0x7c5acfb8, NODE = "!7c5acfb8", NAME = "OE3FND roof", OTHER = "Hut & <b>hikers</b>";
const PLACE = { lat: 48.2, lon: 16.37 };
const say = wordsIn("en");

/** A node with a call in its name, another one that hears it, and what the first has measured. */
async function hear({ app }: Field): Promise<void> {
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
