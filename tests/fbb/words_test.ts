/** The small languages of a session: SIDs, offers, answers, block headers, telnet, connect scripts. */
import assert from "node:assert/strict";
import { concat, utf8 } from "../../src/base/mod.ts";
import { MAX_OFFSET, readAnswers } from "../../src/fbb/answers.ts";
import { readBlockHeader, subjectBytes, writeBlocks } from "../../src/fbb/blocks.ts";
import { commonMode, escapeTelnet, readScript, readSid, TelnetReader, writeSid } from "../../src/fbb/mod.ts";
import { canPropose, proposalChecksum, readProposal, writeProposal } from "../../src/fbb/proposals.ts";

Deno.test("a SID says what a system can", () => {
  assert.deepEqual(readSid("[FBB-7.0.11-AB1FHMRX$]"), {
    name: "FBB",
    version: "7.0.11",
    blocks: true,
    compressed: 1,
    hierarchical: true,
    acknowledgements: true,
    mids: true,
    bids: true,
  });
  assert.equal(readSid("[WL2K-2.8.4.8-B2FWIHJM$]")?.compressed, 1, "B2 includes B1");
  assert.equal(readSid("[FBB-5.12-BFHM$]")?.compressed, 0);
  assert.equal(readSid("[FBB-5.11-FHM$]")?.compressed, undefined);
  assert.equal(readSid("[BPQ-6.0.24.1-IHJM$] ")?.blocks, false);
  assert.deepEqual([readSid("[SVC-F$]")?.name, readSid("[SVC-F$]")?.version], ["SVC", ""]);
  for (
    const no of [
      "",
      "FBB-7-F$",
      "[FBB]",
      "[-7-F$]",
      "[FBB-7-F$] hello",
      "[F\tB-7-F$]",
      `[${"x".repeat(80)}-F$]`,
    ]
  ) {
    assert.equal(readSid(no), undefined, no);
  }
});

Deno.test("bodies travel in the best form that both can", () => {
  const sid = (letters: string) => readSid(`[X-1-${letters}]`)!;
  assert.equal(commonMode("b1", sid("AB1FHM$")), "b1");
  assert.equal(commonMode("b0", sid("AB1FHM$")), "b0");
  assert.equal(commonMode("b1", sid("BFHM$")), "b0");
  assert.equal(commonMode("b1", sid("FHM$")), "ascii");
  assert.equal(commonMode("ascii", sid("B1FHM$")), "ascii");
  for (const mode of ["ascii", "b0", "b1"] as const) {
    assert.equal(commonMode("b1", readSid(writeSid("SVC", "1.0", mode))!), mode);
  }
});

Deno.test("an offer is read, its checksum is that of F6FBB", () => {
  // Captured: xfbbd 7.0.11.
  const lines = ["FA P N0SYS N0BBB N0USR 103_N0AAA 90", "FA B N0SYS WW ALL 104_N0AAA 5"];
  assert.equal(proposalChecksum(lines), "82");
  const proposal = { type: "P", from: "N0SYS", at: "N0BBB", to: "N0USR", bid: "103_N0AAA", size: 90 };
  assert.deepEqual(readProposal(lines[0]!), { kind: "offer", code: "A", proposal });
  assert.equal(writeProposal("A", { ...proposal, type: "P" }, 90), lines[0]);
  assert.deepEqual(readProposal("fb p n0sys  n0bbb n0usr 103_n0aaa 90 "), {
    kind: "offer",
    code: "B",
    proposal,
  });
  const typed = readProposal("FA X N0SYS N0BBB N0USR 1 90");
  assert.ok(typed.kind === "offer" && typed.proposal.type === "P", "a type nobody knows is personal");
  const empty = readProposal("FA P N0SYS N0BBB N0USR 1 4294967295");
  assert.ok(empty.kind === "offer" && empty.proposal.size === 0, "F6FBB's size of an empty text");
});

Deno.test("an offer that cannot be used is told apart, and never ends a session", () => {
  for (
    const line of [
      "FA P N0SYS N0BBB N0USR 103_N0AAA", // a field missing
      "FA P N0SYS N0BBB N0USR 103_N0AAA 90 x",
      "FA P N0SYS N0BBB N0USR 103_N0AAA 9x",
      "FA PP N0SYS N0BBB N0USR 103_N0AAA 9",
      "FA P N0SYSX1 N0BBB N0USR 103_N0AAA 9", // from above six
      "FA P N0SYS N0BBB N0USR-1 103_N0AAA 9",
      "FA P N0SYS N0NOWHERE N0USR 103_N0AAA 9",
      "FA P N0SYS N0BBB N0USR 1234567890123 9", // BID above twelve
      "FC P N0SYS N0BBB N0USR 103_N0AAA 9", // one of Winlink's forms with the fields of ours
      "FC EM TJKYEIMMHSRB 527 123 0",
      "FD EM TJKYEIMMHSRB 527 123 0",
      `FA P N0SYS N0BBB N0USR 1 9${" ".repeat(160)}`,
    ]
  ) assert.deepEqual(readProposal(line), { kind: "unusable" }, line);
  const header = { type: "P", from: "N0SYS", at: "WW", to: "ALL", bid: "1" } as const;
  assert.ok(canPropose(header));
  for (const bad of [{ from: "N0SYS-1" }, { at: "" }, { to: "TOOLONG" }, { bid: "a b" }]) {
    assert.ok(!canPropose({ ...header, ...bad }), JSON.stringify(bad));
  }
});

Deno.test("answers are read, each sign and offset", () => {
  const take = (offset = 0, held = false) => ({ take: true, offset, held });
  const no = (outcome: string) => ({ take: false, outcome });
  assert.deepEqual(readAnswers("FS +Y-N=LREH", 9), [
    take(),
    take(),
    no("had_it"),
    no("had_it"),
    no("deferred"),
    no("deferred"),
    no("rejected"),
    no("malformed"),
    take(0, true),
  ]);
  assert.deepEqual(readAnswers("FS !1234+A5-", 4), [take(1234), take(), take(5), no("had_it")]);
  assert.deepEqual(readAnswers("fs + -", 2), [take(), no("had_it")]);
  assert.deepEqual(readAnswers("FS +", 3), [take(), no("deferred"), no("deferred")], "a short line");
  assert.deepEqual(readAnswers(`FS !${MAX_OFFSET}`, 1), [take(MAX_OFFSET)]);
  for (const bad of ["FS ++", "FS ?", "FS !", "FS !1000000", `FS ${"+".repeat(99)}`]) {
    assert.equal(readAnswers(bad, 1), undefined, bad);
  }
});

Deno.test("a transfer is written as F6FBB writes it, resumed ones repeat six bytes", () => {
  const packed = Uint8Array.from({ length: 300 }, (_, i) => i);
  const whole = concat(...writeBlocks(utf8("Hello"), packed, 0));
  const head = concat(Uint8Array.of(1, 13), utf8("Hello\0     0\0"));
  assert.deepEqual(whole.subarray(0, 15), head);
  assert.deepEqual([...whole.subarray(15, 17)], [2, 250]);
  assert.deepEqual([...whole.subarray(267, 269)], [2, 50]);
  const sum = packed.reduce((a, b) => a + b, 0);
  assert.deepEqual([...whole.subarray(-2)], [4, -sum & 0xff]);
  const resumed = concat(...writeBlocks(utf8("Hello"), packed, 298));
  assert.deepEqual(
    [...resumed.subarray(8)],
    [...utf8("   298\0"), 2, 6, 0, 1, 2, 3, 4, 5, 2, 2, 298 & 255, 299 & 255, 4, -(15 + 42 + 43) & 0xff],
  );
  assert.deepEqual(readBlockHeader(head.subarray(2)), { subject: utf8("Hello"), offset: 0 });
  assert.deepEqual(readBlockHeader(utf8("Hi\x00123\0")), { subject: utf8("Hi"), offset: 123 }, "not padded");
  for (
    const bad of [
      "Hi",
      "Hi\0",
      "Hi\x00123",
      "Hi\0x\0",
      "Hi\x001234567\0",
      "Hi\0  \0",
      `${"x".repeat(81)}\x000\0`,
    ]
  ) {
    assert.equal(readBlockHeader(utf8(bad)), undefined, JSON.stringify(bad));
  }
});

Deno.test("a subject is one line of at most 80 bytes, whole characters, never empty", () => {
  assert.deepEqual(subjectBytes(utf8("a\r\nb\x00\x1a\x7fc")), utf8("abc"));
  assert.deepEqual(subjectBytes(utf8("")), utf8("(no subject)"));
  assert.deepEqual(subjectBytes(utf8("x".repeat(100))), utf8("x".repeat(80)));
  assert.deepEqual(subjectBytes(utf8(`${"x".repeat(79)}ü`)), utf8("x".repeat(79)));
  assert.deepEqual(subjectBytes(utf8(`${"x".repeat(77)}€`)), utf8(`${"x".repeat(77)}€`));
  assert.deepEqual(subjectBytes(utf8("to all ~")), utf8("to all ~"), "blanks stay");
  const odd = new Uint8Array(100).fill(0xa0);
  assert.deepEqual(subjectBytes(odd), odd.subarray(0, 76), "no character is longer than four bytes");
});

Deno.test("telnet's commands are taken out wherever the pieces end, and FF travels twice", () => {
  const stream = Uint8Array.of(
    1,
    255,
    252,
    1,
    2,
    255,
    255,
    3,
    255,
    250,
    24,
    255,
    255,
    1,
    255,
    240,
    4,
    255,
    241,
    5,
  );
  for (let size = 1; size <= stream.length; size++) {
    const reader = new TelnetReader(), out: number[] = [];
    for (let at = 0; at < stream.length; at += size) out.push(...reader.push(stream.subarray(at, at + size)));
    assert.deepEqual(out, [1, 2, 255, 3, 4, 5], `pieces of ${size}`);
  }
  const data = Uint8Array.of(255, 0, 255, 255, 7);
  assert.deepEqual([...escapeTelnet(data)], [255, 255, 0, 255, 255, 255, 255, 7]);
  assert.deepEqual(new TelnetReader().push(escapeTelnet(data)), data);
});

Deno.test("a connect script: the first hop is dialled, the others are asked for", () => {
  assert.deepEqual(readScript("C 2 OE1XBB\nrem\n c DL1SVC \r\nW Callsign :\nS OE1XAR\nX y\nC"), [
    { say: "C DL1SVC" },
    { await: "Connected to", orFail: true },
    { await: "Callsign :", orFail: false },
    { say: "OE1XAR" },
  ]);
  assert.deepEqual(readScript(`${"x".repeat(512)}\nS no`), []);
});

Deno.test("the longest SID and the longest subject are read, one character more is not; any offset repeats the beginning", () => {
  const sid = (length: number) => `[F-${"1".repeat(length - "[F--B1$]".length)}-B1$]`;
  assert.deepEqual([sid(80).length, readSid(sid(80))?.name, readSid(sid(81))], [80, "F", undefined]);
  const head = (length: number) => Uint8Array.of(...Array(length).fill(65), 0, 48, 0);
  assert.deepEqual([readBlockHeader(head(80))?.subject.length, readBlockHeader(head(81))], [80, undefined]);
  const written = (offset: number) => [...writeBlocks(utf8("a"), utf8("0123456789"), offset)].length;
  assert.equal(written(1), written(0) + 1);
});
