/** Frames that a box hands in, and packet circuits: whom to call, how far each was read. */
import assert from "node:assert/strict";
import { encodePage, readPage } from "../../../src/wire/mod.ts";
import { refused, type TestApp } from "../../kit/app.ts";
import { enrolBox } from "../../kit/boxes.ts";
import { cacheBody } from "../../federation/node.ts";
import { alone, CBOR, feedOf, knows, mirrored } from "./neighbours.ts";

const A = "a.example", B = "b.example";
const publish = (app: TestApp, ...titles: string[]) =>
  titles.map((title) =>
    app.db.writeNow((tx) => app.federation.publications.publish(tx, "cache", cacheBody(title)))
  );
const bulletin = (app: TestApp, text: string) =>
  app.db.writeNow((tx) =>
    app.federation.publications.publish(tx, "bulletin", {
      bid: `${text}_X`,
      from: "OE1ABC",
      to: "ALL",
      subject: text,
      text,
      postedAt: app.world.now() - 60,
      expiresAt: app.world.now() + 9999,
    })
  );
const hand = (app: TestApp, page: Uint8Array<ArrayBuffer>) =>
  app.ingest.post("/federation/frames", page, CBOR);

Deno.test("frames are taken for their own signatures, whoever the envelope says it is from", async () => {
  const a = alone(A), b = alone(B);
  knows(b, A);
  publish(a, "Mill", "Quarry");
  bulletin(a, "one");
  const read = readPage(await feedOf(a, "cache"));
  assert.ok(read.ok);
  const page = encodePage({ ...read.page, instance: "somebody.example", nextCursor: 9_000_000_000_000_000 });
  const last = publish(a, "Later")[0]!.v - 1;
  const taken = await hand(b, page);
  const { v } = b.federation.store.records.byGid({ gid: mirrored(b, A)[1]!.split(" ")[0]! })!;
  assert.deepEqual(taken.body, {
    applied: 2,
    quarantined: 0,
    rejected: 0,
    reached: [{ instance: A, feed: "cache", since: v }],
  });
  assert.ok(v <= last, "not where the envelope says, but where the last record stands");
  assert.equal(b.federation.store.progress.mark({ origin: A, kind: "cache" }), 0, "a carrier moves no mark");
  // The same again changes nothing but is settled; bulletins say their place within the second.
  assert.deepEqual((await hand(b, page)).body, { ...taken.body, applied: 0 });
  const told = (await hand(b, await feedOf(a, "bulletin"))).body;
  assert.deepEqual(told.reached, [
    { instance: A, feed: "bulletin", since: a.world.now() - 60, sinceId: "1" },
  ]);
  assert.equal(mirrored(b, A).length, 3);
  a.close();
  b.close();
});

Deno.test("an unknown or blocked instance's frames are quarantined: counted, and nothing of them kept", async () => {
  const a = alone(A), b = alone(B);
  publish(a, "Mill");
  const page = await feedOf(a, "cache");
  const nothing = { applied: 0, quarantined: 1, rejected: 0, reached: [] };
  assert.deepEqual((await hand(b, page)).body, nothing);
  knows(b, A, { trust: "blocked" });
  assert.deepEqual((await hand(b, page)).body, nothing);
  assert.deepEqual(mirrored(b, A), []);
  a.close();
  b.close();
});

Deno.test("a record from a future clock is to come again, and what lies behind it proves nothing", async () => {
  const a = alone(A), b = alone(B);
  knows(b, A);
  const [now] = publish(a, "Now");
  a.world.pass(301);
  publish(a, "Ahead");
  const early = (await hand(b, await feedOf(a, "cache"))).body;
  assert.deepEqual([early.applied, early.rejected], [1, 1]);
  assert.deepEqual(early.reached, [{ instance: A, feed: "cache", since: now!.v }]);
  b.world.pass(301);
  const late = (await hand(b, await feedOf(a, "cache"))).body;
  assert.deepEqual([late.applied, late.reached[0].since > now!.v], [1, true]);
  a.close();
  b.close();
});

Deno.test("what is no page, too much, or comes from nobody is refused and changes nothing", async () => {
  const b = alone(B);
  knows(b, A);
  await refused(b, 400, "bad_page", () => hand(b, Uint8Array.of(1, 2, 3)));
  await refused(b, 413, undefined, () => hand(b, new Uint8Array(4_000_001)));
  assert.equal((await hand(b, new Uint8Array(4_000_000))).status, 400, "at the limit it is read");
  await refused(b, 401, undefined, () => b.visitor.post("/federation/frames", new Uint8Array(3), CBOR));
  const alice = await b.signIn("OE1ABC");
  await refused(b, 403, undefined, () => alice.post("/federation/frames", new Uint8Array(3), CBOR));
  const plain = await enrolBox(b, "plain"), service = await enrolBox(b, "service", { services: true });
  const empty = encodePage({ instance: A, nextCursor: 0, complete: true, frames: [] });
  assert.equal((await plain.get("/federation/packet/peers")).status, 403);
  assert.equal((await service.get("/federation/packet/peers")).status, 200);
  assert.equal((await hand(b, empty)).status, 200);
  b.world.pass(-b.world.now());
  await refused(b, 503, "clock_unset", () => hand(b, empty));
  b.close();
});

Deno.test("packet peers: those with a circuit, the longest-waiting first, with where to read on", async () => {
  const b = alone(B, {
    FED_LINK_SERVE: "1",
    FED_LINK_PULL: "1",
    FED_LINK_CALL: "OE1SYS-9",
    FED_LINK_NODE: "OE1XNR-3",
    FED_LINK_PULL_MS: "600000",
    FED_LINK_PAGES: "7",
  });
  const at = (transport: string, address: string, priority = 50) => ({ transport, address, priority });
  knows(b, A, { endpoints: [at("netrom", "ANODE", 60), at("ax25", "OE1A-9"), at("https", `https://${A}`)] });
  knows(b, "c.example", { endpoints: [at("netrom", "CNODE")] });
  knows(b, "bbs.example", { endpoints: [at("bbs", "OE5X@OE5XBB.AUT.EU")] });
  knows(b, "blocked.example", { endpoints: [at("ax25", "OE2B-9")], trust: "blocked" });
  knows(b, "seen.example", { endpoints: [at("ax25", "OE2S-9")], enabled: false });
  knows(b, "keyless.example", { endpoints: [at("ax25", "OE2K-9")], pin: null });
  const peers = async () => (await b.ingest.get("/federation/packet/peers")).body;
  const first = await peers();
  assert.deepEqual([first.total, first.failing, first.never], [2, 0, 2]);
  assert.deepEqual(first.peers[0], {
    instance: A,
    endpoints: [{ transport: "ax25", address: "OE1A-9" }, { transport: "netrom", address: "ANODE" }],
    cursors: {},
    lastAttempt: null,
    lastOk: null,
    lastError: null,
    visits: { waiting: 0, taken: 0, waitingKey: 0, refused: 0 },
  });
  assert.deepEqual(first.link, {
    serve: true,
    pull: true,
    call: "OE1SYS-9",
    node: "OE1XNR-3",
    everyMs: 600_000,
    pages: 7,
  });

  const status = (given: Record<string, unknown>) =>
    b.ingest.post("/federation/packet/status", {
      instance: A,
      transport: "ax25",
      address: "OE1A-9",
      ok: true,
      ...given,
    });
  const told = await status({
    ok: false,
    error: "busy from OE1A-9",
    cursors: { cache: { since: 5 }, bulletin: { since: 7, sinceId: "10" } },
  });
  assert.deepEqual(told.body.cursors, { cache: { since: 5 }, bulletin: { since: 7, sinceId: "10" } });
  const second = await peers();
  assert.deepEqual([
    second.failing,
    second.never,
    second.peers.map((one: { instance: string }) => one.instance),
  ], [
    1,
    1,
    ["c.example", A],
  ], "who waits longest");
  const failed = second.peers[1];
  assert.deepEqual([failed.lastAttempt, failed.lastOk, failed.lastError], [
    b.world.now(),
    null,
    "busy from OE1A-9",
  ]);
  // Cursors merge and never go back: a box may tell late. Ids of bulletins are numbers, not texts.
  b.world.pass(60);
  const merged = await status({
    cursors: { cache: { since: 4 }, find: { since: 3 }, bulletin: { since: 7, sinceId: "9" } },
  });
  assert.deepEqual(merged.body.cursors, {
    cache: { since: 5 },
    find: { since: 3 },
    bulletin: { since: 7, sinceId: "10" },
  });
  const third = (await peers()).peers.find((one: { instance: string }) => one.instance === A);
  assert.deepEqual([third.lastError, third.lastOk], [null, b.world.now()], "success clears the error");
  b.world.pass(60);
  await status({ ok: false });
  const fourth = (await peers()).peers.find((one: { instance: string }) => one.instance === A);
  assert.deepEqual([fourth.lastError, fourth.lastOk], ["failed", b.world.now() - 60]);

  // What the network has brought further needs no second way.
  const { progress } = b.federation.store;
  b.db.writeNow((tx) => {
    progress.raiseMark(tx, { origin: A, kind: "cache", mark: 900 });
    progress.raiseMark(tx, { origin: A, kind: "find", mark: 2 });
    progress.setFeed(tx, { neighbour: A, kind: "key", cursor: 44, nextId: null });
  });
  const best = (await peers()).peers.find((one: { instance: string }) => one.instance === A).cursors;
  assert.deepEqual([best.cache, best.find, best.key], [{ since: 900 }, { since: 3 }, { since: 44 }]);
  // A key that was replaced takes all of that back.
  b.db.writeNow((tx) => progress.forgetOrigin(tx, A));
  const again = (await peers()).peers.find((one: { instance: string }) => one.instance === A).cursors;
  assert.deepEqual(again, { key: { since: 44 } });
  b.close();
});

Deno.test("a status of nobody, or about nothing, is refused and changes nothing", async () => {
  const b = alone(B);
  knows(b, "blocked.example", { trust: "blocked" });
  const good = { instance: A, transport: "ax25", address: "OE1A-9", ok: true };
  const post = (body: Record<string, unknown>) => () => b.ingest.post("/federation/packet/status", body);
  await refused(b, 404, "peer_unknown", post(good));
  await refused(b, 404, "peer_unknown", post({ ...good, instance: "blocked.example" }));
  await refused(b, 400, "bad_instance", post({ ...good, instance: "No Instance" }));
  knows(b, A);
  for (const missing of ["instance", "transport", "address"]) {
    await refused(b, 400, undefined, post({ ...good, [missing]: undefined }));
  }
  for (
    const cursors of [{ media: { since: 1 } }, { cache: { since: -1 } }, { cache: { since: 2 ** 53 } }, {
      cache: {},
    }]
  ) await refused(b, 400, undefined, post({ ...good, cursors }));
  const digest = "0".repeat(32);
  for (
    const visits of [[{ digest: "0", answer: "taken" }], [{ digest, answer: "gone" }], [{ digest }], [{
      digest,
      answer: "refused  x",
    }], Array(51).fill({ digest, answer: "taken" })]
  ) await refused(b, 400, undefined, post({ ...good, visits }));
  const waiting = (name: string) => () => b.ingest.get(`/federation/packet/visits/${name}`);
  await refused(b, 404, "peer_unknown", waiting("nobody.example"));
  await refused(b, 404, "peer_unknown", waiting("blocked.example"));
  await refused(b, 400, "bad_instance", waiting("No%20Instance"));
  await refused(b, 401, undefined, () => b.visitor.get(`/federation/packet/visits/${A}`));
  const plain = await enrolBox(b, "plain"), member = await b.signIn("OE1ABC");
  assert.equal((await plain.get(`/federation/packet/visits/${A}`)).status, 403);
  assert.equal((await member.get(`/federation/packet/visits/${A}`)).status, 403);
  assert.deepEqual((await waiting(A)()).body, { visits: [] });
  await refused(b, 401, undefined, () => b.visitor.get("/federation/packet/peers"));
  assert.equal((await post(good)()).status, 200);
  b.close();
});

Deno.test("the setup checklist says what keeps circuits from being made", async () => {
  const detail = async (env: Record<string, string>, prepare: (app: TestApp) => void = () => {}) => {
    const app = alone(B, env);
    prepare(app);
    const { items } = (await app.operator.get("/api/admin/setup")).body;
    app.close();
    const { status, detail } = items.find(({ key }: { key: string }) => key === "circuits");
    return `${status}: ${detail}`;
  };
  const call = { FED_LINK_CALL: "OE1SYS-9" };
  const follows = (app: TestApp) =>
    void knows(app, A, { endpoints: [{ transport: "ax25", address: "OE1A-9", priority: 50 }] });
  assert.equal(await detail({}), "ok: off");
  assert.match(await detail({ FED_LINK_SERVE: "1" }), /^warn: FED_LINK_CALL/);
  assert.match(await detail({ FED_LINK_SERVE: "1", FED_PRIVATE_KEY: "", ...call }), /^warn: FED_PRIVATE_KEY/);
  assert.match(await detail({ FED_LINK_PULL: "1", ...call }), /^warn: no followed neighbour/);
  assert.equal(await detail({ FED_LINK_SERVE: "1", ...call }), "ok: 0 neighbours by radio, under OE1SYS-9");
  assert.equal(
    await detail({ FED_LINK_PULL: "1", ...call }, follows),
    "ok: 1 neighbours by radio, under OE1SYS-9",
  );
  const failed = await detail({ FED_LINK_PULL: "1", ...call }, (app) => {
    follows(app);
    const { circuits } = app.federation.carriers;
    app.db.writeNow((tx) => circuits.noteState(tx, { instance: A, at: app.world.now(), error: "busy" }));
  });
  assert.match(failed, /^warn: 1 of 1 neighbours could not be read/);
});
