/** Who read here within a day: by the names that they give, how many others, and that neither grows without end. */
import assert from "node:assert/strict";
import { Readers } from "../../src/federation/serve/readers.ts";

const DAY = 86_400, START = 10 * DAY;
function open(...known: string[]) {
  let now = START;
  const isKnown = (instance: string) => known.includes(instance);
  const readers = new Readers({ self: "self.example", now: () => now, isKnown });
  return {
    readers,
    pass: (seconds: number) => now += seconds,
    names: () => readers.list().named.map(({ instance }) => instance),
  };
}

Deno.test("a name counts with all that it read, the latest first; a network counts once, and not beside its name", () => {
  const { readers, pass } = open();
  readers.note("192.0.2.1");
  readers.note("192.0.2.1", "b.example");
  readers.note("192.0.2.2", "a.example");
  pass(10);
  readers.note("192.0.2.3", "b.example");
  readers.note("192.0.2.3");
  readers.note("192.0.2.4");
  readers.note("192.0.2.4");
  readers.note("2001:db8:0:1::/64");
  assert.deepEqual(readers.list(), {
    since: START,
    named: [
      { instance: "b.example", at: START + 10, pages: 2 },
      { instance: "a.example", at: START, pages: 1 },
    ],
    others: 2,
    more: false,
  });
});

Deno.test("what is no instance's name, and our own name, is an address like any other", () => {
  const { readers, names } = open();
  ["", "A b", "x:y", "UPPER.example", "self.example"].forEach((name, at) =>
    readers.note(`192.0.2.${at}`, name)
  );
  assert.deepEqual([names(), readers.list().others], [[], 5]);
});

Deno.test("a reading counts for a day, by whichever clock; the count begins with the start", () => {
  const { readers, pass, names } = open();
  readers.note("192.0.2.1", "a.example");
  pass(DAY - 1);
  readers.note("192.0.2.2");
  assert.deepEqual([names(), readers.list().others, readers.list().since], [["a.example"], 1, START]);
  pass(1);
  assert.deepEqual([names(), readers.list().others, readers.list().since], [[], 1, START]);
  pass(2 * DAY);
  assert.deepEqual([readers.list().others, readers.list().since], [0, START + 2 * DAY]);
  readers.note("192.0.2.1", "a.example");
  pass(-5 * DAY);
  assert.deepEqual(names(), [], "the clock was put back by days");
});

Deno.test("names are made up: three of a network, a hundred in all, and a neighbour's own name always finds room", () => {
  const { readers, names, pass } = open("known.example");
  for (let n = 0; n < 5; n++) readers.note("192.0.2.1", `made-up-${n}.example`);
  assert.deepEqual([names().length, readers.list().more], [3, false]);
  for (let n = 0; n < 200; n++) readers.note(`198.51.100.${n}`, `other-${n}.example`);
  assert.equal(names().length, 100);
  const { more, others } = readers.list();
  assert.deepEqual([more, others], [true, 103], "those without room are counted like the others");
  assert.ok(names().includes("made-up-0.example"), "what came first stays");
  readers.note("192.0.2.1", "known.example");
  readers.note("192.0.2.1", "made-up-0.example");
  assert.equal(names().length, 101);
  pass(DAY);
  readers.note("192.0.2.9", "after.example");
  assert.deepEqual([names(), readers.list().more], [["after.example"], false]);
});

Deno.test("a thousand networks are counted and no more; a day later there is room again", () => {
  const { readers, pass } = open();
  const many = (from: number) => {
    for (let n = from; n < from + 1000; n++) readers.note(`10.0.${n >> 8}.${n & 255}`);
  };
  many(0);
  assert.deepEqual([readers.list().others, readers.list().more], [1000, false]);
  readers.note("192.0.2.1");
  assert.deepEqual([readers.list().others, readers.list().more], [1000, true]);
  readers.note("10.0.0.0");
  readers.note("192.0.2.1", "a.example");
  assert.deepEqual([readers.list().others, readers.list().named.length], [1000, 1], "its name has room");
  pass(DAY);
  many(5000);
  assert.deepEqual([readers.list().others, readers.list().more], [1000, false]);
});
