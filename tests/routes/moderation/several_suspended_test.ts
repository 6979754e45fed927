/** A wave of newcomers: many are suspended in one act, all of them or none, and the act is taken back as one. */
import assert from "node:assert/strict";
import { takeAllBack } from "../../../src/client/admin/done/take_back.ts";
import { waysBack, waysTogether } from "../../../src/client/admin/done/ways_back.ts";
import { SYSOP, testApp } from "../../kit/app.ts";
import { member } from "../../kit/seed_game.ts";

const PATH = "/api/admin/moderation/accounts/suspend-several";
const WAVE = ["OE9AAB", "OE9AAC", "OE9AAD"];

function wave() {
  const app = testApp();
  for (const call of WAVE) member(app, call);
  const suspended = () => WAVE.filter((call) => app.accounts.holder(call)?.suspended === true);
  return { app, suspended };
}

Deno.test("three are suspended in one act, and one act lifts it, also from the log", async () => {
  const { app, suspended } = wave();
  using _ = app;
  const said = { calls: WAVE, reason: "spam wave", suspended: true };
  const dry = await app.operator.post(PATH, { ...said, dry: true });
  assert.equal(dry.status, 200, dry.text);
  assert.equal(dry.body.touches.calls, 3);
  assert.deepEqual(suspended(), [], "looked at, nothing done");
  assert.equal((await app.operator.post(PATH, said)).status, 200);
  assert.deepEqual(suspended(), WAVE);
  const log = async () => (await app.operator.get("/api/admin/moderation/log")).body.entries;
  const entries = await log();
  assert.equal(new Set(entries.slice(0, 3).map(({ batch }: { batch: number }) => batch)).size, 1);
  const [together] = waysTogether(entries, waysBack(entries)).values();
  assert.deepEqual([together?.act, together?.entries.length], ["unsuspend", 3]);
  // The page "What was done" asks the gateway by itself what this gives.
  const asked: [string, unknown][] = [];
  await takeAllBack(
    { ask: (_: string, path: string, body: unknown) => Promise.resolve(asked.push([path, body])) } as never,
    together!,
  );
  assert.equal(asked[0]![0], PATH);
  const lifted = await app.operator.post(PATH, { ...asked[0]![1] as object, reason: "taken back" });
  assert.equal(lifted.status, 200, lifted.text);
  assert.deepEqual(suspended(), []);
});

Deno.test("all of them or none: an operator or an unknown call among them keeps everybody as they were", async () => {
  const { app, suspended } = wave();
  using _ = app;
  await app.signIn(SYSOP);
  for (const [other, reason] of [[SYSOP, "operator_account"], ["OE9ZZZ", "no_account"]]) {
    const before = app.fingerprint();
    const refused = await app.operator.post(PATH, {
      calls: [...WAVE, other],
      reason: "spam",
      suspended: true,
    });
    assert.equal(refused.body.reason, reason);
    assert.equal(app.fingerprint(), before);
  }
  assert.deepEqual(suspended(), []);
  const lift = await app.operator.post(PATH, { calls: WAVE, reason: "nothing", suspended: false });
  assert.equal(lift.body.reason, "not_suspended");
  assert.equal((await app.visitor.post(PATH, { calls: WAVE, reason: "spam", suspended: true })).status, 401);
  const many = Array.from({ length: 101 }, (_, i) => `OE9A${i}`);
  assert.equal((await app.operator.post(PATH, { calls: many, reason: "spam", suspended: true })).status, 400);
  assert.deepEqual(suspended(), []);
});
