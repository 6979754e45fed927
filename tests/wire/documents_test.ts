import assert from "node:assert/strict";
import {
  ALL_RECORDS,
  describeRecord,
  documentText,
  isInstanceId,
  readGid,
  readSigningKey,
  signDocument,
  verifyDocument,
} from "../../src/wire/mod.ts";

const key = readSigningKey("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A")!;

Deno.test("documentText() is the prefix, a line feed and the RFC 8785 form without sig", () => {
  assert.equal(
    documentText("svc-rot/1", { prevKey: "b", sig: "x", at: 1, key: 'é\u0007"' }),
    'svc-rot/1\n{"at":1,"key":"é\\u0007\\"","prevKey":"b"}',
  );
});

Deno.test("verifyDocument() takes any key order, and no other prefix, member or value", () => {
  const sig = signDocument("svc-log/1", { call: "OE1ABC", at: 5 }, key);
  assert.equal(verifyDocument("svc-log/1", { at: 5, call: "OE1ABC" }, key.publicKey, sig), true);
  assert.equal(verifyDocument("svc-log/1", { at: 5, call: "OE1ABC", sig }, key.publicKey, sig), true);
  assert.equal(verifyDocument("svc-act/1", { at: 5, call: "OE1ABC" }, key.publicKey, sig), false);
  assert.equal(verifyDocument("svc-log/1", { at: 6, call: "OE1ABC" }, key.publicKey, sig), false);
  assert.equal(verifyDocument("svc-log/1", { at: 5, call: "OE1ABC", x: 1 }, key.publicKey, sig), false);
  assert.equal(verifyDocument("svc-log/1", { at: NaN }, key.publicKey, sig), false);
});

Deno.test("isInstanceId() and readGid() take host names and nothing else", () => {
  for (const id of ["a", "oe1abc.ampr.org", "x-1.b", "1.2", "a".repeat(63) + ".de"]) {
    assert.ok(isInstanceId(id), id);
  }
  for (
    const id of [
      "",
      ".",
      "a.",
      ".a",
      "A",
      "a_b",
      "-a",
      "a-",
      "a..b",
      "a:1",
      "a".repeat(64),
      "ab.".repeat(90) + "c",
      "ä",
    ]
  ) {
    assert.ok(!isInstanceId(id), id);
  }
  assert.deepEqual(readGid("a.b:relay:7:a"), { origin: "a.b", word: "relay", local: "7:a" });
  for (const gid of ["", "a", "a:b", "a:b:", "a::c", ":b:c", "A:b:c"]) {
    assert.equal(readGid(gid), undefined, gid);
  }
});

Deno.test("each record type has a number of its own, 1 to 11, and a row for each field", () => {
  assert.deepEqual(ALL_RECORDS.map((record) => record.type), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  for (const record of ALL_RECORDS) {
    const table = describeRecord(record);
    for (const field of Object.keys(record.fields)) assert.ok(table.includes(`\`${field}\``), field);
  }
});
