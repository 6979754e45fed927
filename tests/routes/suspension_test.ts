/** Every credential of a person, while they are active, suspended, let go again, and erased while suspended. */
import assert from "node:assert/strict";
import type { SigningKey } from "../../src/wire/mod.ts";
import { type Client, refused, type Reply, type TestApp } from "../kit/app.ts";
import {
  clientOf,
  count,
  login,
  mailApp,
  refusedBut,
  type SignedUp,
  signUp,
  spend,
  tokenOf,
} from "../kit/people.ts";
import { registerKey, signedAction } from "../kit/signed.ts";

const CALL = "OE1ABC";
const EMAIL = "ann@example.org";
const DAY = 86_400;

interface Person extends SignedUp {
  app: TestApp;
  apiKey: string;
  key: SigningKey;
  /** Tokens of links that were made while all was well. */
  mailed: string;
  byOperator: string;
}

async function person(): Promise<Person> {
  const app = mailApp();
  const signedUp = await signUp(app, CALL, EMAIL);
  await spend(app, tokenOf(app));
  const { client } = signedUp;
  const made = await app.operator.post("/auth/operator-link", { callsign: CALL });
  await app.visitor.post("/auth/email/start", { email: EMAIL });
  return {
    ...signedUp,
    app,
    apiKey: (await client.post("/api/keys", { name: "map" })).body.key,
    key: await registerKey(app, client, CALL),
    mailed: tokenOf(app),
    byOperator: new URL(made.body.link).searchParams.get("token")!,
  };
}

const suspend = (app: TestApp, until: number | null) =>
  app.db.writeNow((tx) =>
    app.people.suspensions.suspend(tx, CALL, { reason: "adverts", category: "spam", until })
  );
const until = (app: TestApp) => app.world.now() + 600;
const STATES: Record<string, (one: Person) => void> = {
  active: () => {},
  suspended: ({ app }) => void suspend(app, null),
  "suspended for a while": ({ app }) => void suspend(app, until(app)),
  lifted({ app }) {
    suspend(app, null);
    app.db.writeNow((tx) => app.people.suspensions.lift(tx, CALL));
  },
  expired({ app }) {
    suspend(app, until(app));
    app.world.pass(600);
  },
  erased({ app, account }) {
    suspend(app, null);
    app.db.writeNow((tx) => app.people.portability.erase(tx, account));
  },
};

/** What each way answers: status, and what tells why where it is no success. */
const WAYS: Record<string, (one: Person) => Promise<Reply>> = {
  "the session of before": ({ client }) => client.get("/auth/callsigns"),
  "a passkey": ({ app, device }) => login(app, device),
  "a mailed link of before": ({ app, mailed }) => spend(app, mailed),
  "an operator's link of before": ({ app, byOperator }) => spend(app, byOperator),
  "an operator's link": ({ app }) => app.operator.post("/auth/operator-link", { callsign: CALL }),
  "an API key": ({ app, apiKey }) => app.visitor.get("/api/v1/key", { "x-api-key": apiKey }),
  "a signed export": ({ app, key }) => signedAction(app, key, CALL, "export"),
  "a signed bundle": ({ app, key }) => signedAction(app, key, CALL, "bundle"),
  "a signed move": ({ app, key }) => signedAction(app, key, CALL, "move", { target: "there.example" }),
  "a signed erasure": ({ app, key }) => signedAction(app, key, CALL, "delete"),
  "signing up again": ({ app }) => app.visitor.post("/auth/passkey/register/begin", { callsign: CALL }),
};
const GOOD = 200;
const SUSPENDED = "403 suspended";
/** Answers in the order of STATES. */
const EXPECTED: Record<string, (number | string)[]> = {
  "the session of before": [
    GOOD,
    "401 no_session",
    "401 no_session",
    "401 no_session",
    "401 no_session",
    "401 no_session",
  ],
  "a passkey": [GOOD, SUSPENDED, SUSPENDED, GOOD, GOOD, "401 passkey_unknown"],
  "a mailed link of before": [GOOD, SUSPENDED, SUSPENDED, GOOD, GOOD, "400 link_unknown"],
  "an operator's link of before": [GOOD, SUSPENDED, SUSPENDED, GOOD, GOOD, "400 link_unknown"],
  "an operator's link": [GOOD, SUSPENDED, SUSPENDED, GOOD, GOOD, SUSPENDED],
  "an API key": [GOOD, "401 no_key", "401 no_key", GOOD, GOOD, "401 no_key"],
  "a signed export": [GOOD, GOOD, GOOD, GOOD, GOOD, "403 not_yours"],
  "a signed bundle": [GOOD, SUSPENDED, SUSPENDED, GOOD, GOOD, "403 not_yours"],
  "a signed move": [GOOD, SUSPENDED, SUSPENDED, GOOD, GOOD, "403 not_yours"],
  "a signed erasure": [GOOD, GOOD, GOOD, GOOD, GOOD, "403 not_yours"],
  "signing up again": [
    "409 held_unverified",
    "409 held_unverified",
    "409 held_unverified",
    "409 held_unverified",
    "409 held_unverified",
    SUSPENDED,
  ],
};

for (const [way, act] of Object.entries(WAYS)) {
  Deno.test(`${way}, in every state of its account`, async () => {
    const answers = [];
    for (const arrange of Object.values(STATES)) {
      const one = await person();
      arrange(one);
      const reply = await act(one);
      answers.push(reply.status === 200 ? 200 : `${reply.status} ${reply.body.reason}`);
      const opened = /svc_session=[^;]/.test(reply.headers.get("set-cookie") ?? "");
      if (opened) assert.equal(reply.status, 200, "no session beside a refusal");
      if (reply.body.reason === "suspended") {
        assert.equal(reply.body.suspended.reason, "adverts");
        assert.ok("until" in reply.body.suspended);
        const gone = one.app.accounts.person(one.account) === undefined;
        assert.match(reply.body.error, gone ? /stays closed until/ : /downloaded and erased/);
      }
      one.app.close();
    }
    assert.deepEqual(answers, EXPECTED[way]);
  });
}

Deno.test("a person suspended again while a suspension runs keeps the data session that they have", async () => {
  const { app } = await person();
  using _end = app;
  suspend(app, null);
  await app.visitor.post("/auth/email/start", { email: EMAIL, purpose: "account-data" });
  const reply = await spend(app, tokenOf(app));
  const data = app.visitor.with({ cookie: reply.headers.get("set-cookie")!.split(";")[0]! });
  const before = suspend(app, until(app));
  assert.deepEqual((await data.get("/auth/session")).body, { callsign: null, accountData: true });
  await refused(app, 403, "data_session", () => data.post("/api/keys", { name: "x" }));
  assert.equal(before.suspendedAt, app.world.now());
});

Deno.test("nobody suspends an operator, nobody, or for a time that is over", async () => {
  const { app } = await person();
  using _end = app;
  await app.sysop();
  const told = { reason: "x", category: "spam", until: null };
  const tries: [string, string, number | null][] = [
    ["operator_account", "OE1SYS", null],
    ["no_account", "OE9NIX", null],
    ["invalid_until", CALL, app.world.now()],
  ];
  for (const [reason, call, end] of tries) {
    const before = app.fingerprint();
    assert.throws(
      () => app.db.writeNow((tx) => app.people.suspensions.suspend(tx, call, { ...told, until: end })),
      { reason },
    );
    assert.equal(app.fingerprint(), before);
  }
  assert.throws(() => app.db.writeNow((tx) => app.people.suspensions.lift(tx, CALL)), {
    reason: "not_suspended",
  });
});

Deno.test("a key registered long after the sign-in signs no erasure, until its owner is suspended", async () => {
  const { app, client, account } = await person();
  using _end = app;
  app.world.pass(DAY);
  const late = await registerKey(app, client, CALL);
  await refusedBut(app, ["spent_nonce"], 401, "fresh_sign_in", () => signedAction(app, late, CALL, "delete"));
  for (const what of ["export", "bundle", "move"] as const) {
    const more = what === "move" ? { target: "there.example" } : {};
    await refusedBut(
      app,
      ["spent_nonce"],
      401,
      "fresh_sign_in",
      () => signedAction(app, late, CALL, what, more),
    );
  }
  // Registered again after a sign-in, it may.
  const again: Client = await app.signIn(CALL);
  await again.post("/keys/register", { callsign: CALL, publicKey: late.publicKey });
  assert.ok(app.people.keys.mayErase(late.publicKey));
  const third = await registerKey(app, client, CALL);
  suspend(app, null);
  assert.equal((await signedAction(app, third, CALL, "delete")).status, 200);
  assert.equal(count(app, "account", `id = ${account}`), 0);
});

Deno.test("a key leads nobody away and fetches nothing a quarter of an hour after the sign-in that vouched for it", async () => {
  const { app, client, device } = await person();
  using _end = app;
  const key = await registerKey(app, client, CALL);
  const acts = ["export", "bundle", "move"] as const;
  const sign = (what: typeof acts[number]) =>
    signedAction(app, key, CALL, what, what === "move" ? { target: "there.example" } : {});
  app.world.pass(900);
  for (const what of acts) assert.equal((await sign(what)).status, 200, what);
  app.world.pass(1);
  for (const what of acts) {
    await refusedBut(app, ["spent_nonce"], 401, "fresh_sign_in", () => sign(what));
  }
  // The old session vouches for nothing, a fresh one does. One second on, since no signature is taken twice.
  app.world.pass(1);
  await client.post("/keys/register", { callsign: CALL, publicKey: key.publicKey });
  await refusedBut(app, ["spent_nonce"], 401, "fresh_sign_in", () => sign("move"));
  app.world.pass(1);
  const again = clientOf(app, await login(app, device));
  await again.post("/keys/register", { callsign: CALL, publicKey: key.publicKey });
  for (const what of acts) assert.equal((await sign(what)).status, 200, what);
});

Deno.test("signing out everywhere ends every device key, with a tombstone; signing out here ends none", async () => {
  const { app, client, device, key } = await person();
  using _end = app;
  const withdrawn: string[] = [];
  app.people.ports.publications.withdraw = (_tx, gid) => (withdrawn.push(gid), 1);
  const other = await registerKey(app, client, CALL);
  app.db.sql<never, never>("UPDATE device_key SET gid = 'localhost:key:' || id").all();
  const bob = await signUp(app, "OE1BOB");
  const bobs = await registerKey(app, bob.client, "OE1BOB");
  const listed = async (call: string) => (await app.visitor.get(`/keys/${call}`)).body.keys.length;
  const here = clientOf(app, await login(app, device));
  assert.equal((await here.post("/auth/logout")).status, 200);
  assert.equal(await listed(CALL), 2);
  assert.equal((await client.post("/auth/logout-all")).status, 200);
  assert.deepEqual([await listed(CALL), await listed("OE1BOB"), withdrawn.length], [0, 1, 2]);
  for (const lost of [key, other]) {
    for (const what of ["export", "delete"] as const) {
      await refusedBut(app, ["spent_nonce"], 403, "not_yours", () => signedAction(app, lost, CALL, what));
    }
  }
  assert.equal((await signedAction(app, bobs, "OE1BOB", "export")).status, 200);
});
