/** What the trends cost: processor time of one minute's look, read and kept in a file, of all that a core has in a minute. */
import { join } from "node:path";
import process from "node:process";
import { Database, migrate, MIGRATIONS } from "../../src/db/mod.ts";
import { testApp } from "../../tests/kit/app.ts";
import { testWorld } from "../../tests/kit/world.ts";
import { inFolder } from "./processes.ts";
import type { Row } from "./row.ts";

/** As many minutes are looked at as an hour has, so that each hour's forgetting is among them. */
const LOOKS = 60;
/** Stations that were heard within the hour: those are counted. */
const STATIONS = 10_000;
/** A thousandth of a core: of each minute so many milliseconds. */
const MOST_MS = 60;

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const trends = () =>
  inFolder(async (folder): Promise<Row[]> => {
    const world = testWorld(), db = new Database(join(folder, "gateway.db"));
    migrate(db, MIGRATIONS, world);
    using app = testApp({}, { world, db, dataDir: folder });
    db.writeNow((tx) =>
      db.exec(
        tx,
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${STATIONS})
         INSERT INTO station (call, base, first_heard, last_heard, via, placed_slot, placed_at, lat_e7, lon_e7, symbol,
             comment)
           SELECT 'OE3' || i, 'OE3' || i, 1, ${world.now()} + 7200, 'rf', 1, 1, 480000000, 165000000, '/>', '' FROM n;`,
      )
    );
    const { run } = app.jobs.find(({ name }) => name === "trends")!;
    const look = async (times: number): Promise<number> => {
      const began = cpuMs();
      for (let n = 0; n < times; n++) {
        world.pass(60);
        await run();
      }
      return (cpuMs() - began) / times;
    };
    await look(10);
    const ms = await look(LOOKS);
    db.close();
    return [{
      budget: `trends, each minute, ${STATIONS.toLocaleString("en")} stations heard`,
      measured: ms,
      against: MOST_MS,
      unit: "ms",
      least: 1,
      smaller: true,
    }];
  });

export const trendRows: Record<string, () => Promise<Row[]>> = { trends };
