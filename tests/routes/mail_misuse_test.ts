import assert from "node:assert/strict";
import { appTest, refused, testApp } from "../kit/app.ts";
import { Authenticator } from "../kit/authenticator.ts";
import { count, mailApp, ORIGIN, signUp, spend, tokenOf } from "../kit/people.ts";

const HOUR = 3600;
const EVIL = { host: "evil.example" };

appTest("without an address of its own the instance mails no link, whatever Host asks", {}, async (app) => {
  const { client } = await signUp(app, "OE1ABC", "ann@example.org");
  const start = (body: Record<string, string>) => () => app.visitor.post("/auth/email/start", body, EVIL);
  await refused(app, 503, "no_address", start({ email: "ann@example.org" }));
  await refused(app, 503, "no_address", start({ email: "bob@example.org", callsign: "OE1BOB" }));
  await refused(app, 503, "no_address", start({ email: "ann@example.org", purpose: "account-data" }));
  await refused(app, 503, "no_address", () => client.post("/auth/email/resend"));
  assert.equal((await client.post("/auth/email/change", { email: "new@example.org" })).status, 503);
  assert.equal((await client.get("/auth/session")).body.pendingEmail, "new@example.org");
  assert.deepEqual(app.world.sent, []);
});

Deno.test("the setup checklist says that mail without an address of one's own signs nobody in", async () => {
  const SMTP_URL = "smtp://localhost";
  const states: [Record<string, string>, string][] = [
    [{}, "missing"],
    [{ SMTP_URL }, "warn"],
    [{ SMTP_URL, APP_URL: "https://club.example" }, "untried"],
  ];
  for (const [env, status] of states) {
    using app = testApp(env);
    const { items } = (await app.operator.get("/api/admin/setup")).body;
    const line = items.find(({ key }: { key: string }) => key === "SMTP_URL");
    assert.equal(line.status, status);
    if (status === "warn") assert.match(line.detail, /APP_URL/);
  }
});

Deno.test("a link in a mail leads to an own address, never to the request's Host", async () => {
  using app = mailApp({ APP_URL: "https://club.example", EXTRA_ORIGINS: "https://club.ampr.org" });
  for (const host of ["evil.example", "club.example", "club.example.evil.example", "club.ampr.org"]) {
    await app.visitor.post("/auth/email/start", { email: `${host}@example.org`, callsign: "OE1NEW" }, {
      host,
    });
  }
  const links = app.world.sent.map(({ text }) => /(https?:\S+)\/auth\/email/.exec(text)![1]);
  assert.deepEqual(links, [
    "https://club.example",
    "https://club.example",
    "https://club.example",
    "https://club.ampr.org",
  ]);
});

Deno.test("fifty sign-ups with one address make five mails, and fifty accounts all the same", async () => {
  using app = mailApp();
  const calls = Array.from({ length: 50 }, (_, n) => `OE1A${String.fromCharCode(65 + n / 26, 65 + n % 26)}`);
  for (const [n, callsign] of calls.entries()) {
    const from = app.visitor.with({}, `198.51.100.${n}`);
    // Most servers put both into one mailbox.
    const email = n % 2 ? "victim@example.org" : `Victim+${n}@example.org`;
    const begun = await from.post("/auth/passkey/register/begin", { callsign, email });
    const response = new Authenticator(ORIGIN).register(begun.body.options);
    const done = await from.post("/auth/passkey/register/finish", { response });
    assert.deepEqual([done.status, done.body.emailPending], [200, true], done.text);
  }
  assert.equal(count(app, "account"), 50);
  assert.equal(app.world.sent.length, 5);
  // Nobody's mailbox is full for good.
  app.world.pass(HOUR);
  await app.visitor.post("/auth/email/start", { email: "victim@example.org", callsign: "OE1ZZZ" });
  assert.equal(app.world.sent.length, 6);
});

Deno.test("every way to have a mail sent counts for one mailbox: 5 an hour, 20 a day", async () => {
  using app = mailApp();
  const email = "ann@example.org";
  const { client } = await signUp(app, "OE1ABC", email); // one
  await spend(app, tokenOf(app));
  const start = (body: Record<string, string> = {}) =>
    app.visitor.post("/auth/email/start", { email, ...body });
  assert.equal((await start()).status, 200); // two
  assert.equal((await client.post("/auth/email/change", { email })).status, 200); // three
  assert.equal((await client.post("/auth/email/resend")).status, 200); // four
  app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1ABC", "OE1SYS", "gone", null));
  app.world.sent.length = 0;
  const data = { purpose: "account-data" };
  assert.equal((await start(data)).status, 200); // five
  await refused(app, 429, "rate_limited", () => start(data));
  await refused(app, 429, "rate_limited", () => start({ callsign: "OE1NEW" }));
  for (let hour = 0; hour < 3; hour++) {
    app.world.pass(HOUR);
    for (let n = 0; n < 5; n++) assert.equal((await start(data)).status, 200);
  }
  app.world.pass(HOUR);
  await refused(app, 429, "rate_limited", () => start(data));
  assert.equal(app.world.sent.length, 16);
});

Deno.test("the limit tells nobody which addresses are known", async () => {
  using app = mailApp();
  await signUp(app, "OE1ABC", "known@example.org");
  await spend(app, tokenOf(app));
  app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1ABC", "OE1SYS", "gone", null));
  app.world.pass(HOUR);
  const answers = async (email: string) => {
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) {
      const body = { email, purpose: "account-data" };
      statuses.push((await app.visitor.post("/auth/email/start", body)).status);
    }
    return statuses;
  };
  assert.deepEqual(await answers("known@example.org"), [200, 200, 200, 200, 200, 429]);
  assert.deepEqual(await answers("unknown@example.org"), [200, 200, 200, 200, 200, 429]);
});

Deno.test("a host has 30 mails an hour sent and its network 120, by whatever way and to however many mailboxes", async () => {
  using app = mailApp();
  const from = app.visitor.with({}, "2001:db8::1");
  for (let n = 0; n < 30; n++) {
    const email = `m${n}@example.org`;
    const callsign = `OE2${String.fromCharCode(65 + n / 26, 65 + n % 26)}`;
    const begun = await from.post("/auth/passkey/register/begin", { callsign, email });
    const response = new Authenticator(ORIGIN).register(begun.body.options);
    assert.equal((await from.post("/auth/passkey/register/finish", { response })).status, 200);
  }
  assert.equal(app.world.sent.length, 30);
  let asked = 0;
  const ask = (remote: string) => () =>
    app.visitor.with({}, remote).post("/auth/email/start", {
      email: `x${asked++}@example.org`,
      callsign: "OE9NEW",
    });
  await refused(app, 429, "rate_limited", ask("2001:db8:0::1"));
  for (let n = 0; n < 90; n++) assert.equal((await ask(`2001:db8::${2 + n % 3}`)()).status, 200);
  await refused(app, 429, "rate_limited", ask("2001:db8::9"));
  assert.equal((await ask("2001:db8:0:1::1")()).status, 200);
});
