/** AX.25 and KISS: round trips, streams cut anywhere, frames that are none. */
import assert from "node:assert/strict";
import {
  decodeAx25,
  decodeFrame,
  decodeTnc2,
  encodeFrame,
  encodeKiss,
  encodeTnc2,
  isUnreadable,
  KissReader,
} from "../../src/aprs/mod.ts";
import { seeded } from "../wire/test_data.ts";
import { randomFrames, TYPICAL } from "./frames.ts";

const packetOf = (line: string) => {
  const packet = decodeTnc2(line);
  assert.ok(!isUnreadable(packet));
  return packet;
};

Deno.test("a packet survives AX.25 and KISS, cut anywhere in the stream", () => {
  const lines = [
    ...TYPICAL,
    ...randomFrames(100, 3),
    "OE1ABC-15>APRS,DIGI1,WIDE1*,WIDE2-1:`\x1c\x7f\xc0\xdb\xff",
  ];
  const stream = lines.flatMap((line) => [...encodeKiss(encodeFrame(packetOf(line))!, 3), 0xc0, 0xc0]);
  const random = seeded(5);
  const reader = new KissReader();
  const frames = [];
  for (let at = 0; at < stream.length;) {
    const step = 1 + Math.floor(random() * 40);
    frames.push(...reader.push(Uint8Array.from(stream.slice(at, at + step))));
    at += step;
  }
  assert.equal(reader.dropped, 0);
  assert.deepEqual(
    frames.map(({ port, command, data }) => {
      const packet = decodeFrame(data);
      assert.ok(!isUnreadable(packet), JSON.stringify(packet));
      return [port, command, encodeTnc2(packet)];
    }),
    lines.map((line) => [3, 0, line]),
  );
});

Deno.test("an AX.25 address is what the standard says", () => {
  // AX.25 2.2 figure 3.8: NJ7P to N7LEM, shifted ASCII and SSID bytes.
  const frame = encodeFrame({
    source: "NJ7P",
    destination: "N7LEM",
    path: [{ call: "RELAY-15", used: true }],
    info: "x",
  })!;
  assert.equal(
    Buffer.from(frame).toString("hex"),
    "9c6e988a9a40e09c946ea04040" + "60" + "a48a9882b240ff" + "03f0" + "78",
  );
  assert.equal(encodeFrame({ source: "NJ7P-16", destination: "N7LEM", path: [], info: "" }), undefined);
  assert.equal(encodeFrame({ source: "TOOLONG7", destination: "N7LEM", path: [], info: "" }), undefined);
});

Deno.test("frames that are no packets say why", () => {
  const good = encodeFrame(packetOf("OE1ABC>APRS,WIDE1-1:>x"))!;
  const reason = (bytes: Uint8Array) => {
    const frame = decodeFrame(bytes);
    assert.ok(isUnreadable(frame));
    return frame.unreadable;
  };
  assert.match(reason(good.subarray(0, 20)), /ends inside its addresses/);
  assert.match(reason(good.subarray(0, 21)), /ends behind its addresses/);
  assert.match(reason(good.subarray(0, 22)), /no protocol byte/);
  assert.match(reason(good.with(22, 0xcf)), /protocol 0xcf/);
  assert.match(reason(good.with(21, 0x3f)), /control 0x3f/);
  assert.match(reason(good.with(0, good[0]! | 1)), /an address ends early/);
  assert.match(
    reason(Uint8Array.from({ length: 84 }, (_, i) => i % 7 === 6 ? 0x60 : 0x82)),
    /more than eight/,
  );
  const netrom = decodeAx25(good.with(22, 0xcf));
  assert.ok(!("unreadable" in netrom));
  assert.equal(netrom.pid, 0xcf);
});

Deno.test("a KISS stream without an end does not fill the memory, and the next frame is read", () => {
  const reader = new KissReader();
  assert.deepEqual(reader.push(Uint8Array.of(0xc0, 0, ...new Uint8Array(100_000).fill(65))), []);
  assert.equal(reader.push(Uint8Array.of(0xc0, 0, 65, 66, 0xc0)).length, 1);
  assert.equal(reader.dropped, 1);
});

Deno.test("an escape of something else is left out, and the frame goes on; one that its end cuts off drops it", () => {
  const reader = new KissReader();
  const [frame] = reader.push(Uint8Array.of(0xc0, 0, 65, 0xdb, 0x41, 66, 0xdb, 0xdc, 0xc0));
  assert.deepEqual([frame!.data, reader.dropped], [Uint8Array.of(65, 66, 0xc0), 0]);
  assert.deepEqual(reader.push(Uint8Array.of(0, 65, 0xdb, 0xc0)), []);
  assert.equal(reader.dropped, 1);
  assert.equal(reader.push(Uint8Array.of(0, 65, 66, 0xc0)).length, 1);
});
