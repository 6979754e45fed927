/** One side of a session against bytes that are written down: real F6FBB's, and what no partner should send. */
import assert from "node:assert/strict";
import { concat, utf8 } from "../../src/base/mod.ts";
import { writeBlocks } from "../../src/fbb/blocks.ts";
import { compress } from "../../src/fbb/compressed.ts";
import { type FbbMessage, shownText } from "../../src/fbb/mod.ts";
import { proposalChecksum } from "../../src/fbb/proposals.ts";
import dialogues from "../data/fbb/dialogues.json" with { type: "json" };
import { PostOffice } from "../kit/fbb_desk.ts";
import { bytes, called, calling } from "./scripted.ts";

const captured = (base64: string) => Uint8Array.from(Buffer.from(base64, "base64"));
const MAIL: FbbMessage = {
  type: "P",
  from: "N0ABC",
  at: "N0FBB",
  to: "N0XYZ",
  bid: "1_N0SVC",
  subject: utf8("Hello"),
  body: utf8("R:261120/1200Z @:N0SVC\r\n\r\ntext\r\n"),
};
const officeWith = (...mail: FbbMessage[]) => {
  const office = new PostOffice();
  for (const message of mail) office.put("N0FBB", message);
  return office;
};
/** Two pieces: up to the end of `mark`, and the rest. */
function split(stream: Uint8Array, mark: string): Uint8Array[] {
  const at = Buffer.from(stream).indexOf(mark) + mark.length;
  return [stream.subarray(0, at), stream.subarray(at)];
}
/** A block of offers with its checksum. */
const offers = (...lines: string[]) => [...lines, `F> ${proposalChecksum(lines)}`, ""].join("\r");
const SID = "[FBB-7.0.11-AB1FHM$]\r", PROMPT = `${SID}N0FBB>\r`;
const LINE = "FA P N0SYS N0SVC N0USR 9_N0FBB 20";
const transfer = (text: string, offset = 0, version: 0 | 1 = 1) => {
  const packed = compress(utf8(text), version);
  return concat(...writeBlocks(utf8("Subject"), packed, offset));
};
const all = (...parts: (string | Uint8Array)[]) =>
  concat(...parts.map((part) => typeof part === "string" ? bytes(part) : part));

Deno.test("F6FBB calls us with three compressed messages: each is read, in whatever pieces the bytes come", () => {
  for (const size of [1, 7, 64, 4096]) {
    const { end, out, office } = called(
      captured(dialogues.dialogues.b1WeAreCalled.left),
      { side: "called" },
      undefined,
      size,
    );
    assert.deepEqual(end, { how: "clean" });
    assert.match(out, /^\[SVC-1\.0-B1FHM\$\]\rWelcome\rN0SVC>\rFS \+\+\+\rFF\r$/);
    assert.equal(office.received.size, 3);
    for (const { message } of office.received.values()) {
      assert.match(shownText(message.body), /^R:261121\/\d{4}Z @:N0FBB\.#TST\.USA\.NOAM #:\d+ \[Testville\]/);
    }
  }
});

Deno.test("F6FBB calls us with plain text", () => {
  const { out, office } = called(captured(dialogues.dialogues.asciiWeAreCalled.left), {
    side: "called",
    mode: "ascii",
  });
  assert.match(out, /FS \+\+\rFF\r$/);
  const [personal, bulletin] = [...office.received.values()].map(({ message }) => message);
  assert.equal(shownText(personal!.subject), "Hello subject");
  assert.match(shownText(personal!.body), /To {2}: N0XYZ@N0SVC\n\nline one\nline two\n$/);
  assert.deepEqual([bulletin!.type, bulletin!.at, bulletin!.to], ["B", "WW", "TEST"]);
  assert.match(shownText(bulletin!.body), /bulletin line\n$/);
});

Deno.test("we call F6FBB: prompt, SID, block; what it offers is taken, then both are done", () => {
  // The called side's half of a captured session between two F6FBBs: it takes two messages and offers two.
  const office = officeWith(MAIL, { ...MAIL, bid: "2_N0SVC" });
  const script = "W Callsign :\nS N0AAA\nW Password :\nS LINKPASS";
  const { end, out } = calling(split(captured(dialogues.dialogues.b1.left), "BBS>\r\n"), office, { script });
  assert.deepEqual(end, { how: "clean" });
  assert.match(
    out,
    /^N0AAA\rLINKPASS\r\[SVC-1\.0-B1FHM\$\]\rFA P N0ABC N0FBB N0XYZ 1_N0SVC 32\rFA P .* 2_N0SVC 32\rF> [0-9A-F]{2}\r[^F]/,
  );
  assert.ok(out.endsWith("FS ++\rFF\r"));
  assert.deepEqual([...office.queue("N0FBB").values()].map(({ outcome }) => outcome), ["sent", "sent"]);
  assert.deepEqual([...office.received.keys()], ["101_N0BBB", "104_N0BBB"]);
});

Deno.test("nothing on either side: FF, FQ", () => {
  assert.deepEqual(calling([PROMPT, "FQ\r"]).end, { how: "clean" });
  assert.match(calling([PROMPT, "FQ\r"]).out, /\rFF\r$/);
  const { end, out } = called(`${SID}FF\r`);
  assert.deepEqual(end, { how: "clean" });
  assert.match(out, /N0SVC>\rFQ\r$/);
});

Deno.test("a message is sent only after the partner went on behind the whole block", () => {
  const outcome = (answer: string) => {
    const office = officeWith(MAIL, { ...MAIL, bid: "2_N0SVC" });
    const { end } = calling([PROMPT, answer], office);
    return [end.how, ...[...office.queue("N0FBB").values()].map(({ outcome }) => outcome)];
  };
  assert.deepEqual(outcome("FS ++\r"), ["cut", undefined, undefined]);
  assert.deepEqual(outcome("FS ++\rF"), ["cut", undefined, undefined], "half a line is no answer");
  assert.deepEqual(outcome("FS ++\r*** Checksum error\r"), ["told", undefined, undefined]);
  assert.deepEqual(outcome("FS ++\rGarbage\r"), ["broken", undefined, undefined]);
  assert.deepEqual(outcome("FS ++\rFF\r"), ["clean", "sent", "sent"]);
  assert.deepEqual(outcome("FS ++\rFQ\r"), ["clean", "sent", "sent"]);
  assert.deepEqual(outcome(`FS ++\r${LINE}\r`), ["cut", "sent", "sent"]);
  assert.deepEqual(outcome("FS H-\rFF\r"), ["clean", "held", "had_it"]);
  assert.deepEqual(outcome("FS RE\rFF\r"), ["clean", "rejected", "malformed"]);
  assert.deepEqual(
    outcome("FS -\r"),
    ["cut", "had_it", undefined],
    "a short line of answers: the rest waits",
  );
  assert.deepEqual(outcome("FS +?\rFF\r"), ["broken", undefined, undefined]);
  assert.deepEqual(outcome("; comment\r\rFS ++\r; and another\rFF\r"), ["clean", "sent", "sent"]);
});

Deno.test("what a plain session cannot carry, or no offer can say, is settled without being offered", () => {
  const odd = [
    { ...MAIL, bid: "ZED", body: bytes("a\x1ab") },
    { ...MAIL, bid: "EX", body: utf8("text\r\n/ex\r\nmore") },
    { ...MAIL, bid: "LONGTO", to: "TOOLONG" },
    { ...MAIL, bid: "BIG", body: new Uint8Array(96 * 1024 + 1) },
  ];
  const office = officeWith(...odd, MAIL);
  const desk = office.desk("N0FBB");
  assert.ok(desk);
  const { out } = calling(["[X-1-FM$]\rX>\r", "FS +\rFF\r"], office);
  assert.match(out, /FB P N0ABC N0FBB N0XYZ 1_N0SVC 32\rF> [0-9A-F]{2}\rHello\r\nR:/);
  assert.ok(!/ZED|LONGTO|BIG|EX /.test(out));
  const outcome = (bid: string) => office.queue("N0FBB").get(bid)?.outcome;
  assert.deepEqual(["EX", "LONGTO", "BIG", "1_N0SVC"].map(outcome), [
    "unsendable",
    "unsendable",
    "unsendable",
    "sent",
  ]);
});

Deno.test("an address is cut to what the partner's SID allows, and an empty one is the partner", () => {
  const office = officeWith({ ...MAIL, at: "" }, { ...MAIL, bid: "2", at: "N0FBB.#TST.USA.NOAM" }, {
    ...MAIL,
    bid: "3",
    type: "A",
  });
  const { out } = calling("[X-1-FM$]\rX>\r", office);
  assert.match(
    out,
    /FB P N0ABC N0FBB N0XYZ 1_N0SVC 32\rFB P N0ABC N0FBB N0XYZ 2 32\rFB P N0ABC N0FBB N0XYZ 3 32\r/,
  );
  assert.match(calling(PROMPT, office).out, /FA P N0ABC N0FBB\.#TST\.USA\.NOAM N0XYZ 2 32\rFA A /);
});

Deno.test("lines of plain text end in CR LF, the last one too", () => {
  const office = officeWith({ ...MAIL, body: bytes("a\rb\nc\r\n\nd") });
  assert.ok(
    calling(["[X-1-FM$]\rX>\r", "FS +\r"], office).out.endsWith("Hello\r\na\r\nb\r\nc\r\n\r\nd\r\n\x1a\r\n"),
  );
});

Deno.test("verdicts become signs: the newer ones only for partners of version 1", () => {
  const block = offers(
    ...["want", "have", "later", "refuse", "hold"].map((bid) => `FB P N0SYS N0SVC N0USR ${bid} 20`),
  );
  const answer = (sid: string) => {
    const office = new PostOffice();
    office.received.set("HAVE", { message: MAIL, by: "N0OLD" });
    office.whims.set("LATER", "later").set("REFUSE", "refuse").set("HOLD", "hold");
    return /FS (.*)\r/.exec(called(sid + block, { side: "called" }, office).out)?.[1];
  };
  assert.equal(answer("[X-1-B1FHM$]\r"), "+-=RH");
  assert.equal(answer("[X-1-BFHM$]\r"), "+-=-+");
  assert.equal(answer("[X-1-FHM$]\r"), "+-=-+");
});

Deno.test("what need not be asked is answered at once: twice the same BID, too long, unusable, packed where we are plain", () => {
  const twice = offers(
    "FA P N0SYS N0SVC N0USR a 9",
    "FA P N0SYS N0SVC N0USR A 9",
    "FA P N0SYS N0SVC N0USR b 99999",
    "FA P N0SYS",
  );
  assert.match(called(SID + twice).out, /FS \+=RE\r/);
  assert.match(called(SID + offers(LINE), { side: "called", mode: "ascii" }).out, /FS E\rFF\r/);
  assert.match(called(`[X-1-FM$]\r${offers("FC EM TJKYEIMMHSRB 527 123 0")}`).out, /FS =\rFF\r/);
});

Deno.test("no offer is answered twice: what is behind five offers, or a wrong checksum, ends the session", () => {
  const many = offers(...[1, 2, 3, 4, 5, 6].map((n) => `FA P N0SYS N0SVC N0USR ${n} 9`));
  const tooMany = called(SID + many);
  assert.deepEqual([tooMany.end.how, /FS/.test(tooMany.out)], ["broken", false]);
  const wrong = called(`${SID}${LINE}\rF> 00\r`);
  assert.ok(wrong.end.how === "broken" && wrong.end.reason === "proposal_checksum");
  assert.match(wrong.out, /\*\*\* Checksum error in the proposals\r$/);
  assert.match(called(`${SID}${LINE}\rF>\r`).out, /FS \+\r/, "the checksum may be left out");
  for (const bad of ["F>\r", `${LINE}\rFF\r`, "FX\r", "FS +\r", "hello\r", "FFF\r"]) {
    const { end } = called(SID + bad);
    assert.ok(end.how === "broken" && end.reason === "bad_line", bad);
  }
});

Deno.test("a person, an old BBS, a chatterbox and silence are told apart", () => {
  assert.deepEqual(called("HELP\r").end, { how: "person", line: "HELP" });
  assert.deepEqual(called("").end, { how: "cut" });
  const old = called("[MBL-5.14-HM$]\r").end;
  assert.ok(old.how === "broken" && old.reason === "no_sid");
  assert.deepEqual(calling("Unregistered callsign\r").end, { how: "told", words: "Unregistered callsign" });
  const chat = calling("bla\r".repeat(300)).end;
  assert.ok(chat.how === "broken" && chat.reason === "too_many");
  const long = calling("x".repeat(5000)).end;
  assert.ok(long.how === "broken" && long.reason === "line_too_long");
  const comments = called(SID + ";\r".repeat(300)).end;
  assert.ok(comments.how === "broken" && comments.reason === "too_many");
  assert.match(
    calling("hello > there\r[FBB-7-F$]\rwelcome\r(1) N0FBB BBS>").out,
    /^\[SVC.*\]\rFF\r$/,
    "a prompt without end",
  );
});

Deno.test("a script waits, and a node's refusal ends it", () => {
  const script = "C N0NODE\nC N0FBB\nW name:\nS me";
  const ok = calling([`*** Connected to N0FBB\rname: ${PROMPT}`, "FQ\r"], new PostOffice(), { script });
  assert.equal(ok.out, "C N0FBB\rme\r[SVC-1.0-B1FHM$]\rFF\r");
  assert.deepEqual(calling("N0NODE} Busy from N0FBB\r", new PostOffice(), { script }).end, {
    how: "told",
    words: "N0NODE} Busy from N0FBB",
  });
  const endless = calling("y".repeat(70_000), new PostOffice(), { script }, 4096).end;
  assert.ok(endless.how === "broken" && endless.reason === "too_many");
});

Deno.test("a transfer that is damaged, endless or of another kind is never a message", () => {
  const good = transfer("R:261121/2310Z @:N0AAA\r\n\r\nThe text\r\n");
  const ends = (data: Uint8Array, options = {}) => {
    const { end, office } = called(all(SID, offers(LINE), data), { side: "called", ...options });
    assert.equal(office.received.size, 0);
    assert.equal(office.parts.size, 0);
    return end.how === "broken" ? `${end.reason} ${end.bid ?? ""}` : end.how;
  };
  const with_ = (at: number, byte: number) =>
    good.map((one, i) => i === (at + good.length) % good.length ? byte : one);
  assert.equal(ends(with_(-1, good.at(-1)! ^ 1)), "block_checksum 9_N0FBB");
  assert.equal(ends(with_(40, good[40]! ^ 1)), "block_checksum 9_N0FBB");
  const both = with_(40, good[40]! ^ 1);
  const sum = [...both.subarray(19, -2)].reduce((a, b) => a + b, 0);
  both[both.length - 1] = -sum & 0xff;
  assert.equal(ends(both), "bad_data 9_N0FBB", "the CRC guards where the sum does not");
  assert.equal(ends(with_(0, 7)), "bad_block ");
  assert.equal(ends(with_(17, 7)), "bad_block 9_N0FBB");
  assert.equal(ends(bytes("*** No memory\r")), "told");
  assert.equal(
    ends(concat(bytes("\x01\x09x\0    12\0"), good.subarray(17))),
    "bad_resume 9_N0FBB",
    "nobody asked for an offset",
  );
  const endless = concat(
    good.subarray(0, 17),
    ...Array.from({ length: 700 }, () => concat(Uint8Array.of(2, 0), new Uint8Array(256))),
  );
  assert.equal(ends(endless), "too_long 9_N0FBB");
  assert.equal(ends(transfer("x".repeat(2000)), { limits: { body: 1000 } }), "too_long 9_N0FBB");
  const plain = called(`${SID}${offers("FB P N0SYS N0SVC N0USR 1 20")}Title\r\n${"x".repeat(1001)}\x1a\r`, {
    side: "called",
    mode: "ascii",
    limits: { body: 1000 },
  });
  assert.ok(plain.end.how === "broken" && plain.end.reason === "too_long" && plain.end.bid === "1");
});

Deno.test("a transfer that dies is asked for again from where it was, byte for byte", () => {
  const text = `R:261121/2310Z @:N0AAA\r\n\r\n${
    Array.from({ length: 400 }, (_, i) => `line ${i * 7}`).join("\r\n")
  }`;
  const packed = compress(utf8(text), 1), whole = transfer(text);
  for (const cut of [30, 300, 600, whole.length - 1]) {
    const office = new PostOffice();
    called(all(SID, offers(LINE), whole.subarray(0, cut)), { side: "called" }, office);
    const part = office.parts.get("N0FBB 9_N0FBB");
    if (cut < 267) {
      assert.equal(part, undefined, "not one whole block");
      continue;
    }
    assert.deepEqual(part, packed.subarray(0, part!.length), "what was kept is the beginning");
    const { out } = called(
      all(SID, offers(LINE), transfer(text, part!.length), "FF\r"),
      { side: "called" },
      office,
    );
    assert.match(out, new RegExp(`FS !${part!.length}\\r`));
    assert.deepEqual(office.received.get("9_N0FBB")?.message.body, utf8(text));
    assert.equal(office.parts.size, 0);
  }
});

Deno.test("a resumed transfer that is another text is not joined: its part is forgotten, the next try is a whole one", () => {
  const text = "x1y2z3".repeat(300), part = compress(utf8(text), 1).slice(0, 256);
  const tryWith = (data: Uint8Array) => {
    const office = new PostOffice();
    office.parts.set("N0FBB 9_N0FBB", part);
    const { end } = called(all(SID, offers(LINE), data, "FF\r"), { side: "called" }, office);
    return { end, office };
  };
  const other = tryWith(transfer("another text ".repeat(200), 256));
  assert.ok(other.end.how === "broken" && other.end.reason === "bad_resume");
  assert.equal(other.office.parts.size, 0);
  assert.equal(other.office.received.size, 0);
  const anew = tryWith(transfer(text));
  assert.deepEqual(anew.office.received.get("9_N0FBB")?.message.body, utf8(text), "a partner may begin anew");
  const silent = tryWith(new Uint8Array());
  assert.equal(
    silent.office.parts.size,
    0,
    "a partner that hangs up at an offset is not asked for one again",
  );
});

Deno.test("our transfer is resumed where the partner wants it, anew where that cannot be", () => {
  const body = utf8("The quick brown fox. ".repeat(50)), packed = compress(body, 1);
  const sent = (answer: string) =>
    calling([PROMPT, `${answer}\r`], officeWith({ ...MAIL, body })).out.split("\r").slice(3).join("\r");
  const expected = (offset: number) =>
    Buffer.from(concat(...writeBlocks(MAIL.subject, packed, offset))).toString("latin1");
  assert.equal(sent("FS !40"), expected(40));
  assert.equal(sent(`FS A${packed.length}`), expected(packed.length));
  for (const no of ["FS !5", `FS !${packed.length + 1}`, "FS !0", "FS +"]) {
    assert.equal(sent(no), expected(0), no);
  }
});

Deno.test("in one session at most so many messages are offered, the rest waits", () => {
  const office = officeWith(...[1, 2, 3, 4, 5, 6, 7].map((n) => ({ ...MAIL, bid: `${n}` })));
  const { out } = calling([PROMPT, "FS -----\rFF\rFS -\rFF\r"], office, { limits: { messages: 6 } });
  assert.equal(out.match(/FA P/g)?.length, 6);
  assert.ok(out.endsWith("FQ\r"));
  assert.equal(office.waiting("N0FBB").length, 1);
});
