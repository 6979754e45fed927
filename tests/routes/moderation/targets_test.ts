/** What a report is about: exactly that thing, of the person of then, while it is there. */
import assert from "node:assert/strict";
import { appTest, refused, type TestApp } from "../../kit/app.ts";
import { CACHE, gameApp } from "../../kit/game.ts";

const remove = (app: TestApp, kind: string, id: string, more: object = {}) =>
  app.operator.post("/api/admin/moderation/remove", { kind, id, reason: "not for a club", ...more });

Deno.test("a report on another kind of thing of the same number, or another thing of the same kind, ties to nothing", async () => {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn("OE1OWN"), finder = await app.signIn("OE2FND");
  const [one, two] = [await game.hide(owner), await game.hide(owner)];
  const log = await finder.post(`/api/caches/${one.id}/logs`, { kind: "note", text: "seen" });
  assert.equal(log.body.id, one.id, "cache and log have the same number");
  const filed = async (kind: string, id: number) =>
    (await finder.post("/api/reports", { kind, id, category: "spam" })).body.id as number;
  const onLog = await filed("log", log.body.id),
    onTwo = await filed("cache", two.id),
    onOne = await filed("cache", one.id);
  for (const reportId of [onLog, onTwo]) {
    await refused(app, 409, "other_target", () => remove(app, "cache", String(one.id), { reportId }));
  }
  assert.equal((await remove(app, "cache", String(one.id), { reportId: onOne })).status, 200);
  game.close();
});

appTest("an old report does not take the profile of whoever holds the call next", {}, async (app) => {
  const ann = await app.signIn("OE1ABC"), finder = await app.signIn("OE2FND");
  await ann.post("/auth/profile", { bio: "adverts", profilePublic: true });
  const report = await finder.post("/api/reports", { kind: "profile", id: "OE1ABC", category: "spam" });
  assert.equal(report.status, 201, report.text);
  app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1ABC", "OE1SYS", "given back", null));
  const next = await app.signIn("OE1ABC");
  await next.post("/auth/profile", { bio: "I am new here", profilePublic: true });
  const reportId = report.body.id;
  await refused(app, 409, "call_moved", () => remove(app, "profile", "OE1ABC", { reportId }));
  await refused(app, 409, "call_moved", () => remove(app, "profile", "OE1ABC", { reportId, dry: true }));
  const shown = await app.operator.get(`/api/admin/moderation/reports/${reportId}`);
  assert.equal(shown.body.touches, null);
  assert.match(shown.body.item.text, /I am new here/);
  // Without the report it is a decision about the profile as it is now.
  assert.equal((await remove(app, "profile", "OE1ABC")).status, 200);
});

appTest(
  "what is removed already is reported as little as what never was, by nobody and by a member",
  {},
  async (app) => {
    const owner = await app.signIn("OE1OWN"), finder = await app.signIn("OE2FND");
    const cache = (await owner.post("/api/caches", { title: "Mill", ...CACHE })).body;
    const gone = (await owner.post("/api/caches", { title: "Bridge", ...CACHE })).body;
    const log = (await finder.post(`/api/caches/${cache.id}/logs`, { kind: "note", text: "seen" })).body;
    assert.equal((await remove(app, "cache", String(gone.id))).status, 200);
    assert.equal((await finder.delete(`/api/caches/${cache.id}/logs/${log.id}`)).status, 200);
    for (const by of [app.visitor, owner, finder]) {
      const report = (kind: string, id: number) => () =>
        by.post("/api/reports", { kind, id: String(id), category: "spam" });
      const never = await refused(app, 404, "item_not_found", report("cache", 4711));
      for (const act of [report("cache", gone.id), report("log", log.id)]) {
        assert.deepEqual((await refused(app, 404, "item_not_found", act)).body, never.body);
      }
    }
  },
);
