/** Which calls a monitor line may carry, in each of its places. */
import assert from "node:assert/strict";
import { decodeTnc2, isUnreadable } from "../../src/aprs/mod.ts";

const read = (line: string) => {
  const decoded = decodeTnc2(`${line}:>text`);
  return isUnreadable(decoded) ? decoded.unreadable : decoded;
};
/** Up to nine characters, parted by hyphens: also what AX.25 could not carry, as APRS-IS does. */
const CALLS = [
  "OE1ABC",
  "OE1ABC-7",
  "OE1ABC-15",
  "oe1abc",
  "ER-OK0EB",
  "OK0EB-BS",
  "OE1ABC-AB",
  "A",
  "123456789",
];
const NONE = [
  "OE1ABC-100",
  "1234567890",
  "OE1ABC-",
  "-7",
  "OE1--7",
  "OE1 BC",
  "OE1ABC/7",
  "ÖE1ABC",
  "OE1ABC_7",
];

Deno.test("a source, a destination and a hop are calls as APRS-IS takes them, up to nine characters", () => {
  for (const call of CALLS) {
    for (const line of [`${call}>APRS`, `N0CALL>${call}`, `N0CALL>APRS,${call}`, `N0CALL>APRS,${call}*`]) {
      assert.equal(typeof read(line), "object", line);
    }
  }
  const hops = read("ER-OK0EB>APRS,OE1DIG*,OK0EB-BS,qAS,ER-OK0EB");
  assert.ok(typeof hops === "object");
  assert.equal(hops.source, "ER-OK0EB");
  assert.deepEqual(hops.path, [{ call: "OE1DIG", used: true }, { call: "OK0EB-BS", used: false }]);
});

Deno.test("what is no call is refused with its place", () => {
  for (const call of NONE) {
    assert.equal(read(`${call}>APRS`), "the source is not a callsign", call);
    assert.equal(read(`N0CALL>${call}`), "the destination is not a callsign", call);
    assert.match(String(read(`N0CALL>APRS,${call}`)), /in the path is not a callsign$/, call);
  }
  assert.equal(read(">APRS"), "the source is not a callsign");
  assert.equal(read("N0CALL>"), "the destination is not a callsign");
  assert.equal(read("N0CALL>APRS,"), "the path has an empty element");
  assert.equal(read("N0CALL>APRS,*"), "the path has an empty element");
});

Deno.test("behind a q construct stand servers, up to 32 characters, and at least one", () => {
  const server = "0123456789ABCDEF0123456789ABCDEF";
  const line = read(`N0CALL>APRS,TCPIP*,qAI,${server},OE1ABC`);
  assert.ok(typeof line === "object");
  assert.deepEqual(line.q, { construct: "qAI", calls: [server, "OE1ABC"] });
  for (const q of ["qAC", "qAC,", `qAC,OE1ABC,`]) {
    assert.equal(read(`N0CALL>APRS,${q}`), "a callsign is missing behind the q construct", q);
  }
  for (const bad of [`${server}0`, "a b", "a*"]) {
    assert.match(String(read(`N0CALL>APRS,qAC,${bad}`)), /in the path is not a callsign$/, bad);
  }
  const none = read("N0CALL>APRS,qA,qAAA");
  assert.ok(typeof none === "object" && none.q === undefined, "two letters and four are calls like others");
});

Deno.test("a path has twenty-four elements at most", () => {
  const path = (n: number) => Array(n).fill("OE1DIG").join(",");
  assert.equal(typeof read(`N0CALL>APRS,${path(24)}`), "object");
  assert.equal(read(`N0CALL>APRS,${path(25)}`), "the path has more than 24 elements");
});
