/** Postmarks: `R:` lines of the systems that a message passed. */
import assert from "node:assert/strict";
import { concat, utf8 } from "../../src/base/mod.ts";
import { homeOf, MAX_R_LINES, postmark, readRLine, readTrail, writeRLine } from "../../src/fbb/mod.ts";

const AT = Date.UTC(2026, 10, 20, 7, 51) / 1000;

Deno.test("R: lines of different software are read", () => {
  const read = (line: string) => readRLine(line);
  assert.deepEqual(read("R:261120/0751Z @:OE1XBB.#OE1.AUT.EU #:105 [Wien] $:105_OE1XBB"), {
    at: AT,
    address: "OE1XBB.#OE1.AUT.EU",
    number: 105,
    town: "Wien",
    bid: "105_OE1XBB",
  });
  // F6FBB, Debian's 7.0.11, as captured; LinBPQ; and the older form with the number first.
  assert.deepEqual(read("R:261121/2310Z @:N0AAA.#TST.USA.NOAM #:107 [Testville] $:107_N0AAA"), {
    at: Date.UTC(2026, 10, 21, 23, 10) / 1000,
    address: "N0AAA.#TST.USA.NOAM",
    number: 107,
    town: "Testville",
    bid: "107_N0AAA",
  });
  assert.deepEqual(read("R:180507/1216Z 123@GM8BPQ.#79.GBR.EURO LinBPQ6.0.16"), {
    at: Date.UTC(2018, 4, 7, 12, 16) / 1000,
    address: "GM8BPQ.#79.GBR.EURO",
    number: 123,
  });
  assert.deepEqual(read("R:930123/1200 12@:f6fbb.fmlr.fra.eu [St Jean $:x] Z:31240 $:12_f6fbb"), {
    at: Date.UTC(1993, 0, 23, 12) / 1000,
    address: "F6FBB.FMLR.FRA.EU",
    number: 12,
    town: "St Jean $:x",
    zip: "31240",
    bid: "12_F6FBB",
  });
});

Deno.test("a date that cannot be is left out, a line without system is none", () => {
  for (
    const when of [
      "261320/0751",
      "260230/0751",
      "261120/2451",
      "261120/0760",
      "260001/0000",
      "260631/0000",
      "261120/2400",
      "261130/9959",
    ]
  ) {
    assert.deepEqual(readRLine(`R:${when}Z @:OE1XBB`), { address: "OE1XBB" }, when);
  }
  assert.equal(readRLine("R:261120/2359Z @:OE1XBB")?.at, AT - (7 * 60 + 51) * 60 + 86_340);
  const long = "R:261120/0751Z @:OE1XBB ";
  assert.equal(readRLine(long.padEnd(256, "x"))?.at, AT, "the longest line");
  assert.equal(readRLine(long.padEnd(257, "x")), undefined);
  assert.equal(readTrail(utf8(`${long.padEnd(257, "x")}\r\n\r\n`)).lines.length, 0);
  assert.equal(readRLine("R:691231/0000Z @:OE1XBB")?.at, Date.UTC(2069, 11, 31) / 1000);
  assert.equal(readRLine("R:700101/0000Z @:OE1XBB")?.at, 0);
  for (
    const line of [
      "R:261120/0751Z",
      "R:261120/0751Z OE1XBB",
      "R:261120/0751Z @:",
      "R:26112/0751Z @:OE1XBB",
      "R: 261120/0751Z @:OE1XBB",
      "r:261120/0751Z @:OE1XBB",
      "R:261120/0751Z @:OE1XBBXX",
      `R:261120/0751Z @:OE1XBB ${"x".repeat(256)}`,
    ]
  ) assert.equal(readRLine(line), undefined, line);
});

Deno.test("a written postmark is read back", () => {
  const line = {
    at: AT,
    address: "OE1XBB.#OE1.AUT.EU",
    number: 7,
    town: "Wien",
    zip: "1010",
    bid: "7_OE1XBB",
  };
  assert.equal(writeRLine(line), "R:261120/0751Z @:OE1XBB.#OE1.AUT.EU #:7 [Wien] $:7_OE1XBB Z:1010");
  assert.deepEqual(readRLine(writeRLine(line)), line);
  assert.equal(writeRLine({ at: AT, address: "OE1XBB" }), "R:261120/0751Z @:OE1XBB");
  assert.equal(
    writeRLine({ at: AT, address: "OE1XBB", town: "]\r\nR:forged [" }),
    "R:261120/0751Z @:OE1XBB [R:forged]",
    "a town makes neither a line nor a bracket of its own",
  );
});

Deno.test("the trail is split from the text whatever its line ends", () => {
  for (const end of ["\r\n", "\r", "\n"]) {
    const body = utf8(
      ["R:261120/0751Z @:OE1XBB.AUT.EU $:1_X", "R:261120/0740Z 12@DL1SVC.#BAY.DEU.EU", "", "R:text", ""]
        .join(end),
    );
    const { lines, textAt } = readTrail(body);
    assert.deepEqual(lines.map(({ address }) => address), ["OE1XBB.AUT.EU", "DL1SVC.#BAY.DEU.EU"]);
    assert.equal(homeOf(lines), "DL1SVC.#BAY.DEU.EU");
    assert.equal(new TextDecoder().decode(body.subarray(textAt)), `R:text${end}`);
  }
  assert.deepEqual(readTrail(utf8("\r\nno trail")), { lines: [], textAt: 0 });
  assert.deepEqual(readTrail(new Uint8Array()), { lines: [], textAt: 0 });
  assert.equal(readTrail(utf8("R:261120/0751Z @:OE1XBB")).textAt, 23, "a body of nothing but a postmark");
});

Deno.test("an unreadable postmark is passed over, a flood of them is cut off", () => {
  const odd = readTrail(utf8("R:garbage\r\nR:261120/0751Z @:OE1XBB\r\n\r\ntext"));
  assert.deepEqual(odd.lines.map(({ address }) => address), ["OE1XBB"]);
  const flood = utf8("R:261120/0751Z @:OE1XBB\r\n".repeat(MAX_R_LINES + 5));
  const { lines, textAt } = readTrail(flood);
  assert.equal(lines.length, MAX_R_LINES);
  assert.equal(textAt, MAX_R_LINES * 25);
});

Deno.test("a postmark goes on top; only the first one brings the blank line", () => {
  const line = { at: AT, address: "OE1XBB" };
  const text = concat(utf8("Gr"), Uint8Array.of(0xfc, 0, 0xff), utf8("e\r\n"));
  const once = postmark(line, text, 0);
  const twice = postmark({ at: AT + 60, address: "DL1SVC" }, once, readTrail(once).textAt);
  const { lines, textAt } = readTrail(twice);
  assert.deepEqual(lines.map(({ address }) => address), ["DL1SVC", "OE1XBB"]);
  assert.deepEqual(twice.subarray(textAt), text);
});

Deno.test("a text that begins like a postmark is a text, here and at each system after", () => {
  const text = utf8("R:261120/0751Z @:DL1SVC.#BAY.DEU.EU\r\nR:261120/0740Z @:OE9HOME\r\n\r\nforged\r\n");
  let body = postmark({ at: AT, address: "OE1XBB" }, text, 0);
  for (const address of ["DL1SVC", "N0THRD"]) {
    body = postmark({ at: AT, address }, body, readTrail(body).textAt);
  }
  const { lines, textAt } = readTrail(body);
  assert.deepEqual(lines.map(({ address }) => address), ["N0THRD", "DL1SVC", "OE1XBB"]);
  assert.deepEqual(body.subarray(textAt), concat(utf8(" \r\n"), text));
  const begin = (text: string) => {
    const whole = postmark({ at: AT, address: "OE1XBB" }, utf8(text), 0);
    return new TextDecoder().decode(whole).slice("R:261120/0751Z @:OE1XBB".length);
  };
  assert.equal(begin("\r\n\r\nR:x"), "\r\n\r\n \r\n\r\n\r\nR:x", "F6FBB passes over empty lines");
  for (const plain of ["Re: x", "R :x", "x\r\nR:x", ""]) assert.equal(begin(plain), `\r\n\r\n${plain}`);
});
