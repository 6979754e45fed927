/** The edges of the tier rule: which of several counts, where each limit lies, and what is told of it. */
import assert from "node:assert/strict";
import type { Evidence, Hearing } from "../../../src/caches/rules/evidence.ts";
import { judge } from "../../../src/caches/rules/tier.ts";
import { evidence, fix, heard, living, livingFix, north, PEERS, reading, T } from "../../kit/evidence.ts";

const verdict = (given: Partial<Evidence>) => judge(evidence(given));
const tierOf = (given: Partial<Evidence>) => verdict(given).tier;
const says = (given: Partial<Evidence>, words: string) => {
  const { sentence } = verdict(given).why;
  assert.ok(sentence.includes(words), `"${sentence}" lacks "${words}"`);
};
const by = (box: string) => ({ deliveredBy: { kind: "box" as const, box, ownerAccountId: 8 } });

Deno.test("the verdict names the box that delivered what counted, and no other", () => {
  const counted = fix({ at: T - 60, hearings: [heard(by("club"))] });
  const boxOf = (...fixes: ReturnType<typeof fix>[]) => verdict({ fixes }).box;
  assert.equal(boxOf(counted), "club");
  assert.equal(boxOf(fix()), undefined, "the shared secret is no box");
  const other = { trusted: false, ...by("other") };
  assert.equal(boxOf(fix({ at: T - 70 }, other), counted), "club", "of another time");
  assert.equal(boxOf(fix({ at: T - 60, call: "OE1ABC-9" }, other), counted), "club", "of another SSID");
  assert.equal(boxOf(fix({ at: T - 60, ...north(900) }, other), counted), "club", "of another place");
  const [bad, own] = [heard({ trusted: false, ...by("bad") }), heard({ site: "OE1ABC-10", ...by("own") })];
  assert.equal(boxOf(fix({ hearings: [bad, heard(by("club"))] })), "club", "not trusted under the first");
  assert.equal(boxOf(fix({ hearings: [own, heard(by("club"))] })), "club", "the logger's own site");
});

Deno.test("peers are named when they made the tier, and only then", () => {
  assert.deepEqual(verdict({ peers: PEERS }).peers, PEERS.instances);
  assert.equal(verdict({ peers: PEERS, fixes: [fix()] }).peers, undefined);
  const { candidates } = verdict({ peers: PEERS }).why;
  assert.deepEqual(candidates, [{ kind: "peers", at: T - 300, distanceM: 100, counted: true }]);
});

Deno.test("only positions of exactly the logger's call that he sent himself contradict peers", () => {
  const far = { at: T - 300, ...north(90_000) };
  assert.equal(tierOf({ peers: PEERS, fixes: [fix({ call: "OE1ABC", ...far })] }), null);
  assert.equal(tierOf({ peers: PEERS, fixes: [fix({ call: "OE1ABC-7", ...far })] }), "A");
  assert.equal(tierOf({ peers: PEERS, fixes: [fix({ call: "OE1ABC", commanded: true, ...far })] }), "A");
  const near = fix({ call: "OE1ABC", at: T - 300, ...north(400) });
  assert.equal(tierOf({ peers: PEERS, fixes: [fix({ call: "OE1ABC", ...far }), near] }), null);
  assert.equal(tierOf({ peers: PEERS, fixes: [fix({ call: "OE1ABC", ambiguityM: 50_000, ...far })] }), "A");
});

Deno.test("a track that is too fast, wherever it stands in the list; within a second counts as one", () => {
  const [fast, slow] = [fix({ at: T - 240, ...north(30_042) }), fix({ at: T - 900, ...north(900) })];
  assert.equal(tierOf({ fixes: [fix(), fast, slow] }), null);
  assert.equal(tierOf({ fixes: [slow, fix(), fast] }), null);
  assert.equal(tierOf({ fixes: [fix(), slow] }), "A");
  const atOnce = (metres: number) => tierOf({ fixes: [fix(north(20)), fix(north(20 + metres))] });
  assert.deepEqual([atOnce(80), atOnce(100)], ["A", null]);
});

Deno.test("clocks of two receivers may be some seconds apart; one receiver has one clock", () => {
  const box = (name: string, site = "OE1XYZ-10"): Partial<Hearing> => ({
    site,
    deliveredBy: { kind: "box", box: name, enrolledFor: "OE1XYZ" },
  });
  const other = { site: "OE3XYZ-10" };
  /** The find's own position, and another so far off so much later by what another (or the same) receiver's clock says. */
  const cases: [string, number, number, Partial<Hearing>, Partial<Hearing>, "A" | null][] = [
    ["a walker, 14 m in 10 s, clocks 10 s apart", 14, 0, {}, other, "A"],
    ["a driver at 130 km/h, 361 m in 10 s, clocks 8 s apart", 361, 2, {}, other, "A"],
    ["the same by one site", 361, 2, {}, {}, null],
    ["a driver at 130 km/h, 1083 m in 30 s, clocks 10 s apart", 1083, 20, {}, other, "A"],
    ["up to 300 km/h and ten seconds", 2499, 20, {}, other, "A"],
    ["no more than that", 2501, 20, {}, other, null],
    ["a kilometre at once", 1000, 0, {}, other, null],
    ["earlier as later", 2499, -20, {}, other, "A"],
    ["no more than that, earlier", 2501, -20, {}, other, null],
    ["two boxes of one site", 361, 2, box("attic"), box("hill"), "A"],
    ["two sites of one box", 361, 2, box("attic"), box("attic", "OE1XYZ-11"), null],
    ["a site by its secret, and by its box", 361, 2, {}, box("attic"), "A"],
  ];
  for (const [what, metres, later, first, second, tier] of cases) {
    const own = fix({}, first), next = fix({ at: T - 180 + later, ...north(42 + metres) }, second);
    for (const fixes of [[own, next], [next, own]]) {
      const judged = judge(evidence({ fixes }));
      const counted = judged.why.candidates.find(({ lat }) => lat === own.lat)!.counted;
      assert.equal(counted ? "A" : null, tier, what);
    }
  }
  // Heard by both of them, so that one clock is common to the two positions.
  const both = fix({ hearings: [heard(), heard(other)] }), next = fix({ at: T - 178, ...north(403) }, other);
  assert.equal(tierOf({ fixes: [both, next] }), null);
  // A hearing that attests nothing is no clock to go by.
  const relayed = fix({ hearings: [heard({ direct: false }), heard(other)] });
  assert.equal(tierOf({ fixes: [relayed, fix({ at: T - 178, ...north(403) })] }), "A");
  assert.match(
    judge(evidence({ fixes: [fix(), fix({ at: T - 150, ...north(20_000) }, other)] })).why.candidates[0]!
      .reason!,
    /another position 30 s apart would need 2395 km\/h/,
  );
});

Deno.test("a device reading: its limits in time, distance and accuracy", () => {
  assert.equal(tierOf({ reading: reading(20, { at: T - 120 }) }), "B");
  assert.equal(tierOf({ reading: reading(20, { at: T + 120 }) }), "B");
  assert.equal(tierOf({ reading: reading(150.5, { accuracyM: -5 }) }), null);
  assert.equal(tierOf({ reading: reading(150.5, { accuracyM: 1 }) }), "B");
  assert.equal(tierOf({ reading: reading(349, { accuracyM: 5000 }) }), "B");
  assert.equal(tierOf({ reading: reading(351, { accuracyM: 5000 }) }), null);
  const [counted] = verdict({ reading: reading(20) }).why.candidates;
  assert.deepEqual(counted, {
    kind: "device",
    at: T - 10,
    ...north(20),
    accuracyM: 10,
    distanceM: 20,
    counted: true,
  });
  const [nowhere] = verdict({ place: living([]), reading: reading(20) }).why.candidates;
  assert.deepEqual(Object.keys(nowhere!), [
    "kind",
    "at",
    "lat",
    "lon",
    "accuracyM",
    "counted",
    "reason",
    "said",
  ]);
});

Deno.test("a report counts from 30 min before to 60 s after, whatever else is wrong with it", () => {
  const at = (seconds: number, hearing: object = {}) =>
    verdict({ fixes: [fix({ at: T + seconds }, { at: T + seconds, ...hearing })] });
  assert.deepEqual([-1801, -1800, 60, 61].map((s) => at(s).tier), [null, "A", "A", null]);
  const unproven = [-1801, -1800, 60, 61].map((s) => at(s, { trusted: false }).method);
  assert.deepEqual(unproven, ["none", "aprs_is", "aprs_is", "none"]);
  const rounded = verdict({ fixes: [fix(north(149.9), { trusted: false })] });
  assert.equal(rounded.method, "aprs_is");
  says({ fixes: [fix({ ambiguityM: 1 })] }, "its position is ambiguous by 1 m");
});

Deno.test("who heard it, and who vouches for it", () => {
  says({ fixes: [fix({ via: "app", hearings: [] })] }, "the logger's own device sent it in");
  says({ fixes: [fix({ signedByDevice: true, hearings: [] })] }, "the logger's own device sent it in");
  says({ fixes: [fix({ hearings: [] })] }, "no receiving site is named");
  says({ fixes: [fix({ direct: false })] }, "heard a digipeater, not the sender");
  says({ fixes: [fix({}, { direct: false })] }, "heard a digipeater, not the sender");
  const logger = { accountId: 7, call: "OE9XYZ", bases: ["OE1ABC"], stations: [], proven: true };
  says({ logger, fixes: [fix({ call: "OE9XYZ" }, { site: "OE9XYZ-10" })] }, "is the logger's own call");
  const enrolledFor = (call: string) =>
    tierOf({ fixes: [fix({}, { deliveredBy: { kind: "box", box: "attic", enrolledFor: call } })] });
  assert.deepEqual([enrolledFor("OE8FOR"), enrolledFor("OE1OLD-3")], ["A", null]);
});

Deno.test("candidates: twelve at most, each far report once, those in time first, then the nearest, then the newest", () => {
  const untrusted = { trusted: false };
  const many = Array.from({ length: 15 }, (_, i) => fix({ at: T - 100 - i }, untrusted));
  assert.equal(verdict({ fixes: many }).why.candidates.length, 12);
  const far = fix({ ...north(5000), hearings: [heard(), heard({ site: "OE2ABC-10" })] });
  assert.equal(verdict({ fixes: [far] }).why.candidates.length, 1);
  const order = verdict({
    fixes: [
      fix({ at: T - 4000, ...north(1) }, untrusted),
      fix({ at: T - 50, ...north(90) }, untrusted),
      fix({ at: T - 70, ...north(30) }, untrusted),
      fix({ at: T - 60, ...north(30) }, untrusted),
    ],
  }).why.candidates.map(({ at }) => T - at);
  assert.deepEqual(order, [60, 70, 50, 4000]);
  const receivers = [
    heard({ lat: undefined }),
    heard({ lon: undefined }),
    heard({ site: "", trusted: false }),
  ]
    .map((hearing) => verdict({ fixes: [fix({ hearings: [hearing] })] }).why.candidates[0]!.receiver);
  assert.deepEqual(receivers, [{ site: "OE1XYZ-10" }, { site: "OE1XYZ-10" }, undefined]);
});

Deno.test("a living cache is where its own station was, nearest in time, exactly and by itself", () => {
  const found = (...fixes: ReturnType<typeof livingFix>[]) =>
    verdict({ place: living(fixes), fixes: [fix()] }).tier;
  assert.equal(found(livingFix()), "A");
  assert.equal(found(livingFix({ call: "OE5LIV-8" })), null, "another SSID");
  assert.equal(found(livingFix({ ambiguityM: 1 })), null);
  assert.equal(found(livingFix({ commanded: true })), null);
  assert.equal(found(livingFix({ at: T - 180 - 300 })), "A");
  assert.equal(found(livingFix({ at: T - 180 - 301 })), null);
  const [here, away] = [livingFix({ at: T - 170 }), livingFix({ at: T - 120, ...north(4000) })];
  assert.deepEqual([found(here, away), found(away, here)], ["A", "A"]);
  const [passed, there] = [livingFix({ at: T - 120 }), livingFix({ at: T - 170, ...north(4000) })];
  assert.deepEqual([found(passed, there), found(there, passed)], [null, null]);
  const far = livingFix({ at: T - 120, ...north(5000) });
  assert.equal(found(here, far), null, "two attested positions that one station cannot have had");
  assert.equal(found(here, { ...far, hearings: [] }), "A", "what nobody attested does not speak against one");
  const signed = livingFix({ signedByDevice: true, via: "app", hearings: [] });
  assert.equal(found(signed), "A");
  const strangers = { kind: "living" as const, station: "OE5LIV-9", ownerBases: ["OE5ELS"], fixes: [signed] };
  assert.equal(
    verdict({ place: strangers, fixes: [fix()] }).tier,
    null,
    "signed by who does not own the cache",
  );
});
