/** Caps that people never meet and scripts do: how much of a thing one account, or one network, may have at once. */
import assert from "node:assert/strict";
import { newToken } from "../../src/base/mod.ts";
import { readSigningKey } from "../../src/wire/mod.ts";
import { appTest, Client, refused } from "../kit/app.ts";
import { Authenticator } from "../kit/authenticator.ts";
import { count, ORIGIN, refusedBut, signUp } from "../kit/people.ts";

appTest("device keys: thirty an hour, fifty of an account", {}, async (app) => {
  const ann = await signUp(app, "OE1ABC"), bob = await signUp(app, "OE1BOB");
  const register = (who = ann.client, callsign = "OE1ABC") =>
    who.post("/keys/register", { callsign, publicKey: readSigningKey(newToken(app.world))!.publicKey });
  for (let n = 0; n < 30; n++) assert.equal((await register()).status, 200, String(n));
  await refused(app, 429, "rate_limited", () => register());
  app.world.pass(3600);
  for (let n = 30; n < 50; n++) assert.equal((await register()).status, 200, String(n));
  const full = await refused(app, 409, "too_many_keys", () => register());
  assert.equal(full.body.limit, 50);
  assert.equal((await register(bob.client, "OE1BOB")).status, 200);
  assert.equal(count(app, "device_key"), 51);
});

appTest("passkeys: twenty of an account", {}, async (app) => {
  const { client } = await signUp(app, "OE1ABC");
  const more = async () => {
    const { body } = await client.post("/auth/passkey/register/begin", { callsign: "OE1ABC" });
    return { response: new Authenticator(ORIGIN).register(body.options) };
  };
  for (let n = 1; n < 20; n++) {
    assert.equal((await client.post("/auth/passkey/register/finish", await more())).status, 200, String(n));
  }
  const over = await more();
  const full = await refusedBut(
    app,
    ["ceremony"],
    409,
    "too_many_passkeys",
    () => client.post("/auth/passkey/register/finish", over),
  );
  assert.equal(full.body.limit, 20);
});

appTest("map views: a hundred of an account, and one deleted is room for one", {}, async (app) => {
  const alice = await app.signIn("OE1ABC"), bob = await app.signIn("OE2BOB");
  const state = { center: { lat: 48.2, lon: 16.3 }, zoom: 9 };
  const save = (who: Client) => who.post("/api/views", { name: "Home", state });
  const first = await save(alice);
  assert.equal(first.status, 201, first.text);
  for (let n = 1; n < 100; n++) assert.equal((await save(alice)).status, 201, String(n));
  const full = await refused(app, 409, "views_full", () => save(alice));
  assert.equal(full.body.limit, 100);
  assert.equal((await save(bob)).status, 201);
  assert.equal((await alice.delete(`/api/views/${first.body.id}`)).status, 200);
  assert.equal((await save(alice)).status, 201);
  await refused(app, 409, "views_full", () => save(alice));
});

appTest("mailbox: twenty messages of a member within an hour, whoever they are for", {}, async (app) => {
  const alice = await app.signIn("OE1ALI"), carol = await app.signIn("OE1CAR");
  const post = (who: Client, from: string, to: string) => who.post("/api/mailbox", { from, to, text: "hi" });
  for (let n = 0; n < 20; n++) {
    assert.equal((await post(alice, "OE1ALI", n < 10 ? "OE1BOB" : "OE2BOB")).status, 201, String(n));
    app.world.pass(10);
  }
  const full = await refused(app, 429, "mailbox_limit", () => post(alice, "OE1ALI", "OE3BOB"));
  assert.equal(full.body.limit, 20);
  assert.equal((await post(carol, "OE1CAR", "OE3BOB")).status, 201);
  app.world.pass(3600 - 201);
  await refused(app, 429, "mailbox_limit", () => post(alice, "OE1ALI", "OE3BOB"));
  app.world.pass(1);
  assert.equal((await post(alice, "OE1ALI", "OE3BOB")).status, 201, "the first is an hour old");
});

appTest("streams: five hundred in all, after which a network without any is refused too", {}, async (app) => {
  const open = (remote: string) =>
    app.handler(new Request("http://localhost:8787/api/cot/stream"), { remoteAddr: { hostname: remote } });
  const streams: Response[] = [];
  for (let n = 0; n < 500; n++) streams.push(await open(`198.51.100.${Math.floor(n / 8)}`));
  assert.ok(streams.every(({ status }) => status === 200));
  const full = await refused(
    app,
    503,
    "room_full",
    () => new Client(app, {}, "203.0.113.9").get("/api/cot/stream"),
  );
  assert.match(full.body.error, /Try again later/);
  await streams[0]!.body!.cancel();
  const again = await open("203.0.113.9");
  assert.equal(again.status, 200);
  for (const { body } of [...streams.slice(1), again]) await body!.cancel();
});
