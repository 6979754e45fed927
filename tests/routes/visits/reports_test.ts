/** Reports about visitors reach both clubs: filed where the cache is, handed on to where the visitor lives, proven by what they signed. */
import assert from "node:assert/strict";
import { newToken, sha256Hex } from "../../../src/base/mod.ts";
import type { Answered } from "../../../src/caches/mod.ts";
import {
  isVisitSigned,
  readSigningKey,
  signDocument,
  type SigningKey,
  verifyDocument,
  type VisitDocument,
} from "../../../src/wire/mod.ts";
import { refused } from "../../kit/app.ts";
import { CACHE, gameApp } from "../../kit/game.ts";
import { club, HOME, taken, VISITOR } from "./visitor.ts";

const PATH = "/federation/visits/reports", THERE = "oe1.example", DAY = 86_400;
type Handed = Record<string, unknown> & { visit: Record<string, unknown> };
interface Brought {
  instance: string;
  path: string;
  body: Handed;
}

/** The cache's club, with what it hands on. */
async function cacheClub() {
  const key = readSigningKey("A".repeat(42) + "E")!;
  const brought: Brought[] = [],
    says: { answer: Answered | undefined } = { answer: { status: 201, body: {} } };
  const one = await club({}, {}, {
    bringVisit: (instance, path, body) => {
      brought.push({ instance, path, body: JSON.parse(JSON.stringify(body)) });
      return Promise.resolve(says.answer);
    },
    ownHome: { sign: (act) => signDocument("svc-act/1", act, key), mail: () => false, dials: () => false },
  });
  const job = one.app.jobs.find(({ name }) => name === "reports-hand-on")!;
  const hand = () => job.run();
  const logs = (await one.app.visitor.get(`/api/caches/${one.cache.code}/logs`)).body.logs;
  assert.deepEqual(logs, []);
  const idOf = async () =>
    (await one.app.visitor.get(`/api/caches/${one.cache.code}/logs`)).body.logs[0].id as number;
  const report = (id: number | string, over: object = {}) =>
    one.app.visitor.post("/api/reports", { kind: "log", id, category: "offensive", text: "rude", ...over });
  return { one, key, brought, says, hand, idOf, report };
}

Deno.test("a report about a visitor's log is filed here and handed to their club, signed, without who reported", async () => {
  const { one, key, brought, hand, idOf, report } = await cacheClub();
  const { visit, id: number } = await taken(one), id = await idOf();
  const reporter = await one.app.signIn("OE3BOB");
  const filed = await reporter.post("/api/reports", { kind: "log", id, category: "offensive", text: "rude" });
  assert.equal(filed.status, 201, filed.text);
  const { reports } = (await one.app.operator.get("/api/admin/moderation/reports")).body;
  assert.deepEqual([reports.length, reports[0].kind, reports[0].reporter], [1, "log", "OE3BOB"]);
  await hand();
  assert.deepEqual(brought.map(({ instance, path }) => [instance, path]), [[HOME, PATH]]);
  const [{ body }] = brought as [Brought], { sig, ...unsigned } = body;
  assert.ok(verifyDocument("svc-act/1", { ...unsigned, path: PATH }, key.publicKey, sig as string));
  const { visit: signed, ...said } = unsigned;
  const gid = one.published.find(({ kind }) => kind === "find")!.gid;
  assert.deepEqual(said, {
    ...{ at: one.world.now(), category: "offensive", from: "localhost", gid, number: 1, text: "rude" },
  });
  const { private: _, ...posted } = visit;
  assert.deepEqual(signed, posted, "what the visitor signed, and nothing of what was beside it");
  const { sig: signature, ...document } = signed;
  assert.ok(
    isVisitSigned(document as unknown as VisitDocument, {
      key: one.phone.publicKey,
      sig: signature as string,
    }),
  );
  assert.doesNotMatch(JSON.stringify(body), /OE3BOB/);
  await hand();
  assert.equal(brought.length, 1, "once it is there it is not sent again");

  // A photo beside it is the visitor's as well.
  const bytes = new Uint8Array(64), at = one.world.now();
  bytes.set([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1, 1]);
  const photo = { at, key: one.phone.publicKey, sha256: sha256Hex(bytes), visit: number };
  const put = await one.app.visitor.put(`/federation/visits/${number}/photos/1`, bytes, {
    "content-type": "image/jpeg",
    "x-visit-signature": `${at}.${signDocument("svc-visit-photo/1", photo, one.phone)}`,
  });
  assert.equal(put.status, 201, put.text);
  assert.equal((await report(put.body.id, { kind: "media" })).status, 201);
  await hand();
  assert.deepEqual([brought.length, brought[1]!.body.visit], [2, signed]);

  // Neither a member's log nor the cache leaves the club.
  const position = { ...CACHE, accuracyM: 5, at: one.world.now() };
  await reporter.post(`/api/caches/${one.cache.code}/logs`, { kind: "found", position });
  assert.equal((await report(await idOf())).status, 201);
  assert.equal((await report(one.cache.id, { kind: "cache" })).status, 201);
  // Nor does what this instance finds out about its own evidence.
  one.app.db.writeNow((tx) =>
    one.app.gameNeeds.events!.contradicted(tx, {
      ...{ log: id, call: VISITOR, reason: "was elsewhere", said: { code: "elsewhere" } },
    })
  );
  await hand();
  assert.equal(brought.length, 2);
  one.close();
});

Deno.test("a report is handed on again, ever more rarely, until it was taken; what was erased or is refused for good is not", async () => {
  const { one, brought, says, hand, idOf, report } = await cacheClub();
  await taken(one);
  await report(await idOf());
  for (
    const answer of [undefined, { status: 503, body: {} }, { status: 429, body: {} }, {
      status: 403,
      body: {},
    }]
  ) {
    says.answer = answer;
    const before = brought.length;
    await hand();
    assert.equal(brought.length, before + 1);
    one.world.pass(60 * 4 ** before - 1);
    await hand();
    assert.equal(brought.length, before + 1, "not before its time");
    one.world.pass(1);
  }
  says.answer = { status: 404, body: {} };
  await hand();
  assert.equal(brought.length, 5);
  one.world.pass(40 * DAY);
  await hand();
  assert.equal(brought.length, 5, "refused for good");

  says.answer = undefined;
  await taken(one, { kind: "note", text: "Rude" });
  await report(await idOf());
  await hand();
  assert.equal(brought.length, 6);
  one.world.pass(31 * DAY);
  await hand();
  assert.equal(brought.length, 6, "given up after thirty days");

  await taken(one, { kind: "note", text: "Ruder" });
  await report(await idOf());
  const other = readSigningKey(newToken(one.world))!;
  one.keys.set(`${HOME} ${other.publicKey}`, { call: VISITOR, verified: true, addedAt: 0 });
  await taken(one, { kind: "note", text: "Of another phone" }, { by: other });
  const erase = async (key: string) => {
    const path = "/federation/visits/erase", at = one.world.now();
    const document = { at, call: VISITOR, instance: "localhost", key, path };
    const body = { home: HOME, key, at, sig: signDocument("svc-act/1", document, one.homeKey) };
    assert.equal((await one.app.visitor.post(path, body)).status, 200);
  };
  await erase(one.phone.publicKey);
  await hand();
  assert.equal(brought.length, 6, "nothing of an erased visit goes anywhere");
  const count = () => one.app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM report").get()!.n;
  assert.equal(count(), 3);
  await erase(other.publicKey);
  assert.equal(count(), 0, "nor do reports stay of somebody of whom nothing else is left");
  one.close();
});

/** The visitor's club, and what the other one reports. */
async function homeClub() {
  const game = gameApp({ OPERATOR_EMAIL: "op@oe5.example" }, {
    game: () => ({
      homes: {
        trustOf: (home) => trust.get(home),
        keyOf: () => undefined,
        signers: (home) => home === THERE ? [theirs.publicKey] : [],
      },
    }),
  });
  const trust = new Map<string, "trusted" | "unvetted" | "blocked">([[THERE, "unvetted"]]);
  const theirs = readSigningKey(newToken(game.world))!, phone = readSigningKey(newToken(game.world))!;
  const member = await game.app.signIn(VISITOR);
  await member.post("/keys/register", { callsign: VISITOR, publicKey: phone.publicKey, label: "phone" });
  const visitOf = (over: object = {}, by: SigningKey = phone) => {
    const document = {
      ...{ at: game.world.now() - 600, cache: `${THERE}:cache:1`, call: VISITOR, home: "localhost" },
      ...{
        instance: THERE,
        key: by.publicKey,
        kind: "found",
        sentId: "visit-000000000001",
        text: "Rude words",
      },
      ...over,
    };
    return { ...document, sig: signDocument("svc-visit/1", document, by) };
  };
  const handed = (
    over: object = {},
    { by = theirs, path = PATH }: { by?: SigningKey; path?: string } = {},
  ) => {
    const unsigned = {
      ...{ at: game.world.now(), category: "offensive", from: THERE, gid: `${THERE}:find:7` },
      ...{ number: 17, text: "rude", visit: visitOf() },
      ...over,
    };
    return { ...unsigned, sig: signDocument("svc-act/1", { ...unsigned, path }, by) };
  };
  const post = (body: Record<string, unknown>) => game.app.visitor.post(PATH, body);
  const queue = async () =>
    (await game.app.operator.get("/api/admin/moderation/reports")).body.reports as Record<string, unknown>[];
  return { game, trust, theirs, phone, visitOf, handed, post, queue };
}

Deno.test("what another club reports stands among this one's reports, with what the member signed; again it changes nothing", async () => {
  const { game, handed, post, queue } = await homeClub();
  const first = await post(handed());
  assert.equal(first.status, 201, first.text);
  const [report] = await queue();
  assert.deepEqual(
    [report!.kind, report!.targetId, report!.label, report!.preview, report!.ownerCall, report!.reporter],
    ["visit", `${THERE}:find:7`, `found at ${THERE} by ${VISITOR}`, "Rude words", VISITOR, THERE],
  );
  assert.deepEqual([report!.category, report!.text, report!.gone], ["offensive", "rude", false]);
  const whole = (await game.app.operator.get(`/api/admin/moderation/reports/${report!.id}`)).body;
  assert.deepEqual([whole.item.text, whole.touches], ["Rude words", null]);
  const person = (await game.app.operator.get(`/api/admin/moderation/accounts/${VISITOR}`)).body;
  assert.equal(person.openReports.length, 1, "on the page of the person");
  const [mail] = game.world.sent;
  assert.match(mail!.text, /It begins: Rude words/);

  game.world.pass(60);
  const before = game.app.fingerprint();
  assert.equal((await post(handed())).status, 200);
  assert.equal(game.app.fingerprint(), before);
  assert.equal((await post(handed({ number: 18 }))).status, 201);
  assert.equal((await queue()).length, 2);

  // Nobody reports or removes it here.
  for (
    const [path, body] of [["/api/reports", { category: "spam" }], ["/api/admin/moderation/remove", {
      reason: "rude",
    }]] as const
  ) {
    const asked = await game.app.operator.post(path, { kind: "visit", id: `${THERE}:find:7`, ...body });
    assert.equal(asked.status, 400, asked.text);
  }
  const done = await game.app.operator.post(`/api/admin/moderation/reports/${report!.id}`, {
    status: "resolved",
  });
  assert.equal(done.status, 200, done.text);
  assert.equal((await post(handed())).status, 200, "resolved, it does not come again");
  assert.equal((await queue()).length, 1);

  // Who erases the account takes it along.
  game.app.db.writeNow((tx) => game.app.people.portability.erase(tx, game.account(VISITOR)));
  for (const table of ["report", "report_from"]) {
    assert.deepEqual(game.app.db.sql(`SELECT * FROM ${table}`).all({}), []);
  }
  game.close();
});

Deno.test("refused: a report that another club did not sign about now, and of what no member here signed there", async () => {
  const { game, trust, theirs, phone, visitOf, handed, post } = await homeClub();
  const of = (status: number, reason: string, body: Record<string, unknown>) =>
    refused(game.app, status, reason, () => post(body));
  await of(422, "bad_report_signature", handed({}, { by: phone }));
  await of(422, "bad_report_signature", handed({}, { path: "/federation/visits/erase" }));
  for (
    const forged of [{ text: "worse" }, { category: "spam" }, { number: 18 }, { gid: `${THERE}:find:8` }]
  ) {
    await of(422, "bad_report_signature", { ...handed(), ...forged });
  }
  await of(422, "too_old", handed({ at: game.world.now() - 301 }));
  await of(422, "too_early", handed({ at: game.world.now() + 301 }));
  await of(409, "wrong_instance", handed({ visit: visitOf({ home: "oe6.example" }) }));
  await of(422, "bad_visit_signature", handed({ visit: visitOf({ instance: "oe6.example" }) }));
  await of(422, "bad_visit_signature", handed({ visit: visitOf({ cache: "oe6.example:cache:1" }) }));
  await of(422, "bad_visit_signature", handed({ gid: "oe6.example:find:7" }));
  await of(422, "bad_visit_signature", handed({ visit: { ...visitOf(), text: "Worse words" } }));
  await of(422, "bad_visit_signature", handed({ visit: { ...visitOf(), key: theirs.publicKey } }));
  // A key that no member has, and a member's key under another's call.
  await of(404, "visit_not_found", handed({ visit: visitOf({}, theirs) }));
  await of(404, "visit_not_found", handed({ visit: visitOf({ call: "OE5XYZ" }) }));
  await of(403, "origin_untrusted", handed({ from: "oe9.example" }));
  trust.set(THERE, "blocked");
  await of(403, "origin_blocked", handed());
  trust.delete(THERE);
  await of(403, "origin_untrusted", handed());
  trust.set(THERE, "trusted");
  for (const bad of [{ category: "rumour" }, { number: 0 }, { text: "x".repeat(1001) }, { more: 1 }]) {
    await of(400, "invalid_body", handed(bad));
  }
  assert.equal((await post(handed())).status, 201);
  game.close();
});

Deno.test("sixty reports of one club a day and no more, and those of a day ago are not counted", async () => {
  const { game, handed, post } = await homeClub();
  for (let number = 1; number <= 60; number++) {
    assert.equal((await post(handed({ number }))).status, 201, String(number));
    game.world.pass(10);
  }
  game.world.pass(60);
  const full = await refused(game.app, 429, "reports_full", () => post(handed({ number: 61 })));
  assert.equal(full.headers.get("retry-after"), String(DAY - 660));
  assert.equal((await post(handed({ number: 1 }))).status, 200, "what is here is answered as before");
  game.world.pass(DAY - 660);
  assert.equal((await post(handed({ number: 61 }))).status, 201);
  game.close();
});

Deno.test("a key that the member has removed since still says whose visit it was, where its record came home", async () => {
  const { game, phone, visitOf, handed, post } = await homeClub();
  game.app.db.writeNow((tx) =>
    void game.app.db.change<{ key: string; account: number }>(
      `INSERT INTO own_visit (account, signer_key, sent_id, cache_gid, origin, call, kind, text, found_at)
       VALUES (:account, :key, 'visit-000000000001', '${THERE}:cache:1', '${THERE}', '${VISITOR}', 'found', '', 0)`,
    )(tx, { key: phone.publicKey, account: game.account(VISITOR) })
  );
  game.app.db.writeNow((tx) => game.app.people.keys.removeAll(tx, game.account(VISITOR)));
  await refused(
    game.app,
    404,
    "visit_not_found",
    () => post(handed({ visit: visitOf({ sentId: "visit-000000000002" }) })),
  );
  assert.equal((await post(handed())).status, 201);
  game.close();
});
