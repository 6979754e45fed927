/** Exports are made one at a time an account and two at a time in all, whichever they are, and visitors keep no member waiting. */
import assert from "node:assert/strict";
import { appTest, type Client, refused, type TestApp } from "../kit/app.ts";
import { hide } from "../kit/seed_game.ts";

/** Files that one fetches which are no exports, and why. */
const EXCUSED: Record<string, string> = {
  "/api/v1/station/:call.kml": "one station's track, cut at its most points",
  "/api/v1/live.kml": "a view of the map, asked for each time it moves",
  "/api/v1/caches/:code.gpx": "one cache",
  "/feeds/events.ics": "a feed, cut at its most items",
  "/feeds/events/:code.ics": "one meeting",
};
const FILE = /gpx|kml|google-earth|xml-loc|csv|zip|adif|\.ics|calendar/;
const exporting = (app: TestApp) => app.routes.filter(({ options }) => options.exports);
const addressOf = (path: string) =>
  path.replaceAll(
    /:\w+/g,
    (name) => name !== ":call" ? "x" : path.startsWith("/api/account") ? "me" : "OE1ABC",
  );

/** A request whose answer is there and not read. */
async function begun(app: TestApp, who: Client, { method, path }: { method: string; path: string }) {
  const request = new Request(new URL(addressOf(path), "http://localhost:8787"), {
    method,
    headers: { host: "localhost:8787", ...who.headers },
    ...(method === "POST" && { body: "{}" }),
  });
  if (method === "POST") request.headers.set("content-type", "application/json");
  const answer = await app.handler(request, { remoteAddr: { hostname: who.remote } });
  assert.equal(answer.status, 200, `${method} ${path}`);
  return answer;
}

appTest("each export waits for its account's turn and for one of the two of all", {}, async (app) => {
  await hide(app, "OE1ABC", { title: "One" });
  const routes = exporting(app);
  assert.ok(routes.length >= 9, String(routes.length));
  const people = await Promise.all(
    ["OE1ABC", "OE2DEF", "OE3GHI"].map(async (call, n) =>
      (await app.signIn(call)).with({}, `198.51.${n + 100}.7`)
    ),
  );
  for (const one of routes) {
    const [a, b, c] = people as [Client, Client, Client];
    const first = await begun(app, a, one);
    for (const other of routes.filter(({ options }) => options.gate.label === one.options.gate.label)) {
      const again = await refused(
        app,
        429,
        "rate_limited",
        () => a.send(other.method, addressOf(other.path), other.method === "POST" ? {} : undefined),
      );
      assert.ok(Number(again.headers.get("retry-after")) > 0);
    }
    const second = await begun(app, b, one);
    const ask = () => c.send(one.method, addressOf(one.path), one.method === "POST" ? {} : undefined);
    await refused(app, 429, "rate_limited", ask);
    await first.body?.cancel();
    assert.equal((await ask()).status, 200, `${one.path}: a turn that was given up`);
    await second.arrayBuffer();
    assert.equal((await ask()).status, 200, `${one.path}: a turn that is over`);
    app.world.pass(3600);
  }
});

appTest(
  "a refused export holds no turn, and a reader that takes nothing gives it up to others",
  {},
  async (app) => {
    const [a, b, c] = [await app.signIn("OE1ABC"), await app.signIn("OE2DEF"), await app.signIn("OE3GHI")];
    const path = "/api/my/caches.gpx";
    for (let n = 0; n < 3; n++) {
      await refused(app, 400, undefined, () => a.get(`${path}?square=nowhere`));
    }
    const slow = await begun(app, a, { method: "GET", path }),
      other = await begun(app, b, { method: "GET", path });
    await refused(app, 429, "rate_limited", () => c.get(path));
    app.world.pass(61);
    assert.equal((await c.get(path)).status, 200);
    await Promise.all([slow.body?.cancel(), other.body?.cancel()]);
    assert.equal((await a.get(path)).status, 200);
  },
);

appTest("visitors have turns of their own: they keep no member waiting", {}, async (app) => {
  const member = await app.signIn("OE1ABC"), path = "/api/v1/caches.gpx";
  const held = await Promise.all(
    [1, 2].map((n) => begun(app, app.visitor.with({}, `203.0.${n + 112}.1`), { method: "GET", path })),
  );
  await refused(app, 429, "rate_limited", () => app.visitor.with({}, "198.51.100.9").get(path));
  assert.equal((await member.get("/api/my/caches.gpx")).status, 200);
  await Promise.all(held.map((answer) => answer.body?.cancel()));
});

appTest("every file that one takes out is an export, or is excused with a reason", {}, (app) => {
  const files = app.routes.filter(({ method, path, options: { produces = "", gate } }) =>
    (FILE.test(`${path} ${produces}`) || /\/export$/.test(path)) && !/sysop|operator/.test(gate.label) &&
    (method === "GET" || /export/.test(path))
  );
  const forgotten = files.filter(({ path, options }) => !options.exports && !(path in EXCUSED));
  assert.deepEqual(forgotten.map(({ path }) => path), []);
  for (const path of Object.keys(EXCUSED)) {
    assert.ok(files.some((one) => one.path === path && !one.options.exports), `${path} needs no excuse`);
  }
});
