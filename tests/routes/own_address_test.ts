/** Another address: what stops by it is said before, and the true reason after it. */
import assert from "node:assert/strict";
import { Client, refused, SYSOP, testApp } from "../kit/app.ts";

const at = (client: Client, origin: string) => client.with({ host: new URL(origin).host });

Deno.test("before the address is written the gateway says what stops by it, and changes nothing", async () => {
  using app = testApp({ APP_URL: "http://club.example" });
  const sysop = await app.sysop();
  await app.signIn("OE1ABC");
  const account = app.accounts.holder("OE1ABC")!.accountId;
  app.db.writeNow((tx) => {
    app.db.sql(
      `INSERT INTO passkey (id, account_id, public_key, counter, transports, added_at) VALUES ('a', :account, x'00', 0, '[]', 5)`,
    ).run(tx, { account });
    app.db.sql("UPDATE account SET seen_at = :at").run(tx, { at: app.world.now() });
  });
  const before = app.fingerprint();
  const change = (to: string) => sysop.get(`/api/admin/address?to=${encodeURIComponent(to)}`);
  assert.deepEqual((await change("https://maps.example/x")).body, {
    from: "http://club.example",
    to: "https://maps.example",
    passkeys: 1,
    alone: 1,
    people: 2,
    phones: 0,
    renames: { from: "club.example", to: "maps.example" },
    operatorsByHttps: true,
  });
  const same = (await change("https://club.example")).body;
  assert.deepEqual([same.passkeys, same.renames, same.operatorsByHttps], [0, null, true], "the name stays");
  assert.equal((await change("http://maps.example")).body.operatorsByHttps, false);
  for (const bad of ["maps.example", "ftp://maps.example", "javascript:alert(1)"]) {
    await refused(app, 400, "invalid_query", () => change(bad));
  }
  assert.equal(app.fingerprint(), before);
});

Deno.test("an operator on http of an instance that has https is told so, not that the call is no operator's; a member is not", async () => {
  using http = testApp({ APP_URL: "http://club.example" });
  const sysop = await http.sysop(), member = await http.signIn("OE1ABC");
  assert.equal((await sysop.get("/api/start")).body.session.sysop, true);
  // The same instance under its new address: the session of before is still good there, for a member.
  using https = testApp({ APP_URL: "https://club.example" }, { db: http.db, world: http.world });
  const told = await refused(
    https,
    403,
    "operators_by_https",
    () => new Client(https, sysop.headers).get("/api/admin/settings"),
  );
  assert.equal(told.body.address, "https://club.example");
  const { session } = (await new Client(https, sysop.headers).get("/api/start")).body;
  assert.deepEqual([session.call, session.sysop, session.operatorsAt], [
    SYSOP,
    false,
    "https://club.example",
  ]);
  await refused(https, 403, "not_sysop", () => new Client(https, member.headers).get("/api/admin/settings"));
  const hers = (await new Client(https, member.headers).get("/api/start")).body.session;
  assert.equal("operatorsAt" in hers, false, "who is no operator is told nothing of where they act");
});

Deno.test("after the move the sign-in page is told from where, while a passkey of then may come; a start under the same address says nothing", async () => {
  using before = testApp({ APP_URL: "http://vm.local" });
  await before.signIn("OE1ABC");
  await before.people.ownAddress.note();
  const account = before.accounts.holder("OE1ABC")!.accountId;
  before.db.writeNow((tx) =>
    before.db.sql(
      `INSERT INTO passkey (id, account_id, public_key, counter, transports, added_at) VALUES ('a', :account, x'00', 0, '[]', :at)`,
    ).run(tx, { account, at: before.world.now() })
  );
  await before.people.ownAddress.note();
  assert.equal("moved" in (await before.visitor.get("/api/start")).body, false);
  before.world.pass(60);
  using after = testApp({ APP_URL: "https://club.example" }, { db: before.db, world: before.world });
  await after.people.ownAddress.note();
  const { moved } = (await after.visitor.get("/api/start")).body;
  assert.deepEqual(moved, { from: "http://vm.local", at: after.world.now() });
  after.world.pass(181 * 86_400);
  assert.equal(
    "moved" in (await after.visitor.get("/api/start")).body,
    false,
    "half a year later nobody comes",
  );
});

Deno.test("a link that was made at the old address opens the new one", async () => {
  using before = testApp({ APP_URL: "http://vm.local" });
  const sysop = await before.sysop();
  const made = await sysop.post(`/api/admin/people/${SYSOP}/link`);
  assert.equal(made.status, 200, made.text);
  const token = new URL(made.body.link).searchParams.get("token");
  using after = testApp({ APP_URL: "https://club.example" }, { db: before.db, world: before.world });
  const opened = await at(after.visitor, "https://club.example").post("/auth/email/verify", { token });
  assert.equal(opened.status, 200, opened.text);
});
