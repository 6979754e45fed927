/** What a radio says to the service call, and what it hears back. */
import assert from "node:assert/strict";
import {
  compassPoint,
  HELP,
  nearText,
  readCommand,
  replyText,
  replyTo,
} from "../../../src/caches/radio/radio_command.ts";

Deno.test("readCommand() reads every command in any case", () => {
  const cases: [string, unknown][] = [
    ["FOUND KTR4729", { kind: "found", code: "KTR4729", text: "" }],
    ["found ktr-4729  great  view", { kind: "found", code: "KTR4729", text: "great view" }],
    ["Dnf KTR4729 wet", { kind: "dnf", code: "KTR4729", text: "wet" }],
    ["NOTE KTR4729 log is full", { kind: "note", code: "KTR4729", text: "log is full" }],
    ["MAIL oe1abc-7 73 and thanks", { kind: "mail", to: "OE1ABC-7", text: "73 and thanks" }],
    ["near on", { kind: "near", on: true }],
    ["NEAR OFF", { kind: "near", on: false }],
    ["HELP", { kind: "help" }],
    ["?", { kind: "help" }],
    ["verify 123456", { kind: "verify", code: "123456" }],
  ];
  for (const [text, command] of cases) assert.deepEqual(readCommand(text), command, text);
});

Deno.test("readCommand() says what an incomplete command lacks", () => {
  const cases: [string, string][] = [
    ["FOUND", "FOUND code text"],
    ["dnf", "DNF code text"],
    ["NOTE KTR4729", "NOTE code text"],
    ["MAIL OE1ABC", "MAIL call text"],
    ["MAIL nobody hello", "MAIL call text"],
    ["MAIL OE1ABC-16 hello", "MAIL call text"],
    ["NEAR", "NEAR ON or NEAR OFF"],
    ["NEAR ON please", "NEAR ON or NEAR OFF"],
    ["hello there", "HELP for the commands"],
  ];
  for (const [text, usage] of cases) assert.deepEqual(readCommand(text), { kind: "invalid", usage }, text);
});

Deno.test("readCommand() leaves acks and refusals alone", () => {
  for (const text of ["ack12", "REJ12", "ackAB}CD", "ack12}", "", "   "]) {
    assert.equal(readCommand(text), undefined, text);
  }
  assert.equal(readCommand("acknowledged")?.kind, "invalid");
});

Deno.test("replies fit one message and its character set", () => {
  const fits = /^[\x20-\x7a]{1,67}$/;
  const replies = [
    HELP,
    replyTo({ status: "found", code: "KTR4729", tier: "A" }),
    replyTo({ status: "found", code: "OE/OO-001", tier: null }),
    replyTo({ status: "pending" }),
    replyTo({ status: "held", to: "OE1ABC-15" }),
    replyTo({ status: "rejected", reason: "Höhle|{gesperrt}~ ".repeat(9) }),
    nearText({
      code: "KTR4729",
      title: "Die alte Mühle an der großen Straße {",
      distanceM: 120.4,
      point: "NE",
      more: 2,
    }),
    nearText({ code: "OE/OO-0012345", title: "x".repeat(120), distanceM: 150, point: "SW", more: 12 }),
  ];
  for (const reply of replies) assert.match(reply, fits);
  assert.equal(replies[1], "KTR4729: found. Radio-verified");
  assert.match(replies[6]!, /^Near KTR4729 Die alte Muhle .* 120m NE \+2 more\. Reply FOUND KTR4729$/);
  assert.equal(replyText("x".repeat(67)).length, 67);
});

Deno.test("compassPoint() points the way", () => {
  const here = { lat: 48, lon: 16 };
  for (
    const [dLat, dLon, point] of [[1, 0, "N"], [0, 1, "E"], [-1, 0, "S"], [0, -1, "W"], [1, 1.494, "NE"], [
      -1,
      -1.494,
      "SW",
    ]] as const
  ) assert.equal(compassPoint(here, { lat: 48 + dLat / 100, lon: 16 + dLon / 100 }), point);
});
