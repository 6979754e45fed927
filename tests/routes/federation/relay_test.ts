/** Questions for a spoke that nobody can reach: queued at its hub, fetched, answered, read (FED "Push, relay, packet"). */
import assert from "node:assert/strict";
import { toBase64Url, utf8 } from "../../../src/base/mod.ts";
import { encodeCbor, readFrame, readPage, signFrame, verifyFrame } from "../../../src/wire/mod.ts";
import { newPeer } from "../../../src/federation/tables/peer_store.ts";
import { appTest, Client, refused, type TestApp, testApp } from "../../kit/app.ts";
import { withInstances } from "./instances.ts";
import { hidden } from "./members.ts";
import { HUB, hubOf, keyOf, RELAY_SECRET, Spoke, spokeOf } from "./spokes.ts";

/** Open questions of a requester and for a spoke, those of one lease, and its seconds. */
const OPEN_PER_REQUESTER = 50, OPEN_PER_SPOKE = 200, LEASED_AT_ONCE = 25, LEASE_S = 300;
const SECRET = { "x-relay-secret": RELAY_SECRET };
const FEED = { kind: "feed", params: { feed: "caches" } };
const ask = (app: TestApp, spoke: string, from: Client = app.visitor) =>
  from.post(`/federation/relay/${spoke}/query`, FEED, SECRET);
const read = (app: TestApp, { id, ticket }: { id: string; ticket: string }, headers = SECRET) =>
  app.visitor.get(`/federation/relay/result/${id}`, { "x-relay-ticket": ticket, ...headers });
const feedResult = {
  ok: true,
  kind: "feed",
  data: { feed: "caches", since: 0, encoding: "cbor", nextCursor: 0, complete: true, pageB64: "" },
};
/** A hub with one spoke that has pushed once. */
async function hubWithSpoke(id = "spoke.example") {
  const app = testApp(HUB);
  const spoke = new Spoke(app, id);
  assert.equal((await spoke.push([spoke.cache(5)], 0, 5)).status, 200);
  return { app, spoke };
}
/** A frame as an asker would sign its question; what is in it is nobody's business on the way. */
const question = (asker: string, target: string, n = 1, at = 1_780_315_200) =>
  signFrame({
    type: 10,
    gid: `${asker}:corroborationQuery:${n}`,
    origin: asker,
    v: n,
    at,
    body: new Map<string, string | number>([["target", target], ["nonce", String(n)]]),
  }, keyOf(asker));
const queue = (app: TestApp, asker: string, target: string, n = 1) =>
  app.db.writeNow((tx) =>
    app.federation.spokes.relay.queue(tx, { asker, target, frame: question(asker, target, n) })
  );

Deno.test("a feed of a spoke is read through its hub, page by page as the spoke signs it", async () => {
  const hub = hubOf(), spoke = spokeOf(hub);
  await withInstances([spoke, hub], async () => {
    const alice = await spoke.signIn("OE1ABC");
    await hidden(alice, "Mill");
    await spoke.federation.spokes.pusher!.push();
    const queued = await ask(hub, "spoke.example");
    assert.equal(queued.status, 201, queued.text);
    assert.match(queued.body.ticket, /^[0-9a-f]{32}$/);
    assert.deepEqual((await read(hub, queued.body)).body, { status: "queued", answer: null });
    await spoke.federation.spokes.pusher!.collect();
    const { body } = await read(hub, queued.body);
    assert.equal(body.status, "answered");
    const page = readPage(Uint8Array.fromBase64(body.answer.data.pageB64));
    assert.ok(page.ok && page.page.frames.length === 1);
    const frame = readFrame(page.page.frames[0]!);
    assert.ok(frame.ok && verifyFrame(frame.frame, [keyOf("spoke.example").publicKey]));
  });
});

Deno.test("a question reaches the spoke as its asker signed it, and only the asker reads the answer", async () => {
  const hub = hubOf(), spoke = spokeOf(hub);
  await withInstances([spoke, hub], async () => {
    const alice = await spoke.signIn("OE1ABC");
    await hidden(alice, "Mill");
    await spoke.federation.spokes.pusher!.push();
    const asker = new Spoke(hub, "asker.example");
    await asker.push([asker.cache(5)], 0, 5);
    const frame = question("asker.example", "spoke.example");
    const queued = hub.db.writeNow((tx) =>
      hub.federation.spokes.relay.queue(tx, { asker: "asker.example", target: "spoke.example", frame })
    );
    const seen: string[] = [];
    const answer = encodeCbor(new Map([[1, "the answer's frame"]]));
    spoke.federation.corroboration.answering.answerRelayed = (bytes) => {
      seen.push(toBase64Url(bytes));
      return { status: 200, frame: answer };
    };
    await spoke.federation.spokes.pusher!.collect();
    assert.deepEqual(seen, [toBase64Url(frame)]);
    const path = `/federation/relay/result/${queued.id}`;
    const reply = await asker.get(path, { "x-relay-ticket": queued.ticket });
    assert.deepEqual(reply.body, {
      status: "answered",
      answer: { ok: true, kind: "corroborate", data: { status: 200, frameB64: answer.toBase64() } },
    });
    const other = new Spoke(hub, "spoke.example");
    await refused(hub, 403, "relay_asker", () => other.get(path, { "x-relay-ticket": queued.ticket }));
    await refused(hub, 403, "relay_asker", () => read(hub, queued));
    assert.deepEqual(hub.federation.spokes.relay.own(queued.id), { status: 200, frame: answer });
  });
});

Deno.test("a hub that hands the same question out again gets the same bytes, and the spoke thinks once", async () => {
  const hub = hubOf(), spoke = spokeOf(hub);
  await withInstances([spoke, hub], async () => {
    const alice = await spoke.signIn("OE1ABC");
    await hidden(alice, "Mill");
    await spoke.federation.spokes.pusher!.push();
    let asked = 0;
    spoke.federation.corroboration.answering.answerRelayed = () => ({
      status: 200,
      frame: utf8(`answer ${++asked}`),
    });
    const first = queue(hub, "asker.example", "spoke.example");
    await spoke.federation.spokes.pusher!.collect();
    const before = hub.federation.spokes.relay.own(first.id);
    // The hub forgets that it was answered, and gives it another number besides.
    hub.db.writeNow((tx) =>
      hub.db.sql("UPDATE fed_relay SET status = 'queued', answer = NULL, id = 'again'").run(tx)
    );
    await spoke.federation.spokes.pusher!.collect();
    assert.deepEqual(hub.federation.spokes.relay.own("again"), before);
    assert.equal(asked, 1);
  });
});

Deno.test("what is leased comes back to the queue when nobody answers, oldest first, so many at once", async () => {
  const { app, spoke } = await hubWithSpoke();
  using _end = app;
  for (let n = 1; n <= LEASED_AT_ONCE + 2; n++) {
    queue(app, `asker${n}.example`, "spoke.example");
    app.world.pass(1);
  }
  const first = (await spoke.lease()).body.queries;
  assert.equal(first.length, LEASED_AT_ONCE);
  assert.equal(first[0].params.question, toBase64Url(question("asker1.example", "spoke.example")));
  assert.equal((await spoke.lease()).body.queries.length, 2);
  assert.deepEqual((await spoke.lease()).body.queries, []);
  app.world.pass(LEASE_S);
  assert.deepEqual((await spoke.lease()).body.queries, first);
});

Deno.test("an hour after it was asked a question is handed out to nobody, read by nobody, and goes", async () => {
  const { app, spoke } = await hubWithSpoke();
  using _end = app;
  const queued = (await ask(app, "spoke.example")).body;
  app.world.pass(3599);
  assert.equal((await read(app, queued)).status, 200);
  app.world.pass(1);
  assert.deepEqual((await spoke.lease()).body.queries, []);
  await refused(app, 404, "relay_unknown", () => read(app, queued));
  await app.jobs.find(({ name }) => name === "federation-relay-purge")!.run();
  assert.equal(app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM fed_relay").get()!.n, 0);
});

Deno.test("a host whose clock is not set drops nothing of its queue", async () => {
  const { app } = await hubWithSpoke();
  using _end = app;
  await ask(app, "spoke.example");
  app.world.pass(-app.world.now());
  await app.jobs.find(({ name }) => name === "federation-relay-purge")!.run();
  assert.equal(app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM fed_relay").get()!.n, 1);
});

Deno.test("queues are bounded by requester, by minute and by spoke", async () => {
  const { app, spoke } = await hubWithSpoke();
  using _end = app;
  const from = (n: number) => new Client(app, {}, `203.0.113.${n}`);
  for (let n = 0; n < OPEN_PER_REQUESTER; n++) {
    assert.equal((await ask(app, "spoke.example", from(1))).status, 201);
    app.world.pass(2);
  }
  await refused(app, 429, "relay_requester_full", () => ask(app, "spoke.example", from(1)));
  assert.equal((await ask(app, "spoke.example", from(2))).status, 201, "another network has room of its own");
  for (let n = OPEN_PER_REQUESTER + 1; n < OPEN_PER_SPOKE; n++) {
    queue(app, `asker${n}.example`, "spoke.example");
  }
  await refused(app, 429, "relay_spoke_full", () => ask(app, "spoke.example", from(3)));
  const { queries: [leased] } = (await spoke.lease()).body;
  assert.equal((await spoke.answer({ id: leased.id, result: feedResult })).status, 200);
  assert.equal((await ask(app, "spoke.example", from(3))).status, 201, "what is answered makes room");
});

Deno.test("queries of one network are at most sixty a minute, answered or not", async () => {
  const { app, spoke } = await hubWithSpoke();
  using _end = app;
  for (let n = 0; n < 60; n++) {
    assert.equal((await ask(app, "spoke.example")).status, 201);
    if (n % 20 === 19) {
      for (const { id } of (await spoke.lease()).body.queries) await spoke.answer({ id, result: feedResult });
    }
  }
  await refused(app, 429, undefined, () => ask(app, "spoke.example"));
  app.world.pass(61);
  assert.equal((await ask(app, "spoke.example")).status, 201);
});

Deno.test("the operator sees what waits for each spoke", async () => {
  const { app, spoke } = await hubWithSpoke();
  using _end = app;
  const at = app.world.now();
  await ask(app, "spoke.example");
  app.world.pass(10);
  await ask(app, "spoke.example");
  await spoke.lease();
  queue(app, "asker.example", "spoke.example");
  const { spokes: [seen] } = (await app.operator.get("/api/admin/federation/sync")).body;
  assert.deepEqual(seen.relay, { queued: 1, leased: 2, dispatched: 0, answered: 0, oldest: at });
});

Deno.test("a feed is asked for of whom packet mail reaches; of nobody blocked, and of nobody while the relay is off", async () => {
  const { FED_RELAY_SECRET: _, ...off } = HUB;
  for (const [env, known] of [[HUB, true], [off, false]] as const) {
    using app = testApp(env);
    const { store, spokes: { relay } } = app.federation;
    const endpoints = [{ transport: "bbs", address: "OE3HUT@OE3XBB.AUT.EU", priority: 10 }];
    app.db.writeNow((tx) =>
      store.peers.add(tx, {
        ...newPeer({ url: "https://hut.example", addedVia: "admin", addedAt: app.world.now() }),
        ...{ instance: "hut.example", pin: keyOf("hut.example").publicKey, endpoints },
      })
    );
    assert.equal(relay.isKnown("hut.example"), known);
    assert.equal(relay.isSpoke("hut.example"), false, "it never pushed here");
    if (known) {
      assert.equal((await ask(app, "hut.example")).status, 201);
      const blocked = { url: "https://hut.example", trust: "blocked" };
      assert.equal((await app.operator.post("/federation/peers/trust", blocked)).status, 200);
      await refused(app, 404, "not_a_spoke", () => ask(app, "hut.example"));
    }
  }
});

Deno.test("while the relay is off nobody is a spoke of it", async () => {
  const { FED_RELAY_SECRET: _, ...off } = HUB;
  using app = testApp(off);
  const spoke = new Spoke(app, "spoke.example");
  assert.equal((await spoke.push([spoke.cache(5)], 0, 5)).status, 200);
  assert.equal(app.federation.spokes.relay.isSpoke("spoke.example"), false);
});

Deno.test("a lease where nothing waits writes nothing; in its own name it is the same lease", async () => {
  const { app, spoke } = await hubWithSpoke();
  using _end = app;
  assert.deepEqual((await spoke.lease()).body.queries, []);
  const before = app.fingerprint();
  assert.deepEqual((await spoke.lease()).body.queries, []);
  assert.equal(app.fingerprint(), before);
  const { id } = (await ask(app, "spoke.example")).body;
  const own = await spoke.get("/federation/relay/lease?instance=spoke.example");
  assert.deepEqual(own.body.queries.map((one: { id: string }) => one.id), [id]);
  assert.notEqual(app.fingerprint(), before);
});

Deno.test("an answer names its question in a hundred characters, and its spoke or nobody", async () => {
  const { app, spoke } = await hubWithSpoke();
  using _end = app;
  const { id } = (await ask(app, "spoke.example")).body;
  await spoke.lease();
  await refused(app, 404, "relay_unknown", () => spoke.answer({ id: "x".repeat(100), result: feedResult }));
  await refused(app, 400, "invalid_body", () => spoke.answer({ id: "x".repeat(101), result: feedResult }));
  await refused(
    app,
    403,
    "relay_other",
    () => spoke.answer({ id, instance: "other.example", result: feedResult }),
  );
  assert.equal((await spoke.answer({ id, instance: "spoke.example", result: feedResult })).status, 200);
});

appTest("the relay's routes have a limit for each network and minute", HUB, (app) => {
  const limits = app.routes.filter(({ path }) => path.startsWith("/federation/relay/"))
    .flatMap(({ options }) => [options.limit ?? []].flat())
    .map(({ name, points, seconds }) => [name, points, seconds]);
  assert.deepEqual(limits, [
    ["federation-relay-query", 60, 60],
    ["federation-relay-lease", 3000, 60],
    ["federation-relay-answer", 3000, 60],
    ["federation-relay-result", 600, 60],
  ]);
});
