/** Which recommendations count, and the number beside each cache, are what a full count gives, whatever happens. */
import assert from "node:assert/strict";
import { reaches } from "../../../src/caches/mod.ts";
import { type TestApp, testApp } from "../../kit/app.ts";
import { hide, member } from "../../kit/seed_game.ts";
import { seeded } from "../../wire/test_data.ts";

const CALLS = ["OE1AAA", "OE2BBB", "OE3CCC"], CACHES = 26;
type Row = Record<string, number | string | null>;
const all = (app: TestApp, sql: string): Row[] => app.db.sql<never, Row>(sql).all();

/** What counts, as account and cache, out of every log: the rule said once more, without a kept sum. */
function counted(app: TestApp, least: "A" | "B"): string[] {
  const caches = new Map(all(app, "SELECT * FROM cache").map((row) => [row.id, row]));
  const finds = all(
    app,
    "SELECT * FROM log WHERE kind = 'found' AND removed_at IS NULL AND account_id IS NOT NULL",
  )
    .filter(({ cache_id, tier, corroborated_by }) => {
      const { unlisted, removed_at, status, min_trust } = caches.get(cache_id!)!;
      return unlisted === 0 && removed_at === null && status !== "draft" && reaches(
        { tier: tier as "A" | "B" | null, corroboratedBy: corroborated_by as string | null },
        (min_trust ?? least) as "A" | "B",
      );
    });
  const found = new Set(finds.map(({ account_id, cache_id }) => `${account_id} ${cache_id}`));
  const given = Map.groupBy(
    all(app, "SELECT * FROM recommendation ORDER BY at, cache_id"),
    ({ account_id }) => account_id!,
  );
  return [...given].flatMap(([account, some]) => {
    const allowed = Math.floor(finds.filter(({ account_id }) => account_id === account).length / 10);
    return some.map(({ cache_id }) => `${account} ${cache_id}`).filter((one) => found.has(one)).slice(
      0,
      allowed,
    );
  }).sort();
}

for (const seed of [1, 2, 3]) {
  Deno.test(`a random history leaves recommendations that a full count gives (seed ${seed})`, async () => {
    using app = testApp({ HIDE_DAILY_LIMIT: "1000" });
    const accounts = CALLS.map((call) => member(app, call).accountId), ids: number[] = [];
    for (let n = 0; n < CACHES; n++) ids.push((await hide(app, "OE9OWN", { lat: 47 + n / 10 })).id);
    const draw = seeded(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)]!;
    const someLog = () =>
      `id = (SELECT id FROM log ORDER BY (id * ${Math.floor(draw() * 1e6) + 7919}) % 10007 LIMIT 1)`;
    const put = () =>
      `INSERT OR IGNORE INTO log (text, created_at, offline, via, needs_maintenance, cache_id, account_id, call, kind, found_at, tier)
       VALUES ('', 1, 0, 'web', 0, ${pick(ids)}, ${pick(accounts)}, 'OE1AAA', 'found', 5, ${
        pick(["'A'", "'B'", "'A'"])
      })`;
    const deeds: (() => string)[] = [
      ...Array(20).fill(put),
      ...Array(4).fill(() =>
        `INSERT OR IGNORE INTO recommendation (account_id, cache_id, at) VALUES (${pick(accounts)}, ${
          pick(ids)
        }, ${Math.floor(draw() * 100)})`
      ),
      () => `DELETE FROM recommendation WHERE account_id = ${pick(accounts)} AND cache_id = ${pick(ids)}`,
      () => `UPDATE log SET removed_at = 5 WHERE ${someLog()}`,
      () => `UPDATE OR IGNORE log SET removed_at = NULL WHERE removed_at = 5`,
      () => `UPDATE log SET tier = ${pick(["'A'", "'B'", "NULL"])} WHERE ${someLog()}`,
      () => `UPDATE log SET kind = 'note' WHERE ${someLog()}`,
      () => `UPDATE log SET account_id = NULL WHERE ${someLog()}`,
      () => `DELETE FROM log WHERE ${someLog()}`,
      () => `UPDATE cache SET status = '${pick(["active", "archived", "draft"])}' WHERE id = ${pick(ids)}`,
      () => `UPDATE cache SET unlisted = ${pick([0, 0, 1])} WHERE id = ${pick(ids)}`,
      () => `UPDATE cache SET min_trust = ${pick(["NULL", "'A'", "'B'"])} WHERE id = ${pick(ids)}`,
      () => `UPDATE recommendation_rule SET sure = 1 - sure`,
      () => `DELETE FROM cache WHERE id = ${ids.length > 15 ? ids.pop() : -1}`,
    ];
    let most = 0;
    for (let step = 0; step < 300; step++) {
      const deed = pick(deeds)();
      app.db.writeNow((tx) => app.db.exec(tx, deed));
      const least = all(app, "SELECT sure FROM recommendation_rule")[0]!.sure === 1 ? "A" : "B";
      const real = counted(app, least);
      most = Math.max(most, real.length);
      const kept = all(app, "SELECT * FROM recommendation WHERE counts = 1");
      assert.deepEqual(
        kept.map((row) => `${row.account_id} ${row.cache_id}`).sort(),
        real,
        `${step} ${deed}`,
      );
      for (const { id, recommended } of all(app, "SELECT id, recommended FROM cache")) {
        assert.equal(recommended, real.filter((one) => one.endsWith(` ${id}`)).length, `${step} ${deed}`);
      }
      for (
        const { id, json } of all(
          app,
          "SELECT id, json FROM cache_map_row WHERE id IN (SELECT id FROM cache)",
        )
      ) {
        const n = real.filter((one) => one.endsWith(` ${id}`)).length;
        assert.equal(JSON.parse(String(json)).recommended ?? 0, n, `${step} ${deed}`);
      }
      if (step % 20 === 0) assert.equal(app.caches.wrongSums(), 0, deed);
    }
    assert.ok(most > 2, "a history in which nothing counts proves nothing");
  });
}
