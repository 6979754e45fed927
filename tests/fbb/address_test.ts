/** Hierarchical addresses and how closely a route fits them. */
import assert from "node:assert/strict";
import { isAt, matchLength, passedThrough, readAddress, readTrail, showAddress } from "../../src/fbb/mod.ts";
import { utf8 } from "../../src/base/mod.ts";

Deno.test("an address is read as people write it", () => {
  for (
    const [text, to, at] of [
      ["oe1abc", "OE1ABC", ""],
      ["OE1ABC-8", "OE1ABC", ""],
      ["OE1ABC@OE1XBB", "OE1ABC", "OE1XBB"],
      [" oe1abc @ oe1xbb.#oe1.aut.eu ", "OE1ABC", "OE1XBB.#OE1.AUT.EU"],
      ["ALL@WW", "ALL", "WW"],
    ] as const
  ) {
    assert.deepEqual(readAddress(text), { to, at }, text);
    assert.deepEqual(readAddress(showAddress({ to, at })), { to, at });
  }
  assert.deepEqual(readAddress("OE1ABC".padEnd(64)), { to: "OE1ABC", at: "" }, "64 characters, the most");
  assert.equal(readAddress("OE1ABC".padEnd(65)), undefined);
});

Deno.test("what is no address is refused", () => {
  for (
    const text of [
      "",
      "@OE1XBB",
      "OE1ABC@",
      "OE1ABCD@OE1XBB", // seven characters
      "OE1ABC@OE1XBBX", // first component above six
      "OE1ABC@OE1XBB..EU",
      "OE1ABC@OE1XBB.",
      "OE1ABC@A@B",
      "OE1 ABC",
      "OE1ABC@OE1XBB .EU",
      `OE1ABC@${"A.".repeat(30)}EU`,
    ]
  ) assert.equal(readAddress(text), undefined, text);
  assert.ok(isAt("A1234.B1234567.C1234567.D1234567.E1234567".slice(0, 40)));
  assert.ok(!isAt("A1234.B1234567.C1234567.D1234567.E1234567"), "41 characters");
});

Deno.test("the leftmost component that a route names decides how closely it fits", () => {
  const at = "OE1XBB.#OE1.AUT.EU";
  for (
    const [route, length] of [
      ["*", 0],
      ["EU", 1],
      ["EURO", 1],
      ["AUT", 2],
      ["AUT.EU", 2],
      ["*.AUT.EU", 2],
      ["#OE1", 3],
      ["#OE1.AUT", 3],
      ["OE1XBB", 4],
      ["oe1xbb.#oe1.aut.eu", 4],
      ["DEU", -1],
      ["AUT.NA", -1],
      ["OE1XBB.AUT", -1], // leaves one out
      ["OE1", -1], // no part of a component
      ["AUT.EU.WW", -1],
      ["", -1],
    ] as const
  ) assert.equal(matchLength(at, route), length, route);
  assert.equal(matchLength("DL1SVC.DEU.EURO", "EU"), 1, "the older name of a continent is the same");
  assert.equal(matchLength("", "*"), 0);
  assert.equal(matchLength("", "EU"), -1);
});

Deno.test("a system that an R: line names has had the message", () => {
  const { lines } = readTrail(utf8("R:261120/0740Z 12@DL1SVC.#BAY.DEU.EU\r\n\r\ntext"));
  assert.ok(passedThrough(lines, "dl1svc"));
  assert.ok(!passedThrough(lines, "DEU"));
  assert.ok(!passedThrough([], "DL1SVC"));
});
