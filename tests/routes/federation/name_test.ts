/** INSTANCE_ID changes on a database that has published: all of it is published anew, and edits go on. */
import assert from "node:assert/strict";
import { readFrame, type RecordKind, RECORDS, verifyFrame } from "../../../src/wire/mod.ts";
import { type TestApp, testApp } from "../../kit/app.ts";
import { deviceKeyOf, hidden } from "./members.ts";
import { seedOf } from "./instances.ts";

const [OLD, NEW] = ["old.example", "new.example"];
const app = (id: string, over: Pick<TestApp, "db" | "world"> | undefined = undefined) =>
  testApp({ INSTANCE_ID: id, FED_PRIVATE_KEY: seedOf("the same key") }, over);

/** Own records as they are served, verified under the instance's key: global id and body. */
async function served(from: TestApp, kind: RecordKind) {
  const key = from.federation.identity.key!.publicKey;
  const page = (await from.federation.serving.feed(kind, { since: 0, limit: 100 }))!;
  return page.frames.map((bytes) => {
    const read = readFrame(bytes);
    assert.ok(read.ok && verifyFrame(read.frame, [key]));
    assert.equal(read.frame.origin, from.federation.identity.instance);
    const body = RECORDS[kind].read(read.frame.body);
    assert.ok(body.ok);
    return { gid: read.frame.gid, body: body.body };
  });
}
const nameCheck = (of: TestApp) => of.checks.map((one) => one()).find(({ key }) => key === "name")!;

Deno.test("under a new INSTANCE_ID everything is published anew and edits go on as before", async () => {
  const before = app(OLD);
  const owner = await before.signIn("OE1ABC"), finder = await before.signIn("OE2FND");
  const kept = await hidden(owner, "Kept"), gone = await hidden(owner, "Gone");
  assert.equal((await finder.post(`/api/caches/${kept.code}/logs`, { kind: "found" })).status, 201);
  const key = await deviceKeyOf(before, owner, "OE1ABC");
  assert.equal((await owner.patch(`/api/caches/${gone.code}`, { scope: "local" })).status, 200);
  const old = { cache: await served(before, "cache"), find: await served(before, "find") };
  assert.deepEqual([old.cache.length, old.find.length], [1, 1]);
  assert.equal(nameCheck(before).detail.startsWith(OLD), true);

  const after = app(NEW, before);
  const warning = nameCheck(after);
  assert.equal(warning.status, "warn");
  assert.ok(warning.detail.includes(`INSTANCE_ID was ${OLD} and is ${NEW} now`));
  after.federation.start();
  const told = nameCheck(after);
  assert.equal(told.status, "ok");
  assert.ok(told.detail.includes(`${NEW} since 2026-06-01, ${OLD} before`), told.detail);

  const caches = await served(after, "cache"), finds = await served(after, "find");
  assert.deepEqual(caches.map(({ gid }) => gid), old.cache.map(({ gid }) => gid.replace(OLD, NEW)));
  assert.deepEqual(finds.map(({ body }) => "cache" in body && body.cache), [caches[0]!.gid]);
  const tombstones = await served(after, "tombstone");
  assert.deepEqual(tombstones.map(({ body }) => "gid" in body && body.gid.startsWith(`${NEW}:cache:`)), [
    true,
  ]);
  assert.deepEqual((await served(after, "key")).map(({ body }) => "key" in body && body.key), [key]);
  assert.deepEqual(await served(after, "account-move"), []);

  const member = await after.signIn("OE1ABC"), other = await after.signIn("OE3NEW");
  assert.equal((await member.patch(`/api/caches/${kept.code}`, { title: "Renamed" })).status, 200);
  const [edited, ...rest] = await served(after, "cache");
  assert.deepEqual([edited!.gid, rest.length], [caches[0]!.gid, 0], "the next version of the same record");
  assert.ok("title" in edited!.body && edited!.body.title === "Renamed");
  assert.equal((await other.post(`/api/caches/${kept.code}/logs`, { kind: "found" })).status, 201);
  assert.deepEqual(
    (await served(after, "find")).map(({ body }) => "cache" in body && body.cache),
    [caches[0]!.gid, caches[0]!.gid],
  );
  assert.equal((await member.patch(`/api/caches/${kept.code}`, { scope: "local" })).status, 200);
  assert.deepEqual(await served(after, "cache"), []);
  assert.equal((await served(after, "tombstone")).length >= 2, true);
  await after.federation.close();
  after.close();
  await before.federation.close();
  before.close();
});

Deno.test("a command that writes under the new name before the server runs does what the server would", async () => {
  const before = app(OLD);
  const cache = await hidden(await before.signIn("OE1ABC"), "One");
  const after = app(NEW, before);
  const owner = await after.signIn("OE1ABC");
  assert.equal((await owner.patch(`/api/caches/${cache.code}`, { title: "Two" })).status, 200);
  const [one, ...rest] = await served(after, "cache");
  assert.deepEqual([one!.gid.split(":")[0], rest.length], [NEW, 0]);
  assert.equal(nameCheck(after).status, "ok");
  await after.federation.close();
  after.close();
  await before.federation.close();
  before.close();
});

Deno.test("a name that comes back finds its records where they were, and what was deleted meanwhile stays so", async () => {
  const first = app(OLD);
  const owner = await first.signIn("OE1ABC");
  await hidden(owner, "Kept");
  const gone = await hidden(owner, "Gone");
  const gids = (await served(first, "cache")).map(({ gid }) => gid);
  const second = app(NEW, first);
  second.federation.start();
  assert.equal(
    (await (await second.signIn("OE1ABC")).patch(`/api/caches/${gone.code}`, { scope: "local" })).status,
    200,
  );
  const third = app(OLD, first);
  third.federation.start();
  assert.deepEqual((await served(third, "cache")).map(({ gid }) => gid), [gids[0]]);
  assert.deepEqual(
    (await served(third, "tombstone")).map(({ body }) => "gid" in body && body.gid),
    [gids[1]],
  );
  for (const one of [third, second, first]) {
    await one.federation.close();
    one.close();
  }
});
