/** Datagrams as a bad channel and bad people make them of good ones: none changes anything. */
import assert from "node:assert/strict";
import { concat } from "../../src/base/mod.ts";
import { readPage } from "../../src/wire/mod.ts";
import { writeBeacon } from "../../src/link/mod.ts";
import { writePresence } from "../../src/federation/carriers/announce.ts";
import { alone, feedOf, keyOf, knows } from "../routes/federation/neighbours.ts";
import { seeded } from "../wire/test_data.ts";
import { cacheBody } from "./node.ts";

/** A million by BEACON_MUTANTS=1000000. */
const MUTANTS = Number(Deno.env.get("BEACON_MUTANTS") ?? 10_000);
const A = "a.ex";

Deno.test("mutated datagrams change nothing, and what they were made of still does", async () => {
  const a = alone(A), b = alone("b.example"), draw = seeded(11);
  knows(b, A);
  const { gid } = a.db.writeNow((tx) => a.federation.publications.publish(tx, "cache", cacheBody("Mill")));
  const caches = await feedOf(a, "cache");
  await b.federation.carriers.frames(caches);
  a.db.writeNow((tx) => a.federation.publications.withdraw(tx, gid, { bounded: false }));
  const deletions = readPage(await feedOf(a, "tombstone"));
  assert.ok(deletions.ok);
  const good = [
    writeBeacon(deletions.page.frames[0]!)!,
    writePresence({
      instance: A,
      key: keyOf(A),
      endpoints: [{ transport: "ax25", address: "OE1A-9", priority: 20 }],
      call: "OE1A",
      now: b.world.now(),
    })!,
  ];
  const int = (below: number) => Math.floor(draw() * below);
  const mutate = (
    bytes: Uint8Array<ArrayBuffer>,
    other: Uint8Array<ArrayBuffer>,
  ): Uint8Array<ArrayBuffer> => {
    const bad = bytes.slice(), at = int(bad.length);
    switch (int(6)) {
      case 0: // a bit
        bad[at]! ^= 1 << int(8);
        return bad;
      case 1: // a byte
        bad[at] = int(256);
        return bad;
      case 2: // bytes left out
        return concat(bad.subarray(0, at), bad.subarray(at + 1 + int(8)));
      case 3: // bytes put in
        return concat(
          bad.subarray(0, at),
          Uint8Array.of(int(256), int(256)).subarray(int(2)),
          bad.subarray(at),
        );
      case 4: // the beginning of one, the end of the other
        return concat(bad.subarray(0, at), other.subarray(at));
      default: // several bits behind the magic
        for (let n = 0; n < 3; n++) bad[5 + int(bad.length - 5)]! ^= 1 << int(8);
        return bad;
    }
  };
  const before = b.fingerprint();
  const counts = { judged: 0, passed: 0 };
  const same = (one: Uint8Array, two: Uint8Array) => Buffer.compare(one, two) === 0;
  for (let n = 0; n < MUTANTS; n++) {
    const which = n % 2, bad = mutate(good[which]!, good[1 - which]!);
    if (good.some((one) => same(one, bad))) continue;
    const { federation, applied } = await b.federation.carriers.heard(bad);
    assert.equal(applied, 0, Buffer.from(bad).toString("base64"));
    if (federation) counts.judged++;
    else counts.passed++;
  }
  assert.equal(b.fingerprint(), before);
  assert.ok(counts.judged > MUTANTS / 2 && counts.passed > 0, JSON.stringify(counts));
  for (const datagram of good) assert.equal((await b.federation.carriers.heard(datagram)).applied, 1);
  assert.notEqual(b.fingerprint(), before);
  a.close();
  b.close();
});
