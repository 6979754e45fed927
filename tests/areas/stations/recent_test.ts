/** What tells copies from new packets: in memory, beyond it, after a restart, after a write that failed. */
import assert from "node:assert/strict";
import { keyOfPacket, keyOfRaw } from "../../../src/stations/ring/identity.ts";
import { Recent } from "../../../src/stations/ring/recent.ts";
import { Ring } from "../../../src/stations/ring/ring.ts";
import { Seen } from "../../../src/stations/ring/seen.ts";
import { arrivalOf, binaryOfJson, decodeTnc2, isUnreadable } from "../../../src/aprs/mod.ts";

const keyOf = (raw: string): string => {
  const packet = decodeTnc2(binaryOfJson(raw));
  assert.ok(!isUnreadable(packet));
  return keyOfPacket(arrivalOf(packet).packet);
};

Deno.test("Seen never forgets what was added since the older filter began", () => {
  const seen = new Seen();
  let forgottenUntil = 0;
  const added: [string, number][] = [];
  for (let i = 0; i < 400_000; i++) {
    const at = 1000 + Math.floor(i / 2000);
    const forgotten = seen.add(`text ${i}`, at, 30);
    if (forgotten !== undefined) forgottenUntil = Math.max(forgottenUntil, forgotten);
    added.push([`text ${i}`, at]);
  }
  for (const [text, at] of added) {
    if (at > forgottenUntil) assert.ok(seen.perhaps(text), `${text} of ${at}`);
  }
  let wrong = 0;
  for (let i = 0; i < 20_000; i++) if (seen.perhaps(`other ${i}`)) wrong++;
  assert.ok(wrong < 200, `${wrong} of 20000 are wrongly held for seen`);
});

Deno.test("Recent knows a copy within the window, whatever was evicted", () => {
  const kept = new Map<string, { heardAt: number; ways: number[] }>();
  let asked = 0;
  const recent = new Recent(0, (key, from, to) => {
    asked++;
    const known = kept.get(key);
    return known && known.heardAt >= from && known.heardAt <= to ? known : undefined;
  });
  for (let i = 0; i < 50_000; i++) {
    const known = { heardAt: 1000 + Math.floor(i / 10_000), ways: [1] };
    kept.set(`key ${i}`, known);
    recent.add(`key ${i}`, known);
  }
  for (let i = 0; i < 50_000; i += 7) {
    assert.equal(recent.find(`key ${i}`, 1020)?.ways[0], 1, `key ${i}`);
  }
  assert.equal(recent.find("key 49999", 1100), undefined);
  asked = 0;
  for (let i = 0; i < 10_000; i++) assert.equal(recent.find(`new ${i}`, 1020), undefined);
  assert.ok(asked < 100, `the ring was asked ${asked} times for packets that are new`);
});

Deno.test("the ring answers for what a restart took out of memory", () => {
  const ring = Ring.open(":memory:");
  const raws = [
    "OE1AAA>APRS,WIDE1-1:!4812.50N/01622.43E>hello",
    "OE9IGT>APRS:}OE1BBB>APRS,TCPIP,OE9IGT*:>wrapped",
    "oe1ccc>APRS:>grüße €",
    '{"type":"msg","src_type":"lora","src":"OE1DDD","dst":"*","msg":"hi","msg_id":"0000000A"}',
    '{"call":"OE1EEE","at":1000,"lat":48.1,"lon":16.2}',
  ];
  for (const raw of raws) {
    const key = keyOfRaw(raw)!;
    const call = key.startsWith("mesh") || key.startsWith("position")
      ? key.split(" ")[1]!
      : key.split(">")[0]!.toUpperCase();
    ring.add({ key, at: 1000, call, raw, delivery: { via: "rf", port: "kiss" } }, 3);
    assert.deepEqual(ring.known(key, 990, 1010), { heardAt: 1000, ways: [3] }, "before the commit");
    assert.equal(ring.known(key, 1001, 1010), undefined);
  }
  ring.flush();
  const recent = new Recent(ring.newest() + 60, (key, from, to) => ring.known(key, from, to));
  for (const raw of raws) {
    assert.deepEqual(recent.find(keyOfRaw(raw)!, 1025), { heardAt: 1000, ways: [3] }, raw);
    assert.equal(recent.find(keyOfRaw(raw)!, 1031), undefined, raw);
  }
  ring.noteWay(keyOf(raws[0]!), 1000, 5);
  ring.flush();
  assert.deepEqual(ring.known(keyOf(raws[0]!), 990, 1010)?.ways, [3, 5]);
  ring.close();
});

Deno.test("the ring keeps a call's packets over many commits, and drops the old ones with what names them", async () => {
  const ring = Ring.open(":memory:");
  const raw = (n: number) => `OE1AAA-${1 + n % 3}>APRS:>status ${n}`;
  const via = { via: "rf", port: "kiss" };
  for (let n = 0; n < 300; n++) {
    // Now and then one that was heard long before it was handed over.
    const at = n % 10 === 9 ? 1000 + n : 5000 + n;
    ring.add({ key: keyOf(raw(n)), at, call: `OE1AAA-${1 + n % 3}`, raw: raw(n), delivery: via }, 1);
    if (n % 7 === 0) ring.flush();
  }
  assert.equal(ring.countOf("OE1AAA-1"), 100);
  assert.deepEqual(ring.packetsOf("OE1AAA-1", 3).map((one) => one.raw), [297, 294, 291].map(raw));
  for (const n of [0, 1, 9, 150, 299]) {
    const at = n % 10 === 9 ? 1000 + n : 5000 + n;
    assert.equal(ring.known(keyOf(raw(n)), at, at)?.heardAt, at, `${n}`);
    assert.equal(ring.known(keyOf(raw(n)), at + 1, at + 30), undefined, `${n}`);
  }
  const pruned = ring.prune({ packets: 5200, ports: 0, mheard: 0 });
  // Receiving goes on meanwhile.
  ring.add({ key: keyOf(raw(300)), at: 5300, call: "OE1AAA-1", raw: raw(300), delivery: via }, 1);
  await pruned;
  assert.deepEqual([1, 2, 3].map((ssid) => ring.countOf(`OE1AAA-${ssid}`)), [31, 30, 30]);
  assert.equal(ring.known(keyOf(raw(150)), 5000, 6000), undefined);
  assert.equal(ring.known(keyOf(raw(201)), 5000, 6000)?.heardAt, 5201);
  ring.forget(["OE1AAA"]);
  assert.deepEqual([1, 2, 3].map((ssid) => ring.countOf(`OE1AAA-${ssid}`)), [0, 0, 0]);
  const left = ring.db.sql<never, { n: number }>(
    "SELECT (SELECT count(*) FROM packet) + (SELECT count(*) FROM packets_of) AS n",
  );
  assert.equal(left.get()!.n, 0);
  ring.close();
});

Deno.test("a copy has the key of its packet, however it came", () => {
  const key = keyOf("OE1AAA>APRS,WIDE1-1:!4812.50N/01622.43E>grüße");
  for (
    const copy of [
      "OE1AAA>APRS,DIGI1*,WIDE1*:!4812.50N/01622.43E>grüße",
      "OE1AAA>APRS-3,qAR,GATE:!4812.50N/01622.43E>grüße",
      "OE1AAA>APRS:!4812.50N/01622.43E>grüße  ",
      "OE9IGT>APRS:}OE1AAA>APRS,TCPIP,OE9IGT*:!4812.50N/01622.43E>grüße",
    ]
  ) assert.equal(keyOf(copy), key, copy);
  for (
    const other of [
      "OE1AAA-1>APRS:!4812.50N/01622.43E>grüße",
      "OE1AAA>APZ001:!4812.50N/01622.43E>grüße",
      "OE1AAA>APRS:!4812.51N/01622.43E>grüße",
    ]
  ) assert.notEqual(keyOf(other), key, other);
});
