import assert from "node:assert/strict";
import { appTest, Client, refused, SYSOP, testApp } from "../kit/app.ts";
import { Authenticator } from "../kit/authenticator.ts";
import { loginLies, registrationLies } from "../kit/passkey_lies.ts";
import {
  clientOf,
  count,
  digest,
  fromElsewhere,
  login,
  mailApp,
  ORIGIN,
  refusedBut,
  signUp,
  tokenOf,
} from "../kit/people.ts";

const begin = "/auth/passkey/register/begin";
const finish = "/auth/passkey/register/finish";
const loginBegin = "/auth/passkey/login/begin";
const loginFinish = "/auth/passkey/login/finish";

appTest(
  "a person signs up with a passkey, signs out, signs in, adds a key and removes one",
  {},
  async (app) => {
    const { client, device, reply } = await signUp(app, "oe1abc-7");
    assert.equal(reply.body.callsign, "OE1ABC-7");
    assert.equal(reply.body.verified, false);
    assert.equal(reply.body.licence.status, "unconfirmed");
    assert.match(reply.headers.get("set-cookie")!, /HttpOnly; SameSite=Lax/);
    assert.deepEqual((await client.get("/auth/session")).body, {
      callsign: "OE1ABC-7",
      verified: false,
      sysop: false,
      fresh: true,
      email: null,
      pendingEmail: null,
      passkeys: 1,
    });
    assert.match((await client.post("/auth/logout")).headers.get("set-cookie")!, /Max-Age=0/);

    const again = clientOf(app, await login(app, device, "OE1ABC"));
    const { body: listed } = await again.get("/auth/passkeys");
    assert.deepEqual(listed.passkeys, [{
      id: device.id,
      addedAt: app.world.now(),
      transports: ["internal", "hybrid"],
    }]);
    assert.deepEqual([listed.callsign, listed.hasEmail, listed.emailPending], ["OE1ABC-7", false, false]);

    const second = new Authenticator(ORIGIN);
    const begun = await again.post(begin, { callsign: "OE1ABC" });
    assert.equal(begun.body.options.excludeCredentials[0].id, device.id);
    assert.equal((await again.post(finish, { response: second.register(begun.body.options) })).status, 200);
    assert.equal(count(app, "account"), 1, "the key joined the account");
    assert.equal((await login(app, second)).status, 200, "a discovered key signs in without a callsign");

    const removed = await again.delete(`/auth/passkeys/${device.id}`);
    assert.deepEqual(removed.body, { ok: true, remaining: 1 });
    app.world.pass(901);
    await refused(app, 401, "fresh_sign_in", () => again.delete(`/auth/passkeys/${second.id}`));
    app.world.pass(-901);
    await refused(app, 409, "passkey_last", () => again.delete(`/auth/passkeys/${second.id}`));
    await refused(app, 404, "passkey_missing", () => again.delete("/auth/passkeys/nothing"));
  },
);

Deno.test("the last passkey goes once an address is confirmed", async () => {
  using app = mailApp();
  const { client, device } = await signUp(app, "OE1ABC", "ann@example.org");
  await refused(app, 409, "passkey_last", () => client.delete(`/auth/passkeys/${device.id}`));
  assert.equal((await app.visitor.post("/auth/email/verify", { token: tokenOf(app) })).status, 200);
  assert.equal((await client.delete(`/auth/passkeys/${device.id}`)).body.remaining, 0);
});

appTest("a sign-up is refused with its reason, at the begin and at the finish", {}, async (app) => {
  await signUp(app, "OE1ABC");
  await app.signIn("OE1VER");
  const cases = [
    ["OE1ABC-3", "held_unverified"],
    ["OE1VER", "held"],
    ["OE1SYS", "operator_call"],
    ["N0CALL", "reserved"],
    ["WIDE1-1", "reserved"],
    ["NOBODY", "invalid"],
    ["A1", "invalid"],
    ["OE1ABCDE", "invalid"],
  ] as const;
  for (const [callsign, reason] of cases) {
    await refused(app, 409, reason, () => app.visitor.post(begin, { callsign }));
  }
  const device = new Authenticator(ORIGIN);
  const begun = await app.visitor.post(begin, { callsign: "OE1NEW" });
  await signUp(app, "OE1NEW");
  await refusedBut(
    app,
    ["ceremony"],
    409,
    "held_unverified",
    () => app.visitor.post(finish, { response: device.register(begun.body.options) }),
  );
});

appTest("a registered credential id is refused, whoever registered it", {}, async (app) => {
  const { device, client } = await signUp(app, "OE1ABC");
  const other = await app.visitor.post(begin, { callsign: "OE1XYZ" });
  await refusedBut(
    app,
    ["ceremony"],
    409,
    "passkey_exists",
    () => app.visitor.post(finish, { response: device.register(other.body.options) }),
  );
  assert.equal(app.accounts.holder("OE1XYZ"), undefined, "no account was opened");
  const own = await client.post(begin, { callsign: "OE1ABC" });
  await refusedBut(
    app,
    ["ceremony"],
    409,
    "passkey_exists",
    () => client.post(finish, { response: device.register(own.body.options) }),
  );
});

appTest("a key for a held call needs a session of that account, at begin and at finish", {}, async (app) => {
  const ann = await signUp(app, "OE1ABC");
  const bob = await signUp(app, "OE1BOB");
  await refused(app, 409, "held_unverified", () => bob.client.post(begin, { callsign: "OE1ABC" }));
  const begun = await ann.client.post(begin, { callsign: "OE1ABC" });
  for (const who of [app.visitor, bob.client]) {
    const device = new Authenticator(ORIGIN);
    const again = await ann.client.post(begin, { callsign: "OE1ABC" });
    await refusedBut(
      app,
      ["ceremony"],
      409,
      "held_unverified",
      () => who.post(finish, { response: device.register(again.body.options) }),
    );
  }
  await ann.client.post("/auth/logout-all");
  await refusedBut(
    app,
    ["ceremony"],
    409,
    "held_unverified",
    () => ann.client.post(finish, { response: new Authenticator(ORIGIN).register(begun.body.options) }),
  );
});

Deno.test("an address given at registration waits and signs nobody in", async () => {
  using app = mailApp();
  const { reply, client } = await signUp(app, "OE1ABC", "Ann@Example.org");
  assert.equal(reply.body.emailPending, true);
  assert.equal((await client.get("/auth/session")).body.pendingEmail, "ann@example.org");
  assert.equal(app.world.sent.length, 1);
  await refused(
    app,
    409,
    "needs_callsign",
    () => app.visitor.post("/auth/email/start", { email: "ann@example.org" }),
  );
});

for (const [what, lies] of Object.entries(registrationLies(ORIGIN))) {
  Deno.test(`register/finish refuses ${what} and changes nothing`, async () => {
    using app = testApp();
    const device = new Authenticator(ORIGIN);
    const { body } = await app.visitor.post(begin, { callsign: "OE1ABC" });
    const before = digest(app, ["ceremony"]);
    const reply = await app.visitor.post(finish, { response: device.register(body.options, lies) });
    assert.equal(reply.status, 400, reply.text);
    assert.ok(["passkey_refused", "challenge_unknown"].includes(reply.body.reason), reply.text);
    assert.equal(reply.headers.get("set-cookie"), null);
    assert.equal(digest(app, ["ceremony"]), before);
    // A challenge whose answer was wrong is spent: the right answer comes too late.
    if (reply.body.reason === "passkey_refused") {
      await refused(
        app,
        400,
        "challenge_unknown",
        () => app.visitor.post(finish, { response: device.register(body.options) }),
      );
    }
  });
}

for (const [what, lies] of Object.entries(loginLies(ORIGIN))) {
  Deno.test(`login/finish refuses ${what} and changes nothing`, async () => {
    using app = testApp();
    const { device } = await signUp(app, "OE1ABC");
    device.counter = 4;
    assert.equal((await login(app, device, "OE1ABC")).status, 200, "the stored counter is 5 now");
    const { body } = await app.visitor.post(loginBegin, { callsign: "OE1ABC" });
    const before = digest(app, ["ceremony"]);
    const reply = await app.visitor.post(loginFinish, { response: device.login(body.options, lies) });
    assert.ok(reply.status === 400 || reply.status === 401, reply.text);
    assert.ok(
      ["passkey_login_refused", "challenge_unknown", "passkey_unknown"].includes(reply.body.reason),
      reply.text,
    );
    assert.equal(reply.headers.get("set-cookie"), null);
    assert.equal(digest(app, ["ceremony"]), before);
  });
}

appTest(
  "a challenge answers its own begin: not another's, not the other kind's, not twice, not late",
  {},
  async (app) => {
    const ann = await signUp(app, "OE1ABC");
    const bob = await signUp(app, "OE1BOB");
    // Ann's begin finished with Bob's key.
    const forAnn = await app.visitor.post(loginBegin, { callsign: "OE1ABC" });
    await refusedBut(
      app,
      ["ceremony"],
      401,
      "passkey_unknown",
      () => app.visitor.post(loginFinish, { response: bob.device.login(forAnn.body.options) }),
    );
    // A registration's challenge in a sign-in, and the other way round.
    const registering = await app.visitor.post(begin, { callsign: "OE1NEW" });
    await refusedBut(app, [], 400, "challenge_unknown", () =>
      app.visitor.post(loginFinish, {
        response: ann.device.login({ challenge: registering.body.options.challenge, rpId: "localhost" }),
      }));
    const signing = await app.visitor.post(loginBegin, {});
    await refusedBut(app, [], 400, "challenge_unknown", () =>
      app.visitor.post(finish, {
        response: new Authenticator(ORIGIN).register({
          ...registering.body.options,
          challenge: signing.body.options.challenge,
        }),
      }));
    // Replayed.
    const once = await app.visitor.post(loginBegin, { callsign: "OE1ABC" });
    const response = ann.device.login(once.body.options);
    assert.equal((await app.visitor.post(loginFinish, { response })).status, 200);
    await refused(app, 400, "challenge_unknown", () => app.visitor.post(loginFinish, { response }));
    // The call named at the finish must be the one that was begun with.
    const named = await app.visitor.post(begin, { callsign: "OE1NEW" });
    await refusedBut(app, ["ceremony"], 400, "challenge_unknown", () =>
      app.visitor.post(finish, {
        callsign: "OE1OTH",
        response: new Authenticator(ORIGIN).register(named.body.options),
      }));
    // Late.
    const late = await app.visitor.post(loginBegin, { callsign: "OE1ABC" });
    app.world.pass(301);
    await refused(
      app,
      400,
      "challenge_unknown",
      () => app.visitor.post(loginFinish, { response: ann.device.login(late.body.options) }),
    );
    // A key that was removed, and one that nobody registered.
    await ann.client.post(begin, { callsign: "OE1ABC" });
    const unknown = await app.visitor.post(loginBegin, {});
    await refusedBut(
      app,
      ["ceremony"],
      401,
      "passkey_unknown",
      () =>
        app.visitor.post(loginFinish, { response: new Authenticator(ORIGIN).login(unknown.body.options) }),
    );
    await refused(app, 404, "no_account", () => app.visitor.post(loginBegin, { callsign: "OE1NIX" }));
  },
);

appTest("of 1,000 double finishes of a registration exactly one wins", {}, async (app) => {
  const device = new Authenticator(ORIGIN);
  const { body } = await app.visitor.post(begin, { callsign: "OE1ABC" });
  const response = device.register(body.options);
  const replies = await Promise.all(
    Array.from({ length: 1000 }, (_, n) => fromElsewhere(app.visitor, n).post(finish, { response })),
  );
  assert.equal(replies.filter((reply) => reply.status === 200).length, 1);
  assert.ok(replies.every((reply) => reply.status === 200 || reply.body.reason === "challenge_unknown"));
  assert.deepEqual([count(app, "account"), count(app, "passkey"), count(app, "held_call")], [1, 1, 1]);
});

appTest("of 1,000 double finishes of a sign-in exactly one wins", {}, async (app) => {
  const { device } = await signUp(app, "OE1ABC");
  const { body } = await app.visitor.post(loginBegin, { callsign: "OE1ABC" });
  const response = device.login(body.options);
  const replies = await Promise.all(
    Array.from({ length: 1000 }, (_, n) => fromElsewhere(app.visitor, n).post(loginFinish, { response })),
  );
  assert.equal(replies.filter((reply) => reply.status === 200).length, 1);
  assert.equal(replies.filter((reply) => reply.headers.has("set-cookie")).length, 1);
});

appTest(
  "of 200 sign-ups racing for one call exactly one wins, and every SSID is the same call",
  {},
  async (app) => {
    const begun = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const client = fromElsewhere(app.visitor, n);
        const { body } = await client.post(begin, { callsign: n % 3 ? `OE1ABC-${n % 16}` : "OE1ABC" });
        return { client, response: new Authenticator(ORIGIN).register(body.options) };
      }),
    );
    const replies = await Promise.all(begun.map(({ client, response }) => client.post(finish, { response })));
    assert.equal(replies.filter((reply) => reply.status === 200).length, 1);
    assert.ok(replies.every((reply) => reply.status === 200 || reply.body.reason === "held_unverified"));
    assert.deepEqual([count(app, "account"), count(app, "held_call")], [1, 1]);
  },
);

appTest("a cloned key loses: two answers with one counter, checked side by side", {}, async (app) => {
  const { device } = await signUp(app, "OE1ABC");
  const begun = await Promise.all([1, 2].map(() => app.visitor.post(loginBegin, { callsign: "OE1ABC" })));
  const answers = begun.map(({ body }) => device.login(body.options, { counter: 7 }));
  const replies = await Promise.all(answers.map((response) => app.visitor.post(loginFinish, { response })));
  assert.deepEqual(replies.map((reply) => reply.status).sort(), [200, 401]);
});

Deno.test("a suspended person signs in nowhere", async () => {
  using app = mailApp();
  const { device, client } = await signUp(app, "OE1ABC", "ann@example.org");
  await app.visitor.post("/auth/email/verify", { token: tokenOf(app) });
  app.db.writeNow((tx) =>
    app.people.suspensions.suspend(tx, "OE1ABC", { reason: "spam", category: "spam", until: null })
  );
  const { body } = await app.visitor.post(loginBegin, { callsign: "OE1ABC" });
  const reply = await refusedBut(
    app,
    ["ceremony"],
    403,
    "suspended",
    () => app.visitor.post(loginFinish, { response: device.login(body.options) }),
  );
  assert.deepEqual(reply.body.suspended, { reason: "spam", until: null });
  assert.equal(reply.headers.get("set-cookie"), null);
  assert.deepEqual((await client.get("/auth/session")).body, {
    callsign: null,
    ended: { reason: "suspended", until: null, why: "spam" },
  });
  await app.visitor.post("/auth/email/start", { email: "ann@example.org" });
  await refused(app, 403, "suspended", () => app.visitor.post("/auth/email/verify", { token: tokenOf(app) }));
  await refused(
    app,
    403,
    "suspended",
    () => app.operator.post("/auth/operator-link", { callsign: "OE1ABC" }),
  );
  app.db.writeNow((tx) => app.people.suspensions.lift(tx, "OE1ABC"));
  assert.equal((await client.get("/auth/session")).body.callsign, null, "what ended does not come back");
  assert.equal((await login(app, device, "OE1ABC")).status, 200);
});

appTest("sign-in steps stop at 100 in 15 minutes for each address", {}, async (app) => {
  for (let n = 0; n < 100; n++) assert.equal((await app.visitor.post(loginBegin, {})).status, 200, `${n}`);
  const reply = await refused(app, 429, "rate_limited", () => app.visitor.post(loginBegin, {}));
  assert.ok(reply.body.retryAfter > 0);
  assert.equal((await new Client(app, {}, "203.0.113.9").post(loginBegin, {})).status, 200);
});

appTest("an operator's passkey must make sure who holds it; a member's need not", {}, async (app) => {
  const member = await signUp(app, "OE1ABC");
  const sysop = await app.sysop();
  const device = new Authenticator(ORIGIN);
  const begun = await sysop.post(begin, { callsign: SYSOP });
  assert.equal(begun.body.options.authenticatorSelection.userVerification, "required");
  await sysop.post(finish, { response: device.register(begun.body.options) });

  const asked = async (callsign?: string) =>
    (await app.visitor.post(loginBegin, callsign ? { callsign } : {})).body.options.userVerification;
  assert.deepEqual([await asked(SYSOP), await asked("OE1ABC"), await asked()], [
    "required",
    "preferred",
    "preferred",
  ]);
  for (const callsign of [SYSOP, undefined]) {
    await refusedBut(
      app,
      ["ceremony"],
      401,
      "user_verification",
      () => login(app, device, callsign, { verified: false }),
    );
    assert.equal((await login(app, device, callsign)).status, 200);
  }
  assert.equal((await login(app, member.device, "OE1ABC", { verified: false })).status, 200);
});

appTest("an account that holds an operator's call beside others is an operator's", {
  ADMIN_CALLSIGNS: "OE1SYS,OE5CLUB",
}, async (app) => {
  const { client, device, account } = await signUp(app, "OE1ABC");
  assert.equal((await login(app, device, "OE1ABC", { verified: false })).status, 200);
  app.db.writeNow((tx) => app.accounts.store.hold(tx, "OE5CLUB", account, app.world.now(), false));
  await refusedBut(
    app,
    ["ceremony"],
    401,
    "user_verification",
    () => login(app, device, "OE1ABC", { verified: false }),
  );
  const begun = await client.post(begin, { callsign: "OE1ABC" });
  assert.equal(begun.body.options.authenticatorSelection.userVerification, "required");
});
