/** What visits count for: sums, rankings, the activity feed, first to find. */
import assert from "node:assert/strict";
import { CACHE } from "../../kit/game.ts";
import { club, HOME, taken, VISITOR } from "./visitor.ts";

Deno.test("visitors are ranked apart from members, or among them, each with the instance where they live", async () => {
  const one = await club();
  // The same call belongs to a member here: those are two rows, and no find of the one is the other's.
  const member = await one.app.signIn(VISITOR);
  const other = await one.hide(one.owner, { title: "Another" });
  const position = { ...CACHE, accuracyM: 5, at: one.world.now() };
  assert.equal(
    (await member.post(`/api/caches/${other.code}/logs`, { kind: "found", position })).status,
    201,
  );
  await taken(one);
  const board = async () => (await one.app.visitor.get("/api/leaderboard?metric=finds")).body;
  const apart = await board();
  const row = { rank: 1, loggerCall: VISITOR, finds: 1 };
  const told = (rows: Record<string, unknown>[]) => rows.map(({ points: _points, ...rest }) => rest);
  assert.deepEqual([told(apart.leaderboard), told(apart.guests)], [[row], [{ ...row, home: HOME }]]);
  const set = await one.app.operator.put("/api/admin/settings/VISITORS_RANKED", { value: "among" });
  assert.equal(set.status, 200, set.text);
  const among = await board();
  assert.equal(among.guests, undefined);
  assert.deepEqual(told(among.leaderboard).map(({ home }) => home ?? null).sort(), [null, HOME].sort());
  assert.equal(one.app.caches.wrongSums(), 0);
  one.close();
});

Deno.test("kept sums of visitors are mended like those of members", async () => {
  const one = await club();
  await taken(one);
  const spoil = one.app.db.change<Record<never, never>>("UPDATE finder_sum SET finds = 7 WHERE account < 0");
  one.app.db.writeNow((tx) => void spoil(tx, {}));
  assert.equal(one.app.caches.wrongSums(), 1);
  await one.app.jobs.find(({ name }) => name === "finder-sums")!.run();
  assert.equal(one.app.caches.wrongSums(), 0);
  one.close();
});

Deno.test("the activity feed shows a visit with its home; a visitor is told of nothing here, the hider of the find", async () => {
  const one = await club();
  await taken(one);
  const { activity } = (await one.app.visitor.get("/api/activity")).body;
  assert.deepEqual([activity[0].loggerCall, activity[0].loggerHome], [VISITOR, HOME]);
  const alerts = one.app.db.sql<never, { kind: string; account: number }>(
    "SELECT kind, account_id AS account FROM alert",
  ).all();
  assert.deepEqual(alerts.map(({ kind, account }) => [kind, account]), [[
    "cache_found",
    one.account("OE1OWN"),
  ]]);
  one.close();
});
