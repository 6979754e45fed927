/** A member's own statistics over HTTP: theirs alone, of what counts. */
import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";
import { find, hide } from "../kit/seed_game.ts";

appTest(
  "finds that count, of the member alone; a find that is removed is gone from them",
  {},
  async (app) => {
    const one = await hide(app, "OE1ABC", { difficulty: 4 }),
      two = await hide(app, "OE1ABC", { type: "virtual" });
    await find(app, "OE7PQR", one.code);
    const bad = await find(app, "OE7PQR", two.code);
    await find(app, "OE7PQR", two.code, { kind: "note", text: "again" });
    const client = await app.signIn("OE7PQR"), other = await app.signIn("OE1ABC");
    const { body } = await client.get("/api/my/statistics");
    assert.equal(body.finds, 2);
    assert.deepEqual(body.types.map(({ type }: { type: string }) => type), ["traditional", "virtual"]);
    assert.equal((await client.get("/api/my/statistics?year=1999")).body.finds, 0);
    assert.equal((await other.get("/api/my/statistics")).body.finds, 0);
    app.db.writeNow((tx) => app.caches.remove(tx, "log", String(bad.id), "test"));
    assert.equal((await client.get("/api/my/statistics")).body.finds, 1);
    await refused(app, 401, "no_session", () => app.visitor.get("/api/my/statistics"));
    await refused(app, 400, undefined, () => client.get("/api/my/statistics?year=soon"));
  },
);
