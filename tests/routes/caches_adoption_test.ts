/** Adoption: offered by an operator, asked for by members, handed over. */
import assert from "node:assert/strict";
import { refused } from "../kit/app.ts";
import { gameApp } from "../kit/game.ts";

const DAY = 86_400;

async function setUp() {
  const game = gameApp();
  const owner = await game.app.signIn("OE1OWN");
  const sysop = await game.app.sysop();
  const cache = await game.hide(owner);
  return { game, app: game.app, owner, sysop, cache, path: `/api/caches/${cache.id}/adoption` };
}

Deno.test("an offered cache changes hands after the owner's notice", async () => {
  const { game, app, sysop, cache, path } = await setUp();
  const adopter = await app.signIn("OE2NEW-7");
  const other = await app.signIn("OE3ELS");
  await refused(app, 409, "not_offered", () => adopter.post(path, { inPlace: true }));
  const offered = await sysop.post("/api/admin/adoptions", { code: cache.code, note: "Owner moved away" });
  assert.equal(offered.status, 201, offered.text);
  assert.deepEqual([offered.body.offered, offered.body.cacheId], [true, cache.id]);
  await refused(
    app,
    409,
    "already_offered",
    () => sysop.post("/api/admin/adoptions", { cacheId: cache.id, note: "again" }),
  );
  const [line] = (await app.visitor.get("/api/adoptions")).body.adoptions;
  assert.deepEqual([line.code, line.note, line.noticeEndsAt - line.offeredAt, line.ownerWithdrawn], [
    cache.code,
    "Owner moved away",
    14 * DAY,
    false,
  ]);
  assert.deepEqual((await app.visitor.get(path)).body, {
    offer: { note: "Owner moved away", offeredAt: line.offeredAt, noticeEndsAt: line.noticeEndsAt },
    request: null,
    isOwner: false,
    canRequest: false,
    reason: "signed_out",
  });
  const asked = await adopter.post(path, { inPlace: true, note: "I live next door" });
  assert.equal(asked.status, 201, asked.text);
  assert.deepEqual([asked.body.status, asked.body.callsign], ["pending", "OE2NEW-7"]);
  await refused(app, 409, "request_exists", () => adopter.post(path, { inPlace: false }));
  const { note, status, inPlace } = (await adopter.get(path)).body.request;
  assert.deepEqual([note, status, inPlace], [asked.body.note, "pending", true]);
  await other.post(path, { inPlace: false });
  const overview = (await sysop.get("/api/admin/adoptions")).body;
  assert.equal(overview.noticeSec, 14 * DAY);
  const [first, second] = overview.offered[0].requests;
  assert.deepEqual([first.callsign, first.note, second.callsign], ["OE2NEW-7", "I live next door", "OE3ELS"]);
  const decide = (id: number, verb: string) => () =>
    sysop.post(`/api/admin/adoptions/requests/${id}/${verb}`, {});
  await refused(app, 409, "notice_running", decide(first.id, "approve"));
  game.world.pass(14 * DAY);
  const published = game.published.length;
  assert.deepEqual((await decide(first.id, "approve")()).body, { ok: true, status: "approved" });
  assert.equal((await app.visitor.get(`/api/caches/${cache.id}`)).body.owner, "OE2NEW-7");
  assert.equal(game.published.length, published + 1);
  assert.equal(game.published.at(-1)!.body.owner, "OE2NEW-7");
  await refused(app, 404, "request_not_found", decide(second.id, "approve"));
  assert.equal((await other.get(path)).body.request.status, "declined");
  assert.deepEqual((await app.visitor.get("/api/adoptions")).body.adoptions, []);
  assert.deepEqual(
    (await sysop.get("/api/admin/adoptions")).body.log.map((entry: { action: string }) => entry.action),
    ["approved", "requested", "requested", "offered"],
  );
  assert.deepEqual(game.alerts.map((alert) => alert.kind), [
    "adoption_offered",
    "adoption_declined",
    "adoption_approved",
  ]);
  game.close();
});

Deno.test("the owner keeps the cache; an offer is withdrawn; requests are cancelled", async () => {
  const { game, app, owner, sysop, cache, path } = await setUp();
  const adopter = await app.signIn("OE2NEW");
  const offer = () => sysop.post("/api/admin/adoptions", { cacheId: cache.id, note: "note" });
  await offer();
  await refused(app, 409, "request_own", () => owner.post(path, { inPlace: true }));
  await adopter.post(path, { inPlace: true });
  await refused(app, 403, "cache_not_yours", () => adopter.delete(path));
  assert.deepEqual((await owner.delete(path)).body, { ok: true });
  assert.equal((await adopter.get(path)).body.request.status, "cancelled");
  await refused(app, 409, "not_offered", () => owner.delete(path));
  await offer();
  await adopter.post(path, { inPlace: true });
  assert.deepEqual((await adopter.delete(`${path}/request`)).body, { ok: true });
  await refused(app, 404, "request_not_found", () => adopter.delete(`${path}/request`));
  assert.deepEqual((await sysop.delete(`/api/admin/adoptions/${cache.id}`)).body, { ok: true });
  await refused(app, 409, "not_offered", () => sysop.delete(`/api/admin/adoptions/${cache.id}`));
  game.close();
});

Deno.test("an operator assigns a withdrawn owner's cache at once, to a verified call only", async () => {
  const { game, app, owner, sysop, cache } = await setUp();
  await owner.post(
    `/api/caches/${cache.id}/media`,
    Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1, 0, 0, 1]),
  );
  await app.db.write((tx) =>
    app.caches.personalData[0]!.erase(tx, { accountId: game.account("OE1OWN"), bases: [], email: null })
  );
  const offered = (await sysop.post("/api/admin/adoptions", { cacheId: cache.id, note: "note" })).body;
  assert.equal(offered.noticeEndsAt, game.world.now());
  await app.signIn("OE4UNV", { verified: false });
  await app.signIn("OE5VER");
  const assign = (callsign: string) => () =>
    sysop.post(`/api/admin/adoptions/${cache.id}/assign`, {
      callsign,
      note: "asked by phone",
      activate: true,
    });
  await refused(app, 409, "adopter_unverified", assign("OE4UNV"));
  await refused(app, 409, "adopter_unverified", assign("OE9NON"));
  assert.equal((await assign("OE5VER")()).status, 200);
  const now = (await app.visitor.get(`/api/caches/${cache.id}`)).body;
  assert.deepEqual([now.owner, now.status], ["OE5VER", "active"]);
  await refused(app, 401, undefined, () => app.visitor.get("/api/admin/adoptions"));
  const imported = await game.hide(app.ingest, { ownerCall: "OE5VER", type: "castle" });
  await refused(
    app,
    400,
    "not_native",
    () => sysop.post("/api/admin/adoptions", { cacheId: imported.id, note: "note" }),
  );
  game.close();
});

Deno.test("a member suspended since asking gets no cache, nor does one whom an operator names", async () => {
  const { game, app, sysop, cache, path } = await setUp();
  const adopter = await app.signIn("OE2NEW");
  await sysop.post("/api/admin/adoptions", { code: cache.code, note: "Owner moved away" });
  const asked = await adopter.post(path, { inPlace: true });
  game.world.pass(14 * DAY);
  app.db.writeNow((tx) =>
    app.people.suspensions.suspend(tx, "OE2NEW", { reason: "adverts", category: "spam", until: null })
  );
  const approve = () => sysop.post(`/api/admin/adoptions/requests/${asked.body.id}/approve`, {});
  await refused(app, 409, "adopter_unverified", approve);
  await refused(
    app,
    409,
    "adopter_unverified",
    () =>
      sysop.post(`/api/admin/adoptions/${cache.id}/assign`, {
        callsign: "OE2NEW",
        note: "asked by phone",
        activate: true,
      }),
  );
  app.db.writeNow((tx) => app.people.suspensions.lift(tx, "OE2NEW"));
  assert.equal((await approve()).status, 200);
  assert.equal((await app.visitor.get(`/api/caches/${cache.id}`)).body.owner, "OE2NEW");
  game.close();
});

Deno.test("the notice ends to the second, and at once where the owner erases the account meanwhile", async () => {
  const { game, app, sysop, cache, path } = await setUp();
  const adopter = await app.signIn("OE2NEW");
  await sysop.post("/api/admin/adoptions", { code: cache.code, note: "Owner moved away" });
  const asked = await adopter.post(path, { inPlace: false });
  const approve = () => sysop.post(`/api/admin/adoptions/requests/${asked.body.id}/approve`, {});
  game.world.pass(14 * DAY - 1);
  const early = await refused(app, 409, "notice_running", approve);
  assert.equal(early.body.noticeEndsAt, game.world.now() + 1);
  await app.db.write((tx) =>
    app.caches.personalData[0]!.erase(tx, { accountId: game.account("OE1OWN"), bases: [], email: null })
  );
  assert.equal((await approve()).status, 200);
  assert.equal((await app.visitor.get(`/api/caches/${cache.id}`)).body.owner, "OE2NEW");
  game.close();
});
