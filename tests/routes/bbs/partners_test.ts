/** Partners, rules, White Pages and the explained route over HTTP. */
import assert from "node:assert/strict";
import { refused, type TestApp, testApp } from "../../kit/app.ts";
import { bring, partner, pool, poolBids, post, rLine } from "../../kit/bbs.ts";
import { count } from "../../kit/people.ts";

const club = () => testApp({ BBS_REGION: "#OE1.AUT.EU" });
const routeOf = async (app: TestApp, to: string) =>
  (await app.visitor.get(`/api/bbs/route?to=${encodeURIComponent(to)}`)).body;

Deno.test("a partner is entered with what is usual, and changed by what is named", async () => {
  using app = club();
  const made = await app.operator.post("/api/bbs/partners", { call: "oe3xbb-8" });
  assert.equal(made.status, 201, made.text);
  const { id, ...facts } = made.body.partner;
  assert.deepEqual(facts, {
    call: "OE3XBB-8",
    ha: "",
    connectScript: "",
    proto: "rf-fbb",
    intervalMin: 30,
    timebands: "",
    msgtypes: "PBT",
    maxBlock: 5,
    requestReverse: true,
    enabled: true,
    federation: false,
    federationAt: "",
    callAskedAt: null,
  });
  const given = {
    call: "OE3XBB-8",
    ha: "oe3xbb.#oe3.aut.eu",
    connectScript: "C 1 OE3XBB-8",
    proto: "axudp",
    intervalMin: 0,
    timebands: "0-6, 22-23",
    msgtypes: "PB",
    maxBlock: 1,
    requestReverse: false,
    enabled: false,
    federation: true,
    federationAt: "OE4XBB.AUT.EU",
  };
  const changed = (await app.operator.post("/api/bbs/partners", given)).body.partner;
  assert.deepEqual(changed, {
    ...{ ...given, id, ha: "OE3XBB.#OE3.AUT.EU", timebands: "0-6,22-23" },
    callAskedAt: null,
  });
  const kept =
    (await app.operator.post("/api/bbs/partners", { call: "OE3XBB-8", enabled: true })).body.partner;
  assert.deepEqual(kept, { ...changed, enabled: true });
  const [listed] = (await app.ingest.get("/api/bbs/partners")).body.partners;
  assert.deepEqual(listed, { ...kept, waiting: 0, held: 0, lastAttempt: null, fault: null });
  assert.equal((await app.operator.get("/api/bbs/partners")).body.federationOverFbb, false);
});

Deno.test("partners and rules that cannot be are refused", async () => {
  using app = club();
  const cases: [string | undefined, string, Record<string, unknown>][] = [
    ["bad_call", "partners", { call: "no call" }],
    ["bad_call", "partners", { call: "OE3XBBX-1" }],
    ["bad_address", "partners", { call: "OE3XBB", ha: "not an address" }],
    ["bad_address", "partners", { call: "OE3XBB", federationAt: "not an address" }],
    ["bad_timebands", "partners", { call: "OE3XBB", timebands: "24" }],
    ["bad_timebands", "partners", { call: "OE3XBB", timebands: "always" }],
    ["bad_connect_script", "partners", { call: "OE3XBB", connectScript: "C \u001b" }],
    [undefined, "partners", { call: "OE3XBB", connectScript: "x".repeat(513) }],
    [undefined, "partners", { call: "OE3XBB", timebands: "0,".repeat(33) }],
    [undefined, "partners", { call: "OE3XBB", intervalMin: 1441 }],
    [undefined, "partners", { call: "OE3XBB", maxBlock: 6 }],
    [undefined, "partners", { call: "OE3XBB", msgtypes: "X" }],
    [undefined, "partners", { call: "OE3XBB", proto: "smtp" }],
    ["bad_call", "forward", { partner: "nobody", route: "EU" }],
    ["bad_route", "forward", { partner: "OE3XBB", route: "EU." }],
    ["bad_route", "forward", { partner: "OE3XBB", route: "**" }],
    [undefined, "forward", { partner: "OE3XBB", route: "" }],
    [undefined, "forward", { partner: "OE3XBB", route: "EU", transport: "smtp" }],
  ];
  for (const [reason, where, given] of cases) {
    await refused(app, 400, reason, () => app.operator.post(`/api/bbs/${where}`, given));
  }
  await refused(app, 404, "partner_unknown", () => app.operator.delete("/api/bbs/partners/99"));
  await refused(app, 404, "rule_unknown", () => app.operator.delete("/api/bbs/forward/99"));
  await refused(app, 404, "rule_unknown", () => app.operator.delete("/api/bbs/forward/x"));
});

Deno.test("there is one rule at first: federation for everything; rules are entered, changed and taken out", async () => {
  using app = club();
  const rules = async () => (await app.operator.get("/api/bbs/forward")).body.rules;
  assert.deepEqual(await rules(), [{
    id: 1,
    partner: "federation",
    route: "*",
    transport: "ip-fed",
    enabled: true,
  }]);
  const made = await app.operator.post("/api/bbs/forward", { partner: "oe3xbb", route: "aut.eu" });
  assert.deepEqual([made.status, made.body.rule.partner, made.body.rule.route, made.body.rule.transport], [
    201,
    "OE3XBB",
    "AUT.EU",
    "rf-fbb",
  ]);
  const off =
    (await app.operator.post("/api/bbs/forward", { partner: "OE3XBB", route: "AUT.EU", enabled: false })).body
      .rule;
  assert.deepEqual(off, { ...made.body.rule, enabled: false });
  assert.equal((await rules()).length, 2);
  assert.equal((await app.operator.delete(`/api/bbs/forward/${off.id}`)).status, 200);
  assert.equal((await rules()).length, 1);
});

Deno.test("what waits follows the rules: a new one takes it up, a switched-off one lets it go, a closer one takes it over", async () => {
  using app = club();
  const mail = await post(app, { toCall: "OE9AAA @ OE9XBB.#OE9.AUT.EU" });
  const bulletin = await post(app, { toCall: "ALL@EU" });
  await partner(app, "OE2XBB", ["AUT", "EU"]);
  assert.deepEqual(await poolBids(app, "OE2XBB"), [mail.bid, bulletin.bid]);
  await partner(app, "OE3XBB", ["#OE9.AUT.EU"]);
  assert.deepEqual([await poolBids(app, "OE2XBB"), await poolBids(app, "OE3XBB")], [[bulletin.bid], [
    mail.bid,
  ]]);
  await app.operator.post("/api/bbs/partners", { call: "OE3XBB", enabled: false });
  assert.deepEqual(await poolBids(app, "OE2XBB"), [mail.bid, bulletin.bid]);
  await app.operator.post("/api/bbs/forward", { partner: "OE2XBB", route: "EU", enabled: false });
  assert.deepEqual(await poolBids(app, "OE2XBB"), [mail.bid]);
  // What a partner has stays with it: nothing of it goes to another.
  await app.ingest.post("/api/bbs/forward/sent", { partner: "OE2XBB", bids: [mail.bid] });
  await app.operator.post("/api/bbs/partners", { call: "OE3XBB", enabled: true });
  assert.deepEqual(await poolBids(app, "OE3XBB"), []);
});

Deno.test("a partner goes with its rules, and what waited for it looks for another way", async () => {
  using app = club();
  const { id } = await partner(app, "OE3XBB", ["AUT"]);
  await partner(app, "OE2XBB", ["EU"]);
  const mail = await post(app, { toCall: "OE9AAA @ OE9XBB.#OE9.AUT.EU" });
  const before = await poolBids(app, "OE3XBB");
  assert.equal((await app.operator.delete(`/api/bbs/partners/${id}`)).status, 200);
  assert.deepEqual([before, await poolBids(app, "OE2XBB")], [[mail.bid], [mail.bid]]);
  assert.equal(
    count(app, "bbs_rule", "partner = 'OE3XBB'") + count(app, "bbs_forward", "partner = 'OE3XBB'"),
    0,
  );
});

Deno.test("/api/bbs/route explains its answer", async () => {
  using app = club();
  await partner(app, "OE3XBB", ["#OE3.AUT.EU"]);
  await partner(app, "DL1XBB", ["EU"]);
  const by = await routeOf(app, "oe3aaa @ oe3xyz.#oe3.aut.eu");
  assert.deepEqual(by.partner, { partner: "OE3XBB", route: "#OE3.AUT.EU", transport: "rf-fbb" });
  assert.deepEqual([by.addr, by.parsed.to, by.parsed.components, by.here], [
    "OE3AAA@OE3XYZ.#OE3.AUT.EU",
    "OE3AAA",
    ["OE3XYZ", "#OE3", "AUT", "EU"],
    false,
  ]);
  assert.equal(by.because.rule.route, "#OE3.AUT.EU");
  await app.ingest.post("/api/bbs/wp", { callsign: "DL5AAA-7", homeBbs: "db0xyz.#bay.deu.eu" });
  const expanded = await routeOf(app, "DL5AAA");
  assert.equal(expanded.partner.partner, "DL1XBB");
  assert.deepEqual(expanded.because.whitePages, {
    call: "DL5AAA",
    homeBbs: "DB0XYZ.#BAY.DEU.EU",
    source: "box",
  });
  const none = await routeOf(app, "W1AAA @ W1AW.#CT.USA.NOAM");
  assert.deepEqual(none.partner, { partner: "federation", route: "*", transport: "ip-fed" });
  assert.match(none.because.why, /no partner's rule fits/);
  assert.deepEqual((await routeOf(app, "OE1AAA@OE1SYS")).partner, null);
  assert.equal((await routeOf(app, "OE1AAA@OE1SYS")).here, true);
  const spread = await routeOf(app, "ALL@AUT.EU");
  assert.deepEqual([spread.parsed.type, spread.partners.map((way: { partner: string }) => way.partner)], [
    "B",
    ["DL1XBB"],
  ]);
  assert.equal((await app.visitor.get("/api/bbs/route?addr=OE1AAA@OE1SYS")).status, 200);
  for (const to of ["", "no address at all", "A@B@C"]) {
    await refused(
      app,
      400,
      "bad_addressee",
      () => app.visitor.get(`/api/bbs/route?to=${encodeURIComponent(to)}`),
    );
  }
});

Deno.test("White Pages: the operator's entry stands against the box and the network, and is said to", async () => {
  using app = club();
  const home = async (call: string) => (await app.visitor.get(`/api/bbs/wp?call=${call}`)).body;
  assert.deepEqual(await home("oe9aaa-7"), { callsign: "OE9AAA", homeBbs: null });
  const set = (who: TestApp["operator"], homeBbs: string) =>
    who.post("/api/bbs/wp", { callsign: "OE9AAA", homeBbs });
  assert.deepEqual((await set(app.ingest, "OE9XBB.#OE9.AUT.EU")).body, {
    ok: true,
    callsign: "OE9AAA",
    homeBbs: "OE9XBB.#OE9.AUT.EU",
  });
  assert.equal((await set(app.operator, "oe8xbb")).body.homeBbs, "OE8XBB");
  const kept = await set(app.ingest, "OE7XBB");
  assert.deepEqual([kept.status, kept.body.homeBbs], [200, "OE8XBB"]);
  const body = `${
    rLine("DL1XBB.DEU.EU")
  }\nOn 260601 OE9AAA/U @ OE6XBB.AUT.EU zip ? ? ?\nOn 260601 OE9BBB/U @ OE6XBB.AUT.EU zip 8010 Max Graz\n`;
  assert.equal((await bring(app, "DL1XBB", { to: "WP", from: "WP", body })).why, "white_pages");
  assert.equal((await home("OE9AAA")).homeBbs, "OE8XBB");
  const { toldAt: _, ...told } = await home("OE9BBB");
  assert.deepEqual(told, {
    callsign: "OE9BBB",
    homeBbs: "OE6XBB.AUT.EU",
    source: "told",
    name: "Max",
    town: "Graz",
    zip: "8010",
  });
  const sysop = await app.sysop();
  assert.equal((await set(sysop, "OE5XBB")).body.homeBbs, "OE5XBB");
  await refused(app, 400, "bad_home", () => set(app.operator, "not a home"));
  await refused(
    app,
    400,
    "bad_call",
    () => app.operator.post("/api/bbs/wp", { callsign: "ALL", homeBbs: "OE5XBB" }),
  );
  await refused(app, 400, undefined, () => app.visitor.get("/api/bbs/wp"));
  await refused(app, 400, "bad_call", () => app.visitor.get("/api/bbs/wp?call=x%20y"));
  await refused(app, 401, undefined, () => set(app.visitor, "OE5XBB"));
});

Deno.test("mail that comes by teaches its sender's home, but never the partner's own; entries age out, the operator's stay", async () => {
  using app = club();
  const home = async (call: string) => (await app.visitor.get(`/api/bbs/wp?call=${call}`)).body.homeBbs;
  await bring(app, "DL1XBB", {
    from: "DL5AAA",
    bid: "1_X",
    body: `${rLine("DL1XBB.DEU.EU")}${rLine("DB0HOM.#BAY.DEU.EU")}\nx`,
  });
  await bring(app, "DL1XBB", { from: "DL5BBB", bid: "2_X", body: `${rLine("DL1XBB.DEU.EU")}\nx` });
  assert.deepEqual([await home("DL5AAA"), await home("DL5BBB")], ["DB0HOM.#BAY.DEU.EU", null]);
  await app.operator.post("/api/bbs/wp", { callsign: "OE9AAA", homeBbs: "OE9XBB" });
  app.world.pass(365 * 86_400);
  const prune = app.jobs.find(({ name }) => name === "bbs-prune")!;
  await prune.run();
  assert.equal(await home("DL5AAA"), "DB0HOM.#BAY.DEU.EU");
  app.world.pass(1);
  await prune.run();
  assert.deepEqual([await home("DL5AAA"), await home("OE9AAA")], [null, "OE9XBB"]);
});

Deno.test("a question of the network is answered by mail to the asker's home; an update is not answered", async () => {
  using app = club();
  await partner(app, "DL1XBB", ["DEU"]);
  await app.operator.post("/api/bbs/wp", { callsign: "OE9AAA", homeBbs: "OE9XBB.AUT.EU" });
  await app.operator.post("/api/bbs/wp", { callsign: "OE9AAB", homeBbs: "OE9XBB.AUT.EU" });
  const body = `${rLine("DL1XBB.DEU.EU")}${rLine("DB0HOM.#BAY.DEU.EU")}\nOE9AA* ?\nOE1UNK ?\n`;
  await bring(app, "DL1XBB", { to: "WP", from: "DL5AAA", bid: "3_X", body });
  const [answer, ...more] = await pool(app, "DL1XBB");
  assert.equal(more.length, 0);
  assert.deepEqual([answer!.from, answer!.to, answer!.at], ["OE1SYS", "DL5AAA", "DB0HOM.#BAY.DEU.EU"]);
  assert.match(
    answer!.body,
    /On 260601 OE9AAA\/U @ OE9XBB\.AUT\.EU zip \? \? \?\nOn 260601 OE9AAB\/U .*\nOE1UNK is not known here/,
  );
  await bring(app, "DL1XBB", { to: "WP", from: "WP", bid: "4_X", body: "OE9AAA ?\n" });
  assert.equal((await pool(app, "DL1XBB")).length, 1);
  // White Pages mail lies in nobody's mailbox, and is taken once.
  assert.equal(count(app, "bbs_message", "to_call = 'WP'"), 0);
  assert.equal((await bring(app, "DL1XBB", { to: "WP", from: "DL5AAA", bid: "3_X", body })).deduped, true);
});

Deno.test("the setup checklist says what partners there are and what waits", async () => {
  using app = club();
  const rows = async (fed = app) =>
    ((await fed.operator.get("/api/admin/setup")).body.items as {
      key: string;
      status: string;
      detail: string;
    }[])
      .filter(({ key }) => key === "partners" || key === "fed-bbs").map((
        { status, detail },
      ) => [status, detail]);
  assert.deepEqual((await rows()).map(([status]) => status), ["missing", "ok"]);
  await partner(app, "OE3XBB", ["*"]);
  await post(app, { toCall: "ALL" });
  assert.deepEqual(await rows(), [
    ["untried", "1 entered, 1 messages wait, and there was no session with any of them yet"],
    ["ok", "off"],
  ]);
  using fed = testApp({ FED_BBS: "1" });
  assert.deepEqual((await rows(fed)).map(([status]) => status), ["missing", "warn"]);
  await partner(fed, "OE3XBB", [], { federation: true });
  assert.deepEqual((await rows(fed)).map(([status]) => status), ["untried", "ok"]);
});

Deno.test("a partner whose sessions fail, or whose mail waits for too long, is a fault until a session ends well", async () => {
  using app = club();
  const { forwards } = app.bbs.office;
  const { call } = await partner(app, "OE3XBB", ["*"]);
  const line = async () => {
    const { items } = (await app.operator.get("/api/admin/setup")).body;
    const { status, reason, values } = items.find(({ key }: { key: string }) => key === "partners");
    const [{ fault }] = (await app.ingest.get("/api/bbs/partners")).body.partners;
    return { status, reason, values, fault };
  };
  const end = (outcome: string, words: string) =>
    app.db.writeNow((tx) => {
      const { id } = forwards.begin(tx, { partner: call, startedAt: app.world.now() });
      const none = { seconds: 1, sent: 0, received: 0, bytesOut: 0, bytesIn: 0 };
      forwards.end(tx, { id, outcome, words, ...none });
    });
  await post(app, { toCall: "ALL" });
  app.world.pass(7200);
  assert.deepEqual((await line()).fault, null);
  app.world.pass(1);
  assert.deepEqual(await line(), {
    status: "warn",
    reason: "partners.waiting",
    values: { call, n: 2, more: 0, ended: "never", error: "" },
    fault: "waiting",
  });
  end("clean", "");
  assert.deepEqual(
    [(await line()).status, (await line()).fault],
    ["ok", null],
    "it was called and did not take it",
  );
  for (const words of ["one", "two"]) end("no_link", words);
  assert.equal((await line()).status, "ok");
  end("cut", "the line closed");
  assert.deepEqual(await line(), {
    status: "warn",
    reason: "partners.failing",
    values: { call, n: 3, more: 0, ended: "cut", error: "the line closed" },
    fault: "failing",
  });
  end("clean", "");
  assert.equal((await line()).status, "ok");
});

Deno.test("a session that the program's end cut off is noted as such", async () => {
  using app = club();
  const { forwards } = app.bbs.office;
  app.db.writeNow((tx) => forwards.begin(tx, { partner: "OE3XBB", startedAt: app.world.now() }));
  const prune = app.jobs.find(({ name }) => name === "bbs-prune")!;
  const outcome = async () => {
    await prune.run();
    return forwards.attempts({ partner: "OE3XBB", limit: 1 }).map(({ outcome }) => outcome);
  };
  app.world.pass(86_400);
  assert.deepEqual(await outcome(), ["running"]);
  app.world.pass(1);
  assert.deepEqual(await outcome(), ["cut"]);
  app.world.pass(30 * 86_400);
  assert.deepEqual(await outcome(), [], "the log is kept for 30 days");
});

Deno.test("while the clock is unset nothing expires, ages or goes back", async () => {
  using app = club();
  const mail = await post(app, { toCall: "OE9UNK" });
  await post(app, { toCall: "ALL", lifetimeSec: 60 });
  await bring(app, "DL1XBB", { from: "DL5AAA", bid: "1_X", body: `${rLine("DB0HOM.#BAY.DEU.EU")}\nx` });
  app.world.pass(-20 * 365 * 86_400);
  const rows = () =>
    ["bbs_message", "bbs_white_page", "bbs_bid", "bbs_post"].map((table) => count(app, table));
  const before = rows();
  for (const name of ["bbs-prune", "bbs-stuck"]) await app.jobs.find((job) => job.name === name)!.run();
  assert.deepEqual(rows(), before);
  // A clock that ran ahead when the mail was written: the seven days begin when that shows.
  app.world.pass(20 * 365 * 86_400 - 3600);
  const stuck = app.jobs.find((job) => job.name === "bbs-stuck")!;
  await stuck.run();
  app.world.pass(7 * 86_400 - 1);
  await stuck.run();
  assert.equal(count(app, "bbs_message", "delivery = 'returned'"), 0);
  app.world.pass(1);
  await stuck.run();
  assert.equal(count(app, "bbs_message", `delivery = 'returned' AND bid = '${mail.bid}'`), 1);
});

Deno.test("a session that a box reports is in the log with what was said, and a call that was asked for is done by it", async () => {
  using app = club();
  const { id } =
    (await app.operator.post("/api/bbs/partners", { call: "OE3XBB-8", intervalMin: 0 })).body.partner;
  const off = (await app.operator.post("/api/bbs/partners", { call: "OE4XBB", enabled: false })).body.partner;
  await refused(app, 409, "partner_off", () => app.operator.post(`/api/bbs/partners/${off.id}/call`));
  await refused(app, 404, "partner_unknown", () => app.operator.post("/api/bbs/partners/99/call"));
  await refused(app, 401, undefined, () => app.visitor.post(`/api/bbs/partners/${id}/call`));
  const asked = (await app.operator.post(`/api/bbs/partners/${id}/call`)).body.partner;
  assert.equal(asked.callAskedAt, app.world.now());
  const shown = async () => (await app.ingest.get("/api/bbs/partners")).body.partners[0];
  assert.equal((await shown()).callAskedAt, app.world.now());
  // Settings that are saved meanwhile leave it asked for.
  await app.operator.post("/api/bbs/partners", { call: "OE3XBB-8", ha: "OE3XBB.AUT.EU" });
  assert.equal((await shown()).callAskedAt, app.world.now());
  const report = {
    ...{ partner: "OE3XBB", seconds: 3, outcome: "clean", words: "", sent: 1, received: 2 },
    ...{ bytesOut: 30, bytesIn: 40, transcript: "< [FBB-7-B1$]\n< FQ" },
  };
  await refused(app, 401, undefined, () => app.visitor.post("/api/bbs/forward/session", report));
  await refused(
    app,
    404,
    "partner_unknown",
    () => app.ingest.post("/api/bbs/forward/session", { ...report, partner: "OE9NIX" }),
  );
  await refused(
    app,
    400,
    undefined,
    () => app.ingest.post("/api/bbs/forward/session", { ...report, transcript: "x".repeat(10_001) }),
  );
  // One that began before it was asked for does not count as that call.
  await app.ingest.post("/api/bbs/forward/session", { ...report, transcript: "" });
  assert.equal((await shown()).callAskedAt, app.world.now());
  app.world.pass(10);
  assert.equal((await app.ingest.post("/api/bbs/forward/session", report)).status, 200);
  const partner = await shown();
  assert.deepEqual([partner.callAskedAt, partner.lastAttempt.outcome], [null, "clean"]);
  const [last, first] = (await app.operator.get("/api/bbs/forward/log")).body.sessions;
  assert.deepEqual([last.partner, last.sent, last.received, last.bytesIn], ["OE3XBB-8", 1, 2, 40]);
  const said = async (session: { id: number }) =>
    (await app.operator.get(`/api/bbs/forward/log/${session.id}`)).body.transcript;
  assert.deepEqual([await said(last), await said(first)], [report.transcript, null]);
  await refused(app, 404, "session_unknown", () => app.operator.get("/api/bbs/forward/log/99"));
  await refused(app, 401, undefined, () => app.ingest.get(`/api/bbs/forward/log/${last.id}`));
  // It goes with its session.
  app.world.pass(31 * 86_400);
  await app.jobs.find(({ name }) => name === "bbs-prune")!.run();
  assert.equal(count(app, "bbs_transcript"), 0);
});

Deno.test("what waits for a partner is told by address and size, without a subject or a text", async () => {
  using app = club();
  const { id } = (await partner(app, "OE3XBB", ["EU"])) as { id: number };
  const writer = await app.signIn("OE1XYZ");
  await post(app, {
    ...{ fromCall: "OE1XYZ", toCall: "OE9AAA @ OE9XBB.#OE9.AUT.EU" },
    ...{ subject: "A private subject", body: "private words" },
  });
  const list = await app.operator.get(`/api/bbs/partners/${id}/waiting`);
  assert.equal(list.body.messages.length, 1, list.text);
  const [{ type, fromCall, toCall, held, tries }] = list.body.messages;
  assert.deepEqual([type, fromCall, toCall, held, tries], ["P", "OE1XYZ", "OE9AAA", null, 0]);
  assert.doesNotMatch(list.text, /private/);
  assert.equal(list.body.more, false);
  await refused(app, 404, "partner_unknown", () => app.operator.get("/api/bbs/partners/99/waiting"));
  await refused(app, 403, undefined, () => writer.get(`/api/bbs/partners/${id}/waiting`));
});
