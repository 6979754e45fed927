/** Visits of members at caches of other instances, as their own instance hands them on and takes them as theirs. */
import assert from "node:assert/strict";
import { newToken } from "../../src/base/mod.ts";
import type { Answered } from "../../src/caches/mod.ts";
import {
  documentOfRecord,
  type FindBody,
  readSigningKey,
  signDocument,
  verifyDocument,
} from "../../src/wire/mod.ts";
import { type Client, refused } from "../kit/app.ts";
import { type GameApp, gameApp } from "../kit/game.ts";

const OWN_KEY = readSigningKey("A".repeat(42) + "E")!;
const THERE = "oe5.example", CACHE = `${THERE}:cache:1`, MEMBER = "OE1ABC", HERE = "localhost";

interface Home extends GameApp {
  member: Client;
  phone: NonNullable<ReturnType<typeof readSigningKey>>;
  /** What was handed on, and what the other instance says to it. */
  brought: { instance: string; path: string; body: Record<string, unknown> }[];
  says: { answer: Answered | undefined };
  /** What went as mail. */
  mailed: { to: string; document: Record<string, unknown> }[];
  /** Whether mail is a way. */
  ways: { mail: boolean };
}

/** A club with a member and their phone, and a trusted neighbour's cache. */
async function home(): Promise<Home> {
  const brought: Home["brought"] = [];
  const says: Home["says"] = {
    answer: { status: 201, body: { visit: "v1", gid: "x", tier: "A", private: 1 } },
  };
  const mailed: Home["mailed"] = [], ways = { mail: true };
  const game = gameApp({}, {
    game: () => ({
      origins: { shown: () => [THERE] },
      bringVisit: (instance, path, body) => {
        brought.push({ instance, path, body: { ...body } });
        return Promise.resolve(says.answer);
      },
      ownHome: {
        sign: (act) => signDocument("svc-act/1", act, OWN_KEY),
        mail: (_tx, to, document) => ways.mail && mailed.push({ to, document: JSON.parse(document) }) > 0,
        dials: () => false,
      },
    }),
  });
  const member = await game.app.signIn(MEMBER);
  const phone = readSigningKey(newToken(game.world))!;
  await member.post("/keys/register", { callsign: MEMBER, publicKey: phone.publicKey, label: "phone" });
  mirror(game, {});
  return { ...game, member, phone, brought, says, mailed, ways };
}

const apply = (game: GameApp, gid: string, body: unknown, v = 1): boolean =>
  game.app.db.writeNow((tx) =>
    game.app.caches.appliers.find.apply(
      tx,
      { gid, origin: THERE, v, body: body as FindBody, isNew: v === 1 } as never,
    )
  );

function mirror(game: GameApp, over: Record<string, unknown>): void {
  const body = {
    ...{ code: "OXP4471", title: "Old line to the top", type: "traditional", size: "small", owner: "OE5LIA" },
    ...{ difficultyX10: 15, terrainX10: 20, latE7: 483000000, lonE7: 142000000, status: "active" },
    ...{ createdAt: 5, updatedAt: 6, country: "OE" },
    ...over,
  };
  game.app.db.writeNow((tx) =>
    game.app.caches.appliers.cache.apply(tx, { gid: CACHE, origin: THERE, v: 1, body, isNew: false } as never)
  );
}

let sent = 0;
/** A find's record at the other instance, signed as the visit was. */
function record(
  { phone, world }: Home,
  over: { kind?: string; tier?: string; call?: string; home?: string; cache?: string; foundAt?: number } = {},
  by = phone,
): FindBody {
  const { home: from = HERE, ...rest } = over;
  const body = {
    ...{ cache: CACHE, kind: "found", call: MEMBER, tier: "A", text: "Twelve towers" },
    ...{ foundAt: world.now(), createdAt: world.now() },
    ...rest,
    signed: { key: by.publicKey, sig: "", at: world.now() },
    visit: { home: from, sentId: `visit-${String(++sent).padStart(12, "0")}` },
  } as unknown as FindBody;
  const sig = signDocument("svc-visit/1", documentOfRecord(body, THERE)!, by);
  return { ...body, signed: { ...body.signed!, sig } };
}

/** All that says at home whether the member has found it. */
async function stands({ member, app }: Home) {
  const profile = (await app.visitor.get(`/api/profile/${MEMBER}`)).body;
  const detail = (await member.get(`/api/caches/${encodeURIComponent(CACHE)}`)).body;
  const weeks = (await member.get("/api/my/year")).body.weeks as { finds: number }[];
  return {
    found: (await member.get("/api/my/logged")).body.found,
    uncounted: (await member.get("/api/my/logged")).body.uncounted,
    finds: profile.finds,
    points: profile.points,
    page: detail.yourLog.found,
    year: weeks.reduce((n, { finds }) => n + finds, 0),
    numbers: (await member.get("/api/my/statistics")).body.finds,
    adif: ((await app.visitor.get(`/api/v1/profile/${MEMBER}.adif`)).text.match(/<eor>/gi) ?? []).length,
  };
}
const NOTHING = { found: [], uncounted: [], finds: 0, points: 0, page: false, year: 0, numbers: 0, adif: 0 };
const FOUND = {
  found: [CACHE],
  uncounted: [],
  finds: 1,
  points: 14,
  page: true,
  year: 1,
  numbers: 1,
  adif: 1,
};

Deno.test("a mirrored find under a member's key with this home is the member's own, everywhere, until its record goes", async () => {
  const game = await home();
  assert.deepEqual(await stands(game), NOTHING);
  assert.equal(apply(game, `${THERE}:find:1`, record(game)), true);
  assert.deepEqual(await stands(game), FOUND);
  assert.equal(game.app.caches.wrongSums(), 0);
  const [visit] = (await game.member.get("/api/my/visits")).body.visits;
  assert.deepEqual([visit.state, visit.tier, visit.title], ["counted", "A", "Old line to the top"]);
  // The key of a phone that was lost: what it signed stays, also in a later version of the record.
  game.app.db.writeNow((tx) => game.app.people.keys.removeAll(tx, game.account(MEMBER)));
  assert.deepEqual(await stands(game), FOUND);
  game.app.db.writeNow((tx) => game.app.caches.appliers.find.drop(tx, `${THERE}:find:1`));
  assert.deepEqual(await stands(game), NOTHING);
  assert.equal(game.app.caches.wrongSums(), 0);
  game.close();
});

Deno.test("nothing else claims a find: another home, another key, another call, a forged name", async () => {
  const game = await home();
  const stranger = readSigningKey(newToken(game.world))!;
  await game.app.signIn("OE1XYZ");
  for (
    const [what, body] of Object.entries({
      "of another home": record(game, { home: "oe9.example" }),
      "under a key of nobody here": record(game, {}, stranger),
      "under a member's key for another's call": record(game, { call: "OE1XYZ" }),
      "without a signature": { ...record(game), signed: undefined, visit: undefined },
    })
  ) {
    apply(game, `${THERE}:find:9`, body);
    assert.deepEqual(await stands(game), NOTHING, what);
    game.app.db.writeNow((tx) => game.app.caches.appliers.find.drop(tx, `${THERE}:find:9`));
  }
  const forged = record(game);
  assert.equal(apply(game, `${THERE}:find:2`, { ...forged, text: "I was elsewhere" }), false);
  assert.deepEqual(await stands(game), NOTHING);
  game.close();
});

Deno.test("one find a cache, however often it is signed or its record is put under another name", async () => {
  const game = await home(), one = record(game);
  apply(game, `${THERE}:find:1`, one);
  apply(game, `${THERE}:find:2`, one);
  apply(game, `${THERE}:find:3`, record(game));
  assert.deepEqual({ ...await stands(game), year: 1 }, FOUND);
  assert.equal((await game.member.get("/api/my/visits")).body.visits.length, 2, "one name is one visit");
  assert.equal(game.app.caches.wrongSums(), 0);
  game.close();
});

Deno.test("a find that does not reach the cache's minimum is found and does not count; a change of the cache counts anew", async () => {
  const game = await home();
  apply(game, `${THERE}:find:1`, record(game, { tier: "B" }));
  assert.equal((await stands(game)).finds, 1);
  mirror(game, { minTrust: "A" });
  const now = await stands(game);
  assert.deepEqual([now.found, now.uncounted, now.finds, now.adif], [[CACHE], [CACHE], 0, 0]);
  assert.equal((await game.member.get("/api/my/visits")).body.visits[0].state, "uncounted");
  mirror(game, { terrainX10: 50 });
  assert.deepEqual([(await stands(game)).finds, (await stands(game)).points], [1, 12]);
  assert.equal(game.app.caches.wrongSums(), 0);
  game.close();
});

Deno.test("a visit is handed on as it came, its answer kept, and what is private of it kept nowhere", async () => {
  const game = await home();
  const { at, ...signed } = documentOfRecord(record(game), THERE)!;
  const body = { ...signed, at, sig: "s".repeat(86), private: { lat: 48.123456, lon: 14.5, salt: "c2FsdA" } };
  const { status, body: told } = await game.member.post("/api/my/visits", body);
  assert.deepEqual([status, told.tier, told.origin, told.private], [201, "A", THERE, undefined]);
  assert.deepEqual(game.brought.map(({ instance, path }) => [instance, path]), [[
    THERE,
    "/federation/visits",
  ]]);
  assert.deepEqual(game.brought[0]!.body, body, "what was signed is not touched");
  const [visit] = (await game.member.get("/api/my/visits")).body.visits;
  assert.deepEqual([visit.state, visit.cache], ["sent", CACHE]);
  assert.deepEqual({ ...await stands(game) }, NOTHING, "what another instance answers makes no find");
  const rows = JSON.stringify(game.app.db.sql("SELECT * FROM own_visit").all({}));
  assert.ok(!rows.includes("48.123456") && !rows.includes("c2FsdA"));
  // Taken back by the path that was signed.
  const back = { key: game.phone.publicKey, at: game.world.now(), sig: "s".repeat(86) };
  assert.equal((await game.member.post(`/api/my/visits/${visit.sentId}/withdraw`, back)).status, 200);
  assert.equal(game.brought[1]!.path, "/federation/visits/v1/withdraw");
  assert.equal(visit.withdraw, "/federation/visits/v1/withdraw");
  assert.deepEqual((await game.member.get("/api/my/visits")).body.visits, []);
  game.close();
});

Deno.test("what is not the member's is not handed on, and what the other instance refuses is refused here in its words", async () => {
  const game = await home();
  const signed = documentOfRecord(record(game), THERE)!;
  const body = { ...signed, sig: "s".repeat(86) };
  const other = await game.app.signIn("OE1XYZ");
  const stranger = readSigningKey(newToken(game.world))!.publicKey;
  for (
    const [reason, by, over] of [
      ["visit_not_yours", other, {}],
      ["visit_not_yours", game.member, { home: "oe9.example" }],
      ["visit_not_yours", game.member, { instance: HERE, cache: `${HERE}:cache:1` }],
      ["visit_not_yours", game.member, { instance: "oe9.example" }],
      ["key_unknown", game.member, { key: stranger }],
    ] as const
  ) {
    const { status, body: told } = await by.post("/api/my/visits", { ...body, ...over });
    assert.ok(status >= 400);
    assert.equal(told.reason, reason);
  }
  assert.deepEqual(game.brought, []);
  for (
    const [answer, status, reason] of [
      [undefined, 503, "visit_unreached"],
      [{ status: 502, body: {} }, 503, "visit_unreached"],
      [{ status: 429, body: { reason: "visit_quota" }, retryAfter: 90 }, 429, "visit_put_off"],
      [{ status: 409, body: { reason: "already_found", error: "You were here." } }, 409, "already_found"],
      [{ status: 418, body: { reason: "teapot", error: "No." } }, 422, "visit_refused"],
      [{ status: 418, body: null }, 422, "visit_refused"],
    ] as const
  ) {
    game.says.answer = answer as Answered | undefined;
    const told = await game.member.post("/api/my/visits", body);
    assert.deepEqual([told.status, told.body.reason], [status, reason]);
    assert.deepEqual((await game.member.get("/api/my/visits")).body.visits, [], "nothing is kept of it");
  }
  game.close();
});

Deno.test("visits are in the export, and go with the account", async () => {
  const game = await home();
  apply(game, `${THERE}:find:1`, record(game));
  const account = game.account(MEMBER);
  const exported = game.app.people.portability.export(account) as { visits: { gid: string }[] };
  assert.deepEqual(exported.visits.map(({ gid }) => gid), [`${THERE}:find:1`]);
  game.app.db.writeNow((tx) => game.app.people.portability.erase(tx, account));
  assert.equal(game.app.db.sql("SELECT * FROM own_visit").all({}).length, 0);
  assert.equal(game.app.db.sql("SELECT * FROM own_visit_sum").all({}).length, 0);
  game.close();
});

Deno.test("a key that moved with its person: what it signed for the instance before counts, once the call is proven here", async () => {
  const game = await home();
  const OLD = "oe9.example", MOVED = "OE9MOV", phone = readSigningKey(newToken(game.world))!;
  const before = record(game, { call: MOVED, home: OLD }, phone);
  apply(game, `${THERE}:find:1`, before);
  const at = game.world.now();
  const document = { at, call: MOVED, instance: HERE, key: phone.publicKey, path: "/api/account/import" };
  const { body } = await game.app.visitor.post("/api/account/import", {
    bundle: { v: 1, instance: OLD, callsign: MOVED, keys: [{ publicKey: phone.publicKey }], at },
    assertion: { key: phone.publicKey, sig: signDocument("svc-act/1", document, phone), at },
  });
  const finds = async () => (await game.app.visitor.get(`/api/profile/${MOVED}`)).body.finds;
  assert.equal(body.callsign, MOVED);
  assert.equal(await finds(), 0, "a bundle may name any key");
  game.app.db.writeNow((tx) => game.app.accounts.verify(tx, MOVED, "sysop", "OE1SYS", "test"));
  assert.equal(await finds(), 1);
  game.close();
});

Deno.test("erasure asks each instance where the member's keys had logged, signed by this one, until it is done", async () => {
  const game = await home(), { app, world } = game;
  const body = { ...documentOfRecord(record(game), THERE)!, sig: "s".repeat(86) };
  assert.equal((await game.member.post("/api/my/visits", body)).status, 201);
  apply(game, `${THERE}:find:1`, record(game));
  game.brought.length = 0;
  const job = app.jobs.find(({ name }) => name === "visit-erasures")!;
  await job.run();
  assert.equal(game.brought.length, 0);
  app.db.writeNow((tx) => app.people.portability.erase(tx, game.account(MEMBER)));
  game.says.answer = { status: 422, body: {} };
  /** How often it is asked in the seconds that pass. */
  const asks = async (seconds: number) => {
    world.pass(seconds);
    const before = game.brought.length;
    await job.run();
    return game.brought.length - before;
  };
  assert.deepEqual([await asks(0), await asks(299), await asks(1), await asks(1199), await asks(1)], [
    1,
    0,
    1,
    0,
    1,
  ]);
  const { instance, path, body: act } = game.brought[0]!;
  assert.deepEqual([instance, path, act.home, act.key], [
    THERE,
    "/federation/visits/erase",
    HERE,
    game.phone.publicKey,
  ]);
  const document = { at: act.at, call: MEMBER, instance: THERE, key: act.key, path };
  assert.ok(verifyDocument("svc-act/1", document, OWN_KEY.publicKey, String(act.sig)));
  assert.equal(game.mailed.length, 0);
  assert.equal(await asks(4800), 1);
  assert.deepEqual(game.mailed.map(({ to, document }) => [to, document.key]), [[THERE, act.key]]);
  assert.equal(await asks(19_200), 1);
  assert.equal(game.mailed.length, 1, "as mail once");
  game.says.answer = { status: 200, body: { removed: 1 } };
  assert.deepEqual([await asks(86_400), await asks(86_400)], [1, 0]);
  assert.deepEqual(app.db.sql("SELECT * FROM visit_erasure").all(), []);
  game.close();
});

Deno.test("an erasure that nobody does is given up after thirty days", async () => {
  const game = await home(), { app, world } = game;
  apply(game, `${THERE}:find:1`, record(game));
  app.db.writeNow((tx) => app.people.portability.erase(tx, game.account(MEMBER)));
  game.says.answer = undefined;
  const job = app.jobs.find(({ name }) => name === "visit-erasures")!;
  world.pass(30 * 86_400 - 1);
  await job.run();
  assert.equal(app.db.sql("SELECT * FROM visit_erasure").all().length, 1);
  world.pass(1);
  await job.run();
  assert.deepEqual(app.db.sql("SELECT * FROM visit_erasure").all(), []);
  game.close();
});

Deno.test("a visit that could not be brought for an hour goes as mail, where mail is a way", async () => {
  const game = await home();
  game.says.answer = undefined;
  const body = {
    ...documentOfRecord(record(game), THERE)!,
    sig: "s".repeat(86),
    private: { lat: 48.123456, lon: 14.5, salt: "c2FsdA" },
  };
  const post = () =>
    refused(game.app, 503, "visit_unreached", () => game.member.post("/api/my/visits", body));
  game.world.pass(3599);
  await post();
  game.world.pass(1);
  game.ways.mail = false;
  await post();
  game.ways.mail = true;
  const { status, body: told } = await game.member.post("/api/my/visits", body);
  assert.deepEqual([status, told], [202, { waiting: "mail", sentId: body.sentId, origin: THERE }]);
  assert.deepEqual(game.mailed, [{ to: THERE, document: body }]);
  assert.deepEqual(
    (await game.member.get("/api/my/visits")).body.visits.map(({ state }: { state: string }) => state),
    [
      "sent",
    ],
  );
  game.says.answer = { status: 409, body: { reason: "already_found" } };
  await refused(game.app, 409, "already_found", () => game.member.post("/api/my/visits", body));
  assert.equal(game.mailed.length, 1);
  game.close();
});

Deno.test("opinions, photos and corrections of a visit are handed on, signed by its key, and shown as they were taken", async () => {
  const game = await home();
  const document = documentOfRecord(record(game), THERE)!, sig = "s".repeat(86);
  assert.equal((await game.member.post("/api/my/visits", { ...document, sig })).status, 201);
  const shown = async () => (await game.member.get("/api/my/visits")).body.visits[0];
  const { key, photos, opinions, favourite, stars } = await shown();
  assert.deepEqual([key, photos, opinions, favourite, stars], [
    game.phone.publicKey,
    "v1",
    "/federation/visits/v1/opinions/",
    false,
    null,
  ]);
  const act = { key, at: game.world.now(), sig };
  game.brought.length = 0;
  const think = (opinion: string, sentId = document.sentId) =>
    game.member.post(`/api/my/visits/${sentId}/opinions/${opinion}`, act);
  for (const opinion of ["favourite", "4"]) assert.equal((await think(opinion)).status, 200);
  assert.deepEqual(
    game.brought,
    ["favourite", "4"].map((opinion) => ({
      instance: THERE,
      path: `/federation/visits/v1/opinions/${opinion}`,
      body: act,
    })),
  );
  assert.deepEqual([(await shown()).favourite, (await shown()).stars], [true, 4]);
  await think("unfavourite");
  assert.deepEqual([(await shown()).favourite, (await shown()).stars], [false, 4]);
  await refused(game.app, 404, "log_not_found", () => think("6"));
  await refused(game.app, 404, "log_not_found", () => think("5", "visit-of-somebody-else"));
  game.says.answer = { status: 409, body: { reason: "cannot_rate" } };
  await refused(game.app, 403, "cannot_rate", () => think("5"));

  game.says.answer = { status: 201, body: {} };
  game.brought.length = 0;
  const bytes = new Uint8Array([255, 216, 255, 224]), signed = `${act.at}.${sig}`;
  const photo = (n: string) =>
    game.member.put(`/api/my/visits/${document.sentId}/photos/${n}?signed=${signed}`, bytes, {
      "content-type": "application/octet-stream",
    });
  assert.equal((await photo("2")).status, 200);
  const [sent] = game.brought as Home["brought"];
  assert.deepEqual([sent!.instance, sent!.path, sent!.body.signed], [
    THERE,
    "/federation/visits/v1/photos/2",
    signed,
  ]);
  assert.deepEqual([...sent!.body.bytes as Uint8Array], [...bytes]);
  for (const n of ["0", "10", "x"]) await refused(game.app, 404, "log_not_found", () => photo(n));
  game.close();
});

Deno.test("awards of the club that was visited are asked for there by the visit's key; of what it says only awards are taken", async () => {
  const game = await home();
  const document = documentOfRecord(record(game), THERE)!, sig = "s".repeat(86);
  assert.equal((await game.member.post("/api/my/visits", { ...document, sig })).status, 201);
  const [{ awards: path, key }] = (await game.member.get("/api/my/visits")).body.visits;
  assert.equal(path, "/federation/visits/v1/awards");
  const act = { key, at: game.world.now(), sig };
  const ask = (suffix = "", sentId = document.sentId) =>
    game.member.post(`/api/my/visits/${sentId}/awards${suffix}`, act, { "accept-language": "de-AT" });
  const award = { id: 7, name: "Zehn", about: "", have: 1, of: 10, reachedAt: null, code: null };
  game.brought.length = 0;
  game.says.answer = { status: 200, body: { awards: [{ ...award, rule: { kind: "finds" } }], more: 1 } };
  assert.deepEqual((await ask()).body, { awards: [award] });
  game.says.answer = { status: 200, body: { code: "ABCDE23456" } };
  assert.deepEqual((await ask("/7/take")).body, { code: "ABCDE23456" });
  assert.deepEqual(
    game.brought,
    ["", "/7/take"].map((suffix) => ({ instance: THERE, path: `${path}${suffix}?lang=de`, body: act })),
  );
  const of = (status: number, reason: string, suffix = "", sentId = document.sentId) =>
    refused(game.app, status, reason, () => ask(suffix, sentId));
  await of(404, "log_not_found", "", "visit-of-somebody-else");
  await of(404, "log_not_found", "/7/keep");
  await of(404, "log_not_found", "/x/take");
  assert.equal(game.brought.length, 2, "nothing of that was handed on");
  for (const body of [{ code: "../../evil" }, {}, { code: 5 }]) {
    game.says.answer = { status: 200, body };
    await of(422, "visit_refused", "/7/take");
  }
  for (const awards of [[{ ...award, code: "x" }], Array(101).fill(award), [{ ...award, name: 5 }]]) {
    game.says.answer = { status: 200, body: { awards } };
    await of(422, "visit_refused");
  }
  game.says.answer = undefined;
  await of(503, "visit_unreached");
  game.close();
});
