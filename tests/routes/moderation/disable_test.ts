/** A cache is disabled instead of removed: its owner reads why and may enable it again, and so may an operator. */
import assert from "node:assert/strict";
import { refused, type TestApp, testApp } from "../../kit/app.ts";
import { club, OWNER } from "../../kit/moderated.ts";
import { hide } from "../../kit/seed_game.ts";

const clubApp = (env: Record<string, string> = {}) => testApp({ FIRST_PARTY_SITES: "OE1GATE-1", ...env });

const disable = (app: TestApp, id: unknown, more: object = {}) =>
  app.operator.post("/api/admin/moderation/disable", {
    kind: "cache",
    id,
    reason: "the footbridge is closed",
    ...more,
  });

Deno.test("a cache that an operator disables stays in sight, settles its report, tells its owner, and is enabled again by either", async () => {
  using app = clubApp({ APP_URL: "https://club.example" });
  const { ids, owner, finder } = await club(app);
  app.db.writeNow((tx) =>
    app.db.sql("UPDATE account SET email = 'ann@example.org' WHERE active_call = 'OE1ABC'").run(tx)
  );
  const { body: { id: reportId } } = await finder.post("/api/reports", {
    ...{ kind: "cache", id: ids.cache, category: "unsafe", text: "the footbridge is gone" },
  });
  app.world.sent.length = 0;
  assert.equal((await disable(app, ids.cache, { reportId })).status, 200);
  const path = `/api/caches/${ids.cache}`;
  assert.equal((await finder.get(path)).body.status, "disabled");
  const { report } = (await app.operator.get(`/api/admin/moderation/reports/${reportId}`)).body;
  assert.deepEqual([report.status, report.resolution], ["resolved", "disabled: the footbridge is closed"]);
  const [alert] = (await owner.get("/api/watch/alerts")).body.alerts;
  assert.deepEqual([alert.kind, alert.callsign], ["cache_disabled", OWNER]);
  assert.match(app.world.sent[0]!.text, /disabled something of yours[\s\S]*the footbridge is closed/);
  assert.doesNotMatch(app.world.sent[0]!.text, /is gone/, "nobody is told what was reported");
  const log = async () =>
    (await app.operator.get("/api/admin/moderation/log")).body.entries.map(({ action }: { action: string }) =>
      action
    );
  assert.deepEqual((await log()).slice(0, 2), ["disable", "resolve"]);
  assert.equal((await disable(app, ids.cache, { disabled: false })).status, 200);
  assert.equal((await finder.get(path)).body.status, "active");
  assert.equal((await log())[0], "enable");
  await disable(app, ids.cache);
  assert.equal((await owner.patch(path, { status: "active" })).status, 200);
});

Deno.test("nothing else can be disabled, nor a cache that is not active, nor for a report on something else", async () => {
  using app = clubApp();
  const { ids, finder } = await club(app);
  const { body: { id: onLog } } = await finder.post("/api/reports", {
    kind: "bbs",
    id: ids.bbs,
    category: "spam",
  });
  await refused(app, 400, "cannot_disable", () => disable(app, ids.log, { kind: "log" }));
  await refused(app, 404, "item_not_found", () => disable(app, 99_999));
  await refused(app, 409, "other_target", () => disable(app, ids.cache, { reportId: onLog }));
  await refused(app, 404, "report_not_found", () => disable(app, ids.cache, { reportId: 999 }));
  await refused(app, 409, "other_status", () => disable(app, ids.cache, { disabled: false }));
  await refused(app, 400, "invalid_body", () => disable(app, ids.cache, { reason: "x" }));
  await disable(app, ids.cache);
  await refused(app, 409, "other_status", () => disable(app, ids.cache));
  await app.operator.post("/api/admin/moderation/remove", {
    kind: "cache",
    id: ids.cache,
    reason: "gone altogether",
  });
  await refused(app, 409, "other_status", () => disable(app, ids.cache, { disabled: false }));
});

Deno.test("several caches are disabled in one act, or none of them, and enabled again in one", async () => {
  using app = clubApp();
  const { ids, finder } = await club(app);
  const other = await hide(app, "OE3XYZ", { title: "The other one" });
  const several = (ids: unknown[], disabled = true, reason = "a storm closed the wood") =>
    app.operator.post("/api/admin/moderation/disable-several", { ids, disabled, reason });
  const statuses = () =>
    Promise.all(
      [ids.cache, other.id].map(async (id) => (await finder.get(`/api/caches/${id}`)).body.status),
    );
  // One that does not fit leaves all of them as they are.
  await refused(app, 404, "item_not_found", () => several([ids.cache, 99_999]));
  await refused(app, 409, "other_status", () => several([ids.cache, other.id], false));
  await refused(app, 400, "invalid_body", () => several([]));
  await refused(app, 400, "invalid_body", () => several(Array.from({ length: 101 }, (_, i) => i + 1)));
  await refused(app, 400, "invalid_body", () => several([ids.cache], true, "x"));
  const forbidden = await finder.post("/api/admin/moderation/disable-several", {
    ...{ ids: [ids.cache], disabled: true, reason: "a storm closed the wood" },
  });
  assert.equal(forbidden.status, 403);

  assert.deepEqual((await several([ids.cache, other.id, ids.cache])).body, { ok: true });
  assert.deepEqual(await statuses(), ["disabled", "disabled"]);
  await refused(app, 409, "other_status", () => several([ids.cache, other.id]));
  const log = async () => (await app.operator.get("/api/admin/moderation/log")).body.entries;
  const [second, first, before] = await log();
  assert.deepEqual([first.action, second.action], ["disable", "disable"]);
  assert.deepEqual([first.batch, second.batch, before?.batch ?? null], [first.id, first.id, null]);

  assert.equal((await several([ids.cache, other.id], false)).status, 200);
  assert.deepEqual(await statuses(), ["active", "active"]);
  const [back, alsoBack] = await log();
  assert.equal(back.batch, alsoBack.batch);
  assert.notEqual(back.batch, first.batch, "another act, another number");
});
