import assert from "node:assert/strict";
import { sha256Hex } from "../../src/base/mod.ts";
import { type Client, refused, type TestApp, testApp } from "../kit/app.ts";
import { clientOf, count, signUp } from "../kit/people.ts";

const SITE = "OE1GATE";
const DAY = 86_400;

/** A program with one trusted receiving station, and somebody who holds OE1ABC unproven. */
async function held(env: Record<string, string> = {}) {
  const app = testApp(env);
  app.people.ports.receivingSites = () => [SITE];
  return { app, ann: await signUp(app, "OE1ABC") };
}
async function claimed(app: TestApp, who: Client = app.visitor, callsign = "OE1ABC"): Promise<string> {
  const reply = await who.post("/auth/claims", { callsign });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.claim;
}
const start = (app: TestApp, claim: string) => app.visitor.post("/verify/aprs/start", { claim });
const status = async (app: TestApp, claim: string): Promise<string> =>
  (await app.visitor.post("/auth/claims/status", { claim })).body.status;
const heard = (app: TestApp, code: string, call = "OE1ABC") =>
  app.db.writeNow((tx) =>
    app.people.proofs.heard(tx, {
      call,
      text: `VERIFY ${code}`,
      at: app.world.now(),
      thirdParty: false,
      mesh: false,
      hearings: [{
        site: SITE,
        trusted: true,
        radioPort: true,
        direct: true,
        deliveredBy: { kind: "secret" },
      }],
    })
  );
const suspend = (app: TestApp, call: string, until: number | null = null) =>
  app.db.writeNow((tx) =>
    app.people.suspensions.suspend(tx, call, { reason: "spam", category: "spam", until })
  );

Deno.test("one claim wins; the others read refused, with and without a proof of their own", async () => {
  const { app } = await held();
  using _end = app;
  const bob = await signUp(app, "OE1BOB");
  const [winner, started, idle, joined] = [
    await claimed(app),
    await claimed(app),
    await claimed(app),
    await claimed(app, bob.client),
  ];
  await start(app, started);
  const { code } = (await start(app, winner)).body;
  assert.equal(heard(app, code), "claimed");
  assert.deepEqual(
    await Promise.all([winner, started, idle, joined].map((claim) => status(app, claim))),
    ["done", "refused", "refused", "refused"],
  );
  // Decided is decided: time does not turn it into something else.
  app.world.pass(2 * DAY + 1);
  assert.deepEqual(
    await Promise.all([winner, started, idle, joined].map((claim) => status(app, claim))),
    ["done", "refused", "refused", "refused"],
  );
});

Deno.test("another call's claims stay open when one is proven", async () => {
  const { app } = await held();
  using _end = app;
  await signUp(app, "OE1BOB");
  const [one, other] = [await claimed(app), await claimed(app, app.visitor, "OE1BOB")];
  heard(app, (await start(app, one)).body.code);
  assert.equal(await status(app, other), "open");
});

Deno.test("a claim is open for exactly 48 hours, and forgotten a week after", async () => {
  const { app } = await held();
  using _end = app;
  const opened = await app.visitor.post("/auth/claims", { callsign: "OE1ABC" });
  assert.deepEqual({ ...opened.body, claim: "" }, {
    claim: "",
    callsign: "OE1ABC",
    held: true,
    expiresAt: app.world.now() + 2 * DAY,
  });
  const { claim } = opened.body;
  app.world.pass(2 * DAY - 1);
  assert.equal(await status(app, claim), "open");
  assert.equal((await start(app, claim)).status, 200);
  app.world.pass(1);
  assert.equal(await status(app, claim), "expired");
  await refused(app, 409, "claim_closed", () => start(app, claim));
  app.world.pass(7 * DAY);
  app.db.writeNow((tx) => app.people.claims.prune(tx));
  assert.equal(count(app, "claim", "status = 'expired'"), 1); // as an export shows it
  assert.equal(await status(app, claim), "expired");
  app.world.pass(1);
  app.db.writeNow((tx) => app.people.claims.prune(tx));
  await refused(app, 401, "bad_claim", () => start(app, claim));
});

Deno.test("the probe before a sign-up says claimable exactly where a claim can be opened", async () => {
  const { app, ann } = await held();
  using _end = app;
  await app.signIn("OE1VER");
  await app.sysop();
  await signUp(app, "OE1SUS");
  suspend(app, "OE1SUS");
  for (const callsign of ["OE1ABC", "OE1VER", "OE1SYS", "OE1SUS", "OE1NEW"]) {
    const probe = (await app.visitor.post("/auth/claim", { callsign })).body;
    const opened = await app.visitor.post("/auth/claims", { callsign });
    assert.equal(probe.claimable, opened.status === 201, callsign);
  }
  await refused(app, 409, "yours", () => ann.client.post("/auth/claims", { callsign: "OE1ABC-7" }));
});

Deno.test("a claimant who took the free call meanwhile has it verified by the claim's proof", async () => {
  const { app } = await held();
  using _end = app;
  const bob = await signUp(app, "OE1BOB");
  const claim = await claimed(app, bob.client);
  const { code } = (await start(app, claim)).body;
  app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1ABC", "OE1SYS", "gone", null));
  assert.equal((await bob.client.post("/auth/callsigns", { callsign: "OE1ABC" })).status, 200);
  // A verification in the way that is the claimant's own is in nobody's way.
  app.db.writeNow((tx) => app.accounts.verify(tx, "OE1ABC", "operator"));
  assert.equal(heard(app, code), "claimed");
  assert.equal(app.accounts.holder("OE1ABC")!.accountId, bob.account);
  assert.equal(count(app, "held_call"), 2);
});

Deno.test("a call that nobody holds any more is the claimant's who proves it, and verified", async () => {
  for (const signedUp of [true, false]) {
    const { app } = await held();
    using _end = app;
    const bob = await signUp(app, "OE1BOB");
    const claim = await claimed(app, signedUp ? bob.client : app.visitor);
    const { code } = (await start(app, claim)).body;
    app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1ABC", "OE1SYS", "gone", null));
    assert.equal(heard(app, code), "claimed");
    const holder = app.accounts.holder("OE1ABC")!;
    assert.equal(holder.accountId === bob.account, signedUp);
    assert.equal(app.accounts.isVerified("OE1ABC"), true);
    assert.equal(await status(app, claim), "done");
  }
});

Deno.test("a claim proves its own call and no other", async () => {
  const { app } = await held();
  using _end = app;
  await signUp(app, "OE1BOB");
  const claim = await claimed(app);
  await refused(
    app,
    409,
    "claim_other_call",
    () => app.visitor.post("/verify/aprs/start", { claim, callsign: "OE1BOB" }),
  );
});

Deno.test("a suspended claimant starts no proof and gains no call", async () => {
  const { app, ann } = await held();
  using _end = app;
  const bob = await signUp(app, "OE1BOB");
  const [before, after] = [await claimed(app, bob.client), await claimed(app, bob.client)];
  const { code } = (await start(app, before)).body;
  const until = app.world.now() + 600;
  suspend(app, "OE1BOB", until);
  const told = await refused(app, 403, "suspended", () => start(app, after));
  assert.deepEqual(told.body.suspended, { reason: "spam", until });
  assert.equal(heard(app, code), "refused");
  assert.equal(app.accounts.holder("OE1ABC")!.accountId, ann.account);
  assert.equal(await status(app, before), "refused");
  app.world.pass(600);
  assert.equal((await start(app, after)).status, 200);
});

Deno.test("a suspended holder's running proof verifies nothing", async () => {
  const { app, ann } = await held();
  using _end = app;
  const { code } = (await ann.client.post("/verify/aprs/start", {})).body;
  suspend(app, "OE1ABC");
  assert.equal(heard(app, code), "refused");
  assert.equal(app.accounts.isVerified("OE1ABC"), false);
});

Deno.test("each claim that cannot be is refused for its own reason", async () => {
  const { app, ann } = await held();
  using _end = app;
  await app.signIn("OE1VER");
  // An operator's call that is held unproven, and one whose holder is suspended.
  await app.sysop();
  app.db.writeNow((tx) => app.db.exec(tx, "DELETE FROM verification WHERE base = 'OE1SYS'"));
  const gone = await signUp(app, "OE1GON");
  suspend(app, "OE1GON");
  app.db.writeNow((tx) => app.people.portability.erase(tx, gone.account));
  await signUp(app, "OE1SUS");
  suspend(app, "OE1SUS");
  for (
    const [callsign, code, reason] of [
      ["OE1SYS", 409, "operator_call"],
      ["OE1VER", 409, "held_verified"],
      ["OE1SUS", 409, "holder_suspended"],
      ["OE1GON", 403, "suspended"],
      ["OE1NEW", 409, "unheld"],
      ["no call", 409, "invalid"],
      ["OE", 409, "invalid"],
    ] as const
  ) {
    const reply = await app.visitor.post("/auth/claims", { callsign });
    assert.deepEqual([callsign, reply.status, reply.body.reason], [callsign, code, reason]);
  }
  await refused(app, 409, "yours", () => ann.client.post("/auth/claims", { callsign: "OE1ABC" }));
  assert.equal(count(app, "claim"), 0);
});

Deno.test("the call of a suspended account that was erased goes to no earlier claim", async () => {
  const { app, ann } = await held();
  using _end = app;
  const claim = await claimed(app);
  const { code } = (await start(app, claim)).body;
  suspend(app, "OE1ABC");
  app.db.writeNow((tx) => app.people.portability.erase(tx, ann.account));
  assert.equal(heard(app, code), "refused");
  assert.equal(await status(app, claim), "refused");
  assert.equal(count(app, "held_call"), 0);
});

Deno.test("a claim's session is given once, to a claim without an account alone", async () => {
  const { app } = await held();
  using _end = app;
  const claim = await claimed(app);
  heard(app, (await start(app, claim)).body.code);
  const first = await app.visitor.post("/auth/claims/status", { claim });
  assert.equal((await clientOf(app, first).get("/auth/session")).body.callsign, "OE1ABC");
  const second = await app.visitor.post("/auth/claims/status", { claim });
  assert.deepEqual([second.status, second.headers.get("set-cookie")], [200, null]);
});

Deno.test("where nobody can sign in a done claim says so and keeps its session for later", async () => {
  const { app } = await held();
  using _end = app;
  const claim = await claimed(app);
  heard(app, (await start(app, claim)).body.code);
  const { id } = app.people.claims.store.byToken({ hash: sha256Hex(claim) })!;
  const ask = (canSignIn: boolean) =>
    app.db.writeNow((tx) => app.people.claims.status(tx, id, canSignIn)).account?.activeCall;
  assert.deepEqual([ask(false), ask(true), ask(true)], [undefined, "OE1ABC", undefined]);
});
