import assert from "node:assert/strict";
import { ADMIN_CALLSIGNS } from "../../src/settings/mod.ts";
import { appTest, type Client, refused, type TestApp } from "../kit/app.ts";
import { clientOf, count, login, mailApp, signUp, spend, tokenOf } from "../kit/people.ts";

/** Completes a claim's proof as the ingest area would: a trusted site heard the code. */
function hear(app: TestApp, call: string, code: string, site = "OE1GATE") {
  const hearing = {
    site,
    trusted: true,
    radioPort: true,
    direct: true,
    deliveredBy: { kind: "secret" as const },
  };
  return app.db.writeNow((tx) =>
    app.people.proofs.heard(tx, {
      call,
      text: `VERIFY ${code}`,
      at: app.world.now(),
      thirdParty: false,
      mesh: false,
      hearings: [hearing],
    })
  );
}
/** A program with one trusted receiving station. */
function withSite(): TestApp {
  const app = mailApp();
  app.people.ports.receivingSites = () => ["OE1GATE"];
  return app;
}
const codeFor = async (client: Client, body: Record<string, string>): Promise<string> => {
  const reply = await client.post("/verify/aprs/start", body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.code;
};
const claimFor = async (client: Client, callsign: string): Promise<string> => {
  const reply = await client.post("/auth/claims", { callsign });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.claim;
};
const statusOf = (client: Client, claim: string) => client.post("/auth/claims/status", { claim });

appTest("calls are added, listed and switched; a switch ends every other session", {}, async (app) => {
  const { client, device } = await signUp(app, "OE1ABC");
  const other = clientOf(app, await login(app, device));
  const added = await client.post("/auth/callsigns", { callsign: "oe5xyz-9" });
  assert.deepEqual(added.body, {
    ok: true,
    callsign: "OE5XYZ",
    verified: false,
    licence: { callsign: "OE5XYZ", status: "unconfirmed" },
  });
  const listed = (await client.get("/auth/callsigns")).body;
  assert.equal(listed.active, "OE1ABC");
  assert.deepEqual(
    listed.callsigns.map((one: Record<string, unknown>) => [one.callsign, one.isPrimary, one.active]),
    [["OE1ABC", true, true], ["OE5XYZ", false, false]],
  );
  await refused(app, 400, "same_call", () => client.post("/auth/callsign", { callsign: "OE1ABC" }));
  const switched = await client.post("/auth/callsign", { callsign: "OE5XYZ-3" });
  assert.deepEqual(switched.body, { ok: true, callsign: "OE5XYZ-3", verified: false });
  assert.equal((await other.get("/auth/session")).body.callsign, null);
  assert.equal((await client.get("/auth/session")).body.callsign, null, "the old cookie is over too");
  const fresh = clientOf(app, switched);
  assert.equal((await fresh.get("/auth/session")).body.callsign, "OE5XYZ-3");
  const unheld = await fresh.post("/auth/callsign", { callsign: "OE9NEW" });
  assert.deepEqual([unheld.status, unheld.body.verified], [200, false]);
});

appTest(
  "adding and switching to a call are refused with a reason",
  { SERVICE_CALL: "OE1SVC-10" },
  async (app) => {
    const { client } = await signUp(app, "OE1ABC");
    await signUp(app, "OE1BOB");
    await app.signIn("OE1VER");
    for (const path of ["/auth/callsigns", "/auth/callsign"]) {
      await refused(app, 409, "held_unverified", () => client.post(path, { callsign: "OE1BOB-2" }));
      await refused(app, 409, "held", () => client.post(path, { callsign: "OE1VER" }));
      await refused(app, 409, "operator_call", () => client.post(path, { callsign: "OE1SYS" }));
      await refused(app, 409, "reserved", () => client.post(path, { callsign: "M0CALL" }));
      await refused(app, 409, "reserved", () => client.post(path, { callsign: "WIDE2-1" }));
      await refused(app, 409, "reserved", () => client.post(path, { callsign: "OE1SVC" }));
      // Not of a call's form, too long for an AX.25 address, an SSID that nobody has.
      for (const callsign of ["!!", "NOBODY", "OE1ABCD", "OE1XYZ-123"]) {
        await refused(app, 409, "invalid", () => client.post(path, { callsign }));
      }
    }
    await refused(app, 409, "invalid", () => client.post("/auth/callsign", { callsign: "OE1ABC-123" }));
    const { account } = await signUp(app, "OE1MNY");
    for (let n = 0; n < 19; n++) {
      app.db.writeNow((tx) => app.people.calls.add(tx, account, `OE2A${String.fromCharCode(65 + n)}`));
    }
    const many = clientOf(app, await login(app, (await signUp(app, "OE1ONE")).device));
    assert.equal((await many.post("/auth/callsigns", { callsign: "OE3YYY" })).status, 200);
    assert.throws(
      () => app.db.writeNow((tx) => app.people.calls.add(tx, account, "OE3ZZZ")),
      { reason: "too_many_calls" },
    );
    assert.equal(count(app, "held_call", `account_id = ${account}`), 20);
  },
);

appTest("the probe says what would happen to a sign-up or a claim, and stores nothing", {}, async (app) => {
  await signUp(app, "OE1ABC");
  await app.signIn("OE1VER");
  const probe = async (callsign: string) => {
    const { exists, hasPasskey, claimable, operatorCall, reason } =
      (await app.visitor.post("/auth/claim", { callsign })).body;
    return { exists, hasPasskey, claimable, operatorCall, reason };
  };
  const before = app.fingerprint();
  const none = { exists: false, hasPasskey: false, claimable: false, operatorCall: false, reason: undefined };
  assert.deepEqual(await probe("OE1NEW"), none);
  assert.deepEqual(await probe("SP1NEW"), none, "a Polish call, though it begins like an alias");
  assert.deepEqual(await probe("OE1ABC-5"), {
    ...none,
    exists: true,
    hasPasskey: true,
    claimable: true,
    reason: "held_unverified",
  });
  assert.deepEqual(await probe("OE1VER"), { ...none, exists: true, reason: "held" });
  assert.deepEqual(await probe("OE1SYS"), { ...none, operatorCall: true, reason: "operator_call" });
  assert.deepEqual(await probe("N0CALL"), { ...none, reason: "reserved" });
  await refused(app, 409, "invalid", () => app.visitor.post("/auth/claim", { callsign: "hello" }));
  assert.equal(app.fingerprint(), before);
});

appTest("opening a claim is refused with its reason", {}, async (app) => {
  const ann = await signUp(app, "OE1ABC");
  await app.signIn("OE1VER");
  await app.sysop();
  await signUp(app, "OE1SUS");
  app.db.writeNow((tx) =>
    app.people.suspensions.suspend(tx, "OE1SUS", { reason: "spam", category: "spam", until: null })
  );
  const ask = (callsign: string, who = app.visitor) => () => who.post("/auth/claims", { callsign });
  await refused(app, 409, "unheld", ask("OE1NEW"));
  await refused(app, 409, "yours", ask("OE1ABC-4", ann.client));
  await refused(app, 409, "held_verified", ask("OE1VER"));
  await refused(app, 409, "operator_call", ask("OE1SYS"));
  await refused(app, 409, "holder_suspended", ask("OE1SUS"));
  await refused(app, 409, "invalid", ask("???"));
  await refused(app, 401, "bad_claim", () => statusOf(app.visitor, "no-such-token"));
});

Deno.test("a proven sign-up claim moves the call to a new account, whose session is given once", async () => {
  using app = withSite();
  const ann = await signUp(app, "OE1ABC", "ann@example.org");
  await spend(app, tokenOf(app));
  const claim = await claimFor(app.visitor, "OE1ABC-7");
  assert.deepEqual((await statusOf(app.visitor, claim)).body, {
    status: "open",
    callsign: "OE1ABC-7",
    method: null,
  });
  const code = await codeFor(app.visitor, { claim });
  assert.equal(hear(app, "OE1ABC-9", code), "claimed");
  const first = await statusOf(app.visitor, claim);
  assert.deepEqual(first.body, { status: "done", callsign: "OE1ABC-7", method: "rf_heard" });
  const winner = clientOf(app, first);
  assert.deepEqual(
    [(await winner.get("/auth/session")).body.callsign, (await winner.get("/auth/session")).body.verified],
    ["OE1ABC-7", true],
  );
  const second = await statusOf(app.visitor, claim);
  assert.equal(second.headers.get("set-cookie"), null);
  assert.equal(count(app, "held_call", "base = 'OE1ABC'"), 1);
  assert.notEqual(app.accounts.holder("OE1ABC")!.accountId, ann.account);
  assert.deepEqual((await ann.client.get("/auth/session")).body.ended, {
    reason: "released",
    callsign: "OE1ABC",
    by: "licensee",
    note: null,
    callless: true,
  });
  assert.match(app.world.sent.at(-1)!.subject, /OE1ABC is no longer yours/);
  assert.equal(app.world.sent.at(-1)!.to, "ann@example.org");
});

Deno.test("a claim with a session joins that account and gives no other session", async () => {
  using app = withSite();
  await signUp(app, "OE1ABC");
  const bob = await signUp(app, "OE1BOB");
  const claim = await claimFor(bob.client, "OE1ABC");
  assert.equal(hear(app, "OE1ABC", await codeFor(app.visitor, { claim })), "claimed");
  const reply = await statusOf(app.visitor, claim);
  assert.deepEqual([reply.body.status, reply.headers.get("set-cookie")], ["done", null]);
  assert.equal(app.accounts.holder("OE1ABC")!.accountId, bob.account);
  assert.equal((await bob.client.get("/auth/session")).body.callsign, "OE1BOB", "the active call stays");
});

Deno.test("race: two claims are proven; the first has the call, the other is refused", async () => {
  using app = withSite();
  await signUp(app, "OE1ABC");
  const [one, two] = [await claimFor(app.visitor, "OE1ABC"), await claimFor(app.visitor, "OE1ABC")];
  const [codeOne, codeTwo] = [
    await codeFor(app.visitor, { claim: one }),
    await codeFor(app.visitor, { claim: two }),
  ];
  assert.notEqual(codeOne, codeTwo);
  assert.equal(hear(app, "OE1ABC", codeTwo), "claimed");
  assert.equal(hear(app, "OE1ABC", codeOne), "refused");
  assert.equal((await statusOf(app.visitor, one)).body.status, "refused");
  assert.equal((await statusOf(app.visitor, two)).body.status, "done");
  await refused(app, 409, "claim_closed", () => app.visitor.post("/verify/aprs/start", { claim: one }));
  assert.equal(count(app, "held_call", "base = 'OE1ABC'"), 1);
});

Deno.test("race: the holder proves the call first; every open claim is refused", async () => {
  using app = withSite();
  const ann = await signUp(app, "OE1ABC");
  const claim = await claimFor(app.visitor, "OE1ABC");
  const code = await codeFor(app.visitor, { claim });
  assert.equal(hear(app, "OE1ABC", await codeFor(ann.client, {})), "verified");
  assert.equal((await statusOf(app.visitor, claim)).body.status, "refused");
  assert.equal(hear(app, "OE1ABC", code), "refused");
  assert.equal(app.accounts.holder("OE1ABC")!.accountId, ann.account);
});

Deno.test("race: the holder was verified behind a claim's back; the proof is refused and so is the claim", async () => {
  using app = withSite();
  const ann = await signUp(app, "OE1ABC");
  const claim = await claimFor(app.visitor, "OE1ABC");
  const code = await codeFor(app.visitor, { claim });
  app.db.writeNow((tx) => app.accounts.verify(tx, "OE1ABC", "operator"));
  assert.equal(hear(app, "OE1ABC", code), "refused");
  assert.equal((await statusOf(app.visitor, claim)).body.status, "refused");
  assert.equal(app.accounts.holder("OE1ABC")!.accountId, ann.account);
});

Deno.test("race: the holder is suspended before the proof; the claim is refused", async () => {
  using app = withSite();
  await signUp(app, "OE1ABC");
  const claim = await claimFor(app.visitor, "OE1ABC");
  const code = await codeFor(app.visitor, { claim });
  app.db.writeNow((tx) =>
    app.people.suspensions.suspend(tx, "OE1ABC", { reason: "spam", category: "spam", until: null })
  );
  assert.equal(hear(app, "OE1ABC", code), "refused");
  assert.equal((await statusOf(app.visitor, claim)).body.status, "refused");
});

Deno.test("race: the call becomes an operator's before the proof; the claim is refused", async () => {
  using app = withSite();
  const ann = await signUp(app, "OE1ABC");
  const claim = await claimFor(app.visitor, "OE1ABC");
  const code = await codeFor(app.visitor, { claim });
  app.settings.get(ADMIN_CALLSIGNS).push("OE1ABC");
  assert.equal(hear(app, "OE1ABC", code), "refused");
  assert.equal((await statusOf(app.visitor, claim)).body.status, "refused");
  assert.equal(app.accounts.holder("OE1ABC")!.accountId, ann.account);
  assert.equal(app.accounts.isVerified("OE1ABC"), false);
});

Deno.test("race: the claim expires before the proof", async () => {
  using app = withSite();
  const ann = await signUp(app, "OE1ABC");
  const claim = await claimFor(app.visitor, "OE1ABC");
  app.world.pass(172_800 - 600);
  const code = await codeFor(app.visitor, { claim });
  app.world.pass(601);
  assert.equal(hear(app, "OE1ABC", code), "refused");
  assert.equal((await statusOf(app.visitor, claim)).body.status, "expired");
  await refused(app, 409, "claim_closed", () => app.visitor.post("/verify/aprs/start", { claim }));
  await app.people.jobs[0]!.run();
  assert.equal((await statusOf(app.visitor, claim)).body.status, "expired");
  assert.equal(app.accounts.holder("OE1ABC")!.accountId, ann.account);
});

Deno.test("race: the holder lets go before the proof; the claimant has the call", async () => {
  for (const how of ["erased", "released"] as const) {
    using app = withSite();
    const ann = await signUp(app, "OE1ABC");
    const claim = await claimFor(app.visitor, "OE1ABC");
    const code = await codeFor(app.visitor, { claim });
    if (how === "erased") assert.equal((await ann.client.post("/api/account/OE1ABC/delete")).status, 200);
    else app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1ABC", "OE1SYS", "gone", null));
    assert.equal(hear(app, "OE1ABC", code), "claimed", how);
    assert.equal((await statusOf(app.visitor, claim)).body.status, "done");
    assert.ok(app.accounts.isVerified("OE1ABC"));
  }
});

Deno.test("race: the holder let go and a third person signed up; the proof still moves the call", async () => {
  using app = withSite();
  const ann = await signUp(app, "OE1ABC");
  const claim = await claimFor(app.visitor, "OE1ABC");
  const code = await codeFor(app.visitor, { claim });
  await ann.client.post("/api/account/OE1ABC/delete");
  const third = await signUp(app, "OE1ABC");
  assert.equal(hear(app, "OE1ABC", code), "claimed");
  assert.notEqual(app.accounts.holder("OE1ABC")!.accountId, third.account);
  assert.equal(count(app, "held_call"), 1);
});

Deno.test("race: the claimant erases their account before the proof; nothing moves", async () => {
  using app = withSite();
  const ann = await signUp(app, "OE1ABC");
  const bob = await signUp(app, "OE1BOB");
  const claim = await claimFor(bob.client, "OE1ABC");
  const code = await codeFor(app.visitor, { claim });
  await bob.client.post("/api/account/OE1BOB/delete");
  assert.equal(hear(app, "OE1ABC", code), "ignored");
  await refused(app, 401, "bad_claim", () => statusOf(app.visitor, claim));
  assert.equal(app.accounts.holder("OE1ABC")!.accountId, ann.account);
});

Deno.test("race: one code heard at ten sites at once counts once", async () => {
  using app = withSite();
  await signUp(app, "OE1ABC");
  const claim = await claimFor(app.visitor, "OE1ABC");
  const code = await codeFor(app.visitor, { claim });
  const outcomes = Array.from({ length: 10 }, (_, n) => hear(app, "OE1ABC", code, `OE${n}GW`));
  assert.deepEqual(outcomes.filter((outcome) => outcome === "claimed").length, 1);
  assert.deepEqual(new Set(outcomes), new Set(["claimed", "ignored"]));
  const replies = await Promise.all(Array.from({ length: 50 }, () => statusOf(app.visitor, claim)));
  assert.equal(replies.filter((reply) => reply.headers.has("set-cookie")).length, 1);
});

Deno.test("a claim's token proves no other call", async () => {
  using app = withSite();
  await signUp(app, "OE1ABC");
  const claim = await claimFor(app.visitor, "OE1ABC");
  for (const path of ["/verify/aprs/start", "/verify/ampr/check"]) {
    await refused(app, 409, "claim_other_call", () => app.visitor.post(path, { claim, callsign: "OE1BOB" }));
  }
  await refused(app, 401, "bad_claim", () => app.visitor.post("/verify/aprs/start", { claim: "wrong" }));
  await refused(app, 401, "no_credential", () => app.visitor.post("/verify/aprs/start", {}));
});

Deno.test("an operator verifies by hand, sees holders and releases calls, naming the holder each time", async () => {
  using app = mailApp();
  const sysop = await app.sysop();
  const ann = await signUp(app, "OE1ABC", "ann@example.org");
  await spend(app, tokenOf(app));
  await app.visitor.post("/auth/claims", { callsign: "OE1ABC" });
  const add = (body: Record<string, unknown>) => () => sysop.post("/api/admin/verifications", body);
  const asked = await refused(app, 409, "confirm_holder", add({ callsign: "OE1ABC", note: "seen licence" }));
  assert.equal(asked.body.holder.accountId, ann.account);
  assert.deepEqual(asked.body.holder.held, [{ callsign: "OE1ABC", isPrimary: true }]);
  assert.deepEqual([asked.body.holder.passkeys, asked.body.holder.email], [1, true]);
  await refused(app, 409, "confirm_holder", add({ callsign: "OE1ABC", note: "seen licence", holder: 999 }));
  const unheld = await refused(
    app,
    409,
    "confirm_holder",
    add({ callsign: "OE1NIX", note: "seen", holder: 1 }),
  );
  assert.equal(unheld.body.holder, null);
  await refused(app, 400, "invalid_body", add({ callsign: "OE1ABC", note: "x", holder: ann.account }));

  const done = await sysop.post("/api/admin/verifications", {
    callsign: "oe1abc-5",
    note: "seen licence",
    holder: ann.account,
  });
  assert.deepEqual([done.status, done.body], [201, {
    verified: true,
    callsign: "OE1ABC",
    method: "sysop",
    verifiedBy: "OE1SYS",
    note: "seen licence",
  }]);
  await refused(
    app,
    409,
    "verified_already",
    add({ callsign: "OE1ABC", note: "again", holder: ann.account }),
  );
  const listed = await sysop.get("/api/admin/verifications");
  assert.deepEqual(listed.body.verifications[0].callsign, "OE1ABC");
  assert.equal(count(app, "claim", "status = 'refused'"), 1, "open claims end when the holder is verified");

  assert.equal((await sysop.delete("/api/admin/verifications/OE1ABC")).body.revoked, "OE1ABC");
  assert.equal((await ann.client.get("/auth/session")).body.verified, false, "the session goes on");
  await refused(app, 404, "verification_missing", () => sysop.delete("/api/admin/verifications/OE1ABC"));
  await signUp(app, "OE1LTW");
  app.db.writeNow((tx) => app.accounts.verify(tx, "OE1LTW", "lotw"));
  await refused(app, 404, "verification_missing", () => sysop.delete("/api/admin/verifications/OE1LTW"));

  const view = (await sysop.get("/api/admin/callsigns/OE1ABC")).body;
  assert.deepEqual([view.adminCall, view.holder.accountId, view.verification, view.openClaims], [
    false,
    ann.account,
    null,
    0,
  ]);
  const release = (body: Record<string, unknown>) => () => sysop.post("/api/admin/callsigns/OE1ABC", body);
  await refused(app, 409, "confirm_holder", release({ action: "release", reason: "moved away", holder: 77 }));
  const released = await release({ action: "release", reason: "moved away", holder: ann.account })();
  assert.deepEqual(released.body, { released: "OE1ABC" });
  assert.equal(app.accounts.holder("OE1ABC"), undefined);
  assert.match(app.world.sent.at(-1)!.text, /moved away/);
  const after = (await sysop.get("/api/admin/callsigns/OE1ABC")).body;
  assert.deepEqual([after.holder, after.events[0].action, after.events[0].note], [
    null,
    "released",
    "moved away",
  ]);
});

appTest(
  "a released call is free, starts unverified, and no key of the former holder speaks for it",
  {},
  async (app) => {
    const ann = await signUp(app, "OE1ABC");
    app.db.writeNow((tx) => app.accounts.verify(tx, "OE1ABC", "lotw"));
    app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1ABC", "OE1SYS", "x", null));
    assert.deepEqual(
      app.db.sql<never, object>("SELECT account_id AS account, kind, call FROM alert").all().map((row) => ({
        ...row,
      })),
      [{ account: ann.account, kind: "call_released", call: "OE1ABC" }],
      "the former holder is told",
    );
    assert.equal(app.world.sent.length, 0, "there is no address to write to");
    const bob = await signUp(app, "OE1ABC");
    assert.equal((await bob.client.get("/auth/session")).body.verified, false);
    assert.equal(app.accounts.store.account({ id: ann.account })!.activeCall, null);
  },
);

Deno.test("a call that is not the active one is lost without another becoming active; nobody takes a call from himself", async () => {
  using app = mailApp();
  const { client, account } = await signUp(app, "OE1ABC", "ann@example.org");
  await spend(app, tokenOf(app));
  assert.equal((await client.post("/auth/callsigns", { callsign: "OE5XYZ" })).status, 200);
  const ann = clientOf(app, await client.post("/auth/callsign", { callsign: "OE1ABC-7" }));
  const active = () => app.accounts.store.account({ id: account })!.activeCall;
  assert.equal(active(), "OE1ABC-7");
  const sent = app.world.sent.length;
  app.db.writeNow((tx) => app.people.calls.transfer(tx, "OE5XYZ", account, "proven"));
  assert.deepEqual([count(app, "call_event"), app.world.sent.length], [0, sent]);
  delete (app.world as { mail?: unknown }).mail; // no mail server: whom it concerns is told in his list alone
  app.db.writeNow((tx) => app.people.calls.detach(tx, "OE5XYZ", "OE1SYS", null, null));
  assert.equal(active(), "OE1ABC-7");
  assert.equal((await ann.get("/auth/session")).body.callsign, "OE1ABC-7");
  app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1ABC", "OE1SYS", null, null));
  assert.equal(active(), null);
  assert.equal(count(app, "alert", "kind = 'call_released'"), 2);
});
