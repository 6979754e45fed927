/** BIDs: at most 12 characters, compared without case. */
import assert from "node:assert/strict";
import { isBid, isOwnBid, makeBid, normalBid, shownText, wireText } from "../../src/fbb/mod.ts";

Deno.test("a BID is one printable word of at most twelve characters", () => {
  for (const bid of ["1", "12345_OE1ABC", "A.B-C/D", "$x"]) assert.ok(isBid(bid), bid);
  for (const bid of ["", "1234567_OE1AB", "a b", "a\r", "ü"]) assert.ok(!isBid(bid), bid);
  assert.equal(normalBid("12_oe1abc"), "12_OE1ABC");
});

Deno.test("a BID made here is known as our own, and nothing else is", () => {
  assert.equal(makeBid(105, "oe1abc-8"), "2X_OE1ABC");
  assert.equal(makeBid(60_466_175, "OE1ABC"), "ZZZZZ_OE1ABC");
  assert.equal(makeBid(60_466_176, "OE1ABC"), undefined, "thirteen characters");
  assert.ok(isOwnBid("2x_oe1abc", "OE1ABC-8"));
  for (const other of ["2X_OE1ABD", "_OE1ABC", "2X_DL_OE1ABC", "2X-OE1ABC", "OE1ABC"]) {
    assert.ok(!isOwnBid(other, "OE1ABC"), other);
  }
});

Deno.test("text is shown as UTF-8 where it is that, and goes out with CR LF", () => {
  assert.equal(shownText(Uint8Array.of(0x47, 0xfc, 13, 10, 0x61, 13, 0x62, 10)), "Gü\na\nb\n");
  assert.equal(shownText(Uint8Array.of(0xc3, 0xbc)), "ü");
  assert.deepEqual(wireText("ü\na\r\nb"), Uint8Array.of(0xc3, 0xbc, 13, 10, 0x61, 13, 10, 0x62));
});
