import assert from "node:assert/strict";
import { newToken, sha256Hex } from "../../src/base/mod.ts";
import { readSigningKey, type RecordKind, signDocument } from "../../src/wire/mod.ts";
import { appTest, Client, refused, type TestApp, testApp } from "../kit/app.ts";
import { count, refusedBut, signUp } from "../kit/people.ts";

const deviceKey = (app: TestApp) => readSigningKey(newToken(app.world))!;

/** Stands in for federation: notes what is published and withdrawn. */
export function publications(app: TestApp) {
  const log: string[] = [];
  let next = 1;
  app.people.ports.publications = {
    publish: (_tx, kind: RecordKind, body, gid) => {
      log.push(`${gid ? "again" : "new"} ${kind} ${JSON.stringify(body)}`);
      return { gid: gid ?? `club.example:${kind === "account-move" ? "move" : kind}:${next++}`, v: next };
    },
    withdraw: (_tx, gid, { bounded }) => {
      log.push(`gone ${gid} ${bounded}`);
      return 1;
    },
  };
  return log;
}

appTest(
  "a device key is registered, listed, published, and follows the call's verification",
  {},
  async (app) => {
    const log = publications(app);
    const { client } = await signUp(app, "OE1ABC");
    const key = deviceKey(app).publicKey;
    const reply = await client.post("/keys/register", {
      callsign: "oe1abc-7",
      publicKey: key,
      label: "<b>Phone</b>",
    });
    assert.deepEqual(reply.body, { ok: true, callsign: "OE1ABC-7", publicKey: key, verified: false });
    assert.deepEqual((await app.visitor.get("/keys/OE1ABC")).body, {
      callsign: "OE1ABC",
      keys: [{ publicKey: key, label: "Phone", verified: false, createdAt: app.world.now() }],
    });
    assert.equal((await app.visitor.get("/keys/OE1ABC-7")).body.keys.length, 1);
    assert.equal((await app.visitor.get("/keys/OE1ABC-8")).body.keys.length, 0);
    const body = { call: "OE1ABC-7", key, addedAt: app.world.now() };
    assert.deepEqual(log, [`new key ${JSON.stringify({ ...body, verified: false })}`]);
    app.db.writeNow((tx) => app.accounts.verify(tx, "OE1ABC", "lotw"));
    app.db.writeNow((tx) => app.accounts.unverify(tx, "OE1ABC"));
    app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1ABC", "OE1SYS", "x", null));
    assert.deepEqual(log.slice(1), [
      `again key ${JSON.stringify({ ...body, verified: true })}`,
      `again key ${JSON.stringify({ ...body, verified: false })}`,
      "gone club.example:key:1 false",
    ]);
    assert.equal(count(app, "device_key"), 0);
  },
);

appTest("a device key is removed by its owner and nobody else, and its record with it", {}, async (app) => {
  const log = publications(app);
  const ann = await signUp(app, "OE1ABC");
  const bob = await signUp(app, "OE1BOB");
  const key = deviceKey(app).publicKey;
  await ann.client.post("/keys/register", { callsign: "OE1ABC", publicKey: key, label: "" });
  await refused(app, 404, "key_missing", () => bob.client.delete(`/keys/${key}`));
  await refused(app, 404, "key_missing", () => ann.client.delete(`/keys/${deviceKey(app).publicKey}`));
  await refused(app, 401, "no_session", () => app.visitor.delete(`/keys/${key}`));
  const gone = await ann.client.delete(`/keys/${key}`);
  assert.deepEqual([gone.status, gone.body], [200, { removed: true }]);
  assert.deepEqual((await app.visitor.get("/keys/OE1ABC")).body.keys, []);
  assert.equal(log.at(-1), "gone club.example:key:1 false");
  await refused(app, 404, "key_missing", () => ann.client.delete(`/keys/${key}`));
});

appTest("a key is refused that is no point, another's, or for a call not held", {}, async (app) => {
  const ann = await signUp(app, "OE1ABC");
  const bob = await signUp(app, "OE1BOB");
  const key = deviceKey(app).publicKey;
  const add = (client: Client, callsign: string, publicKey: string) => () =>
    client.post("/keys/register", { callsign, publicKey });
  await refused(app, 403, "not_held", add(ann.client, "OE1BOB", key));
  await refused(app, 400, "invalid_key", add(ann.client, "OE1ABC", "A".repeat(43)));
  await refused(app, 400, "invalid_key", add(ann.client, "OE1ABC", "short"));
  await refused(app, 401, "no_session", add(app.ingest, "OE1ABC", key));
  assert.equal((await add(ann.client, "OE1ABC", key)()).status, 200);
  assert.equal((await add(ann.client, "OE1ABC", key)()).status, 200, "again is the same");
  await refused(app, 409, "key_taken", add(bob.client, "OE1BOB", key));
  assert.equal(count(app, "device_key"), 1);
});

appTest(
  "a body signed with a device key acts for the call, once, fresh, here and on this path",
  {},
  async (app) => {
    const { client } = await signUp(app, "OE1ABC");
    const key = deviceKey(app);
    await client.post("/keys/register", { callsign: "OE1ABC", publicKey: key.publicKey });
    const path = "/api/account/OE1ABC/export";
    const signed = (change: Record<string, unknown> = {}, by = key) => {
      const document = {
        at: app.world.now(),
        call: "OE1ABC",
        instance: "localhost",
        key: by.publicKey,
        path,
        ...change,
      };
      return { key: by.publicKey, at: document.at, sig: signDocument("svc-act/1", document, by) };
    };
    const body = signed();
    assert.equal((await app.visitor.post(path, body)).status, 200);
    await refused(app, 401, "bad_signature", () => app.visitor.post(path, body));
    for (
      const change of [{ at: app.world.now() - 301 }, { at: app.world.now() + 301 }, { call: "OE1XYZ" }, {
        instance: "other.example",
      }, { path: "/api/account/OE1ABC/delete" }]
    ) {
      await refused(app, 401, "bad_signature", () => app.visitor.post(path, signed(change)));
    }
    await refused(app, 403, "not_yours", () => app.visitor.post(path, signed({}, deviceKey(app))));
  },
);

appTest("API keys: made once, shown once, kept as SHA-256, counted, revoked", {}, async (app) => {
  const { client } = await signUp(app, "OE1ABC");
  const made = await client.post("/api/keys", { name: "my <i>map</i>" });
  assert.equal(made.status, 201);
  assert.match(made.body.key, /^svc_[0-9a-f]{32}$/);
  assert.deepEqual([made.body.name, made.body.prefix, made.body.lastUsedAt], [
    "my map",
    made.body.key.slice(0, 12),
    null,
  ]);
  const stored = app.db.sql<never, { key_hash: string }>("SELECT key_hash FROM api_key").get()!;
  assert.equal(stored.key_hash, sha256Hex(made.body.key));
  assert.ok(!JSON.stringify(app.db.sql("SELECT * FROM api_key").all()).includes(made.body.key));
  const { key: _key, ...view } = made.body;
  assert.deepEqual((await client.get("/api/keys")).body, { keys: [view], cap: 5 });
  for (let n = 0; n < 4; n++) {
    assert.equal((await client.post("/api/keys", { name: `k${n}` })).status, 201);
  }
  const full = await refused(
    app,
    409,
    "api_keys_at_cap",
    () => client.post("/api/keys", { name: "one more" }),
  );
  assert.equal(full.body.cap, 5);
  await refused(app, 400, "invalid_body", () => client.post("/api/keys", { name: " " }));
  await refused(app, 400, "invalid_body", () => client.post("/api/keys", { name: "x".repeat(61) }));
  // Measured before it is looked at: the sentence names the length of what came, not of what is left of it.
  const long = await refused(
    app,
    400,
    "invalid_body",
    () => client.post("/api/keys", { name: "<".repeat(250_000) }),
  );
  assert.match(long.body.error, /name: .*240/);
  await refused(app, 400, "invalid_body", () => client.post("/api/keys", { name: "<b>".repeat(81) + "x" }));

  const used = await new Client(app, { "x-api-key": made.body.key }).get("/api/licence/OE1ABC");
  assert.equal(used.status, 200);
  await app.db.write(() => {}); // the use is noted behind the request's back, in a write before this one
  assert.equal((await client.get("/api/keys")).body.keys[0].lastUsedAt, app.world.now());

  const bob = await signUp(app, "OE1BOB");
  await refused(app, 404, "api_key_missing", () => bob.client.delete(`/api/keys/${made.body.id}`));
  await refused(app, 404, "api_key_missing", () => client.delete("/api/keys/xyz"));
  assert.deepEqual((await client.delete(`/api/keys/${made.body.id}`)).body, { revoked: true });
  assert.equal((await client.get("/api/keys")).body.keys.length, 4);

  const all = await app.operator.get("/api/admin/api-keys");
  assert.equal(all.body.keys.length, 4);
  assert.equal(all.body.keys[0].owner, "OE1ABC");
  // The operator is told which keys open nothing, for as long as that is so.
  const closed = async () =>
    (await app.operator.get("/api/admin/api-keys")).body.keys.map((one: { suspended: boolean }) =>
      one.suspended
    );
  assert.deepEqual(await closed(), [false, false, false, false]);
  app.db.writeNow((tx) =>
    app.people.suspensions.suspend(tx, "OE1ABC", { reason: "spam", category: "spam", until: null })
  );
  assert.deepEqual(await closed(), [true, true, true, true]);
  app.db.writeNow((tx) => app.people.suspensions.lift(tx, "OE1ABC"));
  assert.deepEqual(await closed(), [false, false, false, false]);
  const id = all.body.keys[0].id;
  assert.equal((await app.operator.delete(`/api/admin/api-keys/${id}`)).status, 200);
  await refusedBut(app, [], 404, "api_key_missing", () => app.operator.delete(`/api/admin/api-keys/${id}`));
});

Deno.test("API keys stop at 10 creations an hour, and a cap of 0 disallows them", async () => {
  const app = testApp({ API_KEYS_PER_ACCOUNT: "100" });
  const { client } = await signUp(app, "OE1ABC");
  for (let n = 0; n < 12; n++) assert.equal((await client.post("/api/keys", { name: "" })).status, 400);
  for (let n = 0; n < 10; n++) assert.equal((await client.post("/api/keys", { name: `k${n}` })).status, 201);
  await refused(app, 429, "rate_limited", () => client.post("/api/keys", { name: "x" }));
  app.close();
  using none = testApp({ API_KEYS_PER_ACCOUNT: "0" });
  const ann = await signUp(none, "OE1ABC");
  await refused(none, 409, "api_keys_at_cap", () => ann.client.post("/api/keys", { name: "x" }));
});

appTest("a key raises the limit of the read API, an unknown one does not", {
  API_RATE_ANON: "2",
  API_RATE_KEYED: "4",
}, async (app) => {
  const { client } = await signUp(app, "OE1ABC");
  const { key } = (await client.post("/api/keys", { name: "map" })).body;
  const reader = new Client(app, { authorization: `Bearer ${key}` });
  for (let n = 0; n < 4; n++) assert.equal((await reader.get("/api/licence")).status, 200);
  assert.equal((await reader.get("/api/licence")).body.tier, "keyed");
  const unknown = new Client(app, { "x-api-key": "svc_" + "0".repeat(32) });
  for (let n = 0; n < 2; n++) assert.equal((await unknown.get("/api/licence")).status, 200);
  assert.equal((await unknown.get("/api/licence")).body.tier, "anon");
});
