/** What TAK clients say: read out of a stream, kept for ten minutes within bounds, and nothing that does not fit. */
import assert from "node:assert/strict";
import { EVENT_MOST, EventReader, readEvent } from "../../src/live/cot/read_event.ts";
import { SaidHere } from "../../src/live/cot/said_here.ts";
import { testApp } from "../kit/app.ts";

const event = (more: { type?: string; uid?: string; point?: string; detail?: string } = {}): string => {
  const { type = "a-f-G-U-C", uid = "ANDROID-1", point, detail } = more;
  return `<event version="2.0" uid="${uid}" type="${type}" how="m-g" time="2026-11-28T06:00:00Z" start="2026-11-28T06:00:00Z" ` +
    `stale="2026-11-28T06:06:15Z">${
      point ?? '<point lat="48.2001" lon="16.3001" hae="171.4" ce="9.9" le="9999999.0"/>'
    }<detail>${
      detail ??
        '<contact callsign="Anna &amp; C&#111;" endpoint="*:-1:stcp"/><track course="88.5" speed="10"/>'
    }</detail></event>`;
};

Deno.test("an event says who is where; what has no place, no name or is none of a device is not read", () => {
  assert.deepEqual(readEvent(event()), {
    kind: "place",
    uid: "ANDROID-1",
    said: { name: "Anna & Co", lat: 48.2001, lon: 16.3001, course: 88.5, speedKmh: 36, altitudeM: 171 },
  });
  assert.deepEqual(readEvent(event({ type: "t-x-c-t" })), { kind: "ping" });
  assert.deepEqual(
    readEvent(
      event({ point: "<point lat='-33.5' lon='151.2' hae='9999999.0'/>", detail: "<contact callsign='B'/>" }),
    ),
    {
      kind: "place",
      uid: "ANDROID-1",
      said: { name: "B", lat: -33.5, lon: 151.2 },
    },
  );
  for (
    const bad of [
      { type: "b-m-p-s-m" },
      { type: "a" },
      { uid: "" },
      { uid: "x".repeat(201) },
      { point: "" },
      { point: '<point lat="0.0" lon="0.0"/>' },
      { point: '<point lat="91" lon="16"/>' },
      { point: '<point lat="48" lon="181"/>' },
      { point: '<point lat="" lon="16"/>' },
      { point: '<point lat="48" lon="16' },
      { detail: "" },
      { detail: '<contact callsign="  "/>' },
      { detail: '<contact callsign="&#0;&#x9;"/>' },
      { detail: '<!DOCTYPE x [<!ENTITY a "b">]><contact callsign="&a;"/>' },
    ]
  ) {
    assert.equal(readEvent(event(bad)), undefined, JSON.stringify(bad));
  }
  const long = readEvent(event({ detail: `<contact callsign="${"é".repeat(100)}\u202e\n"/>` }));
  assert.ok(long?.kind === "place" && long.said.name === "é".repeat(40));
});

Deno.test("events come in pieces and back to back; one without an end is too much", () => {
  const events = new EventReader(), text = `<?xml version="1.0"?>\n${event()}\n${event({ uid: "2" })}`;
  const found = [...text].flatMap((letter) => events.push(letter));
  assert.deepEqual(found.map((one) => readEvent(one)?.kind), ["place", "place"]);
  assert.deepEqual(new EventReader().push(`<event x="${"y".repeat(EVENT_MOST)}"></event>`), []);
  assert.throws(() => new EventReader().push("<event ".padEnd(EVENT_MOST + 1, "z")), /without an end/);
});

Deno.test("places are gone after ten minutes; twenty of one network and five hundred of all push nobody out", () => {
  let ms = 1_000_000;
  const said = new SaidHere({ now: () => Math.floor(ms / 1000), elapsedMs: () => ms });
  const at = { lat: 48, lon: 16 };
  said.take("10.0.0.1", "a", { name: "A", ...at });
  ms += 300_000;
  said.take("10.0.0.1", "b", { name: "B", ...at });
  said.take("10.0.0.1", "a", { name: "A2", ...at });
  assert.deepEqual(said.people().map(({ name, id }) => [name, id]), [["A2", "tak-1"], ["B", "tak-2"]]);
  ms += 600_000;
  assert.deepEqual(said.people(), []);
  for (let n = 0; n < 30; n++) said.take("10.0.0.1", `u${n}`, { name: `U${n}`, ...at });
  assert.deepEqual(said.people().map(({ name }) => name), Array.from({ length: 20 }, (_, n) => `U${19 - n}`));
  said.take("10.0.0.1", "u7", { name: "U7 moves", ...at });
  assert.equal(said.people()[0]!.name, "U7 moves", "who is there may move");
  for (let n = 0; n < 600; n++) said.take(`10.1.${n >> 8}.${n & 255}`, "x", { name: "X", ...at });
  const names = said.people().map(({ name }) => name);
  assert.equal(names.length, 500);
  assert.equal(
    names.filter((name) => name.startsWith("U")).length,
    20,
    "those that were there first are there",
  );
});

Deno.test("without COT_INBOUND nothing is shown, and no port is opened", async () => {
  using app = testApp();
  assert.deepEqual((await app.visitor.get("/api/cot/inbound")).body, { on: false, people: [] });
  assert.equal(await app.live.openTakDoor("127.0.0.1", 0), undefined);
});
