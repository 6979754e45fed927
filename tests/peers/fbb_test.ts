/**
 * A real F6FBB between two of our systems: mail of every size goes through it both ways while links are cut, in each
 * form of body. Each message arrives once, byte for byte, and F6FBB has stored it once.
 */
import assert from "node:assert/strict";
import { concat, sameBytes, utf8 } from "../../src/base/mod.ts";
import {
  drive,
  type FbbMessage,
  type Line,
  type Mode,
  readTrail,
  session,
  shownText,
  wireText,
} from "../../src/fbb/mod.ts";
import { readBatch, writeBatch, type WrittenBatch } from "../../src/link/mod.ts";
import { crLf, someBytes } from "../fbb/messages.ts";
import { PostOffice } from "../kit/fbb_desk.ts";
import { NEEDS_FBB, type PeerLine, Xfbbd } from "../kit/fbb_peer.ts";
import { has } from "../kit/peers.ts";
import { recordsOf } from "../link/records.ts";
import { seeded } from "../wire/test_data.ts";

const PARTNERS = [
  { call: "N0SVC", password: "SVCPASS", mask: 15 },
  { call: "N0TWO", password: "TWOPASS", mask: 15 },
] as const;
const [ONE, TWO] = [PARTNERS[0].call, PARTNERS[1].call];
type Call = typeof ONE | typeof TWO;
const otherOf = (call: Call): Call => call === ONE ? TWO : ONE;

/** Closes itself when this many bytes have gone either way, in the middle of whatever goes then. */
function cutting(line: PeerLine, after: number): Line {
  let passed = 0;
  const room = (length: number) => Math.max(0, Math.min(length, after - passed));
  return {
    read: async () => {
      const bytes = await line.read();
      if (bytes === undefined) return undefined;
      const part = bytes.subarray(0, room(bytes.length));
      passed += bytes.length;
      if (passed >= after) line.close();
      return part.length > 0 ? part : undefined;
    },
    write: async (bytes) => {
      const part = bytes.subarray(0, room(bytes.length));
      passed += bytes.length;
      if (part.length > 0) await line.write(part);
      if (passed >= after) line.close();
    },
  };
}

/** Mail of one system for the other: personal, and every third a bulletin. */
function mailOf(draw: () => number, call: Call, from: number, count: number, plain: boolean): FbbMessage[] {
  return Array.from({ length: count }, (_, i) => {
    const bid = `${from + i}_${call}`, bulletin = i % 3 === 2;
    const length = i === 0 && !plain ? 64_000 : Math.floor(draw() ** 4 * (plain ? 20_000 : 40_000));
    // F6FBB stores every line end as CR LF and keeps all other bytes.
    const text = crLf(someBytes(draw, length, plain));
    return {
      type: bulletin ? "B" : "P",
      from: "N0ABC",
      at: bulletin ? "WW" : otherOf(call),
      to: bulletin ? "TEST" : "N0XYZ",
      bid,
      subject: utf8(`Mail ${bid}`),
      // The postmark of a system before ours: F6FBB adds its own on top and nothing else.
      body: concat(utf8(`R:261120/1200Z @:${call}.#TST.USA.NOAM $:${bid}\r\n\r\n`), text, utf8("\r\n")),
    };
  });
}

/** A batch of federation's records, as mail from one of ours to the other. */
const batchMail = ({ bid, subject, text }: WrittenBatch): FbbMessage => ({
  type: "P",
  from: "N0ABC",
  at: TWO,
  to: "SVCFED",
  bid,
  subject: utf8(subject),
  body: concat(utf8(`R:261120/1200Z @:${ONE}.#TST.USA.NOAM $:${bid}\r\n\r\n`), wireText(text)),
});

interface Town {
  fbb: Xfbbd;
  offices: Record<Call, PostOffice>;
}

/** One session; the line dies after `cutAfter` bytes. */
async function forward({ fbb, offices }: Town, call: Call, mode: Mode, cutAfter: number): Promise<string> {
  const { password } = PARTNERS.find((partner) => partner.call === call)!;
  const line = await fbb.dial(), desk = offices[call].desk("N0FBB");
  const script = `W Callsign :\nS ${call}\nW Password :\nS ${password}`;
  const software = { name: "SVC", version: "1.0" };
  const steps = session({ side: "calls", call, partner: "N0FBB", software, mode, script });
  try {
    const end = await drive(steps, cutting(line, cutAfter), desk);
    if (Deno.env.get("FBB_TRACE")) {
      console.log(performance.now() / 1000 | 0, call, mode, cutAfter, JSON.stringify(end));
    }
    return end.how === "broken" ? JSON.stringify(end) : end.how;
  } finally {
    line.close();
    desk.end();
  }
}

/** Both systems forward at the same time, each with `cuts` sessions that die, until nothing is left anywhere. */
async function forwardAll(town: Town, draw: () => number, mode: Mode, cuts: number): Promise<void> {
  const both = async (cut: boolean): Promise<string[]> =>
    await Promise.all(
      [ONE, TWO].map((call) => forward(town, call, mode, cut ? 100 + draw() ** 2 * 60_000 : Infinity)),
    );
  for (let n = 0; n < cuts; n++) {
    // A line cut in the greeting leaves F6FBB's last words.
    for (const how of await both(true)) assert.ok(how === "clean" || how === "cut" || how === "told", how);
  }
  for (let tries = 0; tries < 20; tries++) {
    const ends = await both(false);
    if (Deno.env.get("FBB_TRACE")) console.log(mode, tries, ends);
    // F6FBB asks for the rest of a message whose first part it kept, then finds it "changed" and drops its part: the
    // next session sends the whole.
    for (const how of ends) assert.ok(how === "clean" || how === "told" || how === "cut", how);
    const left = [ONE, TWO].flatMap((call) => town.offices[call].waiting("N0FBB"));
    const missing = [ONE, TWO].flatMap((call) =>
      [...town.offices[call].queue("N0FBB").keys()].filter((bid) =>
        !town.offices[otherOf(call)].received.has(bid)
      )
    );
    if (left.length === 0 && missing.length === 0) return;
  }
  assert.fail("mail is stuck");
}

function assertAllThere({ offices }: Town): number {
  let count = 0;
  for (const call of [ONE, TWO] as const) {
    const there = offices[otherOf(call)].received;
    for (const [bid, { message, outcome }] of offices[call].queue("N0FBB")) {
      const got = there.get(bid)?.message;
      assert.ok(
        got && (outcome === "sent" || outcome === "had_it"),
        `${bid}: ${outcome}, ${got ? "there" : "lost"}`,
      );
      const { lines } = readTrail(got.body);
      assert.deepEqual(lines.map(({ address }) => address.split(".")[0]), ["N0FBB", call], bid);
      assert.ok(
        sameBytes(got.body.subarray(got.body.length - message.body.length), message.body),
        `${bid} came changed`,
      );
      assert.deepEqual([got.type, got.from, got.at, got.to], [
        message.type,
        message.from,
        message.at,
        message.to,
      ], bid);
      assert.deepEqual(got.subject, message.subject);
      count++;
    }
  }
  return count;
}

/** Messages, cuts on each of the two lines. The whole measure by FBB_LONG=1. */
const LONG = Deno.env.get("FBB_LONG") === "1";
const ROUNDS: [Mode, number, number][] = LONG
  ? [["b1", 120, 14], ["ascii", 60, 8], ["b0", 20, 4]]
  : [["b1", 24, 4], ["ascii", 12, 3], ["b0", 8, 2]];

Deno.test("a real F6FBB forwards with two of us at once over lines that are cut", async () => {
  if (!has(...NEEDS_FBB)) return;
  const fbb = await Xfbbd.start("N0FBB", PARTNERS);
  try {
    const town: Town = { fbb, offices: { [ONE]: new PostOffice(), [TWO]: new PostOffice() } };
    const draw = seeded(7);
    const batch = writeBatch(recordsOf("cache", 40, draw).map(({ frame }) => frame));
    town.offices[ONE].put("N0FBB", batchMail(batch));
    let from = 1, sum = 1;
    for (const [mode, count, cuts] of ROUNDS) {
      for (const call of [ONE, TWO] as const) {
        const mail = mailOf(draw, call, from, count / 2, mode === "ascii");
        for (const message of mail) town.offices[call].put("N0FBB", message);
      }
      from += count;
      sum += count;
      await forwardAll(town, draw, mode, cuts);
      assert.equal(assertAllThere(town), sum);
      assert.equal((await fbb.stored()).size, sum, "F6FBB stored each message once");
      const { body } = town.offices[TWO].received.get(batch.bid)!.message;
      const read = readBatch(shownText(body.subarray(readTrail(body).textAt)));
      assert.ok(read.ok && read.batch.hash === batch.hash, "a batch of records survives the way");
    }
  } finally {
    await fbb.stop();
  }
});
