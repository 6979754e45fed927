import assert from "node:assert/strict";
import type { PersonalData } from "../../src/accounts/mod.ts";
import { documentText, verifyDocument } from "../../src/wire/mod.ts";
import { appTest, Client, refused, type TestApp, testApp } from "../kit/app.ts";
import { clientOf, count, login, mailApp, refusedBut, signUp, spend, tokenOf } from "../kit/people.ts";
import { newKey, signedAction } from "../kit/signed.ts";
import { traces } from "../kit/traces.ts";

/** Notes what would be published. */
function published(app: TestApp): string[] {
  const log: string[] = [];
  let next = 1;
  app.people.ports.publications = {
    publish: (_tx, kind, body, gid) => {
      log.push(`${kind} ${JSON.stringify(body)}`);
      return { gid: gid ?? `localhost:${kind === "account-move" ? "move" : kind}:${next++}`, v: next };
    },
    withdraw: (_tx, gid) => {
      log.push(`tombstone ${gid}`);
      return 1;
    },
  };
  return log;
}

/** Somebody who has left a trace in every table of the area. */
async function busyPerson(app: TestApp) {
  const { client, device, account } = await signUp(app, "OE1ABC", "ann@example.org");
  await spend(app, tokenOf(app));
  await client.post("/auth/email/change", { email: "ann.new@example.org" });
  await client.post("/auth/callsigns", { callsign: "OE5ABC" });
  app.db.writeNow((tx) => app.accounts.verify(tx, "OE1ABC", "sysop", "OE1SYS", "seen"));
  const key = newKey(app);
  await client.post("/keys/register", { callsign: "OE1ABC", publicKey: key.publicKey, label: "Ann's phone" });
  await client.post("/api/keys", { name: "Ann's map" });
  await client.post("/auth/profile", { displayName: "Ann", publicContact: "ann@example.org" });
  await client.put("/api/prefs", { prefs: { basemap: "ann" } });
  await client.put("/api/notify/prefs", { digest: true });
  await signUp(app, "OE1BOB");
  await client.post("/auth/claims", { callsign: "OE1BOB" });
  app.people.ports.receivingSites = () => ["OE1GATE"];
  await client.post("/verify/aprs/start", { callsign: "OE5ABC" });
  await client.post("/auth/passkey/register/begin", { callsign: "OE1ABC" });
  await app.visitor.post("/auth/passkey/login/begin", { callsign: "OE1ABC" });
  await app.visitor.post("/auth/email/start", { email: "ann@example.org" });
  await app.operator.post("/auth/operator-link", { callsign: "OE1ABC" });
  await client.post("/api/account/OE1ABC/move", { target: "other.example" });
  app.db.writeNow((tx) => app.people.calls.detach(tx, "OE5ABC", "OE1SYS", "not Ann's", null));
  return { client: clientOf(app, await login(app, device)), device, account, key };
}

/** Every row that points at an account, by the foreign keys of the schema. */
function pointers(app: TestApp, account: number): string[] {
  const tables = app.db.sql<never, { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all();
  return tables.flatMap(({ name }) =>
    app.db.sql<never, { table: string; from: string }>(`PRAGMA foreign_key_list("${name}")`).all()
      .filter((key) => key.table === "account")
      .filter((key) => count(app, `"${name}"`, `"${key.from}" = ${account}`) > 0)
      .map((key) => `${name}.${key.from}`)
  );
}

Deno.test("erasure leaves no personal row behind, in any table", async () => {
  using app = mailApp();
  const log = published(app);
  const { client, account, key, device } = await busyPerson(app);
  const personal = ["OE1ABC", "OE5ABC", "ann", key.publicKey, device.id];
  assert.ok(traces(app, personal).length > 15, "there was something to erase");
  assert.ok(pointers(app, account).length >= 10, pointers(app, account).join());
  const reply = await client.post("/api/account/OE1ABC/delete");
  assert.deepEqual([reply.status, reply.body], [200, { ok: true, erased: "OE1ABC", callsigns: ["OE1ABC"] }]);
  assert.match(reply.headers.get("set-cookie")!, /Max-Age=0/);
  assert.deepEqual(traces(app, personal), []);
  assert.deepEqual(pointers(app, account), []);
  assert.deepEqual(log.filter((line) => line.startsWith("tombstone")), ["tombstone localhost:key:1"]);
  assert.deepEqual((await client.get("/auth/session")).body, { callsign: null }, "all sessions ended");
  const next = await signUp(app, "OE1ABC");
  assert.notEqual(next.account, account, "an account's number is never given twice");
  assert.deepEqual(
    (await client.get("/auth/session")).body,
    { callsign: null },
    "nor does an old cookie reach it",
  );
});

Deno.test("ways by which an erased person's receivers brought packets are nobody's, and those of others stay", async () => {
  using app = testApp();
  const ann = await app.signIn("OE1ABC"), way = { via: "rf", port: "kiss", credential: "box" } as const;
  const ways = [
    { ...way, site: "OE1ABC-10", box: "OE1ABC" },
    { ...way, site: "OE1ABC-11", box: "OE1ABC" },
    { ...way, site: "OE1ABCD", box: "attic" },
  ];
  const ids = app.db.writeNow((tx) => ways.map((one) => app.stations.deliveries.idOf(tx, one)));
  assert.equal((await ann.post("/api/account/OE1ABC/delete")).status, 200);
  assert.deepEqual(ids.map((id) => app.stations.deliveries.of(id)), [
    ...ids.slice(0, 2).map((id) => ({ ...way, site: `WITHDRAWN-${id}`, box: `WITHDRAWN-${id}` })),
    ways[2],
  ]);
  assert.deepEqual(ids.map((id) => app.stations.deliveries.mayAttest(id)), [false, false, false]);
  // Whoever has the call next brings packets by a way of their own.
  assert.ok(!ids.includes(app.db.writeNow((tx) => app.stations.deliveries.idOf(tx, ways[0]!))));
});

Deno.test("an old data session reaches nobody's data once its account is erased", async () => {
  using app = mailApp();
  const ann = await signUp(app, "OE1ABC", "ann@example.org");
  await spend(app, tokenOf(app));
  app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1ABC", "OE1SYS", "x", null));
  await app.visitor.post("/auth/email/start", { email: "ann@example.org", purpose: "account-data" });
  const data = clientOf(app, await spend(app, tokenOf(app)));
  app.db.writeNow((tx) => app.people.portability.erase(tx, ann.account));
  await signUp(app, "OE1NEW");
  await refused(app, 401, "no_session", () => data.post("/api/account/me/export"));
  await refused(app, 401, "no_session", () => data.post("/api/account/me/delete"));
});

Deno.test("an area's share is exported and erased with the rest, and a share that fails keeps everything", async () => {
  const seen: unknown[] = [];
  let broken = true;
  const share: PersonalData = {
    name: "caches",
    export: (person) => ({ caches: [{ owner: person.bases[0] }] }),
    erase: (_tx, person) => {
      seen.push({ ...person });
      if (broken) throw new TypeError("disk on fire");
    },
  };
  using app = testApp({}, { also: { personalData: [share] } });
  const { client, account } = await signUp(app, "OE1ABC");
  const exported = (await client.post("/api/account/OE1ABC/export")).body;
  assert.deepEqual(exported.caches, [{ owner: "OE1ABC" }]);
  const before = app.fingerprint();
  const failed = await client.post("/api/account/OE1ABC/delete");
  assert.deepEqual([failed.status, failed.body], [500, { error: "internal error" }]);
  assert.equal(app.fingerprint(), before);
  broken = false;
  assert.equal((await client.post("/api/account/OE1ABC/delete")).status, 200);
  assert.deepEqual(seen.at(-1), { accountId: account, bases: ["OE1ABC"], email: null });
});

Deno.test("an export has every list of the person, and no secret", async () => {
  using app = mailApp();
  const { client, key, device } = await busyPerson(app);
  const reply = await client.post("/api/account/OE1ABC/export");
  assert.match(reply.headers.get("content-disposition")!, /attachment; filename="OE1ABC-export.json"/);
  const lists = reply.body;
  for (
    const name of [
      ...["account", "profile", "uiPrefs", "callsigns", "verifications", "callHistory", "passkeys", "keys"],
      ...["apiKeys", "claims", "proofs", "emailTokens", "moves"],
    ]
  ) {
    assert.ok(Array.isArray(lists[name]), name);
    if (name !== "proofs") assert.ok(lists[name].length > 0, name);
  }
  assert.equal(lists.keys[0].publicKey, key.publicKey);
  assert.equal(lists.passkeys[0].id, device.id);
  assert.doesNotMatch(reply.text, /token_hash|key_hash|public_key|generation|svc_[0-9a-f]{20}/);
});

appTest("export and erasure are the person's own", {}, async (app) => {
  await signUp(app, "OE1ABC");
  const bob = await signUp(app, "OE1BOB");
  for (const what of ["export", "delete", "bundle", "move"]) {
    const path = `/api/account/OE1ABC/${what}`;
    await refused(app, 403, "not_yours", () => bob.client.post(path, { target: "other.example" }));
    await refused(app, 401, "no_session", () => app.visitor.post(path, { target: "other.example" }));
    await refused(app, 401, "no_session", () => app.ingest.post(path, { target: "other.example" }));
  }
  await refused(
    app,
    403,
    "foreign_origin",
    () => bob.client.with({ origin: "https://evil.example" }).post("/api/account/OE1BOB/delete"),
  );
});

Deno.test("a suspended person still exports and erases, by data link and by device key, and their calls stay shut", async () => {
  using app = mailApp();
  const { client } = await signUp(app, "OE1ABC");
  const key = newKey(app);
  await client.post("/keys/register", { callsign: "OE1ABC", publicKey: key.publicKey });
  app.db.writeNow((tx) =>
    app.people.suspensions.suspend(tx, "OE1ABC", {
      reason: "adverts",
      category: "spam",
      until: app.world.now() + 1000,
    })
  );
  await refused(app, 401, "no_session", () => client.post("/api/account/OE1ABC/export"));
  const signed = (what: "export" | "delete") => signedAction(app, key, "OE1ABC", what);
  assert.equal((await signed("export")).body.suspension[0].reason, "adverts");
  assert.equal((await signed("delete")).status, 200);
  assert.equal(count(app, "account"), 0);
  const bob = await signUp(app, "OE1BOB");
  const until = app.world.now() + 1000;
  const shut = async (act: () => Promise<unknown>) => {
    const reply = await refused(app, 403, "suspended", act as never);
    assert.deepEqual(reply.body.suspended, { reason: "adverts", until });
  };
  await shut(() => app.visitor.post("/auth/passkey/register/begin", { callsign: "OE1ABC-3" }));
  await shut(() => bob.client.post("/auth/callsigns", { callsign: "OE1ABC" }));
  await shut(() => bob.client.post("/auth/callsign", { callsign: "OE1ABC" }));
  await shut(() => app.visitor.post("/auth/claims", { callsign: "OE1ABC" }));
  await shut(() => app.visitor.post("/auth/email/start", { email: "x@example.org", callsign: "OE1ABC" }));
  await shut(() => app.operator.post("/auth/operator-link", { callsign: "OE1ABC" }));
  assert.deepEqual(app.people.suspensions.erased().map((row) => row.base), ["OE1ABC"]);
  app.world.pass(1001);
  assert.equal((await signUp(app, "OE1ABC")).reply.status, 200);
});

Deno.test("a suspended person reaches their data by a mailed link, and nothing else", async () => {
  using app = mailApp();
  const { client } = await signUp(app, "OE1ABC", "ann@example.org");
  await spend(app, tokenOf(app));
  const ask = { email: "ann@example.org", purpose: "account-data" };
  app.db.writeNow((tx) =>
    app.people.suspensions.suspend(tx, "OE1ABC", { reason: "adverts", category: "spam", until: null })
  );
  assert.equal((await app.visitor.post("/auth/email/start", ask)).status, 200);
  const data = clientOf(app, await spend(app, tokenOf(app)));
  assert.deepEqual((await data.get("/auth/session")).body, { callsign: null, accountData: true });
  await refused(app, 401, "no_session", () => client.get("/auth/callsigns"));
  await refused(app, 403, "data_session", () => data.get("/auth/callsigns"));
  await refused(app, 409, "needs_callsign", () => data.post("/api/account/me/bundle"));
  assert.equal((await data.post("/api/account/me/export")).body.account[0].activeCall, "OE1ABC");
  assert.equal((await data.post("/api/account/me/delete")).body.erased, "OE1ABC");
  assert.equal(app.people.suspensions.erased().length, 1);
});

Deno.test("unsuspending frees the call of an erased account", async () => {
  using app = mailApp();
  const { client } = await signUp(app, "OE1ABC", "ann@example.org");
  await spend(app, tokenOf(app));
  app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1ABC", "OE1SYS", "x", null));
  app.db.writeNow((tx) => app.people.calls.add(tx, 1, "OE1ABC"));
  app.db.writeNow((tx) =>
    app.people.suspensions.suspend(tx, "OE1ABC", { reason: "adverts", category: "spam", until: null })
  );
  void client;
  app.db.writeNow((tx) => app.people.portability.erase(tx, 1));
  app.db.writeNow((tx) => app.people.suspensions.lift(tx, "OE1ABC"));
  assert.equal((await signUp(app, "OE1ABC")).reply.status, 200);
  assert.throws(() => app.db.writeNow((tx) => app.people.suspensions.lift(tx, "OE1ABC")), {
    reason: "not_suspended",
  });
});

appTest("an account moves: bundle here, import there with the device key's own signature", {
  INSTANCE_ID: "home.example",
}, async (home) => {
  using there = testApp({ INSTANCE_ID: "there.example" });
  const log = published(there);
  const { client } = await signUp(home, "OE1ABC-7");
  home.db.writeNow((tx) => home.accounts.verify(tx, "OE1ABC", "lotw"));
  const key = newKey(home);
  await client.post("/keys/register", { callsign: "OE1ABC-7", publicKey: key.publicKey, label: "Phone" });
  const { bundle } = (await client.post("/api/account/OE1ABC/bundle")).body;
  assert.deepEqual(bundle, {
    v: 1,
    instance: "home.example",
    callsign: "OE1ABC-7",
    verified: true,
    keys: [{ publicKey: key.publicKey, label: "Phone", verified: true }],
    at: home.world.now(),
  });
  const moved = await client.post("/api/account/OE1ABC/move", { target: "there.example" });
  assert.deepEqual(moved.body, { ok: true, callsign: "OE1ABC-7", movedTo: "there.example" });
  for (const target of ["home.example", "NOT A HOST"]) {
    await refused(home, 400, "invalid_target", () => client.post("/api/account/OE1ABC/move", { target }));
  }

  const assertion = (change: Record<string, unknown> = {}, by = key) => {
    const document = {
      at: there.world.now(),
      call: "OE1ABC-7",
      instance: "there.example",
      key: by.publicKey,
      path: "/api/account/import",
      ...change,
    };
    return { key: by.publicKey, at: document.at, sig: by.signText(documentText("svc-act/1", document)) };
  };
  let from = 0;
  const send = (body: Record<string, unknown>) =>
    there.visitor.with({}, `198.51.100.${from++}`).post("/api/account/import", body);
  await refused(
    there,
    403,
    "key_not_in_bundle",
    () => send({ bundle, assertion: assertion({}, newKey(there)) }),
  );
  await refused(
    there,
    401,
    "bad_signature",
    () => send({ bundle, assertion: assertion({ instance: "x.example" }) }),
  );
  await refused(
    there,
    401,
    "bad_signature",
    () => send({ bundle, assertion: assertion({ call: "OE1XYZ" }) }),
  );
  await refused(there, 401, "bad_signature", () => send({ bundle, assertion: assertion({ at: 5 }) }));
  await refused(there, 401, "bad_signature", () => send({ bundle }));
  await refused(there, 401, "no_credential", () => send(assertion()));

  const good = assertion();
  const reply = await send({ bundle, assertion: good });
  assert.deepEqual([reply.status, reply.body], [200, {
    ok: true,
    callsign: "OE1ABC-7",
    importedKeys: 1,
    from: "home.example",
  }]);
  const arrived = clientOf(there, reply);
  assert.equal((await arrived.get("/auth/session")).body.verified, false, "whatever the bundle says");
  assert.equal((await there.visitor.get("/keys/OE1ABC")).body.keys[0].verified, false);
  assert.deepEqual(log, [
    `key ${
      JSON.stringify({ call: "OE1ABC-7", key: key.publicKey, addedAt: there.world.now(), verified: false })
    }`,
    `account-move ${
      JSON.stringify({
        call: "OE1ABC-7",
        from: "home.example",
        to: "there.example",
        movedAt: there.world.now(),
        key: key.publicKey,
        sig: good.sig,
        signedAt: good.at,
      })
    }`,
  ]);
  await refused(there, 401, "bad_signature", () => send({ bundle, assertion: good }));
  await refusedBut(there, ["spent_nonce"], 409, "held_unverified", () => {
    there.world.pass(1);
    return send({ bundle, ...assertion() });
  });
  await arrived.post("/api/account/OE1ABC/delete");
  assert.deepEqual(log.slice(2), ["tombstone localhost:key:1", "tombstone localhost:move:2"]);
});

appTest("a published move is one that other instances take: signed by the mover, for this instance", {
  INSTANCE_ID: "there.example",
  FED_PRIVATE_KEY: "A".repeat(42) + "E",
}, async (app) => {
  const key = newKey(app);
  const document = {
    at: app.world.now(),
    call: "OE1ABC",
    instance: "there.example",
    key: key.publicKey,
    path: "/api/account/import",
  };
  const sig = key.signText(documentText("svc-act/1", document));
  const reply = await app.visitor.post("/api/account/import", {
    bundle: {
      v: 1,
      instance: "home.example",
      callsign: "OE1ABC",
      keys: [{ publicKey: key.publicKey }],
      at: document.at,
    },
    assertion: { key: key.publicKey, sig, at: document.at },
  });
  assert.equal(reply.status, 200, reply.text);
  for (
    const [feed, fields] of [["account-moves", { from: "home.example", to: "there.example" }], [
      "keys",
      {},
    ]] as const
  ) {
    const { items } = (await app.visitor.get(`/federation/${feed}`)).body;
    assert.equal(items.length, 1, feed);
    const { data } = items[0];
    assert.deepEqual([data.call, data.key], ["OE1ABC", key.publicKey], feed);
    for (const [name, value] of Object.entries(fields)) assert.equal(data[name], value);
    if (feed === "account-moves") {
      const { movedAt: _movedAt, signedAt, ...rest } = data;
      assert.deepEqual([rest.sig, signedAt], [sig, document.at]);
      assert.ok(
        verifyDocument("svc-act/1", { ...document, at: signedAt, instance: rest.to }, rest.key, rest.sig),
        "anybody can check it from the record alone",
      );
    }
  }
});

appTest("imports stop at 5 an hour for each address", { INSTANCE_ID: "there.example" }, async (app) => {
  const key = newKey(app);
  const ask = async (n: number) => {
    const call = `OE1AA${String.fromCharCode(65 + n)}`;
    const document = {
      at: app.world.now(),
      call,
      instance: "there.example",
      key: key.publicKey,
      path: "/api/account/import",
    };
    return await new Client(app).post("/api/account/import", {
      bundle: { v: 1, instance: "home.example", callsign: call, keys: [{ publicKey: key.publicKey }], at: 1 },
      assertion: {
        key: key.publicKey,
        at: document.at,
        sig: key.signText(documentText("svc-act/1", document)),
      },
    });
  };
  assert.equal((await ask(0)).status, 200);
  for (let n = 1; n < 5; n++) assert.equal((await ask(n)).body.reason, "key_taken");
  assert.equal((await ask(5)).body.reason, "rate_limited");
  assert.equal(count(app, "account"), 1);
});

Deno.test("the data page's plain forms download and erase without scripts", async () => {
  using app = mailApp();
  const { client } = await signUp(app, "OE1ABC");
  const page = await client.get("/auth/data", { accept: "text/html" });
  assert.match(page.text, /action="\/api\/account\/me\/export"/);
  const form = { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:8787" };
  assert.equal(
    (await client.send("POST", "/api/account/me/export", "", form)).body.account[0].activeCall,
    "OE1ABC",
  );
  // One tap erases nobody: the page asks first, and takes nothing but the person's own call for a yes.
  for (const answer of ["", "confirm=", "confirm=yes", "confirm=OE1ABC-1"]) {
    const before = app.fingerprint();
    const asked = await client.send("POST", "/api/account/me/delete", answer, form);
    assert.equal(asked.status, 200);
    assert.match(asked.text, /Type OE1ABC to erase everything/);
    assert.equal(app.fingerprint(), before);
  }
  const gone = await client.send("POST", "/api/account/me/delete", "confirm=oe1abc", form);
  assert.match(gone.text, /Nothing of you is left/);
  assert.match(gone.headers.get("set-cookie")!, /Max-Age=0/);
  assert.equal(count(app, "account"), 0);
  assert.match((await app.visitor.get("/auth/data")).text, /Sign in first/);
});
