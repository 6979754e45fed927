/** Trends: what a minute adds to the hour and the day, how long each is kept, and what programs that watch are told. */
import assert from "node:assert/strict";
import { NO_LIFE } from "../../src/base/mod.ts";
import { type Readings, SERIES } from "../../src/trends/mod.ts";
import { metricsText } from "../../src/trends/metrics.ts";
import { folded } from "../../src/trends/series.ts";
import { Trends } from "../../src/trends/trends.ts";
import { STEPS } from "../../src/trends/store.ts";
import { freshDatabase } from "../kit/fresh_database.ts";
import { testWorld } from "../kit/world.ts";

const READ = {
  packets: 0,
  stations: 0,
  finds: 0,
  requests: 0,
  errors: 0,
  pulls: 0,
  pullsFailed: 0,
  signUps: 0,
  mailWaiting: 0,
  reportsOpen: 0,
  diskFree: 1000,
  database: 10,
  memory: 50,
} satisfies Readings;
const DAY = 86_400;

function opened() {
  const world = testWorld();
  world.pass(DAY - world.now() % DAY); // midnight, UTC
  const db = freshDatabase(world);
  let seen: Readings = READ;
  const trends = new Trends(db, world, () => seen);
  return {
    ...{ world, db, trends },
    /** A minute passes, after which this is so. */
    minute: async (now: Partial<Readings>) => {
      world.pass(60);
      seen = { ...seen, ...now };
      await trends.look();
    },
  };
}

Deno.test("counts are summed over minutes, and of a level the worst is kept", async () => {
  const { world, db, trends, minute } = opened();
  const midnight = world.now();
  await minute({ packets: 5, memory: 60, diskFree: 900 });
  await minute({ packets: 12, memory: 55, diskFree: 950 });
  await minute({ packets: 12, memory: 90, diskFree: 400, stations: 3 });
  assert.deepEqual(
    trends.store.since("minute", 0).map(({ at, values }) => [at - midnight, values.packets, values.memory]),
    [[0, 5, 60], [60, 7, 55], [120, 0, 90]],
  );
  for (const step of ["hour", "day"] as const) {
    assert.deepEqual(trends.store.since(step, 0), [{
      at: midnight,
      values: { ...READ, packets: 12, memory: 90, diskFree: 400, stations: 3 },
    }]);
  }
  db.close();
});

Deno.test("what happened in the last minute of an hour belongs to that hour", async () => {
  const { world, db, trends, minute } = opened();
  const midnight = world.now();
  world.pass(3540);
  await minute({ finds: 1 });
  await minute({ finds: 3 });
  assert.deepEqual(
    trends.store.since("hour", 0).map(({ at, values }) => [at - midnight, values.finds]),
    [[0, 1], [3600, 2]],
  );
  db.close();
});

Deno.test("a look that cannot be written is told with the next one", async () => {
  const { db, trends, minute } = opened();
  await minute({ packets: 5 });
  const whole = db.write.bind(db);
  db.write = () => Promise.reject(new Error("database or disk is full"));
  await assert.rejects(minute({ packets: 9 }), /disk is full/);
  db.write = whole;
  await minute({ packets: 10 });
  assert.deepEqual(trends.store.since("minute", 0).map(({ values }) => values.packets), [5, 5]);
  db.close();
});

Deno.test("what the system does not say is missing, and is no zero", async () => {
  const { db, trends, minute } = opened();
  await minute({ diskFree: null });
  assert.equal("diskFree" in trends.store.since("minute", 0)[0]!.values, false);
  assert.deepEqual(folded({}, { diskFree: 7 }), { diskFree: 7 });
  assert.deepEqual(folded({ diskFree: 7 }, {}), { diskFree: 7 });
  db.close();
});

Deno.test("minutes are kept for a day, hours for a month, days for ten years", async () => {
  const { world, db, trends } = opened();
  const begin = world.now();
  const at = (step: keyof typeof STEPS) => trends.store.since(step, 0).map((point) => point.at - begin);
  await db.write((tx) => trends.store.add(tx, begin, READ));
  for (
    const [passed, minutes, hours, days] of [
      [25 * 3600, 1, 1, 1],
      [25 * 3600 + 1, 0, 1, 1],
      [31 * DAY, 0, 1, 1],
      [31 * DAY + 1, 0, 0, 1],
      [3660 * DAY, 0, 0, 1],
      [3660 * DAY + 1, 0, 0, 0],
    ] as const
  ) {
    await db.write((tx) => trends.store.prune(tx, begin + passed));
    assert.deepEqual(
      [at("minute").length, at("hour").length, at("day").length],
      [minutes, hours, days],
      `${passed} s`,
    );
  }
  db.close();
});

Deno.test("a year of trends takes less than two megabytes", async () => {
  const { world, db, trends } = opened();
  const pages = () => {
    const pragma = (name: string) =>
      Number(Object.values(db.sql<never, Record<string, number>>(`PRAGMA ${name}`).get()!)[0]);
    return pragma("page_count") * pragma("page_size");
  };
  const before = pages();
  const large = Object.fromEntries(Object.keys(SERIES).map((name) => [name, 123_456_789_012])) as never;
  await db.write((tx) => {
    // As many rows as there are ever at once: of minutes and hours those that are kept, of days those of a year.
    for (const [step, rows] of [["minute", 1501], ["hour", 745], ["day", 365]] as const) {
      for (let n = 0; n < rows; n++) {
        db.sql("INSERT INTO trend (step, at, said) VALUES (:step, :at, :said)").run(
          tx,
          {
            step: STEPS[step].seconds,
            at: world.now() + n * STEPS[step].seconds,
            said: JSON.stringify(large),
          } as never,
        );
      }
    }
  });
  assert.ok(pages() - before < 2_000_000, `${pages() - before} bytes`);
  assert.equal(trends.store.since("minute", 0).length, 1501);
  db.close();
});

Deno.test("programs that watch are told counters, levels, and nothing that the system does not say", () => {
  const text = metricsText({ ...READ, packets: 7, diskFree: null }, {
    version: 'a"b\\c',
    startedAt: 1_790_000_000,
    cpuS: 1.23456,
  }, [
    { service: "mail", life: { ...NO_LIFE, lastFailedAt: 5, lastError: "no", shortfall: "refusal" } },
    { service: 'neighbour:a"b:8080', life: { ...NO_LIFE, lastOkAt: 7 } },
    { service: "push", life: NO_LIFE },
  ]);
  assert.match(text, /^service_gateway_service_up\{kind="mail",name=""\} 0$/m);
  assert.match(text, /^service_gateway_service_up\{kind="neighbour",name="a\\"b:8080"\} 1$/m);
  assert.match(
    text,
    /^service_gateway_service_last_ok_timestamp_seconds\{kind="neighbour",name="a\\"b:8080"\} 7$/m,
  );
  assert.doesNotMatch(text, /push/, "of what nobody asked nothing is said");
  assert.match(
    text,
    /^# TYPE service_gateway_packets counter\n# HELP [^\n]+\nservice_gateway_packets_total 7$/m,
  );
  assert.match(
    text,
    /^# TYPE process_resident_memory_bytes gauge\n# UNIT process_resident_memory_bytes bytes$/m,
  );
  assert.match(text, /^service_gateway_build_info\{version="a\\"b\\\\c"\} 1$/m);
  assert.match(text, /^process_cpu_seconds_total 1\.235$/m);
  assert.doesNotMatch(text, /disk_free/);
  assert.ok(text.endsWith("\n# EOF\n"));
});
