/** TAK both ways, with a client of its own in another language: what it says of itself is shown, and it is told the stations. */
import assert from "node:assert/strict";
import { testApp } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";
import { until } from "../kit/box.ts";
import { has } from "../kit/peers.ts";
import { ROOT } from "../kit/server.ts";

const PYTHON = "/usr/bin/python3";

/** A client that runs until it is ended; `told`: type and uid of each event that it was told. */
function client(port: number, uid: string, name: string, lat = "48.2001") {
  const child = new Deno.Command(PYTHON, {
    args: [`${ROOT}tests/kit/tak_client.py`, "127.0.0.1", String(port), uid, name, lat, "16.3001"],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let said = "";
  const reading = (async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) said += text;
  })();
  return {
    get told() {
      return said.split("\n").slice(0, -1);
    },
    ended: child.status,
    async end() {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has ended by itself.
      }
      await child.status;
      await reading;
    },
  };
}

Deno.test("a TAK client is shown where it says it is, told the stations, and is no station: gone after ten minutes", async () => {
  if (!has(PYTHON)) return;
  using app = testApp({ COT_INBOUND: "1", FIRST_PARTY_SITES: "OE1GATE-1" });
  const hears = (call: string) =>
    app.ingest.post("/ingest", {
      packets: [rf(app, `${call}>APRS:!4812.00N/01622.20E>on the road`, "OE1GATE-1")],
    });
  await hears("OE3AAA-9");
  const port = (await app.live.openTakDoor("127.0.0.1", 0))!;
  const anna = client(port, "ANDROID-1", "OE3ANA");
  const people = async () => (await app.visitor.get("/api/cot/inbound")).body.people;
  try {
    await until("what it says of itself", async () => (await people()).length === 1);
    const [person] = await people();
    assert.deepEqual(
      { ...person, at: 0 },
      {
        id: "tak-1",
        name: "OE3ANA",
        lat: 48.2001,
        lon: 16.3001,
        at: 0,
        course: 88,
        speedKmh: 5.4,
        altitudeM: 171,
      },
    );
    for (const event of ["a-f-G-E-V-C APRS.OE3AAA-9", "t-x-c-t-r takPong"]) {
      await until(event, () => anna.told.includes(event));
    }
    await hears("OE3BBB-9");
    await until("a station that is new", () => anna.told.includes("a-f-G-E-V-C APRS.OE3BBB-9"));
    // By the name of a callsign it is no station all the same, and nothing of it is heard or counted.
    assert.equal((await app.visitor.get("/api/stations/OE3ANA")).status, 404);
    assert.deepEqual(app.stations.fixes(["OE3ANA"], 0, app.world.now() + 3600), []);
    assert.ok(!JSON.stringify((await app.visitor.get("/api/cot")).text).includes("OE3ANA"));
    app.world.pass(601);
    assert.deepEqual(await people(), []);
  } finally {
    await anna.end();
    app.live.hangUp();
  }
});

Deno.test("a network has sixteen clients at one time; who says what no client says is hung up on", async () => {
  if (!has(PYTHON)) return;
  using app = testApp({ COT_INBOUND: "1" });
  const port = (await app.live.openTakDoor("127.0.0.1", 0))!;
  const lines: Deno.TcpConn[] = [];
  const isClosed = async (line: Deno.TcpConn) =>
    await line.read(new Uint8Array(10)).catch(() => null) === null;
  try {
    for (let n = 0; n < 17; n++) lines.push(await Deno.connect({ hostname: "127.0.0.1", port }));
    assert.ok(await isClosed(lines.at(-1)!), "the seventeenth");
    await lines[0]!.write(new TextEncoder().encode("<event ".padEnd(20_000, "x")));
    assert.ok(await isClosed(lines[0]!), "an event without an end");
    const late = client(port, "ANDROID-9", "Late");
    try {
      await until(
        "a place that is free again",
        async () => (await app.visitor.get("/api/cot/inbound")).body.people.length === 1,
      );
    } finally {
      await late.end();
    }
  } finally {
    for (const line of lines) line.close();
    app.live.hangUp();
  }
});
