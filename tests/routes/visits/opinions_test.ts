/** What a visitor thinks of a cache that they found: favourites and stars, signed by the visit's key; and how home hands them on. */
import assert from "node:assert/strict";
import { signDocument, type SigningKey } from "../../../src/wire/mod.ts";
import { refused } from "../../kit/app.ts";
import { CACHE } from "../../kit/game.ts";
import { type Club, club, HOME, taken, VISITOR } from "./visitor.ts";

const pathOf = (id: string, opinion: string) => `/federation/visits/${id}/opinions/${opinion}`;

function act({ world, phone }: Club, path: string, over: object = {}, by: SigningKey = phone) {
  const document = {
    at: world.now(),
    call: VISITOR,
    instance: "localhost",
    key: phone.publicKey,
    path,
    ...over,
  };
  return { key: document.key, at: document.at, sig: signDocument("svc-act/1", document, by) };
}
const think = (
  one: Club,
  id: string,
  opinion: string,
  body: Record<string, unknown> = act(one, pathOf(id, opinion)),
) => one.app.visitor.post(pathOf(id, opinion), body);

async function stands({ app, cache }: Club) {
  const { favorites, rating } = (await app.visitor.get(`/api/caches/${cache.code}`)).body;
  return [favorites, rating.avg, rating.count];
}

Deno.test("a visitor's favourite and stars count as a member's, once, and are changed by the same key", async () => {
  const one = await club({}, { ratingPolicy: "finders" });
  const { id } = await taken(one);
  assert.deepEqual(await stands(one), [0, null, 0]);
  for (const opinion of ["favourite", "favourite", "4", "2"]) {
    assert.equal((await think(one, id, opinion)).status, 200, opinion);
  }
  assert.deepEqual(await stands(one), [1, 2, 1]);
  assert.equal((await think(one, id, "unfavourite")).status, 200);
  assert.deepEqual(await stands(one), [0, 2, 1]);
  one.close();
});

Deno.test("refused: an opinion that the visit's key did not sign so, about now, and of whoever may not log here", async () => {
  const one = await club({}, { ratingPolicy: "finders" });
  const { id } = await taken(one), path = pathOf(id, "5");
  const { id: note } = await taken(one, { kind: "note", text: "And a word" });
  const of = (status: number, reason: string, opinion = "5", body?: Record<string, unknown>, visit = id) =>
    refused(one.app, status, reason, () => think(one, visit, opinion, body));
  await of(422, "bad_visit_signature", "5", act(one, pathOf(id, "4")));
  await of(422, "bad_visit_signature", "5", act(one, path, { call: "OE5XYZ" }));
  await of(422, "bad_visit_signature", "5", act(one, path, { instance: "oe6.example" }));
  await of(422, "bad_visit_signature", "5", act(one, path, {}, one.homeKey));
  await of(422, "bad_visit_signature", "5", act(one, path, { key: one.homeKey.publicKey }, one.homeKey));
  await of(422, "too_old", "5", act(one, path, { at: one.world.now() - 301 }));
  await of(422, "too_early", "5", act(one, path, { at: one.world.now() + 301 }));
  await of(404, "visit_not_found", "6");
  await of(404, "visit_not_found", "5", act(one, path), "none");
  await of(404, "log_not_found", "5", undefined, note);
  one.trust.set(HOME, "blocked");
  await of(403, "origin_blocked");
  one.trust.set(HOME, "trusted");
  const key = `${HOME} ${one.phone.publicKey}`, known = one.keys.get(key)!;
  one.keys.set(key, { ...known, revokedAt: one.world.now() });
  await of(422, "key_revoked");
  one.keys.set(key, known);
  await one.owner.patch(`/api/caches/${one.cache.code}`, { ratingPolicy: "off" });
  await of(403, "cannot_rate");
  assert.equal((await think(one, id, "favourite")).status, 200);
  one.close();
});

Deno.test("a find that does not count gives no stars where finders rate", async () => {
  const one = await club({}, { ratingPolicy: "finders" });
  const { id } = await taken(one, {}, {});
  await refused(one.app, 403, "cannot_rate", () => think(one, id, "5"));
  one.close();
});

Deno.test("what a visitor thought goes with the visit, taken back or erased; others' stays", async () => {
  for (const how of ["withdraw", "erase"]) {
    const one = await club({}, { ratingPolicy: "all" });
    const { id } = await taken(one), member = await one.app.signIn("OE2FND");
    const position = { ...CACHE, accuracyM: 5, at: one.world.now() };
    await member.post(`/api/caches/${one.cache.code}/logs`, { kind: "found", position });
    await member.post(`/api/caches/${one.cache.code}/rate`, { stars: 1 });
    for (const opinion of ["favourite", "5"]) await think(one, id, opinion);
    assert.deepEqual(await stands(one), [1, 3, 2]);
    const path = how === "erase" ? "/federation/visits/erase" : `/federation/visits/${id}/withdraw`;
    const body = how === "erase" ? { home: HOME, ...act(one, path, {}, one.homeKey) } : act(one, path);
    assert.equal((await one.app.visitor.post(path, body)).status, 200);
    assert.deepEqual(await stands(one), [0, 1, 1], how);
    one.close();
  }
});

Deno.test("a visitor may be the first to find, and nothing is certified of whoever did not ask for it", async () => {
  const one = await club();
  await taken(one);
  const awards = one.app.db.sql<never, { account: number }>("SELECT account_id AS account FROM award_given")
    .all();
  assert.ok(awards.every(({ account }) => account >= 0));
  const { logs } = (await one.app.visitor.get(`/api/caches/${one.cache.code}/logs`)).body;
  assert.deepEqual([logs.length, logs[0].kind, logs[0].author.home], [1, "found", HOME]);
  one.close();
});
