/** The read API, exports, feeds and badges over HTTP. */
import assert from "node:assert/strict";
import { appTest, refused, testApp } from "../kit/app.ts";
import { find, hide, member } from "../kit/seed_game.ts";

/** Two caches and three logs of three people. */
async function club() {
  const app = testApp({ APP_URL: "https://club.example", INSTANCE_ID: "club.example" });
  const bridge = await hide(app, "OE1ABC", {
    title: "Bridge & tower",
    hint: "under it",
    description: "Two\nlines",
    difficulty: 2.5,
    terrain: 3,
    size: "small",
  });
  const peak = await hide(app, "OE3XYZ", { title: "Peak", type: "multi", lat: 47.5, lon: 15.5 });
  await find(app, "DL1XYZ-9", bridge.code, { text: "Nice <b>spot</b>" });
  await find(app, "DL1XYZ", peak.code);
  await find(app, "HB9XYZ", peak.code, { kind: "DNF" });
  await find(app, "HB9XYZ", bridge.code);
  return { app, bridge, peak, visitor: app.visitor };
}
const VIENNA = "bbox=16,48,17,49";

Deno.test("caches: in a box, with an ETag; a bad or too large box is refused", async () => {
  const { app, bridge, visitor } = await club();
  using _end = app;
  const answer = await visitor.get(`/api/v1/caches?${VIENNA}`);
  assert.deepEqual(answer.body.caches.map((cache: { code: string }) => cache.code), [bridge.code]);
  assert.deepEqual([answer.body.count, answer.body.truncated], [1, false]);
  const again = await visitor.get(`/api/v1/caches?${VIENNA}`, {
    "if-none-match": answer.headers.get("etag")!,
  });
  assert.deepEqual([again.status, again.text], [304, ""]);
  for (
    const bbox of [
      "",
      "bbox=1,2,3",
      "bbox=0,0,21,1",
      "bbox=0,0,1,20.1",
      "bbox=10,0,5,1",
      "bbox=a,b,c,d",
      "bbox=0,0,0,91",
    ]
  ) {
    await refused(app, 400, "invalid_query", () => visitor.get(`/api/v1/caches?${bbox}`));
  }
});

Deno.test("caches: one by its code, in any case", async () => {
  const { app, bridge, visitor } = await club();
  using _end = app;
  const { body } = await visitor.get(`/api/v1/caches/${bridge.code.toLowerCase()}`);
  assert.deepEqual([body.code, body.title, body.finds, body.owner], [
    bridge.code,
    "Bridge & tower",
    2,
    "OE1ABC",
  ]);
  await refused(app, 404, "cache_not_found", () => visitor.get("/api/v1/caches/NOSUCH1"));
});

Deno.test("caches: GPX and KML of a box, of all and of one", async () => {
  const { app, bridge, peak, visitor } = await club();
  using _end = app;
  const all = await visitor.get("/api/v1/caches.gpx");
  assert.equal(all.headers.get("content-type"), "application/gpx+xml; charset=utf-8");
  assert.match(all.headers.get("content-disposition")!, /attachment; filename="caches\.gpx"/);
  assert.equal(all.text.match(/<wpt /g)!.length, 2);
  assert.ok(all.text.includes("Nice &lt;b&gt;spot&lt;/b&gt;") && all.text.includes("Didn&#39;t find it"));
  const boxed = await visitor.get(`/api/v1/caches.gpx?${VIENNA}`);
  assert.ok(boxed.text.includes(bridge.code) && !boxed.text.includes(peak.code));
  const kml = await visitor.get(`/api/v1/caches.kml?${VIENNA}`);
  assert.equal(kml.headers.get("content-type"), "application/vnd.google-earth.kml+xml; charset=utf-8");
  assert.equal(kml.text.match(/<Placemark /g)!.length, 1);
  const one = await visitor.get(`/api/v1/caches/${bridge.code}.gpx`);
  assert.equal(one.text.match(/<groundspeak:log /g)!.length, 2);
  assert.equal(
    (await visitor.get(`/api/v1/caches/${bridge.code}.gpx`, { "if-none-match": one.headers.get("etag")! }))
      .status,
    304,
  );
  await refused(app, 404, "cache_not_exported", () => visitor.get("/api/v1/caches/NOSUCH1.gpx"));
});

appTest("caches: a big export streams, all of it, once each", {}, async (app) => {
  const person = member(app, "OE1ABC");
  app.db.writeNow((tx) => {
    const add = app.db.sql<{ code: string; owner: number; n: number }>(
      `INSERT INTO cache (code, code_key, owner_account, owner_call, title, description, hint, type, size, difficulty, terrain,
         lat, lon, tags, status, scope, unlisted, rating_policy, source, created_at, updated_at)
       VALUES (:code, :code, :owner, 'OE1ABC', 'T', '', '', 'traditional', 'small', 1.5, 1.5, 48 + :n / 100000.0, 16, '[]',
         'active', 'federated', 0, 'finders', 'native', 1, 1)`,
    );
    for (let n = 0; n < 1700; n++) add.run(tx, { code: `T${n}`, owner: person.accountId, n });
  });
  const answer = await app.handler(new Request("http://localhost/api/v1/caches.gpx"), {});
  let pieces = 0, text = "";
  for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
    pieces++;
    text += piece;
  }
  assert.ok(pieces > 20, `came in ${pieces} pieces`);
  const names = [...text.matchAll(/<name>(T\d+)<\/name>/g)].map((match) => match[1]);
  assert.equal(new Set(names).size, 1700);
  assert.equal(names.length, 1700);
  // Somebody who hangs up in the middle leaves nothing behind.
  const half = await app.handler(new Request("http://localhost/api/v1/caches.gpx"), {});
  const reader = half.body!.getReader();
  await reader.read();
  await reader.cancel();
});

Deno.test("activity, leaderboard, corroborators and profile say the same under both addresses", async () => {
  const { app, bridge, visitor } = await club();
  using _end = app;
  for (const path of ["activity", "leaderboard", "corroborators", "profile/DL1XYZ"]) {
    const [plain, versioned] = [await visitor.get(`/api/${path}`), await visitor.get(`/api/v1/${path}`)];
    assert.equal(plain.status, 200, path);
    assert.deepEqual(plain.body, versioned.body);
    assert.equal(
      (await visitor.get(`/api/v1/${path}`, { "if-none-match": versioned.headers.get("etag")! })).status,
      304,
    );
  }
  const { body: { activity } } = await visitor.get("/api/v1/activity");
  assert.deepEqual(activity.map((row: { loggerCall: string; kind: string }) => [row.loggerCall, row.kind]), [
    ["HB9XYZ", "found"],
    ["HB9XYZ", "DNF"],
    ["DL1XYZ", "found"],
    ["DL1XYZ-9", "found"],
  ]);
  assert.deepEqual([activity[3].verified, activity[3].tier, activity[3].cacheCode], [true, "B", bridge.code]);
  const { body: { leaderboard } } = await visitor.get("/api/v1/leaderboard");
  // Tier B 5 + difficulty + terrain: 5+2.5+3 and 5+1.5+1.5.
  assert.deepEqual(leaderboard, [
    { rank: 1, loggerCall: "DL1XYZ", finds: 2, points: 19 },
    { rank: 2, loggerCall: "HB9XYZ", finds: 1, points: 11 },
  ]);
  assert.equal((await visitor.get(`/api/v1/leaderboard?${VIENNA}`)).body.leaderboard[0].finds, 1);
  const { body: profile } = await visitor.get("/api/v1/profile/dl1xyz-7");
  assert.deepEqual(
    [profile.callsign, profile.finds, profile.points, profile.byTier, profile.accountVerified],
    ["DL1XYZ", 2, 19, { B: 2 }, true],
  );
  assert.deepEqual(profile.badges.map((badge: { badge: string }) => badge.badge), ["first-find"]);
  const { body: nobody } = await visitor.get("/api/v1/profile/N0BODY");
  assert.deepEqual([nobody.finds, nobody.hides, nobody.accountVerified], [0, 0, false]);
});

Deno.test("activity: pages without gaps or repeats; of one person", async () => {
  const { app, visitor } = await club();
  using _end = app;
  const seen: number[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await visitor.get(`/api/activity?limit=3${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.activity.map((row: { id: number }) => row.id));
    cursor = body.nextCursor;
  }
  assert.deepEqual(seen, [...new Set(seen)].sort((a, b) => b - a));
  assert.equal(seen.length, 4);
  assert.equal((await visitor.get("/api/activity?call=DL1XYZ-5")).body.activity.length, 2);
  assert.deepEqual((await visitor.get("/api/activity?call=N0BODY")).body.activity, []);
  await refused(app, 400, "invalid_cursor", () => visitor.get("/api/activity?cursor=x"));
});

Deno.test("ADIF: verified finds of any SSID; notes and DNFs are not finds", async () => {
  const { app, bridge, peak, visitor } = await club();
  using _end = app;
  const file = await visitor.get("/api/v1/profile/DL1XYZ-3.adif");
  assert.equal(file.headers.get("content-type"), "text/plain; charset=utf-8");
  assert.match(file.headers.get("content-disposition")!, /filename="DL1XYZ-3-finds\.adif"/);
  assert.deepEqual([...file.text.matchAll(/<MY_SIG_INFO:\d+>(\S+)/g)].map((match) => match[1]), [
    bridge.code,
    peak.code,
  ]);
  assert.equal((await visitor.get("/api/v1/profile/HB9XYZ.adif")).text.match(/<EOR>/g)!.length, 1);
  assert.doesNotMatch((await visitor.get("/api/v1/profile/N0BODY.adif")).text, /<EOR>/);
});

Deno.test("search: codes first, then titles; wildcards are letters; short texts find nothing", async () => {
  const { app, bridge, visitor } = await club();
  using _end = app;
  const codes = async (q: string) =>
    (await visitor.get(`/api/search?q=${encodeURIComponent(q)}`)).body.caches.map((cache: { code: string }) =>
      cache.code
    );
  assert.deepEqual(await codes("BRIDGE"), [bridge.code]);
  assert.deepEqual(await codes(bridge.code.slice(0, 5).toLowerCase()), [bridge.code]);
  for (const q of ["", "b", "%%", "__", "' OR 1=1 --"]) assert.deepEqual(await codes(q), []);
});

Deno.test("feeds: RSS with validators' rules, ETag and Last-Modified; unchanged feeds answer 304", async () => {
  const { app, bridge, visitor } = await club();
  using _end = app;
  for (const path of ["activity", "caches", "bulletins", "leaderboard", "u/DL1XYZ"]) {
    const feed = await visitor.get(`/feeds/${path}.xml`);
    assert.equal(feed.headers.get("content-type"), "application/rss+xml; charset=utf-8", path);
    // Nothing is in the mailbox: an empty feed has no time.
    assert.equal(feed.headers.has("last-modified"), path !== "bulletins", path);
    const guids = [...feed.text.matchAll(/<guid isPermaLink="false">([^<]+)</g)].map((match) => match[1]);
    assert.equal(new Set(guids).size, guids.length, path);
    assert.ok(
      feed.text.includes(`<atom:link href="https://club.example/feeds/${path}.xml" rel="self"`),
      path,
    );
    app.world.pass(90);
    assert.equal(
      (await visitor.get(`/feeds/${path}.xml`, { "if-none-match": feed.headers.get("etag")! })).status,
      304,
      path,
    );
  }
  const activity = await visitor.get("/feeds/activity.xml");
  assert.ok(activity.text.includes(`DL1XYZ-9 found Bridge &amp; tower (${bridge.code})`));
  assert.ok(activity.text.includes("Nice &amp;lt;b&amp;gt;spot"));
  const person = await visitor.get("/feeds/u/dl1xyz.xml");
  assert.ok(person.text.includes("badge:DL1XYZ:first-find"));
  assert.ok((await visitor.get("/feeds/leaderboard.xml")).text.includes("rank:DL1XYZ"));
});

Deno.test("badge: figures and rank, under an ETag", async () => {
  const { app, visitor } = await club();
  using _end = app;
  const image = await visitor.get("/badge/DL1XYZ-9.svg");
  assert.match(image.headers.get("content-type")!, /^image\/svg\+xml/);
  assert.match(image.text, /DL1XYZ on club\.example: rank #1, finds 2, points 19, hides 0/);
  assert.equal(
    (await visitor.get("/badge/DL1XYZ-9.svg", { "if-none-match": image.headers.get("etag")! })).status,
    304,
  );
  assert.match((await visitor.get("/badge/OE3XYZ.svg")).text, /rank –, finds 0, points 0, hides 1/);
  await refused(app, 400, "invalid_call", () => visitor.get("/badge/nonsense.svg"));
});

Deno.test("stats: counts, made anew after five minutes", async () => {
  const { app, visitor } = await club();
  using _end = app;
  const first = (await visitor.get("/api/v1/stats")).body;
  assert.deepEqual([first.activeCaches, first.tierAFinds7d, first.stationsHeard1h], [2, 0, 0]);
  await hide(app, "OE1ABC", { title: "Third" });
  assert.equal((await visitor.get("/api/v1/stats")).body.activeCaches, 2);
  app.world.pass(300);
  assert.equal((await visitor.get("/api/v1/stats")).body.activeCaches, 3);
  await hide(app, "OE1ABC", { title: "Fourth" });
  app.world.pass(-86_400); // the clock was ahead, and is set right
  assert.equal((await visitor.get("/api/v1/stats")).body.activeCaches, 4);
});

Deno.test("key: none or an unknown one is 401; there are no anonymous keys", async () => {
  const { app, visitor } = await club();
  using _end = app;
  await refused(app, 401, "no_key", () => visitor.get("/api/v1/key"));
  await refused(app, 401, "no_key", () => visitor.get("/api/v1/key?key=svc_unknown"));
  await refused(app, 410, "no_anonymous_keys", () => visitor.post("/api/v1/keys", {}));
});

Deno.test("the whole read API is in the index and in the OpenAPI document, with the shapes of its answers", async () => {
  const { app, visitor } = await club();
  using _end = app;
  const index = (await visitor.get("/api/v1")).body.endpoints.map((one: { method: string; path: string }) =>
    `${one.method} ${one.path}`
  );
  const { paths } = (await visitor.get("/api/v1/openapi.json")).body;
  for (
    const path of [
      "caches",
      "caches/:code",
      "caches.gpx",
      "caches.kml",
      "caches/:code.gpx",
      "stations",
      "station/:call",
      "station/:call/track",
      "station/:call.kml",
      "profile/:call",
      "profile/:call.adif",
      "activity",
      "leaderboard",
      "corroborators",
      "spots",
      "licence/:call",
      "stats",
      "key",
    ]
  ) {
    assert.ok(index.includes(`GET /api/v1/${path}`), path);
    const answer = paths[`/api/v1/${path.replace(/:(\w+)/g, "{$1}")}`].get.responses["200"].content;
    const [type, { schema }] = Object.entries(answer)[0] as [
      string,
      { schema: { properties?: object; type: string } },
    ];
    if (type === "application/json") assert.ok(schema.properties, `${path} has the shape of its answer`);
  }
});

Deno.test("sitemap: pages and listed caches, and the feeds as JSON", async () => {
  const { app, bridge, visitor } = await club();
  using _end = app;
  for (const path of ["/sitemap.xml", "/sitemap"]) {
    const map = await visitor.get(path);
    assert.match(map.headers.get("content-type")!, /^application\/xml/);
    assert.ok(map.text.includes(`<loc>https://club.example/c/${bridge.code}</loc><lastmod>2026-`));
    assert.ok(map.text.includes("<loc>https://club.example</loc>"));
    assert.match(
      (await visitor.get("/feeds/leaderboard.xml")).text,
      /<link>https:\/\/club\.example\/u\/DL1XYZ</,
    );
  }
  const { body } = await visitor.get("/api/sitemap");
  assert.ok(body.feeds.some((feed: { url: string }) => feed.url === "https://club.example/feeds/caches.xml"));
  for (const { url } of [...body.surfaces, ...body.feeds]) {
    assert.equal((await visitor.get(new URL(url).pathname)).status, 200, url);
  }
});

Deno.test("search: follows what owners change, and quotes and operators are letters", async () => {
  const { app, bridge, visitor } = await club();
  using _end = app;
  const codes = async (q: string) =>
    (await visitor.get(`/api/search?q=${encodeURIComponent(q)}`)).body.caches.map((cache: { code: string }) =>
      cache.code
    );
  app.db.writeNow((tx) =>
    app.db.sql<{ id: number }>("UPDATE cache SET title = 'Old mill \"AND\" Größe' WHERE id = :id").run(tx, {
      id: bridge.id,
    })
  );
  assert.deepEqual(await codes("bridge"), []);
  for (const q of ["old mill", "MILL", '"AND"', "größe", "grö", "ol"]) {
    assert.deepEqual(await codes(q), [bridge.code], q);
  }
  for (const q of ['" OR "', "mill NOT old", "title:mill", "mil*", "(", '"']) {
    assert.deepEqual(await codes(q), [], q);
  }
  app.db.writeNow((tx) =>
    app.db.sql<{ id: number }>("DELETE FROM cache WHERE id = :id").run(tx, { id: bridge.id })
  );
  assert.deepEqual(await codes("old mill"), []);
});

Deno.test("exports: a file of everything is made a few times an hour for an address; boxes as often as the read API lets", async () => {
  const { app } = await club();
  using _end = app;
  const once = app.visitor;
  const statuses = [];
  for (let n = 0; n < 31; n++) {
    app.world.pass(61);
    statuses.push((await once.get("/api/v1/caches.gpx")).status);
  }
  assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [30, 429]);
  assert.equal((await once.get(`/api/v1/caches.gpx?${VIENNA}`)).status, 200);
});

appTest("key: a member's key shows itself and raises the limit; what registers say of a call", {
  OPERATOR_LINKS_FOR_ANY_CALL: "1",
}, async (app) => {
  const alice = await app.signIn("OE1ABC");
  const { body: made } = await alice.post("/api/keys", { name: "my map" });
  const reader = app.visitor.with({ authorization: `Bearer ${made.key}` });
  const { body } = await reader.get("/api/v1/key");
  assert.deepEqual([body.name, body.prefix, body.tier], ["my map", made.prefix, "free"]);
  for (let n = 0; n < 70; n++) assert.equal((await reader.get("/api/v1/stats")).status, 200);
  await alice.delete(`/api/keys/${made.id}`);
  await refused(app, 401, "no_key", () => reader.get("/api/v1/key"));
  const licence = (await app.visitor.get("/api/v1/licence/OE/DL1ABC")).status;
  assert.equal(licence, 404, "a slash is a path's, and is sent as %2F");
  const { body: said } = await app.visitor.get(`/api/v1/licence/${encodeURIComponent("OE/DL1ABC/P")}`);
  assert.deepEqual([said.callsign, said.status], ["DL1ABC", "unconfirmed"]);
});
