/**
 * Nothing that is received makes the parser throw. Mutated good frames, as lines, frames, KISS streams and JSON.
 * `FUZZ_APRS=10000000` runs the long form (soak).
 */
import assert from "node:assert/strict";
import {
  arrivalOf,
  decodeFrame,
  decodeMeshcom,
  decodeTnc2,
  deviceOf,
  encodeFrame,
  encodeKiss,
  fromBinary,
  isUnreadable,
  KissReader,
} from "../../src/aprs/mod.ts";
import { seeded } from "../wire/test_data.ts";
import { randomFrames, TYPICAL } from "./frames.ts";
import { packetLines } from "./test_data.ts";

const COUNT = Number(Deno.env.get("FUZZ_APRS") ?? 60_000);

function corpus(): Uint8Array[] {
  const lines = [...TYPICAL, ...randomFrames(200, 7)].map((line) => new TextEncoder().encode(line));
  for (const { bytes } of packetLines()) lines.push(bytes);
  const json =
    '{"type":"pos","src_type":"lora","src":"OE1ABC-1,OE3XYZ-12","lat":48.2,"lat_dir":"N","long":16.3,"long_dir":"E","alt":600}';
  lines.push(
    new TextEncoder().encode(json),
    new TextEncoder().encode('{"type":"msg","src_type":"lora","src":"OE1ABC-1","dst":"*","msg":"hi"}'),
  );
  return lines;
}

/** Flips, drops, doubles, cuts and splices bytes. */
function mutate(line: Uint8Array, other: Uint8Array, random: () => number): Uint8Array {
  const bytes = Array.from(line);
  for (let i = 1 + Math.floor(random() * 4); i > 0; i--) {
    const at = Math.floor(random() * (bytes.length + 1));
    switch (Math.floor(random() * 6)) {
      case 0:
        bytes[at] = Math.floor(random() * 256);
        break;
      case 1:
        bytes.splice(at, 1 + Math.floor(random() * 3));
        break;
      case 2:
        bytes.splice(at, 0, Math.floor(random() * 256));
        break;
      case 3:
        bytes.length = Math.min(at, bytes.length);
        break;
      case 4:
        bytes.splice(at, 0, ...other.subarray(Math.floor(random() * other.length)));
        break;
      case 5:
        bytes.splice(
          at,
          0,
          ..."!>:;)`}{|/*_,"[Math.floor(random() * 13)]!.repeat(1 + Math.floor(random() * 9)).split("").map((
            c,
          ) => c.charCodeAt(0)),
        );
        break;
    }
  }
  return Uint8Array.from(bytes.slice(0, 1200), (byte) => byte ?? 0);
}

Deno.test(`the decoders never throw and say why they did not read (${COUNT} mutated inputs)`, () => {
  const lines = corpus();
  const seed = Number(Deno.env.get("FUZZ_SEED") ?? 42);
  const random = seeded(seed);
  const kiss = new KissReader();
  let read = 0, refused = 0;
  for (let i = 0; i < COUNT; i++) {
    const line = lines[Math.floor(random() * lines.length)]!;
    const input = mutate(line, lines[Math.floor(random() * lines.length)]!, random);
    try {
      const packet = decodeTnc2(input, 1_790_000_000);
      if (isUnreadable(packet)) {
        refused++;
        assert.ok(packet.unreadable.length > 5);
      } else {
        read++;
        arrivalOf(packet);
        deviceOf(packet);
        if (packet.content.kind === "broken") assert.ok(packet.problems.length > 0);
        if ("lat" in packet.content) {
          assert.ok(Math.abs(packet.content.lat) <= 90 && Math.abs(packet.content.lon) <= 180);
          assert.ok(
            Number.isFinite(packet.content.speedKmh ?? 0) && Number.isFinite(packet.content.altitudeM ?? 0),
          );
        }
        if (i % 16 === 0) {
          const frame = encodeFrame(packet);
          if (frame) {
            kiss.push(mutate(encodeKiss(frame), input, random)).forEach(({ data }) => decodeFrame(data));
          }
        }
      }
      if (i % 8 === 0) decodeFrame(input);
      if (i % 8 === 1) decodeMeshcom(new TextDecoder().decode(input));
    } catch (error) {
      throw new Error(`seed ${seed}, input ${i}: ${JSON.stringify(String.fromCharCode(...input))}`, {
        cause: error,
      });
    }
  }
  // Both outcomes must be common, else the mutations test nothing.
  assert.ok(read > COUNT / 10 && refused > COUNT / 100, `${read} read, ${refused} refused`);
});

Deno.test("bytes that are no packet at all are refused", () => {
  for (const input of [[], [0], [0xff, 0xff], [62], [58], [62, 58], new Array(5000).fill(62)]) {
    assert.ok(isUnreadable(decodeTnc2(Uint8Array.from(input))));
    assert.ok(isUnreadable(decodeFrame(Uint8Array.from(input))));
  }
  assert.deepEqual(fromBinary("\xff\x00"), Uint8Array.of(255, 0));
});
