/** Batches of records as mail: packed, queued for marked partners alone, hidden, and taken from them alone. */
import assert from "node:assert/strict";
import { pruneBbs } from "../../../src/bbs/jobs.ts";
import { openDesk } from "../../../src/bbs/mod.ts";
import { batchBid, fnv1a64, readBatch, writeBatch } from "../../../src/link/mod.ts";
import { encodeCbor, readPage, RECORD_KINDS } from "../../../src/wire/mod.ts";
import { refused, type TestApp } from "../../kit/app.ts";
import { bring, partner, pool } from "../../kit/bbs.ts";
import { publishWeek } from "../../kit/lifelike.ts";
import { count } from "../../kit/people.ts";
import { seeded } from "../../wire/test_data.ts";
import { alone, CBOR, feedOf, knows, mirrored } from "./neighbours.ts";

const A = "a.example", B = "b.example";
const ON = { FED_BBS: "1", ADMIN_CALLSIGNS: "OE1SYS", BBS_REGION: "AUT.EU" };
const week = (app: TestApp, records: number, seed = 1) =>
  app.db.writeNow((tx) =>
    publishWeek(app.federation.publications, tx, records, seeded(seed), app.world.now() - 60)
  );
const enqueue = async (app: TestApp, body: Record<string, unknown> = {}) => {
  const answer = await app.operator.post("/federation/bbs/enqueue", body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const bulletin = (app: TestApp, text: string, postedAt: number) =>
  app.db.writeNow((tx) =>
    app.federation.publications.publish(tx, "bulletin", {
      bid: `${text.slice(0, 4)}_X`,
      from: "OE1ABC",
      to: "ALL",
      subject: "x",
      text,
      postedAt,
      expiresAt: app.world.now() + 9999,
    })
  );
/** What waits for a partner, as batches. */
const batchesFor = async (app: TestApp, call: string) =>
  (await pool(app, call)).map(({ to, at, type, bid, body }) => {
    const read = readBatch(body.slice(body.indexOf("SVCFED1")));
    assert.ok(read.ok, JSON.stringify(read));
    return { to, at, type, bid, frames: read.batch.frames };
  });

Deno.test("batches are packed on from the last one's cursors until nothing is left, each as one mail", async () => {
  const a = alone(A, ON), b = alone(B);
  knows(b, A);
  await partner(a, "OE3XBB", ["*"], { federation: true, ha: "OE3XBB.#OE3.AUT.EU" });
  await partner(a, "OE5XBB", ["*"], { federation: true, federationAt: "OE6XBB.#OE6.AUT.EU" });
  await partner(a, "OE4XBB", ["*"]);
  week(a, 300);
  for (let n = 0; n < 3; n++) bulletin(a, `text ${n}`, a.world.now() - 60);
  let since: unknown, packed = 0;
  const first = await enqueue(a);
  assert.ok(first.frames < 200 && first.frames > 50, `a mail holds ${first.frames}`);
  for (let answer = first, n = 0; answer.frames > 0; n++) {
    assert.ok(n < 20);
    assert.deepEqual(Object.keys(answer.cursors), RECORD_KINDS);
    assert.deepEqual([answer.enqueued, answer.deduped, answer.partners, answer.tooLong], [1, false, 2, 0]);
    packed += answer.frames;
    since = answer.cursors;
    answer = await enqueue(a, { since });
  }
  const own = mirrored(a, A);
  assert.equal(packed, own.length);
  const end = await enqueue(a, { since });
  assert.deepEqual(end, {
    ok: true,
    frames: 0,
    enqueued: 0,
    deduped: false,
    partners: 0,
    tooLong: 0,
    cursors: since,
  });
  for (const [call, at] of [["OE3XBB", "OE3XBB.#OE3.AUT.EU"], ["OE5XBB", "OE6XBB.#OE6.AUT.EU"]] as const) {
    const batches = await batchesFor(a, call);
    assert.ok(batches.every((one) => one.to === "SVCFED" && one.type === "P" && one.at === at));
    assert.equal(batches.flatMap(({ frames }) => frames).length, packed);
    if (call === "OE5XBB") continue;
    for (const { frames } of batches) {
      await b.federation.carriers.frames(
        encodePageOf(frames),
      );
    }
  }
  assert.deepEqual(mirrored(b, A), own);
  assert.deepEqual(await pool(a, "OE4XBB"), [], "the forward rules never route it");
  // What is new goes into the next one, and only that.
  week(a, 5, 2);
  assert.equal((await enqueue(a, { since })).frames, 5);
  a.close();
  b.close();
});
const encodePageOf = (frames: Uint8Array[]): Uint8Array<ArrayBuffer> =>
  encodeCbor(
    new Map<number, string | number | boolean | Uint8Array[]>([[1, A], [2, 0], [3, true], [4, frames]]),
  );

Deno.test("kinds, a number to start at, and a limit narrow a batch; what no mail holds is passed over", async () => {
  const a = alone(A, ON);
  await partner(a, "OE3XBB", [], { federation: true });
  week(a, 60);
  const caches = await enqueue(a, { types: ["cache"], limit: 7 });
  assert.equal(caches.frames, 7);
  assert.deepEqual(caches.cursors.find, { cursor: 0 }, "a feed that was not reached keeps its cursor");
  const rest = await enqueue(a, { types: ["cache"], since: caches.cursors.cache.cursor });
  const all = await enqueue(a, { types: ["cache"], since: 0 });
  assert.equal(caches.frames + rest.frames, all.frames);
  bulletin(a, "x".repeat(65_000), a.world.now() - 50);
  bulletin(a, "short", a.world.now() - 40);
  const long = await enqueue(a, { types: ["bulletin"] });
  assert.deepEqual([long.frames, long.tooLong], [1, 1]);
  assert.deepEqual(long.cursors.bulletin, { cursor: a.world.now() - 40, id: "2" });
  assert.equal((await enqueue(a, { types: ["bulletin"], since: long.cursors })).frames, 0);
  for (const bad of [{ limit: 0 }, { limit: 901 }, { since: -1 }, { since: { media: { cursor: 1 } } }]) {
    await refused(a, 400, undefined, () => a.operator.post("/federation/bbs/enqueue", bad));
  }
  await refused(
    a,
    400,
    "bad_record_types",
    () => a.operator.post("/federation/bbs/enqueue", { types: ["media"] }),
  );
  a.close();
});

Deno.test("the same records are one batch, stored once; a partner that was marked since gets it too", async () => {
  const a = alone(A, ON);
  await partner(a, "OE3XBB", [], { federation: true });
  week(a, 10);
  const one = await enqueue(a), stored = count(a, "bbs_message");
  await partner(a, "OE5XBB", [], { federation: true });
  a.world.pass(3600);
  const again = await enqueue(a);
  assert.deepEqual([again.bid, again.enqueued, again.deduped, again.partners], [one.bid, 0, true, 2]);
  assert.equal(count(a, "bbs_message"), stored);
  assert.deepEqual((await batchesFor(a, "OE5XBB")).map(({ bid }) => bid), [one.bid]);
  // It ends after thirty days, and may be packed anew then.
  a.world.pass(30 * 86_400);
  assert.deepEqual(await pool(a, "OE3XBB"), []);
  await pruneBbs(a.bbs.office);
  assert.equal(count(a, "bbs_message"), 0);
  assert.equal((await enqueue(a)).enqueued, 1);
  a.close();
});

Deno.test("nothing is packed while mail is off, nothing is signed, or the clock is not set", async () => {
  const post = (app: TestApp) => () => app.operator.post("/federation/bbs/enqueue", {});
  const off = alone(A);
  await refused(off, 409, "fed_bbs_off", post(off));
  off.close();
  const bare = alone(A, { ...ON, FED_PRIVATE_KEY: "" });
  await refused(bare, 409, "unsigned_batch", post(bare));
  await refused(bare, 401, undefined, () => bare.visitor.post("/federation/bbs/enqueue", {}));
  await refused(bare, 401, undefined, () => bare.ingest.post("/federation/bbs/enqueue", {}));
  bare.world.pass(-bare.world.now());
  await refused(bare, 503, "clock_unset", post(bare));
  bare.close();
});

Deno.test("a batch that waits leaves only while mail is on and the partner marked", async () => {
  const a = alone(A, ON);
  await partner(a, "OE3XBB", [], { federation: true });
  week(a, 5);
  const { bid } = await enqueue(a);
  assert.deepEqual((await pool(a, "OE3XBB")).map((one) => one.bid), [bid]);
  await partner(a, "OE3XBB", [], { federation: false });
  assert.deepEqual(await pool(a, "OE3XBB"), []);
  await partner(a, "OE3XBB", [], { federation: true });
  assert.deepEqual((await pool(a, "OE3XBB")).map((one) => one.bid), [bid], "it is taken up again");
  a.close();
});

Deno.test("nobody sees, reads or kills a batch", async () => {
  const a = alone(A, ON);
  await partner(a, "OE3XBB", [], { federation: true });
  week(a, 5);
  const { bid } = await enqueue(a);
  const { id } = a.bbs.office.messages.byBid({ bid })!;
  const sysop = await a.sysop();
  const hidden = async (who: TestApp["visitor"], path: string) => {
    const shown = await who.get(path);
    assert.doesNotMatch(shown.text, /SVCFED|federation batch/, path);
    return shown;
  };
  for (const who of [sysop, a.ingest, a.visitor]) {
    for (const path of ["messages?to=OE1SYS", "sent?from=OE1SYS", "bulletins", `thread/${id}`]) {
      await hidden(who, `/api/bbs/${path}`);
    }
  }
  await hidden(a.ingest, "/api/bbs/session?call=OE1SYS");
  await refused(a, 400, "bad_call", () => a.ingest.get("/api/bbs/messages?to=SVCFED"));
  await hidden(sysop, "/api/account/export");
  await a.ingest.post("/api/bbs/kill", { id, call: "OE1SYS" });
  assert.ok(a.bbs.office.messages.byId({ id }), "it is still there");
  a.close();
});

/** A batch of A's caches as B gets it. */
async function batchOf(app: TestApp) {
  const read = readPage(await feedOf(app, "cache"));
  assert.ok(read.ok);
  return writeBatch(read.page.frames);
}

Deno.test("a batch is taken once, from a marked partner, whole or not at all", async () => {
  const a = alone(A), b = alone(B, ON);
  week(a, 20);
  knows(b, A);
  await partner(b, "OE3XBB", [], { federation: true });
  await partner(b, "OE4XBB", []);
  const { bid, text, hash } = await batchOf(a);
  const mail = (over: Record<string, unknown> = {}) => ({
    to: "SVCFED",
    bid,
    title: "x",
    body: text,
    ...over,
  });
  const unmarked = await bring(b, "OE4XBB", mail());
  assert.deepEqual([unmarked.stored, unmarked.why], [0, "federation_refused"]);
  assert.deepEqual(mirrored(b, A), []);

  // What is not what it says is dropped whole, and claims nothing.
  const post = (message: Record<string, unknown>) => () =>
    b.ingest.post("/api/bbs/forward/inbound", {
      message: { type: "P", from: "OE9AAA", at: "", ...message },
      origin: "rf-fbb:OE3XBB",
    });
  await refused(b, 400, "bad_federation_batch", post(mail({ bid: "000000000000" })));
  await refused(b, 400, "bad_federation_batch", post(mail({ body: text.replace("SVCFED1 7", "SVCFED1 6") })));
  await refused(b, 400, "bad_federation_batch", post(mail({ body: text.replace(hash, "0".repeat(16)) })));
  await refused(b, 400, "bad_federation_batch", post(mail({ body: "hello" })));

  const taken = await bring(
    b,
    "OE3XBB",
    mail({ body: `R:260601/1100Z @:OE3XBB.AUT.EU $:${bid}\n\n${text}` }),
  );
  assert.deepEqual([taken.stored, taken.deduped, taken.why], [0, false, "federation"]);
  assert.deepEqual(mirrored(b, A).filter((line) => line.includes(":cache:")).length, 7);
  assert.equal(count(b, "bbs_message"), 0);
  const twice = await bring(b, "OE3XBB", mail());
  assert.deepEqual([twice.deduped, twice.why], [true, "federation"]);
  const desk = openDesk(b.bbs.office, "OE3XBB");
  const proposal = { type: "P" as const, from: "OE9AAA", at: "", to: "SVCFED", bid, size: text.length };
  assert.deepEqual(await desk.judge([proposal], false), [{ answer: "have" }]);
  // Told apart by the whole hash: another batch with this one's BID would be no batch at all.
  assert.equal(bid, batchBid(BigInt(`0x${hash}`)));
  assert.equal(
    hash,
    fnv1a64(Buffer.from(text.split("\n").slice(1).join(""), "base64")).toString(16).toUpperCase().padStart(
      16,
      "0",
    ),
  );
  b.world.pass(400 * 86_400);
  await b.federation.prune();
  assert.equal(count(b, "fed_batch"), 1);
  b.world.pass(1);
  await b.federation.prune();
  assert.equal(count(b, "fed_batch"), 0);
  b.world.pass(-b.world.now());
  assert.deepEqual(await desk.judge([{ ...proposal, bid: "ABCDEF012345" }], false), [{ answer: "later" }]);
  a.close();
  b.close();
});

Deno.test("an unknown or blocked instance's batch is quarantined, and may come again once it is known", async () => {
  const a = alone(A), b = alone(B, ON);
  week(a, 20);
  await partner(b, "OE3XBB", [], { federation: true });
  const { bid, text } = await batchOf(a), mail = { to: "SVCFED", bid, title: "x", body: text };
  for (const trust of [undefined, "blocked"] as const) {
    const peer = trust && knows(b, A, { trust });
    const before = b.fingerprint();
    const taken = await bring(b, "OE3XBB", mail) as { federation?: string; stored: number };
    assert.equal(taken.federation, "7 records: 0 applied, 7 quarantined, 0 rejected");
    assert.equal(b.fingerprint(), before, "nothing of it is kept");
    if (peer) b.db.writeNow((tx) => b.federation.store.peers.remove(tx, { id: peer.id }));
  }
  knows(b, A);
  const taken = await bring(b, "OE3XBB", mail) as { federation?: string };
  assert.equal(taken.federation, "7 records: 7 applied, 0 quarantined, 0 rejected");
  assert.equal((await b.ingest.post("/federation/frames", await feedOf(a, "cache"), CBOR)).body.applied, 0);
  a.close();
  b.close();
});
