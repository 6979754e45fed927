/** Visits that come on slow ways, and members who are suspended at home. */
import assert from "node:assert/strict";
import { newToken } from "../../../src/base/mod.ts";
import { writeBatch } from "../../../src/link/mod.ts";
import {
  privateDigest,
  readFrame,
  readPage,
  readSigningKey,
  RECORDS,
  signDocument,
  signFrame,
  VisitRecord,
} from "../../../src/wire/mod.ts";
import type { TestApp } from "../../kit/app.ts";
import { alone, feedOf, keyOf, knows } from "../federation/neighbours.ts";
import { deviceKeyOf, hidden } from "../federation/members.ts";
import { here, HOME, newSentId, VISITOR } from "./visitor.ts";

const HERE = "oe1.example";

/** A club with a cache that knows a neighbour, and has one key of its member. */
async function arranged() {
  const app = alone(HERE, { FED_BBS: "1" });
  knows(app, HOME);
  const { code } = await hidden(await app.signIn("OE1OWN"), "Old mill");
  const { gid } = app.db.sql<{ code: string }, { gid: string }>("SELECT gid FROM cache WHERE code = :code")
    .get({ code })!;
  app.world.pass(600);
  const phone = readSigningKey(newToken(app.world))!;
  const key = { call: VISITOR, key: phone.publicKey, addedAt: app.world.now() - 300, verified: true };
  const record = { gid: `${HOME}:key:1`, origin: HOME, v: 1, at: app.world.now(), body: key };
  app.db.writeNow((tx) => void app.federation.deps.appliers.key!.apply(tx, record));
  const document = {
    ...{
      at: app.world.now() - 60,
      cache: gid,
      call: VISITOR,
      home: HOME,
      instance: HERE,
      key: phone.publicKey,
    },
    ...{ kind: "found", priv: privateDigest(here)!, sentId: newSentId(), text: "By radio" },
  };
  const text = JSON.stringify({
    ...document,
    sig: signDocument("svc-visit/1", document, phone),
    private: here,
  });
  return { app, code, text };
}

/** The frame in which an instance hands a visit on, as mail brings it. */
async function brought(app: TestApp, text: string, { by = HOME, target = HERE, bid = "VISIT1_OE5X" } = {}) {
  const at = app.world.now(), body = VisitRecord.write({ target, document: text });
  const frame = signFrame(
    { type: VisitRecord.type, gid: `${by}:visit:${at}`, origin: by, v: at, at, body },
    keyOf(by),
  );
  const batch = writeBatch([frame]);
  return await app.db.write((tx) =>
    app.federation.carriers.takeBatch(tx, { partner: "OE1XYZ", ...batch, bid: batch.bid ?? bid })
  );
}
const finds = async (app: TestApp, code: string) => (await app.visitor.get(`/api/caches/${code}`)).body.finds;

Deno.test("a visit that its home hands on in mail counts as if it had been posted, once", async () => {
  const { app: opened, code, text } = await arranged();
  using app = opened;
  await brought(app, text);
  assert.equal(await finds(app, code), 1);
  const before = app.db.sql("SELECT * FROM log").all();
  await brought(app, text);
  assert.deepEqual(app.db.sql("SELECT * FROM log").all(), before);
  const again = await app.visitor.post("/federation/visits", text, { "content-type": "application/json" });
  assert.equal(again.status, 200, again.text);
});

Deno.test("what another instance hands on, what is meant for another one, and what is no visit is not taken", async () => {
  const { app: opened, code, text } = await arranged();
  using app = opened;
  knows(app, "oe6.example");
  await brought(app, text, { by: "oe6.example" });
  await brought(app, text, { target: "oe6.example" });
  await brought(app, "{}");
  await brought(app, text.replace("By radio", "By others"));
  assert.equal(await finds(app, code), 0);
  assert.equal(app.db.sql("SELECT * FROM visit").all().length, 0);
});

Deno.test("the keys of a suspended member are published as revoked, and as they were when that is over", async () => {
  using app = alone(HOME);
  const member = await app.signIn(VISITOR);
  const key = await deviceKeyOf(app, member, VISITOR);
  const published = async () => {
    const page = readPage(await feedOf(app, "key"));
    const bodies = (page.ok ? page.page.frames : []).flatMap((frame) => {
      const read = readFrame(frame), body = read.ok ? RECORDS.key.read(read.frame.body) : undefined;
      return body?.ok ? [body.body] : [];
    });
    return bodies.find((body) => body.key === key)!;
  };
  const suspend = (until: number | null) =>
    app.operator.post(`/api/admin/moderation/accounts/${VISITOR}/suspend`, {
      reason: "a test",
      category: "other",
      until,
    });
  const before = await published();
  assert.equal(before.revokedAt, undefined);
  assert.equal((await suspend(app.world.now() + 600)).status, 200);
  assert.equal((await published()).revokedAt, app.world.now());
  const release = () => app.jobs.find(({ name }) => name === "keys-released")!.run();
  await release();
  assert.notEqual((await published()).revokedAt, undefined, "while it lasts");
  app.world.pass(601);
  await release();
  assert.deepEqual(await published(), before);
});
