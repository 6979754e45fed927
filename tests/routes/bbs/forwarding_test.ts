/** The forwarding backend: pool, inbound, verdicts, returned mail, the packet mailbox's session. */
import assert from "node:assert/strict";
import { utf8 } from "../../../src/base/mod.ts";
import { openBbs, openDesk } from "../../../src/bbs/mod.ts";
import { readTrail } from "../../../src/fbb/mod.ts";
import { appTest, refused, type TestApp, testApp } from "../../kit/app.ts";
import { bring, partner, pool, poolBids, post, rLine } from "../../kit/bbs.ts";
import { count } from "../../kit/people.ts";
import { suspend } from "../../kit/seed_game.ts";

const club = (env: Record<string, string> = {}) =>
  testApp({ BBS_REGION: "#OE1.AUT.EU", BBS_TOWN: "Wien", ...env });
const mailOf = async (app: TestApp, call: string) =>
  (await app.ingest.get(`/api/bbs/messages?to=${call}`)).body.messages as {
    id: number;
    bid: string;
    fromCall: string;
    subject: string;
    body: string;
    origin: string;
    delivery: string;
  }[];
const sentOf = async (app: TestApp, call: string) =>
  (await app.ingest.get(`/api/bbs/sent?from=${call}`)).body.messages as {
    delivery: string;
    forwardedTo: string[];
  }[];
const sent = (app: TestApp, call: string, given: Record<string, unknown>) =>
  app.ingest.post("/api/bbs/forward/sent", { partner: call, bids: [], ...given });
const away = { toCall: "OE9AAA @ OE9XBB.#OE9.AUT.EU" };

Deno.test("mail waits for its partner with our line on top, and is gone from the pool once it was sent", async () => {
  using app = club();
  await partner(app, "OE9XBB", ["AUT"], { ha: "OE9XBB.#OE9.AUT.EU" });
  const made = await post(app, { ...away, subject: "Grüße", body: "Zeile\nzwei", fromCall: "OE1ABC-7" });
  const [mail, ...more] = await pool(app, "oe9xbb");
  assert.deepEqual(more, []);
  const { body, ...head } = mail!;
  assert.deepEqual(head, {
    type: "P",
    from: "OE1ABC",
    to: "OE9AAA",
    at: "OE9XBB.#OE9.AUT.EU",
    bid: made.bid,
    title: "Grüße",
  });
  const id = made.id;
  assert.equal(body, `R:260601/1200Z @:OE1SYS.#OE1.AUT.EU #:${id} [Wien] $:${made.bid}\n\nZeile\nzwei`);
  assert.equal((await sentOf(app, "OE1ABC"))[0]!.delivery, "queued");
  assert.deepEqual((await sent(app, "OE9XBB", { bids: [made.bid.toLowerCase(), "NOT_THERE"] })).body, {
    ok: true,
    marked: 1,
  });
  assert.deepEqual(await pool(app, "OE9XBB"), []);
  const [row] = await sentOf(app, "OE1ABC");
  assert.deepEqual([row!.delivery, row!.forwardedTo], ["sent", ["OE9XBB"]]);
  // Said again: nothing is left to settle.
  assert.equal((await sent(app, "OE9XBB", { bids: [made.bid] })).body.marked, 0);
  await refused(app, 404, "partner_unknown", () => app.ingest.get("/api/bbs/forward/pool?partner=OE8XYZ"));
  await refused(app, 404, "partner_unknown", () => sent(app, "OE8XYZ", {}));
});

Deno.test("only mail of control-verified senders leaves; it goes once its sender is verified, and stops with a suspension", async () => {
  using app = club();
  await partner(app, "OE9XBB", ["*"]);
  const unverified = await post(app, { ...away, fromCall: "OE5NEW" }, { verified: false });
  const good = await post(app, away);
  const bulletin = await post(app, { toCall: "ALL", fromCall: "OE5NEW" }, { verified: false });
  assert.deepEqual(await poolBids(app, "OE9XBB"), [good.bid]);
  await app.signIn("OE5NEW");
  assert.deepEqual(await poolBids(app, "OE9XBB"), [unverified.bid, good.bid, bulletin.bid]);
  suspend(app, "OE5NEW");
  assert.deepEqual(await poolBids(app, "OE9XBB"), [good.bid]);
});

Deno.test("a suspended member's mail that waits is given up, and does not come back by another rule", async () => {
  using app = club();
  await partner(app, "OE9XBB", ["*"]);
  const made = await post(app, away);
  const { accountId } = app.accounts.holder("OE1ABC")!;
  app.db.writeNow((tx) => app.bbs.dropOf(tx, accountId));
  assert.deepEqual(await pool(app, "OE9XBB"), []);
  await partner(app, "OE8XBB", ["AUT"]);
  assert.deepEqual([await pool(app, "OE9XBB"), await pool(app, "OE8XBB")], [[], []]);
  assert.equal((await sentOf(app, "OE1ABC"))[0]!.delivery, "here");
  assert.ok(made.bid);
});

Deno.test("what a partner brings is stored once, whoever brings it and in whatever case its BID is written", async () => {
  using app = club();
  const body = rLine("DL1XBB.#BAY.DEU.EU") + rLine("DB0XYZ.#BAY.DEU.EU") + "\nText";
  assert.deepEqual(await bring(app, "DL1XBB", { body }), { ok: true, stored: 1, deduped: false });
  for (const [by, bid] of [["DL1XBB", "1_DL1XBB"], ["OE9XBB", "1_dl1xbb"]] as const) {
    assert.deepEqual(await bring(app, by, { body, bid }), { ok: true, stored: 0, deduped: true });
  }
  const [mail, ...more] = await mailOf(app, "OE1ABC");
  assert.deepEqual([more.length, mail!.fromCall, mail!.subject, mail!.body, mail!.origin], [
    0,
    "DL1XYZ",
    "Hi",
    "Text",
    "rf-fbb:DL1XBB",
  ]);
  // Killed: it stays known, and does not come back.
  assert.equal((await app.ingest.post("/api/bbs/kill", { id: mail!.id, call: "OE1ABC" })).body.killed, true);
  assert.equal((await bring(app, "OE9XBB", { body })).deduped, true);
  assert.deepEqual(await mailOf(app, "OE1ABC"), []);
});

Deno.test("our own mail coming back is no news: by the form of its BID, and by our name in its R: lines", async () => {
  using app = club();
  assert.equal((await bring(app, "DL1XBB", { bid: "zz9_oe1sys" })).deduped, true);
  const loop = await bring(app, "DL1XBB", {
    bid: "7_DL1XBB",
    body: rLine("DL1XBB.DEU.EU") + rLine("OE1SYS.#OE1.AUT.EU") + "\nx",
  });
  assert.deepEqual([loop.stored, loop.why], [0, "loop"]);
  assert.deepEqual(await mailOf(app, "OE1ABC"), []);
  // Without an operator's call the form is nobody's.
  using open = testApp({ ADMIN_CALLSIGNS: "" });
  assert.equal((await bring(open, "DL1XBB", { bid: "ZZ9_OE1SYS" })).stored, 1);
});

Deno.test("personal mail to SYSOP at this mailbox is its operator's", async () => {
  using app = club();
  for (const [bid, at] of [["1_X", ""], ["2_X", "OE1SYS.#OE1.AUT.EU"], ["3_X", "OE9XBB.AUT.EU"]] as const) {
    await bring(app, "DL1XBB", { bid, to: "SYSOP", at });
  }
  assert.deepEqual((await mailOf(app, "OE1SYS")).map(({ bid }) => bid), ["2_X", "1_X"]);
});

Deno.test("batches of federation: from a marked partner alone, while that is switched on; stored nowhere here", async () => {
  for (const [on, marked, taken] of [["1", true, true], ["1", false, false], ["0", true, false]] as const) {
    using app = club({ FED_BBS: on });
    await partner(app, "DL1XBB", [], { federation: marked });
    const batches: string[] = [];
    const { office } = openBbs({
      ...app.bbs.office.parts,
      takeBatch: (_tx, { partner, bid, text }) => {
        batches.push(`${partner} ${bid} ${text}`);
        return { outcome: "taken", words: "1 applied" };
      },
    });
    const subject = new Uint8Array(), body = Uint8Array.of(65);
    const message = { type: "P" as const, from: "DL5AAA", at: "", to: "SVCFED", bid: "f1", subject, body };
    const desk = openDesk(office, "DL1XBB");
    assert.deepEqual(await desk.judge([{ ...message, size: 1 }], false), [{
      answer: taken ? "want" : "refuse",
    }]);
    await desk.received(message, false);
    assert.deepEqual(batches, taken ? ["DL1XBB F1 A"] : []);
    assert.equal(count(app, "bbs_message"), 0);
    // A batch that was taken is known from then on; one that was refused may come again.
    assert.deepEqual(await desk.judge([{ ...message, size: 1 }], false), [{
      answer: taken ? "have" : "refuse",
    }]);
  }
});

Deno.test("what cannot be a message of the network is refused", async () => {
  using app = club();
  const inbound = (given: Record<string, unknown>) =>
    app.ingest.post("/api/bbs/forward/inbound", {
      message: {
        type: "P",
        from: "DL1XYZ",
        at: "",
        to: "OE1ABC",
        bid: "1_DL1XBB",
        title: "Hi",
        body: "Text",
        ...given,
      },
    });
  const cases: [number, string | undefined, Record<string, unknown>][] = [
    [400, undefined, { bid: "" }],
    [400, "bad_bid", { bid: "1234567890123" }],
    [400, "bad_bid", { bid: "A B" }],
    [400, "bad_call", { from: "DL1XYZABC" }],
    [400, "bad_addressee", { to: "TECHNIK" }],
    [400, "bad_addressee", { at: "no address" }],
    [400, "body_empty", { body: "" }],
    [413, "body_too_long", { body: "ä".repeat(50_000) }],
    [400, undefined, { body: "x".repeat(98_305) }],
    [400, undefined, { bodyBase64: "***" }],
    [400, undefined, { type: "X" }],
  ];
  for (const [status, reason, given] of cases) await refused(app, status, reason, () => inbound(given));
});

Deno.test("others' mail goes on to the next partner with our line on top, byte for byte, never back nor through whom it passed", async () => {
  const app = club();
  for (const call of ["DL1XBB", "OE9XBB", "DB0XYZ"]) await partner(app, call, ["*"]);
  const bytes = Buffer.concat([
    Buffer.from(
      "R:260601/1100Z @:DL1XBB.DEU.EU #:7 $:7_DL1XBB\r\nR:260601/1000Z 12@DB0XYZ.DEU.EU [x]\r\n\r\n",
    ),
    Buffer.from([0xff, 0x00, 0x1a, 0x0d, 0x0a, 0xfc]),
  ]);
  const brought = { bid: "7_DL1XBB", to: "ALL", at: "WW", type: "B", bodyBase64: bytes.toString("base64") };
  assert.equal((await bring(app, "DL1XBB", brought)).stored, 1);
  assert.deepEqual([await pool(app, "DL1XBB"), await pool(app, "DB0XYZ")], [[], []]);
  const [on] = await pool(app, "OE9XBB");
  assert.deepEqual([on!.bid, on!.type, on!.to, on!.at, on!.from], ["7_DL1XBB", "B", "ALL", "WW", "DL1XYZ"]);
  const whole = Buffer.from(on!.bodyBase64!, "base64");
  const own = whole.indexOf("\r\n") + 2;
  assert.match(
    whole.subarray(0, own).toString(),
    /^R:260601\/1200Z @:OE1SYS\.#OE1\.AUT\.EU #:\d+ \[Wien\] \$:7_DL1XBB\r\n$/,
  );
  assert.deepEqual(whole.subarray(own), bytes);
  app.close();

  const leaf = club({ BBS_TRANSIT: "0" });
  for (const call of ["DL1XBB", "OE9XBB"]) await partner(leaf, call, ["*"]);
  await bring(leaf, "DL1XBB", brought);
  await bring(leaf, "DL1XBB", { bid: "8_DL1XBB", to: "OE9AAA", at: "OE9XBB.AUT.EU" });
  const own2 = await post(leaf, { toCall: "ALL" });
  assert.deepEqual(await poolBids(leaf, "OE9XBB"), [own2.bid]);
  // What cannot leave is not given up either: it stays for its addressee.
  assert.deepEqual((await mailOf(leaf, "OE9AAA")).map(({ delivery }) => delivery), ["here"]);
  leaf.close();
});

Deno.test("mail without a way goes back after seven days, once, and its addressee does not see it any more", async () => {
  using app = club();
  const stuck = app.jobs.find(({ name }) => name === "bbs-stuck")!;
  const made = await post(app, { toCall: "OE9UNK", subject: "Lost", body: "Are you there?" });
  assert.equal((await sentOf(app, "OE1ABC"))[0]!.delivery, "no_route");
  app.world.pass(7 * 86_400 - 1);
  await stuck.run();
  assert.deepEqual(await mailOf(app, "OE1ABC"), []);
  app.world.pass(1);
  await stuck.run();
  const [back, ...more] = await mailOf(app, "OE1ABC");
  assert.deepEqual([more.length, back!.fromCall, back!.subject], [0, "OE1SYS", "Not delivered: Lost"]);
  assert.match(
    back!.body,
    /^Your message could not be delivered: no way to this address was found within seven days\./,
  );
  assert.match(back!.body, /To: {6}OE9UNK\n[\s\S]*Are you there\?/);
  assert.deepEqual(await mailOf(app, "OE9UNK"), []);
  assert.equal((await sentOf(app, "OE1ABC"))[0]!.delivery, "returned");
  app.world.pass(30 * 86_400);
  await stuck.run();
  assert.equal((await mailOf(app, "OE1ABC")).length, 1);
  // A rule that comes later does not send what went back.
  await partner(app, "OE9XBB", ["*"]);
  assert.deepEqual(await poolBids(app, "OE9XBB"), []);
  assert.ok(made.bid);
});

Deno.test("a way that opens in time is taken; who comes to read here has mail", async () => {
  using app = club();
  const stuck = app.jobs.find(({ name }) => name === "bbs-stuck")!;
  const first = await post(app, { toCall: "OE9UNK" });
  const second = await post(app, { toCall: "OE8UNK" });
  app.world.pass(6 * 86_400);
  await partner(app, "OE9XBB", []);
  assert.equal(
    (await app.operator.post("/api/bbs/wp", { callsign: "OE9UNK", homeBbs: "OE9XBB.#OE9.AUT.EU" })).status,
    200,
  );
  assert.deepEqual(await poolBids(app, "OE9XBB"), [first.bid]);
  assert.equal((await app.ingest.post("/api/bbs/session", { call: "OE8UNK" })).status, 200);
  app.world.pass(2 * 86_400);
  await stuck.run();
  assert.deepEqual((await mailOf(app, "OE8UNK")).map(({ delivery }) => delivery), ["here"]);
  assert.deepEqual(await mailOf(app, "OE1ABC"), []);
  assert.ok(second.bid);
});

Deno.test("what a partner refuses goes back with its words; one partner's refusal of a bulletin is no other's", async () => {
  using app = club();
  await partner(app, "OE9XBB", ["*"]);
  await partner(app, "OE8XBB", ["EU"]);
  const mail = await post(app, away);
  const bulletin = await post(app, { toCall: "ALL@EU" });
  const refusal = { refused: [{ bid: mail.bid, words: "Not here" }, { bid: bulletin.bid }] };
  // The addressed system is no partner here: the closest rule is that of Europe.
  assert.deepEqual(await poolBids(app, "OE8XBB"), [bulletin.bid]);
  assert.equal((await sent(app, "OE9XBB", refusal)).body.marked, 2);
  const [back, ...more] = await mailOf(app, "OE1ABC");
  assert.equal(more.length, 0);
  assert.match(back!.body, /could not be delivered: OE9XBB refused it: Not here\./);
  assert.deepEqual(await poolBids(app, "OE9XBB"), []);
  assert.deepEqual(await poolBids(app, "OE8XBB"), [bulletin.bid]);
});

Deno.test("a stranger's mail goes back to the stranger's home; what cannot be returned is given up without a word", async () => {
  using app = club();
  const stuck = app.jobs.find(({ name }) => name === "bbs-stuck")!;
  await partner(app, "DL1XBB", ["DEU"]);
  await bring(app, "DL1XBB", {
    to: "OE9UNK",
    body: rLine("DL1XBB.DEU.EU") + rLine("DB0HOM.#BAY.DEU.EU") + "\nx",
  });
  app.world.pass(7 * 86_400);
  await stuck.run();
  const [notice, ...more] = await pool(app, "DL1XBB");
  assert.equal(more.length, 0);
  assert.deepEqual([notice!.from, notice!.to, notice!.at, notice!.title], [
    "OE1SYS",
    "DL1XYZ",
    "DB0HOM.#BAY.DEU.EU",
    "Not delivered: Hi",
  ]);
  const before = count(app, "bbs_message");
  await sent(app, "DL1XBB", { refused: [{ bid: notice!.bid }] });
  app.world.pass(30 * 86_400);
  await stuck.run();
  assert.equal(count(app, "bbs_message"), before, "nobody is told about a returned mail");
  assert.deepEqual(await poolBids(app, "DL1XBB"), []);
});

Deno.test("what a partner puts off is offered again later, each time later, a day at most", async () => {
  using app = club();
  await partner(app, "OE9XBB", ["*"]);
  const { bid } = await post(app, away);
  for (const wait of [300, 600, 1200]) {
    await sent(app, "OE9XBB", { deferred: [bid] });
    app.world.pass(wait - 1);
    assert.deepEqual(await poolBids(app, "OE9XBB"), [], `${wait}`);
    app.world.pass(1);
    assert.deepEqual(await poolBids(app, "OE9XBB"), [bid], `${wait}`);
  }
  for (let n = 0; n < 10; n++) await sent(app, "OE9XBB", { deferred: [bid] });
  app.world.pass(86_400);
  assert.deepEqual(await poolBids(app, "OE9XBB"), [bid]);
  // A wait that was set under a clock that ran ahead is over.
  await sent(app, "OE9XBB", { deferred: [bid] });
  app.world.pass(-3 * 86_400);
  assert.deepEqual(await poolBids(app, "OE9XBB"), [bid]);
});

Deno.test("the packet mailbox's session: own mail and bulletins, where listing stood, and killing of what is theirs", async () => {
  using app = club();
  const mine = await post(app, { toCall: "OE2USR" });
  const foreign = await post(app, { toCall: "DL1XYZ" });
  const bulletin = await post(app, { toCall: "ALL" });
  const session = (await app.ingest.get("/api/bbs/session?call=OE2USR-3")).body;
  assert.deepEqual([session.call, session.lastListed], ["OE2USR", 0]);
  assert.deepEqual(session.messages.map(({ id }: { id: number }) => id), [bulletin.id, mine.id]);
  assert.deepEqual(
    (await app.ingest.post("/api/bbs/session", { call: "OE2USR", lastListed: bulletin.id })).body,
    {
      ok: true,
      call: "OE2USR",
      lastListed: bulletin.id,
    },
  );
  assert.equal(
    (await app.ingest.post("/api/bbs/session", { call: "OE2USR", lastListed: 1 })).body.lastListed,
    bulletin.id,
  );
  const kill = async (id: number, call: string) =>
    (await app.ingest.post("/api/bbs/kill", { id, call })).body.killed;
  assert.deepEqual(
    [
      await kill(foreign.id, "OE2USR"),
      await kill(bulletin.id, "OE2USR"),
      await kill(999, "OE2USR"),
      await kill(mine.id, "OE2USR-5"),
    ],
    [false, false, false, true],
  );
  assert.equal(await kill(bulletin.id, "OE1ABC"), true);
  assert.deepEqual((await app.ingest.get("/api/bbs/session?call=OE2USR")).body.messages, []);
});

appTest("a member's text that begins like a postmark forges no route: ours, a blank line, then the text", {
  BBS_REGION: "AUT.EU",
}, async (app) => {
  await partner(app, "OE9XBB", ["DEU", "EU"]);
  const body = `${rLine("DL1XBB.DEU.EU")}${rLine("OE9XBB.AUT.EU")}\nforged`;
  await post(app, { toCall: "DL1XYZ @ DL1XBB.DEU.EU", body });
  const [mail] = await pool(app, "OE9XBB");
  const read = readTrail(utf8(mail!.body));
  assert.deepEqual(read.lines.map(({ address }) => address), ["OE1SYS.AUT.EU"]);
  assert.equal(mail!.body.slice(read.textAt).replaceAll("\r", ""), ` \n${body}`);
});

Deno.test("what is past its time to the second is not offered; a second before it is", async () => {
  using app = club();
  await partner(app, "OE9XBB", ["EU"]);
  const { bid } = await post(app, { toCall: "ALL@EU", lifetimeSec: 3600 });
  app.world.pass(3599);
  assert.deepEqual(await poolBids(app, "OE9XBB"), [bid]);
  app.world.pass(1);
  assert.deepEqual(await poolBids(app, "OE9XBB"), []);
});

appTest("a refused batch of federation goes back to nobody", {
  BBS_REGION: "AUT.EU",
  FED_BBS: "1",
  SERVICE_CALL: "OE1SVC",
}, async (app) => {
  await partner(app, "OE9XBB", [], { federation: true });
  const queued = app.db.writeNow((tx) =>
    app.federation.mailing.parts.post.post(tx, { bid: "B_OE1SYS", subject: "batch", text: "records" })
  );
  assert.deepEqual(queued, { outcome: "stored", partners: 1 });
  await sent(app, "OE9XBB", { refused: [{ bid: "B_OE1SYS", words: "no such name" }] });
  assert.equal(count(app, "bbs_forward", "state = 'refused'"), 1);
  assert.equal(count(app, "bbs_message", "auto = 'return'"), 0);
});

Deno.test("a message is dated by its oldest R: line, unless that lies ahead or over 366 days back", async () => {
  using app = club();
  const postedAt = async (at: number) => {
    const bid = `${at % 1_000_000}_DL1XBB`.slice(-12);
    const when = new Date(at * 1000).toISOString();
    const stamp = `${when.slice(2, 4)}${when.slice(5, 7)}${when.slice(8, 10)}/${when.slice(11, 13)}${
      when.slice(14, 16)
    }Z`;
    await bring(app, "DL1XBB", { bid, body: `R:${stamp} @:DL1XBB.DEU.EU $:${bid}\n\ntext` });
    return app.bbs.office.messages.byBid({ bid })!.postedAt;
  };
  app.world.pass((60 - app.world.now() % 60) % 60);
  const now = app.world.now(), oldest = now - 366 * 86_400;
  for (const at of [now, now - 60, now - 86_400, oldest + 60]) assert.equal(await postedAt(at), at);
  for (const at of [now + 60, now + 86_400, oldest, oldest - 60]) assert.equal(await postedAt(at), now);
});

Deno.test("a question to White Pages is answered to a call alone, and never to ourselves", async () => {
  using app = club();
  await app.operator.post("/api/bbs/wp", { callsign: "OE3ABC", homeBbs: "OE3XBB.AUT.EU" });
  const ask = async (from: string, bid: string) => {
    await bring(app, "DL1XBB", { from, to: "WP", bid, body: "OE3ABC ?\n" });
    return count(app, "bbs_message", "auto = 'wp'");
  };
  const first = await ask("DL1XYZ", "1_DL1XBB");
  assert.equal(first, 1);
  assert.equal(await ask("OE1SYS", "2_DL1XBB"), 1, "two systems that answered each other would never end");
  assert.equal(await ask("WP", "3_DL1XBB"), 1);
});
