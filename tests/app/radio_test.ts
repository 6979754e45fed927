/** A radio in the hand: picked once, heard at once, and what leaves with it leaves by one press behind six locks. */
import assert from "node:assert/strict";
import { decodeAx25, encodeFrame, encodeKiss, KissReader } from "../../src/aprs/mod.ts";
import { heardBy, isText, readFrame, withHeard } from "../../src/client/rig/frames/read_frame.ts";
import { batchOf, MOST_KEPT, type Waiting, withOne } from "../../src/client/rig/frames/kept_frames.ts";
import { PIECE, piecesOf, SERVICES, sidesOf } from "../../src/client/rig/ports/sides.ts";
import { fakeRadio } from "../kit/fake_radio.ts";
import { journey } from "../kit/journey.ts";
import { judged } from "../kit/judged.ts";
import type { Phone } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
const frame = (source: string, info: string, ...path: string[]) =>
  encodeFrame({
    source,
    destination: "APRS",
    path: path.map((call) => ({ call: call.replace("*", ""), used: call.endsWith("*") })),
    info,
  })!;
const side = (...can: string[]) => ({
  properties: {
    notify: can.includes("notify"),
    indicate: can.includes("indicate"),
    write: can.includes("write"),
    writeWithoutResponse: can.includes("writeWithoutResponse"),
  },
});

Deno.test("a side of a radio is known by what it can, whatever its number", () => {
  const notifies = side("notify"),
    indicates = side("indicate"),
    takes = side("write"),
    quick = side("writeWithoutResponse");
  for (const [hears, writes] of [[notifies, takes], [indicates, quick]] as const) {
    assert.deepEqual(sidesOf([hears, writes]), { hears, takes: writes });
    assert.deepEqual(sidesOf([writes, hears]), { hears, takes: writes });
  }
  const both = side("notify", "write");
  assert.deepEqual(sidesOf([both]), { hears: both, takes: both });
  assert.deepEqual(sidesOf([both, notifies]), { hears: notifies, takes: both });
  assert.deepEqual(sidesOf([takes, both]), { hears: both, takes });
  assert.equal(sidesOf([notifies]), undefined);
  assert.equal(sidesOf([takes]), undefined);
  assert.equal(new Set(SERVICES).size, SERVICES.length);
});

Deno.test("a frame goes in pieces that are the frame again", () => {
  const bytes = Uint8Array.from({ length: 2 * PIECE + 1 }, (_, n) => n & 255);
  assert.deepEqual(piecesOf(bytes, PIECE).map(({ length }) => length), [PIECE, PIECE, 1]);
  assert.deepEqual(Uint8Array.from(piecesOf(bytes, 20).flatMap((piece) => [...piece])), bytes);
  assert.deepEqual(piecesOf(bytes.slice(0, PIECE), PIECE).length, 1);
});

Deno.test("what a radio heard: who, by whom, what it says; a list with the newest first, and places that stay", () => {
  const read = readFrame(frame("OE1ABC-9", "!4812.00N/01622.20E>on foot", "OE1XAR*", "WIDE2-1"), 1000)!;
  assert.deepEqual([read.heard.call, read.heard.via, read.heard.says], ["OE1ABC-9", "OE1XAR", "on foot"]);
  assert.equal(read.line, "OE1ABC-9>APRS,OE1XAR*,WIDE2-1:!4812.00N/01622.20E>on foot");
  assert.equal(readFrame(Uint8Array.of(1, 2, 3), 1000), undefined);
  const status = readFrame(frame("OE1ABC-9", ">QRV"), 1010)!.heard;
  const list = withHeard(withHeard([], read.heard), status);
  assert.deepEqual(list.map(({ call, at, lat, says, via }) => [call, at, lat, says, via]), [[
    "OE1ABC-9",
    1010,
    read.heard.lat,
    "QRV",
    undefined,
  ]]);
  const crowd = Array.from({ length: 300 }, (_, n) => ({ ...status, call: `OE1A${n}` }));
  assert.equal(crowd.reduce(withHeard, list).length, 200);
});

Deno.test("500 frames are kept, the newest; a batch is one person's at one instance", () => {
  const one = (n: number, account = "OE1ABC", instance = "club"): Waiting => ({
    account,
    instance,
    line: `l${n}`,
    at: n,
    port: "browser-rf",
  });
  let list: readonly Waiting[] = [];
  for (let n = 0; n <= MOST_KEPT; n++) list = withOne(list, one(n));
  assert.deepEqual([list.length, list[0]!.at, list.at(-1)!.at], [500, 1, 500]);
  const mixed = [one(1), one(2, "OE1XYZ"), one(3, "OE1ABC", "other"), one(4)];
  assert.deepEqual(batchOf(mixed, { account: "OE1ABC", instance: "club" }).map(({ at }) => at), [1, 4]);
  assert.equal(batchOf(list, { account: "OE1ABC", instance: "club" }).length, 100);
});

Deno.test("a tracker that sends text is told from KISS", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  assert.ok(isText(bytes("OE1ABC-9>APLRT1,WIDE1-1:!4812.00N/01622.20E>")));
  assert.ok(!isText(bytes("OE1ABC-9>APLRT1:x")), "too short to tell");
  assert.ok(!isText(bytes("a bootloader says something without marks")));
  assert.ok(!isText(Uint8Array.of(0xc0, ...bytes("OE1ABC-9>APLRT1,WIDE1-1:!4812.00N/01622.20E>"))));
});

Deno.test("who heard it: a receiver that heard it itself first, nothing from before and nothing of the Internet", () => {
  const way = (site: string | null, direct: boolean, via = "rf") => ({ site, via, direct });
  assert.equal(heardBy([{ ts: 97, heardBy: [way("OE1A", true)] }], 100), undefined);
  assert.deepEqual(heardBy([{ ts: 98, heardBy: [way("OE1A", false), way("OE1B", true)] }], 100), {
    by: "OE1B",
    at: 98,
  });
  assert.deepEqual(heardBy([{ ts: 101, heardBy: [way("OE1A", false)] }], 100)?.by, "OE1A");
  assert.equal(
    heardBy([{ ts: 101, heardBy: [way(null, true), way("OE1C", true, "aprsis")] }], 100),
    undefined,
  );
});

/** Frames that the radio was given, without what only keeps a link. */
async function onAir(phone: Phone) {
  const bytes = await phone.tab.evaluate("globalThis.radio?.sent ?? []") as number[];
  return new KissReader().push(Uint8Array.from(bytes)).filter(({ command }) => command === 0)
    .map(({ data }) => decodeAx25(data)).map((one) => "unreadable" in one ? one.unreadable : one);
}
const hears = (phone: Phone, bytes: Uint8Array) =>
  phone.tab.evaluate(`globalThis.radio.hears(${JSON.stringify([...encodeKiss(bytes)])})`);
const put = (phone: Phone, ...given: Parameters<typeof fakeRadio>) =>
  phone.tab.send("Page.addScriptToEvaluateOnNewDocument", { source: fakeRadio(...given) });
/** The radio is open and heard, as the page shows it. */
const isHeld = (phone: Phone) => phone.tab.count(".rig-held .lamp-good");
const SEND =
  `[...document.querySelectorAll("button")].find((one) => one.innerText.includes("Send one position"))`;
const ALLOW =
  `[...document.querySelectorAll("label.switch")].find((one) => one.innerText.includes("may send"))`;

journey(
  "a radio is picked once; what it hears is shown at once, and what is one's own is handed on",
  async (field, screen) => {
    const phone = await field.phone({ call: "OE3FND", screen, place: PLACE });
    await put(phone);
    await phone.open("/radio");
    await phone.sees("Pick a radio once");
    assert.equal(await phone.tab.evaluate("radio.connects"), 0, "nothing is opened by itself");
    assert.deepEqual(await judged(phone), []);
    await phone.press("Pick by Bluetooth");
    await isHeld(phone);
    await phone.sees("UV-PRO");
    const asked = await phone.tab.evaluate("radio.asked") as { optionalServices: string[] };
    assert.deepEqual(asked.optionalServices, [...SERVICES]);
    // Cut anywhere, two at once.
    const two = [
      ...encodeKiss(frame("OE1ABC-9", "!4812.00N/01622.20E>on foot")),
      ...encodeKiss(frame("OE1DEF", ">QRV 145.500", "OE1XAR*")),
    ];
    await phone.tab.evaluate(
      `(() => { const all = ${
        JSON.stringify(two)
      }; radio.hears(all.slice(0, 11)); radio.hears(all.slice(11, 70)); radio.hears(all.slice(70)); })()`,
    );
    await phone.sees("on foot");
    await phone.sees("QRV 145.500");
    await phone.sees("OE1XAR*");
    assert.deepEqual(await judged(phone), []);
    // The gateway has heard nothing: strangers' packets are no word of a phone's.
    await hears(phone, frame("OE3FND-5", "!4812.00N/01622.20E>my other one"));
    await phone.sees("1 frame handed on");
    const packets = (await field.app.visitor.get("/api/stations/OE3FND-5/packets")).body.packets;
    assert.deepEqual(
      packets.map((
        one: { port: string; heardBy: { site: string | null }[] },
      ) => [one.port, one.heardBy.map(({ site }) => site)]),
      [["browser-rf", [null]]],
    );
    assert.equal((await field.app.visitor.get("/api/stations/OE1ABC-9")).status, 404);
    // The live list has what was heard, from the same moment on.
    await phone.tab.evaluate(
      `history.pushState(null, "", "/live"), dispatchEvent(new PopStateEvent("popstate"))`,
    );
    await phone.sees("OE1ABC");
    assert.deepEqual(await onAir(phone), [], "to hear is not to send");
    // It comes back by itself.
    await phone.tab.evaluate(
      `history.pushState(null, "", "/radio"), dispatchEvent(new PopStateEvent("popstate"))`,
    );
    await isHeld(phone);
    await phone.tab.evaluate("radio.refuses = 1, radio.drop()");
    await phone.sees("Lost, tried again");
    await phone.tab.until("radio.isOpen");
    await isHeld(phone);
    await phone.press("Let it go");
    await phone.sees("Pick a radio once");
    await phone.tab.until("!radio.isOpen");
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["phone", "desktop"] },
);

journey("one press sends one position, behind its locks; leaving the tab shuts them", async (field) => {
  const phone = await field.phone({ call: "OE3FND", place: PLACE });
  await put(phone, { sides: [["write", "writeWithoutResponse"], ["notify"]], takes: 20 });
  await phone.open("/radio");
  await phone.press("Pick by Bluetooth");
  await phone.sees("Am I heard here?");
  await phone.sees("1 of six locks is shut");
  // A script's click is nobody's hand, and the lock is shut besides.
  assert.ok(await phone.tab.evaluate(`${SEND}.disabled`));
  await phone.tab.press(ALLOW);
  await phone.sees("Six locks, all open");
  await phone.tab.evaluate(`${SEND}.click()`);
  await phone.tab.until(`${SEND}?.disabled === false`);
  await phone.press("Send one position");
  await phone.sees("Again in");
  await phone.tab.until("radio.written > 2");
  await phone.comes("new Promise((done) => setTimeout(() => done(true), 50))");
  const [sent, ...more] = await onAir(phone);
  assert.deepEqual(more, [], "one press, one packet, and none by a script");
  assert.ok(sent && typeof sent !== "string");
  assert.deepEqual([sent.source, sent.destination, sent.path], ["OE3FND-7", "APZSVC", [{
    call: "WIDE1-1",
    used: false,
  }]]);
  assert.match(new TextDecoder().decode(sent.info), /^=4812\.00N\/01622\.20E\[/);
  await phone.sees("Nothing came back yet");
  await hears(phone, frame("OE3FND-7", "=4812.00N/01622.20E[", "OE1XAR*"));
  await phone.sees("OE1XAR repeated your packet");
  assert.deepEqual(await judged(phone), []);
  // Hidden and back: the first lock is shut.
  await phone.tab.evaluate(
    `Object.defineProperty(document, "hidden", { configurable: true, get: () => true }), document.dispatchEvent(new Event("visibilitychange")), delete document.hidden`,
  );
  await phone.sees("locks are shut");
  assert.equal(await phone.tab.evaluate(`${ALLOW}.querySelector("input").checked`), false);
  // A tab that is opened anew is allowed nothing, and keeps its distance.
  await phone.open("/radio");
  await phone.sees("Pick a radio once");
  await phone.press("Pick by Bluetooth");
  await phone.sees("Again in");
  assert.deepEqual(await onAir(phone), []);
});

journey(
  "without a proven call nothing leaves; without signal a day's yes holds, and none that was never given",
  async (field) => {
    const phone = await field.phone({ call: "OE3FND", place: PLACE });
    const { accounts, db } = field.app;
    db.writeNow((tx) => accounts.unverify(tx, "OE3FND"));
    await put(phone, { service: SERVICES[3], sides: [["write"], ["notify"]] });
    await phone.open("/radio");
    await phone.press("Pick by Bluetooth");
    await phone.sees("locks are shut");
    await phone.tab.press(ALLOW);
    await phone.sees("2 of six locks are shut");
    db.writeNow((tx) => accounts.verify(tx, "OE3FND", "sysop", "OE1SYS", "test"));
    await phone.open("/radio");
    await phone.press("Pick by Bluetooth");
    await phone.tab.press(ALLOW);
    await phone.sees("Six locks, all open");
    await field.unplug();
    await phone.tab.until(`${SEND}?.disabled === false`);
    await phone.press("Send one position");
    await phone.sees("Nothing came back yet");
    assert.equal((await onAir(phone)).length, 1, "the yes of a moment ago holds");
    await hears(phone, frame("OE3FND-5", ">no signal here"));
    await phone.sees("1 wait");
    field.plugIn();
    await phone.sees("1 frame handed on");
  },
);

journey(
  "over USB: the line that resets a board stays low, and a port that was granted comes back",
  async (field) => {
    const phone = await field.phone({ call: "OE3FND", place: PLACE });
    await put(phone, {}, { ble: false, usb: true });
    await phone.open("/radio");
    await phone.sees("Pick a port");
    await phone.tab.evaluate(
      `(() => { const field = document.getElementById("rig-device"); field.value = "lora"; field.dispatchEvent(new Event("change", { bubbles: true })); })()`,
    );
    await phone.press("Pick a port");
    await isHeld(phone);
    assert.deepEqual(await phone.tab.evaluate("[radio.opened.baudRate, radio.signals]"), [115_200, [{
      dataTerminalReady: false,
    }, { requestToSend: false }]]);
    await hears(phone, frame("OE1ABC-9", ">by USB"));
    await phone.sees("by USB");
    await phone.open("/radio");
    await isHeld(phone);
    assert.equal(await phone.tab.evaluate("radio.picks"), 0);
    assert.deepEqual(await onAir(phone), []);
    await phone.tab.evaluate("radio.drop()");
    await phone.sees("Lost, tried again");
  },
);

journey("a browser that reaches no radio says so, and what does", async (field) => {
  const phone = await field.phone({ call: "OE3FND" });
  await put(phone, {}, {});
  await phone.open("/radio");
  await phone.sees("This browser reaches no radio");
  await phone.sees("A box at home does it");
  assert.deepEqual(await judged(phone), []);
});

journey(
  "at the cache the press is on Go and in front of the log, once a radio was picked and not before",
  async (field) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND", place: PLACE });
    await put(phone);
    await phone.open(`/c/${code}/go`);
    await phone.sees("not heard in");
    await phone.tab.count(".rig-field", 0);
    await phone.open("/radio");
    await phone.press("Pick by Bluetooth");
    await isHeld(phone);
    const goTo = (path: string) =>
      phone.tab.evaluate(
        `history.pushState(null, "", ${JSON.stringify(path)}), dispatchEvent(new PopStateEvent("popstate"))`,
      );
    await goTo(`/c/${code}/go`);
    await phone.tab.count(".rig-field", 1);
    // The phone has another reading.
    await phone.tab.stand(phone.url, { latitude: PLACE.lat, longitude: PLACE.lon, accuracy: 6 });
    await phone.tab.press(ALLOW);
    await phone.tab.until(`${SEND}?.disabled === false`);
    await phone.press("Send one position");
    await phone.sees("Nothing came back yet");
    await hears(phone, frame("OE3FND-7", "=4812.00N/01622.20E[", "OE1XAR*"));
    await phone.sees("OE1XAR repeated your packet");
    assert.equal((await onAir(phone)).length, 1);
    assert.deepEqual(await judged(phone), []);
    await goTo(`/c/${code}/log`);
    await phone.tab.count(".log-page .rig-field", 1);
    await phone.sees("Again in");
    await goTo("/");
    await phone.tab.count(".rig-field", 0);
  },
);
