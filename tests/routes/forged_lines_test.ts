/** Lines that anybody can put on APRS-IS under a member's call silence nothing of what is attested. */
import assert from "node:assert/strict";
import { type TestApp, testApp } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";
import { hide } from "../kit/seed_game.ts";
import { signUp } from "../kit/people.ts";

const GATE = "OE1GATE-10";
const said = (call: string, text: string) => `${call}>APRS,WIDE1-1::OE1SYS-15:${text}`;
const forged = (app: TestApp, call: string, text: string) => ({
  raw: said(call, text).replace("WIDE1-1", "TCPIP*,qAC,T2XYZ"),
  heardAt: app.world.now(),
  via: "aprsis",
  port: "aprs-is",
});
const scene = () => testApp({ FIRST_PARTY_SITES: GATE, RADIO_REPLIES: "1" });
const post = async (app: TestApp, ...packets: object[]) => {
  const { body } = await app.ingest.post("/ingest", { packets });
  assert.deepEqual(body.rejected, []);
};
/** What the service sent to a call, newest first. */
const answersTo = async (app: TestApp, call: string): Promise<string[]> =>
  (await app.visitor.get(`/api/messages?call=${call}&limit=200`)).body.messages
    .filter((one: { direction: string; toCall: string }) => one.direction === "tx" && one.toCall === call)
    .map((one: { body: string }) => one.body);

Deno.test("fifty forged commands of a call leave its own ones on the air their budget, ack and reply", async () => {
  using app = scene();
  const { code, id } = await hide(app, "OE3OWN");
  await app.signIn("OE2FND");
  for (let n = 0; n < 50; n++) await post(app, forged(app, "OE2FND-7", `NONSENSE ${n}{${n}`));
  assert.equal((await app.visitor.get("/api/messages?call=OE2FND&limit=200")).body.messages.length, 50 + 11);
  await post(app, rf(app, said("OE2FND-7", `FOUND ${code}{77`), GATE));
  const { logs } = (await app.visitor.get(`/api/caches/${id}/logs`)).body;
  assert.equal(logs.length, 1);
  const [reply, ack] = await answersTo(app, "OE2FND-7");
  assert.deepEqual([ack, reply!.startsWith(code)], ["ack77", true], `${ack} ${reply}`);
  // Ten an hour all the same, of what is attested.
  for (let n = 0; n < 20; n++) await post(app, rf(app, said("OE2FND-7", `HELP ${n}{h${n}`), GATE));
  assert.equal((await answersTo(app, "OE2FND-7")).filter((one) => one.startsWith("ackh")).length, 9);
});

Deno.test("forged lines of a thousand calls leave attested commands their acks", async () => {
  using app = scene();
  for (let n = 0; n < 250; n++) {
    await post(
      app,
      forged(
        app,
        `OE9A${String.fromCharCode(65 + n % 26)}${String.fromCharCode(65 + Math.floor(n / 26))}`,
        `HELP{${n}`,
      ),
    );
  }
  const sent = (await app.visitor.get("/api/messages?limit=200")).body.messages;
  assert.ok(sent.length > 0);
  await post(app, rf(app, said("OE2FND-7", "HELP{77"), GATE));
  const answers = await answersTo(app, "OE2FND-7");
  assert.equal(answers.length, 2, answers.join());
  assert.equal(answers[1], "ack77");
});

Deno.test("forged lines leave VERIFY to who is heard on the air", async () => {
  using app = scene();
  const { client } = await signUp(app, "OE2FND");
  const { text } = (await client.post("/verify/aprs/start", {})).body;
  for (let n = 0; n < 30; n++) await post(app, forged(app, "OE2FND-7", `VERIFY 00000${n}{${n}`));
  for (let n = 0; n < 30; n++) await post(app, forged(app, "OE2FND-7", `HELLO ${n}{${n}`));
  await post(app, rf(app, said("OE2FND-7", `${text}{99`), GATE));
  assert.equal(app.accounts.isVerified("OE2FND"), true);
});

Deno.test("a command that was forged word by word before is run when it is heard on the air, once", async () => {
  using app = scene();
  const { code, id } = await hide(app, "OE3OWN");
  await app.signIn("OE2FND");
  const logs = async () => (await app.visitor.get(`/api/caches/${id}/logs`)).body.logs.length;
  await post(app, forged(app, "OE2FND-7", `FOUND ${code}{1`));
  assert.equal(await logs(), 0);
  for (const site of [GATE, "OE4XYZ-10"]) {
    app.world.pass(60);
    await post(app, rf(app, said("OE2FND-7", `FOUND ${code}{1`), site));
    assert.equal(await logs(), 1);
  }
});

Deno.test("forged lines of an addressee use up three of a mailbox message's five tries", async () => {
  using app = scene();
  const alice = await app.signIn("OE1ALI");
  assert.equal(
    (await alice.post("/api/mailbox", { from: "OE1ALI", to: "OE2BOB", text: "hello" })).status,
    201,
  );
  const mail = async () => (await alice.get("/api/mailbox")).body.sent[0];
  for (let n = 0; n < 12; n++) {
    app.world.pass(61);
    await post(app, { ...forged(app, "OE2BOB-9", ""), raw: `OE2BOB-9>APRS,TCPIP*,qAC,T2XYZ:>here ${n}` });
  }
  assert.deepEqual([(await mail()).attempts, (await mail()).status], [3, "sent"]);
  for (let n = 0; n < 3; n++) {
    app.world.pass(61);
    await post(app, rf(app, `OE2BOB-9>APRS,WIDE1-1:>on air ${n}`, GATE));
  }
  assert.deepEqual([(await mail()).attempts, (await mail()).status], [5, "undelivered"]);
});
