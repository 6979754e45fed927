/** Who is told of a log: only who may be, and only what may be told. */
import assert from "node:assert/strict";
import type { Client } from "../../kit/app.ts";
import { CACHE, type GameApp, gameApp } from "../../kit/game.ts";
import type { ModeratedKind, Tx } from "../../../src/db/mod.ts";
import { logStore } from "../../../src/caches/tables/log_store.ts";

async function setUp() {
  const game = gameApp({ HIDE_DAILY_LIMIT: "0" });
  const { app } = game;
  return { game, app, owner: await app.signIn("OE1OWN"), finder: await app.signIn("OE2FND-7") };
}
/** A find with a phone at the cache: Tier B. */
const find = (game: GameApp, who: Client, id: number | string, over: object = {}) =>
  who.post(`/api/caches/${id}/logs`, {
    kind: "found",
    position: { ...CACHE, accuracyM: 5, at: game.world.now() },
    ...over,
  });

Deno.test("a find goes on the air only with the finder's wish, listed, verified, and under a verified call", async () => {
  const { game, app, owner, finder } = await setUp();
  await find(game, finder, (await game.hide(owner)).id);
  assert.deepEqual(game.announced, [], "nobody asked for it");
  await finder.post("/api/announce", { on: true });
  const unlisted = await game.hide(owner, { unlisted: true });
  assert.equal((await find(game, finder, unlisted.code)).body.verified, true);
  const strict = await game.hide(owner, { minTrust: "A" });
  assert.deepEqual((await find(game, finder, strict.id)).body.tier, "B");
  const blind = await find(game, finder, (await game.hide(owner)).id, { position: undefined });
  assert.equal(blind.body.tier, null);
  await finder.post(`/api/caches/${(await game.hide(owner)).id}/logs`, { kind: "DNF" });
  assert.deepEqual(game.announced, []);
  const later = await game.hide(owner);
  app.db.writeNow((tx) => app.accounts.unverify(tx, "OE2FND"));
  assert.equal((await find(game, finder, later.id)).body.tier, "B");
  app.db.writeNow((tx) => app.accounts.verify(tx, "OE2FND", "sysop", "OE1SYS", "test"));
  assert.deepEqual(game.announced, []);
  const { id, code } = await game.hide(owner);
  await find(game, finder, id);
  assert.deepEqual(game.announced, [{ call: "OE2FND-7", code, tier: "B" }]);
  game.close();
});

Deno.test("owner, watchers and the operator of the gate that proved it are alerted, the finder is not", async () => {
  const { game, app, owner, finder } = await setUp();
  const { id, code } = await game.hide(owner);
  const watcher = await app.signIn("OE3WAT");
  await app.signIn("OE1XYZ");
  for (const who of [watcher, finder]) await who.post(`/api/caches/${id}/watch`);
  game.heard("OE2FND-7");
  const { body: log } = await find(game, finder, id);
  assert.equal(log.tier, "A");
  assert.deepEqual(new Set(game.alerts.map((alert) => alert.find)), new Set([log.id]), "each names the log");
  const told = game.alerts.map((alert) => [alert.kind, alert.accountId, alert.call, alert.code]);
  assert.deepEqual(told.sort(), [
    ["cache_found", game.account("OE1OWN"), "OE2FND-7", code],
    ["cache_found", game.account("OE3WAT"), "OE2FND-7", code],
    ["corroborated", game.account("OE1XYZ"), "OE2FND-7", code],
  ]);
  assert.ok(game.told.includes(`find ${code} A`));
  // An unlisted one is not told on the live channels; nobody proved it, so no gate is thanked.
  game.told.length = game.alerts.length = 0;
  const hidden = await game.hide(owner, { unlisted: true });
  await (await app.signIn("OE4FND")).post(`/api/caches/${hidden.code}/logs`, { kind: "found" });
  assert.deepEqual(game.told, []);
  assert.deepEqual(game.alerts.map(({ kind }) => kind), ["cache_found"]);
  game.close();
});

Deno.test("a log that is taken away: its tombstone is bounded, the counts follow", async () => {
  const { game, app, owner, finder } = await setUp();
  const { id } = await game.hide(owner);
  const made = await find(game, finder, id);
  const finds = async () => (await app.visitor.get(`/api/caches/${id}`)).body.finds;
  assert.equal(await finds(), 1);
  const rows = logStore(app.db);
  const remove = (id: number) => app.db.writeNow((tx) => app.caches.remove(tx, "log", String(id), "test"));
  const log = rows.byId({ id: made.body.id })!;
  assert.equal(remove(log.id), 1);
  assert.deepEqual(game.withdrawn, [{ gid: log.gid!, bounded: true }]);
  assert.equal(await finds(), 0);
  assert.deepEqual((await app.visitor.get(`/api/caches/${id}/logs`)).body.logs, []);
  // One that was never sent has no tombstone.
  const local = await game.hide(owner, { scope: "local" });
  assert.equal(remove((await find(game, finder, local.id)).body.id), 0);
  assert.equal(game.withdrawn.length, 1);
  game.close();
});

Deno.test("moderation removes and restores each thing once; with a removed cache goes its offer", async () => {
  const { game, app, owner, finder } = await setUp();
  const [caches, logs, media] = app.caches.moderated as [
    ModeratedKind,
    ModeratedKind,
    ModeratedKind,
  ];
  const sysop = await app.sysop();
  const write = <T>(act: (tx: Tx) => T) => app.db.writeNow(act);
  const { id, code } = await game.hide(owner, { description: "Stone", hint: "" });
  const quiet = await game.hide(owner, { scope: "local", description: "Stone", hint: "Under it" });
  assert.deepEqual([caches, logs].map((kind) => kind.find("999")), [undefined, undefined]);
  assert.deepEqual([caches.find(String(id))!.text, caches.find(String(quiet.id))!.text], [
    "Stone",
    "Stone\n\nUnder it",
  ]);
  assert.equal((await sysop.post("/api/admin/adoptions", { code, note: "Moved away" })).status, 201);

  assert.throws(() => write((tx) => caches.restore!(tx, String(id))), { reason: "cache_inactive" });
  assert.equal(write((tx) => caches.remove(tx, String(id), "spam")), 1, "one tombstone");
  assert.equal((await sysop.get("/api/admin/adoptions")).body.offered.length, 0);
  assert.throws(() => write((tx) => caches.remove(tx, String(id), "spam")), { reason: "cache_inactive" });
  assert.equal(write((tx) => caches.remove(tx, String(quiet.id), "spam")), 0, "it was published to nobody");
  write((tx) => caches.restore!(tx, String(id)));

  const other = await game.hide(owner);
  const { body: log } = await find(game, finder, other.id);
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  const photo = (await finder.post(`/api/caches/${other.id}/logs/${log.id}/media`, jpeg)).body;
  assert.equal(media.find(photo.id)!.ownerCall, "OE2FND-7", "a photo beside a log is its writer's");
  assert.equal(logs.find(`0x${log.id.toString(16)}`), undefined, "a number is written in one way");
  write((tx) => logs.remove(tx, String(log.id), "spam"));
  assert.throws(() => write((tx) => logs.remove(tx, String(log.id), "spam")), { reason: "cache_not_found" });
  game.close();
});
