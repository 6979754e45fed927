/**
 * What is kept of everybody's finds is what a full count gives, whatever happens to logs, caches and people: random
 * histories, and the rankings held against the finds themselves.
 */
import assert from "node:assert/strict";
import { baseCall, type Box, inBox } from "../../../src/base/mod.ts";
import { finderStore, mendSums } from "../../../src/caches/community/finder_sums.ts";
import { Game } from "../../../src/caches/game.ts";
import { BADGES, type Period, PERIODS, pointsOf, rank, reaches } from "../../../src/caches/mod.ts";
import { FindReads, type RankedFind } from "../../../src/read/people/find_reads.ts";
import { type Found, foundOf } from "../../../src/read/people/found.ts";
import { type TestApp, testApp } from "../../kit/app.ts";
import { hide, member } from "../../kit/seed_game.ts";
import { seeded } from "../../wire/test_data.ts";

const DAY = 86_400;
const BOX: Box = { minLon: 16, minLat: 48, maxLon: 17, maxLat: 49 };
const CALLS = ["OE1AAA", "OE2BBB", "OE3CCC", "OE4DDD", "OE5EEE"];
type Row = Record<string, number | string | null>;

const all = (app: TestApp, sql: string): Row[] => app.db.sql<never, Row>(sql).all();

/** A ranking from every find, as the rules say it. */
function counted(app: TestApp, metric: "points" | "finds", period: Period, box?: Box) {
  const now = app.world.now(), since = PERIODS[period] === Infinity ? 0 : now - PERIODS[period];
  const suspended = new Set(
    all(app, "SELECT account_id, until FROM suspension").filter(({ until }) =>
      until === null || Number(until) > now
    )
      .map((row) => row.account_id),
  );
  const caches = new Map(all(app, "SELECT * FROM cache").map((row) => [row.id, row]));
  const firsts = new Map<string, number>();
  const persons = new Map<unknown, { call: string; finds: number; points: number }>();
  for (const log of all(app, "SELECT * FROM log ORDER BY id")) {
    const cache = caches.get(log.cache_id!)!;
    const tier = log.tier as "A" | "B" | null, least = (cache.min_trust ?? "B") as "A" | "B";
    if (
      log.kind !== "found" || log.removed_at !== null || log.account_id === null ||
      suspended.has(log.account_id)
    ) continue;
    if (
      cache.unlisted || cache.removed_at !== null || cache.status === "draft" ||
      suspended.has(cache.owner_account!)
    ) continue;
    if (!reaches({ tier, corroboratedBy: log.corroborated_by as string | null }, least)) continue;
    const call = baseCall(String(log.call));
    if (!app.accounts.isVerified(call)) continue;
    const order = `${log.account_id} ${call}`;
    if (!firsts.has(order)) firsts.set(order, firsts.size);
    if (Number(log.found_at) < since) continue;
    if (box && !inBox(box, { lat: Number(cache.lat), lon: Number(cache.lon) })) continue;
    const person = persons.get(log.account_id) ?? { call, finds: 0, points: 0 };
    // Under several calls a person stands under that of the first find of all times.
    if (firsts.get(order)! < firsts.get(`${log.account_id} ${person.call}`)!) person.call = call;
    person.finds++;
    person.points += pointsOf({ tier, difficulty: Number(cache.difficulty), terrain: Number(cache.terrain) });
    persons.set(log.account_id, person);
  }
  const scores = [...persons.values()].map((one) => ({ ...one, points: Math.round(one.points) }));
  return rank(scores, metric, 500).map(({ call, ...row }) => ({ ...row, loggerCall: call }));
}

/** Sites and counts from every log and cache, as statements say it that know nothing of sums. */
function heard(app: TestApp, period: Period) {
  const now = app.world.now();
  const suspended = `(SELECT account_id FROM suspension WHERE until IS NULL OR until > ${now})`;
  const named = `c.unlisted = 0 AND c.removed_at IS NULL AND c.status <> 'draft'
    AND (c.owner_account IS NULL OR c.owner_account NOT IN ${suspended})`;
  const logs = `FROM log l JOIN cache c ON c.id = l.cache_id WHERE l.tier = 'A' AND l.removed_at IS NULL
    AND (l.account_id IS NULL OR l.account_id NOT IN ${suspended}) AND ${named}`;
  const since = PERIODS[period] === Infinity ? 0 : now - PERIODS[period];
  const corroborators = all(
    app,
    `SELECT l.site AS igate, count(*) AS corroborations ${logs} AND l.site IS NOT NULL AND l.found_at >= ${since}
     GROUP BY l.site ORDER BY corroborations DESC, igate`,
  ).map((row, i) => ({ rank: i + 1, ...row }));
  const [stats] = all(
    app,
    `SELECT (SELECT count(*) FROM cache c WHERE ${named} AND c.status = 'active' AND c.lat IS NOT NULL
       AND c.source = 'native') AS activeCaches,
     (SELECT count(*) ${logs} AND l.kind = 'found' AND l.found_at >= ${now - 7 * DAY}) AS tierAFinds7d`,
  );
  return { corroborators, stats };
}

/** What a person's finds add up to on their profile; as text, since the order of its counts is part of it. */
async function profiled(app: TestApp, call: string): Promise<string> {
  const { body } = await app.visitor.get(`/api/profile/${call}`);
  const { finds, points, firstFind: first, lastFind: last, byTier, byType } = body;
  const badges = (body.badges as Found["badges"]).filter(({ badge }) =>
    BADGES.some((one) => one.badge === badge)
  );
  return JSON.stringify({ finds, points, first, last, byTier, byType, badges });
}

/** How often a key comes, in the order in which each came first. */
const counts = (keys: string[]) =>
  Object.fromEntries([...Map.groupBy(keys, (key) => key)].map(([key, all]) => [key, all.length]));

/** From verified finds, oldest first. */
const summedUp = (finds: readonly RankedFind[]): Found => ({
  finds: finds.length,
  points: Math.round(finds.reduce((sum, find) => sum + pointsOf(find), 0)),
  first: finds[0]?.foundAt ?? null,
  last: finds.at(-1)?.foundAt ?? null,
  byTier: counts(finds.map(({ tier }) => tier ?? "none")),
  byType: counts(finds.map(({ type }) => type)),
  badges: BADGES.flatMap(({ badge, takes, of }) => {
    const earned = finds.filter(of)[takes - 1];
    return earned ? [{ badge, earnedAt: earned.foundAt }] : [];
  }),
});

/** The same from every find. */
function fully(app: TestApp, account: number): string {
  const suspended = app.accounts.suspension(account) !== undefined;
  const all = suspended ? [] : [...new FindReads(app.db, app.world).oldestOf(account)];
  return JSON.stringify(summedUp(all.filter((find) => reaches(find, find.minTrust ?? "B"))));
}

async function scene() {
  const app = testApp();
  const accounts = CALLS.map((call) => member(app, call).accountId);
  const ids: number[] = [];
  for (let n = 0; n < 6; n++) {
    const { id } = await hide(app, CALLS[n % CALLS.length]!, {
      lat: n % 2 ? 48.2 : 47.1,
      difficulty: 1 + n / 2,
      terrain: 5 - n / 2,
    });
    ids.push(id);
  }
  const store = finderStore(app.db);
  return { app, accounts, ids, store, wrong: () => store.wrong({ from: -1, to: store.lastAccount() }) };
}

const logged = (values: Row) => {
  const row: Row = { text: "", created_at: 1, offline: 0, via: "web", needs_maintenance: 0, ...values };
  const names = Object.keys(row);
  return `INSERT OR IGNORE INTO log (${names.join()}) VALUES (${
    names.map((n) => JSON.stringify(row[n]).replaceAll('"', "'")).join()
  })`;
};

for (const seed of [1, 2, 3]) {
  Deno.test(`a random history of logs, caches and people leaves sums that a full count gives (seed ${seed})`, async () => {
    const { app, accounts, ids, wrong } = await scene();
    using _end = app;
    const draw = seeded(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)]!;
    const text = (value: string | null) => value === null ? "NULL" : `'${value}'`;
    const someLog = () =>
      `id = (SELECT id FROM log ORDER BY (id * ${Math.floor(draw() * 1e6) + 7919}) % 10007 LIMIT 1)`;
    const deeds: (() => string)[] = [
      ...Array(6).fill(() => {
        const of = Math.floor(draw() * accounts.length);
        return logged({
          cache_id: pick(ids),
          account_id: accounts[of]!,
          call: pick([CALLS[of]!, `${CALLS[of]}-7`, pick(CALLS)]),
          kind: draw() < 0.8 ? "found" : "note",
          found_at: app.world.now() - Math.floor(draw() * draw() * 400 * DAY),
          tier: pick(["A", "A", "B", "B", null]),
          site: pick(["OE8AAA-10", "OE8AAA-11", "OE9BBB", null]),
          corroborated_by: draw() < 0.1 ? "b.example" : null,
        });
      }),
      () => `UPDATE log SET tier = 'A', corroborated_by = 'b.example' WHERE ${someLog()}`,
      () => `UPDATE log SET tier = 'B' WHERE ${someLog()}`,
      () => `UPDATE log SET site = ${text(pick(["OE8AAA-10", "OE9BBB", null]))} WHERE ${someLog()}`,
      () => `UPDATE log SET kind = 'note' WHERE ${someLog()}`,
      () => `UPDATE log SET found_at = found_at - ${9 * DAY} WHERE ${someLog()}`,
      () => `UPDATE log SET removed_at = 5 WHERE ${someLog()}`,
      () => `UPDATE OR IGNORE log SET removed_at = NULL WHERE ${someLog()}`,
      () => `UPDATE log SET call = '${pick(CALLS)}-9' WHERE ${someLog()}`,
      () => `UPDATE log SET text = 'mended', edited_at = 5 WHERE ${someLog()}`,
      () =>
        `UPDATE log SET account_id = NULL, call = 'WITHDRAWN' WHERE account_id = ${
          pick(accounts)
        } AND ${someLog()}`,
      () => `DELETE FROM log WHERE ${someLog()}`,
      () =>
        `UPDATE cache SET status = '${pick(["active", "archived", "draft", "active"])}' WHERE id = ${
          pick(ids)
        }`,
      () => `UPDATE cache SET unlisted = ${pick([0, 0, 1])} WHERE id = ${pick(ids)}`,
      () => `UPDATE cache SET removed_at = ${pick(["NULL", "NULL", "7"])} WHERE id = ${pick(ids)}`,
      () => `UPDATE cache SET min_trust = ${text(pick([null, "A", "B"]))} WHERE id = ${pick(ids)}`,
      () => `UPDATE cache SET difficulty = ${1 + Math.floor(draw() * 9) / 2} WHERE id = ${pick(ids)}`,
      () => `UPDATE cache SET type = '${pick(["traditional", "sota", "castle"])}' WHERE id = ${pick(ids)}`,
      () => `UPDATE cache SET type = '${pick(["sota", "pota"])}', terrain = 1.5 WHERE id = ${pick(ids)}`,
      () => `UPDATE cache SET lat = ${pick(["NULL", "48.2"])} WHERE id = ${ids[0]}`,
      () => `UPDATE cache SET source = '${pick(["native", "native", "sota"])}' WHERE id = ${pick(ids)}`,
      () => `UPDATE cache SET owner_account = NULL WHERE id = ${pick(ids)}`,
      () => `UPDATE cache SET finds_b = finds_b + 1, title = 'other' WHERE id = ${pick(ids)}`,
      () => `UPDATE cache SET owner_account = ${pick(accounts)} WHERE id = ${pick(ids)}`,
      () =>
        `INSERT OR REPLACE INTO suspension (account_id, suspended_at, until, reason, category)
         VALUES (${pick(accounts)}, 1, ${app.world.now() + Math.floor(draw() * 3 * DAY)}, 'x', 'spam')`,
      () => `DELETE FROM suspension WHERE account_id = ${pick(accounts)}`,
    ];
    for (let step = 0; step < 200; step++) {
      const deed = pick(deeds)();
      app.db.writeNow((tx) => app.db.exec(tx, deed));
      assert.deepEqual(wrong(), [], deed);
      if (step === 150) {
        app.db.writeNow((tx) =>
          app.db.exec(
            tx,
            `DELETE FROM cache WHERE id = ${ids.pop()}; DELETE FROM cache WHERE id = ${ids.pop()}`,
          )
        );
        assert.deepEqual(wrong(), [], "caches go");
      }
      app.world.pass(Math.floor(draw() * 2 * DAY) + 301);
      if (draw() < 0.2) await app.jobs.find(({ name }) => name === "finder-windows")!.run();
      if (step % 10 !== 9) continue;
      if (draw() < 0.3) app.world.pass(-3 * DAY);
      for (const metric of ["points", "finds"] as const) {
        for (const period of ["all", "year", "month"] as const) {
          for (const box of [undefined, BOX]) {
            const query = `metric=${metric}&period=${period}${box ? "&bbox=16,48,17,49" : ""}`;
            const { body } = await app.visitor.get(`/api/leaderboard?${query}`);
            assert.deepEqual(
              body.leaderboard,
              counted(app, metric, period, box),
              `${step} ${query} after ${deed}`,
            );
          }
        }
      }
      for (const [i, account] of accounts.entries()) {
        assert.deepEqual(
          await profiled(app, CALLS[i]!),
          fully(app, account),
          `${step} profile of ${CALLS[i]} after ${deed}`,
        );
      }
      const { body: { activeCaches, tierAFinds7d } } = await app.visitor.get("/api/v1/stats");
      for (const period of ["all", "year", "month"] as const) {
        const { body } = await app.visitor.get(`/api/corroborators?period=${period}`);
        const real = heard(app, period);
        assert.deepEqual(body.corroborators, real.corroborators, `${step} sites ${period} after ${deed}`);
        assert.deepEqual({ activeCaches, tierAFinds7d }, { ...real.stats }, `${step} stats after ${deed}`);
      }
    }
  });
}

Deno.test("sums that went wrong are found and counted anew, those of everybody else stay", async () => {
  const { app, accounts, ids, wrong } = await scene();
  using _end = app;
  const at = app.world.now();
  const put = (account: number, cache: number) =>
    app.db.writeNow((tx) =>
      app.db.exec(
        tx,
        logged({
          cache_id: cache,
          account_id: account,
          call: "OE1AAA",
          kind: "found",
          found_at: at,
          tier: "B",
        }),
      )
    );
  for (const account of accounts.slice(0, 3)) put(account, ids[5]!);
  const kept = () => all(app, "SELECT * FROM finder_sum ORDER BY 1, 2, 3, 4").map((row) => ({ ...row }));
  const before = kept();
  assert.equal(app.caches.wrongSums(), 0);
  app.db.writeNow((tx) =>
    app.db.exec(
      tx,
      `UPDATE finder_sum SET finds = finds + 1 WHERE account = ${accounts[0]};
       DELETE FROM finder_call WHERE account = ${accounts[1]};
       INSERT INTO finder_sum VALUES ('all', 99, 'OE9XXX', 0, 5, 50);`,
    )
  );
  assert.deepEqual(wrong(), [accounts[0]!, accounts[1]!, 99]);
  assert.equal(app.caches.wrongSums(), 3);
  app.db.writeNow((tx) =>
    app.db.exec(
      tx,
      `INSERT INTO heard_sum VALUES ('year', ${accounts[2]}, 'OE8AAA', 2);
       UPDATE active_sum SET n = n + 1 WHERE account = -1;`,
    )
  );
  assert.deepEqual(wrong(), [-1, accounts[0]!, accounts[1]!, accounts[2]!, 99]);
  assert.equal(await mendSums(new Game(app.gameNeeds)), 5);
  assert.deepEqual([wrong(), kept()], [[], before]);
  assert.equal(await mendSums(new Game(app.gameNeeds)), 0);
});

Deno.test("of a person with any number of finds no more are looked at than the badges take", () => {
  let looked = 0;
  function* oldest() {
    for (; looked < 100_000; looked++) {
      yield {
        ...{ tier: "A", minTrust: null, corroboratedBy: null, difficulty: 1, terrain: 1 } as const,
        ...{ type: looked === 400 ? "castle" : "traditional", foundAt: 1000 + looked },
      };
    }
  }
  const found = foundOf({
    kinds: [
      { tier: "A", type: "traditional", n: 99_999, firstAt: 1000 },
      { tier: "A", type: "castle", n: 1, firstAt: 1400 },
    ],
    halves: 2_400_001,
    last: 100_999,
  }, oldest);
  assert.equal(looked, 499); // it stands at the five hundredth
  assert.deepEqual(found, {
    finds: 100_000,
    points: 1_200_001,
    first: 1000,
    last: 100_999,
    byTier: { A: 100_000 },
    byType: { traditional: 99_999, castle: 1 },
    badges: [
      { badge: "first-find", earnedAt: 1000 },
      { badge: "finder-10", earnedAt: 1009 },
      { badge: "finder-50", earnedAt: 1049 },
      { badge: "finder-100", earnedAt: 1099 },
      { badge: "finder-500", earnedAt: 1499 },
      { badge: "rf-verified", earnedAt: 1000 },
      { badge: "castle-hunter", earnedAt: 1400 },
    ],
  });
});

Deno.test("sums follow a cache that comes, is hidden, shown again, made harder, and goes with its finds", async () => {
  const { app, accounts, ids, wrong } = await scene();
  using _end = app;
  const [first, second] = ids as [number, number];
  const find = {
    account_id: accounts[2]!,
    call: "OE3CCC",
    kind: "found",
    found_at: app.world.now(),
    tier: "A",
  };
  const names = "title, description, hint, type, size, difficulty, terrain, lat, lon, tags, status, scope, " +
    "unlisted, rating_policy, source, created_at, updated_at, owner_account, owner_call";
  const sums = () =>
    all(
      app,
      `SELECT (SELECT sum(halves) FROM finder_sum WHERE period = 'all') AS halves,
       (SELECT n FROM heard_sum WHERE period = 'all' AND account = -1) AS heard,
       (SELECT n FROM active_sum WHERE account = -1) AS active`,
    ).map((row) => [row.halves, row.heard, row.active])[0];
  for (
    const [deed, ...kept] of [
      [logged({ ...find, cache_id: first, site: "OE9BBB" }), 32, 1, 6],
      [logged({ ...find, cache_id: second, site: "OE9BBB" }), 64, 2, 6],
      [`UPDATE cache SET status = 'draft' WHERE id = ${first}`, 32, 1, 5],
      [`UPDATE cache SET status = 'active' WHERE id = ${first}`, 64, 2, 6],
      [`UPDATE cache SET difficulty = difficulty + 1 WHERE id = ${first}`, 66, 2, 6],
      [
        `INSERT INTO cache (code, code_key, ${names}) SELECT 'ZZ1', 'ZZ1', ${names} FROM cache LIMIT 1`,
        66,
        2,
        7,
      ],
      [`DELETE FROM cache WHERE id = ${first}`, 32, 1, 6],
    ] as [string, number, number, number][]
  ) {
    app.db.writeNow((tx) => app.db.exec(tx, deed));
    assert.deepEqual([wrong(), sums()], [[], kept], deed);
  }
});

Deno.test("finds of a suspended owner's caches are taken off a profile: their first and last give way to others", async () => {
  const { app, accounts, ids } = await scene();
  using _end = app;
  const finder = accounts[4]!, at = app.world.now();
  // The first, one between and the last of all finds are of caches of OE1AAA, who has the first and the sixth.
  const finds: [cache: number, at: number, tier: string][] = [
    [ids[0]!, at - 50, "A"],
    [ids[1]!, at - 40, "B"],
    [ids[2]!, at - 30, "A"],
    [ids[5]!, at - 10, "B"],
  ];
  for (const [cache_id, found_at, tier] of finds) {
    const row = { cache_id, account_id: finder, call: "OE5EEE", kind: "found", found_at, tier };
    app.db.writeNow((tx) => app.db.exec(tx, logged(row)));
  }
  const before = JSON.parse(await profiled(app, "OE5EEE"));
  assert.deepEqual([before.finds, before.first, before.last], [4, at - 50, at - 10]);
  app.db.writeNow((tx) =>
    app.db.exec(
      tx,
      `INSERT INTO suspension (account_id, suspended_at, until, reason, category)
       VALUES (${accounts[0]}, 1, ${at + 1000}, 'x', 'spam')`,
    )
  );
  app.world.pass(61);
  const during = await profiled(app, "OE5EEE");
  assert.equal(during, fully(app, finder));
  const { finds: left, first, last, byTier, points } = JSON.parse(during);
  assert.deepEqual([left, first, last, byTier], [2, at - 40, at - 30, { B: 1, A: 1 }]);
  assert.equal(points, 27); // 5 and 10, with difficulty and terrain of 6 each
  app.world.pass(1000);
  assert.deepEqual(JSON.parse(await profiled(app, "OE5EEE")), before);
});
