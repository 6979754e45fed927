/** Frames that must not get in, on every way by which a frame can come: a hub's page, the origin's own page, a carrier. */
import assert from "node:assert/strict";
import { deliver } from "../../src/federation/carriers/deliver.ts";
import { forge, Liar } from "./hostile.ts";
import {
  A,
  ATTACKS,
  EVIL,
  find,
  good,
  keyA,
  move,
  NOW,
  type Scene,
  tombstone,
  V,
  WHY,
} from "./hostile_attacks.ts";
import { cacheBody, Node, runPull } from "./node.ts";

/** A, who published and deleted; evil, whom the victim trusts all too much; the victim, who holds A's records. */
async function scene(): Promise<{ a: Node; evil: Liar; victim: Node; facts: Scene }> {
  const clock = { ms: (NOW - 1000) * 1000 };
  const a = new Node(A, clock), victim = new Node(V, clock), evil = new Liar(EVIL, clock);
  victim.follow(A);
  victim.follow(EVIL);
  const publish = (title: string) => a.write((tx) => a.publisher.publish(tx, "cache", cacheBody(title)));
  const kept = publish("kept"), deleted = publish("deleted"), removed = publish("removed");
  await runPull(victim, a);
  await runPull(victim, evil);
  const frameOf = (gid: string) => victim.store.records.byGid({ gid })!.frame!;
  const facts: Scene = {
    ...kept,
    frame: frameOf(kept.gid),
    deleted: { ...deleted, frame: frameOf(deleted.gid) },
    removed: { ...removed, frame: frameOf(removed.gid) },
  };
  a.write((tx) => a.publisher.withdraw(tx, deleted.gid, { bounded: false }));
  a.write((tx) => a.publisher.withdraw(tx, removed.gid, { bounded: true }));
  await runPull(victim, a);
  assert.equal(victim.mirror().size, 1);
  clock.ms = NOW * 1000;
  return { a, evil, victim, facts };
}

const close = (...nodes: Node[]) => nodes.forEach((node) => node.close());
const gapsOf = (node: Node) =>
  node.store.gaps.all().map((gap) => `${gap.origin} ${gap.kind} ${gap.v} ${gap.reason}`);

/** Those that a page refuses for another reason than a carrier has. */
const WHY_ON_PAGE: Record<string, string> = {
  "of another origin than the page": "of another origin",
  "a find on the cache page": "of another kind",
  "the victim's own record": "of another origin",
  "of an instance that nobody knows": "of another origin",
};

for (const attack of ATTACKS) {
  const kind = attack.kind ?? "cache";
  Deno.test(`a trusted hub's page brings ${attack.name}: ${attack.expect}`, async () => {
    const { a, evil, victim, facts } = await scene();
    const before = JSON.stringify([...victim.mirror()]);
    evil.serve(A, kind, [attack.frame(facts)], { nextCursor: 1_780_315_200_000 });
    await runPull(victim, evil);
    assert.equal(JSON.stringify([...victim.mirror()]), before);
    assert.deepEqual(victim.store.records.byGid({ gid: facts.gid })!.frame, facts.frame);
    const gapped = attack.expect === "unverified" || attack.expect === "future";
    assert.equal(gapsOf(victim).length, gapped ? 1 : 0, JSON.stringify(gapsOf(victim)));
    const why = WHY_ON_PAGE[attack.name] ?? WHY[attack.name];
    const said = victim.log.filter((line) => line.includes(" frames not taken ")).join();
    if (why !== undefined) {
      assert.ok(said.includes(JSON.stringify(`(${why})`).slice(1, -1)), `${said}: ${why}`);
    }
    // One bad frame never holds up the others: the mark went on to the end of the page.
    assert.equal(victim.store.progress.mark({ origin: A, kind }), 1_780_315_200_000);
    close(a, evil, victim);
  });

  Deno.test(`a carrier brings ${attack.name}: ${attack.carried ?? attack.expect}`, async () => {
    const { a, evil, victim, facts } = await scene();
    const before = JSON.stringify([...victim.mirror()]);
    const { outcomes } = await deliver(victim.deps, victim.db, [attack.frame(facts)], "carrier");
    const outcome = outcomes[0]!;
    assert.equal(outcome.result, attack.carried ?? attack.expect);
    const why = "why" in outcome ? outcome.why : "problem" in outcome ? outcome.problem : undefined;
    assert.equal(why, WHY[attack.name]);
    if (outcome.result === "unverified") assert.equal(outcome.outdated, false);
    if (attack.carried !== "applied") assert.equal(JSON.stringify([...victim.mirror()]), before);
    assert.deepEqual(gapsOf(victim), []);
    assert.deepEqual(victim.store.records.byGid({ gid: facts.gid })!.frame, facts.frame);
    close(a, evil, victim);
  });
}

Deno.test("the attacks fail for their own reason: the same frame without the flaw is applied", async () => {
  const { a, evil, victim } = await scene();
  const frames = [
    forge(good(), keyA),
    forge(find({}), keyA),
    forge(move(A), keyA),
    forge(tombstone({ gid: `${A}:cache:7777` }), keyA),
  ];
  const { outcomes } = await deliver(victim.deps, victim.db, frames, "carrier");
  assert.deepEqual(outcomes.map((outcome) => outcome.result), ["applied", "applied", "applied", "applied"]);
  close(a, evil, victim);
});

Deno.test("there are at least sixty attacks, each with a name of its own", () => {
  assert.ok(ATTACKS.length >= 60, String(ATTACKS.length));
  const names = new Set(ATTACKS.map((attack) => attack.name));
  assert.equal(names.size, ATTACKS.length);
  assert.ok([...Object.keys(WHY), ...Object.keys(WHY_ON_PAGE)].every((name) => names.has(name)));
});
