/** A text between two members of this instance arrives in the app at once, and on the air as well where its sender asks for it. */
import assert from "node:assert/strict";
import { eventually } from "../kit/eventually.ts";
import { appTest, refused, type TestApp } from "../kit/app.ts";

const ENV = { SERVICE_CALL: "OE1SVC-15" };
const outbox = async (app: TestApp) => (await app.ingest.get("/outbox")).body.items.length;

async function two(app: TestApp) {
  const [ali, bob] = [await app.signIn("OE1ALI"), await app.signIn("OE1BOB")];
  return {
    ali,
    bob,
    inbox: async () => (await bob.get("/api/messages/conversations")).body,
    alerts: async () =>
      (await bob.get("/api/watch/alerts")).body.alerts.map(({ kind, callsign }: Record<string, string>) =>
        `${kind} ${callsign}`
      ),
    publicly: async () =>
      (await Promise.all(
        ["", "?call=OE1BOB", "?call=OE1ALI", "?to=OE1BOB"].map((query) =>
          app.visitor.get(`/api/messages${query}`)
        ),
      )).map(({ body }) => body.messages.length),
  };
}

appTest(
  "a message to a member's base call is in the app at once, for the two alone, without any radio",
  ENV,
  async (app) => {
    const { ali, bob, inbox, alerts, publicly } = await two(app);
    const sent = await ali.post("/api/tx/aprs", {
      ...{ kind: "message", addressee: "OE1BOB", text: "Meet you there?", msgNo: "7" },
    });
    assert.equal(sent.status, 201);
    assert.deepEqual([sent.body.status, sent.body.delivery], ["here", "here"]);
    assert.equal(await outbox(app), 0);
    const { conversations, unread } = await inbox();
    assert.equal(unread, 1);
    assert.deepEqual([conversations[0].with, conversations[0].last.body], ["OE1ALI", "Meet you there?"]);
    await eventually("it is told of", async () => (await alerts()).join() === "message OE1ALI");
    // Its sender sees it once, and where it is; by its number it is found after a lost answer.
    const thread = (await ali.get("/api/messages/with/OE1BOB")).body.messages;
    assert.deepEqual(thread.map(({ delivery, msgNo }: Record<string, string>) => [delivery, msgNo]), [[
      "here",
      "7",
    ]]);
    assert.equal((await bob.get("/api/messages/with/OE1ALI")).body.messages.length, 1);
    // Messages on the air are public; this one never was.
    assert.deepEqual(await publicly(), [0, 0, 0, 0]);
    const stranger = await app.signIn("OE1EVE");
    assert.equal((await stranger.get("/api/messages/conversations")).body.conversations.length, 0);
  },
);

appTest("on the air as well: it goes out too, and is one message to each of the two", ENV, async (app) => {
  const { ali, bob } = await two(app);
  const sent = await ali.post("/api/tx/aprs", {
    ...{ kind: "message", addressee: "OE1BOB", text: "73", msgNo: "8", onAir: true },
  });
  assert.deepEqual([sent.body.status, sent.body.delivery], ["queued", "here"]);
  assert.equal(await outbox(app), 1);
  const of = async (who: typeof ali, other: string) =>
    (await who.get(`/api/messages/with/${other}`)).body.messages.map((one: Record<string, string>) =>
      one.delivery
    );
  assert.deepEqual(await of(ali, "OE1BOB"), ["queued"]);
  assert.deepEqual(await of(bob, "OE1ALI"), ["here"]);
});

appTest(
  "nobody else is delivered to in the app: stations, strangers, unproven calls, oneself, the suspended",
  ENV,
  async (app) => {
    const { ali, alerts } = await two(app);
    await app.signIn("OE1NEW", { verified: false });
    for (const addressee of ["OE1BOB-7", "OE9XYZ", "OE1NEW", "OE1ALI"]) {
      const before = await outbox(app);
      const { body } = await ali.post("/api/tx/aprs", { kind: "message", addressee, text: "hello" });
      assert.deepEqual([body.status, body.delivery], ["queued", undefined], addressee);
      assert.equal(await outbox(app), before + 1);
    }
    assert.deepEqual(await alerts(), []);
    const unverified = await app.signIn("OE1TWO", { verified: false });
    await refused(
      app,
      403,
      "not_verified",
      () => unverified.post("/api/tx/aprs", { kind: "message", addressee: "OE1BOB", text: "hello" }),
    );
  },
);

appTest(
  "a text left in the mailbox for a member is delivered, and waits for their station only where that is asked",
  ENV,
  async (app) => {
    const { ali, bob, inbox, alerts } = await two(app);
    const leave = (to: string, more: object = {}) =>
      ali.post("/api/mailbox", { from: "OE1ALI", to, text: "Your box is wet", ...more });
    assert.equal((await leave("OE1BOB")).body.delivery, "here");
    const [first] = (await ali.get("/api/mailbox")).body.sent;
    assert.deepEqual([first.status, first.deliveredTo], ["delivered", "OE1BOB"]);
    assert.equal((await inbox()).conversations[0].last.body, "Your box is wet");
    await eventually("it is told of", async () => (await alerts()).join() === "message OE1ALI");
    assert.equal((await bob.get("/api/mailbox")).body.received.length, 1);
    assert.equal((await leave("OE1BOB", { onAir: true })).body.delivery, "here");
    assert.equal((await leave("OE9XYZ")).body.delivery, undefined);
    const { sent } = (await ali.get("/api/mailbox")).body;
    assert.deepEqual(sent.map(({ to, status }: Record<string, string>) => `${to} ${status}`), [
      "OE9XYZ held",
      "OE1BOB held",
      "OE1BOB delivered",
    ]);
  },
);
