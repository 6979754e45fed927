/** A box with more caches than one answer says so, keeps what people hid, and goes on where asked to. */
import assert from "node:assert/strict";
import { refused } from "../kit/app.ts";
import { gameApp } from "../kit/game.ts";
import { suspend } from "../kit/seed_game.ts";

const csv = { "content-type": "text/csv" };
/** So many parks around the club's cache, the farther the later. */
const parks = (many: number) =>
  `"reference","name","active","entityId","locationDesc","latitude","longitude","grid"\n` +
  Array.from(
    { length: many },
    (_, n) =>
      `"AT-${10_000 + n}","Park ${n}","1","206","AT-NO","${48.2 + (n + 1) / 10_000}","16.3","JN88je"\n`,
  ).join("");

Deno.test("club caches stay on the map among more imported parks than one answer has", async () => {
  const game = gameApp({ HIDE_DAILY_LIMIT: "0" });
  const { app } = game;
  const owner = await app.signIn("OE1ABC");
  const own: string[] = [];
  for (let n = 0; n < 5; n++) {
    own.push((await game.hide(owner, { title: `Club ${n}`, lat: 47.1 + n / 5, lon: 16 + n / 10 })).code);
  }
  const few = (await app.visitor.get("/api/caches?bbox=15,47,18,49")).body;
  assert.deepEqual([few.caches.length, few.truncated, few.nextCursor], [5, false, undefined]);
  assert.equal((await app.operator.post("/api/import/pota", parks(2100), csv)).body.imported, 2100);

  for (const path of ["/api/caches?bbox=16,47,17,49", "/api/v1/caches?bbox=16,47,17,49"]) {
    const found: { code: string; lat: number }[][] = [];
    let cursor = "";
    do {
      const { status, body, text } = await app.visitor.get(path + cursor);
      assert.equal(status, 200, text);
      assert.equal(body.truncated, body.nextCursor !== undefined);
      found.push(body.caches);
      cursor = body.nextCursor === undefined ? "" : `&cursor=${body.nextCursor}`;
    } while (cursor !== "");
    assert.deepEqual(found.map((page) => page.length), [1000, 1000, 105]);
    assert.deepEqual(found[0]!.slice(0, 5).map(({ code }) => code).sort(), own.toSorted());
    // The middle lies south of all parks.
    assert.deepEqual(
      found[0]!.slice(5).map(({ code }) => code),
      Array.from({ length: 995 }, (_, n) => `AT-${10_000 + n}`),
    );
    assert.equal(new Set(found.flat().map(({ code }) => code)).size, 2105);
  }
  // Those of somebody who is suspended are left out here too.
  suspend(app, "OE1ABC");
  const without = (await app.visitor.get("/api/caches?bbox=16,47,17,49")).body;
  assert.deepEqual([without.caches.length, without.caches[0].code, without.truncated], [
    1000,
    "AT-10000",
    true,
  ]);
  for (const cursor of ["x", "3.1.1", "0.1", "0.1.1_1.1.1", "0.-2.1", "2.1.1_2.1.1", "0.1.1_2.1.1_", ""]) {
    await refused(app, 400, "bad_map_cursor", () => app.visitor.get(`/api/caches?cursor=${cursor}`));
  }
  await refused(
    app,
    400,
    "bad_map_cursor",
    () => app.visitor.get("/api/v1/caches?bbox=16,47,17,49&cursor=2.1.1"),
  );
  game.close();
});

Deno.test("Cursor-on-Target says that there are more caches than its answer has, and keeps what people hid", async () => {
  const game = gameApp();
  const { app } = game;
  const { code } = await game.hide(await app.signIn("OE1ABC"), { lat: 47.1, lon: 16.1 });
  const url = "/api/cot?bbox=16,47,17,49&caches=1";
  assert.match((await app.visitor.get(url)).text, /<events>/);
  await app.operator.post("/api/import/pota", parks(2000), csv);
  const { text } = await app.visitor.get(url);
  assert.match(text, /<events truncated="true">/);
  assert.equal(text.match(/<event /g)!.length, 2000);
  assert.ok(text.includes(`uid="cache-${code}"`));
  game.close();
});
