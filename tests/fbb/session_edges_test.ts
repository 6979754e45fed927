/** The edges of one side's session: limits hit exactly, odd line ends, desks that offer what they should not. */
import assert from "node:assert/strict";
import { concat, utf8 } from "../../src/base/mod.ts";
import { writeBlocks } from "../../src/fbb/blocks.ts";
import { compress } from "../../src/fbb/compressed.ts";
import type { Desk, FbbMessage, Proposal } from "../../src/fbb/mod.ts";
import { proposalChecksum } from "../../src/fbb/proposals.ts";
import { PostOffice } from "../kit/fbb_desk.ts";
import { seeded } from "../wire/test_data.ts";
import { crLf, someBytes, testSession } from "./messages.ts";
import { bytes, called, calling, feed, type Input } from "./scripted.ts";

const SID = "[FBB-7.0.11-AB1FHM$]\r", PROMPT = `${SID}N0FBB>\r`;
const LINE = "FA P N0SYS N0SVC N0USR 9_N0FBB 20", PLAIN = "FB P N0SYS N0SVC N0USR 9_N0FBB 20";
const offers = (...lines: string[]) => [...lines, `F> ${proposalChecksum(lines)}`, ""].join("\r");
const all = (...parts: (string | Uint8Array)[]) =>
  concat(...parts.map((part) => typeof part === "string" ? bytes(part) : part));
const transfer = (text: Uint8Array, version: 0 | 1 = 1) =>
  concat(...writeBlocks(utf8("Subject"), compress(text, version), 0));
const MAIL: FbbMessage = {
  type: "P",
  from: "N0ABC",
  at: "N0FBB",
  to: "N0XYZ",
  bid: "1",
  subject: utf8("Hello"),
  body: utf8("text\r\n"),
};

/** A desk that has this to offer, whatever it is asked. */
const stubborn = (
  mail: FbbMessage[],
  seen: { asks: { binary: boolean; most: number }[]; settled: string[]; judged: Proposal[] },
): Desk => ({
  offer: (ask) => {
    seen.asks.push(ask);
    return mail;
  },
  judge: (proposals) => {
    seen.judged.push(...proposals);
    return [];
  },
  received: () => {},
  settle: (outcomes) => void seen.settled.push(...outcomes.map(({ bid, outcome }) => `${bid} ${outcome}`)),
  keep: () => {},
});
function offering(mail: FbbMessage[], input: Input, options = {}) {
  const seen = { asks: [], settled: [], judged: [] } as Parameters<typeof stubborn>[1];
  const { out, end } = feed(testSession({ side: "calls", ...options }), stubborn(mail, seen), input);
  return { out, end, ...seen };
}

Deno.test("a desk that offers the same for ever is heard once, and what cannot go is settled", () => {
  const mail = [MAIL, { ...MAIL, bid: "Z", body: bytes("a\x1a") }, { ...MAIL, bid: "E", body: bytes("/EX") }];
  const plain = offering(mail, ["[X-1-FM$]\rX>\r", "FS +\rFF\r"]);
  assert.deepEqual([plain.end, plain.settled], [{ how: "clean" }, [
    "Z unsendable",
    "E unsendable",
    "1 sent",
  ]]);
  assert.deepEqual(plain.asks.map(({ binary }) => binary), [false, false]);
  const packed = offering(mail, [PROMPT, "FS +++\rFF\r"]);
  assert.deepEqual([packed.end, packed.settled], [{ how: "clean" }, ["1 sent", "Z sent", "E sent"]]);
  assert.equal(packed.asks[0]!.binary, true);
  const many = offering(Array.from({ length: 9 }, (_, n) => ({ ...MAIL, bid: `${n}` })), [
    PROMPT,
    "FS -----\rFF\r",
  ]);
  assert.equal(many.out.match(/FA P/g)?.length, 5, "more than was asked for");
  assert.deepEqual(many.asks.map(({ most }) => most), [5, 5]);
});

Deno.test("a body may be as long as the limit, theirs and ours", () => {
  const ours = (length: number) =>
    offering([{ ...MAIL, body: new Uint8Array(length) }], [PROMPT, "FS +\rFF\r"], { limits: { body: 500 } })
      .settled;
  assert.deepEqual([ours(500), ours(501)], [["1 sent"], ["1 unsendable"]]);
  const options = { side: "called", limits: { body: 500 } } as const;
  for (const [length, how] of [[500, "clean"], [501, "broken"]] as const) {
    const text = new Uint8Array(length).fill(65);
    assert.equal(called(all(SID, offers(LINE), transfer(text), "FF\r"), options).end.how, how);
    const plain = called(all(SID, offers(PLAIN), "Title\r\n", text, "\x1a\rFF\r"), {
      ...options,
      mode: "ascii",
    });
    assert.equal(plain.end.how, how);
  }
  assert.match(
    called(SID + offers(LINE.replace(" 20", " 500"), LINE.replace("9_N0FBB 20", "B 501")), options).out,
    /FS \+R\r/,
  );
});

Deno.test("the store is asked once about a BID that a block offers twice, and not at all about what cannot be used", () => {
  const seen = { asks: [], settled: [], judged: [] } as Parameters<typeof stubborn>[1];
  const lines = offers(LINE, LINE.toLowerCase().replace("fa", "FA"), "FA P X");
  const { out } = feed(testSession({ side: "called" }), stubborn([], seen), SID + lines);
  assert.deepEqual(seen.judged.map(({ bid }) => bid), ["9_N0FBB"]);
  assert.match(out, /FS ==E\r/, "a desk that gives no verdict means later");
});

Deno.test("no body goes out for what was declined, and types stay what they are", () => {
  const bulletin = { ...MAIL, type: "B" as const, at: "WW", to: "ALL" };
  const { out } = offering([bulletin], ["[X-1-FM$]\rX>\r", "FS -\rFF\r"]);
  assert.match(out, /FB B N0ABC WW ALL 1 6\rF> [0-9A-F]{2}\rFQ\r$/);
});

Deno.test("plain bodies end with one line end, an empty one with none", () => {
  const sent = (body: Uint8Array) =>
    offering([{ ...MAIL, body }], ["[X-1-FM$]\rX>\r", "FS +\r"]).out.split("Hello\r\n")[1];
  assert.equal(sent(utf8("a\r\n")), "a\r\n\x1a\r\n");
  assert.equal(sent(utf8("a\r\n\r\n")), "a\r\n\r\n\x1a\r\n");
  assert.equal(sent(new Uint8Array()), "\x1a\r\n");
});

Deno.test("a partner of version 0 gets bodies without CRC, and leaves no part behind", () => {
  const body = someBytes(seeded(1), 900);
  const { out } = offering([{ ...MAIL, body }], ["[X-1-BFM$]\rX>\r", "FS +\r"]);
  const expected = Buffer.from(concat(...writeBlocks(MAIL.subject, compress(body, 0), 0))).toString("latin1");
  assert.ok(out.endsWith(expected));
  const sid = "[X-1-BFM$]\r", whole = transfer(body, 0);
  assert.deepEqual(
    called(all(sid, offers(LINE), whole, "FF\r")).office.received.get("9_N0FBB")?.message.body,
    body,
  );
  const cut = called(all(sid, offers(LINE), whole.subarray(0, 600)));
  assert.deepEqual([cut.end.how, cut.office.parts.size], ["cut", 0]);
  // Cut where the end would begin, and inside it.
  for (const behind of [1, 2]) {
    const { end, office } = called(all(sid, offers(LINE), whole.subarray(0, -behind)));
    assert.deepEqual([end.how, office.parts.size], ["cut", 0]);
  }
  const resumed = offering([{ ...MAIL, body }], [PROMPT, "FS !6\r"]).out;
  assert.ok(
    resumed.endsWith(
      Buffer.from(concat(...writeBlocks(MAIL.subject, compress(body, 1), 6))).toString("latin1"),
    ),
  );
});

Deno.test("a part is kept once it is longer than its CRC and length, wherever the line dies", () => {
  const packed = compress(utf8("a text that is longer"), 1);
  const [head] = writeBlocks(utf8("Subject"), packed, 0);
  for (const behind of ["", "\x02", "\x02\x09a"]) {
    for (const length of [6, 7]) {
      const block = concat(Uint8Array.of(2, length), packed.subarray(0, length));
      const { end, office } = called(all(SID, offers(LINE), head!, block, behind));
      assert.equal(end.how, "cut");
      assert.deepEqual(
        office.parts.get("N0FBB 9_N0FBB"),
        length === 6 ? undefined : packed.subarray(0, 7),
        `${length} bytes`,
      );
    }
  }
});

Deno.test("long bodies come whole, in whatever pieces, with whatever line ends around them", () => {
  const draw = seeded(2),
    long = someBytes(draw, 30_000),
    plain = concat(crLf(someBytes(draw, 20_000, true)), utf8("\r\n"));
  for (const size of [1, 2, 3, 1000]) {
    const packed = called(
      all(SID, offers(LINE), "\r\n \r\n", transfer(long), "\nFF\r"),
      { side: "called" },
      undefined,
      size,
    );
    assert.deepEqual(packed.office.received.get("9_N0FBB")?.message.body, long);
    for (const end of ["\r\n", "\r", "\n"]) {
      const input = all(
        SID.replace("\r", end),
        offers(PLAIN).replaceAll("\r", end),
        `Title${end}`,
        plain,
        `\x1a${end}FF${end}`,
      );
      const { office, end: how } = called(input, { side: "called", mode: "ascii" }, undefined, size);
      assert.deepEqual(office.received.get("9_N0FBB")?.message.body, plain, `${size} ${JSON.stringify(end)}`);
      assert.deepEqual(how, { how: "clean" });
    }
  }
  const blanks = called(all(SID, offers(LINE), "\r".repeat(17), transfer(long))).end;
  assert.ok(blanks.how === "broken" && blanks.reason === "bad_block");
});

Deno.test("a plain transfer that dies or gives up at any byte is no message", () => {
  const whole = all(SID, offers(PLAIN), "Title\r\ntext\r\n\x1a\r");
  const start = all(SID, offers(PLAIN)).length;
  for (let cut = start; cut < whole.length; cut++) {
    const { office, end } = called(whole.subarray(0, cut), { side: "called", mode: "ascii" });
    assert.deepEqual([office.received.size, end.how], [0, "cut"], `${cut - start}`);
  }
  assert.equal(called(whole, { side: "called", mode: "ascii" }).office.received.size, 1);
  const told = called(all(SID, offers(PLAIN), "*** Disk full\r"), { side: "called", mode: "ascii" });
  assert.deepEqual(told.end, { how: "told", words: "*** Disk full" });
});

Deno.test("a resumed transfer at another place than asked for is refused; no part is asked for from its beginning", () => {
  const draw = seeded(3), text = Uint8Array.from({ length: 3000 }, () => 97 + Math.floor(draw() * 26));
  const packed = compress(text, 1);
  const resume = (offset: number, part: Uint8Array) => {
    const office = new PostOffice();
    office.parts.set("N0FBB 9_N0FBB", part);
    const data = concat(...writeBlocks(utf8("Subject"), packed, offset));
    return called(all(SID, offers(LINE), data, "FF\r"), { side: "called" }, office);
  };
  assert.deepEqual(resume(500, packed.slice(0, 500)).office.received.get("9_N0FBB")?.message.body, text);
  const elsewhere = resume(750, packed.slice(0, 500)).end;
  assert.ok(elsewhere.how === "broken" && elsewhere.reason === "bad_resume");
  const none = resume(0, new Uint8Array());
  assert.match(none.out, /FS \+\r/);
  assert.equal(none.office.received.size, 1);
});

Deno.test("what is held goes to the store as held; a checksum needs no blank before it", () => {
  const held: boolean[] = [];
  const desk: Desk = {
    ...stubborn([], { asks: [], settled: [], judged: [] }),
    judge: () => [{ answer: "hold" }, { answer: "want" }],
    received: (_, how) => void held.push(how),
  };
  const lines = [LINE, LINE.replace("9_", "8_")], body = transfer(utf8("x"));
  const input = all(SID, `${lines.join("\r")}\rF>${proposalChecksum(lines)}\r`, body, body, "FF\r");
  assert.deepEqual(feed(testSession({ side: "called" }), desk, input).end, { how: "clean" });
  assert.deepEqual(held, [true, false]);
});

Deno.test("a BBS without the block protocol, and one whose prompt never comes, are left", () => {
  const old = calling("[MBL-5.14-HM$]\rN0OLD>\r").end;
  assert.ok(old.how === "broken" && old.reason === "no_sid");
  const endless = calling([SID, ...Array(20).fill("x".repeat(1000))]).end;
  assert.ok(endless.how === "broken" && endless.reason === "too_many");
  for (const [lines, how] of [[199, "clean"], [200, "broken"]] as const) {
    assert.equal(called(`${SID}${"; a comment\r".repeat(lines)}FF\r`).end.how, how, `${lines} comments`);
  }
  assert.deepEqual(calling(SID).end, { how: "cut" });
  assert.equal(calling(`${"x".repeat(1024)}\r${PROMPT}`).end.how, "cut", "the longest line");
  assert.equal(calling(`${"x".repeat(1025)}\r${PROMPT}`).end.how, "broken");
  for (const code of ["FC", "FD"]) {
    assert.match(called(SID + offers(`${code} EM TJKYEIMMHSRB 527 123 0`)).out, /FS E\r/);
  }
});
