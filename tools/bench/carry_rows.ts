/** Budgets of what members take along: a pocket query of five thousand caches, and a year of as many finds. */
import process from "node:process";
import { type Client, testApp } from "../../tests/kit/app.ts";
import { crowd, hide, member } from "../../tests/kit/seed_game.ts";
import { median, type Row } from "./row.ts";

const CACHES = 5000, ROUNDS = 9, CALL = "OE1BIG";

/** Milliseconds of processor that an answer takes until its last byte: what waits for a busy machine is not its work. */
async function taken(client: Client, path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = process.cpuUsage();
    const { status, text } = await client.get(path);
    if (status !== 200 || text.length < 100) throw new Error(`${path} answered ${status}`);
    const { user, system } = process.cpuUsage(began);
    times.push((user + system) / 1000);
  }
  return median(times);
}

async function carried(): Promise<Row[]> {
  using app = testApp();
  await hide(app, "OE1OWN", {
    title: "Cache by the river",
    description: "A quiet place. ".repeat(10),
    lat: 48,
    lon: 16,
  });
  crowd(app, CACHES, { lat: 48, lon: 16 });
  const { accountId } = member(app, CALL), client = await app.signIn(CALL);
  const year = new Date(app.world.now() * 1000).getUTCFullYear(), first = Date.UTC(year, 0) / 1000;
  app.db.writeNow((tx) =>
    app.db.exec(
      tx,
      `INSERT INTO log (cache_id, account_id, call, kind, text, found_at, created_at, offline, via, needs_maintenance, tier, site)
       SELECT id, ${accountId}, '${CALL}', 'found', 'Nice', ${first} + id * 997 % ${
        app.world.now() - first
      }, 1, 0, 'web', 0,
         iif(id % 3, 'B', 'A'), iif(id % 3, NULL, 'OE1XYZ-10') FROM cache`,
    )
  );
  const row = (budget: string, measured: number, against: number): Row => ({
    ...{ budget, measured, against, unit: "ms", least: 1, smaller: true },
  });
  return [
    row("pocket query, 5,000 caches", await taken(client, "/api/my/caches.zip?bbox=15,47,17,49"), 150),
    row("year of 5,000 finds", await taken(client, `/api/my/years/${year}`), 30),
  ];
}

export const carry: Record<string, () => Promise<Row[]>> = { carry: carried };
