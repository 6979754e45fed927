/** The sound of an audio stage: chosen by the owner, heard by the finder, taken along in a pack and heard with no network. */
import assert from "node:assert/strict";
import { judged } from "../kit/judged.ts";
import { journey } from "../kit/journey.ts";
import type { Phone } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
const GRID = "JN88EE";

/** A tone of so many seconds: 8,000 samples each, of one byte (WAV, PCM). */
function tone(seconds: number): Uint8Array {
  const samples = 8000 * seconds, bytes = new Uint8Array(44 + samples), view = new DataView(bytes.buffer);
  const text = (at: number, word: string) => bytes.set(new TextEncoder().encode(word), at);
  text(0, "RIFF");
  view.setUint32(4, 36 + samples, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8000, true);
  view.setUint32(28, 8000, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(36, "data");
  view.setUint32(40, samples, true);
  for (let i = 0; i < samples; i++) bytes[44 + i] = 128 + Math.round(90 * Math.sin(i / 2));
  return bytes;
}

/** Chooses a file as a person does. */
async function choose(phone: Phone, selector: string, name: string, bytes: Uint8Array): Promise<void> {
  await phone.tab.until(`document.querySelector(${JSON.stringify(selector)})?.disabled === false`);
  await phone.tab.evaluate(`(() => {
    const files = new DataTransfer();
    const bytes = Uint8Array.from(atob(${JSON.stringify(bytes.toBase64())}), (one) => one.charCodeAt(0));
    files.items.add(new File([bytes], ${JSON.stringify(name)}));
    const field = document.querySelector(${JSON.stringify(selector)});
    field.files = files.files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
}

/** The sound on the page lasts so many seconds, and plays. */
async function plays(phone: Phone, seconds: number): Promise<void> {
  await phone.tab.until(`Math.abs((document.querySelector("main audio")?.duration ?? 0) - ${seconds}) < 0.1`);
  // A browser plays nothing for somebody who has touched nothing.
  await phone.tab.press(`document.querySelector("main h1")`);
  const played = await phone.tab.evaluate(`(async () => {
    const sound = document.querySelector("main audio");
    sound.muted = true;
    await sound.play();
    return !sound.paused;
  })()`);
  assert.equal(played, true);
}

journey(
  "the owner chooses the sound of a stage; a finder hears it, from the pack with the gateway gone",
  async (field, screen) => {
    const { app } = field, sound = tone(2);
    const { code } = await hide(app, "OE1OWN", { title: "Listen", type: "audio", ...PLACE });
    const owner = await app.signIn("OE1OWN");
    const stages = async () => (await app.visitor.get(`/api/caches/${code}/stages`)).body.stages;
    const phone = await field.phone({ call: "OE1OWN", screen });
    await phone.open(`/c/${code}/edit/stages`);
    await phone.press("Add a stage");
    await phone.press("Its sound");
    // What is not on the gateway yet has no number that a sound could go to.
    await phone.sees("Save the stages first");
    assert.equal(await phone.tab.evaluate(`document.querySelector("#stage-1-sound").disabled`), true);
    await phone.fill("#stage-1-clue", "Which bell is it?");
    await phone.press("Save stage 1");
    await phone.press("Save");
    await phone.tab.until(`document.querySelectorAll("[data-state=settled]").length === 1`);
    await phone.open(`/c/${code}/edit/stages?stage=1`);

    // Too large is said at once, with the limit, and nothing is sent.
    const before = phone.tab.requests.length;
    await choose(phone, "#stage-1-sound", "long.wav", tone(376));
    await phone.sees("3 MB is the limit");
    assert.ok(!phone.tab.requests.slice(before).some((one) => one.endsWith("/media")));
    // What is no sound is refused by the gateway; nothing is there.
    await choose(phone, "#stage-1-sound", "page.mp3", new TextEncoder().encode("<script>alert(1)</script>"));
    await phone.tab.until(`document.querySelector("main [role=alert], main .bad, main .notice") !== null`);
    assert.equal((await stages())[0].mediaUrl, null);

    await choose(phone, "#stage-1-sound", "bell.wav", sound);
    await phone.sees("The sound is on the gateway.");
    await plays(phone, 2);
    assert.deepEqual(await judged(phone), []);
    const [{ mediaUrl }] = await stages();
    const kept = new Uint8Array(await (await fetch(field.url + mediaUrl)).arrayBuffer());
    assert.deepEqual(kept, sound);
    assert.equal((await owner.get(`/api/caches/${code}/stages`)).body.stages[0].clue, "Which bell is it?");

    const pack = await app.visitor.get(`/api/offline/pack?grid=${GRID}`);
    assert.deepEqual(pack.body.caches[0].stages, [{ n: 1, unlock: "audio", soundBytes: sound.length }]);

    const finder = await field.phone({ call: "OE3FND", screen });
    await finder.open(`/packs?take=${GRID}`);
    await finder.sees("Sounds of audio stages (16 kB)");
    await finder.press("Download");
    await finder.tab.until(`document.querySelector('[data-state="whole"]') !== null`);
    await finder.ready();
    await finder.open(`/c/${code}/stages`);
    await plays(finder, 2);
    await phone.open(`/c/${code}/stages`);
    await plays(phone, 2);
    await phone.ready();
    await field.unplug();
    await phone.tab.send("Network.clearBrowserCache");
    // A sound that is in no pack is no player that stays silent.
    await phone.open(`/c/${code}/stages`);
    await phone.sees("Not loaded on this device yet");
    await phone.tab.count("main audio", 0);
    await finder.open(`/c/${code}/stages`);
    await finder.sees("Which bell is it?");
    await plays(finder, 2);
    assert.match(String(await finder.tab.evaluate(`document.querySelector("main audio").src`)), /^blob:/);
  },
  { devices: ["phone"] },
);
