/** Cards over HTTP: of finds that a receiver proved, drawn and signed, answered by whoever heard, and no place on them that not everybody knows. */
import assert from "node:assert/strict";
import { isSignedCard, readCard } from "../../src/qsl/mod.ts";
import { appTest, refused, type TestApp } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";
import { crowd, find, hide, member, suspend } from "../kit/seed_game.ts";

const SITE = "OE3GAT-10", HOME = { lat: 48.2, lon: 16.37 };
const KEY = { FED_PRIVATE_KEY: `${"A".repeat(42)}E`, HIDE_DAILY_LIMIT: "1000", FIRST_PARTY_SITES: SITE };

interface OwnCard {
  find: number;
  code: string;
  design: string;
  cache: string;
  grid: string | null;
  heardGrid: string | null;
  distanceM: number | null;
  line: string | null;
}

/** A receiver north of a cache, and what it hears of a finder there. */
async function scene(app: TestApp, given: Record<string, unknown> = {}, at = "4812.00N/01622.20E") {
  const cache = await hide(app, "OE1OWN", { ...HOME, title: "The <old> mast", ...given });
  member(app, "OE3GAT");
  app.world.pass(60);
  const hear = async (call: string) => {
    const sent = await app.ingest.post("/ingest", {
      packets: [
        rf(app, `${SITE}>APRS:!4817.00N/01622.20E&144.800MHz gate`, SITE),
        rf(app, `${call}-7>APRS,WIDE1-1:!${at}[`, SITE),
      ],
    });
    assert.equal(sent.status, 200, sent.text);
  };
  await hear("OE2FND");
  const finder = await app.signIn("OE2FND");
  const log = await finder.post(`/api/caches/${cache.code}/logs`, { kind: "found", text: "here" });
  assert.equal(log.body.tier, "A", log.text);
  const own = async () => (await finder.get("/api/my/cards")).body.cards as OwnCard[];
  return { cache, finder, hear, own, id: log.body.id as number, gate: await app.signIn("OE3GAT") };
}

appTest("a find that a receiver proved is a card, signed, as drawing, picture and page", KEY, async (app) => {
  const { finder, own, id } = await scene(app);
  const { body } = await finder.get("/api/my/cards");
  assert.deepEqual([body.cards.length, body.year.n, body.next], [1, 1, undefined]);
  const [card] = await own(), { code } = card!;
  assert.deepEqual(
    [
      card!.find,
      card!.design,
      card!.cache,
      card!.grid,
      card!.heardGrid,
      card!.distanceM,
      body.cards[0].bearing,
    ],
    [id, "map", "The <old> mast", "JN88EE", "JN88EG", 9300, 0],
  );
  const signed = readCard((await app.visitor.get(`/qsl/${code}.json`)).text)!;
  assert.ok(isSignedCard(signed));
  assert.deepEqual([signed.call, signed.heardBy, signed.mode, signed.mhz], [
    "OE2FND",
    SITE,
    "PKT",
    "144.800",
  ]);
  for (const change of [{ call: "OE2FNE" }, { distanceM: 93_000 }, { line: "73" }, { heardBy: "OE9XXX" }]) {
    assert.ok(!isSignedCard({ ...signed, ...change }), JSON.stringify(change));
  }
  assert.equal(readCard(JSON.stringify({ ...signed, more: 1 })), undefined);
  const page = await app.visitor.get(`/qsl/${code}`, { "accept-language": "de" });
  for (
    const said of ["OE2FND", "9,3 km", "Diese Karte ist echt", code, "/help/cards", "@page{size:150mm 100mm"]
  ) {
    assert.ok(page.text.includes(said), said);
  }
  const drawn = new Set<string>();
  for (const design of ["map", "plate", "book", "hill"]) {
    const svg = await app.visitor.get(`/qsl/${code}.svg?design=${design}&lang=en`);
    assert.match(svg.headers.get("content-type")!, /^image\/svg/);
    for (const said of ["OE2FND", SITE]) assert.ok(svg.text.includes(said), `${design} ${said}`);
    assert.ok(!svg.text.includes("NaN") && !svg.text.includes("undefined"), design);
    drawn.add(svg.text);
  }
  assert.equal(drawn.size, 4);
  assert.ok([...drawn][2]!.includes("The &lt;old&gt; mast"));
  const png = await app.visitor.get(`/qsl/${code}.png`);
  assert.deepEqual([png.status, png.headers.get("content-type")], [200, "image/png"]);
  for (const none of ["AAAAAAAAAA", "x", `${code}1`]) {
    await refused(app, 404, undefined, () => app.visitor.get(`/qsl/${none}.json`));
  }
  await refused(app, 400, undefined, () => app.visitor.get(`/qsl/${code}.svg?design=gold`));
  await refused(app, 401, "no_session", () => app.visitor.get("/api/my/cards"));
});

appTest(
  "who chooses a design has it for all who look; others' cards are nobody's to change",
  KEY,
  async (app) => {
    const { finder, own, id, gate } = await scene(app);
    assert.equal((await finder.patch(`/api/my/cards/${id}`, { design: "hill" })).status, 200);
    const [{ code, design } = assert.fail()] = await own();
    assert.equal(design, "hill");
    const svg = async (more = "") => (await app.visitor.get(`/qsl/${code}.svg?lang=en${more}`)).text;
    assert.equal(await svg(), await svg("&design=hill"));
    await refused(app, 400, "invalid_body", () => finder.patch(`/api/my/cards/${id}`, { design: "gold" }));
    for (const one of [id, 999, "x"]) {
      await refused(app, 404, "card_missing", () => gate.patch(`/api/my/cards/${one}`, { design: "book" }));
    }
    await refused(app, 404, "card_missing", () => gate.get(`/api/my/cards/${id}`));
    assert.equal((await finder.get(`/api/my/cards/${id}`)).body.design, "hill");
  },
);

appTest("a find by the phone's word alone is no card", KEY, async (app) => {
  const { own } = await scene(app);
  const other = await hide(app, "OE1OWN", { lat: 47 });
  await find(app, "OE2FND", other.code);
  assert.equal((await own()).length, 1);
});

appTest(
  "the card of the last stage of a multi says where the multi begins, and no more",
  KEY,
  async (app) => {
    // The last stage lies some seven kilometres north of the place where the cache is listed.
    const cache = await hide(app, "OE1OWN", { ...HOME, type: "multi", title: "Far off" });
    const owner = await app.signIn("OE1OWN");
    const last = { lat: 48.2633, lon: 16.37 };
    const stages = await owner.post(`/api/caches/${cache.id}/stages`, {
      stages: [{ n: 1, unlock: "geo", lat: 48.21, lon: 16.37, clue: "one", radiusM: 40 }, {
        ...{ n: 2, unlock: "geo", clue: "two", radiusM: 40 },
        ...last,
      }],
    });
    assert.ok(stages.status < 300, stages.text);
    member(app, "OE3GAT");
    app.world.pass(60);
    const before = await app.ingest.post("/ingest", {
      packets: [
        rf(app, `${SITE}>APRS:!4817.00N/01622.20E&gate`, SITE),
      ],
    });
    assert.equal(before.status, 200, before.text);
    const finder = await app.signIn("OE2FND");
    for (const [n, at] of [[1, HOME], [2, { lat: 48.21, lon: 16.37 }]] as const) {
      const opened = await finder.post(`/api/caches/${cache.id}/stages/${n}/unlock`, {
        position: { ...at, accuracyM: 5, at: app.world.now() },
      });
      assert.equal(opened.status, 200, opened.text);
      // Nobody is there as fast; the receiver hears the finder where the last stage is.
      app.world.pass(600);
    }
    await app.ingest.post("/ingest", {
      packets: [rf(app, "OE2FND-7>APRS,WIDE1-1:!4815.80N/01622.20E[", SITE)],
    });
    const log = await finder.post(`/api/caches/${cache.code}/logs`, { kind: "found" });
    assert.equal(log.body.tier, "A", log.text);
    const [card] = (await finder.get("/api/my/cards")).body.cards as OwnCard[];
    // From the listed place the receiver is nine kilometres off, from the last stage two.
    assert.deepEqual([card!.grid, card!.distanceM], ["JN88EE", 9300]);
    const { text } = await app.visitor.get(`/qsl/${card!.code}.json`);
    for (const secret of ['JN88EG","heardGrid', "48.26", "2200", "2300"]) {
      assert.ok(
        !text.includes(secret),
        secret,
      );
    }
  },
);

appTest(
  "what is not listed has neither name nor place on its card, and its finder's list alone names it",
  KEY,
  async (app) => {
    const { own, gate } = await scene(app, { unlisted: true });
    const [card] = await own();
    assert.deepEqual([card!.cache, card!.grid, card!.distanceM], ["The <old> mast", null, null]);
    const signed = readCard((await app.visitor.get(`/qsl/${card!.code}.json`)).text)!;
    assert.deepEqual([signed.cache, signed.grid, signed.distanceM, signed.bearing], [null, null, null, null]);
    for (const design of ["map", "plate", "book", "hill"]) {
      const { text } = await app.visitor.get(`/qsl/${card!.code}.svg?design=${design}`);
      assert.ok(!/mast|JN88EE|NaN/.test(text), design);
    }
    assert.ok(!(await app.visitor.get(`/qsl/${card!.code}`)).text.includes("mast"));
    const [heard] = (await gate.get("/api/my/cards")).body.heard;
    assert.deepEqual([heard.cache, heard.distanceM], [null, null]);
  },
);

appTest(
  "whoever owns the receiver writes one line, which is told, mended, shown and taken back",
  KEY,
  async (app) => {
    const { finder, gate, id, own } = await scene(app);
    const path = `/api/my/cards/heard/${id}/line`;
    const { heard } = (await gate.get("/api/my/cards")).body;
    assert.deepEqual(
      heard.map((
        one: { call: string; distanceM: number; line: string | null },
      ) => [one.call, one.distanceM, one.line]),
      [["OE2FND", 9300, null]],
    );
    const alerts = async () =>
      ((await finder.get("/api/watch/alerts")).body.alerts as { kind: string }[]).filter(({ kind }) =>
        kind === "card_answered"
      ).length;
    const stranger = await app.signIn("OE9XXX");
    await refused(app, 403, "card_not_heard", () => stranger.put(path, { line: "me" }));
    await refused(app, 403, "card_not_heard", () => finder.put(path, { line: "me" }));
    for (const line of ["", "   ", "x".repeat(81), "a\nb", 7]) {
      await refused(app, 400, "invalid_body", () => gate.put(path, { line }));
    }
    await refused(app, 404, "card_missing", () => gate.put("/api/my/cards/heard/999/line", { line: "x" }));
    await refused(app, 401, "no_session", () => app.visitor.put(path, { line: "x" }));
    assert.equal((await gate.put(path, { line: "Full quieting. 73, Karl" })).status, 200);
    assert.equal(await alerts(), 1);
    assert.equal((await gate.put(path, { line: "Full <quieting>" })).status, 200);
    assert.equal(await alerts(), 1, "who mends it tells nobody twice");
    const [{ code, line } = assert.fail()] = await own();
    assert.equal(line, "Full <quieting>");
    const signed = readCard((await app.visitor.get(`/qsl/${code}.json`)).text)!;
    assert.deepEqual([signed.line, signed.lineBy], ["Full <quieting>", SITE]);
    assert.ok((await app.visitor.get(`/qsl/${code}`)).text.includes("Full &lt;quieting&gt;"));
    assert.equal((await gate.get("/api/my/cards")).body.heard[0].line, "Full <quieting>");
    await refused(app, 403, "card_not_heard", () => stranger.delete(path));
    assert.equal((await gate.delete(path)).status, 200);
    await refused(app, 404, "card_missing", () => gate.delete(path));
    assert.equal((await own())[0]!.line, null);
    app.world.pass(30 * 86_400);
    const later = await app.signIn("OE3GAT");
    const late = await refused(app, 409, "card_late", () => later.put(path, { line: "late" }));
    assert.equal(late.body.limit, 30);
    assert.deepEqual((await later.get("/api/my/cards")).body.heard, []);
  },
);

appTest("a line that somebody reports is removed, and the card stays", KEY, async (app) => {
  const { finder, gate, id, own } = await scene(app);
  await gate.put(`/api/my/cards/heard/${id}/line`, { line: "rude" });
  const [{ code } = assert.fail()] = await own();
  const report = await finder.post("/api/reports", { kind: "card", id: code, category: "offensive" });
  assert.ok(report.status < 300, report.text);
  const remove = await app.operator.post("/api/admin/moderation/remove", {
    kind: "card",
    id: code,
    reason: "rude",
  });
  assert.equal(remove.status, 200, remove.text);
  assert.equal((await own())[0]!.line, null);
  assert.ok(!(await app.visitor.get(`/qsl/${code}`)).text.includes("rude"));
});

appTest(
  "a card goes with its find, its call and its member; a line with whoever wrote it",
  KEY,
  async (app) => {
    const { finder, gate, id, own } = await scene(app);
    const [{ code } = assert.fail()] = await own();
    const status = async () => (await app.visitor.get(`/qsl/${code}.json`)).status;
    const removed = (at: number | null) =>
      app.db.writeNow((tx) =>
        app.db.sql<{ id: number; at: number | null }>("UPDATE log SET removed_at = :at WHERE id = :id").run(
          tx,
          { id, at },
        )
      );
    removed(1);
    assert.deepEqual([await status(), (await own()).length], [404, 0]);
    removed(null);
    assert.equal(await status(), 200);
    await gate.put(`/api/my/cards/heard/${id}/line`, { line: "zzline" });
    suspend(app, "OE3GAT");
    assert.equal((await own())[0]!.line, null, "what a suspended member wrote is not shown");
    app.db.writeNow((tx) => app.db.sql("DELETE FROM suspension").run(tx));
    const back = await app.signIn("OE3GAT");
    const wrote = (await back.post("/api/account/OE3GAT/export")).body;
    assert.deepEqual(wrote.cardLines.map(({ line }: { line: string }) => line), ["zzline"]);
    const has = (await finder.post("/api/account/OE2FND/export")).body;
    assert.deepEqual(has.cards.map((one: OwnCard) => [one.code, one.line]), [[code, "zzline"]]);
    const again = await app.signIn("OE2FND");
    await again.post("/auth/callsigns", { callsign: "OE2ZZZ" });
    app.db.writeNow((tx) => app.people.calls.detach(tx, "OE2FND", "OE1SYS", null, null));
    assert.equal(
      await status(),
      404,
      "it would speak for the next holder, or under a call that nobody heard",
    );
    assert.equal(app.db.sql("SELECT 1 FROM qsl").get(), undefined);
  },
);

appTest("a card goes with the account of whoever was heard", KEY, async (app) => {
  const { finder, own } = await scene(app);
  const [{ code } = assert.fail()] = await own();
  assert.equal((await finder.post("/api/account/OE2FND/delete")).status, 200);
  assert.equal((await app.visitor.get(`/qsl/${code}`)).status, 404);
  assert.equal(app.db.sql("SELECT 1 FROM qsl").get(), undefined);
});

appTest(
  "a card that names an erased member's receiver is shown no more, and keeps nothing of theirs",
  KEY,
  async (app) => {
    const { gate, id, own } = await scene(app);
    const [{ code } = assert.fail()] = await own();
    assert.equal((await gate.put(`/api/my/cards/heard/${id}/line`, { line: "zzline" })).status, 200);
    assert.equal((await gate.post("/api/account/OE3GAT/delete")).status, 200);
    assert.deepEqual(await own(), []);
    for (const kind of ["", ".json", ".svg", ".png"]) {
      await refused(app, 404, undefined, () => app.visitor.get(`/qsl/${code}${kind}`));
    }
    const rest = app.db.sql("SELECT base, line, line_account, line_call, line_at FROM qsl").all();
    assert.deepEqual(rest.map((one) => ({ ...one as object })), [
      { base: "", line: "", line_account: null, line_call: null, line_at: null },
    ]);
  },
);

appTest("an instance without a key signs no card, and its members have theirs in the list", {
  HIDE_DAILY_LIMIT: "1000",
  FIRST_PARTY_SITES: SITE,
}, async (app) => {
  const { own } = await scene(app);
  const [{ code } = assert.fail()] = await own();
  await refused(app, 503, "card_unsigned", () => app.visitor.get(`/qsl/${code}.json`));
});

appTest("a page of the list ends where the next begins", KEY, async (app) => {
  const { finder, id } = await scene(app);
  crowd(app, 31, HOME);
  app.db.writeNow((tx) => {
    const rest = app.db.sql<never, { name: string }>("SELECT name FROM pragma_table_info('log')").all()
      .map(({ name }) => name).filter((name) => !["id", "gid", "found_at", "cache_id"].includes(name)).join(
        ", ",
      );
    for (let n = 1; n <= 30; n++) {
      app.db.sql<{ id: number; n: number }>(
        `INSERT INTO log (found_at, cache_id, ${rest})
         SELECT CAST(found_at - :n / 2 AS INTEGER), cache_id + :n, ${rest} FROM log WHERE id = :id`,
      ).run(tx, { id, n });
      app.db.sql<{ id: number; n: number }>(
        `INSERT INTO qsl (log_id, account_id, call, base, code, design, made_at)
         SELECT max(log.id), 1, qsl.call, base, substr(code, 1, 7) || (100 + :n), design, made_at FROM log, qsl
         WHERE qsl.log_id = :id`,
      ).run(tx, { id, n });
      app.db.sql("UPDATE qsl SET account_id = (SELECT account_id FROM log WHERE log.id = log_id)").run(tx);
    }
  });
  const first = (await finder.get("/api/my/cards")).body;
  assert.equal(first.cards.length, 24);
  const second = (await finder.get(`/api/my/cards?before=${first.next}`)).body;
  assert.deepEqual([second.cards.length, second.next], [7, undefined]);
  const finds = [...first.cards, ...second.cards].map(({ find }: OwnCard) => find);
  assert.equal(new Set(finds).size, 31);
  await refused(app, 400, undefined, () => finder.get("/api/my/cards?before=x"));
});
