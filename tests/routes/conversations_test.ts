/** A member's conversations: whose messages they hold, what is unread, and who is told when something comes. */
import assert from "node:assert/strict";
import { appTest, refused, type TestApp } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";
import { member, suspend } from "../kit/seed_game.ts";

const ENV = { FIRST_PARTY_SITES: "OE1GATE-1", SERVICE_CALL: "OE1ALI-15" };
const say = (app: TestApp, from: string, to: string, text: string) =>
  app.ingest.post("/ingest", { packets: [rf(app, `${from}>APRS::${to.padEnd(9)}:${text}`, "OE1GATE-1")] });
interface Talk {
  with: string;
  unread: number;
  last: { id: number; body: string; delivery?: string };
}
const alertsOf = async (app: TestApp, who: Awaited<ReturnType<TestApp["signIn"]>>) => {
  // An alert is a write of its own: this one comes after it.
  await app.db.write(() => {});
  return (await who.get("/api/watch/alerts")).body.alerts.map(({ kind, callsign }: Record<string, string>) =>
    `${kind} ${callsign}`
  );
};

appTest("conversations: one for each station, newest first, with what is unread", ENV, async (app) => {
  const alice = await app.signIn("OE1ALI");
  const list = async () => (await alice.get("/api/messages/conversations")).body;
  assert.deepEqual(await list(), { conversations: [], truncated: false, unread: 0, outboxAskedAt: null });
  await say(app, "OE3XYZ-7", "OE1ALI", "one{1");
  await say(app, "OE3XYZ-9", "OE1ALI-5", "from another station");
  await say(app, "OE3XYZ-7", "OE1ALI-9", "two{2");
  await say(app, "OE1ALI-5", "OE3XYZ-9", "heard on the air{3");
  // No conversation: commands to the service, bulletins, strangers, what a station says to itself.
  await say(app, "OE5AAA", "OE1ALI-15", "HELP");
  await say(app, "OE5AAA", "BLN1", "storm");
  await say(app, "OE5AAA", "OE5BBB", "hello{4");
  await say(app, "OE1ALI-7", "OE1ALI-7", "PARM.x");
  const { conversations, unread } = await list();
  assert.deepEqual(conversations.map((one: Talk) => [one.with, one.unread, one.last.body]), [
    ["OE3XYZ-9", 1, "heard on the air"],
    ["OE3XYZ-7", 2, "two"],
  ]);
  assert.equal(unread, 3);
  assert.equal((await alice.get("/api/start")).body.counts.messages, 3);
  const thread = async (query = "") => (await alice.get(`/api/messages/with/oe3xyz-7${query}`)).body;
  const whole = await thread();
  assert.deepEqual(whole.messages.map(({ body }: { body: string }) => body), ["two", "one"]);
  // Who would get an answer: when the station was heard last, and whether anybody here has its call.
  assert.deepEqual([whole.heardAt, whole.member], [app.world.now(), false]);
  app.world.pass(60);
  const { body: never } = await alice.get("/api/messages/with/OE9NIX-3");
  assert.deepEqual([never.heardAt, never.member, never.messages], [null, false, []]);
  assert.equal(
    (await alice.get("/api/messages/with/OE1ALI-3")).body.member,
    true,
    "any SSID of a proven call",
  );
  const first = await thread("?limit=1");
  assert.deepEqual([first.messages.length, first.hasMore], [1, true]);
  assert.deepEqual(
    (await thread(`?cursor=${first.nextCursor}`)).messages.map(({ body }: { body: string }) => body),
    ["one"],
  );
  // Read up to the first: the second stays unread, and a mark never goes back.
  const read = (upTo: number) => alice.post("/api/messages/with/OE3XYZ-7/read", { upTo });
  const [two, one] = whole.messages as { id: number }[];
  assert.deepEqual((await read(one!.id)).body, { ok: true, unread: 2 });
  assert.deepEqual((await read(two!.id)).body, { ok: true, unread: 1 });
  assert.deepEqual((await read(one!.id)).body, { ok: true, unread: 1 });
  // What comes later than the mark is unread again, though somebody marked beyond what there is.
  await read(Number.MAX_SAFE_INTEGER);
  await say(app, "OE3XYZ-7", "OE1ALI", "three{5");
  assert.equal((await list()).unread, 2);
  await refused(app, 400, "bad_call", () => alice.get("/api/messages/with/!!"));
  await refused(app, 400, "bad_cursor", () => alice.get("/api/messages/with/OE3XYZ?cursor=x"));
  await refused(app, 400, "bad_call", () => alice.post("/api/messages/with/-/read", { upTo: 1 }));
  await refused(app, 401, undefined, () => app.visitor.get("/api/messages/conversations"));
  // Somebody else's are somebody else's.
  const bob = await app.signIn("OE2BOB");
  assert.deepEqual((await bob.get("/api/messages/with/OE3XYZ-7")).body.messages, []);
  await bob.post("/api/messages/with/OE3XYZ-7/read", { upTo: two!.id });
  assert.equal((await list()).unread, 2);
});

appTest(
  "a conversation says where one's own message stands, and whether a box fetches what waits",
  ENV,
  async (app) => {
    const alice = await app.signIn("OE1ALI");
    await alice.post("/api/tx/aprs", { kind: "message", addressee: "OE3XYZ-7", text: "hello", msgNo: "7" });
    const told: (string | null)[] = [];
    app.live.hub.listen({ message: ({ delivery }) => void told.push(delivery) });
    const state = async () => {
      const { conversations, outboxAskedAt } = (await alice.get("/api/messages/conversations")).body;
      return [conversations[0].last.delivery, conversations[0].unread, outboxAskedAt];
    };
    assert.deepEqual(await state(), ["queued", 0, null]);
    const { items: [item] } = (await app.ingest.get("/outbox")).body;
    assert.deepEqual(await state(), ["queued", 0, app.world.now()]);
    await app.ingest.post("/outbox/ack", { ids: [item.id] });
    await say(app, "OE3XYZ-7", "OE1ALI", "rej7");
    assert.equal((await state())[0], "failed");
    await say(app, "OE3XYZ-7", "OE1ALI", "ack7");
    assert.equal((await state())[0], "acked");
    app.world.pass(61);
    await say(app, "OE3XYZ-7", "OE1ALI", "rej7");
    assert.equal((await state())[0], "acked");
    assert.deepEqual(told, ["sent", "failed", "acked"], "each change is told once");
  },
);

appTest(
  "an addressee who is not looking is told once a quarter of an hour for each station",
  ENV,
  async (app) => {
    const alice = await app.signIn("OE1ALI");
    await say(app, "OE3XYZ-7", "OE1ALI-9", "one{1");
    await say(app, "OE3XYZ-7", "OE1ALI-9", "two{2");
    await say(app, "OE3XYZ-8", "OE1ALI", "three{3");
    await say(app, "OE1ALI-5", "OE1ALI", "to myself{4");
    await say(app, "OE3XYZ-7", "BLN1ALI", "bulletin");
    await say(app, "OE3XYZ-7", "OE9ELSE", "somebody else{5");
    assert.deepEqual(await alertsOf(app, alice), ["message OE3XYZ-8", "message OE3XYZ-7"]);
    app.world.pass(899);
    await say(app, "OE3XYZ-7", "OE1ALI", "soon{6");
    assert.equal((await alertsOf(app, alice)).length, 2);
    app.world.pass(1);
    await say(app, "OE3XYZ-7", "OE1ALI", "later{7");
    assert.equal((await alertsOf(app, alice)).length, 3);
    // Strangers by the dozen do not fill anybody's list: twenty an hour.
    for (let n = 10; n < 40; n++) {
      await say(app, `OE5A${String.fromCharCode(65 + n % 26)}${n}`, "OE1ALI", `x{${n}`);
    }
    assert.equal((await alertsOf(app, alice)).length, 20);
  },
);

appTest("mail for somebody who is not looking is told, and counted until it is read", ENV, async (app) => {
  const alice = await app.signIn("OE1ALI"), bob = await app.signIn("OE2BOB");
  const write = (more: Record<string, unknown> = {}) =>
    bob.post("/api/bbs/messages", {
      fromCall: "OE2BOB",
      toCall: "OE1ALI",
      subject: "Hi",
      body: "there",
      ...more,
    });
  const { id } = (await write()).body;
  await write({ toCall: "OE2BOB" });
  await write({ toCall: "ALL" });
  assert.deepEqual(await alertsOf(app, alice), ["mail OE2BOB"]);
  assert.deepEqual(await alertsOf(app, bob), []);
  const unread = async () => (await alice.get("/api/start")).body.counts.packetMail;
  assert.equal(await unread(), 1);
  await alice.post(`/api/bbs/messages/${id}/read`);
  assert.equal(await unread(), 0);
});

appTest("who is suspended is told nothing", ENV, async (app) => {
  member(app, "OE1ALI");
  suspend(app, "OE1ALI");
  await say(app, "OE3XYZ-7", "OE1ALI", "one{1");
  const { n } = app.db.sql<Record<never, never>, { n: number }>("SELECT count(*) AS n FROM alert").get({})!;
  assert.equal(n, 0);
});

appTest("mail is removed by its addressee and by its writer, by nobody else", ENV, async (app) => {
  const alice = await app.signIn("OE1ALI"),
    bob = await app.signIn("OE2BOB"),
    eve = await app.signIn("OE9EVE");
  const write = async (toCall: string) =>
    (await bob.post("/api/bbs/messages", { fromCall: "OE2BOB", toCall, subject: "Hi", body: "there" })).body
      .id;
  const mail = await write("OE1ALI"), bulletin = await write("ALL"), own = await write("OE1ALI");
  await refused(app, 404, "message_unknown", () => eve.delete(`/api/bbs/messages/${mail}`));
  await refused(app, 404, "message_unknown", () => alice.delete(`/api/bbs/messages/${bulletin}`));
  await refused(app, 404, "message_unknown", () => alice.delete("/api/bbs/messages/x"));
  assert.equal((await alice.delete(`/api/bbs/messages/${mail}`)).status, 200);
  assert.equal((await bob.delete(`/api/bbs/messages/${own}`)).status, 200);
  assert.equal((await bob.delete(`/api/bbs/messages/${bulletin}`)).status, 200);
  assert.deepEqual((await alice.get("/api/bbs/messages?to=OE1ALI")).body.messages, []);
  assert.deepEqual((await app.visitor.get("/api/bbs/bulletins")).body.bulletins, []);
  await refused(app, 404, "message_unknown", () => alice.delete(`/api/bbs/messages/${mail}`));
});
