/** An on-air proof from the radio to the account: a box posts what it heard, the code in it proves the call. */
import assert from "node:assert/strict";
import { type TestApp, testApp } from "../kit/app.ts";
import { clientOf, count, signUp } from "../kit/people.ts";

const withGate = () => testApp({ FIRST_PARTY_SITES: "OE1GATE,OE1ABC-10" });

/** Posts one APRS line as heard; gives whether the call is proven afterwards. */
async function post(app: TestApp, raw: string, more: Record<string, unknown> = {}): Promise<boolean> {
  const packet = { raw, heardAt: app.world.now(), via: "rf", site: "OE1GATE", ...more };
  const reply = await app.ingest.post("/ingest", { packets: [packet] });
  assert.equal(reply.status, 200, reply.text);
  app.world.pass(1);
  return app.accounts.isVerified("OE1ABC");
}
const line = (text: string, from = "OE1ABC-9", path = "APRS,WIDE1-1") => `${from}>${path}::OE1SYS-15:${text}`;

Deno.test("VERIFY heard on the air by a trusted site proves the call", async () => {
  using app = withGate();
  const { client } = await signUp(app, "OE1ABC");
  const { text, to, sites } = (await client.post("/verify/aprs/start", {})).body;
  assert.equal(to, "OE1SYS-15");
  assert.deepEqual(sites, ["OE1GATE", "OE1ABC-10"]);
  assert.equal(await post(app, line(`${text}{7`)), true);
  assert.equal((await client.get("/auth/session")).body.verified, true);
  assert.equal(app.accounts.store.verification({ base: "OE1ABC" })!.method, "rf_heard");
});

Deno.test("copies that prove nothing are ignored, and a good copy of the same message still proves", async () => {
  using app = withGate();
  const { client } = await signUp(app, "OE1ABC");
  const { text } = (await client.post("/verify/aprs/start", {})).body;
  const message = line(`${text}{8`);
  assert.equal(await post(app, message, { via: "aprsis", site: undefined }), false, "from the internet");
  assert.equal(await post(app, message, { site: "OE9XYZ" }), false, "by a site that nobody trusts");
  assert.equal(await post(app, message, { port: "axudp" }), false, "through a tunnel");
  assert.equal(await post(app, message, { site: "OE1ABC-10" }), false, "by the claimant's own station");
  assert.equal(await post(app, line(`${text}{9`, "OE1XYZ")), false, "from another call");
  assert.equal(count(app, "proof", "wrong = 0"), 1, "none of them cost a try");
  assert.equal(await post(app, message), true);
});

Deno.test("a claim is proven on the air, against a holder who never proved theirs", async () => {
  using app = withGate();
  const holder = await signUp(app, "OE1ABC");
  const { claim } = (await app.visitor.post("/auth/claims", { callsign: "OE1ABC" })).body;
  const { text } = (await app.visitor.post("/verify/aprs/start", { claim })).body;
  assert.equal(await post(app, line(`${text}{1`, "OE1ABC-7")), true);
  const won = await app.visitor.post("/auth/claims/status", { claim });
  assert.equal(won.body.status, "done");
  assert.equal((await clientOf(app, won).get("/auth/session")).body.verified, true);
  assert.equal((await holder.client.get("/auth/session")).body.ended.by, "licensee");
  const alerts = app.db.sql<never, { kind: string; call: string }>("SELECT kind, call FROM alert").all();
  assert.deepEqual(alerts.map((row) => ({ ...row })), [{ kind: "call_released", call: "OE1ABC" }]);
});

Deno.test("five wrong codes on the air lock the code", async () => {
  using app = withGate();
  const { client } = await signUp(app, "OE1ABC");
  const { code, text } = (await client.post("/verify/aprs/start", {})).body;
  const wrong = code === "111111" ? 222222 : 111111;
  for (let n = 0; n < 5; n++) assert.equal(await post(app, line(`VERIFY ${wrong}{${n}`)), false);
  assert.equal(await post(app, line(`${text}{9`)), false);
});

Deno.test("suspending drops what waits to be sent for the person", async () => {
  using app = withGate();
  const { client } = await signUp(app, "OE1ABC");
  app.db.writeNow((tx) => app.accounts.verify(tx, "OE1ABC", "lotw"));
  const held = await client.post("/api/mailbox", { from: "OE1ABC", to: "OE1BOB", text: "hello" });
  assert.ok(held.status < 300, held.text);
  const queued = await client.post("/api/tx/aprs", { kind: "message", addressee: "OE1BOB", text: "hello" });
  assert.ok(queued.status < 300, queued.text);
  assert.deepEqual([count(app, "mailbox", "status = 'held'"), count(app, "outbox", "status = 'queued'")], [
    1,
    1,
  ]);
  app.db.writeNow((tx) =>
    app.people.suspensions.suspend(tx, "OE1ABC", { reason: "adverts", category: "spam", until: null })
  );
  assert.deepEqual([count(app, "mailbox", "status = 'held'"), count(app, "outbox", "status = 'queued'")], [
    0,
    0,
  ]);
});
