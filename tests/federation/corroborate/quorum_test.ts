/** Whose words make a quorum (FED "Events", Corroboration: Quorum). */
import assert from "node:assert/strict";
import {
  agrees,
  closest,
  countVoices,
  isQuorum,
  neededOf,
  type Voice,
} from "../../../src/federation/corroborate/quorum.ts";

const voice = (instance: string, over: Partial<Voice> = {}): Voice => ({
  instance,
  key: `key of ${instance}`,
  automatic: false,
  ...over,
});
const auto = (instance: string, over: Partial<Voice> = {}) => voice(instance, { automatic: true, ...over });

Deno.test("voices are told apart by operator, proven or declared, and by key where there is none", () => {
  const cases: [Voice[], number][] = [
    [[], 0],
    [[voice("a"), voice("b")], 2],
    [[voice("a"), voice("b", { key: "key of a" })], 1],
    [[voice("a", { operator: "OE1A" }), voice("b", { operator: "OE1A" })], 1],
    [[voice("a", { operator: "OE1A" }), voice("b", { operator: "OE2B" }), voice("c")], 3],
    // What a peer says of itself makes it no voice, and takes the voice that it would have had beside another.
    [[voice("a", { declared: ["OE1A"] }), voice("b", { declared: ["OE1A"] })], 1],
    [[voice("a", { operator: "OE1A" }), voice("b", { declared: ["OE2B", "OE1A"] })], 1],
    [[voice("a", { declared: ["OE1A"] }), voice("b", { declared: ["OE2B"] }), voice("c")], 3],
    [[voice("a", { declared: ["OE1A"] }), voice("b", { key: "key of a", declared: ["OE2B"] })], 1],
    // Who names the operators of two others takes away none of theirs.
    [[
      voice("a", { operator: "OE1A" }),
      voice("b", { declared: ["OE2B"] }),
      voice("x", { declared: ["OE1A", "OE2B"] }),
    ], 2],
    [[
      voice("x", { declared: ["OE1A", "OE2B", "OE3C"] }),
      voice("a", { operator: "OE1A" }),
      voice("b", { operator: "OE2B" }),
      voice("c", { operator: "OE3C" }),
    ], 3],
    // One key under two operators joins all that either of them runs.
    [[
      voice("a", { operator: "OE1A" }),
      voice("b", { operator: "OE2B" }),
      voice("c", { operator: "OE1A", key: "k" }),
      voice("d", { operator: "OE2B", key: "k" }),
    ], 1],
  ];
  for (const [voices, n] of cases) assert.equal(countVoices(voices), n, JSON.stringify(voices));
});

Deno.test("who is one person follows from all who were asked: a further yes never makes fewer of them", () => {
  const a = voice("a", { operator: "OE1A" }), b = voice("b", { declared: ["OE2B"] });
  // Runs the first, and says so of the second too: whatever it answers, both are one person.
  const x = voice("x", { operator: "OE1A", declared: ["OE2B"] });
  const asked = [a, b, x, voice("c", { declared: ["OE3C"] })];
  for (const voices of [[a, b], [b, a], [a, x], [x, b], [a, b, x]]) {
    assert.equal(countVoices(voices, asked), 1, JSON.stringify(voices));
    assert.equal(isQuorum(voices, 2, asked), false);
  }
  // Of those who were asked and said nothing none is counted.
  assert.equal(countVoices([], asked), 0);
  assert.equal(countVoices([a, asked[3]!], asked), 2);
  for (let yes = 0; yes < 16; yes++) {
    const some = asked.filter((_, i) => yes >> i & 1);
    for (const one of asked) {
      assert.ok(countVoices([...some, one], asked) >= countVoices(some, asked), JSON.stringify([some, one]));
    }
  }
});

Deno.test("a quorum is as many voices as are set; what nobody vetted never makes one alone", () => {
  const cases: [Voice[], number, boolean][] = [
    [[], 1, false],
    [[voice("a")], 1, true],
    [[voice("a")], 2, false],
    [[voice("a"), voice("b")], 2, true],
    [[auto("a")], 1, false],
    [[auto("a"), voice("b", { key: "key of a" })], 1, true],
    [[auto("a"), auto("b")], 1, true],
    [[auto("a"), voice("b")], 2, true],
    [[auto("a"), voice("b")], 3, false],
    [[auto("a", { operator: "OE1A" }), auto("b", { operator: "OE1A" })], 1, false],
  ];
  for (const [voices, quorum, holds] of cases) {
    assert.equal(isQuorum(voices, quorum), holds, `${quorum} of ${JSON.stringify(voices)}`);
  }
  assert.deepEqual([neededOf([voice("a")], 1), neededOf([auto("a")], 1), neededOf([auto("a")], 3)], [
    1,
    2,
    3,
  ]);
});

Deno.test("the closest is kept, of equal ones the latest; evidence agrees within the next bucket", () => {
  const at = (distanceM: number, at: number) => ({ distanceM, at });
  assert.equal(closest([]), undefined);
  assert.deepEqual(closest([at(300, 1200), at(200, 600), at(200, 1200), at(500, 0)]), at(200, 1200));
  const here = at(300, 6000);
  for (
    const [other, holds] of [
      [at(300, 6000), true],
      [at(400, 6600), true],
      [at(200, 5400), true],
      [at(500, 6000), false],
      [at(300, 7200), false],
      [at(100, 6000), false],
    ] as const
  ) assert.equal(agrees(here, other), holds, JSON.stringify(other));
});
