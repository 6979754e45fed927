/** The game over the air: commands, what waits for confirmation, near-cache messages. */
import assert from "node:assert/strict";
import { refused } from "../../kit/app.ts";
import { CACHE, gameApp, north } from "../../kit/game.ts";
import { radioStore } from "../../../src/caches/tables/radio_store.ts";

async function setUp() {
  const game = gameApp();
  const owner = await game.app.signIn("OE1OWN");
  const finder = await game.app.signIn("OE2FND");
  const cache = await game.hide(owner);
  const commands = async () => (await finder.get("/api/radio/commands")).body.commands;
  return { game, app: game.app, owner, finder, cache, commands };
}

Deno.test("FOUND heard by a trusted site stands at once, Tier A where the position was heard too", async () => {
  const { game, app, finder, cache, commands } = await setUp();
  game.heard("OE2FND-7");
  const answer = await game.message("OE2FND-7", `FOUND ${cache.code.toLowerCase()} what a view`);
  assert.deepEqual(answer, { status: "logged", reply: `${cache.code}: found. Radio-verified` });
  const [log] = (await app.visitor.get(`/api/caches/${cache.id}/logs`)).body.logs;
  assert.deepEqual([log.kind, log.text, log.tier, log.author.call], [
    "found",
    "what a view",
    "A",
    "OE2FND-7",
  ]);
  const [row] = await commands();
  assert.deepEqual([row.command, row.status, row.trusted, row.tier, row.verified, row.fromCall], [
    "found",
    "logged",
    true,
    "A",
    true,
    "OE2FND-7",
  ]);
  assert.equal((await finder.get("/api/radio/commands")).body.serviceCall, "OE1SYS-15");
  const again = await game.message("OE2FND-7", `FOUND ${cache.code} again`);
  assert.deepEqual(again, { status: "rejected", reply: "Not taken: You have found this cache already" });
  game.close();
});

Deno.test("DNF, NOTE, MAIL and NEAR do what they say; what is incomplete says how", async () => {
  const { game, app, finder, cache } = await setUp();
  const say = async (text: string) => (await game.message("OE2FND-7", text)).reply;
  assert.equal(await say(`DNF ${cache.code} too wet`), `${cache.code}: logged`);
  assert.equal(await say(`NOTE ${cache.code} log book full`), `${cache.code}: logged`);
  assert.equal(await say("MAIL OE1OWN-5 73 de me"), "Mail for OE1OWN-5 held until heard");
  assert.deepEqual(game.mail, [{ from: "OE2FND-7", to: "OE1OWN-5", text: "73 de me" }]);
  assert.equal(await say("NEAR ON"), "Near-cache messages on");
  assert.deepEqual((await finder.get("/api/near-radio")).body, { on: true });
  assert.deepEqual((await finder.post("/api/near-radio")).body, { on: false }, "without a word it flips");
  assert.deepEqual((await finder.post("/api/near-radio")).body, { on: true });
  assert.equal(await say("NOTE"), "Not taken: send NOTE code text");
  assert.equal(await say("FOUND KTR9999"), "Not taken: There is no cache under this code");
  assert.deepEqual((await app.visitor.get(`/api/caches/${cache.id}/logs`)).body.logs.length, 2);
  game.close();
});

Deno.test("a command seen only over the internet waits; a later attested copy confirms it", async () => {
  const { game, app, cache, commands } = await setUp();
  game.heard("OE2FND-7");
  const first = { id: 9001, attested: false };
  assert.deepEqual(await game.message("OE2FND-7", `FOUND ${cache.code}`, first), {
    status: "pending",
    reply: "Heard over the internet only: confirm it in the app",
  });
  assert.equal((await app.visitor.get(`/api/caches/${cache.id}/logs`)).body.logs.length, 0);
  assert.equal((await game.message("OE2FND-7", `FOUND ${cache.code}`, first)).status, "pending");
  assert.equal((await commands()).length, 1);
  const attested = await game.message("OE2FND-7", `FOUND ${cache.code}`, { id: 9001 });
  assert.equal(attested.reply, `${cache.code}: found. Radio-verified`);
  assert.deepEqual([(await commands())[0].status, (await commands())[0].trusted], ["logged", true]);
  assert.equal((await game.message("OE2FND-7", `FOUND ${cache.code}`, { id: 9001 })).status, "logged");
  assert.equal((await app.visitor.get(`/api/caches/${cache.id}/logs`)).body.logs.length, 1);
  game.close();
});

Deno.test("what waits is confirmed or discarded by its sender alone, and judged as of when it was sent", async () => {
  const { game, app, finder, owner, cache, commands } = await setUp();
  const sentAt = game.world.now();
  game.heard("OE2FND-7", { at: sentAt - 60 });
  await game.message("OE2FND-7", `FOUND ${cache.code}`, { attested: false });
  await game.message("OE2FND-7", `DNF ${cache.code}`, { attested: false });
  const [dnf, found] = await commands();
  game.world.pass(3 * 86_400);
  const act = (who: typeof finder, id: number, verb: string) => () =>
    who.post(`/api/radio/commands/${id}/${verb}`);
  await refused(app, 404, "command_not_found", act(owner, found.id, "confirm"));
  await refused(app, 404, "command_not_found", act(finder, 12345, "discard"));
  await refused(app, 401, "no_session", act(app.visitor, found.id, "confirm"));
  assert.deepEqual((await act(finder, found.id, "confirm")()).body, { ok: true, status: "logged" });
  const [log] = (await app.visitor.get(`/api/caches/${cache.id}/logs`)).body.logs;
  assert.deepEqual([log.tier, log.foundAt], ["A", sentAt]);
  assert.deepEqual((await act(finder, dnf.id, "discard")()).body, { ok: true, status: "discarded" });
  for (const id of [found.id, dnf.id]) await refused(app, 409, "command_settled", act(finder, id, "confirm"));
  await game.message("OE2FND-7", `FOUND ${cache.code} twice`, { attested: false });
  const [third] = await commands();
  const late = await act(finder, third.id, "confirm")();
  assert.deepEqual([late.status, late.body.error], [409, "You have found this cache already"]);
  assert.equal((await commands())[0].status, "rejected");
  game.close();
});

Deno.test("a sender whose call is not verified is refused, and it is recorded for its holder", async () => {
  const { game, app, cache } = await setUp();
  const stranger = await game.message("OE9NON", `FOUND ${cache.code}`);
  assert.deepEqual(stranger, { status: "rejected", reply: "Not taken: the callsign is not verified here" });
  const holder = await app.signIn("OE8NEW", { verified: false });
  await game.message("OE8NEW-9", `FOUND ${cache.code}`);
  const [row] = (await holder.get("/api/radio/commands")).body.commands;
  assert.deepEqual([row.status, row.reason], ["rejected", "the callsign is not verified here"]);
  assert.equal((await app.visitor.get(`/api/caches/${cache.id}/logs`)).body.logs.length, 0);
  game.close();
});

Deno.test("commands expire after a week and are forgotten after a month", async () => {
  const { game, app, cache } = await setUp();
  await game.message("OE2FND", `FOUND ${cache.code}`, { attested: false });
  const prune = app.jobs.find((job) => job.name === "game-prune")!;
  game.world.pass(7 * 86_400);
  await prune.run();
  assert.equal(app.caches.follows("OE2FND"), true);
  game.world.pass(60);
  await prune.run();
  const list = () =>
    radioStore(app.db).ofAccount({ account: game.account("OE2FND"), limit: 50 }).map((row) => row.status);
  assert.deepEqual(list(), ["expired"]);
  assert.equal(app.caches.follows("OE2FND"), false);
  game.world.pass(24 * 86_400);
  await prune.run();
  assert.deepEqual(list(), []);
  game.close();
});

Deno.test("stations near a cache are told, if their holder wants it, once a cache a day", async () => {
  const { game, app, finder, owner, cache } = await setUp();
  const near = (call: string, over: object = {}) =>
    app.caches.heard([{ call, ...north(-100), at: game.world.now(), ...over }]);
  await near("OE2FND-7");
  assert.equal(game.sent.length, 0, "off by default");
  await finder.post("/api/near-radio", { on: true });
  await owner.post("/api/near-radio", { on: true });
  await near("OE2FND-7", { speedKmh: 50 });
  await near("OE2FND-7", north(-400));
  await near("OE1OWN-7");
  await near("OE9NON-7");
  assert.equal(game.sent.length, 0, "too fast, too far, own cache, nobody's call");
  await near("OE2FND-7");
  assert.equal(game.sent.length, 1);
  const [message] = game.sent;
  assert.deepEqual([message!.to, message!.text], [
    "OE2FND-7",
    `Near ${cache.code} Old mill 100m N. Reply FOUND ${cache.code}`,
  ]);
  assert.match(message!.number, /^N[0-9A-Z]{4}$/);
  await near("OE2FND-9");
  assert.equal(game.sent.length, 1, "one a person and cache a day");
  game.world.pass(86_401);
  await near("OE2FND-9");
  assert.equal(game.sent.length, 2);
  await finder.post("/api/near-radio", { on: false });
  game.world.pass(86_401);
  await near("OE2FND-9");
  assert.equal(game.sent.length, 2);
  game.close();
});

Deno.test("near messages: four a person an hour, and never about a found cache", async () => {
  const game = gameApp({ HIDE_DAILY_LIMIT: "0" });
  const { app } = game;
  const owner = await app.signIn("OE1OWN");
  const finder = await app.signIn("OE2FND");
  await finder.post("/api/near-radio", { on: true });
  const caches = [];
  for (let i = 0; i < 7; i++) caches.push(await game.hide(owner, north(i * 1000)));
  await finder.post(`/api/caches/${caches[0]!.id}/logs`, { kind: "found" });
  for (let i = 0; i < 7; i++) {
    await app.caches.heard([{ call: "OE2FND-7", ...north(i * 1000), at: game.world.now() }]);
  }
  assert.deepEqual(
    game.sent.map((one) => one.text.split(" ")[1]),
    caches.slice(1, 5).map((cache) => cache.code),
  );
  assert.deepEqual(app.caches.near(north(20), 150), [
    { cacheId: caches[0]!.id, code: caches[0]!.code, title: "Old mill", distanceM: 20 },
  ]);
  assert.deepEqual(app.caches.near({ lat: 10, lon: CACHE.lon }, 150), []);
  game.close();
});
