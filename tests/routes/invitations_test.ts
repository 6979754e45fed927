/** Signing up by invitation: who needs one, what each opens and counts, and how it ends (API "Administration"). */
import assert from "node:assert/strict";
import { appTest, refused, type TestApp } from "../kit/app.ts";
import { Authenticator } from "../kit/authenticator.ts";
import { mailApp, ORIGIN, signUp, spend, tokenOf } from "../kit/people.ts";

const PATH = "/api/admin/invitations";
const only = (app: TestApp) => app.operator.put("/api/admin/settings/SIGN_UP_INVITED", { value: "1" });
const make = async (app: TestApp, body = {}) => (await (await app.sysop()).post(PATH, body)).body;
const list = async (app: TestApp) => (await (await app.sysop()).get(PATH)).body;
const begin = (app: TestApp, callsign: string, invitation?: string) =>
  app.visitor.post("/auth/passkey/register/begin", { callsign, ...(invitation && { invitation }) });
const finish = (app: TestApp, options: Parameters<Authenticator["register"]>[0]) =>
  app.visitor.post("/auth/passkey/register/finish", {
    response: new Authenticator(ORIGIN).register(options),
  });

appTest("while signing up is free an invitation is counted and not needed", {}, async (app) => {
  await signUp(app, "OE1AAA");
  const { code } = await make(app, { label: "Course", most: 2 });
  const { body } = await begin(app, "OE1BBB", code.toLowerCase());
  assert.equal((await finish(app, body.options)).status, 200);
  const { needed, invitations: [one] } = await list(app);
  assert.deepEqual([needed, one.label, one.used, one.most, one.withdrawnAt], [false, "Course", 1, 2, null]);
});

appTest(
  "where it is needed nobody opens an account without one, nor with one that is used up",
  {},
  async (app) => {
    const member = await signUp(app, "OE1AAA");
    await only(app);
    const { code } = await make(app);
    await refused(app, 403, "invitation_needed", () => begin(app, "OE1BBB"));
    await refused(app, 403, "invitation_needed", () => begin(app, "OE1BBB", "ABCDEFGH"));
    // Two began with the one that opens a single account: the second is refused when it is counted.
    const [first, second] = [await begin(app, "OE1BBB", code), await begin(app, "OE1CCC", code)];
    assert.equal((await finish(app, first.body.options)).status, 200);
    assert.equal((await finish(app, second.body.options)).body.reason, "invitation_needed");
    assert.equal(app.accounts.holder("OE1CCC"), undefined);
    await refused(app, 403, "invitation_needed", () => begin(app, "OE1DDD", code));
    assert.equal((await list(app)).invitations[0].used, 1);
    // Who is here adds a passkey as ever.
    const more = await member.client.post("/auth/passkey/register/begin", { callsign: "OE1AAA" });
    assert.equal(more.status, 200, more.text);
  },
);

appTest("one that is withdrawn or over opens nothing; who came by it stays", {}, async (app) => {
  await only(app);
  const sysop = await app.sysop();
  const [gone, old] = [await make(app, { most: 5 }), await make(app, { most: 5, days: 1 })];
  const { body } = await begin(app, "OE1BBB", gone.code);
  assert.equal((await finish(app, body.options)).status, 200);
  assert.equal((await sysop.send("DELETE", `${PATH}/${gone.id}`)).status, 200);
  await refused(app, 403, "invitation_needed", () => begin(app, "OE1CCC", gone.code));
  await refused(app, 404, "invitation_unknown", () => sysop.send("DELETE", `${PATH}/${gone.id}`));
  await refused(app, 404, "invitation_unknown", () => sysop.send("DELETE", `${PATH}/99`));
  assert.ok(app.accounts.holder("OE1BBB"));
  assert.equal((await begin(app, "OE1CCC", old.code)).status, 200);
  app.world.pass(86_401);
  await refused(app, 403, "invitation_needed", () => begin(app, "OE1CCC", old.code));
});

appTest("strangers and members neither read nor make invitations", {}, async (app) => {
  const { client } = await signUp(app, "OE1AAA");
  await refused(app, 401, undefined, () => app.visitor.get(PATH));
  await refused(app, 403, undefined, () => client.post(PATH, {}));
  const sysop = await app.sysop();
  await refused(app, 400, undefined, () => sysop.post(PATH, { most: 0 }));
});

Deno.test("by mail the code goes with the link, and is counted when the link is opened", async () => {
  using app = mailApp();
  await only(app);
  const { code } = await make(app);
  const start = (callsign: string, invitation?: string) =>
    app.visitor.post("/auth/email/start", { email: `${callsign}@example.org`, callsign, invitation });
  await refused(app, 403, "invitation_needed", () => start("OE1BBB"));
  assert.equal(app.world.sent.length, 0);
  assert.equal((await start("OE1BBB", code)).status, 200);
  assert.equal((await list(app)).invitations[0].used, 0);
  assert.equal((await spend(app, tokenOf(app))).status, 200);
  assert.equal((await list(app)).invitations[0].used, 1);
  assert.ok(app.accounts.holder("OE1BBB"));
});
