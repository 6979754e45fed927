/** Packet lines with what must be read from them: tests/data/aprs_packets.txt. */
import assert from "node:assert/strict";
import { decodeTnc2, isUnreadable } from "../../src/aprs/mod.ts";
import { type PacketLine, packetLines } from "./test_data.ts";

/** 2026-06-01 12:00:00 UTC. */
const NOON = 1_780_315_200;

/** What is told of a decoded packet: the members that the file names, null for what it has not. */
function told({ bytes, expected }: PacketLine): Record<string, unknown> {
  const packet = decodeTnc2(bytes, NOON);
  if (isUnreadable(packet)) return { unreadable: packet.unreadable };
  const content: Record<string, unknown> = { ...packet.content };
  if (packet.content.kind === "broken") content.problems = packet.problems;
  return Object.fromEntries(Object.keys(expected).map((name) => [name, content[name] ?? null]));
}

for (const line of packetLines()) {
  Deno.test(`read: ${line.text}`, () => assert.deepEqual(told(line), line.expected));
}

Deno.test("what cannot be read says why in a sentence", () => {
  for (const { text, bytes } of packetLines()) {
    const packet = decodeTnc2(bytes, NOON);
    if (isUnreadable(packet)) assert.match(packet.unreadable, /^[a-z'].{10,}/, text);
    else if (packet.content.kind === "broken") assert.ok(packet.problems.length > 0, text);
  }
});
