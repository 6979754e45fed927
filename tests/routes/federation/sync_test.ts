import assert from "node:assert/strict";
import { type Bodies, type PublishedKind, readFrame, readPage, verifyFrame } from "../../../src/wire/mod.ts";
import { cacheBody, findBody, moveBody } from "../../federation/node.ts";
import { appTest, refused, type TestApp, testApp } from "../../kit/app.ts";
import { instance, seedOf, withInstances } from "./instances.ts";

const signed = (env = {}) =>
  testApp({ INSTANCE_ID: "oe1.example", FED_PRIVATE_KEY: seedOf("oe1.example"), ...env });
const publish = <K extends PublishedKind>(app: TestApp, kind: K, body: Bodies[K], gid?: string) =>
  app.db.writeNow((tx) => app.federation.publications.publish(tx, kind, body, gid));

async function page(app: TestApp, path: string) {
  const request = new Request(`http://localhost:8787${path}`, { headers: { host: "localhost:8787" } });
  const answer = await app.handler(request, { remoteAddr: { hostname: "192.0.2.9" } });
  assert.equal(answer.status, 200, `${path}: ${answer.status}`);
  assert.equal(answer.headers.get("content-type"), "application/cbor");
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const read = readPage(bytes);
  assert.ok(read.ok);
  return { ...read.page, bytes };
}

Deno.test("the descriptor names instance, keys and what is served", async () => {
  using app = signed({
    FED_OPERATOR: "OE1SYS",
    FED_ENDPOINTS: '[{"transport":"https","address":"https://oe1.example"}]',
  });
  const { body } = await app.visitor.get("/.well-known/svc");
  assert.equal(body.instance, "oe1.example");
  assert.equal(body.publicKey, app.federation.identity.key!.publicKey);
  assert.deepEqual(body.publicKeys, [{ x: body.publicKey }]);
  assert.deepEqual(body.capabilities, [
    "sync-cbor",
    "sync-origins",
    "sync-cache-bbox",
    "peer-exchange",
    "corroborate-signed/1",
  ]);
  assert.deepEqual(body.addresses, [{ transport: "https", address: "https://oe1.example", priority: 50 }]);
  assert.equal(body.operator, "OE1SYS");
  assert.ok(!JSON.stringify(body).includes(seedOf("oe1.example")));
});

appTest("an unsigned instance shows no key, serves no page, and its browse feeds all the same", {
  INSTANCE_ID: "oe1.example",
  FED_PRIVATE_KEY: "",
}, async (app) => {
  const { gid } = publish(app, "cache", cacheBody("one"));
  assert.equal((await app.visitor.get("/.well-known/svc")).body.publicKey, null);
  for (
    const path of [
      "/federation/sync/cache",
      "/federation/sync/bulletin",
      "/federation/sync/summary",
      "/federation/sync/origin?origin=oe1.example&kind=cache",
    ]
  ) {
    await refused(app, 404, "not_served", () => app.visitor.get(path));
  }
  const { body } = await app.visitor.get("/federation/caches");
  assert.deepEqual([body.count, body.items[0].id, body.items[0].signer], [1, gid, null]);
});

Deno.test("sync feeds page by number, exclusive, in signed frames that never change", async () => {
  using app = signed();
  const gids: string[] = [];
  for (let i = 0; i < 5; i++) {
    app.world.pass(1);
    gids.push(publish(app, "cache", cacheBody(`c${i}`)).gid);
  }
  const first = await page(app, "/federation/sync/cache?limit=2");
  assert.deepEqual([first.instance, first.frames.length, first.complete], ["oe1.example", 2, false]);
  const second = await page(app, `/federation/sync/cache?limit=3&since=${first.nextCursor}`);
  assert.deepEqual(
    [second.frames.length, second.complete],
    [3, false],
    "a full last page does not know that it is the last",
  );
  const third = await page(app, `/federation/sync/cache?limit=3&since=${second.nextCursor}`);
  assert.deepEqual([third.frames.length, third.complete, third.nextCursor], [0, true, second.nextCursor]);
  const read = [...first.frames, ...second.frames].map((bytes) => readFrame(bytes));
  assert.deepEqual(read.map((one) => one.ok && one.frame.gid), gids);
  for (const one of read) {
    assert.ok(one.ok && verifyFrame(one.frame, [app.federation.identity.key!.publicKey]));
  }
  app.world.pass(5000);
  assert.deepEqual(
    (await page(app, "/federation/sync/cache?limit=2")).bytes,
    first.bytes,
    "equal pages are equal bytes",
  );
});

Deno.test("limit takes 1 to 1000 and reads nonsense as 200", async () => {
  using app = signed();
  for (let i = 0; i < 3; i++) publish(app, "cache", cacheBody(`c${i}`));
  for (
    const [limit, frames] of [["0", 1], ["1", 1], ["-5", 3], ["x", 3], ["99999", 3], ["1e3", 3]] as const
  ) {
    assert.equal((await page(app, `/federation/sync/cache?limit=${limit}`)).frames.length, frames, limit);
  }
});

Deno.test("a box narrows the cache feed, across the antimeridian too, and a malformed one is refused", async () => {
  using app = signed();
  const at = (lat: number, lon: number) =>
    publish(app, "cache", { ...cacheBody("x"), latE7: lat * 1e7, lonE7: lon * 1e7 }).gid;
  const vienna = at(48, 16), fiji = at(-17, 179), tonga = at(-21, -175);
  const gidsIn = async (bbox: string) =>
    (await page(app, `/federation/sync/cache?bbox=${bbox}`)).frames.map((bytes) => {
      const read = readFrame(bytes);
      return read.ok ? read.frame.gid : "";
    });
  assert.deepEqual(await gidsIn("45,10,50,20"), [vienna]);
  assert.deepEqual(await gidsIn("-30,170,0,-170"), [fiji, tonga]);
  assert.deepEqual(await gidsIn("-30,-170,0,170"), []);
  for (
    const bbox of [
      "",
      "1,2,3",
      "a,b,c,d",
      "50,10,45,20",
      "91,0,92,1",
      "0,181,1,182",
      "0,0,1,1,2",
      "1e1,0,20,1",
      " 0,0,1,1",
    ]
  ) {
    await refused(
      app,
      400,
      "bad_area",
      () => app.visitor.get(`/federation/sync/cache?bbox=${encodeURIComponent(bbox)}`),
    );
  }
  for (const type of ["find", "key", "bulletin", "tombstone", "account-move"]) {
    await refused(app, 400, "bad_area", () => app.visitor.get(`/federation/sync/${type}?bbox=nonsense`));
  }
  await refused(
    app,
    400,
    "bad_area",
    () => app.visitor.get("/federation/sync/origin?origin=oe1.example&kind=find&bbox=nonsense"),
  );
  const far = vienna;
  const { gid } = publish(app, "find", findBody(far));
  const finds = await page(app, "/federation/sync/find?bbox=-30,170,0,-170");
  assert.equal(finds.frames.length, 1, "a box narrows caches alone");
  const read = readFrame(finds.frames[0]!);
  assert.ok(read.ok && read.frame.gid === gid);
});

Deno.test("the bulletin feed pages by second and local id, and reads on from the second alone", async () => {
  using app = signed();
  const bulletin = (n: number, over = {}) => ({
    bid: `BID${n}`,
    from: "OE1ABC",
    to: "ALL",
    subject: `s${n}`,
    text: "t",
    postedAt: app.world.now(),
    expiresAt: app.world.now() + 1000,
    ...over,
  });
  for (let n = 0; n < 3; n++) publish(app, "bulletin", bulletin(n));
  publish(app, "bulletin", bulletin(9, { expiresAt: app.world.now() }));
  const first = await page(app, "/federation/sync/bulletin?limit=2");
  assert.deepEqual([first.frames.length, first.nextCursor, first.complete], [2, app.world.now(), false]);
  const second = await page(
    app,
    `/federation/sync/bulletin?limit=2&since=${first.nextCursor}&sinceId=${first.nextId}`,
  );
  assert.deepEqual([second.frames.length, second.complete], [1, true], "the expired one is not served");
  const again = await page(app, `/federation/sync/bulletin?limit=10&since=${second.nextCursor}`);
  assert.equal(again.frames.length, 3, "without an id: at or after");
});

Deno.test("an origin page crosses what is local or gone at once, and says how far it holds the origin", async () => {
  using app = signed();
  const kept = publish(app, "cache", cacheBody("kept"));
  const gone = publish(app, "cache", cacheBody("gone"));
  app.db.writeNow((tx) => app.federation.publications.withdraw(tx, gone.gid, { bounded: true }));
  const own = await page(app, "/federation/sync/origin?origin=oe1.example&kind=cache");
  assert.deepEqual([own.frames.length, own.hops, own.held, own.nextCursor, own.complete], [
    1,
    [0],
    gone.v,
    gone.v,
    true,
  ]);
  const first = await page(app, "/federation/sync/origin?origin=oe1.example&kind=cache&limit=1");
  assert.deepEqual([first.held, first.nextCursor, first.complete], [kept.v, kept.v, false]);
  for (
    const [path, status, reason] of [
      ["origin=oe1.example&kind=key", 400, "bad_kind"],
      ["origin=oe1.example&kind=bulletin", 400, "bad_kind"],
      ["origin=OE1&kind=cache", 400, "bad_origin"],
      ["kind=cache", 400, "bad_origin"],
      ["origin=stranger.example&kind=cache", 404, "not_served"],
      ["origin=oe1.example&kind=cache&for=oe1.example", 404, "not_served"],
    ] as const
  ) {
    await refused(app, status, reason, () => app.visitor.get(`/federation/sync/origin?${path}`));
  }
});

Deno.test("the summary of an instance that has nothing names it without numbers", async () => {
  using app = signed();
  const { body } = await app.visitor.get("/federation/sync/summary?for=somebody.example");
  assert.deepEqual(body, {
    instance: "oe1.example",
    origins: [{
      origin: "oe1.example",
      held: {},
      top: {},
      publicKey: app.federation.identity.key!.publicKey,
      publicKeys: [{ x: app.federation.identity.key!.publicKey }],
      rotations: [],
    }],
    complete: true,
  });
});

Deno.test("summary and origin pages are limited by client, and the limit passes", async () => {
  using app = signed();
  for (let i = 0; i < 120; i++) assert.equal((await app.visitor.get("/federation/sync/summary")).status, 200);
  const over = await app.visitor.get("/federation/sync/summary");
  assert.equal(over.status, 429);
  assert.ok(Number(over.headers.get("retry-after")) > 0);
  assert.equal((await app.visitor.with({}, "198.51.100.7").get("/federation/sync/summary")).status, 200);
  app.world.pass(61);
  assert.equal((await app.visitor.get("/federation/sync/summary")).status, 200);
});

Deno.test("two instances over HTTP: one publishes, the other mirrors, and a quiet pull is short", async () => {
  const a = instance("a.example"), b = instance("b.example", { FED_PEERS: a.url, FED_RESERVE: "all" });
  await withInstances([a, b], async () => {
    const { gid } = publish(a, "cache", cacheBody("one"));
    publish(a, "find", findBody(gid));
    publish(a, "account-move", moveBody("OE1ABC", "old.example", "a.example"));
    const { body } = await b.operator.post("/federation/sync");
    assert.deepEqual(
      [body.peers, body.errors, body.counts.cache, body.counts.find, body.counts.accountMove],
      [1, [], 1, 1, 1],
    );
    assert.ok(body.bytes > 500);
    const quiet = (await b.operator.post("/federation/sync")).body;
    assert.ok(quiet.bytes <= 700, `${quiet.bytes} bytes`);
    const summary = (await b.visitor.get("/federation/sync/summary")).body;
    assert.deepEqual(summary.origins.map((one: { origin: string }) => one.origin), [
      "a.example",
      "b.example",
    ]);
    const handed = await page(b, "/federation/sync/origin?origin=a.example&kind=cache");
    assert.deepEqual([handed.frames.length, handed.hops], [1, [1]]);
    const direct = await page(a, "/federation/sync/origin?origin=a.example&kind=cache");
    assert.deepEqual(handed.frames, direct.frames, "handed on as the origin signed it");
  });
});
