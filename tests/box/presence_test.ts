/** Datagrams of federation as a box hears them: bytes to the last, whatever they end in. */
import assert from "node:assert/strict";
import { encodeFrame } from "../../src/aprs/mod.ts";
import { hearingOf } from "../../src/box/connections/hearing.ts";
import { readConnection } from "../../src/box/drivers/table.ts";
import { readBeacon } from "../../src/link/mod.ts";

Deno.test("a datagram that ends in a line end is heard whole", () => {
  const connection = readConnection("kiss://127.0.0.1:8001");
  if (typeof connection === "string") throw new Error(connection);
  for (const end of [0x0a, 0x0d, 0x41]) {
    const info = Uint8Array.of(...new TextEncoder().encode("SVCB1"), 0x9f, 0x0d, 0x01, end);
    const frame = encodeFrame({ source: "OE1XYZ-9", destination: "APZSVC", path: [], info })!;
    const hearing = hearingOf(
      { kind: "frame", bytes: frame, channel: 0 },
      { connection: 0, atMs: 0, ...connection },
    );
    if (typeof hearing === "string") throw new Error(hearing);
    assert.deepEqual(readBeacon(hearing.frame!.info), info.slice(5));
  }
  const text = encodeFrame({ source: "OE1XYZ-9", destination: "APZSVC", path: [], info: ">no datagram" })!;
  const heard = hearingOf({ kind: "frame", bytes: text, channel: 0 }, {
    connection: 0,
    atMs: 0,
    ...connection,
  });
  assert.ok(typeof heard !== "string" && heard.frame === undefined && heard.packet);
});
