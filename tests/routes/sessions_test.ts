import assert from "node:assert/strict";
import { type Client, refused, type Reply, type TestApp, testApp } from "../kit/app.ts";
import { Authenticator } from "../kit/authenticator.ts";
import { clientOf, count, login, mailApp, ORIGIN, signUp, spend, tokenOf } from "../kit/people.ts";

const MINUTE = 60;
const callOf = async (client: Client) => (await client.get("/auth/session")).body.callsign;
const beginKey = (client: Client, callsign: string) => () =>
  client.post("/auth/passkey/register/begin", { callsign });

Deno.test("signing out ends the session on the server, and no other", async () => {
  const app = testApp();
  const here = await app.signIn("OE1ABC");
  const there = await app.signIn("OE1ABC");
  assert.equal((await here.post("/auth/logout")).status, 200);
  // Whoever kept a copy of the cookie has nothing.
  assert.equal(await callOf(here), null);
  await refused(app, 401, "no_session", () => here.get("/auth/callsigns"));
  await refused(app, 401, "no_session", () => here.post("/auth/logout"));
  assert.equal(await callOf(there), "OE1ABC");
  app.close();
});

Deno.test("two sign-ins of one second are two sessions", async () => {
  const app = testApp();
  const [one, two] = [await app.signIn("OE1ABC"), await app.signIn("OE1ABC")];
  assert.notEqual(one.headers.cookie, two.headers.cookie);
  app.close();
});

Deno.test("an ended session stays ended until its cookie is over, then it is forgotten", async () => {
  const app = testApp({ SESSION_TTL_DAYS: "2" });
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
  app.close();
});

Deno.test("of one account 100 ended sessions are remembered: with one more all of its sessions end", async () => {
  const app = testApp();
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
  app.close();
});

Deno.test("a call made active keeps the sign-in's age and name: signing out ends it under either cookie", async () => {
  const app = testApp();
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
  app.close();
});

Deno.test("a cookie of another address, of another secret, or changed by a hand opens nothing", async () => {
  const app = testApp();
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
  app.close();
});

Deno.test("without a usable SESSION_SECRET nobody signs in, and a cookie is nobody's", async () => {
  const app = testApp();
  const { cookie } = (await app.signIn("OE1ABC")).headers;
  const closed = testApp({ SESSION_SECRET: "" }, { world: app.world });
  assert.deepEqual((await closed.visitor.with({ cookie: cookie! }).get("/auth/session")).body, {
    callsign: null,
  });
  const link = await closed.operator.post("/auth/operator-link", { callsign: "OE1ABC" });
  const token = new URL(link.body.link).searchParams.get("token");
  await refused(closed, 503, "sessions_closed", () => closed.visitor.post("/auth/email/verify", { token }));
  await refused(closed, 503, "sessions_closed", beginKey(closed.visitor, "OE1NEW"));
  app.close();
  closed.close();
});

/** What asks for a sign-in of the last 15 minutes, each on a person of its own. */
const LASTING: Record<string, (client: Client, call: string) => Promise<Reply>> = {
  "a new passkey": (client, call) => beginKey(client, call)(),
  "another address": (client) => client.post("/auth/email/change", { email: "new@example.org" }),
  "erasure": (client) => client.post("/api/account/me/delete"),
};
for (const [what, act] of Object.entries(LASTING)) {
  Deno.test(`${what} takes a sign-in of the last 15 minutes`, async () => {
    const app = mailApp();
    const { client, device } = await signUp(app, "OE1ABC");
    app.world.pass(15 * MINUTE + 1);
    await refused(app, 401, "fresh_sign_in", () => act(client, "OE1ABC"));
    // Somebody who signs in again goes on; a session of another account's sign-in does not count.
    const again = clientOf(app, await login(app, device, "OE1ABC"));
    app.world.pass(15 * MINUTE);
    assert.equal((await act(again, "OE1ABC")).status, 200);
    app.close();
  });
}

Deno.test("erasure by a data session takes a fresh link too", async () => {
  const app = mailApp();
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
  app.close();
});

Deno.test("a passkey added within the 15 minutes makes the sign-in no younger", async () => {
  const app = testApp();
  const { client } = await signUp(app, "OE1ABC");
  app.world.pass(10 * MINUTE);
  const begun = await beginKey(client, "OE1ABC")();
  const added = await client.post("/auth/passkey/register/finish", {
    response: new Authenticator(ORIGIN).register(begun.body.options),
  });
  assert.equal(added.status, 200, added.text);
  app.world.pass(5 * MINUTE + 1);
  await refused(app, 401, "fresh_sign_in", beginKey(clientOf(app, added), "OE1ABC"));
  app.close();
});

const suspended = (app: TestApp, call: string, until: number | null) =>
  app.db.writeNow((tx) =>
    app.people.suspensions.suspend(tx, call, { reason: "spam", category: "spam", until })
  );

Deno.test("a session that a suspension ended says why and until when, and does not come back", async () => {
  const app = testApp();
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
  app.close();
});
