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

Deno.test("the wish to erase comes in mail as well, however late: signed by the home for itself alone", async () => {
  const { app: opened, code, text } = await arranged();
  using app = opened;
  knows(app, "oe6.example");
  await brought(app, text);
  const { key } = JSON.parse(text);
  const wish = (by = HOME, over: object = {}, home = HOME) => {
    const at = app.world.now() - 5 * 86_400;
    const act = { at, call: VISITOR, instance: HERE, key, path: "/federation/visits/erase", ...over };
    return JSON.stringify({ home, key, at: act.at, sig: signDocument("svc-act/1", act, keyOf(by)) });
  };
  const counted = () => app.db.sql("SELECT * FROM visit").all().length;
  let n = 0;
  const brings = (text: string, by?: string) =>
    brought(app, text, { bid: `ERASE${++n}_OE5X`, ...(by && { by }) });
  await brings(wish("oe6.example"));
  await brings(wish(), "oe6.example");
  await brings(wish("oe6.example", {}, "oe6.example"), "oe6.example");
  await brings(wish(HOME, { instance: "oe6.example" }));
  await brings(wish(HOME, { at: app.world.now() + 301 }));
  assert.deepEqual([counted(), await finds(app, code)], [1, 1]);
  await brings(wish());
  assert.deepEqual([counted(), await finds(app, code)], [0, 0]);
  await brought(app, text, { bid: "VISIT2_OE5X" });
  assert.equal(await finds(app, code), 0, "what was erased does not come back");
});

Deno.test("a home hands on as mail where it may and knows a mailbox, and signs acts with its key", () => {
  using app = alone(HOME, { FED_BBS: "1" });
  knows(app, HERE);
  const { visits, mailing } = app.federation, bag: string[] = [];
  const post = {
    mostBytes: 60_000,
    post: (_tx: unknown, { to, text }: { to: string; text: string }) => {
      bag.push(`${to} ${text}`);
      return { outcome: "stored", partners: bag.length - 1 };
    },
  };
  Object.defineProperties(mailing.parts.post, Object.getOwnPropertyDescriptors(post));
  const mail = (to: string) => app.db.writeNow((tx) => visits.mail(tx, to, "{}"));
  assert.equal(mail(HERE), false, "without a mailbox");
  knows(app, "oe6.example", {
    endpoints: [{ transport: "bbs", address: "OE6BBS@OE6XYZ.AUT.EU", priority: 1 }],
  });
  assert.equal(mail("oe6.example"), false, "no partner takes it");
  assert.equal(mail("oe6.example"), true);
  assert.ok(bag[1]!.startsWith("OE6XYZ"));
  const act = { at: 1, call: VISITOR, instance: HERE, key: "k", path: "/p" };
  assert.equal(visits.sign(act), signDocument("svc-act/1", act, keyOf(HOME)));
  app.world.clock.state();
  app.world.jump(5 * 365 * 86_400);
  assert.equal(visits.sign(act), undefined, "not under a clock that jumped");
  using off = alone(HOME);
  knows(off, "oe6.example", {
    endpoints: [{ transport: "bbs", address: "OE6BBS@OE6XYZ.AUT.EU", priority: 1 }],
  });
  assert.equal(off.db.writeNow((tx) => off.federation.visits.mail(tx, "oe6.example", "{}")), false);
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
