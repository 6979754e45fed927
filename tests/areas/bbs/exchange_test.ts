/** Two post offices forwarding with each other: each message arrives once, byte for byte, whatever happens to the link. */
import assert from "node:assert/strict";
import { sameBytes } from "../../../src/base/mod.ts";
import { tcpLine } from "../../../src/base/mod.ts";
import { callPartner, openDesk, type Report } from "../../../src/bbs/mod.ts";
import { readTrail } from "../../../src/fbb/mod.ts";
import { type TestApp, testApp } from "../../kit/app.ts";
import { bring, letter, partner, post } from "../../kit/bbs.ts";
import { count } from "../../kit/people.ts";
import { member } from "../../kit/seed_game.ts";
import { testWorld } from "../../kit/world.ts";
import { seeded } from "../../wire/test_data.ts";
import { pipe } from "./lines.ts";

/** A system of its own; times of its clock are set by the test. */
function system(call: string, region: string): TestApp {
  return testApp({ ADMIN_CALLSIGNS: call, BBS_REGION: region }, { world: testWorld(call) });
}

/** One session: `caller` calls `called`. */
async function meet(
  caller: [TestApp, string],
  called: [TestApp, string],
  cutAfter = Infinity,
): Promise<[Report, Report]> {
  const [a, b] = pipe(cutAfter);
  const call = (
    [app]: [TestApp, string],
    [, partner]: [TestApp, string],
    side: "calls" | "called",
    line: typeof a,
  ) => callPartner(app.bbs.office, { partner, side, dial: () => Promise.resolve(line), version: "1" });
  return await Promise.all([call(caller, called, "calls", a), call(called, caller, "called", b)]);
}

/** Two systems that are each other's partners for everything. */
async function twoSystems() {
  const vienna = system("OE1SYS", "#OE1.AUT.EU"), munich = system("DL1SYS", "#BAY.DEU.EU");
  await partner(vienna, "DL1SYS", ["DEU", "EU", "*"]);
  await partner(munich, "OE1SYS", ["AUT", "EU", "*"]);
  return {
    vienna,
    munich,
    ends: [[vienna, "OE1SYS"], [munich, "DL1SYS"]] as [[TestApp, string], [TestApp, string]],
  };
}

const row = (app: TestApp, bid: string) => app.bbs.office.messages.byBid({ bid });

Deno.test("mail and bulletins go both ways in one session, and are not sent again", async () => {
  const { vienna, munich, ends } = await twoSystems();
  const to = await post(vienna, {
    toCall: "DL5AAA @ DL1SYS.#BAY.DEU.EU",
    subject: "Servus",
    body: "Grüße\naus Wien",
  });
  const bulletin = await post(vienna, { toCall: "ALL@EU", body: "Flohmarkt" });
  const back = await post(munich, { fromCall: "DL5AAA", toCall: "OE1ABC @ OE1SYS.#OE1.AUT.EU" });
  const reports = await meet(...ends);
  assert.deepEqual(reports.map(({ outcome, sent, received }) => [outcome, sent, received]), [
    ["clean", 2, 1],
    ["clean", 1, 2],
  ]);
  const mail = row(munich, to.bid)!;
  assert.deepEqual(
    [mail.type, mail.fromCall, mail.toCall, mail.at, mail.source, Buffer.from(mail.subject).toString()],
    ["P", "OE1ABC", "DL5AAA", "DL1SYS.#BAY.DEU.EU", "rf-fbb:OE1SYS", "Servus"],
  );
  assert.equal(Buffer.from(mail.body.subarray(mail.textAt)).toString(), "Grüße\r\naus Wien");
  assert.deepEqual(readTrail(mail.body).lines.map(({ address }) => address), ["OE1SYS.#OE1.AUT.EU"]);
  assert.equal(row(munich, bulletin.bid)!.at, "EU");
  assert.ok(row(vienna, back.bid));
  // White Pages learn nothing from the partner's own line.
  assert.equal(count(munich, "bbs_white_page"), 0);
  const again = await meet(...ends);
  assert.deepEqual(again.map(({ sent, received }) => [sent, received]), [[0, 0], [0, 0]]);
  assert.deepEqual([count(vienna, "bbs_message"), count(munich, "bbs_message")], [3, 3]);
  // The log has each try.
  const [last, first] = vienna.bbs.office.forwards.attempts({ partner: "DL1SYS", limit: 5 });
  assert.deepEqual([last!.outcome, last!.sent, first!.outcome, first!.sent, first!.received], [
    "clean",
    0,
    "clean",
    2,
    1,
  ]);
  assert.ok(first!.bytesIn > 0 && first!.bytesOut > first!.bytesIn);
  vienna.close();
  munich.close();
});

/** Messages of every kind that a third system brought: binary, large, many. */
async function fill(
  app: TestApp,
  from: string,
  to: string,
  draw: () => number,
  most: number,
): Promise<string[]> {
  const bids: string[] = [];
  for (let n = 0; n < most; n++) {
    const bid = `${from}${n}`.slice(0, 12);
    const size = 1 + Math.floor(draw() ** 6 * 60_000);
    const bytes = Buffer.from(
      Uint8Array.from({ length: size }, () => n % 3 === 0 ? Math.floor(draw() * 256) : 65 + (n % 26)),
    );
    const isBulletin = n % 4 === 0;
    const made = await bring(app, "N0THRD", {
      bid,
      type: isBulletin ? "B" : "P",
      to: isBulletin ? "ALL" : "N5AAA",
      at: isBulletin ? "WW" : to,
      bodyBase64: bytes.toString("base64"),
      body: "",
    });
    assert.equal(made.stored, 1);
    bids.push(bid);
  }
  return bids;
}

Deno.test("a link that dies in any byte loses and doubles nothing", async () => {
  const draw = seeded(20260601);
  const { vienna, munich, ends } = await twoSystems();
  const out = await fill(vienna, "V", "DL1SYS.#BAY.DEU.EU", draw, 60);
  const back = await fill(munich, "M", "OE1SYS.#OE1.AUT.EU", draw, 60);
  let cuts = 0;
  const settled = () =>
    count(vienna, "bbs_forward", "state = 'waiting'") + count(munich, "bbs_forward", "state = 'waiting'") ===
      0;
  for (let sessions = 0; !settled(); sessions++) {
    assert.ok(sessions < 200, "never settled");
    const [caller, called] = draw() < 0.5 ? ends : ends.toReversed() as typeof ends;
    const reports = await meet(caller, called, sessions < 50 ? Math.floor(draw() ** 2 * 60_000) : Infinity);
    if (reports.some(({ outcome }) => outcome !== "clean")) cuts++;
  }
  assert.ok(cuts >= 10, `${cuts} links died`);
  for (const [from, to, bids] of [[vienna, munich, out], [munich, vienna, back]] as const) {
    for (const bid of bids) {
      const [there, here] = [row(to, bid), row(from, bid)!];
      assert.ok(there, `${bid} is lost`);
      assert.ok(
        sameBytes(there.body.subarray(there.textAt), here.body.subarray(here.textAt)),
        `${bid} came changed`,
      );
      assert.equal(count(to, "bbs_message", `bid = '${bid}'`), 1);
    }
  }
  assert.deepEqual([count(vienna, "bbs_message"), count(munich, "bbs_message")], [120, 120]);
  assert.equal(count(munich, "bbs_part") + count(vienna, "bbs_part"), 0, "no beginnings are left over");
  vienna.close();
  munich.close();
});

Deno.test("a message that two partners bring at one time is taken from one, and asked of the other only when that link dies", async () => {
  const { vienna, ends } = await twoSystems();
  const office = vienna.bbs.office;
  await partner(vienna, "N0THRD", []);
  const [first, second] = [openDesk(office, "DL1SYS"), openDesk(office, "N0THRD")];
  const proposal = { type: "B" as const, from: "DL5AAA", at: "WW", to: "ALL", bid: "77_DL1SYS", size: 10 };
  assert.deepEqual(await first.judge([proposal], false), [{ answer: "want" }]);
  assert.deepEqual(await second.judge([proposal], false), [{ answer: "later" }]);
  assert.deepEqual(await first.judge([proposal], false), [{ answer: "want" }]);
  await first.keep(proposal, Uint8Array.of(1, 2, 3));
  first.end();
  assert.deepEqual(
    await second.judge([proposal], true),
    [{ answer: "want" }],
    "the part came by another partner",
  );
  second.end();
  assert.deepEqual(await first.judge([proposal], true), [{ answer: "resume", part: Uint8Array.of(1, 2, 3) }]);
  assert.deepEqual(await first.judge([proposal], false), [{ answer: "want" }]);
  const message = { ...proposal, subject: new Uint8Array(), body: Uint8Array.of(65) };
  await first.received(message, false);
  assert.deepEqual(await second.judge([{ ...proposal, bid: "77_dl1sys" }], true), [{ answer: "have" }]);
  assert.equal(count(vienna, "bbs_part"), 0);
  // Nobody writes to federation's name over a partner that is not marked for it.
  assert.deepEqual(await second.judge([{ ...proposal, to: "SVCFED", bid: "X1" }], true), [{
    answer: "refuse",
  }]);
  for (const [app] of ends) app.close();
});

Deno.test("a partner that has all but ten is offered ten", async () => {
  const { vienna, munich, ends } = await twoSystems();
  for (let n = 0; n < 300; n++) {
    await bring(vienna, "N0THRD", { type: "B", to: "ALL", at: "WW", bid: `B${n}` });
  }
  assert.equal((await meet(...ends))[0].sent, 300);
  for (let n = 300; n < 310; n++) {
    await bring(vienna, "N0THRD", { type: "B", to: "ALL", at: "WW", bid: `B${n}` });
  }
  // Entered anew, as after a loss of its rules: what it has is not asked about again.
  await partner(vienna, "DL1SYS", ["WW"]);
  const bids = (await vienna.ingest.get("/api/bbs/forward/pool?partner=DL1SYS&limit=50")).body.messages;
  assert.equal(bids.length, 10);
  vienna.close();
  munich.close();
});

Deno.test("a refusal by the partner, and a name that the network's fields have no room for", async () => {
  const { vienna, munich, ends } = await twoSystems();
  member(vienna, "OE2026X");
  const long = await vienna.ingest.post(
    "/api/bbs/messages",
    letter({ fromCall: "OE2026X", toCall: "ALL@EU" }),
  );
  assert.equal(long.status, 201, long.text);
  const [report] = await meet(...ends);
  assert.deepEqual([report.outcome, report.sent], ["clean", 0]);
  const [held] = vienna.bbs.office.forwards.held({ partner: "DL1SYS", after: 0, limit: 5 });
  assert.deepEqual([held!.holdReason, held!.bid], ["name_too_long", long.body.bid]);
  vienna.close();
  munich.close();
});

Deno.test("a dial that fails is noted with its words, and nothing is lost", async () => {
  const { vienna, munich } = await twoSystems();
  const { bid } = await post(vienna, { toCall: "ALL@EU" });
  const report = await callPartner(vienna.bbs.office, {
    partner: "DL1SYS",
    dial: () => Promise.reject(new Error("nobody is there")),
    version: "1",
  });
  assert.deepEqual([report.outcome, report.words], ["no_link", "nobody is there"]);
  const [attempt] = vienna.bbs.office.forwards.attempts({ partner: "DL1SYS", limit: 1 });
  assert.deepEqual([attempt!.outcome, attempt!.words, attempt!.seconds], ["no_link", "nobody is there", 0]);
  assert.equal(count(vienna, "bbs_forward", "state = 'waiting'"), 1);
  assert.ok(bid);
  vienna.close();
  munich.close();
});

Deno.test("a line that is silent for too long reads as closed", async () => {
  const [mine, theirs] = pipe();
  const line = tcpLine(mine, 20);
  assert.equal(await line.read(), undefined);
  const reading = tcpLine(theirs, 1000);
  await line.write(Uint8Array.of(1, 2, 3));
  assert.deepEqual(await reading.read(), Uint8Array.of(1, 2, 3));
  assert.deepEqual([line.bytes, reading.bytes], [{ in: 0, out: 3 }, { in: 3, out: 0 }]);
  await line.close();
  assert.equal(await reading.read(), undefined);
});
