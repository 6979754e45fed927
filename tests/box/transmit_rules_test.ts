/** The rules of transmitting at their edges, case by case; histories are in transmit_model_test.ts. */
import assert from "node:assert/strict";
import { decide } from "../../src/box/transmit/decide.ts";
import { unwrap } from "../../src/box/transmit/form.ts";
import { isGateDue } from "../../src/box/transmit/gate.ts";
import { DEFAULT_PACE, heldGrace, heldPace } from "../../src/box/transmit/purposes.ts";
import { noted, NOTHING_SENT, settled, tokenIn, type TxRecord } from "../../src/box/transmit/record.ts";
import type { Asked, Facts, Port } from "../../src/box/transmit/words.ts";

const NOW = 1_800_000_000;
const OWN = "OE1XYZ-10";
const RADIO: Port = {
  address: "kiss://radio",
  kind: "rf",
  tx: true,
  verified: true,
  igate: true,
  bitsPerSecond: 1200,
  keyUpMs: 350,
};
const FACTS: Facts = {
  now: NOW,
  box: "on",
  quiet: false,
  own: OWN,
  port: RADIO,
  gate: { answer: { ok: true, at: NOW } },
  graceS: 360,
  pace: DEFAULT_PACE,
  heardDirect: () => undefined,
};
const command = (info: string, more: Partial<Asked> = {}): Asked => ({
  purpose: "command",
  frame: { source: OWN, destination: "APZSVC", path: [], info },
  madeAt: NOW,
  ...more,
});
const MESSAGE = ":OE3GHI-7 :hello{1";
const rules = (asked: Asked, facts: Partial<Facts> = {}, record: TxRecord = NOTHING_SENT): string[] => {
  const verdict = decide(asked, { ...FACTS, ...facts }, record);
  return verdict.may ? [] : verdict.refusals.map(({ rule }) => rule);
};
const whys = (asked: Asked, facts: Partial<Facts>, record: TxRecord) => {
  const verdict = decide(asked, { ...FACTS, ...facts }, record);
  return verdict.may ? [] : verdict.refusals.map(({ why }) => why);
};

Deno.test("a fresh box sends nothing: every lock is told", () => {
  const closed = { box: "off", quiet: true, gate: {}, port: { ...RADIO, tx: false } } as const;
  assert.deepEqual(rules(command(MESSAGE), closed), ["box_off", "port_off", "gate", "quiet"]);
  assert.deepEqual(rules(command(MESSAGE)), []);
});

Deno.test("lengths at their limits", () => {
  assert.deepEqual(rules(command(`>${"x".repeat(255)}`)), []);
  assert.deepEqual(rules(command(`>${"x".repeat(256)}`)), ["text"]);
  assert.deepEqual(rules(command(`:OE3GHI-7 :${"y".repeat(67)}`)), []);
  assert.deepEqual(rules(command(`:OE3GHI-7 :${"y".repeat(68)}`)), ["text"]);
  const presence = (length: number): Asked => ({
    ...command(`SVCB1${"\x00".repeat(length - 5)}`),
    purpose: "presence",
  });
  assert.deepEqual(rules(presence(256)), []);
  assert.deepEqual(rules(presence(257)), ["text"]);
  assert.deepEqual(rules({ ...presence(256), frame: { ...presence(256).frame, info: "SVCB2x" } }), ["text"]);
});

Deno.test("only this box's own wrapping is third-party form", () => {
  const inner = ":OE3GHI-7 :hello";
  const wrapped = (path: string, info = inner) =>
    unwrap({ source: OWN, info: `}DL1ABC>APRS${path}:${info}` });
  assert.equal(wrapped(`,TCPIP,${OWN}*`)?.source, "DL1ABC");
  for (const path of ["", ",TCPIP", `,${OWN}*`, `,TCPIP,${OWN}`, `,WIDE1-1,${OWN}*`, `,TCPIP,${OWN},X1Y*`]) {
    assert.equal(wrapped(path), undefined, path);
  }
  assert.equal(wrapped(",TCPIP,OE1XYZ-11*"), undefined);
  assert.equal(wrapped(`,TCPIP,${OWN}*,qAR,OE1GATE`), undefined);
  assert.equal(wrapped(`,TCPIP,${OWN}*`, `}A1B>C:${inner}`), undefined);
});

Deno.test("what is gated is what came, from whom it came", () => {
  const gated = (source: string, info: string): Asked => ({
    purpose: "gated",
    frame: {
      source: OWN,
      destination: "APZSVC",
      path: [],
      info: `}F1QRP>APRS,TCPIP,${OWN}*::OE3GHI-7 :hello`,
    },
    madeAt: NOW,
    original: { source, info, via: ["TCPIP", "qAC", "T2TEST"] },
  });
  const local = { heardDirect: (call: string) => call === "OE3GHI-7" ? NOW - 1800 : undefined };
  assert.deepEqual(rules(gated("F1QRP", ":OE3GHI-7 :hello"), local), []);
  assert.deepEqual(rules(gated("F1QRQ", ":OE3GHI-7 :hello"), local), ["third_party"]);
  assert.deepEqual(rules(gated("F1QRP", ":OE3GHI-7 :hullo"), local), ["third_party"]);
  assert.deepEqual(rules(gated("F1QRP", ":OE3GHI-7 :hello"), { heardDirect: () => NOW - 1801 }), [
    "not_heard",
  ]);
  // What is dated ahead was not heard yet.
  assert.deepEqual(rules(gated("F1QRP", ":OE3GHI-7 :hello"), { heardDirect: () => NOW + 1 }), ["not_heard"]);
  const both = { heardDirect: () => NOW };
  assert.deepEqual(rules(gated("F1QRP", ":OE3GHI-7 :hello"), both), ["sender_local"]);
});

Deno.test("floors end to the second, and say when", () => {
  const sent = (at: number, airMs = 0, purpose: "command" | "beacon" = "command", info = MESSAGE) =>
    noted(NOTHING_SENT, { port: RADIO.address, purpose, info, at, airMs }, undefined);
  const beacon = (moving: boolean, info = "=4812.50N/01622.30E-x"): Asked => ({
    ...command(info, { moving }),
    purpose: "beacon",
  });
  assert.deepEqual(rules(command(MESSAGE), {}, sent(NOW - 29)), ["same_text"]);
  assert.deepEqual(whys(command(MESSAGE), {}, sent(NOW - 29)), ["again in 1 s"]);
  assert.deepEqual(rules(command(MESSAGE), {}, sent(NOW - 30)), []);
  // Each try has another number: the text is compared without it.
  const numbered = (number: string, to = "OE3GHI-7 ") => `:${to}:hello${number}`;
  const before = (info: string) => sent(NOW - 29, 0, "command", info);
  for (const number of ["{7", "{99999", "{a1}", "{a1}b2"]) {
    assert.deepEqual(rules(command(numbered(number)), {}, before(numbered("{1"))), ["same_text"], number);
    assert.deepEqual(rules(command(numbered(number)), {}, before(numbered(""))), ["same_text"], number);
    const wrapped = (number: string) => `}OE1SVC>APZSVC,TCPIP,${OWN}*:${numbered(number)}`;
    const answer: Asked = { ...command(wrapped(number)), purpose: "answer" };
    assert.deepEqual(rules(answer, {}, before(wrapped("{1"))), ["same_text"], number);
  }
  assert.deepEqual(rules(command(numbered("{2", "OE3GHI-8 ")), {}, before(numbered("{1"))), [], "to another");
  assert.deepEqual(rules(command(`${numbered("")}!{2`), {}, before(numbered("{1"))), [], "another text");
  const report = "=4812.51N/01622.30E-x{1";
  assert.deepEqual(
    rules(beacon(true, "=4812.51N/01622.30E-x{2"), {}, sent(NOW - 35, 0, "beacon", report)),
    [],
  );
  const earlier = (at: number) => sent(at, 0, "beacon", "=4812.51N/01622.30E-x");
  assert.deepEqual(rules(beacon(false), {}, earlier(NOW - 599)), ["beacon_floor"]);
  assert.deepEqual(rules(beacon(false), {}, earlier(NOW - 600)), []);
  assert.deepEqual(rules(beacon(true), {}, earlier(NOW - 29)), ["beacon_floor"]);
  assert.deepEqual(rules(beacon(true), {}, earlier(NOW - 30)), []);
  // Who says that it moves and says the same place stands.
  assert.deepEqual(rules(beacon(true, "=4812.51N/01622.30E-x"), {}, earlier(NOW - 599)), ["beacon_floor"]);
});

Deno.test("airtime: 30 seconds in any ten minutes and not a millisecond more", () => {
  const verdict = decide(command(MESSAGE), FACTS, NOTHING_SENT);
  assert.ok(verdict.may);
  // 34 bytes and 4 of flags and checksum at 1200 bit/s, a fifth of stuffing, and the key-up.
  assert.equal(verdict.airMs, Math.ceil(350 + (14 + 2 + MESSAGE.length + 4) * 8));
  const used = (airMs: number, at = NOW - 599) =>
    noted(NOTHING_SENT, { port: RADIO.address, purpose: "id", info: ">id", at, airMs }, undefined);
  assert.deepEqual(rules(command(MESSAGE), {}, used(30_000 - verdict.airMs)), []);
  assert.deepEqual(rules(command(MESSAGE), {}, used(30_001 - verdict.airMs)), ["airtime"]);
  assert.deepEqual(rules(command(MESSAGE), {}, used(30_000, NOW - 600)), []);
  const silent = decide({ ...command(""), purpose: "session" }, FACTS, NOTHING_SENT);
  assert.ok(silent.may && silent.airMs === Math.ceil(350 + (14 + 2 + 4) * 8));
  // What is sent elsewhere does not count here.
  const elsewhere = { ...NOTHING_SENT, sent: [{ ...used(30_000).sent[0]!, port: "kiss://other" }] };
  assert.deepEqual(rules(command(MESSAGE), {}, elsewhere), []);
});

Deno.test("ages at their limits, and without a date", () => {
  assert.deepEqual(rules(command(MESSAGE, { madeAt: NOW - 900 })), []);
  assert.deepEqual(rules(command(MESSAGE, { madeAt: NOW - 901 })), ["age"]);
  assert.deepEqual(rules(command(MESSAGE, { madeAt: NOW + 60 })), []);
  assert.deepEqual(rules(command(MESSAGE, { madeAt: NOW + 61 })), ["age"]);
  assert.deepEqual(rules(command(MESSAGE, { madeAt: undefined })), ["age"]);
});

Deno.test("no setting passes the ceilings", () => {
  assert.deepEqual(heldPace("answers", { burst: 99, everyS: 0.1 }), { burst: 10, everyS: 6 });
  assert.deepEqual(heldPace("sessions", { burst: 99, everyS: 1 }), { burst: 10, everyS: 60 });
  assert.deepEqual(heldPace("gated", undefined), { burst: 6, everyS: 10 });
  assert.deepEqual(heldPace("answers", { burst: 0, everyS: NaN }), { burst: 3, everyS: 60 });
  assert.deepEqual(heldPace("answers", { burst: 1.9, everyS: Infinity }), { burst: 1, everyS: 60 });
  assert.deepEqual(heldPace("answers", { burst: "x" as unknown as number }), { burst: 3, everyS: 60 });
  assert.deepEqual([undefined, 0, 360, 3600, 1e9, NaN].map(heldGrace), [360, 360, 360, 3600, 86_400, 360]);
});

Deno.test("an old answer of the gate holds only while the gateway is really away", () => {
  const closed = (gate: Facts["gate"], graceS = 360) => rules(command(MESSAGE), { gate, graceS }).join();
  const yes = (age: number) => ({ answer: { ok: true, at: NOW - age } });
  assert.equal(closed(yes(180)), "");
  assert.equal(closed(yes(181)), "gate");
  assert.equal(closed(yes(-1)), "gate", "an answer that is dated ahead is none");
  assert.equal(closed({ ...yes(181), lostAt: NOW }), "");
  assert.equal(closed({ ...yes(360), lostAt: NOW - 180 }), "");
  assert.equal(closed({ ...yes(360), lostAt: NOW - 181 }), "gate", "it was not asked lately");
  assert.equal(closed({ ...yes(361), lostAt: NOW }), "gate");
  assert.equal(closed({ ...yes(3600), lostAt: NOW }, 3600), "");
  assert.equal(
    closed({ ...yes(181), lostAt: NOW - 182 }),
    "gate",
    "asked in vain before the answer says nothing",
  );
  assert.equal(closed({ ...yes(150), lostAt: NOW - 160 }), "");
  assert.equal(closed({ ...yes(181), lostAt: NOW + 1 }), "gate");
  assert.equal(closed({ answer: { ok: false, at: NOW } }), "gate");
  assert.equal(closed({ answer: { ok: false, at: NOW - 300 }, lostAt: NOW }), "gate", "a no stands");
});

Deno.test("what was written under a later clock is held at now", () => {
  const sent = { port: RADIO.address, purpose: "command", info: "x", airMs: 5 } as const;
  const record = {
    full: { answers: NOW + 1e9, gated: NOW + 5 },
    sent: [{ ...sent, at: NOW + 9 }, { ...sent, at: NOW }],
  };
  const held = settled(record, NOW, DEFAULT_PACE);
  assert.deepEqual(held.full, { answers: NOW + 180, gated: NOW + 5 });
  assert.deepEqual(held.sent.map(({ at }) => at), [NOW, NOW]);
  assert.equal(tokenIn(held.full.answers, DEFAULT_PACE.answers, NOW), 60, "an empty bucket, no more");
  assert.deepEqual(
    noted(held, { ...sent, at: NOW + 600 }, undefined).sent.length,
    1,
    "ten minutes, and gone",
  );
});

Deno.test("the gateway is asked again after three minutes, and half a minute after an ask in vain", () => {
  assert.equal(isGateDue({}, NOW), true);
  assert.equal(isGateDue({ lostAt: NOW - 29 }, NOW), false);
  assert.equal(isGateDue({ lostAt: NOW - 30 }, NOW), true);
  assert.equal(isGateDue({ answer: { ok: true, at: NOW - 180 } }, NOW), false);
  assert.equal(isGateDue({ answer: { ok: true, at: NOW - 181 } }, NOW), true);
  assert.equal(isGateDue({ answer: { ok: true, at: NOW + 1 } }, NOW), true);
});
