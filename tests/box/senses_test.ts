/** What a box knows of itself: a fix and a rig's word grow old, a GPS tells the time, and liars get a clear word. */
import assert from "node:assert/strict";
import { BoxClock } from "../../src/box/clock/box_clock.ts";
import type { Heard, LineRefused } from "../../src/box/drivers/driver.ts";
import { fixOf } from "../../src/box/drivers/gpsd_line.ts";
import { readConnection } from "../../src/box/drivers/table.ts";
import { TextLines } from "../../src/box/drivers/text_lines.ts";
import { realIo } from "../../src/box/io.ts";
import type { BoxParts } from "../../src/box/parts.ts";
import { Senses, tunedText } from "../../src/box/senses/senses.ts";
import { placeOf } from "../../src/box/services/beacon.ts";
import { testWorld } from "../kit/world.ts";

const FIX = { lat: 48.2, lon: 16.37, mode: 3 as const };

Deno.test("a fix older than a minute is none, and neither is what a rig said; a rig stands for its site, or for all", () => {
  const world = testWorld(), senses = new Senses(world);
  senses.takeFix(FIX);
  senses.takeTuned({ site: "OE1XYZ-10" }, { hz: 144_800_000, mode: "FM" });
  world.pass(60);
  assert.deepEqual(senses.fix, FIX);
  assert.equal(senses.tuned("OE1XYZ-10")!.hz, 144_800_000);
  assert.equal(senses.tuned("OE1XYZ-11"), undefined, "it is another receiver's");
  world.pass(1);
  assert.deepEqual([senses.fix, senses.tuned("OE1XYZ-10"), senses.rigs()], [undefined, undefined, []]);
  senses.takeTuned({ site: undefined }, { hz: 7_074_000, mode: "USB", strengthDb: -12 });
  assert.equal(tunedText(senses.tuned("OE1XYZ-11")!), "7.074 MHz USB, S9-12 dB");
});

Deno.test("a beacon by GPS: no fix, no place, whatever place the file names; moving it says course and knots", () => {
  const world = testWorld(), senses = new Senses(world);
  const beacon = { gps: true, lat: 1, lon: 2, everyS: 1200, movingS: 5, comment: "mobile" };
  const switches = { file: { services: { beacon } } } as unknown as BoxParts["switches"];
  assert.equal(placeOf({ switches, senses }), undefined);
  senses.takeFix({ ...FIX, speedMs: 0.4, course: 10 });
  assert.equal(
    placeOf({ switches, senses })!.moving,
    undefined,
    "a GPS that stands still shows some speed too",
  );
  senses.takeFix({ ...FIX, speedMs: 15.4, course: 45.2 });
  const place = placeOf({ switches, senses })!;
  assert.deepEqual([place.lat, place.symbol, place.everyS], [48.2, "/>", 1200]);
  assert.deepEqual(place.moving, { text: "045/030", everyS: 60 }, "less than 30 s is no setting");
  world.pass(61);
  assert.equal(placeOf({ switches, senses }), undefined);
});

Deno.test("a host without a clock takes a GPS's time until the gateway tells its own; one that disagrees refines nothing", () => {
  let ms = 1000;
  const clock = new BoxClock({ nowMs: () => ms, elapsedMs: () => ms });
  const truth = Date.UTC(2026, 5, 1, 12);
  clock.learnGps(Date.UTC(1999, 5, 1));
  assert.equal(clock.trueNow(), undefined, "a calendar that is off by years is not believed");
  clock.learnGps(truth + 700);
  assert.equal(clock.trueNow(), Math.floor((truth + 700) / 1000));
  assert.equal(clock.gatewayNow(), undefined, "what is too old to keep the gateway's clock alone decides");
  ms += 10_000;
  for (let twice = 2; twice > 0; twice--) clock.learn(truth + 10_000, ms);
  assert.ok(Math.abs(clock.gpsApartMs!) < 1500);
  assert.equal(clock.offsetMs, truth + 700 - 1000, "to the second by the GPS");
  clock.learnGps(truth + 3_600_000);
  assert.equal(
    clock.signingNow(),
    Math.floor((truth + 10_000) / 1000),
    "an hour apart: the gateway's counts",
  );
  assert.ok(clock.gpsApartMs! > 3_500_000);
});

Deno.test("a report of gpsd: only what can be true is taken", () => {
  assert.deepEqual(fixOf({ ...FIX, alt: 171, speed: -1, track: 400, eph: 5, time: "yesterday" }), {
    ...FIX,
    altitudeM: 171,
    accuracyM: 5,
  });
  for (
    const none of [
      { ...FIX, mode: 1 },
      { ...FIX, mode: "3" },
      { ...FIX, lat: 91 },
      { ...FIX, lat: null },
      { mode: 3 },
    ]
  ) assert.equal(fixOf(none), undefined, JSON.stringify(none));
});

Deno.test("lines: in pieces, with letters cut apart; one that is too long is skipped to its end", () => {
  const lines = new TextLines(10), bytes = new TextEncoder().encode("grüß\r\n0123456789abc\nkurz\n");
  const all = [...bytes].flatMap((byte) => lines.push(Uint8Array.of(byte)));
  assert.deepEqual(all, ["grüß", "kurz"]);
  assert.deepEqual(new TextLines(10).push(bytes), ["grüß", "kurz"], "in one piece too");
});

/** A server that says one thing to whoever comes, and goes on saying nothing. */
async function against(scheme: string, says: string, enough: (heard: Heard) => boolean) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    const client = await listener.accept();
    await client.read(new Uint8Array(100));
    await client.write(new TextEncoder().encode(says));
    return client;
  })();
  const read = readConnection(`${scheme}://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`);
  assert.ok(typeof read !== "string", String(read));
  const { signal } = new AbortController();
  const line = await read.driver.open(read.address, { io: realIo(), call: "OE1BOX-10" }, signal);
  const heard: Heard[] = [];
  try {
    for await (const one of line.heard) {
      heard.push(one);
      if (enough(one)) break;
    }
  } finally {
    line.close();
    (await serving).close();
    listener.close();
  }
  return heard;
}

Deno.test("what answers and is no gpsd or rigctld is said to be none; a gpsd that reports nonsense has no fix", async () => {
  const junk = "SSH-2.0-OpenSSH_9.2\n".repeat(30);
  for (const scheme of ["gpsd", "rigctl"]) {
    await assert.rejects(
      against(scheme, junk, () => false),
      (error: LineRefused) => error.word === "refused" && /is no /.test(error.message),
      scheme,
    );
  }
  const said = await against(
    "gpsd",
    '{"class":"VERSION","release":"3.22"}\n[1]\n{"class":"TPV","mode":3,"lat":"x","lon":1e99}\n',
    (one) => one.kind === "alive" && one.detail === "the GPS has no fix",
  );
  assert.ok(said.some((one) => one.kind === "alive" && one.detail === "gpsd 3.22"));
  assert.ok(!said.some(({ kind }) => kind === "fix"));
  const [rig] = await against("rigctl", "RPRT -6\nRPRT -6\nRPRT -6\n", ({ kind }) => kind === "alive");
  assert.deepEqual(rig, { kind: "alive", word: "connected", detail: "the rig does not answer (RPRT -6)" });
});

Deno.test("addresses: a device, a site for a GPS, another word than on and off, too many seconds", () => {
  const problem = (text: string) => {
    const read = readConnection(text);
    return typeof read === "string" ? read : undefined;
  };
  assert.equal(problem("gpsd://127.0.0.1?track=on&time=off"), undefined);
  assert.equal(problem("rigctl://127.0.0.1?site=OE1XYZ-10&every=30"), undefined);
  assert.match(problem("gpsd:/dev/ttyACM0")!, /takes a host/);
  assert.match(problem("gpsd://127.0.0.1?site=OE1XYZ-10")!, /nothing is heard there/);
  assert.match(problem("gpsd://127.0.0.1?track=yes")!, /track takes on or off/);
  assert.match(problem("rigctl:/dev/ttyUSB0")!, /takes a host/);
  assert.match(problem("rigctl://127.0.0.1?every=31")!, /every takes 1 to 30/);
  assert.match(problem("rigctl://127.0.0.1?tx=on")!, /'tx' is nothing/);
});

Deno.test("a rigctld that does not know whether it has VFOs to name is asked as before, be it that it refuses or says nothing", async () => {
  const answers: Record<string, string> = {
    "+f": "get_freq:\nFrequency: 7074000\nRPRT 0\n",
    "+m": "get_mode:\nMode: USB\nPassband: 2400\nRPRT 0\n",
    "+l STRENGTH": "get_level: STRENGTH\n-3\nRPRT 0\n",
  };
  for (const which of ["", "RPRT -11\n", "0\n", "CHKVFO 0\n"]) {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const asked: string[] = [];
    const serving = (async () => {
      const client = await listener.accept();
      try {
        for await (const bytes of client.readable) {
          const question = new TextDecoder().decode(bytes).trim();
          asked.push(question);
          await client.write(new TextEncoder().encode(answers[question] ?? which));
        }
      } catch {
        // The box has hung up.
      }
    })();
    const read = readConnection(`rigctl://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`);
    assert.ok(typeof read !== "string", String(read));
    const line = await read.driver.open(
      read.address,
      { io: realIo(), call: "OE1BOX-10" },
      new AbortController().signal,
    );
    let tuned: Heard | undefined;
    for await (const one of line.heard) {
      if (one.kind === "tuned") tuned = one;
      if (tuned) break;
    }
    line.close();
    listener.close();
    await serving;
    assert.deepEqual(tuned, { kind: "tuned", tuned: { hz: 7_074_000, mode: "USB", strengthDb: -3 } }, which);
    assert.deepEqual(asked.slice(0, 4), ["\\chk_vfo", "+f", "+m", "+l STRENGTH"]);
  }
});
