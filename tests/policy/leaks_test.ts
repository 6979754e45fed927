/**
 * Nothing that is unlisted, removed, a draft or a suspended person's shows in any public list, feed, export, count or
 * search, and nothing that is local leaves for another instance. Walks every public route there is: a new one is in the
 * walk by itself.
 */
import assert from "node:assert/strict";
import type { Route } from "../../src/http/mod.ts";
import { appTest, type TestApp, testApp } from "../kit/app.ts";
import { filled, takenBy } from "../kit/queries.ts";
import { find, hide, suspend } from "../kit/seed_game.ts";

/** Words that stand in titles, texts and hints of what must not show. */
const SECRETS = ["xunlistedx", "xquietx", "xremovedx", "xgonex", "xdraftx", "xsuspendedx"];
/**
 * What other instances read of these: an unlisted cache is a record like any other, marked as such and without its
 * description (FED "Envelope"); records of a suspended person stay, since suspensions end; finds of a removed cache stay,
 * and mirrors hide them with the cache.
 */
const FEDERATED = ["xunlistedx", "xsuspendedx", "xgonex"];
const isFederation = (address: string): boolean => address.startsWith("/federation/");
const FINDER = "DL1XYZ";
const SUSPENDED = "OE9SUS";

async function club() {
  const app = testApp({ APP_URL: "https://club.example" });
  const seen = await hide(app, "OE1ABC", { title: "Plain to see", description: "shown" });
  const local = await hide(app, "OE1ABC", { title: "xlocalx", scope: "local" });
  const secret = (word: string) => ({ title: `A ${word} cache`, description: word, hint: word });
  const unlisted = await hide(app, "OE1ABC", { ...secret("xquietx"), title: "xunlistedx", unlisted: true });
  const draft = await hide(app, "OE1ABC", { ...secret("xdraftx"), status: "draft" });
  const removed = await hide(app, "OE1ABC", secret("xremovedx"));
  const suspended = await hide(app, SUSPENDED, secret("xsuspendedx"));
  const logs = [[seen, "fine"], [local, "xlocalx"], [unlisted, "xunlistedx"], [removed, "xgonex"], [
    suspended,
    "xsuspendedx",
  ]] as const;
  for (const [cache, word] of logs) await find(app, FINDER, cache.code, { text: `log ${word}` });
  await find(app, SUSPENDED, seen.code, { text: "log xsuspendedx" });
  const bad = await find(app, "HB9XYZ", seen.code, { text: "log xremovedx" });
  app.db.writeNow((tx) => {
    app.caches.remove(tx, "log", String(bad.id), "test");
    app.caches.remove(tx, "cache", String(removed.id), "xremovedx reason");
  });
  suspend(app, SUSPENDED);
  app.world.pass(600);
  return { app, seen, hidden: { unlisted, draft, removed, suspended }, local };
}

const isPublic = ({ method, options }: Route): boolean =>
  method === "GET" && (options.gate.label === "public" || options.gate.label === "ratelimited");
/** Endless, or not HTTP: what they tell is checked where it is made. */
const STREAMS = ["/ws", "/api/cot/stream"];

/** Addresses of a route with its parameters filled by things that may be known, and the queries that show most. */
function addresses(route: Route, seen: { id: number; code: string }): string[] {
  const fills: Record<string, string[]> = {
    call: [FINDER, "OE1ABC", SUSPENDED, "HB9XYZ"],
    code: [seen.code],
    id: [String(seen.id)],
  };
  const paths = filled(route, (name) => fills[name] ?? ["1"]);
  const box = "bbox=16,48,17,49";
  const queries = [
    "",
    `?${box}`,
    "?limit=200",
    `?${box}&limit=200&includeUnvetted=1`,
    "?grid=JN88",
    "?metric=finds&period=all",
    `?call=${SUSPENDED}`,
    "?to=ALL",
    ...[...SECRETS, "log", SUSPENDED].map((word) => `?q=${word}`),
  ];
  const asked = takenBy(route, queries);
  return paths.flatMap((path) => asked.map((query) => path + query));
}

async function walk(
  app: TestApp,
  seen: { id: number; code: string },
  look: (address: string, text: string) => void,
  which = isPublic,
  client = app.visitor,
): Promise<number> {
  let walked = 0;
  for (const route of app.routes) {
    if (!which(route) || STREAMS.includes(route.path)) continue;
    for (const address of addresses(route, seen)) {
      // From an address of its own each, so that no throttle hides anything.
      const { status, text } = await client.with({}, `198.51.${walked >> 8}.${walked & 255}`).get(
        address,
      );
      if (status === 200) look(address, text);
      walked++;
    }
  }
  return walked;
}

Deno.test("no public list, feed, export or search shows what is unlisted, removed, a draft or a suspended person's", async () => {
  const { app, seen, hidden } = await club();
  using _end = app;
  const codes = Object.entries(hidden).map(([what, { code }]) => [what, code] as const);
  const shown = new Set<string>();
  const walked = await walk(app, seen, (address, text) => {
    // A search may repeat what was asked; nothing else may.
    const asked = address.split("?q=")[1];
    for (const word of SECRETS) {
      if (word === asked || (isFederation(address) && FEDERATED.includes(word))) continue;
      assert.ok(!text.includes(word), `${address} shows ${word}`);
    }
    for (const [what, code] of codes) {
      if (isFederation(address) && (what === "unlisted" || what === "suspended")) continue;
      assert.ok(!text.includes(code), `${address} shows the ${what} cache ${code}`);
    }
    if (text.includes(seen.code)) shown.add(address.split("?")[0]!);
  });
  assert.ok(walked > 300, `${walked} addresses`);
  // The walk would see a leak: what may be shown is shown by these.
  for (
    const path of [
      "/api/v1/caches",
      "/api/v1/caches.gpx",
      "/api/v1/caches.kml",
      "/api/v1/activity",
      "/api/activity",
      "/feeds/caches.xml",
      "/feeds/activity.xml",
      `/feeds/u/${FINDER}.xml`,
      `/api/v1/profile/${FINDER}.adif`,
    ]
  ) {
    assert.ok(shown.has(path), `${path} shows what may be shown`);
  }
});

Deno.test("the suspended person is in no ranking, feed or profile under the own call", async () => {
  const { app, seen } = await club();
  using _end = app;
  await walk(app, seen, (address, text) => {
    const path = decodeURIComponent(address);
    if (!path.includes(SUSPENDED) && !isFederation(path)) {
      assert.ok(!text.includes(SUSPENDED), `${address} names the suspended ${SUSPENDED}`);
    }
  });
  const { body } = await app.visitor.get(`/api/v1/profile/${SUSPENDED}`);
  assert.deepEqual([body.finds, body.hides, body.points, body.badges], [0, 0, 0, []]);
});

Deno.test("counts leave out the same", async () => {
  const { app } = await club();
  using _end = app;
  const read = async (path: string) => (await app.visitor.get(path)).body;
  assert.equal((await read("/api/v1/stats")).activeCaches, 2);
  assert.equal((await read("/api/v1/caches?bbox=16,48,17,49")).count, 2);
  const profile = await read(`/api/v1/profile/${FINDER}`);
  assert.equal(profile.finds, 2);
  assert.equal((await read("/api/v1/profile/OE1ABC")).hides, 2);
  assert.deepEqual(
    (await read("/api/v1/leaderboard")).leaderboard.map((
      row: { loggerCall: string; finds: number },
    ) => [row.loggerCall, row.finds]),
    [[FINDER, 2]],
  );
  assert.match((await app.visitor.get(`/badge/${FINDER}.svg`)).text, /finds 2,/);
  assert.match((await app.visitor.get("/badge/OE1ABC.svg")).text, /hides 2"/);
});

Deno.test("files of one cache: only of one that may leave", async () => {
  const { app, seen, hidden } = await club();
  using _end = app;
  assert.equal((await app.visitor.get(`/api/v1/caches/${seen.code}.gpx`)).status, 200);
  for (const { code } of Object.values(hidden)) {
    assert.equal((await app.visitor.get(`/api/v1/caches/${code}.gpx`)).status, 404, code);
  }
  // Who knows the code of an unlisted cache may open it; that is what unlisted means. A draft is nobody else's.
  assert.equal((await app.visitor.get(`/api/v1/caches/${hidden.unlisted.code}`)).status, 200);
  assert.equal((await app.visitor.get(`/api/v1/caches/${hidden.draft.code}`)).status, 404);
  assert.equal((await app.visitor.get(`/api/v1/caches/${hidden.removed.code}`)).status, 410);
});

appTest("imported places are on the map and in no file or feed", {}, async (app) => {
  const place = await hide(app, "OE1ABC", {
    title: "Summit",
    type: "sota",
    code: "OE/NO-001",
    source: "sota",
  });
  assert.equal((await app.visitor.get("/api/v1/caches?bbox=16,48,17,49")).body.count, 1);
  for (const path of ["/api/v1/caches.gpx", "/api/v1/caches.kml", "/feeds/caches.xml", "/sitemap.xml"]) {
    assert.ok(!(await app.visitor.get(path)).text.includes("Summit"), path);
  }
  assert.equal((await app.visitor.get(`/api/v1/caches/${place.code.replaceAll("/", "")}.gpx`)).status, 404);
});

Deno.test("what is local never shows on a route that other instances read", async () => {
  const { app, seen, local } = await club();
  using _end = app;
  const federation = (route: Route) => isPublic(route) && /^\/(federation|\.well-known)\//.test(route.path);
  await walk(app, seen, (address, text) => {
    assert.ok(!text.includes("xlocalx") && !text.includes(local.code), `${address} shows a local cache`);
  }, federation);
});

const HELD = "OE9NEW";
/** What a newcomer wrote while posts are held: logs, a photo, a bulletin, a letter, and who they are. */
async function heldClub() {
  const app = testApp({ APP_URL: "https://club.example", HOLD_NEWCOMERS: "true" });
  const seen = await hide(app, "OE1ABC", { title: "Plain to see", description: "shown" });
  await find(app, FINDER, seen.code, { text: "log fine" });
  const newcomer = await app.signIn(HELD, { verified: false });
  app.world.pass(60);
  const logs = `/api/caches/${seen.code}/logs`;
  const position = { lat: 48.2, lon: 16.37, accuracyM: 5, at: app.world.now() };
  const posts = [
    [logs, { kind: "found", text: "log xheldx", position }],
    [logs, { kind: "note", text: "note xheldx" }],
    ["/api/bbs/messages", { fromCall: HELD, toCall: "ALL", subject: "xheldx", body: "xheldx" }],
    ["/api/bbs/messages", { fromCall: HELD, toCall: FINDER, subject: "xheldx", body: "xheldx" }],
    ["/auth/profile", { displayName: "xheldx", profilePublic: true }],
  ] as const;
  for (const [path, body] of posts) {
    const { status, text } = await newcomer.post(path, body);
    assert.ok(status < 300, `${path}: ${text}`);
  }
  app.world.pass(600);
  return { app, seen, newcomer };
}
const isRead = ({ method, options }: Route): boolean =>
  method === "GET" && !/admin|data/.test(options.gate.label);

Deno.test("what is held of a newcomer shows on no route; released, it is on those that list", async () => {
  const { app, seen, newcomer } = await heldClub();
  using _end = app;
  const member = await app.signIn(FINDER);
  const isNamed = (address: string, text: string) =>
    text.includes("xheldx") || (!decodeURIComponent(address).includes(HELD) && text.includes(HELD));
  // A member reads all that a stranger does, and more.
  const walked = await walk(
    app,
    seen,
    (address, text) =>
      assert.ok(!isNamed(address, text), `${address} shows what is held: ${text.slice(0, 400)}`),
    isRead,
    member,
  );
  assert.ok(walked > 300, `${walked} addresses`);
  assert.match(
    (await newcomer.get(`/api/caches/${seen.code}/logs`)).text,
    /log xheldx.*note xheldx|note xheldx.*log xheldx/,
  );
  app.db.writeNow((tx) => app.accounts.verify(tx, HELD, "sysop"));
  for (
    const path of [
      `/api/caches/${seen.id}/logs`,
      "/api/offline/pack?grid=JN88",
      "/api/bbs/bulletins",
      "/api/watch/alerts",
      "/api/v1/caches.gpx",
      "/api/activity",
      "/feeds/activity.xml",
      "/feeds/bulletins.xml",
      "/federation/finds",
      "/federation/bulletins",
    ]
  ) {
    assert.ok(isNamed(path, (await member.get(path)).text), `${path} shows it once it is released`);
  }
});
