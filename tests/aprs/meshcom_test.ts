/** MeshCom JSON as nodes send it. */
import assert from "node:assert/strict";
import { decodeMeshcom, encodeMeshcom, meshAckText, type MeshPacket } from "../../src/aprs/mod.ts";

function mesh(fields: Record<string, unknown>): MeshPacket {
  const packet = decodeMeshcom(JSON.stringify(fields));
  assert.ok(!("unreadable" in packet), JSON.stringify(packet));
  return packet;
}
const unreadable = (json: string): string => {
  const packet = decodeMeshcom(json);
  assert.ok("unreadable" in packet);
  return packet.unreadable;
};
const POS = {
  type: "pos",
  src_type: "lora",
  src: "OE1ABC-1",
  msg: "",
  lat: 48.2082,
  lat_dir: "N",
  long: 16.3738,
  long_dir: "W",
  aprs_symbol: "#",
  aprs_symbol_group: "/",
  hw_id: 3,
  msg_id: "5fb2a9c1",
  alt: 600,
  batt: 87,
  firmware: 35,
  fw_sub: "a",
  rssi: -101,
  snr: 6,
};

Deno.test("a position heard over LoRa: direction letters, feet to metres, device and signal", () => {
  const packet = mesh(POS);
  assert.ok(packet.content.kind === "position");
  assert.deepEqual([packet.content.lat, packet.content.lon, packet.content.altitudeM], [
    48.2082,
    -16.3738,
    182.9,
  ]);
  assert.deepEqual([packet.direct, packet.messageId, packet.rssi, packet.snr], [true, "5FB2A9C1", -101, 6]);
  assert.deepEqual([packet.hardware, packet.battery, packet.firmware], [3, 87, "35a"]);
});

Deno.test("relayed and server copies are no direct hearings, and have no signal of the sender", () => {
  const relayed = mesh({ ...POS, src: "OE1ABC-1,OE3XYZ-12" });
  assert.deepEqual([relayed.source, relayed.relays, relayed.direct], ["OE1ABC-1", ["OE3XYZ-12"], false]);
  const server = mesh({ ...POS, src_type: "udp", rssi: -50 });
  assert.deepEqual([server.direct, server.rssi], [false, undefined]);
});

Deno.test("0 is unknown for battery, signal and place", () => {
  const packet = mesh({ ...POS, batt: 0, rssi: 0, snr: 0, lat: 0, long: 0 });
  assert.deepEqual([packet.battery, packet.rssi, packet.snr, packet.content.kind], [
    undefined,
    undefined,
    undefined,
    "presence",
  ]);
});

Deno.test("texts: groups, direct messages with numbers, acks, control", () => {
  const text = (fields: Record<string, unknown>) =>
    mesh({ type: "msg", src_type: "lora", src: "OE1ABC-1", ...fields }).content;
  assert.deepEqual(text({ dst: "*", msg: "Hallo" }), { kind: "group", group: "*", text: "Hallo" });
  assert.deepEqual(text({ dst: "232", msg: 'say \\"hi\\"' }), {
    kind: "group",
    group: "232",
    text: 'say "hi"',
  });
  assert.deepEqual(text({ dst: "OE3XYZ-7", msg: "hi{123" }), {
    kind: "message",
    addressee: "OE3XYZ-7",
    text: "hi",
    number: "123",
    numberOwn: "123",
  });
  assert.deepEqual(text({ dst: "OE3XYZ-7", msg: "OE3XYZ-7 :ack123" }), {
    kind: "ack",
    addressee: "OE3XYZ-7",
    number: "123",
  });
  assert.equal(text({ dst: "*", msg: "{CET}2026-06-01 12:00:00" }).kind, "control");
  assert.equal(text({ dst: "100001", msg: "T" }).kind, "control");
});

Deno.test("what is no mesh packet is refused with a reason", () => {
  assert.match(unreadable("{"), /not JSON/);
  assert.match(unreadable("[]"), /not a JSON object/);
  assert.match(unreadable("null"), /not a JSON object/);
  assert.match(unreadable('{"type":"pos","src":"X"}'), /src is not a callsign/);
  assert.match(unreadable('{"type":"pos","src":"OE1ABC,","src_type":"lora"}'), /relay/);
  assert.match(unreadable('{"type":"pos","src":"OE1ABC","src_type":"x"}'), /src_type/);
  assert.match(unreadable('{"type":"foo","src":"OE1ABC","src_type":"lora"}'), /type is not pos/);
  assert.match(
    unreadable('{"type":"msg","src":"OE1ABC","src_type":"lora","dst":"999999","msg":"x"}'),
    /neither/,
  );
});

Deno.test("toward a node: limits of its firmware", () => {
  assert.equal(encodeMeshcom("OE1ABC-1", "hi"), '{"type":"msg","dst":"OE1ABC-1","msg":"hi"}');
  assert.equal(encodeMeshcom("OE1ABC-1", "ä".repeat(76)), undefined);
  assert.equal(encodeMeshcom("", "hi"), undefined);
  assert.equal(meshAckText("OE1ABC-1", "123"), "OE1ABC-1 :ack123");
});
