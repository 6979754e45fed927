/** What becomes of a visit afterwards: taken back, with photos, erased by its home, removed by an operator. */
import assert from "node:assert/strict";
import { sha256Hex } from "../../../src/base/mod.ts";
import { signDocument, type SigningKey } from "../../../src/wire/mod.ts";
import { refused } from "../../kit/app.ts";
import { type Club, club, HOME, taken, VISITOR } from "./visitor.ts";

const DAY = 86_400;
const finds = async (one: Club) => (await one.app.visitor.get(`/api/caches/${one.cache.code}`)).body.finds;

function act(one: Club, path: string, over: object = {}, by: SigningKey = one.phone) {
  const document = {
    at: one.world.now(),
    call: VISITOR,
    instance: "localhost",
    key: one.phone.publicKey,
    path,
    ...over,
  };
  return { key: document.key, at: document.at, sig: signDocument("svc-act/1", document, by) };
}

Deno.test("a visit is taken back by its key within a day, with what it counted for; again it changes nothing", async () => {
  const one = await club();
  const { id, visit } = await taken(one);
  const path = `/federation/visits/${id}/withdraw`;
  const post = (body: Record<string, unknown>, at = path) => one.app.visitor.post(at, body);
  await refused(
    one.app,
    404,
    "visit_not_found",
    () => post(act(one, path), "/federation/visits/none/withdraw"),
  );
  await refused(one.app, 422, "bad_visit_signature", () => post(act(one, path, {}, one.homeKey)));
  await refused(
    one.app,
    422,
    "bad_visit_signature",
    () => post(act(one, "/federation/visits/other/withdraw")),
  );
  await refused(one.app, 422, "bad_visit_signature", () => post(act(one, path, { instance: "oe6.example" })));
  await refused(one.app, 422, "bad_visit_signature", () => post(act(one, path, { call: "OE5XYZ" })));
  await refused(
    one.app,
    422,
    "bad_visit_signature",
    () => post({ ...act(one, path), key: one.homeKey.publicKey }),
  );
  await refused(one.app, 422, "too_old", () => post(act(one, path, { at: one.world.now() - 301 })));
  await refused(one.app, 422, "too_early", () => post(act(one, path, { at: one.world.now() + 301 })));
  const name = `${HOME} ${one.phone.publicKey}`, key = one.keys.get(name)!;
  one.keys.set(name, { ...key, revokedAt: one.world.now() });
  await refused(one.app, 422, "key_revoked", () => post(act(one, path)));
  one.keys.set(name, key);
  assert.equal(await finds(one), 1);
  assert.equal((await post(act(one, path))).status, 200);
  assert.equal(await finds(one), 0);
  assert.equal(one.withdrawn.length, 1, "neighbours get a tombstone");
  const before = one.app.fingerprint();
  assert.equal((await post(act(one, path))).status, 200);
  // The document comes again, late: it is not found anew.
  const again = await one.post(visit);
  assert.deepEqual([again.status, again.body.withdrawn], [200, true]);
  assert.equal(one.app.fingerprint(), before);
  await taken(one);
  one.close();
});

Deno.test("after a day a visit is taken back no more", async () => {
  const one = await club();
  const { id } = await taken(one);
  one.world.pass(DAY + 1);
  const path = `/federation/visits/${id}/withdraw`;
  await refused(one.app, 409, "visit_late", () => one.app.visitor.post(path, act(one, path)));
  one.close();
});

Deno.test("erasure at home removes a key's visits with tombstones; nobody else may ask for it, and a late copy stays out", async () => {
  const one = await club();
  const { visit } = await taken(one);
  await taken(one, { kind: "note", text: "And a word" });
  one.world.pass(3 * DAY);
  const path = "/federation/visits/erase";
  const post = (body: Record<string, unknown>) => one.app.visitor.post(path, { home: HOME, ...body });
  await refused(one.app, 422, "bad_erasure_signature", () => post(act(one, path)));
  await refused(
    one.app,
    422,
    "bad_erasure_signature",
    () => post(act(one, path, { instance: "x.example" }, one.homeKey)),
  );
  await refused(one.app, 422, "bad_erasure_signature", () => post(act(one, "/other", {}, one.homeKey)));
  await refused(
    one.app,
    422,
    "too_old",
    () => post(act(one, path, { at: one.world.now() - 301 }, one.homeKey)),
  );
  await refused(
    one.app,
    403,
    "origin_untrusted",
    () => post({ ...act(one, path, {}, one.homeKey), home: "oe6.example" }),
  );
  const before = one.app.fingerprint();
  const other = await post(act(one, path, { key: one.homeKey.publicKey }, one.homeKey));
  assert.deepEqual(
    [other.body, one.app.fingerprint()],
    [{ removed: 0 }, before],
    "another key has none here",
  );
  const done = await post(act(one, path, {}, one.homeKey));
  assert.deepEqual([done.status, done.body], [200, { removed: 2 }]);
  assert.equal(await finds(one), 0);
  assert.equal(one.withdrawn.length, 2);
  const rows = JSON.stringify(
    ["log", "visit", "visitor", "visit_waiting"].map((table) =>
      one.app.db.sql(`SELECT * FROM ${table}`).all()
    ),
  );
  for (const trace of [VISITOR, one.phone.publicKey, "Greetings", "And a word"]) {
    assert.equal(rows.includes(trace), false, trace);
  }
  await refused(one.app, 422, "key_revoked", () => one.post(visit));
  assert.deepEqual((await post(act(one, path, {}, one.homeKey))).body, { removed: 0 });
  assert.equal(one.app.caches.wrongSums(), 0);
  one.close();
});

Deno.test("erasure takes what waits for its key as well", async () => {
  const one = await club();
  const name = `${HOME} ${one.phone.publicKey}`, key = one.keys.get(name)!;
  one.keys.set(name, { ...key, verified: false });
  assert.equal((await one.post(one.visit({}))).status, 202);
  const body = act(one, "/federation/visits/erase", {}, one.homeKey);
  assert.equal((await one.app.visitor.post("/federation/visits/erase", { home: HOME, ...body })).status, 200);
  assert.equal(one.app.db.sql("SELECT * FROM visit_waiting").all().length, 0);
  one.close();
});

Deno.test("an operator removes a visit like any log; it does not come back", async () => {
  const one = await club();
  const { visit } = await taken(one);
  const [{ id }] = (await one.app.visitor.get(`/api/caches/${one.cache.code}/logs`)).body.logs;
  await one.app.db.write((tx) => void one.app.caches.remove(tx, "log", String(id), "advert"));
  assert.deepEqual([await finds(one), one.withdrawn.length], [0, 1]);
  const again = await one.post(visit);
  assert.deepEqual([again.status, again.body.withdrawn, await finds(one)], [200, true, 0]);
  one.close();
});

/** A JPEG by its first bytes; `n` makes it another one. */
function photo(n = 0, size = 64): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  bytes.set([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1, n]);
  return bytes;
}

Deno.test("photos follow, signed by the key, cleaned and bounded as members' are", async () => {
  const one = await club();
  const { id } = await taken(one);
  const put = (n: number, bytes = photo(n), over: object = {}, by = one.phone) => {
    const document = {
      at: one.world.now(),
      key: one.phone.publicKey,
      sha256: sha256Hex(bytes),
      visit: id,
      ...over,
    };
    const signed = `${document.at}.${signDocument("svc-visit-photo/1", document, by)}`;
    return one.app.visitor.send("PUT", `/federation/visits/${id}/photos/${n}`, bytes, {
      "x-visit-signature": signed,
    });
  };
  const first = await put(1);
  assert.equal(first.status, 201, first.text);
  const before = one.app.fingerprint();
  assert.equal((await put(1)).status, 200);
  assert.equal(one.app.fingerprint(), before);
  await refused(one.app, 422, "bad_visit_signature", () => put(2, photo(2), { sha256: "0".repeat(64) }));
  await refused(one.app, 422, "bad_visit_signature", () => put(2, photo(2), { visit: "another" }));
  await refused(one.app, 422, "bad_visit_signature", () => put(2, photo(2), {}, one.homeKey));
  await refused(
    one.app,
    422,
    "bad_visit_signature",
    () => one.app.visitor.send("PUT", `/federation/visits/${id}/photos/2`, photo(2)),
  );
  await refused(
    one.app,
    415,
    "media_type",
    () => put(2, new TextEncoder().encode("no picture at all, only words")),
  );
  await refused(one.app, 409, "media_count", () => put(5));
  await refused(one.app, 404, "visit_not_found", () => put(0));
  one.trust.set(HOME, "blocked");
  await refused(one.app, 403, "origin_blocked", () => put(2));
  one.trust.set(HOME, "trusted");
  assert.equal((await put(1, photo(9))).status, 201, "another in its place");
  const [log] = (await one.app.visitor.get(`/api/caches/${one.cache.code}/logs`)).body.logs;
  assert.equal(log.photos.length, 1);
  one.close();
});
