import assert from "node:assert/strict";
import { refused } from "../kit/app.ts";
import { clientOf, count, login, mailApp, signUp, spend, tokenOf } from "../kit/people.ts";
import { testWorld } from "../kit/world.ts";

const start = "/auth/email/start";
const verify = "/auth/email/verify";

Deno.test("somebody signs up by mail, and signs in by mail", async () => {
  using app = mailApp();
  const asked = await app.visitor.post(start, { email: "Ann@Example.org", callsign: "oe1abc" });
  assert.deepEqual([asked.status, asked.body], [200, { sent: true, purpose: "sign-in" }]);
  assert.equal(app.world.sent[0]!.to, "ann@example.org");
  assert.match(app.world.sent[0]!.text, /as OE1ABC/);
  assert.equal(count(app, "account"), 0, "asking opens no account");
  const opened = await spend(app, tokenOf(app));
  assert.deepEqual([opened.status, opened.body.callsign, opened.body.licence.status], [
    200,
    "OE1ABC",
    "unconfirmed",
  ]);
  const client = clientOf(app, opened);
  assert.equal((await client.get("/auth/session")).body.email, "ann@example.org");
  await app.visitor.post(start, { email: "ann@example.org" });
  assert.equal((await spend(app, tokenOf(app))).body.callsign, "OE1ABC");
  assert.equal(count(app, "account"), 1);
  // Such a link lasts half an hour, the one that confirms an address a day.
  for (const [waited, status] of [[1799, 200], [1800, 400]] as const) {
    await app.visitor.post(start, { email: "ann@example.org" });
    const token = tokenOf(app);
    app.world.pass(waited);
    assert.equal((await spend(app, token)).status, status, `${waited}`);
  }
});

Deno.test("a GET of a link spends nothing and signs nobody in, however often a scanner follows it", async () => {
  using app = mailApp();
  await app.visitor.post(start, { email: "ann@example.org", callsign: "OE1ABC" });
  const token = tokenOf(app);
  const before = app.fingerprint();
  for (let n = 0; n < 5; n++) {
    const page = await app.visitor.get(`${verify}?token=${token}`, { accept: "text/html" });
    assert.equal(page.status, 200);
    assert.ok(page.text.includes(`value="${token}"`));
    assert.equal(page.headers.get("set-cookie"), null);
    assert.equal(page.headers.get("cache-control"), "no-store");
  }
  assert.deepEqual((await app.visitor.get(`${verify}?token=${token}`)).body, { confirm: true });
  assert.equal(app.fingerprint(), before);
  assert.equal((await spend(app, token)).status, 200);
  await refused(app, 400, "link_spent", () => spend(app, token));
});

Deno.test("the confirm page's form works without scripts, and shows failures as pages", async () => {
  using app = mailApp();
  await app.visitor.post(start, { email: "ann@example.org", callsign: "OE1ABC" });
  const form = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
  const token = tokenOf(app);
  const foreign = await app.visitor.send("POST", verify, `token=${token}`, {
    ...form,
    origin: "https://evil.example",
  });
  assert.equal(foreign.status, 403);
  assert.match(foreign.headers.get("content-type")!, /text\/html/);
  const gone = await app.visitor.send("POST", verify, `token=${token}`, {
    ...form,
    origin: "http://localhost:8787",
  });
  assert.deepEqual([gone.status, gone.headers.get("location")], [303, "/"]);
  assert.match(gone.headers.get("set-cookie")!, /^svc_session=/);
  const again = await app.visitor.send("POST", verify, `token=${token}`, form);
  assert.equal(again.status, 400);
  assert.match(again.text, /was used already/);
});

Deno.test("asking for a link is refused with its reason", async () => {
  using app = mailApp();
  await signUp(app, "OE1ABC");
  await app.signIn("OE1VER");
  const ask = (body: Record<string, string>) => () => app.visitor.post(start, body);
  await refused(app, 409, "needs_callsign", ask({ email: "new@example.org" }));
  await refused(app, 409, "held_unverified", ask({ email: "new@example.org", callsign: "OE1ABC" }));
  await refused(app, 409, "held", ask({ email: "new@example.org", callsign: "OE1VER-1" }));
  await refused(app, 409, "operator_call", ask({ email: "new@example.org", callsign: "OE1SYS" }));
  await refused(app, 409, "reserved", ask({ email: "two@example.org", callsign: "N0CALL" }));
  await refused(app, 409, "invalid", ask({ email: "two@example.org", callsign: "HELLO" }));
  await refused(app, 400, "invalid_body", ask({ email: "nobody" }));
  assert.equal(app.world.sent.length, 0);
});

Deno.test("without a mail server links are 503, and a changed address waits all the same", async () => {
  const { mail: _none, ...world } = testWorld();
  using app = mailApp({}, { world: world as ReturnType<typeof testWorld> });
  await refused(
    app,
    503,
    "no_mail",
    () => app.visitor.post(start, { email: "a@example.org", callsign: "OE1ABC" }),
  );
  const ann = await signUp(app, "OE1ABC");
  const reply = await ann.client.post("/auth/email/change", { email: "a@example.org" });
  assert.deepEqual([reply.status, reply.body.reason, reply.body.pendingEmail], [
    503,
    "no_mail",
    "a@example.org",
  ]);
  assert.equal((await ann.client.get("/auth/session")).body.pendingEmail, "a@example.org");
  await refused(app, 503, "no_mail", () => ann.client.post("/auth/email/resend"));
});

Deno.test("a new address waits while the confirmed one keeps working", async () => {
  using app = mailApp();
  const { client } = await signUp(app, "OE1ABC", "old@example.org");
  await spend(app, tokenOf(app));
  const changed = await client.post("/auth/email/change", { email: "new@example.org" });
  assert.deepEqual(changed.body, {
    ok: true,
    email: "old@example.org",
    pendingEmail: "new@example.org",
    sent: true,
  });
  const toNew = tokenOf(app);
  await app.visitor.post(start, { email: "old@example.org" });
  assert.equal((await spend(app, tokenOf(app))).status, 200);
  await refused(app, 409, "needs_callsign", () => app.visitor.post(start, { email: "new@example.org" }));
  await app.visitor.post(start, { email: "old@example.org" });
  const toOld = tokenOf(app);
  assert.equal((await spend(app, toNew)).status, 200);
  assert.equal((await client.get("/auth/session")).body.email, "new@example.org");
  await refused(app, 400, "link_unknown", () => spend(app, toOld));
});

Deno.test("an earlier confirmation link dies when another address waits, and after 24 hours", async () => {
  using app = mailApp();
  const { client } = await signUp(app, "OE1ABC", "one@example.org");
  const one = tokenOf(app);
  await client.post("/auth/email/change", { email: "two@example.org" });
  await refused(app, 400, "link_unknown", () => spend(app, one));
  const two = tokenOf(app);
  app.world.pass(86_401);
  await refused(app, 400, "link_unknown", () => spend(app, two));
});

Deno.test("an address confirmed elsewhere is 409, and the link stays good for nothing else", async () => {
  using app = mailApp();
  const ann = await signUp(app, "OE1ABC", "both@example.org");
  const first = tokenOf(app);
  await signUp(app, "OE1BOB", "both@example.org");
  const second = tokenOf(app);
  assert.equal((await spend(app, first)).status, 200);
  await refused(app, 409, "email_taken", () => spend(app, second));
  assert.equal((await ann.client.get("/auth/session")).body.email, "both@example.org");
});

Deno.test("change and resend share one budget", async () => {
  using app = mailApp();
  const { client } = await signUp(app, "OE1ABC");
  for (let n = 0; n < 3; n++) {
    assert.equal((await client.post("/auth/email/change", { email: `a${n}@example.org` })).status, 200);
  }
  for (let n = 0; n < 2; n++) assert.equal((await client.post("/auth/email/resend")).status, 200);
  await refused(app, 429, "rate_limited", () => client.post("/auth/email/resend"));
  await refused(
    app,
    429,
    "rate_limited",
    () => client.post("/auth/email/change", { email: "z@example.org" }),
  );
  const other = await signUp(app, "OE1BOB");
  await refused(app, 409, "no_pending_email", () => other.client.post("/auth/email/resend"));
});

Deno.test("of 200 posts of one link exactly one opens a session", async () => {
  using app = mailApp();
  await app.visitor.post(start, { email: "ann@example.org", callsign: "OE1ABC" });
  const token = tokenOf(app);
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, n) => app.visitor.with({}, `198.51.100.${n}`).post(verify, { token })),
  );
  assert.equal(replies.filter((reply) => reply.status === 200).length, 1);
  assert.equal(count(app, "account"), 1);
});

Deno.test("an account without a call gets a data session of an hour, and a call again by mail", async () => {
  using app = mailApp();
  const { client, account } = await signUp(app, "OE1ABC", "ann@example.org");
  await spend(app, tokenOf(app));
  // Whoever can sign in is answered as a stranger is, and gets the mail for that.
  const told = [];
  for (const email of ["ann@example.org", "nobody@example.org"]) {
    const { status, body } = await app.visitor.post(start, { email, purpose: "account-data" });
    told.push([status, body]);
  }
  assert.deepEqual(told[0], told[1]);
  assert.equal((await spend(app, tokenOf(app))).body.callsign, "OE1ABC");
  app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1ABC", "OE1SYS", "wrong person", null));
  assert.deepEqual((await client.get("/auth/session")).body, {
    callsign: null,
    ended: { reason: "released", callsign: "OE1ABC", by: "sysop", note: "wrong person", callless: true },
  });
  await refused(app, 409, "needs_callsign", () => app.visitor.post(start, { email: "ann@example.org" }));

  const asked = await app.visitor.post(start, { email: "ann@example.org", purpose: "account-data" });
  assert.deepEqual(asked.body, { sent: true, purpose: "account-data" });
  const opened = await spend(app, tokenOf(app));
  assert.equal(opened.body.accountData, true);
  const data = clientOf(app, opened);
  assert.deepEqual((await data.get("/auth/session")).body, { callsign: null, accountData: true });
  await refused(app, 403, "data_session", () => data.get("/auth/callsigns"));
  await refused(app, 403, "data_session", () => data.post("/auth/callsigns", { callsign: "OE1NEW" }));
  assert.equal((await data.post("/api/account/me/export")).status, 200);
  app.world.pass(3601);
  await refused(app, 401, "no_session", () => data.post("/api/account/me/export"));

  await app.visitor.post(start, { email: "ann@example.org", callsign: "OE1NEW" });
  const back = await spend(app, tokenOf(app));
  assert.equal(back.body.callsign, "OE1NEW");
  assert.equal(app.accounts.holder("OE1NEW")!.accountId, account);
});

Deno.test("an unknown address that asks for its data gets the same answer, and no mail", async () => {
  using app = mailApp();
  const reply = await app.visitor.post(start, { email: "nobody@example.org", purpose: "account-data" });
  assert.deepEqual([reply.status, reply.body], [200, { sent: true, purpose: "account-data" }]);
  assert.equal(app.world.sent.length, 0);
});

Deno.test("a passkey of an account without a call needs the call operated now", async () => {
  using app = mailApp();
  const { device } = await signUp(app, "OE1ABC");
  app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1ABC", "OE1SYS", "gone", null));
  assert.equal((await login(app, device)).body.reason, "needs_callsign");
  const begun = await app.visitor.post("/auth/passkey/login/begin", {});
  const reply = await app.visitor.post("/auth/passkey/login/finish", {
    response: device.login(begun.body.options),
    callsign: "OE1NEW",
  });
  assert.deepEqual([reply.status, reply.body.callsign], [200, "OE1NEW"]);
});

Deno.test("a mailbox gets at most 5 links an hour, whoever asks", async () => {
  using app = mailApp();
  const ask = (n: number) =>
    app.visitor.with({}, `198.51.100.${n}`).post(start, { email: "ann@example.org", callsign: "OE1ABC" });
  for (let n = 0; n < 7; n++) {
    const refusal = await app.visitor.post(start, { email: "ann@example.org" });
    assert.equal(refusal.body.reason, "needs_callsign", "what sends nothing does not count");
  }
  for (let n = 0; n < 5; n++) assert.equal((await ask(n)).status, 200);
  const { length } = app.world.sent;
  assert.equal((await ask(9)).body.reason, "rate_limited");
  assert.equal(app.world.sent.length, length);
  assert.equal(app.world.sent.length, 5);
});
