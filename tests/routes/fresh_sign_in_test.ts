/** What needs a sign-in of the last 15 minutes: the gate asks for it, before anything is looked at. */
import assert from "node:assert/strict";
import type { Route } from "../../src/http/mod.ts";
import { toBase64Url } from "../../src/base/mod.ts";
import { appTest, Client, refused } from "../kit/app.ts";

/** Operators' writes that ask for a fresh sign-in: all that do not say why they go without. */
const FRESH = [
  "DELETE /api/admin/backups/:name",
  "DELETE /api/admin/boxes/codes/:id",
  "DELETE /api/admin/host/:key",
  "DELETE /api/admin/restore",
  "DELETE /api/admin/sites/:site",
  "DELETE /api/admin/verifications/:call",
  "DELETE /federation/peers",
  "POST /api/admin/backups",
  "POST /api/admin/boxes/:id/revoke",
  "POST /api/admin/boxes/:id/services",
  "POST /api/admin/boxes/:id/trust",
  "POST /api/admin/boxes/codes",
  "POST /api/admin/boxes/codes/:id/reveal",
  "POST /api/admin/callsigns/:call",
  "POST /api/admin/clock",
  "POST /api/admin/people/:call/link",
  "POST /api/admin/restart",
  "POST /api/admin/restore",
  "POST /api/admin/restore/go",
  "POST /api/admin/sites",
  "POST /api/admin/tool-registries",
  "POST /api/admin/tool-registries/:id/confirm",
  "POST /api/admin/verifications",
  "POST /federation/peers",
  "POST /federation/peers/44net",
  "POST /federation/peers/follow",
  "POST /federation/peers/trust",
  "PUT /api/admin/host/:key",
];

const concrete = ({ path }: Route) => path.replace(/:\w+/g, "1").replace("*", "x");

appTest("a sysop's old sign-in changes nothing of what is the host's, and a fresh one gets past the gate", {
  MAIL_FROM: "gateway@club.example",
}, async (app) => {
  const old = await app.sysop();
  app.world.pass(901);
  const fresh = await app.sysop();
  const writes = app.routes.filter(({ method, options: { gate } }) =>
    method !== "GET" && /\bsysop\b/.test(gate.label) && gate.label !== "sysop|session"
  );
  const asks = writes.filter(({ options: { gate } }) => gate.anyAge === undefined);
  assert.deepEqual(asks.map(({ method, path }) => `${method} ${path}`).sort(), FRESH);
  for (const route of asks) {
    await refused(app, 401, "fresh_sign_in", () => old.send(route.method, concrete(route), {}));
    for (const who of route.options.gate.label.includes("operator") ? [fresh, app.operator] : [fresh]) {
      const reply = await who.send(route.method, concrete(route), {});
      assert.notEqual(reply.body?.reason, "fresh_sign_in", `${route.method} ${route.path}`);
    }
  }
  for (const route of writes) {
    if (asks.includes(route)) continue;
    const reply = await old.send(route.method, concrete(route), {});
    assert.notEqual(reply.body?.reason, "fresh_sign_in", `${route.method} ${route.path}`);
  }
});

appTest("each write of operators that goes with an old sign-in says why", {}, (app) => {
  const reasons = new Map<string, string[]>();
  for (const { method, path, options: { gate } } of app.routes) {
    if (method === "GET" || gate.anyAge === undefined) continue;
    reasons.set(gate.anyAge, [...reasons.get(gate.anyAge) ?? [], `${method} ${path}`]);
  }
  const lines = [...reasons].map(([why, routes]) => `${why}: ${routes.sort().join(", ")}`).sort();
  assert.deepEqual(lines, WITHOUT.trim().split("\n"));
});

/** Why a write goes without, and which: whoever adds one decides here. */
const WITHOUT = `
a box does the same all day: POST /api/bbs/wp, POST /api/node/nodes, POST /federation/beacon, POST /federation/frames, POST /federation/packet/status
a cache can be offered and handed over again: DELETE /api/admin/adoptions/:cacheId, POST /api/admin/adoptions, POST /api/admin/adoptions/:cacheId/assign, POST /api/admin/adoptions/requests/:id/approve, POST /api/admin/adoptions/requests/:id/decline
a catalogue can be read in again: DELETE /api/admin/imports/:id, POST /api/import/:source
a mail to the operator's own address: POST /api/admin/mail-test
a note on a line of the checklist: PUT /api/admin/setup/:key
a pause gives no trust: POST /federation/peers/pause, POST /federation/peers/pause-several
a picture can be drawn anew: DELETE /api/admin/club/logo, PUT /api/admin/club/logo
a place can be corrected again: POST /api/admin/caches/:id/place
a station listed for a member attests nothing: POST /api/admin/stations
an invitation can be made and withdrawn again: DELETE /api/admin/invitations/:id, POST /api/admin/invitations
awards are the club's own, and certificates that were signed stay: DELETE /api/admin/awards/:id, PATCH /api/admin/awards/:id, POST /api/admin/awards
it removes nothing, and is taken back as it was done: PUT /api/admin/visitors/:home, PUT /api/admin/visitors/:home/:call
moderation is daily work, and what it takes away can be brought back: POST /api/admin/moderation/accounts/:call/memorial, POST /api/admin/moderation/accounts/:call/suspend, POST /api/admin/moderation/accounts/:call/unsuspend, POST /api/admin/moderation/accounts/suspend-several, POST /api/admin/moderation/disable, POST /api/admin/moderation/disable-several, POST /api/admin/moderation/remove, POST /api/admin/moderation/reports/:id, POST /api/admin/moderation/restore
partners and rules carry mail and give nobody a right: DELETE /api/bbs/forward/:id, DELETE /api/bbs/partners/:id, POST /api/bbs/forward, POST /api/bbs/partners, POST /api/bbs/partners/:id/call
settings of the instance let nobody in, and are set back in one act: DELETE /api/admin/settings/:key, PUT /api/admin/settings/:key
switching or taking away lets in no new key: DELETE /api/admin/tool-registries/:id, PATCH /api/admin/tool-registries/:id
taking a key away opens nothing: DELETE /api/admin/api-keys/:id
the copy stays on this host: taking it away asks for itself: POST /api/admin/backup
the first run follows the first sign-in: POST /admin/first
the map is no secret and can be sent again: DELETE /api/admin/map, POST /api/admin/map
what is cleared can be brought back for a day: POST /api/admin/newcomers/clear, POST /api/admin/newcomers/clearings/:id/undo
what is fetched, sent or brought is verified by itself: POST /api/admin/federation/sync, POST /federation/bbs/enqueue, POST /federation/gaps/seen, POST /federation/peers/sync, POST /federation/relay/:instance/dispatch, POST /federation/sync
what is sent does nothing until a route takes it, which asks for itself: DELETE /api/admin/uploads/:id, POST /api/admin/uploads, PUT /api/admin/uploads/:id
what is welcomed can be held again for a day: POST /api/admin/moderation/accounts/welcome-several
who is held again can be welcomed again: POST /api/admin/moderation/welcomes/:id/undo
`;

appTest("a backup is fetched with a fresh sign-in alone", {}, async (app) => {
  const old = await app.sysop();
  const { name } = (await old.post("/api/admin/backup")).body;
  assert.equal((await old.get(`/api/admin/backups/${name}`)).status, 200);
  app.world.pass(901);
  await refused(app, 401, "fresh_sign_in", () => old.get(`/api/admin/backups/${name}`));
  assert.equal((await old.get("/api/admin/backups")).status, 200);
  assert.deepEqual(
    [
      (await old.get("/auth/session")).body.fresh,
      (await (await app.sysop()).get("/auth/session")).body.fresh,
    ],
    [false, true],
  );
});

appTest("browsers for push and API keys end with the session they came from, and with all of them", {
  VAPID_PRIVATE_KEY: "A".repeat(42) + "E",
}, async (app) => {
  app.world.lookup = () => Promise.resolve(["93.184.216.34"]);
  const keys = { p256dh: toBase64Url(new Uint8Array(65).fill(4)), auth: toBase64Url(new Uint8Array(16)) };
  const give = async (client: Client, n: number) => {
    const endpoint = `https://push.example/${n}`;
    assert.equal((await client.post("/api/push/subscribe", { endpoint, keys })).status, 201);
    return (await client.post("/api/keys", { name: `key ${n}` })).body.key as string;
  };
  const rows = () =>
    app.db.sql<never, { endpoint: string }>("SELECT endpoint FROM push_subscription").all().length;
  const works = async (key: string) =>
    (await app.visitor.get("/api/v1/key", { "x-api-key": key })).status === 200;
  const [lent, own, bob] = [
    await app.signIn("OE1ABC"),
    await app.signIn("OE1ABC"),
    await app.signIn("OE1BOB"),
  ];
  const lentKey = await give(lent, 1), ownKey = await give(own, 2), bobs = await give(bob, 3);
  const at = (n: number) => `/api/push?endpoint=${encodeURIComponent(`https://push.example/${n}`)}`;
  const here = async (client: Client, n: number) => (await client.get(at(n))).body.here !== null;
  assert.deepEqual([await here(lent, 1), await here(own, 1), await here(bob, 1)], [true, false, false]);
  assert.deepEqual(Object.keys((await lent.get(at(1))).body.here).sort(), [
    ...["addedAt", "lastError", "lastFailedAt", "lastOkAt", "nextTryAt", "waiting"],
  ]);
  await refused(app, 401, "no_session", () => app.visitor.get(at(1)));
  assert.equal((await lent.post("/auth/logout")).status, 200);
  assert.deepEqual([rows(), await works(lentKey), await works(ownKey)], [2, false, true]);
  // Whoever signs in anew in the same browser goes on in the same session.
  app.world.pass(1000);
  const link = (await app.operator.post("/auth/operator-link", { callsign: "OE1ABC" })).body.link;
  const opened = await own.post("/auth/email/verify", { token: new URL(link).searchParams.get("token") });
  const again = new Client(app, { cookie: opened.headers.get("set-cookie")!.split(";")[0]! });
  assert.deepEqual([(await again.get("/auth/session")).body.fresh, await works(ownKey)], [true, true]);
  assert.equal((await again.post("/auth/logout")).status, 200);
  assert.deepEqual([rows(), await works(ownKey), (await own.get("/auth/session")).body.callsign], [
    1,
    false,
    null,
  ]);
  // Neither cookie of it opens anything, however late.
  app.world.pass(29 * 86_400);
  await app.jobs.find(({ name }) => name === "accounts-prune")!.run();
  assert.deepEqual([
    (await own.get("/auth/session")).body.callsign,
    (await again.get("/auth/session")).body.callsign,
  ], [null, null]);
  const third = await app.signIn("OE1ABC");
  const [one, two] = [await give(third, 4), await give(await app.signIn("OE1ABC"), 5)];
  assert.equal((await third.post("/auth/logout-all")).status, 200);
  assert.deepEqual([rows(), await works(one), await works(two), await works(bobs)], [1, false, false, true]);
});
