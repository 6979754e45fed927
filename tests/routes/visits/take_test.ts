/** Taking a visit: what a neighbour's member signed is judged here like a member's log. */
import assert from "node:assert/strict";
import { canonicalBytes } from "./cbor.ts";
import { refused } from "../../kit/app.ts";
import { eventually } from "../../kit/eventually.ts";
import { CACHE, north } from "../../kit/game.ts";
import { newToken } from "../../../src/base/mod.ts";
import { readSigningKey } from "../../../src/wire/mod.ts";
import { club, here, HOME, newSentId, salt, taken, VISITOR } from "./visitor.ts";

Deno.test("a visit is taken, judged by the signed place, shown with the visitor's home, and published with its signature", async () => {
  const one = await club();
  const { visit, reply } = await taken(one);
  assert.deepEqual([reply.body.tier, reply.body.verified, reply.body.foundAt], ["B", true, visit.at]);
  const book = await one.app.visitor.get(`/api/caches/${one.cache.code}/logs`);
  assert.deepEqual(book.body.logs[0].author, { call: VISITOR, signedAt: visit.at, home: HOME });
  const { gid, body } = one.published.at(-1)! as { gid: string; body: Record<string, unknown> };
  assert.equal(gid, reply.body.gid);
  assert.deepEqual(body.signed, { key: visit.key, sig: visit.sig, at: visit.at });
  assert.deepEqual(body.visit, { home: HOME, sentId: visit.sentId, priv: visit.priv });
  assert.equal((await one.app.visitor.get(`/api/caches/${one.cache.code}`)).body.finds, 1);
  assert.equal(JSON.stringify(one.published).includes(salt), false, "what was sent beside it leaves nobody");
  assert.equal(reply.text.includes(String(CACHE.lat)), false, "the answer tells no place");
  one.close();
});

Deno.test("what a trusted receiver heard of the visitor makes Tier A, and a visitor's own receivers do not", async () => {
  const one = await club();
  one.heard(`${VISITOR}-7`);
  assert.equal((await taken(one)).reply.body.tier, "A");
  one.close();
  const two = await club();
  // The visitor is a member here too, and the site is that member's own.
  const member = await two.app.signIn(VISITOR);
  assert.ok(member);
  two.heard(`${VISITOR}-7`, {}, { site: `${VISITOR}-10` });
  assert.equal((await taken(two)).reply.body.tier, "B");
  two.close();
  const three = await club();
  const holder = await three.app.signIn(VISITOR);
  assert.ok(holder);
  const box = { kind: "box" as const, box: "b", ownerAccountId: three.account(VISITOR) };
  three.heard(`${VISITOR}-7`, {}, { deliveredBy: box as never });
  assert.equal((await taken(three)).reply.body.tier, "B", "a box of the member who holds the call");
  three.close();
});

Deno.test("the same key and name again answers 200 with the same, also after seven days", async () => {
  const one = await club();
  const { visit, reply } = await taken(one);
  const before = one.app.fingerprint();
  const again = await one.post(visit);
  assert.deepEqual([again.status, again.body], [200, reply.body]);
  one.world.pass(8 * 86_400);
  assert.equal((await one.post(visit)).status, 200);
  assert.equal(one.app.fingerprint(), before);
  one.close();
});

Deno.test("a later document of the same name changes the text alone, within a day", async () => {
  const one = await club();
  const { visit, reply } = await taken(one);
  one.world.pass(3600);
  const change = { sentId: visit.sentId as string, text: "Greetings from Graz" };
  const later = one.visit(change, { beside: { ...here, lat: 0, lon: 0 } });
  const mended = await one.post(later);
  assert.deepEqual([mended.status, mended.body.foundAt, mended.body.tier], [200, visit.at, "B"]);
  assert.equal(mended.body.visit, reply.body.visit);
  const [log] = (await one.app.visitor.get(`/api/caches/${one.cache.code}/logs`)).body.logs;
  assert.deepEqual([log.text, log.foundAt], ["Greetings from Graz", visit.at]);
  const { v, body } = one.published.at(-1)!;
  assert.deepEqual(
    [v, (body.signed as { sig: string }).sig],
    [2, later.sig],
    "the record stands under the later signature",
  );
  const before = one.app.fingerprint();
  // An earlier one, one of another kind and one of another cache change nothing.
  assert.equal((await one.post(visit)).status, 200);
  assert.equal((await one.post(one.visit({ ...change, kind: "note", text: "No" }))).status, 200);
  assert.equal((await one.post(one.visit({ ...change, cache: "localhost:cache:77" }))).status, 200);
  assert.equal(one.app.fingerprint(), before);
  one.world.pass(86_400);
  await refused(one.app, 409, "log_mend_late", () => one.post(one.visit({ ...change, text: "Too late" })));
  one.close();
});

Deno.test("CBOR is taken as its JSON is; a byte too many and a form that is not canonical are refused", async () => {
  const one = await club();
  const visit = one.visit({}, { beside: here });
  const post = (bytes: Uint8Array<ArrayBuffer>) =>
    one.app.visitor.post("/federation/visits", bytes, { "content-type": "application/cbor" });
  await refused(one.app, 400, "invalid_body", () => post(canonicalBytes(visit, { loose: true })));
  await refused(one.app, 400, "invalid_body", () => post(new Uint8Array([0xa1, 0x01, 0x01])));
  await refused(one.app, 400, "invalid_body", () => post(new Uint8Array([0xff])));
  const large = new Uint8Array(16 * 1024 + 1);
  await refused(one.app, 413, "body_too_large", () => post(large));
  const made = await post(canonicalBytes(visit));
  assert.equal(made.status, 201, made.text);
  assert.equal((await one.post(visit)).status, 200, "the same as JSON");
  one.close();
});

Deno.test("a visit whose key is not here, or not verified yet, waits; its home is asked, and it is taken when the key comes", async () => {
  const one = await club();
  const name = `${HOME} ${one.phone.publicKey}`, key = one.keys.get(name)!;
  for (const [what, then] of [["unknown", undefined], ["unverified", { ...key, verified: false }]] as const) {
    one.keys.delete(name);
    if (then) one.keys.set(name, then);
    const visit = one.visit({ kind: "note", text: what });
    const waits = await one.post(visit);
    assert.deepEqual([waits.status, waits.body], [202, { waiting: "key" }]);
    assert.deepEqual((await one.post(visit)).status, 202, "again");
    assert.equal(
      (await one.app.visitor.get(`/api/caches/${one.cache.code}/logs`)).body.logs.length,
      then ? 1 : 0,
    );
    assert.ok(one.asked.includes(HOME));
    one.keys.set(name, key);
    await one.app.db.write((tx) => one.app.caches.keyCame(tx, HOME, one.phone.publicKey));
    await eventually("the visit that waited", async () => (await one.post(visit)).status === 200);
    assert.equal((await one.post(visit)).status, 200);
  }
  one.keys.delete(name);
  const lost = one.visit({ kind: "note", text: "never" });
  assert.equal((await one.post(lost)).status, 202);
  const waits = () =>
    one.app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM visit_waiting").get()!.n;
  one.world.pass(7 * 86_400);
  await one.app.jobs.find(({ name }) => name === "visits-waiting")!.run();
  assert.equal(waits(), 1, "for seven days");
  one.world.pass(1);
  await one.app.jobs.find(({ name }) => name === "visits-waiting")!.run();
  assert.equal(waits(), 0);
  one.close();
});

Deno.test("one find a cache and base call, whether its holder comes as member or as visitor", async () => {
  const one = await club();
  await taken(one);
  await refused(
    one.app,
    409,
    "already_found",
    () => one.post(one.visit({ call: `${VISITOR}-9`, text: "again" })),
  );
  const member = await one.app.signIn(VISITOR);
  await refused(one.app, 409, "already_found", () =>
    member.post(`/api/caches/${one.cache.code}/logs`, {
      kind: "found",
      position: { ...CACHE, accuracyM: 5, at: one.world.now() },
    }));
  // A key of another home that vouches for the same call.
  const other = readSigningKey(newToken(one.world))!;
  one.trust.set("oe6.example", "trusted");
  one.keys.set(`oe6.example ${other.publicKey}`, { call: VISITOR, verified: true, addedAt: 0 });
  await refused(
    one.app,
    409,
    "already_found",
    () => one.post(one.visit({ home: "oe6.example" }, { by: other, beside: here })),
  );
  one.close();
  const two = await club();
  const holder = await two.app.signIn(VISITOR);
  const position = { ...CACHE, accuracyM: 5, at: two.world.now() };
  assert.equal(
    (await holder.post(`/api/caches/${two.cache.code}/logs`, { kind: "found", position })).status,
    201,
  );
  await refused(two.app, 409, "already_found", () => two.post(two.visit({}, { beside: here })));
  two.close();
});

Deno.test("the place that is signed stands for a reading: B within 150 m and its accuracy, else nothing", async () => {
  for (
    const [metres, accuracyM, tier] of [[140, 0, "B"], [160, 0, null], [160, 20, "B"], [
      360,
      500,
      null,
    ]] as const
  ) {
    const one = await club();
    const { reply } = await taken(one, {}, { beside: { ...north(metres), accuracyM, salt } });
    assert.equal(reply.body.tier, tier, `${metres} m`);
    one.close();
  }
  const one = await club();
  assert.equal((await taken(one, {}, {})).reply.body.tier, null, "a bare word proves nothing");
  one.close();
});

Deno.test("visits of several devices of one visitor are one person's, and DNFs and notes are taken", async () => {
  const one = await club();
  const tablet = readSigningKey(newToken(one.world))!;
  one.keys.set(`${HOME} ${tablet.publicKey}`, { call: `${VISITOR}-5`, verified: true, addedAt: 0 });
  await taken(one, { kind: "DNF", text: "Not there" });
  await taken(one, { kind: "note", text: "A note" });
  await taken(one);
  await refused(
    one.app,
    409,
    "already_found",
    () => one.post(one.visit({ sentId: newSentId() }, { by: tablet, beside: here })),
  );
  assert.equal(one.app.caches.wrongSums(), 0);
  one.close();
});
