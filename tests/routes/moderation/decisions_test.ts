/** Decisions: what each does, what it shows before, what it writes down, and what it refuses. */
import assert from "node:assert/strict";
import { KINDS, type ReportedKind } from "../../../src/moderation/mod.ts";
import { refused, type TestApp, testApp } from "../../kit/app.ts";
import { ADDRESSEE, club, FINDER, OWNER } from "../../kit/moderated.ts";

const clubApp = (env: Record<string, string> = {}) => testApp({ FIRST_PARTY_SITES: "OE1GATE-1", ...env });
const remove = (app: TestApp, kind: string, id: string, more: Record<string, unknown> = {}) =>
  app.operator.post("/api/admin/moderation/remove", { kind, id, reason: "not for a club", ...more });
const restore = (app: TestApp, kind: string, id: string) =>
  app.operator.post("/api/admin/moderation/restore", { kind, id, reason: "looked again" });
/** The log without the links by which the test's people signed in. */
const log = async (app: TestApp, query = "") =>
  (await app.operator.get(`/api/admin/moderation/log${query}`)).body.entries
    .filter((row: { action: string }) => row.action !== "operator-link");

Deno.test("a removal is shown first, changes nothing then, and leaves one row that outlives the thing", async () => {
  using app = clubApp();
  const { ids, finder } = await club(app);
  await finder.post("/api/reports", { kind: "cache", id: ids.cache, category: "unsafe" });
  const before = app.fingerprint();
  const shown = await remove(app, "cache", ids.cache, { dry: true });
  assert.deepEqual(shown.body, {
    ok: true,
    kind: "cache",
    id: ids.cache,
    tombstones: 0,
    touches: { cache: 1, logs: 0, media: 0, adoptionOffers: 0, reports: 1 },
    dry: true,
  });
  assert.equal(app.fingerprint(), before);
  for (const kind of KINDS) {
    const done = await remove(app, kind, ids[kind]);
    assert.deepEqual([done.status, done.body.kind, done.body.touches[kind]], [200, kind, 1], done.text);
  }
  const rows = (await log(app)).filter((row: { action: string }) => row.action === "remove");
  assert.deepEqual(rows.map((row: { kind: ReportedKind }) => row.kind), KINDS.toReversed());
  for (const row of rows) {
    assert.deepEqual([row.actor, row.reason], ["OPERATOR", "not for a club"]);
    assert.equal(row.about, row.kind === "log" ? FINDER : OWNER, row.kind);
  }
  const { reports } = (await app.operator.get("/api/admin/moderation/reports?status=resolved")).body;
  assert.deepEqual([reports[0].resolution, reports[0].gone], ["removed: not for a club", true]);
});

Deno.test("what is gone is 404, a removed cache 409, and only a cache comes back", async () => {
  using app = clubApp();
  const { ids } = await club(app);
  for (const kind of KINDS) await remove(app, kind, ids[kind]);
  for (const kind of KINDS) {
    const [status, reason] = kind === "cache" ? [409, "already_removed"] : [404, "item_not_found"];
    await refused(app, status as number, reason as string, () => remove(app, kind, ids[kind]));
    if (kind !== "cache") await refused(app, 400, "cannot_restore", () => restore(app, kind, ids[kind]));
  }
  assert.equal((await restore(app, "cache", ids.cache)).status, 200);
  await refused(app, 409, "not_removed", () => restore(app, "cache", ids.cache));
  await refused(app, 404, "item_not_found", () => restore(app, "cache", "77777"));
  await refused(app, 400, "invalid_body", () => remove(app, "log", ids.log, { reason: "  x " }));
  await refused(app, 400, "invalid_body", () => remove(app, "log", ids.log, { reason: "x".repeat(501) }));
});

Deno.test("a removed cache is 410 to others, shown to owner and operator, and its owner may not edit it", async () => {
  using app = clubApp();
  const { ids, owner, finder } = await club(app);
  const sysop = await app.sysop();
  await remove(app, "cache", ids.cache);
  const path = `/api/caches/${ids.cache}`;
  assert.deepEqual(
    [
      (await finder.get(path)).status,
      (await app.visitor.get(path)).status,
      (await owner.get(path)).status,
      (await sysop.get(path)).status,
    ],
    [410, 410, 200, 200],
  );
  assert.equal((await refused(app, 403, undefined, () => owner.patch(path, { title: "New" }))).status, 403);
  assert.equal((await restore(app, "cache", ids.cache)).status, 200);
  assert.equal((await finder.get(path)).body.status, "disabled");
  assert.equal((await owner.patch(path, { status: "active" })).status, 200);
});

Deno.test("the owner is told what and why, in the app and by mail, and not by whom", async () => {
  using app = clubApp({ APP_URL: "https://club.example" });
  const { ids, owner, finder } = await club(app);
  app.db.writeNow((tx) =>
    app.db.sql("UPDATE account SET email = 'ann@example.org' WHERE active_call = 'OE1ABC'").run(tx)
  );
  await finder.post("/api/reports", { kind: "cache", id: ids.cache, category: "unsafe", text: "a cliff" });
  app.world.sent.length = 0;
  await remove(app, "cache", ids.cache);
  const [alert] = (await owner.get("/api/watch/alerts")).body.alerts;
  assert.deepEqual([alert.kind, alert.callsign], ["cache_removed", OWNER]);
  const [mail] = app.world.sent;
  assert.equal(mail!.to, "ann@example.org");
  assert.match(mail!.text, /not for a club/);
  assert.doesNotMatch(mail!.text + JSON.stringify(alert), /DL1XYZ|cliff|https?:/);
});

Deno.test("a report ties a removal to its thing, and to the person of then", async () => {
  using app = clubApp();
  const { ids, finder } = await club(app);
  const filed = async (kind: ReportedKind) =>
    (await finder.post("/api/reports", { kind, id: ids[kind], category: "spam" })).body.id as number;
  const onLog = await filed("bbs"), onProfile = await filed("profile");
  await refused(app, 409, "other_target", () => remove(app, "cache", ids.cache, { reportId: onLog }));
  await refused(app, 404, "report_not_found", () => remove(app, "cache", ids.cache, { reportId: 999 }));
  // The call goes to somebody else, who has a profile too.
  const bob = await app.signIn(ADDRESSEE);
  await bob.post("/auth/profile", { bio: "mine", profilePublic: true });
  app.db.writeNow((tx) => {
    app.db.sql("UPDATE held_call SET account_id = :to WHERE base = 'OE1ABC'").run(tx, {
      to: app.accounts.holder(ADDRESSEE)!.accountId,
    });
  });
  await refused(app, 404, "item_not_found", () => remove(app, "profile", "OE9NIX"));
  await refused(app, 409, undefined, () => remove(app, "profile", OWNER, { reportId: onProfile }));
});

Deno.test("an operator's profile is not removed, an operator not suspended", async () => {
  using app = clubApp();
  const sysop = await app.sysop();
  await sysop.post("/auth/profile", { bio: "the boss", profilePublic: true });
  await refused(app, 409, "operators_profile", () => remove(app, "profile", "OE1SYS"));
  await refused(
    app,
    409,
    "operator_account",
    () =>
      app.operator.post("/api/admin/moderation/accounts/OE1SYS/suspend", {
        reason: "test",
        category: "spam",
      }),
  );
});

Deno.test("a suspension says first what it stops, drops what waits, and is lifted", async () => {
  using app = clubApp();
  const { owner } = await club(app);
  // Nobody here holds the call: it waits until the station is heard.
  const left = await owner.post("/api/mailbox", { from: OWNER, to: "OE9NIX", text: "waits" });
  assert.deepEqual([left.status, left.body.delivery], [201, undefined]);
  const path = `/api/admin/moderation/accounts/${OWNER}`;
  const body = { reason: "adverts", category: "spam", until: app.world.now() + 3600 };
  const before = app.fingerprint();
  const dry = await app.operator.post(`${path}/suspend`, { ...body, dry: true });
  assert.deepEqual(dry.body, {
    ok: true,
    touches: { calls: 1, passkeys: 0, deviceKeys: 0, mailbox: 1, queued: 0, packetMail: 0 },
    dry: true,
  });
  assert.equal(app.fingerprint(), before);
  const done = await app.operator.post(`${path}/suspend`, body);
  assert.deepEqual(done.body.suspended, { ...body, at: app.world.now() });
  assert.equal((await owner.get("/api/watch")).status, 401);
  assert.deepEqual((await owner.get("/auth/session")).body.ended, {
    reason: "suspended",
    until: body.until,
    why: "adverts",
  });
  assert.equal((await app.operator.post(`${path}/suspend`, { ...body, dry: true })).body.touches.mailbox, 0);
  const listed = (await app.operator.get("/api/admin/moderation/accounts?suspended=1")).body;
  assert.deepEqual(listed.accounts.map((one: { callsign: string }) => one.callsign), [OWNER]);
  assert.equal((await app.operator.post(`${path}/unsuspend`, { reason: "sorry" })).status, 200);
  await refused(app, 409, "not_suspended", () => app.operator.post(`${path}/unsuspend`, { reason: "sorry" }));
  assert.deepEqual(
    (await log(app, `?about=${OWNER}`)).map((row: Record<string, unknown>) => [row.action, row.reason]),
    [["unsuspend", "sorry"], ["suspend", "adverts"]],
  );
  for (
    const [reason, over] of [
      ["invalid_until", { until: app.world.now() }],
      ["invalid_body", { category: "boring" }],
      ["invalid_body", { reason: "no" }],
    ] as const
  ) await refused(app, 400, reason, () => app.operator.post(`${path}/suspend`, { ...body, ...over }));
  await refused(
    app,
    404,
    "no_account",
    () => app.operator.post("/api/admin/moderation/accounts/OE9NIX/suspend", body),
  );
  await refused(
    app,
    400,
    "invalid_call",
    () => app.operator.post("/api/admin/moderation/accounts/no%20call/suspend", body),
  );
});

Deno.test("a text between members leaves the mail and the conversation, whichever of them is removed", async () => {
  for (const from of ["mailbox", "message"] as const) {
    using app = clubApp();
    const { owner, addressee, ids } = await club(app);
    const text = "xqmailboxqx";
    const read = async () =>
      [
        (await owner.get("/api/mailbox")).text,
        (await addressee.get("/api/mailbox")).text,
        (await addressee.get(`/api/messages/with/${OWNER}`)).text,
      ].map((one) => one.includes(text));
    assert.deepEqual(await read(), [true, true, true]);
    const copy = app.db.sql<{ body: string }, { id: number }>(
      "SELECT id FROM message WHERE body = :body AND delivery = 'here'",
    ).get({ body: text })!;
    assert.equal((await remove(app, from, from === "mailbox" ? ids.mailbox : String(copy.id))).status, 200);
    assert.deepEqual(await read(), [false, false, false], from);
  }
});

Deno.test("the calls of a suspended account that was erased are listed, and freed by lifting", async () => {
  using app = clubApp();
  await club(app);
  await app.operator.post(`/api/admin/moderation/accounts/${OWNER}/suspend`, {
    reason: "adverts",
    category: "spam",
  });
  app.db.writeNow((tx) => app.people.portability.erase(tx, app.accounts.holder(OWNER)!.accountId));
  const erased = async () =>
    (await app.operator.get("/api/admin/moderation/accounts?suspended=1")).body.erasedCalls;
  assert.deepEqual(
    (await erased()).map((one: Record<string, unknown>) => [one.callsign, one.category, one.until]),
    [[OWNER, "spam", null]],
  );
  assert.equal(
    (await app.operator.post(`/api/admin/moderation/accounts/${OWNER}/unsuspend`, { reason: "new licensee" }))
      .status,
    200,
  );
  assert.deepEqual(await erased(), []);
});

Deno.test("people are found by the beginning of a call or by a part of their address", async () => {
  using app = clubApp();
  await club(app);
  app.db.writeNow((tx) =>
    app.db.sql("UPDATE account SET email = 'Ann@Example.org' WHERE active_call = 'OE1ABC'").run(tx)
  );
  const found = async (q: string) =>
    (await app.operator.get(`/api/admin/moderation/accounts?q=${encodeURIComponent(q)}`)).body.accounts
      .map((one: { callsign: string }) => one.callsign);
  assert.deepEqual(await found("oe1"), [OWNER]);
  assert.deepEqual(await found("OE"), [OWNER, ADDRESSEE]);
  assert.deepEqual(await found("ann@"), [OWNER]);
  assert.deepEqual(await found("%@%"), []);
  for (const q of ["", "o", " o "]) {
    await refused(
      app,
      400,
      "short_query",
      () => app.operator.get(`/api/admin/moderation/accounts?q=${encodeURIComponent(q)}`),
    );
  }
});

Deno.test("one answer shows a member: calls, proofs, open reports, the latest of each kind, what was done", async () => {
  using app = clubApp();
  const { ids, finder } = await club(app);
  await finder.post("/api/reports", { kind: "bbs", id: ids.bbs, category: "spam" });
  await remove(app, "mesh", ids.mesh);
  const { body } = await app.operator.get(`/api/admin/moderation/accounts/${OWNER}-7`);
  assert.deepEqual([body.account.callsign, body.account.calls, body.account.operator], [
    OWNER,
    [OWNER],
    false,
  ]);
  assert.deepEqual(body.account.verifications.map((one: { callsign: string }) => one.callsign), [OWNER]);
  assert.deepEqual(body.openReports.map((one: { kind: string }) => one.kind), ["bbs"]);
  assert.deepEqual(
    [...new Set(body.content.map((one: { kind: string }) => one.kind))].sort(),
    ["bbs", "cache", "card", "mailbox", "media", "message", "profile"],
  );
  assert.deepEqual(body.actions.map((one: { action: string }) => one.action), ["remove", "operator-link"]);
  await refused(app, 404, "no_account", () => app.operator.get("/api/admin/moderation/accounts/OE9NIX"));
});

Deno.test("a member with 50,000 things is shown by reading the latest fifty of each kind", async () => {
  using app = clubApp();
  const { ids } = await club(app);
  const account = app.accounts.holder(OWNER)!.accountId;
  app.db.writeNow((tx) =>
    app.db.sql<{ account: number; cache: number }>(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
       INSERT INTO log (cache_id, account_id, call, kind, text, found_at, created_at, offline, via, needs_maintenance)
       SELECT :cache, :account, 'OE1ABC', 'note', 'note ' || i, i, i, 0, 'web', 0 FROM n`,
    ).run(tx, { account, cache: Number(ids.cache) })
  );
  const { body } = await app.operator.get(`/api/admin/moderation/accounts/${OWNER}`);
  const notes = body.content.filter((one: { kind: string }) => one.kind === "log");
  assert.equal(notes.length, 50);
  assert.equal(notes[0].preview, "note 50000");
  const plan = app.db.sql<{ account: number; limit: number }, { detail: string }>(
    "EXPLAIN QUERY PLAN SELECT * FROM log l WHERE l.account_id = :account ORDER BY l.id DESC LIMIT :limit",
  ).all({ account, limit: 50 }).map(({ detail }) => detail).join("; ");
  assert.match(plan, /USING INDEX log_account/);
  assert.doesNotMatch(plan, /TEMP B-TREE/);
});

Deno.test("the log is paged, and narrowed by action, actor and person", async () => {
  using app = clubApp();
  const { ids } = await club(app);
  const sysop = await app.sysop();
  for (const kind of ["cache", "log", "media"] as const) await remove(app, kind, ids[kind]);
  assert.equal(
    (await sysop.post("/api/admin/moderation/restore", { kind: "cache", id: ids.cache, reason: "fine" }))
      .status,
    200,
  );
  const first = (await app.operator.get("/api/admin/moderation/log?limit=2")).body;
  assert.deepEqual(first.entries.map((one: { action: string }) => one.action), ["restore", "remove"]);
  const rest =
    (await app.operator.get(`/api/admin/moderation/log?limit=100&before=${first.nextBefore}`)).body;
  assert.equal(rest.nextBefore, null);
  assert.ok(rest.entries.every((one: { id: number }) => one.id < first.nextBefore));
  assert.deepEqual(
    (await log(app, "?actor=OE1SYS&action=restore")).map((one: { action: string }) => one.action),
    ["restore"],
  );
  assert.deepEqual((await log(app, `?about=${FINDER}`)).map((one: { kind: string }) => one.kind), ["log"]);
  const removed = (await log(app, `?target=${ids.log}&action=remove`)) as { targetId: string }[];
  assert.ok(removed.length > 0 && removed.every(({ targetId }) => targetId === String(ids.log)));
  assert.deepEqual(await log(app, "?target=nothing"), []);
  for (const query of [`?target=${"x".repeat(101)}`, "?limit=101", "?limit=0", "?before=0", "?before=x"]) {
    await refused(app, 400, "invalid_query", () => app.operator.get(`/api/admin/moderation/log${query}`));
  }
});

Deno.test("an erased person's call leaves the log; what was done stays", async () => {
  using app = clubApp();
  const { ids } = await club(app);
  await app.signIn("OE1ABCD"); // a call that begins alike keeps its own
  await remove(app, "log", ids.log, { reason: "DL1XYZ-7 wrote about DL1XYZA" });
  app.db.writeNow((tx) => app.people.portability.erase(tx, app.accounts.holder(FINDER)!.accountId));
  const [row] = (await log(app)).filter((one: { kind: string }) => one.kind === "log");
  assert.deepEqual([row.about, row.reason], [null, "WITHDRAWN wrote about DL1XYZA"]);
  assert.match(row.label, /by WITHDRAWN$/);
});
