/** Personal mail, bulletins and threads over HTTP. */
import assert from "node:assert/strict";
import { type Client, refused, type TestApp, testApp } from "../../kit/app.ts";
import { suspend } from "../../kit/seed_game.ts";

const club = (env: Record<string, string> = {}) => testApp({ BBS_REGION: "#OE1.AUT.EU", ...env });
const post = (who: Client, given: Record<string, unknown>) => who.post("/api/bbs/messages", given);
const letter = (given: Record<string, unknown> = {}) => ({
  fromCall: "OE1ABC",
  toCall: "DL1XYZ",
  subject: "Hello",
  body: "How are you?",
  ...given,
});
async function people(app: TestApp) {
  return {
    abc: await app.signIn("OE1ABC"),
    xyz: await app.signIn("DL1XYZ"),
    eve: await app.signIn("OE9EVE"),
  };
}

Deno.test("a letter is posted, read by its addressee and seen by its sender", async () => {
  using app = club();
  const { abc, xyz } = await people(app);
  const made = await post(abc, letter({ fromCall: "oe1abc-7", toCall: "dl1xyz-3 @ oe1sys.#oe1.aut.eu" }));
  assert.equal(made.status, 201, made.text);
  const { id, bid, type, threadId, replyTo } = made.body;
  assert.deepEqual([type, threadId, replyTo], ["P", id, null]);
  assert.equal(bid, `${id.toString(36).toUpperCase()}_OE1SYS`);
  assert.ok(bid.length <= 12);
  const received = (await xyz.get("/api/bbs/messages?to=DL1XYZ-9")).body.messages;
  assert.deepEqual(
    received.map((
      one: Record<string, unknown>,
    ) => [one.id, one.fromCall, one.toCall, one.subject, one.body, one.readAt]),
    [[id, "OE1ABC-7", "DL1XYZ", "Hello", "How are you?", null]],
  );
  assert.equal((await xyz.post(`/api/bbs/messages/${id}/read`)).status, 200);
  const [sent] = (await abc.get("/api/bbs/sent?from=OE1ABC")).body.messages;
  assert.deepEqual([sent.readAt, sent.forwardedTo, sent.delivery], [app.world.now(), [], "here"]);
  // Read once: a later look does not move the time.
  app.world.pass(60);
  await xyz.post(`/api/bbs/messages/${id}/read`);
  assert.equal((await abc.get("/api/bbs/sent?from=OE1ABC")).body.messages[0].readAt, sent.readAt);
});

Deno.test("a mailbox opens for its holder and the box, for nobody else", async () => {
  using app = club();
  const { abc, xyz, eve } = await people(app);
  const { id } = (await post(abc, letter())).body;
  for (
    const path of [
      "/api/bbs/messages?to=DL1XYZ",
      "/api/bbs/messages?to=DL1XYZ%20%40%20OE9EVE.AUT.EU",
      "/api/bbs/sent?from=DL1XYZ",
    ]
  ) {
    await refused(app, 401, "no_credential", () => app.visitor.get(path));
    await refused(app, 403, "call_not_held", () => eve.get(path));
    assert.equal((await app.ingest.get(path)).status, 200, path);
    assert.equal((await xyz.get(path)).status, 200, path);
  }
  await refused(app, 400, "bad_call", () => xyz.get("/api/bbs/messages?to=ALL"));
  await refused(app, 400, "invalid_query", () => xyz.get("/api/bbs/messages"));
  await refused(app, 400, "bad_cursor", () => xyz.get("/api/bbs/messages?to=DL1XYZ&before=x"));
  const read = `/api/bbs/messages/${id}/read`;
  await refused(app, 401, "no_credential", () => app.visitor.post(read));
  await refused(app, 403, "not_addressee", () => eve.post(read));
  await refused(app, 403, "not_addressee", () => abc.post(read));
  await refused(app, 404, "message_unknown", () => xyz.post(`/api/bbs/messages/${id + 1}/read`));
  await refused(app, 404, "message_unknown", () => xyz.post("/api/bbs/messages/x/read"));
  assert.equal((await app.ingest.post(read)).status, 200);
  const bulletin = (await post(abc, letter({ toCall: "ALL" }))).body;
  await refused(app, 404, "message_unknown", () => app.ingest.post(`/api/bbs/messages/${bulletin.id}/read`));
});

Deno.test("posts that cannot be are refused, each with its reason", async () => {
  using app = club();
  const { abc } = await people(app);
  const cases: [number, string | undefined, Record<string, unknown>][] = [
    [403, "call_not_held", { fromCall: "DL1XYZ" }],
    [403, "call_not_held", { fromCall: "nobody" }],
    [400, "bad_addressee", { toCall: "no call at all" }],
    [400, "bad_addressee", { toCall: "TECHNIK" }],
    [400, "bad_addressee", { toCall: "DL1XYZ@@AUT" }],
    [400, "bad_addressee", { toCall: "ALL", type: "P" }],
    [400, "reserved_addressee", { toCall: "svcfed" }],
    [400, "reserved_addressee", { toCall: "SVCFED @ OE1SYS.AUT.EU", type: "B" }],
    [400, "body_empty", { body: " \n " }],
    [400, undefined, { body: 7 }],
    [400, undefined, { subject: "x".repeat(81) }],
    [400, undefined, { lifetimeSec: 0 }],
    [400, undefined, { lifetimeSec: 2_592_001 }],
    [400, undefined, { lifetimeSec: 1.5 }],
    [413, "body_too_long", { body: "ä".repeat(32_769) }],
    [404, "reply_unknown", { replyTo: 99 }],
  ];
  for (const [status, reason, given] of cases) {
    await refused(app, status, reason, () => post(abc, letter(given)));
  }
  await refused(app, 401, "no_credential", () => post(app.visitor, letter()));
  assert.equal((await post(abc, letter({ body: "ä".repeat(32_768), lifetimeSec: 2_592_000 }))).status, 201);
});

Deno.test("20 messages a day: of an account by whatever call, through the box of each base call", async () => {
  using app = club();
  const { abc } = await people(app);
  for (let n = 0; n < 20; n++) assert.equal((await post(abc, letter())).status, 201);
  await refused(app, 429, "bulletin_limit", () => post(abc, letter({ fromCall: "OE1ABC-5" })));
  // Killing makes no room.
  const [{ id }] = (await abc.get("/api/bbs/sent?from=OE1ABC")).body.messages;
  assert.equal((await abc.delete(`/api/bbs/messages/${id}`)).status, 200);
  await refused(app, 429, "bulletin_limit", () => post(abc, letter()));
  for (let n = 0; n < 20; n++) {
    assert.equal((await post(app.ingest, letter({ fromCall: `OE1ABC-${n % 10}` }))).status, 201);
  }
  await refused(app, 429, "bulletin_limit", () => post(app.ingest, letter()));
  assert.equal((await post(app.ingest, letter({ fromCall: "OE2DEF" }))).status, 201);
  app.world.pass(86_400);
  assert.equal((await post(abc, letter())).status, 201);
});

Deno.test("the box posts nothing for somebody suspended", async () => {
  using app = club();
  await people(app);
  suspend(app, "OE1ABC");
  await refused(app, 403, "suspended", () => post(app.ingest, letter({ fromCall: "OE1ABC-3" })));
  assert.equal((await post(app.ingest, letter({ fromCall: "OE2DEF" }))).status, 201);
});

Deno.test("the type follows from the addressee unless one is named", async () => {
  using app = club();
  const { abc } = await people(app);
  for (
    const [toCall, type, given] of [
      ["ALL", "B", {}],
      ["sysop@eu", "B", {}],
      ["BLN1", "B", {}],
      ["NWSWX", "B", {}],
      ["SKYWRN", "B", {}],
      ["DL1XYZ", "P", {}],
      ["DL1XYZ", "B", { type: "B" }],
      ["12345", "T", { type: "T" }],
    ] as const
  ) {
    const made = await post(abc, letter({ toCall, ...given }));
    assert.deepEqual([made.status, made.body.type], [201, type], toCall);
  }
});

Deno.test("a thread shows bulletins to all, and personal mail to its two mailboxes alone", async () => {
  using app = club();
  const { abc, xyz, eve } = await people(app);
  const bulletin = (await post(abc, letter({ toCall: "ALL", subject: "For sale" }))).body;
  const answer = (await post(
    xyz,
    letter({ fromCall: "DL1XYZ", toCall: "OE1ABC", replyTo: bulletin.id, subject: undefined }),
  )).body;
  const again = (await post(abc, letter({ replyTo: answer.id }))).body;
  assert.deepEqual([answer.threadId, again.threadId, again.replyTo], [bulletin.id, bulletin.id, answer.id]);
  const ids = async (who: Client, id: number) =>
    (await who.get(`/api/bbs/thread/${id}`)).body.messages.map((one: { id: number }) => one.id);
  assert.deepEqual(await ids(app.visitor, bulletin.id), [bulletin.id]);
  assert.deepEqual(await ids(eve, bulletin.id), [bulletin.id]);
  for (const who of [abc, xyz]) {
    assert.deepEqual(await ids(who, answer.id), [bulletin.id, answer.id, again.id]);
  }
  const seen = (await abc.get(`/api/bbs/thread/${bulletin.id}`)).body.messages;
  assert.equal(seen[1].subject, "Re: For sale");
  // A number of others' mail answers as one that is not there.
  const unknown = (await eve.get("/api/bbs/thread/999999999")).body;
  assert.deepEqual((await eve.get(`/api/bbs/thread/${answer.id}`)).body, { ...unknown, threadId: answer.id });
  // Nor can a stranger answer it.
  await refused(
    app,
    404,
    "reply_unknown",
    () => post(eve, letter({ fromCall: "OE9EVE", replyTo: answer.id })),
  );
});

Deno.test("bulletins: newest first, by category, a page at a time, gone when their time is over", async () => {
  using app = club();
  const { abc } = await people(app);
  const ids: number[] = [];
  for (const toCall of ["ALL", "DX", "ALL@EU"]) {
    app.world.pass(10);
    ids.push((await post(abc, letter({ toCall, type: "B", lifetimeSec: 3600 }))).body.id);
  }
  const list = async (query = "") => (await app.visitor.get(`/api/bbs/bulletins${query}`)).body;
  const idsOf = (body: { bulletins: { id: number }[] }) => body.bulletins.map(({ id }) => id);
  assert.deepEqual(idsOf(await list()), ids.toReversed());
  assert.deepEqual(idsOf(await list("?category=all")), [ids[2], ids[0]]);
  const [newest, middle] = (await list()).bulletins;
  assert.deepEqual([newest.at, newest.toCall, newest.type, newest.origin], ["EU", "ALL", "B", "localhost"]);
  assert.deepEqual(idsOf(await list(`?before=${newest.postedAt}.${newest.id}`)), [ids[1], ids[0]]);
  assert.deepEqual(idsOf(await list(`?before=${middle.postedAt}.${newest.id}`)), [ids[1], ids[0]]);
  await refused(app, 400, "bad_cursor", () => app.visitor.get("/api/bbs/bulletins?before=1"));
  app.world.pass(3580);
  assert.deepEqual(idsOf(await list()), [ids[2], ids[1]]);
  app.world.pass(20);
  assert.deepEqual(idsOf(await list()), []);
});

Deno.test("a page holds a megabyte of text, and says how to go on", async () => {
  using app = club();
  for (let n = 0; n < 20; n++) {
    assert.equal(
      (await post(app.ingest, letter({ fromCall: "OE2DEF", body: "x".repeat(60_000) }))).status,
      201,
    );
  }
  const first = (await app.ingest.get("/api/bbs/messages?to=DL1XYZ")).body;
  assert.equal(first.messages.length, 17, "17 of 60,000 bytes are the most below 1,048,576");
  const second = (await app.ingest.get(`/api/bbs/messages?to=DL1XYZ&before=${first.nextCursor}`)).body;
  assert.deepEqual([second.messages.length, second.nextCursor], [3, undefined]);
});

Deno.test("an answer without a subject takes as much of the other's as a subject holds", async () => {
  using app = club();
  const { abc, xyz } = await people(app);
  for (const length of [76, 77, 80]) {
    const subject = "abcdefghij".repeat(8).slice(0, length);
    const { body: { id } } = await post(abc, letter({ subject }));
    const answer = { fromCall: "DL1XYZ", toCall: "OE1ABC", body: "Thanks", replyTo: id };
    assert.equal((await post(xyz, answer)).status, 201);
    const [newest] = (await abc.get("/api/bbs/messages?to=OE1ABC")).body.messages;
    assert.equal(newest.subject, `Re: ${subject.slice(0, 76)}`);
  }
});
