/** `GET /api/finds/:id`: whoever sees the log book sees the log, and no more of why than there. */
import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";
import { find, hide } from "../kit/seed_game.ts";

appTest(
  "one find: its cache, all of why to its writer and the operator, the method to others",
  {},
  async (app) => {
    const { code, createdAt } = await hide(app, "OE1XYZ", { title: "The old mast" });
    await find(app, "OE3FND", code, { text: "TNX" });
    const writer = await app.signIn("OE3FND"), other = await app.signIn("OE5OTH");
    const own = (await writer.get("/api/finds/1")).body;
    assert.deepEqual(own.cache, { code, title: "The old mast", lat: 48.2, lon: 16.37, createdAt });
    assert.deepEqual([own.log.text, own.log.tier], ["TNX", "B"]);
    assert.ok(own.log.why.candidates.length > 0);
    // Only its writer may mend it: that is told to nobody else.
    const { own: mine, ...log } = own.log;
    assert.deepEqual(mine, { mendableUntil: own.log.createdAt + 86_400 });
    assert.deepEqual((await (await app.sysop()).get("/api/finds/1")).body, { ...own, log });
    for (const somebody of [app.visitor, other]) {
      assert.deepEqual((await somebody.get("/api/finds/1")).body.log.why, { method: own.log.why.method });
    }
  },
);

appTest("a log that the book does not show is not there by itself either", {}, async (app) => {
  const { id, code } = await hide(app, "OE1XYZ");
  await find(app, "OE3FND", code);
  for (const ref of ["2", "0", "01", "1x", "-1", "9999999999999999", "b.example:find:1"]) {
    await refused(app, 404, "log_not_found", () => app.visitor.get(`/api/finds/${ref}`));
  }
  const owner = await app.signIn("OE1XYZ"), writer = await app.signIn("OE3FND");
  await owner.patch(`/api/caches/${id}`, { unlisted: true });
  await refused(app, 404, "cache_not_found", () => app.visitor.get("/api/finds/1"));
  assert.equal((await writer.get("/api/finds/1")).status, 200);
  await owner.patch(`/api/caches/${id}`, { unlisted: false });
  assert.equal((await app.visitor.get("/api/finds/1")).status, 200);
  app.db.writeNow((tx) => app.db.sql("UPDATE log SET removed_at = 1 WHERE id = 1").run(tx));
  await refused(app, 404, "log_not_found", () => app.visitor.get("/api/finds/1"));
});
