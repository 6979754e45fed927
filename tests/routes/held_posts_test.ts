/** Posts of newcomers that are held: seen by their writers and operators alone, released by a proof or a welcome, and held again. */
import assert from "node:assert/strict";
import { type Client, refused, type TestApp } from "../kit/app.ts";
import { CACHE, type GameApp, gameApp } from "../kit/game.ts";

const HOLD = { HOLD_NEWCOMERS: "true" };
const DAY = 86_400;
/** A JPEG by its first bytes. */
const photo = () => {
  const file = new Uint8Array(40);
  file.set([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1, 0]);
  return file;
};
const texts = async (by: Client, code: string): Promise<string[]> =>
  (await by.get(`/api/caches/${code}/logs`)).body.logs.map(({ text }: { text: string }) => text);
const verify = (app: TestApp, call: string) =>
  app.db.writeNow((tx) => app.accounts.verify(tx, call, "sysop"));
const welcome = (app: TestApp, ...calls: string[]) =>
  app.operator.post("/api/admin/moderation/accounts/welcome-several", { calls, reason: "they are of ours" });
const undo = (app: TestApp, id: number) => app.operator.post(`/api/admin/moderation/welcomes/${id}/undo`, {});

async function club(env: Record<string, string> = HOLD, options: Parameters<typeof gameApp>[1] = {}) {
  const game = gameApp(env, options), { app } = game;
  const owner = await app.signIn("OE1OWN"), other = await app.signIn("OE3OTH");
  const newcomer = await app.signIn("OE9NEW", { verified: false });
  const cache = await game.hide(owner);
  game.told.length = game.published.length = 0;
  return { game, app, owner, other, newcomer, cache, logs: `/api/caches/${cache.code}/logs` };
}
const here = (at: number) => ({ ...CACHE, accuracyM: 5, at });
const log = async (by: Client, path: string, given: Record<string, unknown>) => {
  const made = await by.post(path, given);
  assert.equal(made.status, 201, made.text);
  return made.body;
};
const found = (game: GameApp, by: Client, path: string, text = "there") => {
  game.world.pass(60);
  return log(by, path, { kind: "found", text, position: here(game.world.now()) });
};

Deno.test("what a newcomer logs is seen by its writer and operators alone, counts nowhere, and nobody is told", async () => {
  const { game, app, owner, other, newcomer, cache, logs } = await club();
  const find = await found(game, newcomer, logs);
  const note = await log(newcomer, logs, { kind: "note", text: "buy pills" });
  assert.deepEqual([find.held, find.tier, note.held], [true, "B", true]);
  const file = (await newcomer.post(`${logs}/${find.id}/media`, photo())).body;
  for (const by of [owner, other, app.visitor]) {
    assert.deepEqual(await texts(by, cache.code), []);
    assert.equal((await by.get(`/api/finds/${find.id}`)).status, 404);
    assert.equal((await by.get(file.url)).status, 404);
    assert.equal((await by.get(`/api/caches/${cache.code}`)).body.finds ?? 0, 0);
  }
  const own = (await newcomer.get(logs)).body.logs;
  assert.deepEqual(own.map(({ held, text }: { held: boolean; text: string }) => [held, text]), [
    [true, "buy pills"],
    [true, "there"],
  ]);
  assert.equal((await newcomer.get(file.url)).status, 200);
  assert.equal((await app.operator.get(file.url)).status, 404, "the secret opens no pages");
  const sysop = await app.signIn("OE1SYS");
  assert.deepEqual((await texts(sysop, cache.code)).length, 2);
  assert.equal((await sysop.get(file.url)).status, 200);
  assert.deepEqual((await newcomer.get(`/api/caches/${cache.code}`)).body.yourLog, {
    ...{ found: true, counts: false, dnf: false },
  });
  assert.deepEqual((await newcomer.get("/api/my/held")).body, { held: true, logs: 2, photos: 1, mail: 0 });
  assert.deepEqual((await other.get("/api/my/held")).body, { held: false, logs: 0, photos: 0, mail: 0 });
  assert.deepEqual([game.alerts, game.told, game.published, game.announced], [[], [], [], []]);
  // The place is pinned by a find that stands, the maintenance flag set by a log that does.
  assert.deepEqual((await owner.get(`/api/caches/${cache.code}`)).body.own.move.pinned, null);
  await log(newcomer, logs, { kind: "look", text: "box is broken" });
  assert.ok(!(await owner.get(`/api/caches/${cache.code}`)).body.needsMaintenance);
  // Nobody else can report what they do not see, by its number neither.
  await refused(
    app,
    404,
    undefined,
    () => other.post("/api/reports", { kind: "log", id: note.id, category: "spam" }),
  );
  game.close();
});

Deno.test("off, or of a member, an operator or somebody welcomed, nothing is held", async () => {
  const off = await club({});
  await log(off.newcomer, off.logs, { kind: "note", text: "hello" });
  assert.deepEqual(await texts(off.app.visitor, off.cache.code), ["hello"]);
  off.game.close();
  const { game, app, other, newcomer, cache, logs } = await club();
  await log(other, logs, { kind: "note", text: "of a member" });
  assert.equal((await welcome(app, "OE9NEW")).status, 200);
  assert.equal((await log(newcomer, logs, { kind: "note", text: "of a friend" })).held, undefined);
  assert.deepEqual(await texts(app.visitor, cache.code), ["of a friend", "of a member"]);
  game.close();
});

Deno.test("a held find is first by its own time once its writer proves the call; alerts and records go out then", async () => {
  const { game, app, owner, other, newcomer, cache, logs } = await club();
  const early = await found(game, newcomer, logs, "first");
  const late = await found(game, other, logs, "second");
  assert.deepEqual(late.firsts, ["find"], "nothing tells of the held one");
  game.alerts.length = game.told.length = game.published.length = 0;
  verify(app, "OE9NEW");
  const view = (await app.visitor.get(`/api/finds/${early.id}`)).body.log;
  assert.deepEqual([view.firsts, view.foundAt, view.held], [["find"], early.foundAt, undefined]);
  assert.equal((await app.visitor.get(`/api/finds/${late.id}`)).body.log.firsts, undefined);
  assert.deepEqual(await texts(app.visitor, cache.code), ["second", "first"]);
  assert.deepEqual(game.told, [`find ${cache.code} B`]);
  assert.deepEqual(game.alerts.map(({ kind, accountId }) => [kind, accountId]), [
    ["cache_found", game.account("OE1OWN")],
  ]);
  assert.deepEqual(game.published.map(({ kind, body }) => [kind, body.call, body.foundAt]), [
    ["find", "OE9NEW", early.foundAt],
  ]);
  assert.ok((await owner.get(`/api/caches/${cache.code}`)).body.own.move.pinned);
  assert.equal(app.caches.wrongSums(), 0);
  game.close();
});

Deno.test("evidence that comes while a find is held lifts it, in silence", async () => {
  const { game, app, newcomer, logs } = await club();
  const find = await found(game, newcomer, logs);
  assert.equal(find.tier, "B");
  game.heard("OE9NEW", { at: game.world.now() - 30 });
  app.db.writeNow((tx) => app.caches.awaits.came(tx, new Map([["OE9NEW", [game.world.now() - 30]]])));
  const { log: own } = (await newcomer.get(`/api/finds/${find.id}`)).body;
  // The rule asks for a proven call as well: heard alone lifts nobody, held or not.
  assert.deepEqual([own.tier, own.held, game.alerts, game.told, game.published], ["B", true, [], [], []]);
  verify(app, "OE9NEW");
  assert.deepEqual((await app.visitor.get(`/api/finds/${find.id}`)).body.log.tier, "A");
  game.close();
});

Deno.test("sent again it is the same log, found again it is refused; corrected and taken back as ever", async () => {
  const { game, app, newcomer, cache, logs } = await club();
  const find = await found(game, newcomer, logs);
  const again = await newcomer.post(logs, { kind: "found", text: "there" });
  assert.deepEqual([again.status, again.body.id, again.body.duplicate], [200, find.id, true]);
  await refused(app, 409, "already_found", () => newcomer.post(logs, { kind: "found", text: "once more" }));
  assert.equal((await newcomer.patch(`${logs}/${find.id}`, { text: "well there" })).body.text, "well there");
  assert.deepEqual(await texts(newcomer, cache.code), ["well there"]);
  assert.equal((await newcomer.delete(`${logs}/${find.id}`)).status, 200);
  assert.deepEqual(await texts(newcomer, cache.code), []);
  verify(app, "OE9NEW");
  assert.deepEqual(await texts(app.visitor, cache.code), [], "what was taken back is not released");
  game.close();
});

Deno.test("many are welcomed in one act, which a day may take back as one: what neighbours have stays", async () => {
  const { game, app, newcomer, cache, logs } = await club();
  const second = await app.signIn("OE8TWO", { verified: false });
  const local = await game.hide(await app.signIn("OE1OWN"), { title: "At home", scope: "local" });
  await found(game, newcomer, logs, "federated");
  await log(second, `/api/caches/${local.code}/logs`, { kind: "note", text: "at home" });
  await log(second, logs, { kind: "note", text: "note" });
  const calls = ["OE9NEW", "OE8TWO"];
  const dry = await app.operator.post("/api/admin/moderation/accounts/welcome-several", {
    ...{ calls, reason: "dry", dry: true },
  });
  assert.deepEqual(dry.body.touches, { newcomers: 2, log: 3, media: 0, bbs: 0 });
  assert.deepEqual(await texts(app.visitor, cache.code), []);
  const board = async () => (await app.operator.get("/api/admin/moderation/held")).body;
  assert.deepEqual([(await board()).accounts, (await board()).posts], [2, 3]);
  const people = async (state: string) =>
    (await app.operator.get(`/api/admin/moderation/people?state=${state}`)).body.people.map((
      one: { callsign: string; held: number; welcomed: boolean },
    ) => [one.callsign, one.held, one.welcomed]);
  assert.deepEqual((await people("held")).sort(), [["OE8TWO", 2, false], ["OE9NEW", 1, false]]);
  const { body } = await welcome(app, ...calls);
  assert.deepEqual((await texts(app.visitor, cache.code)).sort(), ["federated", "note"]);
  assert.deepEqual(await texts(app.visitor, local.code), ["at home"]);
  assert.deepEqual([
    (await board()).posts,
    (await board()).welcomes.map(({ id, accounts }: { id: number; accounts: number }) => [id, accounts]),
  ], [
    0,
    [[body.welcome.id, 2]],
  ]);
  assert.deepEqual(await people("held"), []);
  const back = await undo(app, body.welcome.id);
  assert.deepEqual([back.body.held, back.body.stay], [1, 2]);
  assert.deepEqual(await texts(app.visitor, local.code), []);
  assert.deepEqual(await texts(second, local.code), ["at home"]);
  assert.deepEqual((await texts(app.visitor, cache.code)).sort(), ["federated", "note"]);
  assert.equal((await log(newcomer, logs, { kind: "note", text: "after" })).held, true);
  assert.equal(app.caches.wrongSums(), 0);
  await refused(app, 404, "welcome_unknown", () => undo(app, body.welcome.id));
  const actions = (await app.operator.get("/api/admin/moderation/log?limit=4")).body.entries;
  assert.deepEqual(actions.map((one: { action: string; about: string }) => [one.action, one.about]), [
    ["unwelcome", "OE8TWO"],
    ["unwelcome", "OE9NEW"],
    ["welcome", "OE8TWO"],
    ["welcome", "OE9NEW"],
  ]);
  assert.equal(new Set(actions.slice(0, 2).map(({ batch }: { batch: number }) => batch)).size, 1);
  game.close();
});

Deno.test("a find that is held again stands by its own time when it is released anew, and sums follow", async () => {
  const { game, app, owner, newcomer } = await club();
  const local = await game.hide(owner, { title: "At home", scope: "local" });
  const find = await found(game, newcomer, `/api/caches/${local.code}/logs`);
  const first = (await welcome(app, "OE9NEW")).body.welcome;
  assert.equal((await app.visitor.get(`/api/finds/${find.id}`)).status, 200);
  assert.deepEqual((await undo(app, first.id)).body.held, 1);
  assert.equal((await app.visitor.get(`/api/finds/${find.id}`)).status, 404);
  assert.equal(app.caches.wrongSums(), 0);
  assert.equal((await welcome(app, "OE9NEW")).status, 200);
  assert.equal((await app.visitor.get(`/api/finds/${find.id}`)).body.log.foundAt, find.foundAt);
  game.close();
});

Deno.test("welcomes that are refused change nothing: one wrong call, and none of them is welcomed", async () => {
  const { game, app, newcomer, cache, logs } = await club();
  await log(newcomer, logs, { kind: "note", text: "hello" });
  await refused(app, 404, "no_account", () => welcome(app, "OE9NEW", "OE5NIX"));
  await refused(app, 400, "invalid_call", () => welcome(app, "OE9NEW", "no call"));
  await refused(app, 409, "not_waiting", () => welcome(app, "OE9NEW", "OE3OTH"));
  await refused(app, 400, "invalid_body", () => welcome(app));
  await refused(app, 403, undefined, () =>
    newcomer.post("/api/admin/moderation/accounts/welcome-several", {
      ...{ calls: ["OE9NEW"], reason: "it is me" },
    }));
  await refused(app, 404, "welcome_unknown", () => undo(app, 99));
  assert.deepEqual(await texts(app.visitor, cache.code), []);
  const act = (await welcome(app, "OE9NEW")).body.welcome;
  await refused(app, 409, "not_waiting", () => welcome(app, "OE9NEW"));
  game.world.pass(DAY);
  await refused(app, 409, "welcome_late", () => undo(app, act.id));
  assert.deepEqual(await texts(app.visitor, cache.code), ["hello"]);
  game.close();
});

Deno.test("clearing takes what is held with photos, and brings it back held; what stands stays", async () => {
  const { game, app, newcomer, cache, logs } = await club();
  const note = await log(newcomer, logs, { kind: "note", text: "buy pills" });
  const file = (await newcomer.post(`${logs}/${note.id}/media`, photo())).body;
  const { body } = await app.operator.post("/api/admin/newcomers/clear", {
    calls: ["OE9NEW"],
    reason: "spam",
  });
  assert.deepEqual(body.touches, { newcomers: 1, media: 1, texts: 1 });
  assert.deepEqual(await texts(newcomer, cache.code), []);
  assert.equal((await newcomer.get(file.url)).status, 404);
  const back = await app.operator.post(`/api/admin/newcomers/clearings/${body.clearing.id}/undo`, {});
  assert.deepEqual([back.status, back.body.files], [200, 1]);
  assert.deepEqual([await texts(newcomer, cache.code), await texts(app.visitor, cache.code)], [
    ["buy pills"],
    [],
  ]);
  assert.equal((await newcomer.get(file.url)).status, 200);
  assert.equal((await app.visitor.get(file.url)).status, 404);
  game.close();
});

Deno.test("mail and bulletins are held too: told to nobody, read by nobody, until the welcome", async () => {
  const { game, app, other, newcomer } = await club();
  const bulletin = await log(newcomer, "/api/bbs/messages", {
    ...{ fromCall: "OE9NEW", toCall: "ALL", subject: "buy", body: "pills" },
  });
  const letter = await log(newcomer, "/api/bbs/messages", {
    ...{ fromCall: "OE9NEW", toCall: "OE3OTH", subject: "buy", body: "more pills" },
  });
  const bulletins = async (by: Client) => (await by.get("/api/bbs/bulletins")).body.bulletins.length;
  const inbox = async () => (await other.get("/api/bbs/messages?to=OE3OTH")).body.messages.length;
  const unread = async () => {
    const { counts } = (await other.get("/api/start")).body;
    return [counts.packetMail, counts.bulletins, counts.alerts];
  };
  const thread = async (by: Client, id: number) =>
    (await by.get(`/api/bbs/thread/${id}`)).body.messages.length;
  const all = async () => [
    ...[await bulletins(app.visitor), await bulletins(other), await inbox()],
    ...[await thread(other, bulletin.id), await thread(other, letter.id), ...await unread()],
  ];
  assert.deepEqual(await all(), [0, 0, 0, 0, 0, 0, 0, 0]);
  const own = (await newcomer.get("/api/bbs/bulletins")).body.bulletins;
  assert.deepEqual(own.map(({ held }: { held: boolean }) => held), [true]);
  assert.deepEqual(
    (await newcomer.get("/api/bbs/sent?from=OE9NEW")).body.messages.map((
      { held }: { held: boolean },
    ) => held),
    [true],
  );
  await refused(app, 404, "reply_unknown", () =>
    other.post("/api/bbs/messages", {
      ...{ fromCall: "OE3OTH", toCall: "ALL", body: "re", replyTo: bulletin.id },
    }));
  assert.equal((await newcomer.get("/api/my/held")).body.mail, 2);
  const act = (await welcome(app, "OE9NEW")).body.welcome;
  assert.deepEqual(await all(), [1, 1, 1, 1, 1, 1, 1, 1]);
  assert.deepEqual((await undo(app, act.id)).body.held, 2);
  assert.deepEqual((await all()).slice(0, 7), [0, 0, 0, 0, 0, 0, 0]);
  verify(app, "OE9NEW");
  assert.deepEqual((await all()).slice(0, 7), [1, 1, 1, 1, 1, 1, 1]);
  game.close();
});

Deno.test("profile, shared views of the map and the list of guests leave a newcomer out for as long", async () => {
  const { game, app, owner, other, newcomer } = await club();
  const saved = await newcomer.post("/auth/profile", { displayName: "Pills", profilePublic: true });
  assert.equal(saved.status, 200, saved.text);
  const view = (await newcomer.post("/api/views", { name: "v", state: { lat: 48, lon: 16, zoom: 9 } })).body;
  const from = game.world.now() + 3600;
  const meeting = await game.hide(owner, { title: "Evening", eventFrom: from, eventUntil: from + 3600 });
  await newcomer.post(`/api/caches/${meeting.code}/coming`, { on: true });
  const shown = async () => [
    (await other.get("/api/profile/OE9NEW")).body.profile?.displayName ?? null,
    view && (await app.visitor.get(`/v/${view.id}`)).status,
    (await other.get(`/api/caches/${meeting.code}/guests`)).body.guests?.length,
  ];
  assert.deepEqual(await shown(), [null, 404, 0]);
  await welcome(app, "OE9NEW");
  assert.deepEqual(await shown(), ["Pills", 200, 1]);
  game.close();
});
