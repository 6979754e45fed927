/** Importing catalogues: from a body or an address, updated in place, never published, taken out for good. */
import assert from "node:assert/strict";
import { refused } from "../kit/app.ts";
import { gameApp } from "../kit/game.ts";

const PARKS = `"reference","name","active","entityId","locationDesc","latitude","longitude","grid"
"AT-9001","River Park","1","206","AT-NO","48.21","16.77","JN88je"
"AT-9002","Hill Park","1","206","AT-NO","48.3","16.7","JN88ih"
"AT-9003","Nowhere","1","206","AT-NO","","",""
"DE-9001","Far Park","1","230","DE-BY","49","12","JN69aa"
`;
const csv = { "content-type": "text/csv" };

Deno.test("a catalogue is imported, updated in place, and never published", async () => {
  const game = gameApp();
  const { app } = game;
  const first = await app.operator.post("/api/import/pota", PARKS, csv);
  assert.equal(first.status, 200, first.text);
  assert.deepEqual(first.body, {
    ok: true,
    source: "pota",
    rows: 4,
    imported: 3,
    updated: 0,
    unchanged: 0,
    retired: 0,
    gone: 0,
    outside: 0,
    skipped: 1,
    problems: [{ row: 4, reason: "AT-9003: no place" }],
    odd: 0,
    truncated: false,
  });
  const park = (await app.visitor.get("/api/caches/AT-9001")).body;
  assert.deepEqual([
    park.type,
    park.source,
    park.sourceName,
    park.externalId,
    park.sourceUrl,
    park.sourceAttribution,
  ], [
    "pota",
    "pota",
    "Parks on the Air",
    "AT-9001",
    "https://pota.app/#/park/AT-9001",
    [{ text: "Parks on the Air", href: "https://pota.app/#/park/AT-9001" }],
  ]);
  game.world.pass(60);
  const again = await app.operator.post("/api/import/pota", PARKS.replace("River Park", "River Meadow"), csv);
  assert.deepEqual([again.body.imported, again.body.updated, again.body.unchanged], [0, 1, 2]);
  assert.equal((await app.visitor.get(`/api/caches/${park.id}`)).body.title, "River Meadow");
  assert.deepEqual(game.published, []);
  const finder = await app.signIn("OE2FND");
  assert.equal((await finder.post(`/api/caches/${park.id}/logs`, { kind: "found" })).status, 201);
  assert.deepEqual(game.published, [], "nor are finds of imported places");
  await refused(app, 403, "cache_not_yours", () => finder.patch(`/api/caches/${park.id}`, { title: "mine" }));
  game.close();
});

Deno.test("an import takes only its scope", async () => {
  const game = gameApp();
  const { app } = game;
  const count = async (query: string) => {
    const { body } = await app.operator.post(`/api/import/pota?${query}`, PARKS, csv);
    return body.imported;
  };
  assert.equal(await count("region=de-"), 1);
  assert.equal(await count("bbox=16.75,48,17,49"), 1);
  assert.equal(await count("limit=1"), 0);
  assert.equal(await count("limit=2"), 1);
  await refused(app, 400, "bad_bbox", () => app.operator.post("/api/import/pota?bbox=1,2,3", PARKS, csv));
  game.close();
});

Deno.test("a place that was taken out stays out", async () => {
  const game = gameApp();
  const { app } = game;
  await app.operator.post("/api/import/pota", PARKS, csv);
  const list = async (query = "") => (await app.operator.get(`/api/admin/imports${query}`)).body;
  const found = (await list("?q=river")).places;
  assert.deepEqual(found.map((place: { code: string }) => place.code), ["AT-9001"]);
  const finder = await app.signIn("OE2FND");
  await finder.post(`/api/caches/${found[0].id}/logs`, { kind: "note", text: "x" });
  const gone = await app.operator.delete(`/api/admin/imports/${found[0].id}`, { note: "private ground" });
  assert.deepEqual(gone.body, {
    removed: true,
    code: "AT-9001",
    touches: { logs: 1, media: 0, ratings: 0 },
  });
  await refused(app, 404, "cache_not_found", () => app.visitor.get("/api/caches/AT-9001"));
  await refused(app, 404, "place_not_found", () => app.operator.delete(`/api/admin/imports/${found[0].id}`));
  assert.equal((await app.operator.post("/api/import/pota", PARKS, csv)).body.imported, 0);
  const { places, removed } = await list("?source=pota");
  assert.equal(places.length, 2);
  assert.deepEqual(removed, [{
    source: "pota",
    externalId: "AT-9001",
    code: "AT-9001",
    title: "River Park",
    note: "private ground",
    removedAt: game.world.now(),
  }]);
  const native = await game.hide(await app.signIn("OE1OWN"));
  await refused(app, 404, "place_not_found", () => app.operator.delete(`/api/admin/imports/${native.id}`));
  game.close();
});

Deno.test("catalogues that ask for permission wait for IMPORT_ALLOW", async () => {
  const game = gameApp();
  const { app } = game;
  const states = async () =>
    Object.fromEntries(
      (await app.operator.get("/api/import")).body.sources.map((
        source: { id: string; state: string },
      ) => [source.id, source.state]),
    );
  const before = await states();
  assert.deepEqual([before.sota, before.wwff, before.gcau, before.iota], [
    "ready",
    "needs-permission",
    "needs-permission",
    "needs-permission",
  ]);
  const gpx = `<gpx><wpt lat="48" lon="16"><name>GA9001</name><desc>x</desc></wpt></gpx>`;
  const post = () => app.operator.post("/api/import/gcau", gpx, { "content-type": "application/gpx+xml" });
  await refused(app, 403, "source_needs_permission", post);
  await app.operator.put("/api/admin/settings/IMPORT_ALLOW", { value: "gcau" });
  assert.equal((await states()).gcau, "ready");
  assert.equal((await post()).body.imported, 1);
  await refused(app, 404, "source_unknown", () => app.operator.post("/api/import/nothing", gpx));
  await refused(app, 401, undefined, () => app.visitor.post("/api/import/sota", gpx));
  await refused(app, 401, undefined, () => app.ingest.post("/api/import/sota", gpx));
  const member = await app.signIn("OE2MEM");
  await refused(app, 403, "not_sysop", () => member.post("/api/import/sota", gpx));
  game.close();
});

Deno.test("a catalogue is fetched from an address, compressed or not; what gives no list is refused", async () => {
  const game = gameApp({ FED_ALLOW_PRIVATE: "1" });
  const { app } = game;
  const packed = new Blob([PARKS]).stream().pipeThrough(new CompressionStream("gzip"));
  const gz = new Uint8Array(await new Response(packed).arrayBuffer());
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/parks.csv") return new Response(PARKS);
    if (pathname === "/parks.csv.gz") return new Response(gz);
    if (pathname === "/page") return new Response("<html><body><p>moved</body></html>");
    return new Response("no", { status: 404 });
  });
  const from = (path: string) =>
    app.operator.post("/api/import/pota", { url: `http://127.0.0.1:${server.addr.port}${path}`, limit: 10 });
  assert.equal((await from("/parks.csv")).body.imported, 3);
  assert.equal((await from("/parks.csv.gz")).body.unchanged, 3);
  await refused(app, 502, "import_unreachable", () => from("/gone"));
  await refused(app, 400, "import_unreadable", () => from("/page"));
  await refused(
    app,
    400,
    "import_no_file",
    () => app.operator.post("/api/import/pota", { url: "file:///etc/passwd" }),
  );
  await refused(app, 400, "import_no_file", () => app.operator.post("/api/import/castle", {}));
  await refused(
    app,
    400,
    "import_unreadable",
    () => app.operator.post("/api/import/pota", "no list at all", csv),
  );
  await server.shutdown();
  game.close();
});

Deno.test("an import by address reaches nothing on private networks, nor by a redirect", async () => {
  const game = gameApp();
  const { app } = game;
  let hits = 0;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => {
    hits++;
    return new Response(PARKS);
  });
  const { port } = server.addr;
  for (const host of ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254", "10.0.0.1"]) {
    const url = `http://${host}:${port}/parks.csv`;
    await refused(app, 400, "import_no_file", () => app.operator.post("/api/import/pota", { url }));
  }
  // A name is judged by what it resolves to; one that does not resolve is not reached.
  game.world.lookup = (name) =>
    Promise.resolve(name === "inside.example" ? ["203.0.113.9", "127.0.0.1"] : []);
  const named = (name: string) =>
    app.operator.post("/api/import/pota", { url: `http://${name}:${port}/parks.csv` });
  await refused(app, 400, "import_no_file", () => named("inside.example"));
  await refused(app, 502, "import_unreachable", () => named("nowhere.example"));
  assert.equal(hits, 0);
  await server.shutdown();
  game.close();
});
