/** Logs stand in the order of the time that they are about, not of their arrival: log book, packs, exports, own logs. */
import assert from "node:assert/strict";
import { readSigningKey, signDocument } from "../../src/wire/mod.ts";
import { toBase64Url } from "../../src/base/mod.ts";
import { refused } from "../kit/app.ts";
import { gameApp } from "../kit/game.ts";
import { logStore } from "../../src/caches/tables/log_store.ts";
import { FindReads } from "../../src/read/people/find_reads.ts";

const KEY = readSigningKey(toBase64Url(new Uint8Array(32).fill(7)))!;

async function setUp() {
  const game = gameApp();
  const owner = await game.app.signIn("OE1OWN"), finder = await game.app.signIn("OE2FND");
  const cache = await game.hide(owner);
  assert.equal(
    (await finder.post("/keys/register", { callsign: "OE2FND", publicKey: KEY.publicKey })).status,
    200,
  );
  const path = `/api/caches/${cache.id}/logs`;
  /** Sends a note that was written and signed `ago` seconds before; its text is its name in the test. */
  const noted = async (text: string, ago: number, kind = "note") => {
    const at = game.world.now() - ago;
    const document = {
      ...{ at, cache: cache.code, call: "OE2FND", instance: "localhost", key: KEY.publicKey },
      ...{ kind, text },
    };
    const signed = { key: KEY.publicKey, at, sig: signDocument("svc-log/1", document, KEY) };
    const made = await finder.post(path, { kind, text, offline: true, signed });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.fieldTimeRejected, undefined, made.text);
    return made.body as { id: number; foundAt: number };
  };
  const get = async (address: string) => (await game.app.visitor.get(address)).body;
  const texts = (logs: { text: string }[]) => logs.map(({ text }) => text);
  return { game, app: game.app, owner, finder, cache, path, noted, get, texts };
}

Deno.test("a log that was sent in the evening stands where its time is: book, pack and export; /activity is by arrival", async () => {
  const { game, app, cache, noted, get, texts, path } = await setUp();
  using _end = app;
  game.world.pass(40_000);
  await noted("noon", 0);
  game.world.pass(22_000);
  await noted("ten o'clock, sent in the evening", 29_000);
  await noted("evening", 0);
  await noted("the same moment, later", 0);
  const order = ["the same moment, later", "evening", "noon", "ten o'clock, sent in the evening"];
  assert.deepEqual(texts((await get(path)).logs), order);
  const [packed] = (await get("/api/offline/pack?grid=JN88DE")).caches;
  assert.deepEqual([texts(packed.logs), packed.logCount], [order, 4]);
  const gpx = (await app.visitor.get(`/api/v1/caches/${cache.code}.gpx`)).text;
  const places = order.map((text) => gpx.indexOf(text.replace("'", "&apos;").slice(0, 4)));
  assert.ok(places.every((at) => at > 0), gpx);
  assert.deepEqual(places, places.toSorted((a, b) => a - b), gpx);
  const came = (await get("/api/activity")).activity.map((row: { createdAt: number; id: number }) => row.id);
  assert.deepEqual(came, came.toSorted((a: number, b: number) => b - a));
});

Deno.test("pages of the log book and of one's own logs: no log twice, none left out, also of one moment", async () => {
  const { game, app, noted, get, texts, path } = await setUp();
  using _end = app;
  game.world.pass(40_000);
  // By time: c, then three of one moment (the last that came first), then a.
  for (const [name, ago] of [["b1", 600], ["a", 9000], ["b2", 600], ["c", 5], ["b3", 600]] as const) {
    await noted(name, ago);
  }
  const expected = ["c", "b3", "b2", "b1", "a"];
  for (const limit of [1, 2, 3, 5]) {
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: { logs: { text: string }[]; nextCursor: string | null; hasMore: boolean } = await get(
        `${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`,
      );
      assert.equal(page.hasMore, page.nextCursor !== null);
      seen.push(...texts(page.logs));
      cursor = page.nextCursor;
    }
    assert.deepEqual(seen, expected, `pages of ${limit}`);
  }
  const first = await get(`${path}?limit=2`);
  // What comes meanwhile and belongs above is not in the rest; what belongs below is.
  await noted("d", 0);
  await noted("b0", 601);
  assert.deepEqual(texts((await get(`${path}?cursor=${first.nextCursor}`)).logs), ["b2", "b1", "b0", "a"]);

  const own: number[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: { activity: { ts: number }[]; nextCursor: string | null } = await get(
      `/api/activity?call=OE2FND&limit=2${cursor && `&cursor=${cursor}`}`,
    );
    own.push(...page.activity.map(({ ts }) => ts));
    cursor = page.nextCursor;
  }
  assert.equal(own.length, 7);
  assert.deepEqual(own, own.toSorted((a, b) => b - a));
});

Deno.test("a find by itself is found wherever it stands in the log book", async () => {
  const { game, app, noted, get } = await setUp();
  using _end = app;
  game.world.pass(40_000);
  const late = await noted("late", 20_000), twin = await noted("twin", 20_000), next = await noted("next", 0);
  for (const { id } of [late, twin, next]) assert.equal((await get(`/api/finds/${id}`)).log.id, id);
});

Deno.test("cursors that no log book gave are refused", async () => {
  const { app, path } = await setUp();
  using _end = app;
  const wrong = [
    "5",
    "x",
    "-",
    "5-",
    "-5",
    "5-x",
    "5-0",
    "05-1",
    "5-1-1",
    "1e3-5",
    "9999999999999999-1",
    "5-é",
  ];
  for (const cursor of wrong) {
    await refused(
      app,
      400,
      "bad_log_cursor",
      () => app.visitor.get(`${path}?cursor=${encodeURIComponent(cursor)}`),
    );
  }
  for (const cursor of ["5", "5-", "x-5"]) {
    await refused(
      app,
      400,
      "invalid_cursor",
      () => app.visitor.get(`/api/activity?call=OE2FND&cursor=${cursor}`),
    );
  }
  await refused(app, 400, "invalid_cursor", () => app.visitor.get("/api/activity?cursor=5-5"));
});

Deno.test("a DNF that is sent late does not outdo a find made after it: the logs' own time tells what a cache needs", async () => {
  const { game, app, owner, finder, noted, path } = await setUp();
  using _end = app;
  game.world.pass(40_000);
  const visit = async () => (await owner.get("/api/offline/pack?mine=1")).body.caches[0].visit;
  for (const [call, at] of [["OE3AAA", 100], ["OE3BBB", 200]] as const) {
    game.world.pass(at);
    assert.equal((await (await app.signIn(call)).post(path, { kind: "DNF", text: call })).status, 201);
  }
  game.world.pass(100);
  assert.equal((await finder.post(path, { kind: "found" })).status, 201);
  game.world.pass(100);
  for (const ago of [150, 140, 130]) await noted(`no trace of it ${ago}`, ago, "DNF");
  assert.deepEqual(await visit(), []);
  for (const call of ["OE4AAA", "OE4BBB", "OE4CCC"]) {
    game.world.pass(100);
    assert.equal((await (await app.signIn(call)).post(path, { kind: "DNF", text: call })).status, 201);
  }
  assert.deepEqual(await visit(), ["dnf_streak"]);
});

Deno.test("log books and own logs are read by an index, without sorting", async () => {
  const { app } = await setUp();
  using _end = app;
  const texts: string[] = [], { sql } = app.db;
  app.db.sql = ((text: string) => {
    texts.push(text);
    return sql.call(app.db, text);
  }) as typeof sql;
  logStore(app.db);
  new FindReads(app.db, app.world);
  app.db.sql = sql;
  const plans: [part: string, index: string][] = [
    ["(:all OR l.account_id = :me)", "log_book"],
    ["l.account_id = :account AND (l.found_at, l.id)", "log_of_person"],
    ["kind IN ('found', 'DNF', 'maintenance')", "log_book"],
  ];
  for (const [part, index] of plans) {
    const [text, ...others] = texts.filter((one) => one.includes(part));
    assert.ok(text !== undefined && others.length === 0, part);
    const names = [...new Set([...text.matchAll(/:([a-z]\w*)/gi)].map((match) => match[1]!))];
    const plan = app.db.sql<Record<string, number>, { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
      .all(Object.fromEntries(names.map((name) => [name, 1]))).map(({ detail }) => detail).join("\n");
    assert.match(plan, new RegExp(`USING (COVERING )?INDEX ${index} `), plan);
    assert.doesNotMatch(plan, /TEMP B-TREE FOR ORDER BY/, plan);
  }
});
