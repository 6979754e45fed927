/** Awards of the cache's club for visitors: reached by their finds there, certified on acts that the key of a visit signed. */
import assert from "node:assert/strict";
import { isSigned, readCertificate } from "../../../src/awards/mod.ts";
import { signDocument, type SigningKey } from "../../../src/wire/mod.ts";
import { refused } from "../../kit/app.ts";
import { CACHE } from "../../kit/game.ts";
import { type Club, club, here, HOME, taken, VISITOR } from "./visitor.ts";

const KEY = { FED_PRIVATE_KEY: `${"A".repeat(42)}E` };

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
const listOf = (id: string) => `/federation/visits/${id}/awards`;
const wishOf = (id: string, award: number, wish: string) => `${listOf(id)}/${award}/${wish}`;

/** A club with an award for so many finds. */
async function scene(n: number, env = KEY) {
  const one = await club(env), sysop = await one.app.sysop();
  const rule = { kind: "finds", n, radio: false };
  const declared = await sysop.post("/api/admin/awards", { name: "Guests' own", about: "Finds here", rule });
  assert.equal(declared.status, 201, declared.text);
  const award = declared.body.id as number;
  const list = (id: string, query = "") =>
    one.app.visitor.post(`${listOf(id)}${query}`, act(one, listOf(id)));
  const ask = (id: string, wish: "take" | "drop", body?: object) => {
    const path = wishOf(id, award, wish);
    return one.app.visitor.post(path, (body ?? act(one, path)) as Record<string, unknown>);
  };
  const own = async (id: string) =>
    ((await list(id)).body.awards as { id: number; have: number; code: string | null }[])
      .find((row) => row.id === award)!;
  return { one, award, list, ask, own };
}

Deno.test("a visitor reaches the club's awards by finds here, as a member does, and has the certificate signed", async () => {
  const { one, list, ask, own } = await scene(2);
  const { id } = await taken(one);
  assert.deepEqual([(await own(id)).have, (await own(id)).code], [1, null]);
  const early = await refused(one.app, 409, "award_not_reached", () => ask(id, "take"));
  assert.deepEqual([early.body.have, early.body.limit], [1, 2]);
  // A note is no find.
  await taken(one, { kind: "note", text: "And a word" });
  await refused(one.app, 409, "award_not_reached", () => ask(id, "take"));
  await one.hide(one.owner, { title: "New mill", lat: CACHE.lat + 0.01 });
  one.world.pass(1000);
  const cache = one.app.db.sql<never, { gid: string }>("SELECT gid FROM cache ORDER BY id DESC").get()!.gid;
  const { id: second } = await taken(one, { cache }, { beside: { ...here, lat: CACHE.lat + 0.01 } });
  const { code } = (await ask(id, "take")).body as { code: string };
  assert.match(code, /^[A-Z0-9]{10}$/);
  assert.equal((await ask(second, "take")).body.code, code, "one person, whichever visit asks");
  assert.equal((await own(second)).code, code);
  const certificate = readCertificate((await one.app.visitor.get(`/award/${code}.json`)).text)!;
  assert.deepEqual([certificate.call, certificate.award, certificate.instance], [
    VISITOR,
    "Guests' own",
    "localhost",
  ]);
  assert.ok(isSigned(certificate));
  assert.ok((await one.app.visitor.get(`/award/${code}`)).text.includes("genuine"));

  const named = (await list(id, "?lang=de")).body.awards[0].name;
  assert.equal(named, "Zehn über Funk", "the reader's language is that of their home");

  assert.deepEqual((await ask(id, "drop")).body, { code: null });
  assert.equal((await one.app.visitor.get(`/award/${code}`)).status, 404);
  await refused(one.app, 404, "certificate_missing", () => ask(id, "drop"));
  one.close();
});

Deno.test("a visitor is another person than the member of that call: neither has the other's finds", async () => {
  const { one, ask, own } = await scene(2);
  const { id } = await taken(one), member = await one.app.signIn(VISITOR);
  const other = await one.hide(one.owner, { title: "New mill", lat: CACHE.lat + 0.01 });
  const position = { lat: CACHE.lat + 0.01, lon: CACHE.lon, accuracyM: 5, at: one.world.now() };
  const found = await member.post(`/api/caches/${other.code}/logs`, { kind: "found", position });
  assert.equal(found.status, 201, found.text);
  assert.equal((await own(id)).have, 1);
  await refused(one.app, 409, "award_not_reached", () => ask(id, "take"));
  one.close();
});

Deno.test("refused: awards that the visit's key did not ask for so, about now, and to whoever may not log here", async () => {
  const { one, award, ask } = await scene(1);
  const { id } = await taken(one), path = wishOf(id, award, "take");
  const of = (status: number, reason: string, body?: object) =>
    refused(one.app, status, reason, () => ask(id, "take", body));
  await of(422, "bad_visit_signature", act(one, wishOf(id, award, "drop")));
  await of(422, "bad_visit_signature", act(one, path, { call: "OE5XYZ" }));
  await of(422, "bad_visit_signature", act(one, path, { instance: "oe6.example" }));
  await of(422, "bad_visit_signature", act(one, path, {}, one.homeKey));
  await of(422, "bad_visit_signature", act(one, path, { key: one.homeKey.publicKey }, one.homeKey));
  await of(422, "too_old", act(one, path, { at: one.world.now() - 301 }));
  await of(422, "too_early", act(one, path, { at: one.world.now() + 301 }));
  await refused(one.app, 404, "visit_not_found", () => ask("none", "take"));
  const elsewhere = (suffix: string, status: number, reason: string) =>
    refused(one.app, status, reason, () => {
      const at = `${listOf(id)}/${suffix}`;
      return one.app.visitor.post(at, act(one, at));
    });
  await elsewhere("999/take", 404, "award_missing");
  await elsewhere(`${award}/keep`, 404, "award_missing");
  await refused(
    one.app,
    422,
    "bad_visit_signature",
    () => one.app.visitor.post(listOf(id), act(one, path)),
  );
  one.trust.set(HOME, "blocked");
  await of(403, "origin_blocked");
  await refused(one.app, 403, "origin_blocked", () => one.app.visitor.post(listOf(id), act(one, listOf(id))));
  one.trust.set(HOME, "trusted");
  const key = `${HOME} ${one.phone.publicKey}`, known = one.keys.get(key)!;
  one.keys.set(key, { ...known, revokedAt: one.world.now() });
  await of(422, "key_revoked");
  one.keys.set(key, known);
  assert.equal((await ask(id, "take")).status, 200);
  one.close();
});

Deno.test("a visitor's certificate falls with the find, and goes with the visitor: whoever gets the number has none of it", async () => {
  const { one, ask } = await scene(1);
  const { id } = await taken(one);
  const { code } = (await ask(id, "take")).body as { code: string };
  const path = "/federation/visits/erase", at = one.world.now();
  const document = { at, call: VISITOR, instance: "localhost", key: one.phone.publicKey, path };
  const sig = signDocument("svc-act/1", document, one.homeKey);
  const erased = await one.app.visitor.post(path, { home: HOME, key: one.phone.publicKey, at, sig });
  assert.deepEqual(erased.body, { removed: 1 });
  assert.equal((await one.app.visitor.get(`/award/${code}`)).status, 404);
  // The next visitor has the number of the one who is gone.
  one.keys.set(`${HOME} ${one.homeKey.publicKey}`, { call: "OE5NEW", verified: true, addedAt: 0 });
  const next = await taken(one, { call: "OE5NEW" }, { by: one.homeKey, beside: here });
  const list = act(one, listOf(next.id), { call: "OE5NEW", key: one.homeKey.publicKey }, one.homeKey);
  const { awards } = (await one.app.visitor.post(listOf(next.id), list)).body;
  assert.ok(awards.every((award: { code: string | null }) => award.code === null));
  assert.equal((await one.app.visitor.get(`/award/${code}`)).status, 404);
  one.close();
});

Deno.test("a certificate of a visit that was withdrawn says so", async () => {
  const { one, ask } = await scene(1);
  const { id } = await taken(one), path = `/federation/visits/${id}/withdraw`;
  const { code } = (await ask(id, "take")).body as { code: string };
  const done = await one.app.visitor.post(path, act(one, path));
  assert.equal(done.status, 200, done.text);
  assert.ok(!(await one.app.visitor.get(`/award/${code}`)).text.includes("genuine"));
  one.close();
});
