/** Meshtastic's messages as Google's encoder makes them, and whatever else may come. */
import assert from "node:assert/strict";
import { readEnvelope, readFromRadio, StreamFrames, wantConfig } from "../../src/meshtastic/mod.ts";
import { askedFor, data, encoded, ENCODER, framed, node, packet } from "../kit/meshtastic.ts";
import { has } from "../kit/peers.ts";

const FROM = 0x7c5acfb8;
const POSITION = {
  latitudeI: 482_000_000,
  longitudeI: -163_700_000,
  altitude: -12,
  precisionBits: 13,
};
const AIR = {
  temperature: 21.5,
  relativeHumidity: 40,
  barometricPressure: 990.25,
  windDirection: 0,
  windGust: 4,
};

Deno.test("what an outside encoder writes is read: texts, places, names, telemetry, neighbours, how it came", async () => {
  if (!has(...ENCODER)) return;
  const asked = [
    packet(FROM, 1, data(1, { utf8: "grüß euch" })),
    packet(FROM, 2, data(3, "Position", POSITION), { hopLimit: 1 }),
    packet(
      FROM,
      3,
      data(4, "User", { longName: "OE1XYZ Dach", shortName: "DACH", hwModel: 43, isLicensed: true, role: 2 }),
    ),
    packet(
      FROM,
      4,
      data(67, "Telemetry", { deviceMetrics: { batteryLevel: 101, voltage: 4.1, uptimeSeconds: 9000 } }),
    ),
    packet(FROM, 5, data(67, "Telemetry", { environmentMetrics: AIR }), { viaMqtt: true }),
    packet(FROM, 6, data(71, "NeighborInfo", { nodeId: FROM, neighbors: [{ nodeId: 5, snr: -3.5 }] })),
    packet(FROM, 7, data(1, { utf8: "for you alone" }), { to: 77 }),
    packet(FROM, 8, data(1, { utf8: "on another channel" }), { channel: 1 }),
    packet(FROM, 9, undefined, { decoded: undefined, encrypted: { utf8: "xxxx" } }),
    packet(FROM, 10, data(70, { utf8: "\u0001" }), { hopStart: 0 }),
    node(99, "Somebody"),
    { type: "FromRadio" as const, message: { myInfo: { myNodeNum: 99 } } },
    { type: "FromRadio" as const, message: { configCompleteId: 4711 } },
    { type: "FromRadio" as const, message: { metadata: { firmwareVersion: "2.7.18" } } },
    { type: "FromRadio" as const, message: { rebooted: true } },
    { type: "FromRadio" as const, message: { channel: { index: 0, role: 1 } } },
  ];
  const read = (await encoded(asked)).map(readFromRadio);
  const packets = read.slice(0, 10).map((one) =>
    one?.kind === "packet" ? one.packet : assert.fail(JSON.stringify(one))
  );
  assert.deepEqual(packets[0], {
    from: FROM,
    id: 1,
    direct: true,
    mqtt: false,
    hops: 0,
    rssi: -80,
    snr: 6.25,
    content: { kind: "text", text: "grüß euch" },
  });
  assert.deepEqual([packets[1]!.direct, packets[1]!.hops], [false, 2], "two relays");
  assert.deepEqual(packets[1]!.content, {
    kind: "position",
    lat: 48.2,
    lon: -16.37,
    altitudeM: -12,
    precisionBits: 13,
  });
  assert.deepEqual(packets[2]!.content, {
    kind: "user",
    longName: "OE1XYZ Dach",
    shortName: "DACH",
    hardware: 43,
    licensed: true,
    role: 2,
  });
  assert.deepEqual(packets[3]!.content, { kind: "device", battery: 101, voltage: 4.1, uptimeS: 9000 });
  assert.deepEqual(
    [packets[4]!.direct, packets[4]!.mqtt],
    [false, true],
    "what passed a broker nobody heard here",
  );
  assert.deepEqual(packets[4]!.content, {
    kind: "environment",
    tempC: 21.5,
    humidity: 40,
    pressureHpa: 990.25,
    windDirection: 0,
    gustMs: 4,
  });
  assert.deepEqual(packets[5]!.content, { kind: "neighbours", nodes: [{ node: 5, snr: -3.5 }] });
  for (const private_ of [6, 7]) assert.deepEqual(packets[private_]!.content, { kind: "other", port: 1 });
  assert.deepEqual(packets[8]!.content, { kind: "encrypted" });
  assert.deepEqual([packets[9]!.hops, packets[9]!.direct], [undefined, false], "old firmware counts no hops");
  const [remembered, ...rest] = read.slice(10);
  assert.ok(remembered?.kind === "node" && remembered.packets.length === 2);
  assert.deepEqual(remembered.packets.map((one) => [one.id, one.direct, one.lastHeard, one.content.kind]), [
    [0, false, 1_780_000_000, "user"],
    [0, false, 1_780_000_000, "position"],
  ]);
  assert.deepEqual(rest, [
    { kind: "my_info", node: 99 },
    { kind: "complete", id: 4711 },
    { kind: "firmware", version: "2.7.18" },
    { kind: "rebooted" },
    { kind: "other" },
  ]);
});

Deno.test("a broker's envelope: the packet was heard by another; only texts of the channel that is asked for", async () => {
  if (!has(...ENCODER)) return;
  const { packet: sent } = packet(FROM, 1, data(1, { utf8: "hello" }), { channel: 8 }).message;
  const [bytes] = await encoded([{
    type: "ServiceEnvelope",
    message: { packet: sent, channelId: "LongFast", gatewayId: "!00000063" },
  }]);
  const read = readEnvelope(bytes!, "LongFast")!;
  assert.deepEqual([read.gateway, read.packet.direct, read.packet.mqtt], ["!00000063", false, true]);
  assert.deepEqual(read.packet.content, { kind: "text", text: "hello" });
  assert.deepEqual(readEnvelope(bytes!, "Club")!.packet.content, { kind: "other", port: 1 });
});

Deno.test("the stream: debug text between, one byte at a time, a length that is too large, a header cut apart", () => {
  const one = Uint8Array.of(0x38, 1), two = new Uint8Array(512).fill(0x94);
  const bytes = Uint8Array.of(
    ...new TextEncoder().encode("DEBUG | boot\r\n"),
    0x94,
    ...framed(one),
    0x94,
    0xc3,
    0x02,
    0x01,
    ...framed(two),
    0x94,
    0xc3,
    0xff,
    0xff,
    ...framed(one),
  );
  const bytewise = new StreamFrames();
  assert.deepEqual([...bytes].flatMap((byte) => bytewise.push(Uint8Array.of(byte))), [one, two, one]);
  assert.deepEqual(new StreamFrames().push(bytes), [one, two, one]);
});

Deno.test("what is said to a device asks, and never carries a packet", () => {
  for (const id of [1, 127, 128, 60_000]) {
    assert.equal(askedFor(wantConfig(id)), id);
    assert.equal(wantConfig(id)[4]! >> 3, 3, "field 3: want_config_id");
  }
});

/** So many mutated messages; CI tries fewer than a night does. */
const MUTATED = Deno.env.get("SVC_NIGHTLY") ? 1_000_000 : 30_000;

Deno.test("mutated messages: read or not, never an error, and nothing grows", async () => {
  if (!has(...ENCODER)) return;
  const whole = await encoded([
    packet(FROM, 1, data(3, "Position", POSITION)),
    packet(FROM, 2, data(67, "Telemetry", { environmentMetrics: AIR })),
    packet(FROM, 3, data(71, "NeighborInfo", { neighbors: [{ nodeId: 5, snr: 1 }, { nodeId: 6, snr: 2 }] })),
    node(99, "OE1XYZ Dach", { isLicensed: true }),
  ]);
  let state = 1;
  const next = (below: number) => (state = Math.imul(state, 1_664_525) + 1_013_904_223 >>> 0) % below;
  const frames = new StreamFrames();
  let read = 0, unread = 0, longest = 0;
  for (let n = 0; n < MUTATED; n++) {
    const bytes = whole[next(whole.length)]!.slice();
    for (let changes = next(6); changes >= 0; changes--) bytes[next(bytes.length)] = next(256);
    const cut = next(4) === 0 ? bytes.subarray(0, next(bytes.length)) : bytes;
    const said = readFromRadio(cut);
    if (said) read++;
    else unread++;
    longest = Math.max(longest, JSON.stringify(said ?? "").length);
    readEnvelope(cut, "LongFast");
    frames.push(next(2) === 0 ? framed(cut) : cut);
  }
  assert.ok(read > MUTATED / 20 && unread > MUTATED / 20, `${read} read, ${unread} not`);
  assert.ok(longest < 4096, `${longest} characters of one`);
});
