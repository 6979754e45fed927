/** Messages, the outbox with its states, commands to the service call, the mailbox. */
import assert from "node:assert/strict";
import { refused, type TestApp, testApp } from "../kit/app.ts";
import { enrolBox, rf } from "../kit/boxes.ts";
import type { Command, Registered } from "../../src/stations/mod.ts";

const ENV = { FIRST_PARTY_SITES: "OE1GATE-1", SERVICE_CALL: "OE1SVC-15" };
type Words = Record<string, Registered>;
const withApp = (
  name: string,
  fn: (app: TestApp) => Promise<void>,
  env: Record<string, string> = {},
  words: Words = {},
) =>
  Deno.test(name, async () => {
    using app = testApp({ ...ENV, ...env }, { also: { words } });
    await fn(app);
  });
const say = (app: TestApp, from: string, to: string, text: string, more: Record<string, unknown> = {}) =>
  app.ingest.post("/ingest", {
    packets: [rf(app, `${from}>APRS::${to.padEnd(9)}:${text}`, "OE1GATE-1", more)],
  });
const byInternet = { via: "aprsis", port: "aprs-is" };
const outbox = async (app: TestApp) => (await app.ingest.get("/outbox")).body.items;

withApp("messages heard are listed newest first, by call, addressee and kind", async (app) => {
  await say(app, "OE1AAA-7", "OE1BBB", "one{1");
  await say(app, "OE1BBB", "OE1AAA-9", "two");
  await say(app, "OE1CCC", "BLN1", "storm");
  await say(app, "OE1AAA", "OE1SVC-15", "HELP");
  const list = async (query: string) =>
    (await app.visitor.get(`/api/messages${query}`)).body.messages.map(({ body }: { body: string }) => body);
  const heard = (await list("")).filter((body: string) => !/ HELP$/.test(body));
  assert.deepEqual(heard, ["HELP", "storm", "two", "one"]);
  // To and from any SSID; what went to the service call stays out of the other side's view only.
  assert.deepEqual((await list("?call=oe1aaa-1")).slice(1), ["HELP", "two", "one"]);
  assert.deepEqual(await list("?to=OE1BBB"), ["one"]);
  assert.deepEqual(await list("?bulletins=1"), ["storm"]);
  const first = (await app.visitor.get("/api/messages?limit=2")).body;
  assert.equal(first.hasMore, true);
  const second = (await app.visitor.get(`/api/messages?limit=200&cursor=${first.nextCursor}`)).body;
  assert.deepEqual([second.hasMore, second.nextCursor], [false, null]);
  assert.equal(first.messages.length + second.messages.length, 5);
  await refused(app, 400, "bad_call", () => app.visitor.get("/api/messages?call=!"));
  await refused(app, 400, "bad_cursor", () => app.visitor.get("/api/messages?cursor=x"));
});

withApp("a numbered message that is repeated until it is acknowledged is one row", async (app) => {
  const count = async () => (await app.visitor.get("/api/messages")).body.messages.length;
  for (let i = 0; i < 3; i++) {
    await say(app, "OE1AAA", "OE1BBB", "hello{7");
    app.world.pass(61);
  }
  assert.equal(await count(), 1);
  await say(app, "OE1AAA", "OE1BBB", "hello{8");
  await say(app, "OE1AAA", "OE1BBB", "hello");
  app.world.pass(61);
  await say(app, "OE1AAA", "OE1BBB", "hello");
  assert.equal(await count(), 4);
});

withApp("a member's message goes queued, sent, acked", async (app) => {
  const alice = await app.signIn("OE1ALI");
  const sent = await alice.post("/api/tx/aprs", {
    kind: "message",
    addressee: "oe3xyz-7",
    text: "hello",
    msgNo: "12",
  });
  assert.deepEqual([sent.status, sent.body.srcCall, sent.body.status], [201, "OE1ALI", "queued"]);
  const delivery = async () =>
    (await app.visitor.get("/api/messages?call=OE1ALI")).body.messages.at(-1).delivery;
  assert.equal(await delivery(), "queued");
  const [item] = await outbox(app);
  assert.deepEqual([item.srcCall, item.kind, item.payload, item.target], [
    "OE1ALI",
    "message",
    ":OE3XYZ-7 :hello{12",
    "is",
  ]);
  assert.deepEqual((await app.ingest.post("/outbox/ack", { ids: [item.id, 999] })).body, { ok: true });
  assert.equal(await delivery(), "sent");
  assert.deepEqual(await outbox(app), []);
  await say(app, "OE3XYZ-8", "OE1ALI", "ack12");
  assert.equal(await delivery(), "sent");
  await say(app, "OE3XYZ-7", "OE1ALI", "ack12");
  assert.equal(await delivery(), "acked");
  assert.equal((await app.ingest.post("/outbox/ack", { ids: [] })).status, 200);
  await refused(app, 400, "bad_ids", () => app.ingest.post("/outbox/ack", { ids: [1.5] }));
  await refused(app, 400, undefined, () => app.ingest.post("/outbox/ack", "ids=1"));
});

withApp("what is not sent within the hour fails and is never handed out", async (app) => {
  const alice = await app.signIn("OE1ALI");
  await alice.post("/api/tx/aprs", { kind: "message", addressee: "OE3XYZ", text: "hello" });
  app.world.pass(3601);
  assert.deepEqual(await outbox(app), []);
  await app.jobs.find((job) => job.name === "outbox-settle")!.run();
  assert.equal((await app.visitor.get("/api/messages")).body.messages[0].delivery, "failed");
});

withApp(
  "sending needs a verified call, a text that radios can show, and keeps to 30 an hour",
  async (app) => {
    const bob = await app.signIn("OE1BOB", { verified: false });
    await refused(
      app,
      403,
      "not_verified",
      () => bob.post("/api/tx/aprs", { kind: "message", addressee: "OE3XYZ", text: "x" }),
    );
    const alice = await app.signIn("OE1ALI");
    for (const text of ["", "x".repeat(68), "a|b", "{1", "☃"]) {
      await refused(
        app,
        400,
        "bad_text",
        () => alice.post("/api/tx/aprs", { kind: "message", addressee: "OE3XYZ", text }),
      );
    }
    await refused(
      app,
      400,
      "place_off_globe",
      () => alice.post("/api/tx/aprs", { kind: "beacon", lat: 91, lon: 0 }),
    );
    const beacon = await alice.post("/api/tx/aprs", { kind: "beacon", lat: 48.2, lon: 16.4, comment: "hut" });
    assert.equal(beacon.status, 201);
    assert.equal((await outbox(app))[0].payload, "=4812.00N/01624.00E>hut");
    // What cannot be sent as it is written is refused, not changed.
    for (const comment of ["Hütte", "a|b", "a~b", "x{1", "two\nlines", "x".repeat(121)]) {
      const asked = { kind: "beacon", lat: 48.2, lon: 16.4, comment };
      await refused(app, 400, "bad_comment", () => alice.post("/api/tx/aprs", asked));
    }
    assert.equal((await outbox(app)).length, 1);
    // Another station of the account's, never somebody else's.
    await refused(
      app,
      403,
      "call_not_verified",
      () => alice.post("/api/tx/aprs", { kind: "beacon", from: "OE3XYZ-9", lat: 48.2, lon: 16.4 }),
    );
    const other = await alice.post("/api/tx/aprs", {
      kind: "beacon",
      from: "oe1ali-13",
      lat: 48.2,
      lon: 16.4,
    });
    assert.deepEqual([other.status, other.body.srcCall], [201, "OE1ALI-13"]);
    let last = beacon;
    for (let i = 0; i < 30; i++) {
      last = await alice.post("/api/tx/aprs", { kind: "beacon", lat: 48.2, lon: 16.4 });
    }
    assert.equal(last.status, 429);
    await refused(
      app,
      403,
      "call_not_verified",
      () => alice.post("/api/messages/sent", { from: "OE9XXX", to: "OE3XYZ", text: "x" }),
    );
    assert.equal(
      (await alice.post("/api/messages/sent", { from: "OE1ALI-7", to: "OE3XYZ", text: "x" })).status,
      200,
    );
  },
);

const seen: Command[] = [];
const PROBE: Words = {
  PROBE: {
    help: "PROBE code",
    handle: (_tx, command) => {
      seen.push(command);
      return { status: command.attested ? "logged" : "pending" };
    },
  },
};
withApp(
  "a command runs once, its repeats are acknowledged, and a later attested copy stands for the first",
  async (app) => {
    await app.signIn("OE1ALI");
    const acks = async () =>
      (await app.visitor.get("/api/messages")).body.messages.filter(({ body }: { body: string }) =>
        body.startsWith("ack")
      )
        .map(({ toCall, body }: Record<string, string>) => `${toCall} ${body}`);
    await say(app, "OE1ALI-7", "OE1SVC-15", "probe ABC12 nice{5", byInternet);
    assert.deepEqual([seen.length, seen[0]!.attested, seen[0]!.text, seen[0]!.word], [
      1,
      false,
      "ABC12 nice",
      "PROBE",
    ]);
    assert.deepEqual(await acks(), ["OE1ALI-7 ack5"]);
    // The same packet, heard by a trusted site on RF.
    await say(app, "OE1ALI-7", "OE1SVC-15", "probe ABC12 nice{5");
    assert.deepEqual([seen.length, seen[1]!.attested, seen[1]!.id === seen[0]!.id, seen[1]!.earlier], [
      2,
      true,
      true,
      {
        status: "pending",
      },
    ]);
    assert.equal(seen[1]!.hearing?.site, "OE1GATE-1");
    // A repeat a minute later: acknowledged again, not run again.
    app.world.pass(60);
    await say(app, "OE1ALI-7", "OE1SVC-15", "probe ABC12 nice{5");
    assert.equal(seen.length, 2);
    assert.deepEqual(await acks(), ["OE1ALI-7 ack5", "OE1ALI-7 ack5"]);
    // The same number with another text is another command; reply-ack numbers are answered whole.
    await say(app, "OE1ALI-7", "OE1SVC-15", "probe XYZ99{5}AB");
    assert.equal(seen.length, 3);
    assert.equal((await acks())[0], "OE1ALI-7 ack5}AB");
  },
  {},
  PROBE,
);

let ran = 0;
const JOT: Words = { JOT: { handle: () => ({ status: (ran++, "logged") }) } };
withApp(
  "commands are for members with a verified call; others are acknowledged and rejected",
  async (app) => {
    await say(app, "OE9XXX", "OE1SVC-15", "JOT x{1");
    await say(app, "OE9XXX", "OE1SVC-16", "JOT y{2");
    await say(app, "OE9XXX", "OE1SVC-15", "ack12");
    assert.equal(ran, 0);
    const { body: { messages } } = await app.visitor.get("/api/messages");
    assert.deepEqual(
      messages.filter(({ direction }: { direction: string }) => direction === "tx").map((
        { body }: { body: string },
      ) => body),
      ["ack1"],
    );
    assert.deepEqual(
      app.db.sql("SELECT word, status FROM service_message").all().map((row) => ({ ...row })),
      [
        { word: "JOT", status: "rejected" },
      ],
    );
  },
  {},
  JOT,
);

const tried: boolean[] = [];
const ATTEST: Words = {
  ATTEST: {
    open: true,
    handle: (_tx, { attested }) => (tried.push(attested), { status: attested ? "logged" : "ignored" }),
  },
};
withApp(
  "an ignored copy leaves no trace and costs nothing; a better one is looked at anew",
  async (app) => {
    await say(app, "OE1NEW", "OE1SVC-15", "ATTEST 123456{1", byInternet);
    assert.deepEqual(await outbox(app), []);
    await say(app, "OE1NEW", "OE1SVC-15", "ATTEST 123456{1");
    assert.deepEqual(tried, [false, true]);
    assert.equal((await outbox(app))[0].payload, ":OE1NEW   :ack1");
    // A third party's copy of it, heard at a trusted site, attests nothing.
    await app.ingest.post("/ingest", {
      packets: [rf(app, "OE9IGT>APRS:}OE1EVE>APRS,TCPIP,OE9IGT*::OE1SVC-15:ATTEST 123456{1", "OE1GATE-1")],
    });
    assert.deepEqual(tried, [false, true, false]);
  },
  {},
  ATTEST,
);

withApp(
  "HELP lists the commands whatever RADIO_REPLIES says; an hour takes ten commands of a call",
  async (app) => {
    await app.signIn("OE1ALI");
    await say(app, "OE1ALI", "OE1SVC-15", "help{1");
    const [ack, help] = (await outbox(app)).map(({ payload }: Record<string, string>) => payload);
    assert.equal(ack, ":OE1ALI   :ack1");
    assert.match(help!, /^:OE1ALI {3}:FOUND code /);
    for (let i = 2; i < 14; i++) await say(app, "OE1ALI", "OE1SVC-15", `Q X${i}{${i}`);
    assert.equal((await outbox(app)).length, 11);
  },
  {},
  { Q: { help: "Q code", handle: () => ({ status: "logged", reply: "not sent" }) } },
);

withApp(
  "answers go back through the box that heard, if it asked for commands lately and transmits",
  async (app) => {
    const box = await enrolBox(app, "attic", { sites: ["OE3ATTIC"] });
    const hear = (text: string) =>
      box.post("/ingest", { packets: [rf(app, `OE1ALI>APRS::OE1SVC-15:${text}`, "OE3ATTIC")] });
    await hear("HELP{1");
    assert.equal((await outbox(app)).length, 2);
    await box.get("/api/box/attic/commands?tx=1&rf=1");
    app.world.pass(700);
    await box.get("/api/box/attic/commands?tx=1&rf=1");
    await hear("HELP{2");
    assert.equal((await outbox(app)).length, 2);
    const { body: { commands } } = await box.get("/api/box/attic/commands?tx=1&rf=1");
    assert.deepEqual([commands.length, commands[0].kind, commands[0].payload], [2, "aprs_msg", {
      from: "OE1SVC-15",
      to: "OE1ALI",
      text: "ack2",
    }]);
    await box.post("/api/box/attic/commands/ack", { id: commands[0].id, status: "done" });
    const { body: { messages } } = await app.visitor.get("/api/messages");
    assert.deepEqual(
      messages.slice(0, 2).map(({ body, delivery }: Record<string, string>) => [body, delivery]),
      [
        [commands[1].payload.text, "queued"],
        ["ack2", "sent"],
      ],
    );
  },
);

withApp("the mailbox holds a message until its addressee is heard, and settles on the ack", async (app) => {
  const alice = await app.signIn("OE1ALI"), bob = await app.signIn("OE1BOB");
  const posted = await alice.post("/api/mailbox", {
    from: "OE1ALI",
    to: "oe1bob",
    text: "Call me",
    onAir: true,
  });
  assert.equal(posted.status, 201, posted.text);
  const status = async () => (await alice.get("/api/mailbox")).body.sent[0].status;
  assert.equal(await status(), "held");
  await say(app, "OE1CAR", "OE1DDD", "x");
  assert.equal(await status(), "held");
  await app.ingest.post("/ingest", { packets: [rf(app, "OE1BOB-7>APRS:>on air", "OE1GATE-1")] });
  assert.equal(await status(), "sent");
  const number = posted.body.id.toString(36);
  assert.equal((await outbox(app))[0].payload, `:OE1BOB-7 :de OE1ALI: Call me{${number}`);
  await refused(app, 409, "already_sent", () => alice.delete(`/api/mailbox/${posted.body.id}`));
  await say(app, "OE1BOB-8", "OE1SVC-15", `ack${number}`);
  assert.equal(await status(), "sent");
  await say(app, "OE1BOB-7", "OE1SVC-15", `ack${number}`);
  assert.equal(await status(), "delivered");
  const { body } = await bob.get("/api/mailbox");
  assert.deepEqual([body.sent, body.received[0].text, body.received[0].deliveredTo], [
    [],
    "Call me",
    "OE1BOB-7",
  ]);
});

withApp(
  "a mailbox message is tried five times, withdrawn only while it is held, and lives a week",
  async (app) => {
    const alice = await app.signIn("OE1ALI");
    const post = async (to: string) =>
      (await alice.post("/api/mailbox", { from: "OE1ALI", to, text: "hi" })).body.id;
    const held = await post("OE1EEE");
    await refused(app, 404, "mail_unknown", () => alice.delete("/api/mailbox/999"));
    const bob = await app.signIn("OE1BOB");
    await refused(app, 404, "mail_unknown", () => bob.delete(`/api/mailbox/${held}`));
    assert.equal((await alice.delete(`/api/mailbox/${held}`)).status, 200);
    await refused(app, 404, "mail_unknown", () => alice.delete(`/api/mailbox/${held}`));
    await post("OE1FFF");
    for (let i = 0; i < 8; i++) {
      app.world.pass(61);
      await app.ingest.post("/ingest", { packets: [rf(app, `OE1FFF>APRS:>${i}`, "OE1GATE-1")] });
    }
    const first = (await alice.get("/api/mailbox")).body.sent[0];
    assert.deepEqual([first.status, first.attempts], ["undelivered", 5]);
    await post("OE1GGG");
    app.world.pass(8 * 86_400);
    await app.jobs.find((job) => job.name === "stations-prune")!.run();
    const again = await app.signIn("OE1ALI");
    assert.equal((await again.get("/api/mailbox")).body.sent[0].status, "expired");
  },
);

withApp(
  "a mailbox message that was tried under a clock that was ahead is tried again once it is set right",
  async (app) => {
    const alice = await app.signIn("OE1ALI");
    await alice.post("/api/mailbox", { from: "OE1ALI", to: "OE1FFF", text: "hi", onAir: true });
    const tries = async (text: string) => {
      await app.ingest.post("/ingest", { packets: [rf(app, `OE1FFF>APRS:>${text}`, "OE1GATE-1")] });
      return app.db.sql<never, { attempts: number }>("SELECT attempts FROM mailbox").get()!.attempts;
    };
    app.world.pass(86_400);
    assert.equal(await tries("one"), 1);
    assert.equal(await tries("two"), 1, "a minute apart");
    app.world.pass(-86_000);
    assert.equal(await tries("three"), 2);
  },
);

withApp("the mailbox refuses other people's calls, texts that do not fit, and too much", async (app) => {
  const alice = await app.signIn("OE1ALI");
  const post = (body: Record<string, string>) => () =>
    alice.post("/api/mailbox", { from: "OE1ALI", to: "OE1BOB", text: "hi", ...body });
  await refused(app, 403, "call_not_verified", post({ from: "OE1BOB" }));
  await refused(app, 400, "not_a_mailbox", post({ to: "OE1SVC-15" }));
  await refused(app, 400, "not_a_mailbox", post({ to: "ALL" }));
  await refused(app, 400, "bad_text", post({ text: "a{b" }));
  const long = await refused(app, 400, "text_too_long", post({ text: "x".repeat(60) }));
  assert.equal(long.body.limit, 67 - "de OE1ALI: ".length);
  for (let i = 0; i < 10; i++) assert.equal((await post({})()).status, 201, `${i}`);
  await refused(app, 429, "mailbox_full", post({}));
});
