/** Accounts without a verified call: little room, a slow pace, and an operator who may clear what they filled. */
import assert from "node:assert/strict";
import { type Client, refused, type TestApp } from "../kit/app.ts";
import { CACHE, type GameApp, gameApp } from "../kit/game.ts";
import { wavHead } from "../kit/sound.ts";

const DAY = 86_400;
/** What is done each hour with what is old. */
const prune = ({ jobs }: TestApp) => jobs.find(({ name }) => name === "game-prune")!.run();
let seeds = 0;
/** A sound of so many bytes, unlike every other. */
const wav = (bytes: number) => {
  const file = new Uint8Array(bytes);
  file.set(wavHead(file.length));
  new DataView(file.buffer).setUint32(20, ++seeds);
  return file;
};
const draft = async (by: Client) =>
  (await by.post("/api/caches", { title: "Old mill", ...CACHE, status: "draft" })).body;
const put = (by: Client, cache: { id: number }, bytes: number | Uint8Array<ArrayBuffer>) =>
  by.post(`/api/caches/${cache.id}/media`, typeof bytes === "number" ? wav(bytes) : bytes);

/** The sums that writes keep up, and the same counted anew. */
function sums({ app }: GameApp) {
  const row = <R>(sql: string) => app.db.sql<never, R>(sql).all();
  const proven = "account_id IN (SELECT account_id FROM proven_account)";
  return {
    kept: [
      row("SELECT bytes, newcomer_bytes FROM media_room"),
      row("SELECT account_id, bytes, files, newcomer FROM media_sum ORDER BY account_id"),
    ],
    counted: [
      row(`SELECT coalesce(sum(bytes + thumb_bytes), 0) AS bytes,
        coalesce(sum(CASE WHEN ${proven} THEN 0 ELSE bytes + thumb_bytes END), 0) AS newcomer_bytes FROM media`),
      row(
        `SELECT account_id, sum(bytes + thumb_bytes) AS bytes, count(*) AS files, NOT (${proven}) AS newcomer
        FROM media GROUP BY account_id ORDER BY account_id`,
      ),
    ],
  };
}
const assertSums = (game: GameApp) => {
  const { kept, counted } = sums(game);
  assert.deepEqual(kept, counted);
};

Deno.test("an account has 5 MB for all until a call of it is verified, and what others have afterwards", async () => {
  const game = gameApp();
  const { app } = game;
  const newcomer = await app.signIn("OE1NEW", { verified: false });
  const a = await draft(newcomer), c = await draft(newcomer);
  assert.equal((await put(newcomer, a, 3_000_000)).status, 201);
  const over = await refused(app, 413, "account_full", () => put(newcomer, c, 2_000_001));
  assert.equal(over.body.limit, 5_000_000);
  assert.ok(over.body.used > 3_000_000 && over.body.used < 3_002_000, over.text);
  const left = over.body.limit - over.body.used;
  assert.equal((await put(newcomer, c, left - 60)).status, 201);
  await refused(app, 413, "account_full", () => put(newcomer, c, 100));
  // Texts count as files do, wherever they stand; what makes room is never refused.
  await refused(
    app,
    413,
    "account_full",
    () => newcomer.put("/api/my/notebook/notes/GC1", { text: "solved", lat: 48, lon: 16 }),
  );
  await refused(app, 413, "account_full", () => newcomer.post("/api/watch", { callsign: "OE1BOB" }));
  assert.equal((await newcomer.patch(`/api/caches/${c.id}`, { title: "Mill" })).status, 200);
  assertSums(game);
  app.db.writeNow((tx) => app.accounts.verify(tx, "OE1NEW", "sysop"));
  assert.equal((await put(newcomer, c, 100)).status, 201);
  assertSums(game);
  game.close();
});

Deno.test("all newcomers together have a tenth of the room, members the rest; a lost proof counts at once", async () => {
  const game = gameApp({ MEDIA_QUOTA_MB: "10" });
  const { app } = game;
  const one = await app.signIn("OE1AAA", { verified: false }),
    two = await app.signIn("OE2BBB", { verified: false });
  const member = await app.signIn("OE3CCC");
  const [ofOne, ofTwo] = [await draft(one), await draft(two)];
  const ofMember = await game.hide(member);
  assert.equal((await put(one, ofOne, 600_000)).status, 201);
  const full = await refused(app, 413, "account_full", () => put(two, ofTwo, 400_001));
  assert.equal(full.body.limit, 1_000_000);
  assert.equal((await put(two, ofTwo, full.body.limit - full.body.used - 50)).status, 201);
  await refused(app, 413, "account_full", () => put(one, ofOne, 60));
  assert.equal((await put(member, ofMember, 3_000_000)).status, 201);
  assertSums(game);
  // One is verified and has room; then the proof is withdrawn, and what is there counts as newcomers' again.
  app.db.writeNow((tx) => app.accounts.verify(tx, "OE1AAA", "sysop"));
  assertSums(game);
  assert.equal((await put(two, ofTwo, 500_000)).status, 201);
  app.db.writeNow((tx) => app.accounts.unverify(tx, "OE1AAA"));
  assertSums(game);
  await refused(app, 413, "account_full", () => put(two, ofTwo, 60));
  // A member who loses the only verified call is a newcomer too; files that go give their room back.
  app.db.writeNow((tx) => app.people.calls.detach(tx, "OE3CCC", "OE1SYS", null, null));
  assertSums(game);
  const gallery = await two.get(`/api/caches/${ofTwo.id}/media`);
  for (const { id } of gallery.body.media) await two.delete(`/api/caches/${ofTwo.id}/media/${id}`);
  assertSums(game);
  game.close();
});

Deno.test("a newcomer logs ten finds an hour and corrects ten; taking back frees none; members go on", async () => {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn("OE1OWN"), newcomer = await app.signIn("OE1NEW", { verified: false });
  const caches: { id: number }[] = [];
  for (let n = 0; n < 12; n++) {
    if (n % 5 === 0) game.world.pass(DAY + 1);
    caches.push(await game.hide(owner, { title: `Mill ${n}` }));
  }
  const logs: number[] = [];
  for (const cache of caches.slice(0, 10)) {
    const log = await newcomer.post(`/api/caches/${cache.id}/logs`, { kind: "found", text: "hi" });
    assert.equal(log.status, 201, log.text);
    logs.push(log.body.id);
  }
  const path = `/api/caches/${caches[0]!.id}/logs/${logs[0]}`;
  for (let n = 0; n < 10; n++) assert.equal((await newcomer.patch(path, { text: `text ${n}` })).status, 200);
  await refused(app, 429, "rate_limited", () => newcomer.patch(path, { text: "once more" }));
  assert.equal((await newcomer.delete(path)).status, 200);
  const published = game.published.length, withdrawn = game.withdrawn.length;
  const late = await refused(
    app,
    429,
    "log_limit",
    () => newcomer.post(`/api/caches/${caches[10]!.id}/logs`, { kind: "found", text: "" }),
  );
  assert.deepEqual([late.body.limit, late.body.windowSec], [10, 3600]);
  assert.deepEqual([game.published.length, game.withdrawn.length], [published, withdrawn]);
  // The same find again is still the one that is there, not one too many.
  assert.equal(
    (await newcomer.post(`/api/caches/${caches[1]!.id}/logs`, { kind: "found", text: "hi" })).body.duplicate,
    true,
  );
  game.world.pass(3600);
  assert.equal(
    (await newcomer.post(`/api/caches/${caches[10]!.id}/logs`, { kind: "found", text: "" })).status,
    201,
  );
  const member = await app.signIn("DL1MEM");
  for (const cache of caches) {
    assert.equal(
      (await member.post(`/api/caches/${cache.id}/logs`, { kind: "found", text: "" })).status,
      201,
    );
  }
  game.close();
});

Deno.test("a newcomer prepares five drafts and shows none of them; a verified call opens them", async () => {
  const game = gameApp();
  const { app } = game;
  const newcomer = await app.signIn("OE1NEW", { verified: false });
  await refused(app, 403, "not_verified", () => newcomer.post("/api/caches", { title: "Mill", ...CACHE }));
  let last = { id: 0 };
  for (let n = 0; n < 5; n++) {
    if (n === 3) game.world.pass(DAY + 1);
    const made = await newcomer.post("/api/caches", { title: "Mill", ...CACHE, status: "draft" });
    assert.equal(made.status, 201, made.text);
    last = made.body;
  }
  const sixth = await refused(
    app,
    403,
    "not_verified",
    () => newcomer.post("/api/caches", { title: "Mill", ...CACHE, status: "draft" }),
  );
  assert.equal(sixth.body.limit, 5);
  for (const status of ["active", "disabled", "archived"]) {
    await refused(app, 403, "not_verified", () => newcomer.patch(`/api/caches/${last.id}`, { status }));
  }
  assert.equal((await newcomer.patch(`/api/caches/${last.id}`, { title: "Old mill" })).status, 200);
  assert.equal((await app.visitor.get(`/api/caches/${last.id}`)).status, 404);
  assert.deepEqual(game.published, []);
  app.db.writeNow((tx) => app.accounts.verify(tx, "OE1NEW", "sysop"));
  assert.equal((await newcomer.patch(`/api/caches/${last.id}`, { status: "active" })).status, 200);
  game.close();
});

/** Two newcomers with files and a member with one. */
async function filled() {
  const game = gameApp();
  const { app } = game;
  const one = await app.signIn("OE1AAA", { verified: false }),
    two = await app.signIn("OE2BBB", { verified: false });
  const member = await app.signIn("OE3CCC");
  const ofMember = await game.hide(member), ofOne = await draft(one);
  const photo = (await put(one, ofOne, 5000)).body;
  const log = await two.post(`/api/caches/${ofMember.id}/logs`, { kind: "note", text: "seen" });
  const beside = await two.post(
    `/api/caches/${ofMember.id}/logs/${log.body.id}/media`,
    Uint8Array.from(
      atob(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      ),
      (char) => char.charCodeAt(0),
    ),
  );
  assert.equal(beside.status, 201, beside.text);
  const own = (await put(member, ofMember, 7000)).body;
  return { game, app, one, two, member, ofOne, ofMember, photo, beside: beside.body, own, log: log.body };
}
const CLEAR = "/api/admin/newcomers/clear";

Deno.test("clearing takes packet mail, what waits for the air, prefs and the card too, and gives them back as they were", async () => {
  const game = gameApp();
  const { app } = game;
  const one = await app.signIn("OE1AAA", { verified: false });
  const account = app.accounts.holder("OE1AAA")!.accountId;
  const letter = { fromCall: "OE1AAA", toCall: "OE2BBB", subject: "Grüße", body: "spam\u00e9 ".repeat(100) };
  assert.equal((await one.post("/api/bbs/messages", letter)).status, 201);
  assert.equal((await one.post("/api/bbs/messages", { ...letter, toCall: "ALL", at: "AUT" })).status, 201);
  assert.equal((await one.put("/api/prefs", { prefs: { lang: "de" } })).status, 200);
  app.db.writeNow((tx) =>
    app.stations.log.queue(tx, {
      ...{ at: game.world.now(), account, src: "OE1AAA", to: "APSVGW", kind: "status", payload: ">spam" },
    })
  );
  const places = ["bbs_message", "bbs_side", "preference", "outbox", "member_room"];
  const rows = () =>
    places.map((place) => app.db.sql(`SELECT * FROM "${place}" ORDER BY 1`).all()) as Record<
      string,
      unknown
    >[][];
  const before = rows();
  assert.deepEqual(before.map(({ length }) => length), [2, 2, 1, 1, 1]);
  const { clearing } = (await app.operator.post(CLEAR, { reason: "spam" })).body;
  assert.deepEqual(rows().map(({ length }) => length), [0, 0, 0, 0, 0]);
  assert.equal((await app.operator.get("/api/admin/newcomers")).body.room.bytes, 0);
  game.world.pass(DAY - 1);
  await prune(app);
  assert.equal((await app.operator.post(`/api/admin/newcomers/clearings/${clearing.id}/undo`)).status, 200);
  assert.deepEqual(rows(), before);
  game.close();
});

Deno.test("the operator sees who fills the room, clears it in one act, and takes that back within a day", async () => {
  const { game, app, one, photo, beside, own } = await filled();
  const note = { text: "under the third stone", lat: 48, lon: 16 };
  assert.equal((await one.put("/api/my/notebook/notes/GC1", note)).status, 200);
  const list = (await one.post("/api/my/notebook/lists", { name: "trip" })).body.id;
  assert.equal((await one.put(`/api/my/notebook/lists/${list}/GC3`, { on: true })).status, 200);
  const notebook = async () => (await one.get("/api/my/notebook")).text;
  const written = await notebook();
  assert.match(written, /third stone.*trip|trip.*third stone/s);
  const seen = (await app.operator.get("/api/admin/newcomers")).body;
  assert.deepEqual(
    seen.accounts.map(({ callsign, files }: { callsign: string; files: number }) => [callsign, files]),
    [["OE1AAA", 1], ["OE2BBB", 1]],
  );
  const [first, second] = seen.accounts;
  assert.ok(first.bytes > 5000 && second.bytes > beside.bytes);
  assert.deepEqual(seen.room, { bytes: first.bytes + second.bytes, limit: 102_400_000 });
  const before = app.fingerprint();
  const dry = await app.operator.post(CLEAR, { reason: "spam", dry: true });
  assert.deepEqual(dry.body, { ok: true, touches: { newcomers: 2, media: 2, texts: 2 }, dry: true });
  assert.equal(app.fingerprint(), before);
  const cleared = await app.operator.post(CLEAR, { reason: "spam" });
  assert.equal(cleared.status, 200, cleared.text);
  const { id, until } = cleared.body.clearing;
  assert.equal(until, game.world.now() + DAY);
  assert.equal((await one.get(photo.url)).status, 404);
  assert.equal((await app.visitor.get(beside.url)).status, 404);
  assert.equal((await app.visitor.get(own.url)).status, 200);
  const after = await app.operator.get("/api/admin/newcomers");
  // The draft and the log stay.
  assert.ok(after.body.room.bytes < 1000 && after.body.clearings.length === 1);
  assert.doesNotMatch(await notebook(), /third stone|trip/);
  assertSums(game);
  // What was taken back is there as it was, the files included.
  game.world.pass(DAY - 1);
  await prune(app);
  const back = await app.operator.post(`/api/admin/newcomers/clearings/${id}/undo`);
  assert.deepEqual(back.body, { ok: true, files: 2 });
  assert.equal((await one.get(photo.url)).text.length, 5000);
  assert.equal(await notebook(), written);
  assert.deepEqual((await app.operator.get("/api/admin/newcomers")).body.accounts, seen.accounts);
  assert.equal((await app.visitor.get(beside.url)).status, 200);
  assertSums(game);
  await refused(
    app,
    404,
    "clearing_not_found",
    () => app.operator.post(`/api/admin/newcomers/clearings/${id}/undo`),
  );
  game.close();
});

Deno.test("after a day a clearing stands, and the files are gone from the disk", async () => {
  const { game, app, photo } = await filled();
  const path = (hash: string) => `${app.dataDir}/media/${hash.slice(0, 2)}/${hash}`;
  const { hash } = app.db.sql<{ id: string }, { hash: string }>("SELECT hash FROM media WHERE id = :id")
    .get({ id: photo.id })!;
  const { id } = (await app.operator.post(CLEAR, { reason: "spam", calls: ["OE1AAA"] })).body.clearing;
  game.world.pass(DAY);
  await refused(
    app,
    409,
    "clearing_late",
    () => app.operator.post(`/api/admin/newcomers/clearings/${id}/undo`),
  );
  assert.ok(Deno.statSync(path(hash)).isFile);
  await prune(app);
  assert.throws(() => Deno.statSync(path(hash)), Deno.errors.NotFound);
  assert.deepEqual(app.db.sql("SELECT * FROM cleared_media").all(), []);
  game.close();
});

Deno.test("only newcomers with files are cleared, by operators; nothing changes for whom it is refused", async () => {
  const { game, app, one, member } = await filled();
  for (const client of [one, member]) {
    await refused(app, 403, "not_sysop", () => client.post(CLEAR, { reason: "spam" }));
  }
  for (const call of ["OE3CCC", "OE9ZZZ"]) {
    await refused(
      app,
      409,
      "not_newcomer",
      () => app.operator.post(CLEAR, { reason: "spam", calls: ["OE1AAA", call] }),
    );
  }
  await app.operator.post(CLEAR, { reason: "spam" });
  await refused(app, 409, "nothing_to_clear", () => app.operator.post(CLEAR, { reason: "spam" }));
  game.close();
});

Deno.test("what has no place any more does not come back: its log was removed, its writer erased the account", async () => {
  const { game, app, one, two, ofMember, log } = await filled();
  const { id } = (await app.operator.post(CLEAR, { reason: "spam" })).body.clearing;
  assert.equal((await two.delete(`/api/caches/${ofMember.id}/logs/${log.id}`)).status, 200);
  const erased = game.account("OE1AAA");
  app.db.writeNow((tx) =>
    app.caches.personalData[0]!.erase(tx, { accountId: erased, bases: ["OE1AAA"], email: null })
  );
  const back = await app.operator.post(`/api/admin/newcomers/clearings/${id}/undo`);
  assert.deepEqual(back.body, { ok: true, files: 0 });
  assertSums(game);
  assert.deepEqual(app.db.sql("SELECT * FROM cleared_media").all(), []);
  void one;
  game.close();
});
