/** What a page sends again, or under a session that is not its own any more. */
import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";
import { hide } from "../kit/seed_game.ts";

const NAME = "0123456789abcdef0123456789abcdef";

appTest(
  "a log sent again under its name is the same log, however late; another person's name is another's",
  {},
  async (app) => {
    const { code } = await hide(app, "OE1OWN");
    const other = (await hide(app, "OE1OWN")).code;
    const finder = await app.signIn("OE3FND");
    const path = `/api/caches/${code}/logs`;
    const log = { kind: "DNF", text: "Not there", sentId: NAME };
    const first = await finder.post(path, log);
    assert.equal(first.status, 201);
    app.world.pass(3 * 3600);
    const again = await finder.post(path, log);
    assert.deepEqual([again.status, again.body.id, again.body.duplicate], [200, first.body.id, true]);
    // Without a name a later one is a second visit.
    assert.equal((await finder.post(path, { kind: "DNF", text: "Not there" })).status, 201);
    // The name says which log, not which cache or person.
    await refused(app, 400, undefined, () => finder.post(path, { ...log, sentId: "short" }));
    assert.equal((await (await app.signIn("OE5OTH")).post(path, log)).status, 201);
    assert.equal((await finder.get(path)).body.logs.length, 3);
    const elsewhere = await finder.post(`/api/caches/${other}/logs`, {
      ...log,
      sentId: NAME.replace("0", "f"),
    });
    assert.equal(elsewhere.status, 201);
  },
);

appTest("a request that is meant for one account is not done under another's session", {}, async (app) => {
  const { code } = await hide(app, "OE1OWN");
  const session = await app.signIn("OE3FND");
  const path = `/api/caches/${code}/logs`;
  for (const meant of ["OE5OTH", "OE3FN", "", "OE3FND1"]) {
    const as = session.with({ "x-account": meant });
    await refused(app, 401, "no_session", () => as.post(path, { kind: "found" }));
    assert.equal((await as.get("/auth/session")).body.callsign, null);
  }
  assert.equal((await session.with({ "x-account": "oe3fnd-7" }).post(path, { kind: "found" })).status, 201);
});
