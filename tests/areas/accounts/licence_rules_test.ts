import assert from "node:assert/strict";
import {
  bestRow,
  cleanRow,
  licenceResult,
  type LicenceRow,
  SourceId,
} from "../../../src/accounts/licences/rules.ts";

const NOW = 1_000_000;
const row = (change: Partial<LicenceRow>): LicenceRow => ({
  source: "a",
  sourceName: "A",
  status: "licensed",
  expiresAt: null,
  importedAt: 1,
  ...change,
});

Deno.test("bestRow(): a current row beats an expired one, whatever was imported last", () => {
  const current = row({ source: "cur", expiresAt: NOW + 1 });
  assert.equal(bestRow([row({ expiresAt: NOW, importedAt: 9 }), current], NOW), current);
  assert.equal(bestRow([row({ status: "expired", importedAt: 9 }), current], NOW), current);
});
Deno.test("bestRow(): then the latest expiry, none being the latest of all, then the newest run", () => {
  const rows = [row({ source: "x", expiresAt: NOW + 5 }), row({ source: "y", expiresAt: NOW + 9 })];
  assert.equal(bestRow(rows, NOW)?.source, "y");
  assert.equal(bestRow([...rows, row({ source: "z" })], NOW)?.source, "z");
  assert.equal(bestRow([row({ importedAt: 1 }), row({ source: "n", importedAt: 2 })], NOW)?.source, "n");
});
Deno.test("licenceResult(): past its expiry a licensed row reads expired; no row reads unconfirmed", () => {
  assert.deepEqual(licenceResult("OE1ABC", [row({ expiresAt: NOW })], NOW), {
    callsign: "OE1ABC",
    status: "expired",
    source: "a",
    sourceName: "A",
    expiresAt: NOW,
    checkedAt: 1,
  });
  assert.equal(licenceResult("OE1ABC", [row({ expiresAt: NOW + 1 })], NOW).status, "licensed");
  assert.equal("expiresAt" in licenceResult("OE1ABC", [row({})], NOW), false);
  assert.deepEqual(licenceResult("OE1ABC", [], NOW), { callsign: "OE1ABC", status: "unconfirmed" });
});
Deno.test("cleanRow() takes the forms that registers use and skips the rest", () => {
  const clean = (call: string, status: string, expiresAt: number | null) => ({ call, status, expiresAt });
  assert.deepEqual(
    cleanRow([" oe1abc ", "Active", "2027-01-31"]),
    clean("OE1ABC", "licensed", 1_801_439_999),
  );
  assert.deepEqual(cleanRow(["OE1ABC", "expired", 5]), clean("OE1ABC", "expired", 5));
  assert.deepEqual(cleanRow(["OE1ABC"]), clean("OE1ABC", "licensed", null));
  assert.deepEqual(
    cleanRow(["OE1ABC", "licensed", "1801439999"]),
    clean("OE1ABC", "licensed", 1_801_439_999),
  );
  for (
    const bad of [
      ...[null, [], ["NOCALL"], ["OE1ABC-9"], ["OE1ABC", "revoked?"], ["OE1ABC", 7], [7], "OE1ABC"],
      ...[["OE1ABC", "licensed", "soon"], ["OE1ABC", "licensed", -1], ["OE1ABC", "licensed", "2027-02-30"]],
      ...[["OE1ABC", "licensed", 1.5], ["OE1ABCDEF"], ["1"]],
    ]
  ) assert.equal(cleanRow(bad), undefined, JSON.stringify(bad));
});
Deno.test("a source id is lower case and at most 24 characters", () => {
  for (const good of ["bmlrt", "fcc-uls", "a".repeat(24)]) assert.ok(SourceId.safeParse(good).success);
  for (const bad of ["", "FCC", "a".repeat(25), "a b", "-a", "a/b"]) {
    assert.ok(!SourceId.safeParse(bad).success, bad);
  }
});
