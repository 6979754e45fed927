/** Enrolment, signatures, replay, trust, remote control. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { appTest, Client, refused, SECRETS, SYSOP, type TestApp } from "../kit/app.ts";
import { enrolBox, enrolment, newKey, rf, type TestBox } from "../kit/boxes.ts";
import { buildApp } from "../../src/app.ts";

const makeCode = async (app: TestApp, body = {}) =>
  (await app.operator.post("/api/admin/boxes/codes", body)).body.code;

appTest("a box enrols once under a code, which is kept as a digest only", {}, async (app) => {
  const code = await makeCode(app, { label: "attic" });
  assert.match(code, /^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){3}$/);
  assert.ok(!JSON.stringify(app.db.sql("SELECT * FROM box_code").all()).includes(code.replaceAll("-", "")));
  const key = newKey();
  const reply = await app.visitor.post(
    "/ingest/enroll",
    enrolment(app, code.toLowerCase().replaceAll("-", ""), "attic", key),
  );
  assert.equal(reply.status, 201, reply.text);
  assert.deepEqual(reply.body, {
    box: "attic",
    instance: "localhost",
    instanceKey: null,
    label: "attic",
    callsign: null,
  });
  await refused(
    app,
    403,
    "bad_enrolment_code",
    () => app.visitor.post("/ingest/enroll", enrolment(app, code, "cellar", newKey())),
  );
  const { body: { boxes, openCodes } } = await app.operator.get("/api/admin/boxes");
  assert.deepEqual([boxes[0].box, boxes[0].trust, boxes[0].services, openCodes], ["attic", null, false, []]);
});

appTest(
  "enrolment refuses wrong signatures, old times, taken ids and keys, expired codes",
  {},
  async (app) => {
    const code = await makeCode(app);
    const key = newKey();
    const good = enrolment(app, code, "attic", key);
    await refused(
      app,
      400,
      "bad_enroll_signature",
      () => app.visitor.post("/ingest/enroll", { ...good, box: "cellar" }),
    );
    await refused(
      app,
      400,
      "bad_enroll_signature",
      () => app.visitor.post("/ingest/enroll", { ...good, key: newKey().publicKey }),
    );
    await refused(
      app,
      400,
      "bad_key",
      () => app.visitor.post("/ingest/enroll", { ...good, key: "A".repeat(43) }),
    );
    await refused(
      app,
      400,
      "bad_box_id",
      () => app.visitor.post("/ingest/enroll", enrolment(app, code, "../x", key)),
    );
    assert.equal((await app.visitor.post("/ingest/enroll", good)).status, 201);
    const second = await makeCode(app);
    await refused(
      app,
      409,
      "box_exists",
      () => app.visitor.post("/ingest/enroll", enrolment(app, second, "attic", newKey())),
    );
    await refused(
      app,
      409,
      "key_in_use",
      () => app.visitor.post("/ingest/enroll", enrolment(app, second, "other", key)),
    );
    const signed = enrolment(app, second, "other", newKey());
    app.world.pass(301);
    await refused(app, 400, "stale", () => app.visitor.post("/ingest/enroll", signed));
    app.world.pass(600);
    await refused(
      app,
      403,
      "bad_enrolment_code",
      () => app.visitor.post("/ingest/enroll", enrolment(app, second, "other", newKey())),
    );
  },
);

appTest("after revocation a box enrols again, and nothing of its trust comes back", {}, async (app) => {
  const box = await enrolBox(app, "attic", { sites: ["OE3ATTIC"], services: true });
  assert.equal((await box.get("/ingest/check")).status, 200);
  assert.equal((await app.operator.post("/api/admin/boxes/attic/revoke", {})).status, 200);
  assert.equal((await box.get("/ingest/check")).status, 401);
  await refused(app, 404, "box_unknown", () => app.operator.post("/api/admin/boxes/attic/revoke", {}));
  // What it proved stays verified, and can still be looked at.
  assert.equal((await app.operator.get("/api/admin/boxes/attic/finds")).status, 200);
  assert.equal((await app.operator.get("/api/admin/boxes/never/finds")).status, 404);
  const again = await enrolBox(app, "attic");
  assert.equal((await box.get("/ingest/check")).status, 401);
  const check = await again.get("/ingest/check");
  assert.deepEqual([check.status, check.body.sites, check.body.box], [200, [], "attic"]);
  assert.equal((await again.get("/outbox")).status, 403);
});

appTest(
  "a nonce is remembered as long as its signature is fresh on any clock, also after the hourly tidying",
  {},
  async (app) => {
    const box = await enrolBox(app, "attic");
    const signed = box.sign("GET", "/outbox", "");
    const send = () => new Client(app, signed).get("/outbox");
    const tidy = () => app.jobs.find(({ name }) => name === "house-prune")!.run();
    const kept = () => app.db.sql("SELECT count(*) AS n FROM spent_nonce WHERE purpose = 'box'").get()!.n;
    assert.notEqual((await send()).status, 401);
    app.world.pass(299);
    await tidy();
    await refused(app, 401, "bad_signature", send);
    assert.equal(kept(), 1);
    app.world.pass(301);
    await tidy();
    assert.equal(kept(), 1, "a box's clock may be 300 s ahead: its signature is fresh for so much longer");
    app.world.pass(1);
    await tidy();
    assert.equal(kept(), 0);
  },
);

appTest("a replayed or altered signature is refused, also after a restart", {}, async (app) => {
  const box = await enrolBox(app, "attic", { sites: ["OE3ATTIC"] });
  const body = JSON.stringify({ packets: [rf(app, "OE1AAA>APRS:!4812.50N/01622.43E>", "OE3ATTIC")] });
  const headers = box.sign("POST", "/ingest", body);
  const send = (changes: Record<string, string> = {}, text = body, path = "/ingest") =>
    new Client(app, { ...headers, ...changes }).post(path, text, { "content-type": "application/json" });
  assert.equal((await send()).body.accepted, 1);
  await refused(app, 401, "bad_signature", () => send());
  const fresh = box.sign("POST", "/ingest", body);
  await refused(app, 401, "bad_signature", () => send(fresh, body.replace("OE1AAA", "OE1BBB")));
  await refused(app, 401, "bad_signature", () => send(fresh, body, "/ingest?x=1"));
  await refused(app, 401, "bad_signature", () => send({ ...fresh, "x-box-id": "cellar" }));
  await refused(
    app,
    401,
    "bad_signature",
    () => send({ ...fresh, "x-box-at": String(app.world.now() - 1) }),
  );
  const short = box.sign("POST", "/ingest", body, "short");
  await refused(app, 401, "bad_signature", () => send(short));
  // The same database in a new process.
  const { world, settings, db, dataDir } = app;
  const restarted = buildApp({
    world,
    settings,
    db,
    dataDir,
    source: { version: "0", commit: null, tag: null },
  });
  const request = () =>
    restarted.handler(
      new Request("http://localhost:8787/ingest", {
        method: "POST",
        body,
        headers: { ...headers, host: "localhost:8787" },
      }),
    );
  assert.equal((await request()).status, 401);
  restarted.close();
  world.pass(301);
  await refused(app, 401, "bad_signature", () => send(fresh));
});

appTest(
  "a box reaches its own endpoints and no other box's, nor what sessions and operators do",
  {},
  async (app) => {
    const box = await enrolBox(app, "attic", { services: true });
    await enrolBox(app, "cellar");
    assert.equal((await box.get("/api/box/attic/commands?tx=1")).status, 200);
    for (const path of ["/api/box/cellar/commands", "/api/admin/boxes", "/api/mailbox", "/api/my/stations"]) {
      const reply = await box.get(path);
      assert.ok(reply.status === 401 || reply.status === 403, `${path} ${reply.status}`);
    }
    const find = {
      call: "OE1ABC",
      cache: "ABC123",
      kind: "found",
      at: app.world.now(),
      via: "rf",
      site: "OE3ATTIC",
    };
    const reply = await box.post("/ingest", { finds: [find] });
    assert.deepEqual(reply.body.rejected, [{ list: "finds", index: 0, reason: "box_logs_no_finds" }]);
  },
);

appTest("sites: presets, added by call, under boxes; each with its source", {
  FIRST_PARTY_SITES: "OE1GATE-1",
}, async (app) => {
  await enrolBox(app, "attic", { sites: ["OE3ATTIC"] });
  assert.deepEqual((await app.operator.post("/api/admin/sites", { site: "oe5abc-10" })).body, {
    site: "OE5ABC-10",
  });
  await refused(app, 409, "site_preset", () => app.operator.post("/api/admin/sites", { site: "OE1GATE-1" }));
  await refused(app, 400, "bad_site", () => app.operator.post("/api/admin/sites", { site: "x" }));
  const { body: { sites } } = await app.operator.get("/api/admin/sites");
  assert.deepEqual(sites.map(({ site, source, box }: Record<string, string>) => [site, source, box]), [
    ["OE1GATE-1", "config", undefined],
    ["OE5ABC-10", "admin", undefined],
    ["OE3ATTIC", "box", "attic"],
  ]);
  assert.deepEqual((await app.ingest.get("/ingest/check")).body.sites, ["OE1GATE-1", "OE5ABC-10"]);
  assert.equal((await app.operator.delete("/api/admin/sites/OE5ABC-10")).status, 200);
  await refused(app, 404, "site_unknown", () => app.operator.delete("/api/admin/sites/OE1GATE-1"));
  await refused(app, 404, "site_unknown", () => app.operator.delete("/api/admin/sites/OE3ATTIC"));
});

appTest(
  "txgate: verified, not suspended, and the box's operator's own",
  { FIRST_PARTY_SITES: "OE5FPS-1" },
  async (app) => {
    const sysop = await app.sysop();
    await app.signIn("OE1ABC");
    await app.signIn("OE5FPS");
    await app.signIn("OE9NEW", { verified: false });
    // Made by the operator's session: the box is the operator's.
    const box = await enrolBox(app, "attic", { by: sysop, sites: ["OE1ABC-10"] });
    const nonce = "0123456789abcdef";
    const ask = async (by: Client | TestBox, calls: string, more = "") =>
      await by.get(`/ingest/txgate?calls=${calls}&nonce=${nonce}${more}`);
    const reply = await ask(box, `${SYSOP}-7,OE1ABC-9,OE9NEW,OE5FPS`);
    assert.equal(reply.headers.get("cache-control"), "no-store");
    assert.equal(reply.headers.get("x-txgate-mac"), null);
    assert.deepEqual(reply.body.calls, {
      [`${SYSOP}-7`]: { ok: true },
      "OE1ABC-9": { ok: true },
      OE9NEW: { ok: false, reason: "not_verified" },
      OE5FPS: { ok: false, reason: "not_held" },
    });
    const shared = await ask(app.ingest, `OE5FPS,OE1ABC,${SYSOP}`);
    assert.deepEqual(shared.body.calls.OE5FPS, { ok: true });
    assert.deepEqual(shared.body.calls.OE1ABC, { ok: false, reason: "not_held" });
    assert.equal(
      shared.headers.get("x-txgate-mac"),
      createHmac("sha256", SECRETS.INGEST_SECRET).update(`${nonce}\n${shared.text}`).digest("hex"),
    );
    await refused(app, 400, "bad_nonce", () => app.ingest.get("/ingest/txgate?calls=OE1ABC&nonce=short"));
    await refused(app, 400, "bad_calls", () => ask(app.ingest, ""));
    await refused(app, 400, "bad_calls", () => ask(app.ingest, "OE1ABC-99"));
    await refused(app, 400, "bad_calls", () => ask(app.ingest, Array(17).fill("OE1ABC").join(",")));
  },
);

appTest("pairing and commands: queued, handed out once, acknowledged, expired", {}, async (app) => {
  const box = await enrolBox(app, "attic");
  const alice = await app.signIn("OE1ALI");
  const command = { kind: "message", payload: { to: "OE3XYZ", text: "hello" } };
  const early = await refused(app, 403, "not_paired", () => alice.post("/api/box/attic/command", command));
  assert.equal(early.body.pair, true);
  const { body: { code } } = await box.post("/api/box/attic/pair", {});
  await refused(app, 400, "pairing_code_form", () => alice.post("/api/box/attic/claim", { code: "X" }));
  await refused(
    app,
    403,
    "wrong_pairing_code",
    () => alice.post("/api/box/attic/claim", { code: "AAAA-AAAA" }),
  );
  assert.equal((await alice.post("/api/box/attic/claim", { code })).status, 200);
  await refused(app, 403, "wrong_pairing_code", () => alice.post("/api/box/attic/claim", { code }));
  const queued = await alice.post("/api/box/attic/command", command);
  assert.equal(queued.status, 201, queued.text);
  assert.deepEqual([queued.body.callsign, queued.body.status, queued.body.tx], ["OE1ALI", "queued", true]);
  await refused(
    app,
    400,
    "beacon_place",
    () => alice.post("/api/box/attic/command", { kind: "beacon", lat: 1 }),
  );
  await refused(
    app,
    400,
    "beacon_place",
    () => alice.post("/api/box/attic/command", { kind: "beacon", payload: { lat: 1 } }),
  );
  await refused(
    app,
    400,
    "unknown_command",
    () => alice.post("/api/box/attic/command", { kind: "aprs_msg" }),
  );
  await refused(
    app,
    403,
    "call_not_held",
    () => alice.post("/api/box/attic/command", { ...command, callsign: "OE9XXX" }),
  );
  const leased = await box.get("/api/box/attic/commands?tx=1&rf=1");
  assert.deepEqual(
    leased.body.commands.map(({ kind, payload }: Record<string, unknown>) => [kind, payload]),
    [
      ["message", { to: "OE3XYZ", text: "hello" }],
    ],
  );
  assert.equal((await box.get("/api/box/attic/commands")).body.commands.length, 0);
  const { id } = leased.body.commands[0];
  assert.equal((await box.post("/api/box/attic/commands/ack", { id, status: "done" })).body.ok, true);
  assert.equal((await box.post("/api/box/attic/commands/ack", { id, status: "failed" })).body.ok, false);
  const { body: { commands } } = await alice.get("/api/box/attic/log");
  assert.deepEqual([commands[0].status, commands[0].ackedAt], ["done", app.world.now()]);
  // The message went out on the air: it is in the log once.
  const { body: { messages } } = await app.visitor.get("/api/messages?call=OE1ALI");
  assert.deepEqual(messages.map(({ toCall, delivery }: Record<string, string>) => [toCall, delivery]), [[
    "OE3XYZ",
    "sent",
  ]]);
  await alice.post("/api/box/attic/command", command);
  app.world.pass(3601);
  assert.equal((await box.get("/api/box/attic/commands")).body.commands.length, 0);
  await app.jobs.find((job) => job.name === "box-commands-prune")!.run();
  assert.equal((await alice.get("/api/box/attic/log")).body.commands[0].status, "expired");
});

appTest("a member sees the boxes paired with the account, and nobody else's", {}, async (app) => {
  const box = await enrolBox(app, "attic", { sites: ["OE3ATTIC"] });
  await enrolBox(app, "cellar", {});
  const alice = await app.signIn("OE1ALI"), bob = await app.signIn("OE1BOB");
  const mine = async (who: typeof alice) => (await who.get("/api/my/boxes")).body.boxes;
  assert.deepEqual(await mine(alice), []);
  const { body: { code } } = await box.post("/api/box/attic/pair", {});
  await alice.post("/api/box/attic/claim", { code });
  const [one, ...others] = await mine(alice);
  assert.deepEqual([one.box, one.state, others], ["attic", null, []]);
  assert.deepEqual(await mine(bob), []);
  // Another owner: it is no longer the first one's.
  const { body: { code: next } } = await box.post("/api/box/attic/pair", {});
  await bob.post("/api/box/attic/claim", { code: next });
  assert.deepEqual([(await mine(alice)).length, (await mine(bob))[0].box], [0, "attic"]);
  await refused(app, 401, "no_session", () => app.visitor.get("/api/my/boxes"));
});

appTest("a beacon that this instance told a box to send is known as commanded", {}, async (app) => {
  const box = await enrolBox(app, "attic", { sites: ["OE3ATTIC"] });
  const alice = await app.signIn("OE1ALI");
  const { body: { code } } = await box.post("/api/box/attic/pair", {});
  await alice.post("/api/box/attic/claim", { code });
  const { body: { id } } = await alice.post("/api/box/attic/command", { kind: "beacon" });
  await box.get("/api/box/attic/commands?tx=1&rf=1");
  await box.post("/api/box/attic/commands/ack", {
    id,
    status: "done",
    position: { lat: 48.2083, lon: 16.3738 },
  });
  const fixes = async (raw: string) => {
    await box.post("/ingest", { packets: [rf(app, raw, "OE3ATTIC")] });
    return app.stations.fixes(["OE1ALI"], 0, app.world.now() + 60).map((
      { call, commanded },
    ) => [call, commanded]);
  };
  assert.deepEqual(await fixes("OE1ALI>APRS:!4812.50N/01622.43E>"), [["OE1ALI", true]]);
  assert.deepEqual(await fixes("OE1ALI-9>APRS:!4812.50N/01622.43E>"), [["OE1ALI", true], ["OE1ALI-9", true]]);
  app.world.pass(1000);
  assert.deepEqual((await fixes("OE1ALI>APRS:!4812.50N/01622.43E>"))[0], ["OE1ALI", false]);
});

appTest("station-status tells the operator how the radio side does", {}, async (app) => {
  const box = await enrolBox(app, "attic", { sites: ["OE3ATTIC"] });
  const sysop = await app.sysop();
  await box.post("/ingest", { packets: [rf(app, `OE1AAA>APRS::${SYSOP}-7 :hello{1`, "OE3ATTIC")] });
  await box.get("/api/box/attic/commands?tx=1&meshcom=OE3ATT-1&via=OE3XYZ-12");
  const { status, body } = await sysop.get("/api/admin/station-status");
  assert.equal(status, 200);
  assert.deepEqual([body.stationsHeard, body.ports[0].port, body.ports[0].packets, body.meshcomVia], [
    1,
    "kiss",
    1,
    { state: "on", relays: ["OE3XYZ-12"] },
  ]);
  assert.deepEqual(body.messages.map(({ fromCall, body }: Record<string, string>) => [fromCall, body]), [[
    "OE1AAA",
    "hello",
  ]]);
  await refused(app, 401, undefined, () => app.visitor.get("/api/admin/station-status"));
});
