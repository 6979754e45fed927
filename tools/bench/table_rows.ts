/** Tables of administration with 10,000 rows: processor time of a page by each column, searched and filtered. */
import process from "node:process";
import { STATION_SORTS } from "../../src/stations/tables/list_stations.ts";
import { CACHE_SORTS } from "../../src/caches/tables/list_caches.ts";
import { MEMBER_SORTS } from "../../src/moderation/members/list_members.ts";
import { SECRETS, type TestApp, testApp } from "../../tests/kit/app.ts";
import { hide, member } from "../../tests/kit/seed_game.ts";
import { median, type Row } from "./row.ts";

const ROWS = 10_000, ASKED = 9;
/** What a table of so many rows may take, in milliseconds. */
const MOST_MS = 100;

/** Everybody hid one cache and found ten; every third has a mail address, every second a verified call. */
async function club(): Promise<TestApp> {
  const app = testApp();
  member(app, "OE1OWN");
  await hide(app, "OE1OWN", { lat: 48, lon: 16.5 });
  const now = app.world.now();
  const names =
    "description, hint, type, size, difficulty, terrain, tags, scope, unlisted, rating_policy, source";
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})`;
  const call = "'OE' || (i % 9 + 1) || 'X' || i";
  app.db.writeNow((tx) =>
    app.db.exec(
      tx,
      `${numbers} INSERT INTO account (id, created_at, active_call, email, seen_at)
         SELECT 1000 + i, ${now} - i * 977 % 1000000, ${call}, iif(i % 3, NULL, 'member' || i || '@example.org'),
           iif(i % 4, ${now} - i % 5000000, NULL) FROM n;
       ${numbers} INSERT INTO held_call (base, account_id, held_since, is_primary) SELECT ${call}, 1000 + i, 1, 1 FROM n;
       ${numbers} INSERT INTO verification (base, method, verified_at) SELECT ${call}, 'sysop', 1 FROM n WHERE i % 2;
       ${numbers} INSERT INTO finder_sum (period, account, base, sure, finds, halves)
         SELECT 'all', 1000 + i, ${call}, 1, i * 31 % 100, 0 FROM n;
       ${numbers} INSERT INTO cache (id, code, code_key, title, status, lat, lon, owner_account, owner_call, created_at,
           updated_at, ${names})
         SELECT 1000 + i, 'BX' || i, 'BX' || i, 'Cache ' || (i * 7919 % ${ROWS}) || ' by the river', 'active', 48, 16.5,
           1000 + i * 7919 % ${ROWS}, ${call}, ${now} - i, ${now} - i, ${names}
         FROM n CROSS JOIN (SELECT ${names} FROM cache LIMIT 1);
       ${numbers} INSERT INTO station (call, base, first_heard, last_heard, via, placed_slot, placed_at, lat_e7, lon_e7,
           symbol, comment)
         SELECT 'OE3' || i, 'OE3' || i, i, ${now} - i, 'rf', (${now} - i % 3500) / 600, ${now} - i % 3500, 480000000 + i,
           165000000, '/>', 'On the way' FROM n;`,
    )
  );
  return app;
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const TABLES = {
  people: {
    path: "/api/admin/moderation/people",
    sorts: MEMBER_SORTS,
    also: ["q=member77", "state=verified"],
  },
  caches: { path: "/api/admin/caches", sorts: CACHE_SORTS, also: ["q=river", "finds=none"] },
  stations: { path: "/api/admin/stations", sorts: STATION_SORTS, also: ["q=OE37", "heard=day"] },
};

/** The dearest page of each table. */
const tables = async (): Promise<Row[]> => {
  using app = await club();
  const ask = async (path: string): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n <= ASKED; n++) {
      const began = cpuMs();
      const headers = { host: "localhost", "x-operator-secret": SECRETS.OPERATOR_SECRET };
      const answer = await app.handler(new Request(`http://localhost${path}`, { headers }));
      const { total } = await answer.json();
      if (answer.status !== 200 || total < 1) throw new Error(`${path}: ${answer.status}, ${total} rows`);
      // The first one prepares what all later ones have.
      if (n > 0) times.push(cpuMs() - began);
    }
    return median(times);
  };
  const rows: Row[] = [];
  for (const [name, { path, sorts, also }] of Object.entries(TABLES)) {
    const costs: [string, number][] = [];
    for (
      const query of [...sorts.flatMap((one) => [`sort=${one}&order=asc`, `sort=${one}&order=desc`]), ...also]
    ) {
      costs.push([query, await ask(`${path}?${query}`)]);
    }
    const [query, ms] = costs.toSorted((a, b) => b[1] - a[1])[0]!;
    rows.push({
      budget: `table ${name}, ${query}`,
      measured: ms,
      against: MOST_MS,
      unit: "ms",
      least: 1,
      smaller: true,
    });
  }
  return rows;
};

export const tableRows: Record<string, () => Promise<Row[]>> = { tables };
