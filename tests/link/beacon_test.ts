/** Beacons: one frame in one datagram. */
import assert from "node:assert/strict";
import { concat, utf8 } from "../../src/base/mod.ts";
import { fitBeacon, MAX_BEACON, MAX_HEARD, readBeacon, writeBeacon } from "../../src/link/mod.ts";

Deno.test("a beacon is the magic and a frame, 256 bytes at most", () => {
  const frame = new Uint8Array(MAX_BEACON - 5).fill(9);
  const datagram = writeBeacon(frame)!;
  assert.equal(datagram.length, 256);
  assert.deepEqual(datagram.subarray(0, 5), utf8("SVCB1"));
  assert.deepEqual(readBeacon(datagram), frame);
  assert.equal(writeBeacon(new Uint8Array(MAX_BEACON - 4)), undefined);
});

Deno.test("what has no magic, no frame or is too long is none of ours", () => {
  assert.equal(readBeacon(utf8("SVCB1")), undefined);
  assert.equal(readBeacon(utf8("SVCB2x")), undefined);
  assert.equal(readBeacon(new Uint8Array()), undefined);
  assert.equal(readBeacon(concat(utf8("SVCB1"), new Uint8Array(MAX_HEARD - 4))), undefined);
  assert.equal(readBeacon(concat(utf8("SVCB1"), new Uint8Array(MAX_HEARD - 5)))?.length, MAX_HEARD - 5);
});

Deno.test("endpoints are left out from the last to be tried until it fits, and then it says so", () => {
  const endpoints = [{ priority: 50, size: 60 }, { priority: 10, size: 60 }, { priority: 20, size: 60 }];
  const asked: [number[], boolean][] = [];
  const fit = (bare: number) =>
    fitBeacon(endpoints, (kept, partial) => {
      asked.push([kept.map(({ priority }) => priority), partial]);
      return new Uint8Array(kept.reduce((sum, { size }) => sum + size, bare));
    });
  assert.equal(fit(100)?.length, 5 + 100 + 120);
  assert.deepEqual(asked, [[[10, 20, 50], false], [[10, 20], true]]);
  assert.equal(fit(251)?.length, 256, "the bare record");
  assert.equal(fit(252), undefined);
  assert.deepEqual(
    endpoints.map(({ priority }) => priority),
    [50, 10, 20],
    "the caller's list stays as it was",
  );
});
