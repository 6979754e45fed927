/** A box that plays a recording: what it reads, that all of it comes to the gateway as played, and what it leaves alone. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { realWorld } from "../../src/base/mod.ts";
import { restingStatus, throwSwitch } from "../../src/box/run/box_commands.ts";
import { serveBox } from "../../src/box/run/serve.ts";
import { simulationOf } from "../../src/box/run/simulation.ts";
import { runOptions } from "../../src/cli/box_run_main.ts";
import { realIo } from "../../src/box/io.ts";
import { MOST_BYTES, readRecording, type Recording } from "../../src/box/simulate/recording.ts";
import { simulatedLines } from "../../src/box/simulate/simulated.ts";
import { reporting } from "../../src/box/services/report.ts";
import { statusLines } from "../../src/box/state/lines.ts";
import { statusOf } from "../../src/box/state/status.ts";
import { warningsOf } from "../../src/box/state/warnings.ts";
import { listeningApp, makeBox, testTnc, until } from "../kit/box.ts";
import { withFolder } from "../kit/server.ts";

const text = (lines: string[]) => new TextEncoder().encode(lines.join("\r\n"));
const frame = (source: string, info = "!4812.50N/01622.43E>") =>
  encodeFrame({ source, destination: "APRS", path: [], info })!;
const played = (bytes: Uint8Array): Recording => {
  const read = readRecording(bytes);
  assert.ok(typeof read !== "string", String(read));
  return read;
};
const ofFrames = ({ items }: Recording) =>
  items.flatMap((one) => one.kind === "frame" ? [[Buffer.from(one.bytes).toString("hex"), one.channel]] : []);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

Deno.test("a recording of lines: as Direwolf, APRS-IS and people write them, and a MeshCom node's JSON", () => {
  const node =
    '{"src_type":"lora","type":"msg","src":"OE1MSH-1","dst":"*","msg":"hello","msg_id":"0A1B2C3D"}';
  const line = "OE1ABC-9>APRS:!4812.50N/01622.43E>";
  const read = played(text([
    "# a comment",
    "",
    line,
    `[0.3] ${line}`,
    `[0.3 2026-11-22 18:04:05] ${line}`,
    `2026-11-22 18:04:05 UTC ${line}`,
    "OE1ABC-9>APRS,qAR,OE1GATE:!4812.50N/01622.43E>",
    node,
    "OE1ABC-TOOLONG>APRS:!4812.50N/01622.43E>",
    "no packet",
    "{}",
  ]));
  assert.deepEqual(ofFrames(read), Array(5).fill([hex(frame("OE1ABC-9")), 0]));
  assert.deepEqual(read.items.at(-1), { kind: "mesh", json: node });
  assert.deepEqual([read.items.length, read.left], [6, 3]);
});

Deno.test("a recording of KISS bytes keeps the ports of the TNC", () => {
  const bytes = new Uint8Array([...encodeKiss(frame("OE1AA"), 0), ...encodeKiss(frame("OE1BB"), 3)]);
  assert.deepEqual(ofFrames(played(bytes)), [[hex(frame("OE1AA")), 0], [hex(frame("OE1BB")), 3]]);
});

/** A pcap file, little or big endian. */
function pcap(type: number, packets: Uint8Array[], { little = true, magic = 0xa1b2c3d4 } = {}): Uint8Array {
  const head = new DataView(new ArrayBuffer(24));
  head.setUint32(0, magic, little);
  head.setUint32(20, type, little);
  return new Uint8Array([
    ...new Uint8Array(head.buffer),
    ...packets.flatMap((packet) => {
      const record = new DataView(new ArrayBuffer(16));
      record.setUint32(8, packet.length, little);
      return [...new Uint8Array(record.buffer), ...packet];
    }),
  ]);
}

Deno.test("a pcap of AX.25, with and without the byte of KISS, either end first; others are refused by their kind", () => {
  const one = frame("OE1AA"), kiss = Uint8Array.of(0x20, ...one), setting = Uint8Array.of(0x01, 50);
  for (const little of [true, false]) {
    assert.deepEqual(ofFrames(played(pcap(3, [one], { little }))), [[hex(one), 0]]);
    const read = played(pcap(202, [kiss, setting], { little, magic: 0xa1b23c4d }));
    assert.deepEqual([ofFrames(read), read.left], [[[hex(one), 2]], 1]);
  }
  const cut = pcap(3, [one, one]);
  assert.equal(played(cut.subarray(0, cut.length - 1)).items.length, 1, "the last record is not whole");
  assert.match(String(readRecording(pcap(1, [one]))), /link type 1, not AX\.25/);
  assert.match(
    String(readRecording(pcap(3, [one], { little: false, magic: 0x0a0d0d0a }))),
    /save it as pcap/,
  );
});

Deno.test("a recording without a packet, and one that is too large, are refused", async () => {
  assert.match(String(readRecording(text(["# nothing"]))), /no packet in it/);
  assert.match(String(readRecording(new Uint8Array())), /no packet in it/);
  assert.match(String(readRecording(new Uint8Array(MOST_BYTES + 1))), /more than 8 MB/);
  await assert.rejects(simulationOf("/no/such/file"), /takes a file that can be read/);
});

Deno.test("the box's own small program takes the option as the whole command line does", () => {
  const options = (...args: string[]) => runOptions(["box", "run", ...args]);
  const plain = { dir: "./box", http: "127.0.0.1:8788" };
  assert.deepEqual(options(), plain);
  assert.deepEqual(options("--simulate"), { ...plain, simulate: true });
  assert.deepEqual(options("--simulate", "--dir", "attic"), { ...plain, dir: "attic", simulate: true });
  assert.deepEqual(options("--simulate", "tape.pcap", "--http", "off"), {
    ...plain,
    http: "off",
    simulate: "tape.pcap",
  });
  assert.deepEqual(options("--simulate=tape.pcap"), { ...plain, simulate: "tape.pcap" });
});

Deno.test("the recording that comes with the program is played whole: radio, Meshtastic device, gpsd and rig", async () => {
  const simulation = await simulationOf(undefined), { recording, name } = simulation;
  // Of each of two nodes the device remembers a name and a place.
  const kinds = Object.groupBy(recording.items, ({ kind }) => kind);
  assert.deepEqual(
    [kinds.frame, kinds.meshtastic, kinds.fix, kinds.tuned].map((items) => items?.length),
    [10, 8, 1, 1],
  );
  assert.deepEqual([recording.left, name], [0, "recorded"]);
  assert.deepEqual(simulatedLines(simulation).map(({ address }) => address.text), [
    "simulate:recorded",
    "simulate:meshtastic",
    "simulate:gpsd",
    "simulate:rigctl",
  ]);
});

Deno.test("what stands beside a radio: a device's stream as it comes, gpsd's reports without their time, a rig without a meter", () => {
  const recorded = Deno.readTextFileSync(
    new URL("../../src/box/simulate/data/recorded.txt", import.meta.url),
  );
  const hex = recorded.match(/^94c3[0-9a-f]+$/gm)!;
  const stream = Uint8Array.from(Buffer.from(hex.join(""), "hex"));
  const { items } = played(stream);
  assert.deepEqual(items, played(text(hex)).items, "as it comes, and a message a line");
  const last = items.at(-1)!;
  assert.ok(last.kind === "meshtastic");
  assert.deepEqual([last.packet.from, last.packet.receiver], [0x5ec0de03, 0x5ec0de01]);
  const gps = played(text([
    '{"class":"TPV","mode":3,"time":"2001-01-01T00:00:00Z","lat":48.2,"lon":16.37}',
    '{"class":"TPV","mode":1}',
    '{"class":"SKY"}',
  ]));
  assert.deepEqual(gps, { items: [{ kind: "fix", fix: { lat: 48.2, lon: 16.37, mode: 3 } }], left: 0 });
  const rig = played(text([
    "get_freq:;Frequency: 7074000;RPRT 0",
    "get_mode:;Mode: USB;Passband: 2400;RPRT 0",
    "get_level: STRENGTH;RPRT -11",
    "get_level: STRENGTH;-3;RPRT 0",
    "get_freq:;nonsense",
  ]));
  assert.deepEqual(rig, { items: [{ kind: "tuned", tuned: { hz: 7_074_000, mode: "USB" } }], left: 1 });
});

Deno.test("a box plays a Meshtastic device, a gpsd and a rig: it has a place and a frequency, and the gateway keeps nothing", () =>
  withFolder(async (dir) => {
    const gateway = listeningApp(), world = realWorld();
    await makeBox(dir, gateway, { connections: [] });
    const simulation = { ...await simulationOf(undefined), everyMs: 20 };
    const box = serveBox({
      ...{ dir, world, io: realIo(), turnMs: 50, http: "off", simulation },
      services: [reporting("0", 50)],
    });
    const { parts } = box;
    try {
      await until("radio and mesh", () => parts.spool.sums().sent >= 16);
      const status = statusOf(parts);
      assert.deepEqual([status.gps?.lat, status.gps?.lon, status.gps?.timeMs], [48.2, 16.37, undefined]);
      assert.deepEqual(status.rigs, [{ site: "", hz: 144_800_000, mode: "FM", strengthDb: -24 }]);
      assert.deepEqual(status.connections.map(({ state }) => state), [
        "hearing",
        "hearing",
        "reading",
        "reading",
      ]);
      assert.match(status.connections[2]!.sentence, /48\.20000 16\.37000, 3D/);
      assert.equal(status.clock.gpsApartMs, null, "a recording's time is over");
      assert.equal(parts.spool.sums().rejected, 0);
      const { app } = gateway;
      assert.deepEqual((await app.visitor.get("/api/meshtastic/nodes?maxAge=604800")).body.nodes, []);
      assert.deepEqual((await app.visitor.get("/api/meshtastic/texts")).body.messages, []);
    } finally {
      await box.stop();
      await gateway.close();
    }
  }));

Deno.test("a trusted box that may transmit plays: page, spool and link work, and nothing comes of it", () =>
  withFolder(async (dir) => {
    const gateway = listeningApp({ SERVICE_CALL: "OE1SVC" }), tnc = testTnc(), world = realWorld();
    const made = await makeBox(dir, gateway, {
      connections: [`${tnc.address}?site=OE1BOX-10&tx=on`],
      tx: "on",
      services: { beacon: { lat: 48.2, lon: 16.3, everyS: 600 } },
    }, { sites: ["OE1BOX-10"], services: true });
    const path = join(dir, "tape.txt");
    await Deno.writeFile(
      path,
      text([
        "OE1CAR-9>APRS:!4812.50N/01622.43E>",
        "OE1CAR-9>APRS::OE1SVC   :FOUND BCD2345{1",
        "OE6FAR>APRS,OE6XDR*:!4712.50N/01522.43E>",
        "rubbish",
      ]),
    );
    const simulation = { ...await simulationOf(path), everyMs: 40 };
    const box = serveBox({
      dir,
      world,
      io: realIo(),
      turnMs: 50,
      http: "127.0.0.1:0",
      simulation,
      services: [reporting("0", 50)],
    });
    const { parts } = box;
    try {
      await until("three to be taken", () => parts.spool.sums().sent >= 3);
      await until("the report", () => gateway.app.db.sql("SELECT 1 FROM box_report").get() !== undefined);
      const { in: taken, sent, waiting, rejected, dropped } = parts.spool.sums();
      assert.equal(taken, sent + waiting);
      assert.deepEqual([rejected, dropped], [0, 0]);
      const status = statusOf(parts);
      assert.equal(status.simulated, true);
      assert.equal(status.connections[0]!.state, "hearing");
      assert.equal(status.connections[0]!.site, null);
      assert.ok(status.tx.locks.includes("box_off") && status.tx.locks.includes("port_off"));
      assert.match(statusLines(status, world.now())[0]!, /^SIMULATION: /);
      assert.deepEqual(warningsOf(status, world.now()).map(({ code, level }) => [code, level]), [[
        "simulated",
        "odd",
      ]]);
      // The radio is left alone, and nobody finds a switch that would be forgotten.
      assert.equal(tnc.clients.size, 0);
      await assert.rejects(throwSwitch(dir, world, { tx: "off" }), /only plays a recording/);
      const page = await (await fetch(box.page!)).text();
      assert.match(page, /id="simulated" class="played">Simulation: a recording is played/);
      const { heard, simulated } = await (await fetch(`${box.page}/status.json`)).json();
      assert.equal(simulated, true);
      assert.deepEqual(new Set(heard.map(({ via }: { via: string }) => via)), new Set(["simulated"]));
      // At the gateway: no station, no hearing, nothing that waits; but it is seen that the box plays.
      const { app } = gateway;
      assert.deepEqual((await app.visitor.get("/api/stations")).body.stations, []);
      assert.deepEqual((await app.operator.get("/api/admin/sites")).body.heard, []);
      assert.deepEqual(app.stations.fixes(["OE1CAR", "OE6FAR"], 0, world.now() + 3600), []);
      assert.equal((await app.operator.get("/api/admin/boxes")).body.boxes[0].state.simulated, true);
      assert.deepEqual(tnc.received, []);
    } finally {
      await box.stop();
    }
    try {
      // The box itself is as it was: its file with its switch, its counters, and no folder beside them.
      assert.deepEqual(JSON.parse(await Deno.readTextFile(join(dir, "box.json"))), made);
      assert.deepEqual(restingStatus(dir, world).spool, {
        in: 0,
        sent: 0,
        waiting: 0,
        rejected: 0,
        dropped: 0,
      });
      await assert.rejects(Deno.stat(join(dir, "simulation")), Deno.errors.NotFound);
      // And it starts on its radio as if nothing had been, transmitting still allowed.
      const real = serveBox({ dir, world, io: realIo(), services: [], turnMs: 50, http: "off" });
      try {
        await until("the TNC's client", () => tnc.clients.size === 1);
        assert.deepEqual([statusOf(real.parts).simulated, statusOf(real.parts).tx.on], [false, true]);
      } finally {
        await real.stop();
      }
    } finally {
      await tnc.close();
      await gateway.close();
    }
  }));
