/** What caches in front may keep: nothing from behind a gate, and a 304 says the same as the whole answer. */
import assert from "node:assert/strict";
import type { Route } from "../../src/http/mod.ts";
import { appTest, type Reply } from "../kit/app.ts";
import { find, hide } from "../kit/seed_game.ts";

/** Gates behind which everybody gets the same. What else there is, is somebody's own. */
const PUBLIC = new Set(["public", "ratelimited"]);
const isPublic = ({ options }: Route) => PUBLIC.has(options.gate.label);
const keeps = (reply: Reply) => reply.headers.get("cache-control") ?? "nothing";

appTest("no answer from behind a gate may be kept by a cache that others share", {}, async (app) => {
  const member = await app.signIn("OE1XYZ");
  const cache = await hide(app, "OE1XYZ");
  const concrete = ({ path }: Route) =>
    path.replace(/:(id|code|cacheId)\b/g, cache.code).replace(/:\w+/g, "1").replace("*", "x");
  const opened = new Set<string>();
  for (const route of app.routes) {
    if (isPublic(route)) continue;
    const body = route.method === "GET" ? undefined : {};
    for (const who of [app.visitor, app.operator, app.ingest, member, await app.sysop()]) {
      app.world.pass(120);
      const reply = await who.send(route.method, concrete(route), body);
      if (reply.status < 300) opened.add(`${route.method} ${route.path}`);
      assert.match(keeps(reply), /\b(no-store|private)\b/, `${route.method} ${route.path}: ${reply.status}`);
    }
  }
  assert.ok(opened.size >= 50, `only ${opened.size} gated routes were opened`);
});

/** Reads that a cache in front is to spare us, and what of them is somebody's own or has to be new. */
const SPARED = /^\/(?:api\/v1(?:\/|$)|feeds\/|badge\/|tiles\/|embed|sitemap|assets\/|api\/media\/)/;
const OWN = new Set(["/api/v1/key"]);

appTest(
  "every public read of the read API, feeds, exports, images and files says how long it is shared",
  {},
  (app) => {
    const silent = app.routes.filter((route) =>
      route.method === "GET" && SPARED.test(route.path) && !OWN.has(route.path) && !route.options.share
    );
    assert.deepEqual(silent.map(({ path }) => path), []);
    const wrong = app.routes.filter(({ method, options }) => options.share && method !== "GET");
    assert.deepEqual(wrong.map(({ path }) => path), []);
  },
);

appTest("what is shared is the same for everybody, says so, and nothing else does", {}, async (app) => {
  const { code } = await hide(app, "OE1XYZ", { description: "Under the third tree" });
  await find(app, "OE2ABC", code);
  const askers = [await app.signIn("OE1XYZ"), await app.sysop(), app.operator, app.ingest];
  const shared = new Set<string>();
  for (const route of app.routes.filter((one) => one.method === "GET" && isPublic(one))) {
    if (route.path.includes("*") || route.options.produces === "text/event-stream") continue;
    const path =
      route.path.replace(/:(id|code)\b/g, code).replace(/:call\b/g, "OE2ABC").replace(/:\w+/g, "1") +
      (/bbox/.test(JSON.stringify(route.options.query ?? "")) ? "?bbox=16,48,17,49" : "");
    app.world.pass(120);
    const anybody = await app.visitor.get(path);
    const says = keeps(anybody);
    const isShared = route.options.share !== undefined && anybody.status === 200;
    assert.equal(says.startsWith("public"), isShared, `${path}: ${anybody.status} ${says}`);
    if (!isShared) continue;
    const { age, stale } = route.options.share!;
    if (!says.includes("immutable")) {
      assert.equal(says, `public, max-age=${age}, stale-while-revalidate=${stale}, stale-if-error=86400`);
    }
    shared.add(path);
    assert.equal(anybody.headers.get("set-cookie"), null, path);
    for (const asker of askers) {
      const theirs = await asker.get(path);
      assert.deepEqual([keeps(theirs), theirs.text], [says, anybody.text], path);
    }
  }
  assert.ok(shared.size >= 35, `only ${shared.size} were walked`);
});

appTest(
  "public answers are asked for anew unless they say otherwise, a member's own are the member's alone",
  {},
  async (app) => {
    const { code } = await hide(app, "OE1XYZ");
    assert.equal(keeps(await app.visitor.get(`/api/caches/${code}`)), "no-cache");
    assert.equal(keeps(await app.visitor.get("/api/caches/none")), "no-cache");
    assert.equal(keeps(await app.visitor.get("/nothing")), "no-cache");
    const member = await app.signIn("OE1XYZ");
    assert.equal(keeps(await member.get(`/api/caches/${code}`)), "private, no-cache");
    assert.match(keeps(await app.visitor.get("/sitemap.xml")), /^public, max-age=/);
  },
);

appTest("a 304 carries the headers of the whole answer", {}, async (app) => {
  const { code } = await hide(app, "OE1XYZ", { description: "Under the third tree" });
  await find(app, "OE2ABC", code);
  const member = await app.signIn("OE1XYZ");
  const same = ["cache-control", "etag", "vary", "expires", "last-modified", "access-control-allow-origin"];
  let versions = 0;
  for (const route of app.routes.filter((one) => one.method === "GET")) {
    const path =
      route.path.replace(/:(id|code)\b/g, code).replace(/:call\b/g, "OE1XYZ").replace(/:\w+/g, "1") +
      (/bbox/.test(JSON.stringify(route.options.query ?? "")) ? "?bbox=16,48,17,49" : "");
    if (path.includes("*") || route.options.produces === "text/event-stream") continue;
    for (const who of [app.visitor, member]) {
      app.world.pass(120);
      const whole = await who.get(path);
      const etag = whole.headers.get("etag");
      if (whole.status !== 200 || etag === null) continue;
      const again = await who.get(path, { "if-none-match": `"other", ${etag}` });
      assert.deepEqual([again.status, again.text], [304, ""], path);
      for (const name of same) {
        if (whole.headers.has(name)) {
          assert.equal(again.headers.get(name), whole.headers.get(name), `${path}: ${name}`);
        }
      }
      versions++;
    }
  }
  assert.ok(versions >= 20, `only ${versions} answers had a version`);
});
