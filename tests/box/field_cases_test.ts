/**
 * What others' clients of KISS, AGWPE, APRS-IS, gpsd, rigctld and MQTT stumbled over in the last years, tried against the
 * box's: each row names the public report that it is taken from.
 */
import assert from "node:assert/strict";
import {
  decodeFrame,
  encodeFrame,
  encodeKiss,
  encodeTnc2,
  isUnreadable,
  KissReader,
} from "../../src/aprs/mod.ts";
import type { ConnectionAddress } from "../../src/box/config/address.ts";
import { AgwReader, encodeAgw } from "../../src/box/drivers/agwpe/frames.ts";
import type { Heard, LineRefused } from "../../src/box/drivers/driver.ts";
import { fixOf } from "../../src/box/drivers/gpsd_line.ts";
import { clientIdOf } from "../../src/box/drivers/mqtt/mqtt_line.ts";
import { tunedOf } from "../../src/box/drivers/rigctl_line.ts";
import { readConnection } from "../../src/box/drivers/table.ts";
import { realIo } from "../../src/box/io.ts";
import { levelOf, tryConnection } from "../../src/box/state/try_connection.ts";
import { aprsIsServer } from "../kit/aprsis_server.ts";

const at = (text: string) => {
  const read = readConnection(text);
  assert.ok(typeof read !== "string", String(read));
  return read;
};
const hex = (text: string) => Uint8Array.from(text.match(/../g)!, (pair) => parseInt(pair, 16));

for (
  const [report, bytes, lines] of [
    [
      "craigerl/aprsd#86: a reply as Direwolf's KISS port gave it",
      hex("c000848a82869e9c60ae6a889a9040609a82b2ac9298e0ae92888a6440e103f03a5735444d482d3520203a61636b32c0"),
      ["W5DMH>BEACON,MAYVIL,WIDE2*::W5DMH-5  :ack2"],
    ],
    [
      "VanceVagell/kv4p-ht#405: a device says its state in KISS frames of another kind before and between",
      [
        0xc0,
        6,
        1,
        2,
        3,
        0xc0,
        ...encodeKiss(hex("82a0a4a64040608a6aa6b460406103f03e6f6e")),
        0xc0,
        0x16,
        9,
        0xc0,
      ],
      ["E5SZ0>APRS:>on"],
    ],
    [
      "ac2cz/Falcon#33: what is left of a frame that broke off stands before the first one",
      [0xc0, 0, 0x82, 0xa0, ...encodeKiss(hex("82a0a4a64040608a6aa6b460406103f03e6f6e"))],
      ["E5SZ0>APRS:>on"],
    ],
    [
      "tomelec/RPi-LoRa-KISS-TNC#5: one FEND between two frames",
      [
        ...encodeKiss(hex("82a0a4a64040608a6aa6b460406103f03e6f6e")),
        ...encodeKiss(hex("82a0a4a64040608a6aa6b460406103f03e6f6e")).subarray(1),
      ],
      ["E5SZ0>APRS:>on", "E5SZ0>APRS:>on"],
    ],
  ] as [string, Iterable<number>, string[]][]
) {
  Deno.test(`KISS, ${report}`, () => {
    const read: string[] = [];
    const reader = new KissReader();
    // However TCP cuts it.
    for (const byte of bytes) {
      for (const { command, data } of reader.push(Uint8Array.of(byte))) {
        if (command !== 0) continue;
        const packet = decodeFrame(data);
        if (!isUnreadable(packet)) read.push(encodeTnc2(packet));
      }
    }
    assert.deepEqual(read, lines);
  });
}

Deno.test("KISS, ge0rg/aprsdroid#343: a frame for a TNC begins with FEND, and nothing in it looks like one", () => {
  const bytes = encodeKiss(Uint8Array.of(0xc0, 0xdb, 0xdc, 0xdd, 1), 2);
  assert.deepEqual([...bytes], [0xc0, 0x20, 0xdb, 0xdc, 0xdb, 0xdd, 0xdc, 0xdd, 1, 0xc0]);
});

Deno.test("AGWPE, la5nta/wl2k-go#91 and wb2osz/direwolf#367: any port, NUL bytes, read a byte at a time", () => {
  const data = encodeFrame({ source: "OE1AAA", destination: "APRS", path: [], info: ">a\0b\0" })!;
  const reader = new AgwReader(), bytes = encodeAgw({ kind: "K", port: 3, data });
  const frames = [...bytes].flatMap((byte) => {
    const read = reader.push(Uint8Array.of(byte));
    assert.ok(typeof read !== "string");
    return read;
  });
  assert.deepEqual(frames.map(({ kind, port, data }) => [kind, port, data]), [["K", 3, data]]);
});

for (
  const [report, tpv, fix] of [
    [
      "ZerBea/hcxdumptool#47: gpsd 3.17",
      '{"class":"TPV","mode":3,"time":"2019-03-10T08:16:24.000Z","ept":0.005,"lat":49.156245000,"lon":5.626160000,"alt":449.500,"track":51.1500,"speed":0.041,"climb":0.000}',
      { lat: 49.156245, lon: 5.62616, mode: 3, altitudeM: 449.5, course: 51.15, speedMs: 0.041 },
    ],
    [
      "adjacentlink/emane#136: no alt, but altHAE and altMSL",
      '{"class":"TPV","mode":3,"lat":40.03,"lon":-74.5,"altHAE":146.0,"altMSL":179.6}',
      { lat: 40.03, lon: -74.5, mode: 3, altitudeM: 179.6 },
    ],
    [
      "jantman/pizero-gpslog#2: two dimensions, no height at all",
      '{"class":"TPV","mode":2,"lat":33.7,"lon":-84.4,"alt":12}',
      { lat: 33.7, lon: -84.4, mode: 2 },
    ],
    ["biiont/gpsd#1: no time yet", '{"class":"TPV","mode":1}', undefined],
    [
      "MartijnBraam/gpsd-py3#39: a time without a fix",
      '{"class":"TPV","mode":1,"time":"2025-02-28T10:00:00.000Z"}',
      undefined,
    ],
    [
      "kellertk/pwnagotchi-plugin-gpsd#1: the old place after the fix was lost",
      '{"class":"TPV","mode":1,"lat":33.7,"lon":-84.4}',
      undefined,
    ],
    [
      "aokhrimenko/gpsd-simulator#4: blanks between, and a height of zero",
      '{"class": "TPV", "mode": 3, "lat": 47.395570, "lon": 8.483040, "alt":   0, "track": 102.408, "speed": 36.224}',
      { lat: 47.39557, lon: 8.48304, mode: 3, altitudeM: 0, course: 102.408, speedMs: 36.224 },
    ],
  ] as [string, string, Record<string, number> | undefined][]
) {
  Deno.test(`gpsd, ${report}`, () => {
    const { timeMs: _, ...read } = fixOf(JSON.parse(tpv)) ?? {};
    assert.deepEqual(read, fix ?? {});
  });
}

Deno.test("rigctld, Hamlib/Hamlib#270 and #328: a rig that lacks a command (RPRT -11) says the rest all the same", () => {
  const answer = (report: number, ...lines: string[]) => ({ lines, report });
  const [hz, mode] = [answer(0, "get_freq: currVFO", "Frequency: 14074000"), answer(0, "Mode: PKTUSB")];
  assert.deepEqual(tunedOf({ hz, mode, strengthDb: answer(-11) }), { hz: 14_074_000, mode: "PKTUSB" });
  assert.equal(tunedOf({ hz: answer(-11), mode, strengthDb: answer(0, "-20") }), undefined);
});

Deno.test("MQTT, mqttjs/MQTT.js#684, arachnetech/homebridge-mqttthing#440, aklivity/zilla#1003: names of clients", () => {
  const [a, b] = ["mqtt://b.example/msh/EU_868/2/e/#", "mqtt://b.example/msh/EU_433/2/e/#"] as const;
  const boxes = [{ call: "OE1BOX-10", key: "k1" }, { call: "OE1BOX-10", key: "k2" }, { call: "OE1BOX-10" }];
  const names = boxes.flatMap((here) => [a, b].map((text) => clientIdOf(text, here)));
  assert.equal(new Set(names).size, 6, "two lines of one box, two boxes of one call, and a look beside them");
  for (const name of names) assert.match(name, /^[0-9A-Za-z]{1,23}$/);
  assert.equal(clientIdOf(a, boxes[0]!), names[0], "the same when it comes again");
});

Deno.test("MQTT: topic filters as brokers take them, and what none takes", () => {
  for (
    const topic of [
      ...[
        "msh/#",
        "#",
        "msh/EU_868/2/e/LongFast/+",
        "msh/+/2/e/LongFast/+",
        "+/+/2/e/#",
        "msh/+/+/e/+/!a1b2c3d4",
      ],
      ...["msh//2"],
    ]
  ) at(`mqtt://b.example/${topic}`);
  for (const topic of ["", "msh/#/e", "msh/EU+/#", "msh/a#", "msh/+a/e", `msh/${"x".repeat(300)}`]) {
    assert.match(String(readConnection(`mqtt://b.example/${topic}`)), /takes the topic|names/, topic);
  }
});

/** A server of APRS-IS that says this, and hangs up. */
async function lastSaid(...lines: string[]): Promise<{ heard: Heard[]; error: LineRefused | undefined }> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    for await (const client of listener) {
      await client.write(new TextEncoder().encode(lines.map((line) => `${line}\r\n`).join("")));
      client.close();
    }
  })();
  const { driver, address } = at(`aprsis://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`);
  const heard: Heard[] = [];
  try {
    const line = await driver.open(
      address,
      { io: realIo(), call: "OE1BOX-10" },
      new AbortController().signal,
    );
    for await (const one of line.heard) heard.push(one);
    return { heard, error: undefined };
  } catch (error) {
    return { heard, error: error as LineRefused };
  } finally {
    listener.close();
    await serving;
  }
}

const BANNER = "# aprsc 2.1.21-g3c6e1d2";
for (
  const [lines, says] of [
    [["# Port full"], "Port full"],
    [[BANNER, "# Server full"], "Server full"],
    [[BANNER, "# Login by user not allowed"], "Login by user not allowed"],
    [[BANNER, "# Invalid callsign"], "Invalid callsign"],
    [[BANNER], undefined],
    [[BANNER, "# logresp OE1BOX-10 unverified, server T2FULL"], undefined],
    [["# Port full", `${BANNER} 29 Nov 2026 02:00:00 GMT T2TEST 127.0.0.1:14580`], undefined],
  ] as [string[], string | undefined][]
) {
  Deno.test(`APRS-IS, a server's last words: ${lines.join(" | ")}`, async () => {
    const { error } = await lastSaid(...lines);
    // The system may tell a hang-up before the login was written.
    if (says === undefined) return assert.notEqual((error as LineRefused | undefined)?.word, "refused");
    assert.deepEqual([error?.word, error?.message], ["refused", `the server says: ${says}`]);
  });
}

Deno.test("APRS-IS: a healthy login that may only receive is well from the first moment; one with a wrong passcode is not", async () => {
  const server = aprsIsServer();
  try {
    const healthy = await tryConnection(server.address, "OE1BOX-10", realIo());
    assert.deepEqual([healthy.level, healthy.fix], ["good", undefined]);
  } finally {
    await server.close();
  }
  const level = (text: string) => {
    const { driver, address } = at(text);
    return levelOf(driver, "unverified", address as ConnectionAddress);
  };
  for (const text of ["aprsis://a.example", "aprsis://a.example?pass=-1"]) {
    assert.equal(level(text), "good", text);
  }
  // richonguzman/LoRa_APRS_iGate#155: nobody is told that the passcode is wrong.
  for (const text of ["aprsis://a.example?pass=12345", "aprsis://a.example?pass=auto"]) {
    assert.equal(level(text), "bad", text);
  }
});
