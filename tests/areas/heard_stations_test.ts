/** What receiving stations brought lately: counted for boxes and for the ingest secret, kept over a restart, forgotten with the box. */
import assert from "node:assert/strict";
import { Heard } from "../../src/ingest/reports/heard.ts";
import type { Reception } from "../../src/stations/mod.ts";
import { appTest, type TestApp } from "../kit/app.ts";
import { enrolBox, rf } from "../kit/boxes.ts";

const HOUR = 3600;
const frame = (app: TestApp, n: number, site: string, path = "") => ({
  ...rf(app, `OE3FND-9>APRS${path}:>status ${n}`, "OE3FND"),
  site,
});
const heardOf = async (app: TestApp) => (await app.operator.get("/api/admin/sites")).body.heard;

appTest(
  "packets are counted by box and station, directly heard ones apart, trusted or not",
  {},
  async (app) => {
    const box = await enrolBox(app, "OE1XYZ-BOX");
    assert.deepEqual(await heardOf(app), []);
    const packets = [
      frame(app, 1, "OE1XYZ-10"),
      frame(app, 2, "OE1XYZ-10", ",OE1DIG*"),
      frame(app, 3, "OE1XYZ-11"),
    ];
    assert.equal((await box.post("/ingest", { packets })).body.accepted, 3);
    await app.ingest.post("/ingest", { packets: [frame(app, 4, "OE1XYZ-10")] });
    const at = app.world.now();
    const one = (box: string | null, site: string, day: number, direct: number) => ({
      box,
      site,
      day,
      direct,
      hours: [...new Array(23).fill(0), day],
      lastAt: at,
      usualGapS: null,
    });
    const known = [
      one("OE1XYZ-BOX", "OE1XYZ-10", 2, 1),
      one("OE1XYZ-BOX", "OE1XYZ-11", 1, 1),
      one(null, "OE1XYZ-10", 1, 1),
    ];
    const sorted = (list: typeof known) =>
      list.toSorted((a, b) => `${a.box}${a.site}` < `${b.box}${b.site}` ? -1 : 1);
    assert.deepEqual(sorted(await heardOf(app)), sorted(known));
    // Written down, it says the same.
    await app.jobs.find(({ name }) => name === "heard-hours")!.run();
    assert.equal(rows(app), 3);
    assert.deepEqual(sorted(await heardOf(app)), sorted(known));
    // With the box goes what it brought.
    assert.equal((await app.operator.post("/api/admin/boxes/OE1XYZ-BOX/revoke")).status, 200);
    assert.deepEqual(await heardOf(app), [known[2]]);
  },
);

appTest("the usual gap is that of whole hours with traffic, and a day is 24 hours", {}, async (app) => {
  const write = async (n: number) => {
    await app.ingest.post("/ingest", {
      packets: Array.from({ length: n }, (_, i) => frame(app, i + 100 * app.world.now(), "OE1XYZ-10")),
    });
  };
  for (const n of [10, 20]) {
    await write(n);
    app.world.pass(HOUR);
  }
  assert.equal((await heardOf(app))[0].usualGapS, null, "two hours are no rhythm");
  await write(30);
  app.world.pass(HOUR);
  const [told] = await heardOf(app);
  assert.deepEqual([told.day, told.usualGapS], [60, 180]);
  assert.deepEqual(told.hours, [...new Array(20).fill(0), 10, 20, 30, 0], "the hour that runs is the last");
  // The hour that runs changes nothing in it, silent or not; a day later only the rhythm is left.
  await write(5);
  const seen = async () => {
    const [{ day, usualGapS }] = await heardOf(app);
    return [day, usualGapS];
  };
  assert.deepEqual(await seen(), [65, 180]);
  app.world.pass(22 * HOUR);
  assert.deepEqual(await seen(), [35, 222], "24 hours, this one among them");
  app.world.pass(2 * HOUR);
  assert.deepEqual(await seen(), [0, 222]);
  await app.jobs.find(({ name }) => name === "heard-hours")!.run();
  app.world.pass(7 * 24 * HOUR);
  await write(1);
  await app.jobs.find(({ name }) => name === "heard-hours")!.run();
  assert.equal(rows(app), 1, "a week is kept");
});

appTest("everybody is told which stations receive by radio, where they stand, and which are not trusted", {
  FIRST_PARTY_SITES: "OE1XYZ-10",
}, async (app) => {
  const told = async () => {
    const { status, body } = await app.visitor.get("/api/receivers");
    assert.equal(status, 200);
    return body.receivers;
  };
  const trusted = { site: "OE1XYZ-10", trusted: true, lastAt: null, lat: null, lon: null };
  assert.deepEqual(await told(), [trusted], "one that hears nothing is told too");
  const started = app.world.now();
  const box = await enrolBox(app, "OE3XAR-BOX");
  const place = rf(app, "OE3XAR-10>APRS:!4812.00N/01622.00E-", "OE3XAR-10");
  const packets = [
    place,
    frame(app, 1, "OE3XAR-10"),
    { ...frame(app, 2, "OE9NET-10"), via: "aprsis", port: "aprs-is" },
    { ...frame(app, 3, "OE9TUN-10"), port: "axudp" },
    { ...frame(app, 5, "OE9MIX-10"), via: "aprsis" },
  ];
  assert.equal((await box.post("/ingest", { packets })).body.accepted, 5);
  // Asked again within a minute, the answer is the old one.
  assert.deepEqual(await told(), [trusted]);
  app.world.pass(60);
  await app.ingest.post("/ingest", { packets: [frame(app, 4, "OE1XYZ-10")] });
  const other = { site: "OE3XAR-10", trusted: false, lastAt: started, lat: 48.2, lon: 16.366667 };
  assert.deepEqual(round(await told()), [{ ...trusted, lastAt: started + 60 }, other]);
  // Written down, it says the same; trust is told at once.
  await app.jobs.find(({ name }) => name === "heard-hours")!.run();
  await app.operator.post("/api/admin/boxes/OE3XAR-BOX/trust", { trusted: true, sites: ["OE3XAR-10"] });
  assert.deepEqual(round(await told()), [{ ...trusted, lastAt: started + 60 }, {
    ...other,
    trusted: true,
  }]);
  // With the box goes at once what it brought, also what is not written down yet.
  await box.post("/ingest", { packets: [frame(app, 6, "OE3XAR-10")] });
  await app.operator.post("/api/admin/boxes/OE3XAR-BOX/revoke");
  assert.deepEqual(await told(), [{ ...trusted, lastAt: started + 60 }]);
  app.world.pass(24 * HOUR);
  assert.deepEqual(await told(), [trusted]);
});

appTest(
  "names without end are not counted between two writes; stations that are known still are",
  {},
  (app) => {
    const heard = new Heard(app.db, app.world);
    const from = (n: number): Reception =>
      ({
        at: app.world.now(),
        direct: true,
        delivery: { box: "", site: `OE1AAA-${n}`, credential: "secret", via: "rf", port: "kiss" },
      }) as unknown as Reception;
    heard.note(Array.from({ length: 501 }, (_, n) => from(n)));
    heard.note([from(7), from(500)]);
    const listed = heard.lately();
    assert.deepEqual([listed[0]!.site, listed[0]!.day, listed[1]!.day], ["OE1AAA-7", 2, 1]);
  },
);

const round = (told: { lon: number | null }[]) =>
  told.map((one) => ({ ...one, lon: one.lon === null ? null : Math.round(one.lon * 1e6) / 1e6 }));
const rows = (app: TestApp): number =>
  app.db.row<Record<never, never>, { n: number }>("SELECT count(*) AS n FROM site_hour")({})!.n;
