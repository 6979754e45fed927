/** A silent key: the account is closed like a suspended one, and everything that the person made stays under the name. */
import assert from "node:assert/strict";
import { waysBack } from "../../../src/client/admin/done/ways_back.ts";
import { cacheStore } from "../../../src/caches/tables/cache_store.ts";
import { enrolBox, rf } from "../../kit/boxes.ts";
import { refused, SYSOP, type TestApp, testApp } from "../../kit/app.ts";
import { find, hide, member } from "../../kit/seed_game.ts";

const CALL = "OE2OLD";
const AT = (call = CALL) => `/api/admin/moderation/accounts/${call}`;

/** A member of long standing with a cache, a find and an open session. */
async function scene() {
  const app = testApp({ FIRST_PARTY_SITES: "OE3ABC-10", SERVICE_CALL: "OE1SYS-15" });
  const client = await app.signIn(CALL);
  const own = await hide(app, CALL, { title: "The old mill" });
  const other = await hide(app, "OE1OWN", { title: "Another", lat: 48.3 });
  const log = await find(app, CALL, other.code, { text: "nice walk" });
  await enrolBox(app, "attic", { callsign: "OE3ABC" });
  const remember = (reason = "Silent key since May") => app.operator.post(`${AT()}/memorial`, { reason });
  return { app, client, own, other, log, remember };
}

/** Whether what the person made is to be seen: cache, list, log, profile. */
async function seen(app: TestApp, one: { own: { id: number }; other: { id: number } }) {
  const cache = await app.visitor.get(`/api/caches/${one.own.id}`);
  const { body: { logs } } = await app.visitor.get(`/api/caches/${one.other.id}/logs`);
  const { body: list } = await app.visitor.get("/api/caches");
  const { body: profile } = await app.visitor.get(`/api/profile/${CALL}`);
  return {
    owner: cache.body.owner ?? cache.status,
    listed: list.caches.some(({ id }: { id: number }) => id === one.own.id),
    log: logs.map((log: { author: { call: string } }) => log.author.call),
    hides: profile.hides,
    finds: profile.finds,
    memorial: profile.memorial,
  };
}
const WHOLE = { owner: CALL, listed: true, log: [CALL], hides: 1, finds: 1, memorial: false };

Deno.test("the name stays on all that was made, and the profile says that it is kept in memory", async () => {
  const one = await scene();
  using app = one.app;
  assert.deepEqual(await seen(app, one), WHOLE);
  const before = app.fingerprint();
  const dry = await app.operator.post(`${AT()}/memorial`, { reason: "dry", dry: true });
  assert.deepEqual([dry.body.dry, dry.body.touches.calls], [true, 1]);
  assert.equal(app.fingerprint(), before, "looked at, nothing done");

  const done = await one.remember();
  assert.equal(done.status, 200, done.text);
  assert.deepEqual(await seen(app, one), { ...WHOLE, memorial: true });
  const { body: { account } } = await app.operator.get(AT());
  assert.deepEqual([account.suspended.category, account.suspended.until], ["memorial", null]);
  // Somebody suspended is hidden: the difference is the whole of a memorial.
  await app.operator.post(`${AT()}/suspend`, { reason: "adverts", category: "spam" });
  assert.deepEqual(await seen(app, one), {
    ...{ owner: 404, listed: false, log: [], hides: 0, finds: 0, memorial: false },
  });
});

Deno.test("nobody acts under the call any more: no session, no link, no find by radio, no claim", async () => {
  const one = await scene();
  using app = one.app;
  app.db.writeNow((tx) => app.accounts.unverify(tx, CALL));
  assert.equal(app.people.claims.isClaimable(CALL), true);
  await one.remember();
  assert.equal((await one.client.get("/auth/session")).body.callsign, null);
  assert.equal(app.people.claims.isClaimable(CALL), false);
  const sysop = await app.sysop();
  await refused(app, 403, "suspended", () => sysop.post(`/api/admin/people/${CALL}/link`));
  app.db.writeNow((tx) => app.accounts.verify(tx, CALL, "lotw"));
  assert.equal(app.accounts.speaksFor(CALL), false);
  const third = await hide(app, "OE1OWN", { title: "Third", lat: 48.4 });
  await app.ingest.post("/ingest", {
    packets: [
      rf(app, `${CALL}>APRS:!4824.00N/01622.20E>`, "OE3ABC-10"),
      rf(app, `${CALL}>APRS::OE1SYS-15:FOUND ${third.code}{7`, "OE3ABC-10"),
    ],
  });
  assert.equal((await app.visitor.get(`/api/caches/${third.id}/logs`)).body.logs.length, 0);
});

Deno.test("it is taken back as a suspension is, also from what was done", async () => {
  const one = await scene();
  using app = one.app;
  await one.remember();
  const { body: { entries } } = await app.operator.get("/api/admin/moderation/log");
  assert.deepEqual([entries[0].action, entries[0].kind, entries[0].reason], [
    "memorial",
    "account",
    "Silent key since May",
  ]);
  assert.deepEqual(waysBack(entries).get(entries[0].id), { act: "unsuspend" });
  assert.equal((await app.operator.post(`${AT()}/unsuspend`, { reason: "alive" })).status, 200);
  const { body } = await app.operator.get("/api/admin/moderation/log");
  assert.equal(waysBack(body.entries).get(entries[0].id), undefined, "what was taken back holds no more");
  assert.deepEqual(await seen(app, one), WHOLE);
  assert.equal(app.accounts.holder(CALL)!.suspended, false);
});

Deno.test("an operator, a call that nobody holds and a stranger's wish are refused", async () => {
  const one = await scene();
  using app = one.app;
  await app.signIn(SYSOP);
  const remember = (call: string, as = app.operator) => () =>
    as.post(`${AT(call)}/memorial`, { reason: "silent key" });
  await refused(app, 409, "operator_account", remember(SYSOP));
  await refused(app, 404, "no_account", remember("OE9ZZZ"));
  await refused(app, 400, "invalid_call", remember("nobody"));
  await refused(app, 401, "no_credential", remember(CALL, app.visitor));
});

Deno.test("an erased memorial leaves its call free, as an erased suspension does not", async () => {
  for (const [act, free] of [["memorial", true], ["suspend", false]] as const) {
    const one = await scene();
    using app = one.app;
    await app.operator.post(`${AT()}/${act}`, { reason: "a reason", ...(!free && { category: "spam" }) });
    const { accountId } = app.accounts.holder(CALL)!;
    app.db.writeNow((tx) => app.people.portability.erase(tx, accountId));
    assert.equal(app.people.calls.refusal(CALL) === undefined, free, act);
  }
});

Deno.test("a released call says what becomes of its caches: another name, offered, or archived", async () => {
  const wishes = [
    [undefined, "active", 0],
    ["stay", "active", 0],
    ["offer", "active", 1],
    ["archive", "archived", 0],
  ] as const;
  for (const [caches, status, offered] of wishes) {
    const one = await scene();
    using app = one.app;
    const removed = await hide(app, CALL, { title: "Removed", lat: 48.5 });
    await app.operator.post("/api/admin/moderation/remove", {
      ...{ kind: "cache", id: String(removed.id), reason: "unsafe" },
    });
    const draft = await hide(app, CALL, { title: "A plan", lat: 48.6, status: "draft" });
    const sysop = await app.sysop();
    const path = `/api/admin/callsigns/${CALL}`;
    assert.deepEqual((await sysop.get(path)).body.under, { caches: 3, logs: 1 });
    assert.deepEqual((await sysop.get("/api/admin/callsigns/OE9ZZZ")).body.under, { caches: 0, logs: 0 });
    const reply = await sysop.post(path, {
      action: "release",
      reason: "reissued",
      holder: member(app, CALL).accountId,
      ...(caches && { caches }),
    });
    assert.equal(reply.status, 200, reply.text);
    const { body: cache } = await app.visitor.get(`/api/caches/${one.own.id}`);
    assert.deepEqual([cache.owner, cache.status], ["FORMER", status], caches);
    const { body: { adoptions } } = await app.visitor.get("/api/adoptions");
    assert.equal(adoptions.length, offered, caches);
    const offers = app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM adoption_offer").get()!.n;
    assert.equal(offers, offered, "a draft and what was removed are not offered");
    assert.equal(cacheStore(app.db).byId({ id: draft.id })!.status, "draft", "and a draft stays one");
  }
});
