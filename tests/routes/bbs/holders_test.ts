/** Whose packet mail is when calls go from hand to hand, and what a claim over the air opens. */
import assert from "node:assert/strict";
import { appTest, type Client, refused, type TestApp } from "../../kit/app.ts";
import { bring, letter, partner, poolBids, rLine } from "../../kit/bbs.ts";

interface Mail {
  id: number;
  subject: string;
}
const subjects = async (who: Client, path: string): Promise<string[]> => {
  const { status, body, text } = await who.get(path);
  assert.equal(status, 200, text);
  return (body.messages as Mail[]).map(({ subject }) => subject);
};
const inbox = (who: Client, call = "DL1XYZ") => subjects(who, `/api/bbs/messages?to=${call}`);
const sentBy = (who: Client, call = "DL1XYZ") => subjects(who, `/api/bbs/sent?from=${call}`);
const onAir = (app: TestApp, call = "DL1XYZ") => subjects(app.ingest, `/api/bbs/session?call=${call}`);
const unread = async (who: Client) => (await who.get("/api/start")).body.counts.packetMail;
async function write(who: Client, subject: string, given: Record<string, unknown> = {}): Promise<number> {
  const { status, body, text } = await who.post("/api/bbs/messages", letter({ subject, ...given }));
  assert.equal(status, 201, text);
  return body.id;
}
const verify = (app: TestApp, call: string) =>
  app.db.writeNow((tx) => app.accounts.verify(tx, call, "sysop", "OE1SYS", "test"));
const release = (app: TestApp, call: string) =>
  app.db.writeNow((tx) => app.people.calls.detach(tx, call, "OE1SYS", null, null));
const bidOf = (app: TestApp, subject: string) =>
  app.db.sql<{ subject: string }, { bid: string }>(
    "SELECT bid FROM bbs_message WHERE CAST(subject AS TEXT) = :subject",
  ).get({ subject })!.bid;
const alerts = (app: TestApp, call: string) =>
  app.db.sql<{ account: number }, { kind: string }>(
    "SELECT kind FROM alert WHERE account_id = :account",
  ).all({ account: app.accounts.holder(call)!.accountId });

appTest(
  "whoever signs up with a call reads nothing of its packet mail; the licensee reads what came since the proof",
  {},
  async (app) => {
    const abc = await app.signIn("OE1ABC");
    const before = await write(abc, "before anybody");
    const claimed = await app.signIn("DL1XYZ", { verified: false });
    const during = await write(abc, "while unproven");
    const own = await write(claimed, "from the claimant", { fromCall: "DL1XYZ", toCall: "OE1ABC" });

    assert.deepEqual([await inbox(claimed), await unread(claimed)], [[], 0]);
    assert.deepEqual(alerts(app, "DL1XYZ"), [], "nobody is told of mail that is not shown");
    for (const id of [before, during]) {
      assert.deepEqual((await claimed.get(`/api/bbs/thread/${id}`)).body.messages, []);
      await refused(app, 403, "not_addressee", () => claimed.post(`/api/bbs/messages/${id}/read`));
      await refused(app, 404, "message_unknown", () => claimed.delete(`/api/bbs/messages/${id}`));
      await refused(
        app,
        404,
        "reply_unknown",
        () =>
          claimed.post("/api/bbs/messages", letter({ fromCall: "DL1XYZ", toCall: "OE1ABC", replyTo: id })),
      );
      const report = { kind: "bbs", id: String(id), category: "spam" };
      assert.equal((await claimed.post("/api/reports", report)).status, 404);
    }
    const data = JSON.stringify(app.people.portability.export(app.accounts.holder("DL1XYZ")!.accountId));
    assert.ok(data.includes("from the claimant") && !data.includes("while unproven"), data);
    assert.deepEqual(
      await sentBy(claimed),
      ["from the claimant"],
      "what was written signed in is the writer's",
    );

    verify(app, "DL1XYZ");
    await write(abc, "since the proof");
    assert.deepEqual(await inbox(claimed), ["since the proof", "while unproven"]);
    assert.equal(await unread(claimed), 2);
    assert.deepEqual(await onAir(app), ["since the proof", "while unproven", "before anybody"]);
    assert.ok(own > during);
  },
);

appTest(
  "a new holder inherits nothing of a former one's, signed in or over the air, and the former one keeps nothing of the new one's",
  {},
  async (app) => {
    const abc = await app.signIn("OE1ABC"), former = await app.signIn("DL1XYZ");
    const old = await write(abc, "to the former holder");
    await write(former, "from the former holder", { fromCall: "DL1XYZ", toCall: "OE1ABC" });
    assert.deepEqual(await inbox(former), ["to the former holder"]);

    release(app, "DL1XYZ");
    await write(abc, "between the two");
    await refused(app, 401, "no_session", () => former.get("/api/bbs/messages?to=DL1XYZ"));
    assert.deepEqual(await onAir(app), ["between the two"], "what waits is nobody's yet");
    const next = await app.signIn("DL1XYZ");
    await write(abc, "to the new holder");
    assert.deepEqual(await inbox(next), ["to the new holder"]);
    assert.deepEqual(await sentBy(next), []);
    assert.equal(await unread(next), 1);
    assert.deepEqual(await onAir(app), ["to the new holder", "between the two"]);
    await refused(app, 404, "message_unknown", () => next.delete(`/api/bbs/messages/${old}`));
    assert.deepEqual((await next.get(`/api/bbs/thread/${old}`)).body.messages, []);

    // Without its proof the inbox is shut; with a new one what came to this account is shown again.
    app.db.writeNow((tx) => app.accounts.unverify(tx, "DL1XYZ"));
    assert.deepEqual([await inbox(next), await unread(next)], [[], 0]);
    verify(app, "DL1XYZ");
    assert.deepEqual(await inbox(next), ["to the new holder"]);

    assert.equal((await next.post("/api/account/DL1XYZ/delete")).status, 200);
    assert.ok(app.bbs.office.messages.byId({ id: old }), "erasing takes nothing of a former holder's");
  },
);

appTest("who only signed up erases nothing that waits for the call", {}, async (app) => {
  const abc = await app.signIn("OE1ABC"), claimed = await app.signIn("DL1XYZ", { verified: false });
  const id = await write(abc, "for the licensee");
  assert.equal((await claimed.post("/api/account/DL1XYZ/delete")).status, 200);
  assert.ok(app.bbs.office.messages.byId({ id }));
  assert.deepEqual(await onAir(app), ["for the licensee"]);
});

appTest("who signs up with a call does not keep its mail from the call's home mailbox", {
  BBS_REGION: "AUT.EU",
}, async (app) => {
  await partner(app, "OE9XBB", ["AUT", "EU"]);
  const abc = await app.signIn("OE1ABC");
  await app.signIn("DL2XYZ", { verified: false });
  await bring(app, "OE9XBB", {
    from: "DL2XYZ",
    body: `${rLine("OE8XBB.AUT.EU", "9_OE8XBB")}\nhello`,
    bid: "9_OE8XBB",
  });
  await write(abc, "at home", { toCall: "DL2XYZ" });
  const [sent] = (await abc.get("/api/bbs/sent?from=OE1ABC")).body.messages;
  assert.equal(sent.delivery, "queued");
});

appTest(
  "over the air: what waits is read, only what came over the air is killed, and the holder's prefs decide",
  {},
  async (app) => {
    const abc = await app.signIn("OE1ABC"), xyz = await app.signIn("DL1XYZ");
    const web = await write(abc, "written signed in");
    const bulletin = await write(abc, "for all", { toCall: "ALL" });
    const mine = await write(xyz, "sent signed in", { fromCall: "DL1XYZ", toCall: "OE1ABC" });
    const aired = await write(app.ingest, "written on the air");
    await bring(app, "OE9XBB", { to: "DL1XYZ", from: "OE5AAA", title: "forwarded", bid: "7_OE9XBB" });
    const kill = async (id: number, call: string) =>
      (await app.ingest.post("/api/bbs/kill", { id, call })).body.killed;

    assert.deepEqual(await inbox(app.ingest), ["forwarded", "written on the air", "written signed in"]);
    assert.deepEqual(await sentBy(app.ingest), [], "what was sent signed in waits for nobody");
    const before = app.fingerprint();
    for (
      const [id, call] of [[web, "DL1XYZ"], [web, "OE1ABC"], [bulletin, "OE1ABC"], [mine, "DL1XYZ"]] as const
    ) assert.equal(await kill(id, call), false);
    assert.equal(app.fingerprint(), before);

    const prefs = (overAir: boolean | undefined) =>
      xyz.send("PUT", "/api/prefs", { prefs: overAir === undefined ? {} : { bbs: { overAir } } });
    assert.equal((await prefs(true)).status, 200);
    assert.deepEqual(await sentBy(app.ingest), ["sent signed in"]);
    assert.equal(await kill(mine, "DL1XYZ"), false, "killing over the air is never allowed");
    assert.equal((await prefs(false)).status, 200);
    assert.deepEqual([await inbox(app.ingest), await sentBy(app.ingest)], [[], []]);
    assert.deepEqual(await onAir(app), ["for all"]);
    await refused(app, 403, "not_addressee", () => app.ingest.post(`/api/bbs/messages/${aired}/read`));
    await refused(
      app,
      404,
      "reply_unknown",
      () =>
        app.ingest.post("/api/bbs/messages", letter({ fromCall: "DL1XYZ", toCall: "OE1ABC", replyTo: web })),
    );
    assert.equal(await kill(aired, "DL1XYZ"), false);
    assert.equal((await inbox(xyz)).length, 3, "the account reads on");

    assert.equal((await prefs(undefined)).status, 200);
    assert.equal(await kill(aired, "DL1XYZ"), true);
    assert.deepEqual(await inbox(xyz), ["forwarded", "written signed in"]);
    assert.equal((await abc.delete(`/api/bbs/messages/${bulletin}`)).status, 200);
    assert.equal((await abc.delete(`/api/bbs/messages/${web}`)).status, 200);
  },
);

appTest("a holder without proof forbids nothing over the air", {}, async (app) => {
  const abc = await app.signIn("OE1ABC"), claimed = await app.signIn("DL1XYZ", { verified: false });
  await write(abc, "for the licensee");
  assert.equal((await claimed.send("PUT", "/api/prefs", { prefs: { bbs: { overAir: false } } })).status, 200);
  assert.deepEqual(await onAir(app), ["for the licensee"]);
});

appTest(
  "a message left for a call to be sent on the air is shown to a holder with proof alone",
  {},
  async (app) => {
    const abc = await app.signIn("OE1ABC"), claimed = await app.signIn("DL1XYZ", { verified: false });
    const left = await abc.post("/api/mailbox", { from: "OE1ABC", to: "DL1XYZ", text: "Call me" });
    assert.equal(left.status, 201, left.text);
    const received = async () => (await claimed.get("/api/mailbox")).body.received.length;
    assert.equal(await received(), 0);
    verify(app, "DL1XYZ");
    assert.equal(await received(), 1);
  },
);

appTest(
  "mail to a call that an account here holds without proof waits; what another mailbox should have goes back",
  {},
  async (app) => {
    const abc = await app.signIn("OE1ABC");
    await app.signIn("DL1XYZ", { verified: false });
    const stuck = app.jobs.find(({ name }) => name === "bbs-stuck")!;
    await write(abc, "waits");
    await write(abc, "elsewhere", { toCall: "DL1XYZ @ OE9XBB.AUT.EU" });
    await write(abc, "to nobody here", { toCall: "DL2UNK" });
    app.world.pass(8 * 86_400);
    await stuck.run();
    assert.deepEqual((await inbox(abc, "OE1ABC")).sort(), [
      "Not delivered: elsewhere",
      "Not delivered: to nobody here",
    ]);
    assert.deepEqual(await onAir(app), ["waits"]);
    // It is still open: a partner who serves the call's home gets it.
    await partner(app, "OE3XBB", ["*"]);
    await stuck.run();
    assert.deepEqual(await poolBids(app, "OE3XBB"), [bidOf(app, "waits")]);
  },
);

appTest(
  "a mirror and a batch between instances are in nobody's mailbox: no holder and no claim removes them",
  {},
  async (app) => {
    const abc = await app.signIn("OE1ABC");
    const mark = (id: number, column: "mirrored" | "auto", value: number | string) =>
      app.db.writeNow((tx) =>
        app.db.exec(tx, `UPDATE bbs_message SET ${column} = '${value}' WHERE id = ${id}`)
      );
    const killed = async (id: number) =>
      (await app.ingest.post("/api/bbs/kill", { id, call: "OE1ABC" })).body.killed;

    const mirror = await write(abc, "mirrored", { toCall: "ALL" });
    mark(mirror, "mirrored", 1);
    await refused(app, 404, "message_unknown", () => abc.delete(`/api/bbs/messages/${mirror}`));
    mark(mirror, "mirrored", 0);
    assert.equal((await abc.delete(`/api/bbs/messages/${mirror}`)).status, 200);

    const batch = await write(app.ingest, "a batch"), other = await write(app.ingest, "a letter");
    mark(batch, "auto", "batch");
    const print = app.fingerprint();
    assert.equal(await killed(batch), false);
    await refused(app, 404, "message_unknown", () => abc.delete(`/api/bbs/messages/${batch}`));
    assert.equal(app.fingerprint(), print);
    assert.equal(await killed(other), true, "mail of the same call goes");
  },
);
