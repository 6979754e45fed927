import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { sha256Hex } from "../../src/base/mod.ts";
import { Addresses, Incoming } from "../../src/http/mod.ts";
import { appTest, type Client, refused, type Reply, SECRETS, type TestApp, testApp } from "../kit/app.ts";
import { Authenticator } from "../kit/authenticator.ts";
import { clientOf, count, login, mailApp, ORIGIN, signUp, spend, tokenOf } from "../kit/people.ts";

const MINUTE = 60;
const callOf = async (client: Client) => (await client.get("/auth/session")).body.callsign;
const beginKey = (client: Client, callsign: string) => () =>
  client.post("/auth/passkey/register/begin", { callsign });

appTest("signing out ends the session on the server, and no other", {}, async (app) => {
  const here = await app.signIn("OE1ABC");
  const there = await app.signIn("OE1ABC");
  assert.equal((await here.post("/auth/logout")).status, 200);
  // Whoever kept a copy of the cookie has nothing.
  assert.equal(await callOf(here), null);
  await refused(app, 401, "no_session", () => here.get("/auth/callsigns"));
  await refused(app, 401, "no_session", () => here.post("/auth/logout"));
  assert.equal(await callOf(there), "OE1ABC");
});

appTest("two sign-ins of one second are two sessions", {}, async (app) => {
  const [one, two] = [await app.signIn("OE1ABC"), await app.signIn("OE1ABC")];
  assert.notEqual(one.headers.cookie, two.headers.cookie);
});

appTest("an ended session stays ended until its cookie is over, then it is forgotten", {
  SESSION_TTL_DAYS: "2",
}, async (app) => {
  const gone = await app.signIn("OE1ABC");
  await gone.post("/auth/logout");
  const prune = () => app.jobs.find(({ name }) => name === "accounts-prune")!.run();
  app.world.pass(2 * 86_400 - 1);
  await prune();
  assert.equal(count(app, "ended_session"), 1);
  assert.equal(await callOf(gone), null);
  app.world.pass(1);
  await prune();
  assert.equal(count(app, "ended_session"), 0);
  assert.equal(await callOf(gone), null);
});

appTest(
  "of one account 100 ended sessions are remembered: with one more all of its sessions end",
  {},
  async (app) => {
    const stays = await app.signIn("OE1ABC");
    const other = await app.signIn("OE1XYZ");
    const ended: Client[] = [];
    for (let n = 0; n < 100; n++) {
      const client = await app.signIn("OE1ABC");
      await client.post("/auth/logout");
      ended.push(client);
    }
    assert.equal(count(app, "ended_session"), 100);
    assert.equal(await callOf(stays), "OE1ABC");
    await (await app.signIn("OE1ABC")).post("/auth/logout");
    assert.equal(count(app, "ended_session"), 0);
    for (const client of [stays, ...ended]) assert.equal(await callOf(client), null);
    assert.equal(await callOf(other), "OE1XYZ");
  },
);

appTest(
  "a sign-in under a clock that was ahead is no fresh one once the clock is set right",
  {},
  async (app) => {
    app.world.pass(86_400);
    const client = await app.signIn("OE1ABC");
    assert.equal((await beginKey(client, "OE1ABC")()).status, 200);
    app.world.pass(-86_400);
    assert.equal(await callOf(client), "OE1ABC");
    await refused(app, 401, "fresh_sign_in", beginKey(client, "OE1ABC"));
  },
);

appTest(
  "a call made active keeps the sign-in's age and name: signing out ends it under either cookie",
  {},
  async (app) => {
    const before = await app.signIn("OE1ABC");
    app.world.pass(14 * MINUTE);
    const after = clientOf(app, await before.post("/auth/callsign", { callsign: "OE1ABC-5" }));
    assert.equal(await callOf(before), null);
    assert.equal(await callOf(after), "OE1ABC-5");
    assert.equal((await beginKey(after, "OE1ABC")()).status, 200);
    app.world.pass(1 * MINUTE + 1);
    await refused(app, 401, "fresh_sign_in", beginKey(after, "OE1ABC"));
    await after.post("/auth/logout");
    assert.equal(await callOf(after), null);
  },
);

appTest(
  "a cookie of another address, of another secret, or changed by a hand opens nothing",
  {},
  async (app) => {
    const { cookie } = (await app.signIn("OE1ABC")).headers;
    const shown = async (value: string, host = "localhost:8787") =>
      (await app.visitor.with({ cookie: value, host }).get("/auth/session")).body.callsign;
    assert.equal(await shown(cookie!), "OE1ABC");
    assert.equal(await shown(cookie!, "evil.example"), null);
    const [name, value] = cookie!.split("=");
    const fields = value!.split(".");
    for (let n = 0; n < fields.length; n++) {
      for (const made of ["", "0", "1", "9999999999", `${fields[n]}x`, fields[n]!.slice(1)]) {
        if (made === fields[n]) continue;
        assert.equal(await shown(`${name}=${fields.with(n, made).join(".")}`), null, `${n} ${made}`);
      }
    }
    for (const made of ["", ".", value!.slice(0, -1), `${value}.`, fields.slice(0, -1).join(".")]) {
      assert.equal(await shown(`${name}=${made}`), null, made);
    }
  },
);

appTest("without a usable SESSION_SECRET nobody signs in, and a cookie is nobody's", {}, async (app) => {
  const { cookie } = (await app.signIn("OE1ABC")).headers;
  using closed = testApp({ SESSION_SECRET: "" }, { world: app.world });
  assert.deepEqual((await closed.visitor.with({ cookie: cookie! }).get("/auth/session")).body, {
    callsign: null,
  });
  const link = await closed.operator.post("/auth/operator-link", { callsign: "OE1ABC" });
  const token = new URL(link.body.link).searchParams.get("token");
  await refused(closed, 503, "sessions_closed", () => closed.visitor.post("/auth/email/verify", { token }));
  await refused(closed, 503, "sessions_closed", beginKey(closed.visitor, "OE1NEW"));
  const account = closed.db.writeNow((tx) => closed.accounts.store.create(tx, "OE1ABC", 0));
  const row = closed.accounts.store.account({ id: account })!;
  const at = new Incoming(
    new Request("http://localhost:8787/"),
    undefined,
    new Addresses({ own: [], trusted: [], trustProxy: false }),
  );
  assert.throws(() => closed.people.sessions.cookie(row, "full", at), { reason: "sessions_closed" });
});

/** What asks for a sign-in of the last 15 minutes, each on a person of its own. */
const LASTING: Record<string, (client: Client, call: string) => Promise<Reply>> = {
  "a new passkey": (client, call) => beginKey(client, call)(),
  "another address": (client) => client.post("/auth/email/change", { email: "new@example.org" }),
  "erasure": (client) => client.post("/api/account/me/delete"),
};
for (const [what, act] of Object.entries(LASTING)) {
  Deno.test(`${what} takes a sign-in of the last 15 minutes`, async () => {
    using app = mailApp();
    const { client, device } = await signUp(app, "OE1ABC");
    app.world.pass(15 * MINUTE + 1);
    await refused(app, 401, "fresh_sign_in", () => act(client, "OE1ABC"));
    // Somebody who signs in again goes on; a session of another account's sign-in does not count.
    const again = clientOf(app, await login(app, device, "OE1ABC"));
    app.world.pass(15 * MINUTE);
    assert.equal((await act(again, "OE1ABC")).status, 200);
  });
}

Deno.test("erasure by a data session takes a fresh link too", async () => {
  using app = mailApp();
  const { client } = await signUp(app, "OE1ABC", "ann@example.org");
  await spend(app, tokenOf(app));
  app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1ABC", "OE1SYS", "gone", null));
  assert.equal(await callOf(client), null);
  const byLink = async (): Promise<Client> => {
    const email = "ann@example.org";
    await app.visitor.post("/auth/email/start", { email, purpose: "account-data" });
    return clientOf(app, await spend(app, tokenOf(app)));
  };
  const old = await byLink();
  app.world.pass(15 * MINUTE + 1);
  await refused(app, 401, "fresh_sign_in", () => old.post("/api/account/me/delete"));
  assert.equal((await old.post("/api/account/me/export")).status, 200);
  assert.equal((await (await byLink()).post("/api/account/me/delete")).status, 200);
});

appTest("a passkey added within the 15 minutes makes the sign-in no younger", {}, async (app) => {
  const { client } = await signUp(app, "OE1ABC");
  app.world.pass(10 * MINUTE);
  const begun = await beginKey(client, "OE1ABC")();
  const added = await client.post("/auth/passkey/register/finish", {
    response: new Authenticator(ORIGIN).register(begun.body.options),
  });
  assert.equal(added.status, 200, added.text);
  app.world.pass(5 * MINUTE + 1);
  await refused(app, 401, "fresh_sign_in", beginKey(clientOf(app, added), "OE1ABC"));
});

const suspended = (app: TestApp, call: string, until: number | null) =>
  app.db.writeNow((tx) =>
    app.people.suspensions.suspend(tx, call, { reason: "spam", category: "spam", until })
  );

appTest(
  "a session that a suspension ended says why and until when, and does not come back",
  {},
  async (app) => {
    const client = await app.signIn("OE1ABC");
    const until = app.world.now() + 3600;
    suspended(app, "OE1ABC", until);
    assert.deepEqual((await client.get("/auth/session")).body, {
      callsign: null,
      ended: { reason: "suspended", until, why: "spam" },
    });
    app.world.pass(3600);
    assert.deepEqual((await client.get("/auth/session")).body, { callsign: null });
    assert.equal(await callOf(await app.signIn("OE1ABC")), "OE1ABC");
  },
);

/** A cookie made by somebody who knows the secret, in fields of our choice. */
async function forged(app: TestApp, change: (fields: string[]) => void): Promise<string | null> {
  const { cookie } = (await app.signIn("OE1ABC")).headers;
  const fields = cookie!.slice(cookie!.indexOf("=") + 1).split(".").slice(0, -1);
  change(fields);
  const text = fields.join(".");
  const mac = createHmac("sha256", SECRETS.SESSION_SECRET).update(text).digest("base64url");
  return await callOf(app.visitor.with({ cookie: `svc_session=${text}.${mac}` }));
}

appTest(
  "of a genuine cookie everything is judged: version, account, generation, times, call and place",
  {},
  async (app) => {
    await app.signIn("OE1XYZ");
    const now = String(app.world.now());
    assert.equal(await forged(app, () => {}), "OE1ABC");
    const wrong: Record<string, (fields: string[]) => void> = {
      "an older form": (fields) => fields[0] = "1",
      "an account that never was": (fields) => fields[2] = "99",
      "another account": (fields) => fields[2] = fields[2] === "1" ? "2" : "1",
      "an older generation": (fields) => fields[3] = "-1",
      "a later generation": (fields) => fields[3] = "1",
      "over this second": (fields) => fields[5] = now,
      "no call": (fields) => fields[7] = "",
      "a call of another": (fields) => fields[7] = "OE1XYZ",
      "a call of nobody": (fields) => fields[7] = "OE9NIX",
      "another place": (fields) => fields[8] = "0".repeat(16),
    };
    for (const [what, change] of Object.entries(wrong)) assert.equal(await forged(app, change), null, what);
    assert.equal(await forged(app, (fields) => fields[5] = String(app.world.now() + 1)), "OE1ABC");
  },
);

appTest("no cookie of a suspended account's own generation opens a full session", {}, async (app) => {
  suspended(app, await callOf(await app.signIn("OE1XYZ")), null);
  const account = app.accounts.holder("OE1XYZ")!.accountId;
  const { generation } = app.accounts.store.account({ id: account })!;
  const made = await forged(app, (fields) => {
    fields[2] = String(account);
    fields[3] = String(generation);
    fields[7] = "OE1XYZ";
  });
  assert.equal(made, null);
  app.db.writeNow((tx) => app.people.suspensions.lift(tx, "OE1XYZ"));
});

appTest(
  "a cookie's name, place and session are long enough that none meets another by chance",
  {},
  async (app) => {
    const fields = (await app.signIn("OE1ABC")).headers.cookie!.split("=")[1]!.split(".");
    assert.match(fields[1]!, /^[\w-]{22}$/);
    assert.match(fields[8]!, /^[0-9a-f]{16}$/);
    assert.equal(fields[8], sha256Hex("http://localhost:8787").slice(0, 16));
  },
);

appTest("a session begins with its epoch: one second older is over", {}, async (app) => {
  const { cookie } = (await app.signIn("OE1ABC")).headers;
  const issued = app.world.now();
  for (const [epoch, call] of [[issued, "OE1ABC"], [issued + 1, null]] as const) {
    using later = testApp({ SESSION_EPOCH: String(epoch) }, { world: app.world });
    later.db.writeNow((tx) => later.accounts.store.create(tx, "OE1ABC", issued));
    assert.equal(await callOf(later.visitor.with({ cookie: cookie! })), call);
  }
});

Deno.test("a data session lasts an hour, to the second", async () => {
  using app = mailApp();
  await signUp(app, "OE1ABC", "ann@example.org");
  await spend(app, tokenOf(app));
  app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1ABC", "OE1SYS", "gone", null));
  await app.visitor.post("/auth/email/start", { email: "ann@example.org", purpose: "account-data" });
  const reply = await spend(app, tokenOf(app));
  assert.match(reply.headers.get("set-cookie")!, /; Max-Age=3600$/);
  const data = clientOf(app, reply);
  const state = async () => (await data.get("/auth/session")).body.accountData;
  app.world.pass(3599);
  assert.equal(await state(), true);
  app.world.pass(1);
  assert.equal(await state(), undefined);
});

Deno.test("the cookie crosses sites on https alone, and only where another site's app is trusted", async () => {
  for (
    const [cors, proto, attributes] of [
      ["", "http", /^svc_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/],
      ["", "https", /^__Host-svc_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/],
      ["https://app.example", "http", /^svc_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/],
      [
        "https://app.example",
        "https",
        /^__Host-svc_session=[^;]+; Path=\/; HttpOnly; SameSite=None; Max-Age=\d+; Secure$/,
      ],
    ] as const
  ) {
    using app = testApp({ CORS_ORIGINS: cors, TRUST_PROXY: "1" });
    const link = await app.operator.post("/auth/operator-link", { callsign: "OE1ABC" });
    const token = new URL(link.body.link).searchParams.get("token");
    const opened = await app.visitor.post("/auth/email/verify", { token }, { "x-forwarded-proto": proto });
    assert.match(opened.headers.get("set-cookie")!, attributes);
  }
});

appTest("a cookie goes on for what is left of its days, however often it is made anew", {
  SESSION_TTL_DAYS: "2",
}, async (app) => {
  const client = await app.signIn("OE1ABC");
  app.world.pass(86_400);
  const changed = await client.post("/auth/callsign", { callsign: "OE1ABC-5" });
  assert.match(changed.headers.get("set-cookie")!, /; Max-Age=86400$/);
  const after = clientOf(app, changed);
  app.world.pass(86_399);
  assert.equal(await callOf(after), "OE1ABC-5");
  app.world.pass(1);
  assert.equal(await callOf(after), null);
});
