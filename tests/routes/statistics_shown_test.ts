/** What others see of a member's statistics: plain sums always, habits only where the member has switched it on. */
import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";
import { find, hide, suspend } from "../kit/seed_game.ts";

const HABITS = ["months", "calendar", "bestDay", "streak", "squares", "squareCount"];

appTest(
  "kinds and ratings are everybody's; days, months and squares are shown by a switch, at once",
  {},
  async (app) => {
    const { code } = await hide(app, "OE1OWN", { type: "multi" });
    const client = await app.signIn("OE7PQR");
    await find(app, "OE7PQR", code);
    await app.db.write(() => {});
    const seen = async (call = "OE7PQR") => (await app.visitor.get(`/api/profile/${call}/statistics`)).body;
    const first = await seen();
    assert.deepEqual([first.finds, first.types, HABITS.filter((name) => name in first)], [1, [{
      type: "multi",
      n: 1,
    }], []]);
    assert.ok(!("first" in first) && !("last" in first), "which cache it was is in the log book alone");
    assert.deepEqual((await client.get("/api/my/statistics-shown")).body, { on: false });
    assert.deepEqual((await client.post("/api/my/statistics-shown", { on: true })).body, { on: true });
    const all = await seen("oe7pqr-9");
    assert.deepEqual(HABITS.filter((name) => name in all), HABITS);
    assert.equal(all.squares[0].square, "JN88");
    await client.post("/api/my/statistics-shown", { on: false });
    assert.ok(!("months" in await seen()));
    suspend(app, "OE7PQR");
    assert.deepEqual([(await seen()).finds, (await seen("OE9NIX")).finds], [0, 0]);
    await refused(app, 400, "invalid_call", () => app.visitor.get("/api/profile/x/statistics"));
    await refused(app, 401, "no_session", () => app.visitor.post("/api/my/statistics-shown", { on: true }));
  },
);

appTest("a call that is not verified shows nothing of habits", {}, async (app) => {
  const newcomer = await app.signIn("OE8NEW", { verified: false });
  await refused(app, 403, "not_verified", () => newcomer.post("/api/my/statistics-shown", { on: true }));
});
