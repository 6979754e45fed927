/** Handing a cache on from member to member: asked, answered, taken back, too late, and offered by its owner to whoever asks. */
import assert from "node:assert/strict";
import { refused } from "../kit/app.ts";
import { gameApp } from "../kit/game.ts";

const DAY = 86_400;

async function setUp() {
  const game = gameApp();
  const owner = await game.app.signIn("OE1OWN");
  const taker = await game.app.signIn("OE2NEW");
  const other = await game.app.signIn("OE3ELS");
  const cache = await game.hide(owner, { title: "The old mast" });
  const path = `/api/caches/${cache.id}/handing`;
  const ask = (body = {}) =>
    owner.post(path, { callsign: "oe2new", inPlace: true, note: "You live there", ...body });
  return { game, app: game.app, owner, taker, other, cache, path, ask };
}

Deno.test("a cache stays its owner's until the member who is asked says yes; then all of it is the member's", async () => {
  const { game, app, owner, taker, other, cache, path, ask } = await setUp();
  const asked = await ask();
  assert.equal(asked.status, 201, asked.text);
  const now = game.world.now();
  const view = {
    ...{ cacheId: cache.id, code: cache.code, title: "The old mast", type: "traditional" },
    ...{
      from: "OE1OWN",
      to: "OE2NEW",
      inPlace: true,
      note: "You live there",
      askedAt: now,
      endsAt: now + 14 * DAY,
    },
  };
  assert.deepEqual(asked.body, view);
  assert.deepEqual((await owner.get("/api/my/handings")).body, { toMe: [], fromMe: [view] });
  assert.deepEqual((await taker.get("/api/my/handings")).body, { toMe: [view], fromMe: [] });
  assert.deepEqual((await other.get("/api/my/handings")).body, { toMe: [], fromMe: [] });
  await refused(app, 401, undefined, () => app.visitor.get("/api/my/handings"));
  assert.equal((await app.visitor.get(`/api/caches/${cache.id}`)).body.owner, "OE1OWN");
  await refused(app, 409, "handing_open", () => ask({ callsign: "OE3ELS" }));
  await refused(app, 404, "handing_not_found", () => other.post(`${path}/yes`, {}));
  await refused(app, 404, "handing_not_found", () => owner.post(`${path}/yes`, {}));
  const published = game.published.length;
  const taken = await taker.post(`${path}/yes`, {});
  assert.deepEqual(taken.body, { ok: true, cacheId: cache.id, code: cache.code, owner: "OE2NEW" });
  assert.equal((await app.visitor.get(`/api/caches/${cache.id}`)).body.owner, "OE2NEW");
  assert.deepEqual([game.published.length, game.published.at(-1)!.body.owner], [published + 1, "OE2NEW"]);
  await refused(app, 404, "handing_not_found", () => taker.post(`${path}/yes`, {}));
  await refused(app, 403, "cache_not_yours", () => ask());
  assert.deepEqual(game.alerts.map(({ kind, accountId, call }) => [kind, accountId, call]), [
    ["handing_asked", game.account("OE2NEW"), "OE1OWN"],
    ["handing_accepted", game.account("OE1OWN"), "OE2NEW"],
  ]);
  const [step] = (await (await app.sysop()).get("/api/admin/adoptions")).body.log;
  assert.deepEqual([step.action, step.actor, step.from, step.to], [
    "handed_on",
    "OE2NEW",
    "OE1OWN",
    "OE2NEW",
  ]);
  game.close();
});

Deno.test("who is asked may say no, who asks may keep it, and either ends it", async () => {
  const { game, app, owner, taker, path, ask } = await setUp();
  await refused(app, 404, "handing_not_found", () => owner.delete(path));
  await ask();
  await refused(app, 403, "cache_not_yours", () => taker.delete(path));
  assert.equal((await taker.post(`${path}/no`, {})).body.owner, "OE1OWN");
  await refused(app, 404, "handing_not_found", () => taker.post(`${path}/yes`, {}));
  assert.equal(game.alerts.at(-1)!.kind, "handing_declined");
  assert.equal((await ask()).status, 201);
  assert.deepEqual((await owner.delete(path)).body, { ok: true });
  await refused(app, 404, "handing_not_found", () => taker.post(`${path}/yes`, {}));
  game.close();
});

Deno.test("a cache is handed on to a proven call of a member alone, and not as a draft or after its end", async () => {
  const { game, app, owner, taker, cache, path, ask } = await setUp();
  await app.signIn("OE4UNV", { verified: false });
  await refused(app, 409, "adopter_unverified", () => ask({ callsign: "OE4UNV" }));
  await refused(app, 409, "adopter_unverified", () => ask({ callsign: "OE9NON" }));
  await refused(app, 409, "request_own", () => ask({ callsign: "OE1OWN" }));
  await refused(app, 400, undefined, () => ask({ note: "x".repeat(301) }));
  await refused(app, 403, "cache_not_yours", () => taker.post(path, { callsign: "OE3ELS", inPlace: true }));
  const draft = await game.hide(owner, { title: "Not yet", status: "draft" });
  await refused(
    app,
    409,
    "cache_inactive",
    () => owner.post(`/api/caches/${draft.id}/handing`, { callsign: "OE2NEW", inPlace: true }),
  );
  await ask();
  game.world.pass(14 * DAY);
  await refused(app, 404, "handing_not_found", () => taker.post(`${path}/yes`, {}));
  // One that has ended is in nobody's way.
  assert.equal((await ask({ callsign: "OE3ELS" })).status, 201);
  assert.equal((await app.visitor.get(`/api/caches/${cache.id}`)).body.owner, "OE1OWN");
  game.close();
});

Deno.test("a call that lost its proof since takes nothing; nor is what one owner asked its next owner's", async () => {
  const { game, app, taker, other, cache, path, ask } = await setUp();
  await ask();
  app.db.writeNow((tx) => app.accounts.unverify(tx, "OE2NEW"));
  await refused(app, 409, "adopter_unverified", () => taker.post(`${path}/yes`, {}));
  app.db.writeNow((tx) => app.accounts.verify(tx, "OE2NEW", "sysop", "OE1SYS", "test"));
  // The cache became somebody else's meanwhile.
  const handings = async () => (await taker.get("/api/my/handings")).body.toMe.length;
  assert.equal(await handings(), 1);
  app.db.writeNow((tx) =>
    app.db.sql<{ cache: number; account: number }>(
      "UPDATE cache SET owner_account = :account WHERE id = :cache",
    )
      .run(tx, { cache: cache.id, account: game.account("OE3ELS") })
  );
  assert.equal(await handings(), 0);
  await refused(app, 404, "handing_not_found", () => taker.post(`${path}/yes`, {}));
  assert.deepEqual((await other.get("/api/my/handings")).body.fromMe, []);
  game.close();
});

Deno.test("an owner offers a cache to whoever asks: no notice runs, an operator decides, and the owner may keep it", async () => {
  const { game, app, owner, taker, cache } = await setUp();
  const sysop = await app.sysop(), path = `/api/caches/${cache.id}/adoption`;
  const offer = () => owner.post(`${path}/offer`, { note: "I move away" });
  await refused(app, 403, "cache_not_yours", () => taker.post(`${path}/offer`, { note: "I move away" }));
  await refused(app, 400, undefined, () => owner.post(`${path}/offer`, { note: "" }));
  const offered = await offer();
  assert.deepEqual([offered.status, offered.body.noticeEndsAt], [201, game.world.now()]);
  assert.deepEqual(game.alerts, []);
  await refused(app, 409, "already_offered", offer);
  assert.deepEqual((await owner.delete(path)).body, { ok: true });
  await offer();
  const asked = await taker.post(path, { inPlace: true });
  await sysop.post(`/api/admin/adoptions/requests/${asked.body.id}/approve`, {});
  assert.equal((await app.visitor.get(`/api/caches/${cache.id}`)).body.owner, "OE2NEW");
  game.close();
});
