/**
 * How requests grow with what an instance holds: processor time of each at ten and a hundred thousand caches and logs (a
 * million with `--million`), a tenth as many stations, and the exponent between the last two. 0: as dear however much there is;
 * 1: with each row. Of files, which are as long as what they hold, the longest turn is measured.
 */
import process from "node:process";
import { setImmediate } from "node:timers";
import { type TestApp, testApp } from "../../tests/kit/app.ts";
import { hide, member } from "../../tests/kit/seed_game.ts";
import { median, type Row } from "./row.ts";

/** Whoever has found most: a twentieth of everything. */
const HEAVIEST = "OE1BIG";
const ASKED = 9;

/** Requests by name; each is asked `ASKED` times, more than a minute apart, so that nothing kept for a while answers. */
const REQUESTS: Record<string, (size: number) => string> = {
  // As many rows however many there are.
  map: (size) => `/api/caches?bbox=16,48,17,${48 + 300 / size}`,
  profile: () => `/api/profile/${HEAVIEST}`,
  badge: () => `/badge/${HEAVIEST}.svg`,
  ranking: () => "/api/leaderboard",
  corroborators: () => "/api/corroborators",
  stats: () => "/api/v1/stats",
  activity: () => "/api/activity",
  "search-two-letters": () => "/api/search?q=ri",
  "search-word": () => "/api/search?q=river",
  "feed-caches": () => "/feeds/caches.xml",
  stations: () => "/api/v1/stations",
  cot: () => "/api/cot",
};
/** Files that are made while they are read. The box is that of the caches that came last: all others lie before it. */
const FILES: Record<string, string> = {
  sitemap: "/sitemap.xml",
  gpx: "/api/v1/caches.gpx",
  "gpx-box": "/api/v1/caches.gpx?bbox=16,56,17,58",
  adif: `/api/v1/profile/${HEAVIEST}.adif`,
};
/** An exponent above this says that a request reads everything. */
const MOST = 0.5;

/** An instance of so many caches and logs; a hundred members found most of them, one a twentieth. */
async function grown(size: number): Promise<TestApp> {
  const app = testApp();
  const calls = [
    HEAVIEST,
    ...Array.from({ length: 100 }, (_, n) => `OE2A${String.fromCharCode(65 + n % 26, 65 + n / 26)}`),
  ];
  const [heaviest, ...others] = calls.map((call) => member(app, call).accountId);
  await hide(app, "OE1OWN", { lat: 48, lon: 16.5 });
  const names =
    "description, hint, type, size, difficulty, terrain, tags, scope, unlisted, rating_policy, source, " +
    "created_at, updated_at, owner_account, owner_call";
  const now = app.world.now();
  const rows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${size})`;
  app.db.writeNow((tx) =>
    app.db.exec(
      tx,
      `${rows} INSERT INTO cache (id, code, code_key, title, status, lat, lon, ${names})
         SELECT 1000 + i, 'BX' || i, 'BX' || i, 'Cache ' || i || ' by the river', 'active',
           48 + 10.0 * i / ${size}, 16.5, ${names}
         FROM n CROSS JOIN (SELECT * FROM cache LIMIT 1);
       INSERT INTO cache_map_row (key, id, json) SELECT 1000000 + id, id, '{"id":' || id || '}' FROM cache WHERE id > 1000;
       INSERT INTO cache_map_index SELECT 1000000 + id, 165000000, 165000000, CAST(lat * 1e7 AS INTEGER),
         CAST(lat * 1e7 AS INTEGER) FROM cache WHERE id > 1000;
       INSERT INTO log (cache_id, account_id, call, kind, text, found_at, created_at, tier, site, offline, via,
           needs_maintenance)
         SELECT id, iif(id % 20, ${others[0]} + id % ${others.length}, ${heaviest}),
           iif(id % 20, 'OE2AAA', '${HEAVIEST}'), 'found', 'Thanks for the walk', ${now} - id % 1000000, 1,
           iif(id % 3, 'A', 'B'), 'OE8AAA-' || (id % 9), 0, 'web', 0 FROM cache WHERE id > 1000;
       ${rows} INSERT INTO station (call, base, first_heard, last_heard, via, placed_slot, placed_at, lat_e7, lon_e7, symbol,
           comment)
         SELECT 'OE3' || i, 'OE3' || i, 1, 1, 'rf', 0, 1, 480000000 + i, 165000000, '/>', 'On the way'
         FROM n WHERE i % 10 = 0;`,
    )
  );
  return app;
}

/** Every station is heard again: rows let hours pass, and what was not heard within one stands on no list. */
function hearAll({ db, world }: TestApp): void {
  const at = `${world.now()} - id % 2900`;
  db.writeNow((tx) =>
    db.exec(
      tx,
      `UPDATE station SET last_heard = ${world.now()}, placed_at = ${at}, placed_slot = (${at}) / 600`,
    )
  );
}

/** Milliseconds of processor that this process has used. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function whole(app: TestApp, path: string): Promise<void> {
  const answer = await app.handler(
    new Request(`http://localhost${path}`, { headers: { host: "localhost" } }),
  );
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  await answer.body!.pipeTo(new WritableStream());
}

async function asked(app: TestApp, path: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n <= ASKED; n++) {
    app.world.pass(61);
    const began = cpuMs();
    await whole(app, path);
    if (n > 0) times.push(cpuMs() - began);
  }
  return median(times);
}

/** Processor time of the longest turn of an answer, but for one in a hundred: what collects garbage is nobody's turn. */
async function longestTurn(app: TestApp, path: string): Promise<number> {
  await whole(app, path);
  const times: number[] = [];
  let last = cpuMs(), isOver = false;
  const turn = () => {
    const now = cpuMs();
    times.push(now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await whole(app, path);
  isOver = true;
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}

/** The exponent by which a cost grows from one size to another. */
export const exponentOf = (costs: readonly [number, number], sizes: readonly [number, number]): number =>
  Math.log(costs[1] / costs[0]) / Math.log(sizes[1] / sizes[0]);

/** Instances are made once for all rows of a run. */
let instances: { size: number; app: TestApp }[] | undefined;
async function instancesOf(): Promise<{ size: number; app: TestApp }[]> {
  if (!instances) {
    instances = [];
    const sizes = [10_000, 100_000, ...Deno.args.includes("--million") ? [1_000_000] : []];
    for (const size of sizes) instances.push({ size, app: await grown(size) });
  }
  return instances;
}

const growthOf =
  (name: string, cost: (app: TestApp, size: number) => Promise<number>) => async (): Promise<Row[]> => {
    const costs: { size: number; ms: number }[] = [];
    for (const { size, app } of await instancesOf()) {
      hearAll(app);
      costs.push({ size, ms: await cost(app, size) });
    }
    const [before, last] = costs.slice(-2) as [typeof costs[0], typeof costs[0]];
    const exponent = exponentOf([before.ms, last.ms], [before.size, last.size]);
    return [{
      budget: `growth-${name} ${costs.map(({ ms }) => ms.toFixed(1)).join(" ")} ms`,
      // A request that becomes cheaper has not grown.
      measured: Math.max(0.01, exponent),
      against: MOST,
      unit: "",
      least: 1,
      smaller: true,
    }];
  };

export const growth: Record<string, () => Promise<Row[]>> = Object.fromEntries([
  ...Object.entries(REQUESTS).map((
    [name, path],
  ) => [`growth-${name}`, growthOf(name, (app, size) => asked(app, path(size)))]),
  ...Object.entries(FILES).map((
    [name, path],
  ) => [`growth-turn-${name}`, growthOf(`turn-${name}`, (app) => longestTurn(app, path))]),
]);
