/** What an instance says of itself when it is met: which key is taken, and what nobody believes. */
import assert from "node:assert/strict";
import { fingerprintOf } from "../../src/wire/mod.ts";
import { PullFailed } from "../../src/federation/pull/effects.ts";
import { json, Liar } from "./hostile.ts";
import { keyFrom, Node, runPull } from "./node.ts";

function pair() {
  const clock = { ms: 1_780_315_200_000 };
  const a = new Liar("a.example", clock), b = new Node("b.example", clock);
  b.follow(a.id, "unvetted");
  const row = () => b.store.peers.live(a.id)!;
  const expect = (expected: string | null) =>
    b.write((tx) => b.store.peers.save(tx, { ...b.store.peers.byUrl(`sim://${a.id}`)!, expected }));
  const close = () => [a, b].forEach((node) => node.close());
  return { clock, a, b, row, expect, close };
}
const print = (n: number) => fingerprintOf(keyFrom(`a.example ${n}`).publicKey);
const isFingerprint = (error: unknown) => error instanceof PullFailed && error.reason === "fingerprint";

Deno.test("a fingerprint that FED_PEERS came to name after the first contact holds as well", async () => {
  const { a, b, row, expect, close } = pair();
  await runPull(b, a);
  expect(fingerprintOf(keyFrom("somebody else").publicKey));
  await assert.rejects(runPull(b, a), isFingerprint);
  assert.equal(row().trust, "unvetted");
  expect(print(0));
  await runPull(b, a);
  assert.equal(row().trust, "trusted");
  close();
});

Deno.test("at the first contact the named key is pinned and trusted, another is not taken", async () => {
  const wrong = pair();
  wrong.expect(print(7));
  await assert.rejects(runPull(wrong.b, wrong.a), isFingerprint);
  assert.equal(wrong.b.store.peers.byUrl("sim://a.example")!.pin, null);
  wrong.close();
  const right = pair();
  right.expect(print(0));
  await runPull(right.b, right.a);
  assert.deepEqual([right.row().trust, right.row().pin], ["trusted", keyFrom("a.example 0").publicKey]);
  right.close();
});

Deno.test("verified successors of the named key go on matching, a key from before it does not", async () => {
  const { clock, a, b, row, expect, close } = pair();
  expect(print(0));
  await runPull(b, a);
  clock.ms += 1000;
  a.rotate();
  await runPull(b, a);
  assert.equal(row().pin, keyFrom("a.example 1").publicKey);
  clock.ms += 1000;
  a.rotate();
  await runPull(b, a);
  expect(print(1));
  await runPull(b, a);
  expect(print(3));
  await assert.rejects(runPull(b, a), isFingerprint);
  close();
});

Deno.test("a descriptor's word on its operator is not believed; the registry's is", async () => {
  const { a, b, row, close } = pair();
  a.lies.set("/.well-known/svc", async (_path, honest) => {
    const said = JSON.parse(new TextDecoder().decode((await honest()).bytes));
    return json({ ...said, aprsCall: "OE1XYZ", operator: "OE1XYZ" });
  });
  await runPull(b, a);
  assert.equal(row().operatorCall, null);
  b.deps.binding = () => ({ operator: "OE9SYS" });
  await runPull(b, a);
  assert.equal(row().operatorCall, "OE9SYS");
  b.write((tx) => b.store.peers.save(tx, { ...row(), operatorCall: "OE3DNS", verifiedVia: "ardc-lot" }));
  await runPull(b, a);
  assert.equal(row().operatorCall, "OE3DNS", "DNS has proven it");
  close();
});
