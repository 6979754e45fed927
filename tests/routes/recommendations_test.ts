/** Recommendations over HTTP: one for ten finds, of a cache that was found; honest when finds or people go. */
import assert from "node:assert/strict";
import { appTest, refused, type TestApp } from "../kit/app.ts";
import { find, hide } from "../kit/seed_game.ts";

/** Twenty caches a kilometre apart, of which somebody has found the first so many. */
async function scene(app: TestApp, found: number) {
  const caches: { id: number; code: string }[] = [];
  for (let n = 0; n < 20; n++) {
    caches.push(await hide(app, "OE1OWN", { title: `Cache ${n}`, lat: 48 + n / 100 }));
  }
  const finder = await app.signIn("OE2FND");
  for (const { code } of caches.slice(0, found)) await find(app, "OE2FND", code);
  await app.db.write(() => {}); // what finds tell their owners is written behind them
  const give = (n: number, on = true) => finder.post(`/api/caches/${caches[n]!.id}/recommend`, { on });
  const number = async (n: number) =>
    (await app.visitor.get(`/api/caches/${caches[n]!.id}`)).body.recommended;
  return { caches, finder, give, number };
}

appTest("nine finds give nothing, ten give one; it is shown, taken back, and given elsewhere", {
  HIDE_DAILY_LIMIT: "1000",
}, async (app) => {
  const { caches, finder, give, number } = await scene(app, 9);
  const spent = await refused(app, 409, "recommendations_spent", () => give(0));
  assert.equal(spent.body.limit, 0);
  await find(app, "OE2FND", caches[9]!.code);
  await app.db.write(() => {});
  const own = async (n: number) => (await finder.get(`/api/caches/${caches[n]!.id}`)).body.yourRecommendation;
  assert.deepEqual(await own(0), { on: false, left: 1 });
  assert.equal(await own(10), undefined, "who has not found it is not asked");
  await refused(app, 403, "recommend_unfound", () => give(10));
  assert.deepEqual((await give(0)).body, { on: true, count: 1, left: 0 });
  assert.deepEqual((await give(0)).body, { on: true, count: 1, left: 0 }, "sent again, it is the same");
  assert.equal((await refused(app, 409, "recommendations_spent", () => give(1))).body.limit, 1);
  const rows = (await app.visitor.get("/api/caches?bbox=16,47,17,49")).body.caches as Record<
    string,
    unknown
  >[];
  assert.deepEqual(
    rows.filter((row) => row.recommended).map(({ code, recommended }) => [code, recommended]),
    [
      [caches[0]!.code, 1],
    ],
  );
  const { given, left } = (await finder.get("/api/my/recommendations")).body;
  assert.deepEqual([given[0].code, given[0].counts, left], [caches[0]!.code, true, 0]);
  assert.deepEqual((await give(0, false)).body, { on: false, count: 0, left: 1 });
  assert.deepEqual((await give(1)).body, { on: true, count: 1, left: 0 });
  assert.deepEqual([await number(0), await number(1)], [0, 1]);
});

appTest("a cache that an operator removes takes what it gave, and brings it back", {
  HIDE_DAILY_LIMIT: "1000",
}, async (app) => {
  const { caches, finder, give, number } = await scene(app, 10);
  await give(3);
  const act = (act: string) =>
    app.operator.post(`/api/admin/moderation/${act}`, {
      kind: "cache",
      id: String(caches[7]!.id),
      reason: "made up",
    });
  const removed = await act("remove");
  assert.equal(removed.status, 200, removed.text);
  assert.equal(await number(3), 0);
  const { given, left } = (await finder.get("/api/my/recommendations")).body;
  assert.deepEqual([given[0].counts, left], [false, 0]);
  const restored = await act("restore");
  assert.equal(restored.status, 200, restored.text);
  assert.equal(await number(3), 1);
});

appTest("a find that is taken back takes the recommendation of its cache; so does who erases the account", {
  HIDE_DAILY_LIMIT: "1000",
}, async (app) => {
  const { caches, finder, give, number } = await scene(app, 11);
  await give(2);
  const pack = async () => (await app.visitor.get("/api/offline/pack?grid=JN88")).headers.get("etag");
  const before = await pack();
  const [log] = (await finder.get(`/api/caches/${caches[2]!.id}/logs`)).body.logs as { id: number }[];
  assert.equal((await finder.delete(`/api/caches/${caches[2]!.id}/logs/${log!.id}`)).status, 200);
  assert.equal(await number(2), 0);
  assert.notEqual(await pack(), before);
  await give(2, false);
  await give(4);
  assert.equal(await number(4), 1);
  const exported = (await finder.post("/api/account/OE2FND/export")).body;
  assert.ok(JSON.stringify(exported).includes(`"recommendations":[{"cacheId":${caches[4]!.id}`));
  assert.equal((await finder.post("/api/account/OE2FND/delete")).status, 200);
  assert.equal(await number(4), 0);
});

appTest(
  "files that are taken out say how many finders recommend a cache",
  { HIDE_DAILY_LIMIT: "1000" },
  async (app) => {
    const { caches, finder, give } = await scene(app, 10);
    await give(5);
    const box = "bbox=16,47,17,49";
    const csv = (await finder.get(`/api/my/caches.csv?${box}`)).text.split("\r\n");
    const column = csv[0]!.split(",").indexOf("recommended");
    assert.deepEqual(
      csv.filter((line) => line.split(",")[column] === "1").map((line) => line.split(",")[0]),
      [caches[5]!.code],
    );
    const gpx = (await finder.get(`/api/my/caches.gpx?${box}`)).text;
    assert.deepEqual(gpx.match(/Recommended by .*/g), ["Recommended by 1 finder."]);
  },
);
