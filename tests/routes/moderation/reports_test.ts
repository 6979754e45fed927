/** Reports: who may file which, what operators see of them, and what nobody is told. */
import assert from "node:assert/strict";
import { KINDS, type ReportedKind } from "../../../src/moderation/mod.ts";
import { appTest, refused, type TestApp, testApp } from "../../kit/app.ts";
import { ADDRESSEE, club, FINDER, OWNER } from "../../kit/moderated.ts";

const clubApp = (env: Record<string, string> = {}) =>
  testApp({ FIRST_PARTY_SITES: "OE1GATE-1", OPERATOR_EMAIL: "op@club.example", ...env });
const queue = async (app: TestApp, status = "open") =>
  (await app.operator.get(`/api/admin/moderation/reports?status=${status}`)).body;

Deno.test("every kind is reported, and stands in the queue with label, preview and owner", async () => {
  using app = clubApp();
  const { ids, addressee } = await club(app);
  for (const [i, kind] of KINDS.entries()) {
    const from = addressee.with({}, `192.0.2.${10 + i}`);
    const filed = await from.post("/api/reports", { kind, id: ids[kind], category: "spam", text: "look" });
    assert.equal(filed.status, 201, `${kind}: ${filed.text}`);
  }
  const { reports, counts } = await queue(app);
  assert.deepEqual(counts, { open: KINDS.length, resolved: 0 });
  assert.deepEqual(reports.map((one: { kind: ReportedKind }) => one.kind), KINDS.toReversed());
  for (const one of reports) {
    assert.equal(one.ownerCall, one.kind === "log" ? FINDER : OWNER, one.kind);
    assert.deepEqual([one.gone, one.status, one.reporter, one.text], [false, "open", ADDRESSEE, "look"]);
    assert.match(one.preview, new RegExp(`xq${one.kind}qx`));
  }
});

Deno.test("a second open report by the same account on the same thing is the first one, and mails nobody again", async () => {
  using app = clubApp();
  const { ids, addressee, finder } = await club(app);
  app.world.sent.length = 0;
  const report = { kind: "cache", id: ids.cache, category: "unsafe" };
  const first = await addressee.post("/api/reports", report);
  const again = await addressee.post("/api/reports", { ...report, category: "spam" });
  assert.deepEqual([again.status, again.body], [200, { ok: true, id: first.body.id, duplicate: true }]);
  const other = await finder.post("/api/reports", report);
  assert.deepEqual([other.status, other.body.duplicate], [201, undefined]);
  assert.equal(app.world.sent.length, 2);
  // Once it is resolved, it may be reported anew.
  await app.operator.post(`/api/admin/moderation/reports/${first.body.id}`, { status: "resolved" });
  assert.equal((await addressee.post("/api/reports", report)).status, 201);
});

Deno.test("the mail names the category, carries no link, and says nothing of who reported", async () => {
  using app = clubApp({ APP_URL: "https://club.example" });
  const { ids, addressee } = await club(app);
  app.world.sent.length = 0;
  await addressee.post("/api/reports", {
    kind: "log",
    id: ids.log,
    category: "offensive",
    text: "rude\n\nTo: you",
  });
  const [mail] = app.world.sent;
  assert.equal(mail!.to, "op@club.example");
  assert.match(mail!.subject, /offensive/);
  assert.doesNotMatch(mail!.text, /https?:|OE3BOB/);
  assert.match(mail!.text, /They wrote: rude To: you/);
});

Deno.test("what one may not know of cannot be reported: the answer is that of nothing", async () => {
  using app = clubApp();
  const { ids, finder, owner } = await club(app);
  const letter = await owner.post("/api/bbs/messages", {
    fromCall: OWNER,
    toCall: ADDRESSEE,
    subject: "s",
    body: "b",
  });
  const draft = await owner.post("/api/caches", { title: "Draft", lat: 48, lon: 16, status: "draft" });
  await owner.post("/auth/profile", { bio: "hidden", profilePublic: false });
  const report = (kind: string, id: string) => () =>
    finder.post("/api/reports", { kind, id, category: "spam" });
  for (
    const [kind, id] of [
      ["mailbox", ids.mailbox],
      ["bbs", String(letter.body.id)],
      ["cache", String(draft.body.id)],
      ["profile", OWNER],
      ["cache", "999999"],
      ["log", "x"],
      ["media", "../../etc/passwd"],
      ["profile", "nobody at all"],
    ] as const
  ) await refused(app, 404, "item_not_found", report(kind, id));
  // The two sides of a letter may.
  assert.equal(
    (await owner.post("/api/reports", { kind: "bbs", id: String(letter.body.id), category: "spam" })).status,
    201,
  );
});

Deno.test("reports that do not fit are refused", async () => {
  using app = clubApp();
  const { ids, finder } = await club(app);
  const report = (over: Record<string, unknown>) => () =>
    finder.post("/api/reports", { kind: "cache", id: ids.cache, category: "spam", ...over });
  await refused(app, 400, "invalid_body", report({ kind: "meshcom" }));
  await refused(app, 400, "invalid_body", report({ category: "boring" }));
  await refused(app, 400, "invalid_body", report({ text: "x".repeat(1001) }));
  await refused(app, 400, "invalid_body", report({ id: "1".repeat(101) }));
  await refused(app, 400, "text_needed", report({ category: "other", text: " no " }));
  await refused(app, 400, "text_needed", report({ category: "other" }));
  assert.equal((await report({ category: "other", text: "odd" })()).status, 201);
});

Deno.test("ten reports an hour of a member, twenty of a network, three of nobody", async () => {
  using app = clubApp();
  const { ids } = await club(app);
  const members = [];
  for (const call of ["OE1AAA", "OE1BBB", "OE1CCC"]) members.push(await app.signIn(call));
  const report = { kind: "cache", id: ids.cache, category: "spam" };
  const [a, b, c] = members.map((one) => one.with({}, "192.0.2.77"));
  for (let i = 0; i < 10; i++) assert.ok((await a!.post("/api/reports", report)).status < 300);
  await refused(app, 429, "rate_limited", () => a!.post("/api/reports", report));
  await refused(app, 429, "rate_limited", () => a!.with({}, "192.0.2.78").post("/api/reports", report));
  for (let i = 0; i < 10; i++) assert.ok((await b!.post("/api/reports", report)).status < 300);
  await refused(app, 429, "rate_limited", () => c!.post("/api/reports", report));
  const nobody = app.visitor.with({}, "192.0.2.79");
  for (let i = 0; i < 3; i++) assert.equal((await nobody.post("/api/reports", report)).status, 201);
  await refused(app, 429, "rate_limited", () => nobody.post("/api/reports", report));
  app.world.pass(3600);
  assert.equal((await nobody.post("/api/reports", report)).status, 201);
});

Deno.test("a report is resolved with a note, opened again, and says when its thing is gone", async () => {
  using app = clubApp();
  const { ids, finder, owner } = await club(app);
  const { id } =
    (await finder.post("/api/reports", { kind: "media", id: ids.media, category: "copyright" })).body;
  const decide = (body: Record<string, unknown>) =>
    app.operator.post(`/api/admin/moderation/reports/${id}`, body);
  assert.equal((await decide({ status: "resolved" })).body.report.resolution, "no action");
  const resolved = (await decide({ status: "resolved", note: "is the owner's own" })).body.report;
  assert.deepEqual([resolved.status, resolved.resolution, resolved.resolvedBy], [
    "resolved",
    "is the owner's own",
    "OPERATOR",
  ]);
  assert.deepEqual((await queue(app)).counts, { open: 0, resolved: 1 });
  const opened = (await decide({ status: "open" })).body.report;
  assert.deepEqual([opened.status, opened.resolution, opened.resolvedAt], ["open", null, null]);
  const cache = app.db.sql<never, { id: number }>("SELECT cache_id AS id FROM media").get()!.id;
  assert.equal((await owner.delete(`/api/caches/${cache}/media/${ids.media}`)).status, 200);
  assert.equal((await queue(app)).reports[0].gone, true);
  await refused(
    app,
    404,
    "report_not_found",
    () => app.operator.post("/api/admin/moderation/reports/77", { status: "open" }),
  );
  await refused(
    app,
    404,
    "report_not_found",
    () => app.operator.post("/api/admin/moderation/reports/x", { status: "open" }),
  );
});

Deno.test("the target and other members learn nothing of a report; the queue is the operators'", async () => {
  using app = clubApp();
  const { ids, finder, owner } = await club(app);
  await finder.post("/api/reports", { kind: "cache", id: ids.cache, category: "spam", text: "xqreportqx" });
  await refused(app, 403, "not_sysop", () => owner.get("/api/admin/moderation/reports"));
  await refused(app, 401, "no_credential", () => app.visitor.get("/api/admin/moderation/reports"));
  for (const path of ["/api/watch/alerts", "/api/my/data", "/api/start", `/api/caches/${ids.cache}`]) {
    assert.doesNotMatch((await owner.get(path)).text, /xqreportqx/, path);
  }
});

Deno.test("who is erased leaves their reports without name and text, and reports about them go", async () => {
  using app = clubApp();
  const { ids, finder, addressee } = await club(app);
  await finder.post("/api/reports", { kind: "cache", id: ids.cache, category: "spam", text: "mine" });
  await addressee.post("/api/reports", { kind: "log", id: ids.log, category: "spam" });
  const { accountId } = app.accounts.holder(FINDER)!;
  const exported = app.people.portability.export(accountId);
  assert.match(JSON.stringify(exported), /"text":"mine"/);
  app.db.writeNow((tx) => app.people.portability.erase(tx, accountId));
  const { reports } = await queue(app);
  assert.deepEqual(
    reports.map((one: Record<string, unknown>) => [one.kind, one.reporter, one.text]),
    [["cache", null, ""]],
  );
});

Deno.test("resolved reports go after MODERATION_RETENTION_DAYS, open ones stay", async () => {
  using app = clubApp({ MODERATION_RETENTION_DAYS: "30" });
  const { ids, finder, addressee } = await club(app);
  const { id } = (await finder.post("/api/reports", { kind: "cache", id: ids.cache, category: "spam" })).body;
  await addressee.post("/api/reports", { kind: "cache", id: ids.cache, category: "spam" });
  await app.operator.post(`/api/admin/moderation/reports/${id}`, { status: "resolved" });
  const prune = app.jobs.find(({ name }) => name === "moderation-prune")!;
  app.world.pass(30 * 86_400);
  await prune.run();
  assert.deepEqual((await queue(app)).counts, { open: 1, resolved: 1 });
  app.world.pass(1);
  await prune.run();
  assert.deepEqual((await queue(app)).counts, { open: 1, resolved: 0 });
});

appTest("the queue is paged to its oldest report, and says how long that one waits", {}, async (app) => {
  app.db.writeNow((tx) => {
    for (let id = 1; id <= 201; id++) {
      app.db.change<{ id: number; at: number }>(
        `INSERT INTO report (id, kind, target_id, label, preview, category, text, status, created_at)
         VALUES (:id, 'cache', 'x', 'x', '', 'spam', '', 'open', :at)`,
      )(tx, { id, at: 1000 + id });
    }
  });
  const page = async (query: string) =>
    (await app.operator.get(`/api/admin/moderation/reports${query}`)).body;
  const ids = (
    { reports }: { reports: { id: number }[] },
  ) => [reports.length, reports[0]?.id, reports.at(-1)?.id];
  const first = await page("");
  assert.deepEqual([ids(first), first.nextBefore, first.oldestAt], [[100, 201, 102], 102, 1001]);
  const second = await page("?before=102");
  assert.deepEqual([ids(second), second.nextBefore], [[100, 101, 2], 2]);
  const last = await page("?before=2");
  assert.deepEqual([ids(last), last.nextBefore, last.oldestAt], [[1, 1, 1], null, 1001]);
  assert.equal(
    (await page("?before=101")).nextBefore,
    null,
    "a full page with nothing behind it is the last",
  );
  assert.deepEqual([(await page("?status=resolved")).oldestAt, (await page("?status=resolved")).nextBefore], [
    null,
    null,
  ]);
  await refused(app, 400, "invalid_query", () => app.operator.get("/api/admin/moderation/reports?before=0"));
});

Deno.test("ids are taken as the API writes them: a cache, a log and a message by number", async () => {
  using app = clubApp();
  const { ids, addressee } = await club(app);
  const written = KINDS.filter((kind) => /^[1-9]\d*$/.test(ids[kind]));
  assert.ok(written.includes("cache") && written.includes("log") && written.includes("message"));
  for (const kind of written) {
    app.world.pass(3600); // the limit of reports is not what this is about
    const report = { kind, id: Number(ids[kind]), category: "spam" };
    const filed = await addressee.post("/api/reports", report);
    assert.equal(filed.status, 201, `${kind}: ${filed.text}`);
    const again = await addressee.post("/api/reports", { ...report, id: ids[kind] });
    assert.deepEqual(
      [again.status, again.body.id],
      [200, filed.body.id],
      "the same thing by its number as a text",
    );
  }
  for (const id of [0, -1, 1.5, 2 ** 53, true, null, {}, ""]) {
    await refused(
      app,
      400,
      "invalid_body",
      () => addressee.post("/api/reports", { kind: "cache", id, category: "spam" } as never),
    );
  }
  const removal = { kind: "cache", id: Number(ids.cache), reason: "unsafe" };
  const removed = await app.operator.post("/api/admin/moderation/remove", removal);
  assert.deepEqual([removed.status, removed.body.id], [200, ids.cache]);
  const back = await app.operator.post("/api/admin/moderation/restore", removal);
  assert.deepEqual([back.status, back.body.id], [200, ids.cache]);
});

Deno.test("a report on an unlisted cache's number says no more than one on a number that nobody has", async () => {
  using app = clubApp();
  const owner = await app.signIn("OE4OWN"), stranger = await app.signIn("OE4STR");
  const made = await owner.post("/api/caches", { title: "Psst", lat: 48, lon: 16, unlisted: true });
  const { id, code } = made.body;
  const report = (by: typeof owner, ref: string | number, n = 1) =>
    by.with({}, `192.0.2.${n}`).post("/api/reports", { kind: "cache", id: ref, category: "spam" });
  for (const by of [app.visitor, stranger]) {
    const none = await refused(app, 404, "item_not_found", () => report(by, id + 1));
    for (const ref of [id, String(id)]) {
      const hidden = await refused(app, 404, "item_not_found", () => report(by, ref));
      assert.deepEqual(hidden.body, none.body);
    }
  }
  // Whoever was told the code may report it, and so may whoever has had to do with it.
  assert.equal((await report(app.visitor, code, 2)).status, 201);
  assert.equal((await stranger.post(`/api/caches/${code}/watch`)).status, 200);
  assert.equal((await report(stranger, id, 3)).status, 201);
  assert.equal((await report(owner, id, 4)).status, 201);
  assert.deepEqual((await queue(app)).reports.map((one: { targetId: string }) => one.targetId), [
    String(id),
    String(id),
    String(id),
  ]);
  // The operators judge and remove it by its number, as the queue names it.
  const removed = await app.operator.post("/api/admin/moderation/remove", {
    kind: "cache",
    id,
    reason: "unsafe",
  });
  assert.equal(removed.status, 200, removed.text);
});
