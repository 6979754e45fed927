/** One's own devices: their names, when each was used last, and a second one by a link from the first. */
import assert from "node:assert/strict";
import { newToken } from "../../src/base/mod.ts";
import { readSigningKey } from "../../src/wire/mod.ts";
import { appTest, refused, SYSOP, type TestApp } from "../kit/app.ts";
import { clientOf, signUp } from "../kit/people.ts";

const keyOf = (app: TestApp) => readSigningKey(newToken(app.world))!.publicKey;
const tokenOf = (link: string) => new URL(link).searchParams.get("token")!;
const open = (app: TestApp, token: string) => app.visitor.post("/auth/email/verify", { token });

appTest(
  "a device has a name that nobody else sees, and says when its session was used last",
  {},
  async (app) => {
    const { client } = await signUp(app, "OE1ABC");
    const bob = await signUp(app, "OE1BOB");
    const publicKey = keyOf(app), start = app.world.now();
    await client.post("/keys/register", { callsign: "OE1ABC", publicKey, label: "Chrome, Android" });
    await refused(app, 404, "key_missing", () => bob.client.patch(`/keys/${publicKey}`, { name: "Mine" }));
    await refused(
      app,
      400,
      "invalid_body",
      () => client.patch(`/keys/${publicKey}`, { name: "x".repeat(41) }),
    );
    await refused(app, 401, "no_session", () => app.visitor.patch(`/keys/${publicKey}`, { name: "Mine" }));
    assert.deepEqual((await client.patch(`/keys/${publicKey}`, { name: "Anna's phone" })).body, { ok: true });
    const device = async (who = client) => (await who.get("/api/my/devices")).body.devices[0];
    assert.deepEqual(await device(), {
      ...{ publicKey, callsign: "OE1ABC", label: "Chrome, Android", name: "Anna's phone" },
      ...{ createdAt: start, usedAt: start, here: true },
    });
    assert.equal(await device(bob.client), undefined);
    assert.ok(!JSON.stringify((await app.visitor.get("/keys/OE1ABC")).body).includes("Anna"));
    await refused(app, 401, "no_session", () => app.visitor.get("/api/my/devices"));
    // Another session of the same person is another device: what it asks is no use of the first one.
    const second = clientOf(
      app,
      await open(app, tokenOf((await client.post("/auth/device-link")).body.link)),
    );
    app.world.pass(3600);
    assert.deepEqual([(await device(second)).usedAt, (await device(second)).here], [start, false]);
    assert.equal((await device()).usedAt, start + 3600);
    // It is written down each quarter of an hour, and what was written later stays.
    await app.jobs.find(({ name }) => name === "accounts-seen")!.run();
    app.world.pass(60);
    assert.equal((await device(second)).usedAt, start + 3600);
    // Signed in anew there, the key says which session is open on it now.
    await second.post("/keys/register", { callsign: "OE1ABC", publicKey, label: "Chrome, Android" });
    assert.deepEqual([(await device(second)).here, (await device()).here], [true, false]);
    assert.equal((await device()).name, "Anna's phone");
  },
);

appTest(
  "a link from one device signs the next one in, once, within five minutes, the latest alone",
  {},
  async (app) => {
    const { client } = await signUp(app, "OE1ABC");
    const link = async () => tokenOf((await client.post("/auth/device-link")).body.link);
    await refused(app, 401, "no_session", () => app.visitor.post("/auth/device-link"));
    const first = await link(), latest = await link();
    await refused(app, 400, "link_unknown", () => open(app, first));
    const opened = await open(app, latest);
    assert.deepEqual([opened.status, opened.body.callsign], [200, "OE1ABC"]);
    await refused(app, 400, "link_spent", () => open(app, latest));
    assert.equal((await clientOf(app, opened).get("/auth/session")).body.callsign, "OE1ABC");
    // Signing out there ends that session alone.
    await clientOf(app, opened).post("/auth/logout");
    assert.equal((await client.get("/auth/session")).body.callsign, "OE1ABC");
    const late = await link();
    app.world.pass(300);
    await refused(app, 400, "link_unknown", () => open(app, late));
    const left = await link();
    await client.post("/auth/logout-all");
    await refused(app, 400, "link_unknown", () => open(app, left));
  },
);

appTest("what a link opens is no fresher a sign-in than the session that made it", {}, async (app) => {
  const sysop = await app.signIn(SYSOP);
  const fresh = async (who: typeof sysop) => (await who.get("/auth/session")).body.fresh;
  assert.equal(await fresh(sysop), true);
  app.world.pass(16 * 60);
  assert.equal(await fresh(sysop), false);
  const second = clientOf(app, await open(app, tokenOf((await sysop.post("/auth/device-link")).body.link)));
  assert.equal(await fresh(second), false);
});

appTest("a link opens nothing for who was suspended since, or lost the call", {}, async (app) => {
  const { client } = await signUp(app, "OE1ABC");
  const bob = await signUp(app, "OE1BOB");
  const link = async (who: typeof client) => tokenOf((await who.post("/auth/device-link")).body.link);
  const one = await link(client), other = await link(bob.client);
  app.db.writeNow((tx) =>
    app.people.suspensions.suspend(tx, "OE1ABC", { reason: "adverts", category: "spam", until: null })
  );
  await refused(app, 400, "link_unknown", () => open(app, one));
  app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1BOB", "OE1SYS", "x", null));
  await refused(app, 400, "link_unknown", () => open(app, other));
});
