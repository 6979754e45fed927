/** What a visit is refused with: each with proof that nothing was kept. */
import assert from "node:assert/strict";
import { refused } from "../../kit/app.ts";
import { newToken } from "../../../src/base/mod.ts";
import { readSigningKey } from "../../../src/wire/mod.ts";
import { type Club, club, here, HOME, taken, VISITOR } from "./visitor.ts";

const DAY = 86_400;
type Case = [
  what: string,
  status: number,
  reason: string,
  arrange: (one: Club) => unknown,
  over?: Parameters<Club["visit"]>,
];
async function setting(one: Club, key: string, value: string): Promise<void> {
  const reply = await one.app.operator.put(`/api/admin/settings/${key}`, { value });
  assert.equal(reply.status, 200, reply.text);
}
const keyed = (one: Club, over: object) => {
  const name = `${HOME} ${one.phone.publicKey}`;
  one.keys.set(name, { ...one.keys.get(name)!, ...over });
};
const status = async (one: Club, to: string) => {
  const reply = await one.owner.patch(`/api/caches/${one.cache.code}`, { status: to });
  assert.equal(reply.status, 200, reply.text);
};

const CASES: Case[] = [
  ["visits are off", 403, "visitors_off", (one) => setting(one, "VISITORS", "off")],
  ["an origin that nobody vetted", 403, "origin_untrusted", (one) => one.trust.set(HOME, "unvetted")],
  ["an origin that is not known", 403, "origin_untrusted", (one) => one.trust.delete(HOME)],
  ["an unknown origin where all are taken", 403, "origin_untrusted", async (one) => {
    await setting(one, "VISITORS", "all");
    one.trust.delete(HOME);
  }],
  ["a blocked origin", 403, "origin_blocked", (one) => one.trust.set(HOME, "blocked")],
  ["a blocked origin where all are taken", 403, "origin_blocked", async (one) => {
    await setting(one, "VISITORS", "all");
    one.trust.set(HOME, "blocked");
  }],
  [
    "an instance whose visitors are refused",
    403,
    "visitor_refused",
    (one) => one.app.operator.put(`/api/admin/visitors/${HOME}`, { allowed: false }),
  ],
  [
    "a visitor who is refused",
    403,
    "visitor_refused",
    (one) => one.app.operator.put(`/api/admin/visitors/${HOME}/${VISITOR}-9`, { allowed: false }),
  ],
  ["a call whose holder is suspended here", 403, "suspended", async (one) => {
    await one.app.signIn(VISITOR);
    const done = await one.app.operator.post(`/api/admin/moderation/accounts/${VISITOR}/suspend`, {
      reason: "a test of visits",
      category: "other",
      until: null,
    });
    assert.equal(done.status, 200, done.text);
  }],
  ["a cache that is not there", 404, "cache_not_found", () => {}, [{ cache: "localhost:cache:777" }]],
  ["a cache of a neighbour", 404, "cache_not_found", () => {}, [{ cache: "oe5.example:cache:1" }]],
  [
    "a cache that operators removed",
    404,
    "cache_not_found",
    (one) => one.app.db.writeNow((tx) => one.app.caches.remove(tx, "cache", one.cache.code, "test")),
  ],
  [
    "a cache that is local now",
    404,
    "cache_not_found",
    (one) => one.owner.patch(`/api/caches/${one.cache.code}`, { scope: "local" }),
  ],
  ["another instance", 409, "wrong_instance", () => {}, [{ instance: "oe6.example" }]],
  ["a second find", 409, "already_found", (one) => taken(one)],
  ["a cache of the visitor's own call", 409, "own_cache", (one) => keyed(one, { call: "OE1OWN" }), [{
    call: "OE1OWN-7",
  }]],
  ["a disabled cache", 409, "cache_inactive", (one) => status(one, "disabled")],
  ["a forged signature", 422, "bad_visit_signature", () => {}, [{}, {
    forged: { text: "Not what was signed" },
  }]],
  ["a key that is another call's", 422, "bad_visit_signature", (one) => keyed(one, { call: "OE5XYZ" })],
  [
    "a key that was revoked before",
    422,
    "key_revoked",
    (one) => keyed(one, { revokedAt: one.world.now() - 100 }),
  ],
  [
    "a key that was revoked at that second",
    422,
    "key_revoked",
    (one) => keyed(one, { revokedAt: one.world.now() - 60 }),
  ],
  ["a signature older than seven days", 422, "too_old", (one) => one.world.pass(7 * DAY + 1)],
  ["a signature of the future", 422, "too_early", () => {}],
  ["a signature from before the cache", 422, "before_cache", (one) => keyed(one, { addedAt: 0 })],
  [
    "a signature from before the key",
    422,
    "before_key",
    (one) => keyed(one, { addedAt: one.world.now() - 59 }),
  ],
];

for (const [what, code, reason, arrange, [over, options] = []] of CASES) {
  Deno.test(`refused: ${what}`, async () => {
    const one = await club();
    const now = one.world.now();
    const at = reason === "too_early" ? now + 61 : reason === "before_cache" ? now - 1001 : now - 60;
    // Whether it is what was arranged that refuses it: the same visit is taken without it.
    const visit = one.visit({ at, ...over }, { beside: here, ...options });
    await arrange(one);
    await refused(one.app, code, reason, () => one.post(visit));
    one.close();
  });
}

Deno.test("what lies just within the bounds is taken", async () => {
  const one = await club();
  const now = one.world.now();
  keyed(one, { addedAt: now - 60, revokedAt: now - 59 });
  await taken(one, { at: now - 60 });
  one.close();
  const two = await club();
  await taken(two, { at: two.world.now() + 60 });
  two.close();
  const three = await club();
  const visit = three.visit({}, { beside: here });
  three.world.pass(7 * DAY - 60);
  assert.equal((await three.post(visit)).status, 201);
  three.close();
  const four = await club();
  four.trust.set(HOME, "unvetted");
  await setting(four, "VISITORS", "all");
  await taken(four);
  four.close();
});

Deno.test("an operator refuses a home or one of its members and takes it back; what was logged stays", async () => {
  const one = await club();
  await taken(one);
  const put = (path: string, body: { allowed: boolean | string; reason?: string }) =>
    one.app.operator.put(`/api/admin/visitors/${path}`, body);
  await refused(
    one.app,
    403,
    undefined,
    () => one.owner.put(`/api/admin/visitors/${HOME}`, { allowed: false }),
  );
  await refused(one.app, 404, "visitor_not_found", () => put("No%20Name", { allowed: false }));
  await refused(one.app, 404, "visitor_not_found", () => put(`${HOME}/X`, { allowed: false }));
  await refused(one.app, 400, "invalid_body", () => put(HOME, { allowed: "no" }));
  assert.deepEqual((await put(`${HOME}/${VISITOR}`, { allowed: false, reason: "asked to" })).body, {
    home: HOME,
    call: VISITOR,
    allowed: false,
  });
  const why = await refused(one.app, 403, "visitor_refused", () => one.post(one.visit({ kind: "note" })));
  assert.equal(why.body.why, "asked to");
  const listed = await one.app.operator.get("/api/admin/visitors");
  assert.deepEqual(
    listed.body.refused.map(({ home, call, reason }: Record<string, string>) => [home, call, reason]),
    [[HOME, VISITOR, "asked to"]],
  );
  assert.equal(
    (await one.app.visitor.get(`/api/caches/${one.cache.code}`)).body.finds,
    1,
    "what they logged stays",
  );
  await put(`${HOME}/${VISITOR}`, { allowed: true });
  assert.equal((await one.post(one.visit({ kind: "note" }))).status, 201);
  one.close();
});

Deno.test("a locked last stage needs its word; a wrong one is refused and tried ten times an hour at most", async () => {
  const one = await club();
  const code = "QUIET-OTTER-NINETEEN-SEVENTY";
  const set = await one.owner.post(`/api/caches/${one.cache.code}/stages`, {
    stages: [{ n: 1, unlock: "nfc", code, lat: here.lat, lon: here.lon }],
  });
  assert.ok(set.status < 300, set.text);
  await one.app.caches.sealed();
  await refused(one.app, 409, "last_stage_locked", () => one.post(one.visit({}, { beside: here })));
  for (let i = 0; i < 10; i++) {
    await refused(
      one.app,
      409,
      "last_stage_locked",
      () => one.post(one.visit({}, { beside: { ...here, tag: `WRONG${i}` } })),
    );
  }
  const late = await refused(
    one.app,
    429,
    "rate_limited",
    () => one.post(one.visit({}, { beside: { ...here, tag: code } })),
  );
  assert.ok(Number(late.headers.get("retry-after")) > 0);
  one.world.pass(3601);
  const { reply } = await taken(one, {}, { beside: { salt: here.salt, tag: code.toLowerCase() } });
  assert.equal(reply.body.tier, "B", "a tag of enough bits proves presence");
  one.close();
});

Deno.test("quotas: of a device, of an instance, and of a cache for devices of which nothing counts; settings move them", async () => {
  const one = await club({}, {});
  await setting(one, "VISITS_PER_CACHE", "3");
  const note = (over = {}, options = {}) => one.post(one.visit({ kind: "note", ...over }, options));
  for (let i = 0; i < 3; i++) assert.equal((await note()).status, 201);
  const third = readSigningKey(newToken(one.world))!;
  one.keys.set(`${HOME} ${third.publicKey}`, { call: "OE5THD", verified: true, addedAt: 0 });
  const full = await refused(one.app, 429, "visit_quota", () => note({ call: "OE5THD" }, { by: third }));
  assert.deepEqual([full.body.limit, Number(full.headers.get("retry-after")) > 80_000], [3, true]);
  await setting(one, "VISITS_PER_CACHE", "4");
  await taken(one);
  // Its device has a visit that counts: this bound is none for it, nor does what it logged count for others.
  assert.equal((await note()).status, 201);
  assert.equal((await note({ call: "OE5THD" }, { by: third })).status, 201);
  await setting(one, "VISITS_PER_KEY", "5");
  await refused(one.app, 429, "visit_quota", () => note());
  await setting(one, "VISITS_PER_ORIGIN", "6");
  await refused(one.app, 429, "visit_quota", () => note({ call: "OE5THD" }, { by: third }));
  one.world.pass(DAY + 1);
  assert.equal((await note()).status, 201, "a day later");
  one.close();
});

Deno.test("what waits for its key counts for the quota of its device", async () => {
  const one = await club();
  one.keys.clear();
  await setting(one, "VISITS_PER_KEY", "2");
  for (let i = 0; i < 2; i++) assert.equal((await one.post(one.visit({}))).status, 202);
  await refused(one.app, 429, "visit_quota", () => one.post(one.visit({})));
  one.close();
});
