/** What the words of peers come to: whom to ask again, which call wins, and whether more may come (FED "Events"). */
import assert from "node:assert/strict";
import {
  HELD_S,
  isWorthRetrying,
  type Spoken,
  unanswered,
  verdictOf,
} from "../../../src/federation/corroborate/asking.ts";
import type { Witness } from "../../../src/federation/corroborate/witnesses.ts";
import { newPeer } from "../../../src/federation/tables/peer_store.ts";

const NOTHING = { why: null, answer: null, key: null, igate: null, wait: null };
const word = (instance: string, call: string, said: Spoken["said"], distanceM = 100): Spoken => ({
  ...{ ...NOTHING, instance, call, said, askedAt: 1, question: new Uint8Array() },
  ...(said === "yes" ? { distanceM, at: 1 } : { distanceM: null, at: null }),
});
/** Everybody is another operator; who is called a stranger is not trusted. */
const witness = (instance: string): Witness => ({
  peer: { id: 1, ...newPeer({ url: `x:${instance}`, addedVia: "admin", addedAt: 1 }) },
  ...{ instance, key: `key of ${instance}`, automatic: false, keys: [], trusted: instance !== "stranger" },
});

Deno.test("a question may lie at a hub for an hour", () => assert.equal(HELD_S, 3600));

Deno.test("a peer is asked again about what it was not reached about or never asked, and only where it was not reached", () => {
  const calls = ["A", "B", "C"];
  assert.deepEqual(unanswered([word("p", "A", "unreached"), word("p", "B", "no")], "p", calls), ["A", "C"]);
  assert.deepEqual(unanswered([word("p", "A", "no")], "p", calls), []);
  assert.deepEqual(unanswered([word("q", "A", "unreached"), word("p", "A", "no")], "p", calls), []);
  assert.deepEqual(unanswered([], "p", calls), []);
});

Deno.test("the call that more peers heard wins over one that was heard closer, and a quorum over both", () => {
  const words = [
    ...[word("p", "A", "yes", 10), word("q", "B", "yes", 900), word("r", "B", "yes", 800)],
    word("stranger", "A", "yes", 1),
  ];
  for (const quorum of [1, 3]) {
    for (const given of [words, words.toReversed()]) {
      const verdict = verdictOf(given, quorum, witness);
      assert.deepEqual([verdict?.call, verdict?.distanceM, verdict?.confirmed], ["B", 800, quorum === 1]);
      assert.deepEqual(verdict?.instances.toSorted(), ["q", "r"]);
    }
  }
  assert.equal(verdictOf([word("stranger", "A", "yes"), word("p", "A", "no")], 1, witness), undefined);
});

Deno.test("asking again is worth it where those not reached could still make a quorum about one call", () => {
  const worth = (quorum: number, ...words: Spoken[]) => isWorthRetrying(words, ["A", "B"], quorum, witness);
  assert.equal(worth(2, word("p", "A", "yes"), word("q", "A", "unreached")), true);
  assert.equal(worth(2, word("p", "A", "yes"), word("q", "A", "waiting")), true);
  assert.equal(worth(3, word("p", "A", "yes"), word("q", "A", "unreached")), false);
  assert.equal(worth(2, word("p", "A", "yes"), word("q", "A", "no")), false);
  assert.equal(worth(1, word("p", "A", "yes")), false, "nobody is left to ask");
  assert.equal(worth(1, word("stranger", "A", "unreached")), false);
  // Who was not reached about the first call was not asked about the second; who answered there is done.
  assert.equal(worth(2, word("p", "B", "yes"), word("q", "A", "unreached")), true);
  const done = [word("p", "B", "yes"), word("q", "A", "unreached"), word("q", "B", "no")];
  assert.equal(worth(2, ...done), false);
});

Deno.test("who is one person with whom is read off everybody who was asked, also of who said no or nothing", () => {
  const runs: Record<string, Partial<Witness>> = {
    ...{ p: { operator: "OE1A" }, q: { declared: ["OE2B"] }, r: { declared: ["OE3C"] } },
    // Of the first's operator, and by its own word of the second's: the two are one person.
    x: { operator: "OE1A", declared: ["OE2B"] },
  };
  const by = (instance: string) => ({ ...witness(instance), ...runs[instance] });
  for (const said of ["no", "unreached", "refused", "yes"] as const) {
    const words = [word("p", "A", "yes"), word("q", "A", "yes"), word("x", "A", said)];
    assert.equal(verdictOf(words, 2, by)?.confirmed, false, said);
    // Also where it was asked about another call alone.
    assert.equal(verdictOf([...words.slice(0, 2), word("x", "B", said)], 2, by)?.confirmed, false);
    const more = [...words.slice(0, 1), word("q", "A", "unreached"), word("x", "A", said)];
    assert.equal(isWorthRetrying(more, ["A"], 2, by), false, `${said}: nothing is left that could be two`);
    assert.equal(isWorthRetrying([...more, word("r", "A", "unreached")], ["A"], 2, by), true);
  }
  assert.equal(verdictOf([word("p", "A", "yes"), word("q", "A", "yes")], 2, by)?.confirmed, true);
});
