/** Watch, alerts, push, views, spots, the API reference, embed and QR over HTTP. */
import assert from "node:assert/strict";
import { createECDH } from "node:crypto";
import { toBase64Url } from "../../src/base/mod.ts";
import { noticeOf } from "../../src/client/phone/push/push_notice.ts";
import { refused, testApp } from "../kit/app.ts";
import { find, hide } from "../kit/seed_game.ts";
import { becomes } from "../kit/waits.ts";
import { judge, judgesMissing } from "../peers/judges.ts";
import { peerTest } from "../peers/peer.ts";

/** A program in which anybody can be signed in by a link of the operator. */
const club = (env: Record<string, string> = {}, options: Parameters<typeof testApp>[1] = {}) =>
  testApp({ OPERATOR_LINKS_FOR_ANY_CALL: "1", ...env }, options);

Deno.test("watch: add, list, limit, remove; another's watch is not there", async () => {
  using app = club();
  const [alice, bob] = [await app.signIn("OE1ABC"), await app.signIn("DL1XYZ")];
  await refused(app, 401, "no_session", () => app.visitor.get("/api/watch"));
  const made = await alice.post("/api/watch", { callsign: "oe9xyz-7" });
  assert.deepEqual([made.status, made.body.callsign], [201, "OE9XYZ"]);
  assert.equal((await alice.post("/api/watch", { callsign: "OE9XYZ" })).status, 200);
  await refused(app, 400, "invalid_call", () => alice.post("/api/watch", { callsign: "no call" }));
  assert.deepEqual((await bob.get("/api/watch")).body, { watching: [], unseen: 0, limit: 50 });
  await refused(app, 404, "watch_unknown", () => bob.delete(`/api/watch/${made.body.id}`));
  await refused(app, 404, "watch_unknown", () => alice.delete("/api/watch/x"));
  for (let n = 0; n < 49; n++) {
    assert.equal((await alice.post("/api/watch", { callsign: `N${n}ABC` })).status, 201, `${n}`);
  }
  await refused(app, 409, "watches_full", () => alice.post("/api/watch", { callsign: "K1ABC" }));
  assert.equal((await alice.delete(`/api/watch/${made.body.id}`)).status, 200);
  assert.equal((await alice.get("/api/watch")).body.watching.length, 49);
  assert.equal((await alice.delete("/api/watch/n7abc-3")).status, 200, "by the call too");
  assert.equal((await alice.get("/api/watch")).body.watching.length, 48);
});

Deno.test("watch: a heard call becomes an alert, seen once and for all", async () => {
  using app = club();
  const alice = await app.signIn("OE1ABC");
  await alice.post("/api/watch", { callsign: "OE9XYZ" });
  app.live.hub.position({ call: "OE9XYZ-9", at: app.world.now(), lat: 48, lon: 16, via: "rf" });
  app.live.hub.flush();
  await app.db.write(() => {});
  const { body } = await alice.get("/api/watch/alerts");
  assert.deepEqual([body.unseen, body.alerts.length, body.alerts[0].kind, body.alerts[0].callsign], [
    1,
    1,
    "heard",
    "OE9XYZ-9",
  ]);
  assert.deepEqual((await alice.post("/api/watch/seen")).body, { ok: true, seen: 1 });
  assert.equal((await alice.get("/api/watch")).body.unseen, 0);
  assert.equal((await alice.get("/api/watch/alerts")).body.alerts[0].seenAt, app.world.now());
  await refused(app, 400, "invalid_cursor", () => alice.get("/api/watch/alerts?cursor=x"));
});

Deno.test("push: the key, a browser's subscription, and none where push is off", async () => {
  const app = club({ VAPID_PRIVATE_KEY: toBase64Url(new Uint8Array(32).fill(7)) });
  app.world.lookup = () => Promise.resolve(["93.184.216.34"]);
  const { key } = (await app.visitor.get("/api/push/key")).body;
  const alice = await app.signIn("OE1ABC");
  const subscription = {
    endpoint: "https://push.example/1",
    expirationTime: null,
    keys: { p256dh: key, auth: toBase64Url(new Uint8Array(16)) },
  };
  assert.equal((await alice.post("/api/push/subscribe", subscription)).status, 201);
  await refused(
    app,
    400,
    "bad_subscription",
    () => alice.post("/api/push/subscribe", { ...subscription, endpoint: "https://192.168.0.1/" }),
  );
  await refused(app, 401, "no_session", () => app.visitor.post("/api/push/subscribe", subscription));
  assert.deepEqual((await alice.post("/api/push/unsubscribe", { endpoint: subscription.endpoint })).body, {
    ok: true,
    removed: true,
  });
  assert.deepEqual((await alice.post("/api/push/unsubscribe", { endpoint: subscription.endpoint })).body, {
    ok: true,
    removed: false,
  });
  app.close();
  const off = club();
  assert.deepEqual((await off.visitor.get("/api/push/key")).body, { key: null });
  const bob = await off.signIn("OE1ABC");
  await refused(off, 503, "push_off", () => bob.post("/api/push/subscribe", subscription));
  off.close();
});

Deno.test("views: saved, shared, deleted; a suspended member's view is not shown", async () => {
  using app = club();
  const [alice, bob] = [await app.signIn("OE1ABC"), await app.signIn("DL1XYZ")];
  const state = { center: [16.37, 48.2], zoom: 11, layers: ["caches"] };
  const made = await alice.post("/api/views", { name: " Home ", state });
  assert.deepEqual([made.status, made.body.name, made.body.state], [201, "Home", state]);
  const path = `/v/${made.body.id}`;
  assert.deepEqual((await app.visitor.get(path)).body.state, state);
  const browser = await app.visitor.get(path, { accept: "text/html" });
  assert.deepEqual([browser.status, browser.headers.get("location")], [302, `/?view=${made.body.id}`]);
  assert.deepEqual((await bob.get("/api/views")).body, { views: [] });
  await refused(app, 404, "view_unknown", () => bob.delete(`/api/views/${made.body.id}`));
  await refused(
    app,
    400,
    "view_too_large",
    () => alice.post("/api/views", { name: "x", state: { x: "y".repeat(8000) } }),
  );
  await refused(app, 400, undefined, () => alice.post("/api/views", { name: "no state" }));
  assert.equal((await alice.post("/api/views", { state })).status, 201, "a view needs no name");
  await refused(app, 404, "view_unknown", () => app.visitor.get("/v/nothing"));
  app.db.writeNow((tx) =>
    app.db.sql<{ id: number }>(
      "INSERT INTO suspension (account_id, reason, category, suspended_at) VALUES (:id, 'test', 'spam', 0)",
    ).run(tx, { id: app.accounts.holder("OE1ABC")!.accountId })
  );
  await refused(app, 404, "view_unknown", () => app.visitor.get(path));
});

Deno.test("spots: off by default, without asking anybody", async () => {
  using app = club();
  app.world.fetch = () => assert.fail("asked somebody");
  const empty = { enabled: false, count: 0, fetchedAt: null, spots: [], down: [] };
  assert.deepEqual((await app.visitor.get("/api/spots")).body, empty);
  assert.deepEqual((await app.visitor.get("/api/v1/spots?bbox=1,2,3,4&bands=40m")).body, empty);
  await refused(app, 400, undefined, () => app.visitor.get("/api/spots?bbox=x"));
});

Deno.test("spots: on, filtered by band and source", async () => {
  using app = club({ SPOTS_ENABLED: "1", SPOTS_SOURCES: "pota" });
  const spotTime = new Date(app.world.nowMs()).toISOString();
  app.world.fetch = () =>
    Promise.resolve(Response.json([
      {
        activator: "K1ABC",
        frequency: "14062",
        mode: "CW",
        reference: "US-1",
        spotTime,
        latitude: 41,
        longitude: -73,
      },
      {
        activator: "K2ABC",
        frequency: "7200",
        mode: "SSB",
        reference: "US-2",
        spotTime,
        latitude: 42,
        longitude: -73,
      },
    ]));
  const calls = async (query: string) =>
    (await app.visitor.get(`/api/v1/spots?${query}`)).body.spots.map((spot: { callsign: string }) =>
      spot.callsign
    );
  assert.deepEqual((await calls("")).sort(), ["K1ABC", "K2ABC"]);
  assert.deepEqual(await calls("bands=40M,2m"), ["K2ABC"]);
  assert.deepEqual(await calls("modes=cw"), ["K1ABC"]);
  assert.deepEqual(await calls("bbox=-80,41.5,-70,43"), ["K2ABC"]);
  assert.deepEqual(await calls("sources=sota"), []);
});

Deno.test("docs: every route is on the page, no script, nothing from elsewhere, and an ETag", async () => {
  using app = club();
  const page = await app.visitor.get("/api/docs");
  assert.equal(page.status, 200);
  // Of paths that differ in the names of their parameters alone the document has one.
  const forms = page.text.replace(/\{\w+\}/g, "{}");
  for (const { method, path } of app.routes) {
    const shown = path.replace(/:(\w+)/g, "{}").replace(/\/\*$/, "/{}");
    assert.ok(forms.includes(`>${method}</code> <code>${shown}</code>`), `${method} ${path}`);
  }
  assert.doesNotMatch(page.text, /<script|src="|href="https?:|url\(/);
  const again = await app.visitor.get("/api/docs", { "if-none-match": page.headers.get("etag")! });
  assert.equal(again.status, 304);
});

Deno.test("embed: only its own script, framed by anybody, hostile parameters stay text", async () => {
  using app = club({ APP_URL: "https://club.example" });
  const page = await app.visitor.get(`/embed?cache=${encodeURIComponent("GW-1</script><script>alert(1)")}`);
  const policy = page.headers.get("content-security-policy")!;
  assert.match(policy, /frame-ancestors \*/);
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.ok(page.text.includes('{"shown":{"cache":"GW-1scriptscriptaler"}'));
  const scripts = page.text.match(/<script[^>]*>/g)!;
  assert.match(
    scripts.join(),
    /^<script id="config" type="application\/json">,<script src="\/assets\/embed-\w+\.js">$/,
  );
  const boxed = await app.visitor.get("/embed?bbox=10,40,20,50");
  assert.ok(boxed.text.includes('"bbox":[10,40,20,50]'));
  for (const bbox of ["", "1,2,3", "1,2,3,x", "10,40,31,50", "20,40,10,50", "<b>"]) {
    const nothing = await app.visitor.get(`/embed?bbox=${encodeURIComponent(bbox)}`);
    assert.ok(nothing.text.includes("Nothing to show"), bbox);
    assert.doesNotMatch(nothing.text, /<script/);
  }
  // The same address says the same to everybody; the page that frames it names the language.
  const german = { "accept-language": "de" };
  assert.match((await app.visitor.get("/embed?bbox=10,40,20,50", german)).text, /<html lang="en">/);
  const asked = (await app.visitor.get("/embed?bbox=10,40,20,50&lang=de")).text;
  assert.match(asked, /<html lang="de">[^]*Karte der Caches[^]*"traditional":"Traditionell"/);
  assert.match((await app.visitor.get("/embed?lang=de")).text, /höchstens 20 Grad/);
  assert.match((await app.visitor.get("/embed?lang=xx")).text, /<html lang="en">/);
});

Deno.test("qr: a cache's page or an address, as SVG; nothing else", async () => {
  using app = club({ APP_URL: "https://club.example" });
  const hidden = await hide(app, "OE1ABC", {});
  const code = await app.visitor.get(`/embed/qr.svg?cache=${hidden.code}&size=300`);
  assert.match(code.headers.get("content-type")!, /^image\/svg\+xml/);
  assert.match(code.text, /^<svg width="300" height="300" /);
  assert.equal((await app.visitor.get("/embed/qr.svg?url=https://club.example/")).status, 200);
  await refused(app, 400, "qr_nothing", () => app.visitor.get("/embed/qr.svg"));
  await refused(app, 400, "qr_url", () => app.visitor.get("/embed/qr.svg?url=javascript:alert(1)"));
  await refused(
    app,
    400,
    "qr_too_long",
    () => app.visitor.get(`/embed/qr.svg?url=https://club.example/${"x".repeat(100)}`),
  );
  await refused(app, 400, undefined, () => app.visitor.get("/embed/qr.svg?cache=GW1&size=5000"));
});

Deno.test("digest: unseen alerts are mailed to who wants that, and the link in the mail turns it off", async () => {
  using app = club({ APP_URL: "https://club.example" });
  const alice = await app.signIn("OE1ABC");
  await alice.post("/api/watch", { callsign: "OE9XYZ" });
  const hear = async () => {
    app.world.pass(2 * 86_400);
    app.live.hub.position({ call: "OE9XYZ", at: app.world.now(), lat: 48, lon: 16, via: "rf" });
    app.live.hub.flush();
    await app.db.write(() => {});
    await app.jobs.find((job) => job.name === "alerts-digest")!.run();
    return app.world.sent.length;
  };
  assert.equal(await hear(), 0, "nobody asked for it");
  await alice.put("/api/notify/prefs", { digest: true });
  assert.equal(await hear(), 0, "there is no confirmed address");
  app.db.writeNow((tx) =>
    app.db.sql("UPDATE account SET email = 'a@example.org' WHERE active_call = 'OE1ABC'").run(tx)
  );
  assert.equal(await hear(), 1);
  const [mail] = app.world.sent;
  assert.equal(mail!.to, "a@example.org");
  const link = /<(.+)>/.exec(mail!.headers!["List-Unsubscribe"]!)![1]!;
  assert.ok(mail!.text.includes(link));
  const path = link.slice(link.indexOf("/api/"));
  assert.equal((await app.visitor.get(path)).status, 200);
  assert.equal((await alice.get("/api/notify/prefs")).body.digest, true, "looking changes nothing");
  assert.equal((await app.visitor.post(path, {})).status, 200);
  assert.equal((await alice.get("/api/notify/prefs")).body.digest, false);
  assert.equal(await hear(), 1);
});

Deno.test("digest: its lines lead to pages that answer; an instance without an address of its own links nothing", async () => {
  for (const env of [{ APP_URL: "https://club.example" }, { APP_URL: "" }]) {
    using app = club(env);
    const hidden = await hide(app, "OE1ABC", {});
    const alice = await app.signIn("OE1ABC");
    await alice.put("/api/notify/prefs", { digest: true });
    app.db.writeNow((tx) =>
      app.db.sql("UPDATE account SET email = 'a@example.org' WHERE active_call = 'OE1ABC'").run(tx)
    );
    const finder = await app.signIn("OE2FND");
    const { body: log } = await finder.post(`/api/caches/${hidden.code}/logs`, { kind: "DNF" });
    await app.db.write(() => {});
    const [alert] = (await alice.get("/api/watch/alerts")).body.alerts;
    assert.deepEqual([alert.kind, alert.find], ["cache_dnf", log.id]);
    await app.jobs.find((job) => job.name === "alerts-digest")!.run();
    const [mail] = app.world.sent;
    assert.match(mail!.text, /OE2FND did not find /);
    if (env.APP_URL) {
      const page = /https:\/\/club\.example(\/find\/\d+)\n/.exec(mail!.text)![1]!;
      assert.equal((await app.visitor.get(page)).status, 200);
      assert.equal((await alice.get(`/api${page.replace("find", "finds")}`)).body.log.id, log.id);
    } else {
      assert.doesNotMatch(mail!.text, /https?:|undefined/);
      assert.equal(mail!.headers, undefined, "nobody can press a button that leads nowhere");
    }
  }
});

peerTest(
  "a find of one's cache is pushed with its page, in the language that its owner has chosen",
  judgesMissing(),
  async () => {
    const sent: Uint8Array[] = [];
    using app = club({ VAPID_PRIVATE_KEY: toBase64Url(new Uint8Array(32).fill(7)) }, {
      fetch: ({ url, body }) => {
        sent.push(body as Uint8Array);
        return Promise.resolve({ status: 201, bytes: new Uint8Array(), headers: {}, url });
      },
    });
    app.world.lookup = () => Promise.resolve(["93.184.216.34"]);
    const browser = createECDH("prime256v1"), point = browser.generateKeys();
    const auth = toBase64Url(new Uint8Array(16).fill(9));
    const { code } = await hide(app, "OE1OWN", { title: "The old mast" });
    const owner = await app.signIn("OE1OWN");
    await owner.put("/api/prefs", { prefs: { lang: "de" } });
    const keys = { p256dh: toBase64Url(point), auth };
    assert.equal(
      (await owner.post("/api/push/subscribe", { endpoint: "https://push.example/1", keys })).status,
      201,
    );
    const log = await find(app, "OE3FND", code);
    await becomes("the push goes out", () => sent.length === 1);
    const told = JSON.parse(
      await judge("push", {
        body: toBase64Url(sent[0]!),
        privateKey: toBase64Url(browser.getPrivateKey()),
        auth,
      }),
    );
    assert.deepEqual([told.lang, told.text, told.find], [
      "de",
      `OE3FND hat The old mast (${code}) gefunden`,
      log.id,
    ]);
    const { options } = noticeOf(JSON.stringify(told));
    assert.equal(options.data, `/find/${log.id}`);
    assert.equal((await app.visitor.get(options.data, { accept: "text/html" })).status, 200);
  },
);

Deno.test("personal data: exported, and gone with the account, also from others' lists", async () => {
  const pushed = Promise.withResolvers<string>();
  using app = club({ VAPID_PRIVATE_KEY: toBase64Url(new Uint8Array(32).fill(7)) }, {
    fetch: ({ url }) => {
      pushed.resolve(url);
      return Promise.resolve({ status: 201, bytes: new Uint8Array(), headers: {}, url });
    },
  });
  app.world.lookup = () => Promise.resolve(["93.184.216.34"]);
  const [alice, bob] = [await app.signIn("OE1ABC"), await app.signIn("DL1XYZ")];
  const { key } = (await app.visitor.get("/api/push/key")).body;
  await alice.post("/api/watch", { callsign: "DL1XYZ" });
  await bob.post("/api/watch", { callsign: "OE1ABC" });
  await alice.post("/api/views", { name: "Home", state: { zoom: 3 } });
  const keys = { p256dh: key, auth: toBase64Url(new Uint8Array(16)) };
  await alice.post("/api/push/subscribe", { endpoint: "https://push.example/alice", keys });
  for (const call of ["DL1XYZ-9", "OE1ABC-7"]) {
    app.live.hub.position({ call, at: app.world.now(), lat: 48, lon: 16, via: "rf" });
  }
  app.live.hub.flush();
  assert.equal(await pushed.promise, "https://push.example/alice");
  const exported = (await alice.post("/api/account/OE1ABC/export", {})).text;
  for (const word of ["DL1XYZ-9", '"Home"', "https://push.example/alice"]) {
    assert.ok(exported.includes(word), word);
  }
  assert.equal((await alice.post("/api/account/OE1ABC/delete", {})).status, 200);
  for (const table of ["watch", "alert", "push_subscription", "map_view"]) {
    const rows = JSON.stringify(app.db.sql(`SELECT * FROM ${table}`).all());
    assert.ok(!rows.includes("OE1ABC") && !rows.includes("alice"), `${table}: ${rows}`);
  }
});
