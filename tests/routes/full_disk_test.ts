/** A disk that takes nothing: it is red and first, monitoring is told, reading goes on, and it ends by itself. */
import assert from "node:assert/strict";
import { isFull } from "../../src/base/mod.ts";
import { type TestApp, testApp } from "../kit/app.ts";

/** Lets SQLite refuse every further page, as on a full disk (SQLITE_FULL); 0 gives it room again. */
const room = (app: TestApp, pages: number) => {
  const most = pages || 1_073_741_823;
  app.db.sql(`PRAGMA max_page_count = ${most}`).get();
};
const write = (app: TestApp) =>
  app.operator.put("/api/admin/settings/OPERATOR_ADDRESS", { value: "x".repeat(290) });

Deno.test("nothing can be written: /health answers 503, the checklist begins with it, pages are read; with room it goes on by itself", async () => {
  using app = testApp();
  const line = async () => (await app.operator.get("/api/admin/setup")).body.items[0];
  assert.equal((await app.visitor.get("/health")).status, 200);
  assert.notEqual((await line()).key, "DISK");
  room(app, 1);
  let refusedBy: string | undefined;
  for (let n = 0; n < 200 && refusedBy === undefined; n++) {
    const { status, body } = await app.operator.post("/auth/operator-link", { callsign: "OE1ABC" });
    if (status !== 200) refusedBy = `${status} ${body.reason}`;
  }
  assert.equal(refusedBy, "503 disk_full");
  const health = await app.visitor.get("/health");
  assert.deepEqual([health.status, health.body.ok, health.body.db, health.body.disk.full], [
    503,
    false,
    "ok",
    true,
  ]);
  const first = await line();
  assert.deepEqual([first.key, first.level, first.status, first.reason], [
    "DISK",
    "blocking",
    "warn",
    "DISK.full",
  ]);
  for (const path of ["/api/caches", "/api/start", "/imprint"]) {
    assert.equal((await app.visitor.get(path)).status, 200, path);
  }
  room(app, 0);
  assert.equal((await write(app)).status, 200);
  assert.equal((await app.visitor.get("/health")).status, 200, "the first write that is taken ends it");
  assert.notEqual((await line()).key, "DISK");
});

Deno.test("what the system does not say is not full; a few bytes are", () => {
  assert.deepEqual([undefined, 0, 1_999_999, 2_000_000].map(isFull), [false, true, true, false]);
});
