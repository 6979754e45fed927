import assert from "node:assert/strict";
import { appTest, refused, SYSOP, testApp } from "../kit/app.ts";

const tokenOf = (link: string) => new URL(link).searchParams.get("token")!;

appTest("a sign-in link is spent once, by POST alone, within its 15 minutes", {}, async (app) => {
  const made = await app.operator.post("/auth/operator-link", { callsign: "oe1new-7" });
  assert.deepEqual([made.body.callsign, made.body.account, made.body.expiresIn], ["OE1NEW-7", null, 900]);
  const token = tokenOf(made.body.link);

  const before = app.fingerprint();
  assert.deepEqual((await app.visitor.get(`/auth/email/verify?token=${token}`)).body, { confirm: true });
  const page = await app.visitor.get(`/auth/email/verify?token=${token}`, { accept: "text/html" });
  assert.match(page.text, new RegExp(`name="token" value="${token}"`));
  assert.match(page.headers.get("content-security-policy")!, /frame-ancestors 'none'/);
  assert.equal(app.fingerprint(), before, "link scanners follow every link");

  await refused(
    app,
    403,
    "foreign_origin",
    () => app.visitor.post("/auth/email/verify", { token }, { origin: "https://evil.example" }),
  );
  const opened = await app.visitor.post("/auth/email/verify", { token });
  assert.deepEqual([opened.status, opened.body.ok, opened.body.callsign], [200, true, "OE1NEW-7"]);
  assert.match(
    opened.headers.get("set-cookie")!,
    /^svc_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
  );
  await refused(app, 400, "link_spent", () => app.visitor.post("/auth/email/verify", { token }));
  await refused(app, 400, "link_unknown", () => app.visitor.post("/auth/email/verify", { token: "nothing" }));

  const late = tokenOf((await app.operator.post("/auth/operator-link", { callsign: SYSOP })).body.link);
  app.world.pass(900);
  await refused(app, 400, "link_unknown", () => app.visitor.post("/auth/email/verify", { token: late }));
});

appTest("a browser whose link lost its token sees a page", {}, async (app) => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const { status, text } = await app.visitor.post("/auth/email/verify", "token=", form);
  assert.equal(status, 400);
  assert.match(text, /unknown or too old/);
  await refused(app, 400, "link_unknown", () => app.visitor.post("/auth/email/verify", { token: "" }));
  await refused(app, 400, "invalid_body", () => app.visitor.post("/auth/email/verify", {}));
});

appTest("no link is made for a reserved call", {}, async (app) => {
  for (const callsign of ["N0CALL", "m0call-5", "WIDE1-1"]) {
    await refused(app, 400, "reserved_call", () => app.operator.post("/auth/operator-link", { callsign }));
  }
});

appTest("signing out takes the cookie back with the attributes that it was set with", {
  APP_URL: "https://club.example",
  CORS_ORIGINS: "https://app.example",
  TRUST_PROXY: "1",
}, async (app) => {
  const at = { host: "club.example", "x-forwarded-proto": "https" };
  for (const way of ["/auth/logout", "/auth/logout-all"]) {
    const token = tokenOf((await app.operator.post("/auth/operator-link", { callsign: SYSOP })).body.link);
    const opened = await app.visitor.post("/auth/email/verify", { token }, at);
    const cookie = opened.headers.get("set-cookie")!;
    assert.match(cookie, /; SameSite=None; .*; Secure$/);
    const left = await app.visitor.post(way, {}, { ...at, cookie: cookie.split(";")[0]! });
    assert.equal(
      left.headers.get("set-cookie"),
      "__Host-svc_session=; Path=/; HttpOnly; SameSite=None; Max-Age=0; Secure",
    );
  }
});

appTest("of many who spend one link at the same time exactly one gets in", {}, async (app) => {
  const token = tokenOf((await app.operator.post("/auth/operator-link", { callsign: SYSOP })).body.link);
  const tries = await Promise.all(
    Array.from({ length: 50 }, () => app.visitor.post("/auth/email/verify", { token })),
  );
  assert.equal(tries.filter(({ status }) => status === 200).length, 1);
});

appTest("operator links are for operators' calls where there is another way in", {
  APP_URL: "https://club.example",
  OPERATOR_LINKS_FOR_ANY_CALL: "0",
}, async (app) => {
  await refused(
    app,
    403,
    "not_admin_call",
    () => app.operator.post("/auth/operator-link", { callsign: "OE1XYZ" }),
  );
  await refused(
    app,
    400,
    "invalid_call",
    () => app.operator.post("/auth/operator-link", { callsign: "<b>" }),
  );
  const made = await app.operator.post("/auth/operator-link", { callsign: `${SYSOP}-9` });
  assert.match(made.body.link, /^https:\/\/club\.example\/auth\/email\/verify\?token=/);
});

appTest("signing out ends the cookie, signing out everywhere every session", {}, async (app) => {
  const one = await app.signIn("OE1XYZ");
  const two = await app.signIn("OE1XYZ");
  assert.match((await one.post("/auth/logout")).headers.get("set-cookie")!, /svc_session=;.*Max-Age=0/);
  assert.equal((await two.post("/auth/logout-all")).status, 200);
  for (const gone of [one, two]) assert.deepEqual((await gone.get("/auth/session")).body.callsign, null);
});

Deno.test("SESSION_EPOCH, a new secret and time end sessions", async () => {
  const { world } = testApp();
  const dataDir = Deno.makeTempDirSync();
  const app = testApp({}, { world, dataDir });
  const cookie = (await app.signIn("OE1XYZ")).headers.cookie!;
  const alive = async () => (await app.visitor.get("/auth/session", { cookie })).body.callsign;
  assert.equal(await alive(), "OE1XYZ");
  app.world.pass(30 * 86_400 - 1);
  assert.equal(await alive(), "OE1XYZ");
  app.world.pass(1);
  assert.equal(await alive(), null);
  for (
    const env of [{ SESSION_EPOCH: String(world.now() + 1) }, { SESSION_SECRET: "another-session-secret" }]
  ) {
    const before = testApp({}, { world, dataDir });
    const kept = (await before.signIn("OE1XYZ")).headers.cookie!;
    const after = testApp(env, { world, dataDir });
    await after.signIn("OE1ABC"); // makes account 1 there as well
    assert.equal((await after.visitor.get("/auth/session", { cookie: kept })).body.callsign, null);
  }
  Deno.removeSync(dataDir, { recursive: true });
});

appTest(
  "verify/operator proves a held operator's call, previews without proving, and refuses others",
  {},
  async (app) => {
    const nobody = await app.operator.post("/verify/operator", { callsign: SYSOP });
    assert.deepEqual(nobody.body, { verified: false, callsign: SYSOP, method: null, holder: null });
    const session = await app.signIn(SYSOP, { verified: false });
    assert.deepEqual((await session.get("/api/admin/whoami")).body, {
      sysop: false,
      callsign: SYSOP,
      configured: true,
      pending: "verify",
    });
    await refused(app, 403, "not_sysop", () => session.get("/api/admin/settings"));
    const preview = await app.operator.post("/verify/operator", { callsign: SYSOP, preview: true });
    assert.deepEqual([preview.body.verified, preview.body.holder.activeCallsign], [false, SYSOP]);
    const proven = await app.operator.post("/verify/operator", { callsign: `${SYSOP}-3` });
    assert.deepEqual([proven.body.verified, proven.body.method, proven.body.callsign], [
      true,
      "operator",
      SYSOP,
    ]);
    assert.equal((await session.get("/api/admin/whoami")).body.sysop, true);
    await refused(
      app,
      403,
      "not_admin_call",
      () => app.operator.post("/verify/operator", { callsign: "OE1XYZ" }),
    );
  },
);

appTest("an account suspended meanwhile is let in by no link", {}, async (app) => {
  await app.signIn("OE1SUS");
  const token = tokenOf((await app.operator.post("/auth/operator-link", { callsign: "OE1SUS" })).body.link);
  const account = app.accounts.holder("OE1SUS")!.accountId;
  app.db.writeNow((tx) =>
    app.db.sql<{ account: number; until: number }>(
      "INSERT INTO suspension (account_id, reason, category, suspended_at, until) VALUES (:account, 'spam', 'spam', 0, :until)",
    )
      .run(tx, { account, until: app.world.now() + 60 })
  );
  const reply = await refused(app, 403, "suspended", () => app.visitor.post("/auth/email/verify", { token }));
  assert.deepEqual(reply.body.suspended, { reason: "spam", until: app.world.now() + 60 });
  await refused(
    app,
    403,
    "suspended",
    () => app.operator.post("/auth/operator-link", { callsign: "OE1SUS" }),
  );
  app.world.pass(60);
  assert.equal((await app.visitor.post("/auth/email/verify", { token })).status, 200);
});

appTest("a link made at the operator's shell proves an operator's call, and no other", {}, async (app) => {
  for (const [call, proves] of [["OE1SYS", true], ["OE1ANY", false]] as const) {
    const { token } = app.db.writeNow((tx) => app.links.operatorLink(tx, call, { verify: true }));
    assert.equal((await app.visitor.post("/auth/email/verify", { token })).status, 200);
    assert.deepEqual([app.accounts.holder(call)?.call, app.accounts.isVerified(call)], [call, proves]);
  }
  // One that the operator's secret made over HTTP proves nobody's.
  const asked = await app.operator.post("/auth/operator-link", { callsign: "OE1SYS" });
  app.db.writeNow((tx) => app.accounts.unverify(tx, "OE1SYS"));
  assert.equal(
    (await app.visitor.post("/auth/email/verify", { token: tokenOf(asked.body.link) })).status,
    200,
  );
  assert.equal(app.accounts.isVerified("OE1SYS"), false);
});
