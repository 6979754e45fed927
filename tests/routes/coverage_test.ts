/** What receivers cover, how a station was heard last, telemetry in its own units, and packets field by field. */
import assert from "node:assert/strict";
import { refused, type TestApp, testApp } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";
import { pruneRest } from "../../src/stations/jobs.ts";

const DAY = 86_400;

async function withEars(use: (app: TestApp) => Promise<void>): Promise<void> {
  using app = testApp({ FIRST_PARTY_SITES: "OE1GATE-1,OE3GATE-1" });
  await use(app);
}
const hear = async (app: TestApp, site: string, ...lines: string[]) =>
  assert.equal(
    (await app.ingest.post("/ingest", { packets: lines.map((line) => rf(app, line, site)) })).status,
    200,
  );
const squares = async (app: TestApp, query = "") =>
  (await app.visitor.get(`/api/coverage${query}`)).body.squares;
const place = (lat: string, text = "") => `!${lat}N/01622.20E>${text}`;

Deno.test("coverage counts what a trusted receiver heard itself, by subsquare and without calls", () =>
  withEars(async (app) => {
    // The receiver stands where the first square is; its own place is heard by the other one.
    await hear(app, "OE3GATE-1", `OE1GATE-1>APRS:${place("4812.00")}`);
    const before = await squares(app, "?site=OE1GATE-1");
    assert.deepEqual(before, []);
    app.world.pass(10); // the list of receivers is made anew
    await hear(
      app,
      "OE1GATE-1",
      `OE1AAA>APRS:${place("4812.00", "one")}`,
      `OE1BBB>APRS:${place("4812.10", "two")}`,
      `OE1CCC>APRS:${place("4842.00", "far")}`,
      `OE1DDD>APRS,OE1DIG*:${place("4912.00", "through a digipeater")}`,
      `OE1EEE>APRS:!49  .  N/016  .  E>somewhere about there`,
      `OE1FFF>APRS:;HUT      *111111z4912.50N/01622.43E-an object is nobody's place`,
      `OE1GGG>APRS:!0000.00N/00000.00E>no fix`,
    );
    await hear(app, "OE9LIAR", `OE1AAA>APRS:${place("4712.00", "nobody trusts this receiver")}`);
    await app.ingest.post("/ingest", {
      packets: [{
        ...rf(app, `OE1HHH>APRS:${place("4612.00")}`, "OE1GATE-1"),
        via: "aprsis",
        port: "aprs-is",
      }],
    });
    const now = app.world.now();
    const { body } = await app.visitor.get("/api/coverage?site=oe1gate-1");
    assert.deepEqual(body.squares, [
      { grid: "JN88ee", lat: 48.1875, lon: 16.375, heard: 2, lastHeard: now, farthestM: 185 },
      { grid: "JN88eq", lat: 48.6875, lon: 16.375, heard: 1, lastHeard: now, farthestM: 55_598 },
    ]);
    assert.deepEqual(
      body.sites.map(({ site, squares, heard, lat }: Record<string, unknown>) => [site, squares, heard, lat]),
      [
        ["OE1GATE-1", 2, 3, 48.2],
        ["OE3GATE-1", 1, 1, null],
      ],
    );
    assert.doesNotMatch(JSON.stringify(body), /OE1AAA|OE1BBB|OE9LIAR/);
    // All together, a box, a limit.
    assert.deepEqual(
      (await squares(app)).map((one: { grid: string; heard: number }) => [one.grid, one.heard]),
      [
        ["JN88ee", 3],
        ["JN88eq", 1],
      ],
    );
    assert.deepEqual((await squares(app, "?bbox=16,48.6,17,49")).map(({ grid }: { grid: string }) => grid), [
      "JN88eq",
    ]);
    assert.equal((await squares(app, "?limit=1")).length, 1);
    await refused(app, 400, "invalid_bbox", () => app.visitor.get("/api/coverage?bbox=1,2"));
  }));

Deno.test("a second receiver's copy counts for that receiver, the same copy again for none", () =>
  withEars(async (app) => {
    const line = `OE1AAA>APRS:${place("4812.00")}`;
    await hear(app, "OE1GATE-1", line);
    await hear(app, "OE1GATE-1", line);
    await hear(app, "OE3GATE-1", line);
    const { sites } = (await app.visitor.get("/api/coverage")).body;
    assert.deepEqual(sites.map(({ site, heard }: Record<string, unknown>) => [site, heard]), [
      ["OE1GATE-1", 1],
      ["OE3GATE-1", 1],
    ]);
  }));

Deno.test("coverage outlives the positions, and goes after two years of silence", () =>
  withEars(async (app) => {
    await hear(app, "OE1GATE-1", `OE1AAA>APRS:${place("4812.00")}`);
    app.world.pass(365 * DAY);
    await hear(app, "OE1GATE-1", `OE1AAA>APRS:${place("4842.00")}`);
    await pruneRest(app.stations);
    assert.equal((await squares(app)).length, 2);
    app.world.pass(365 * DAY + 1);
    await pruneRest(app.stations);
    assert.deepEqual((await squares(app)).map(({ grid }: { grid: string }) => grid), ["JN88eq"]);
  }));

Deno.test("a station says whether it was heard itself the last time", () =>
  withEars(async (app) => {
    const how = async () => {
      const { via, direct } = (await app.visitor.get("/api/stations/OE1AAA")).body;
      return [via, direct];
    };
    await hear(app, "OE1GATE-1", `OE1AAA>APRS:${place("4812.00")}`);
    assert.deepEqual(await how(), ["rf", true]);
    await hear(app, "OE1GATE-1", `OE1AAA>APRS,OE1DIG*:${place("4812.20")}`);
    assert.deepEqual(await how(), ["rf", false]);
    await hear(app, "OE1GATE-1", "OE1AAA>APRS:>heard again");
    assert.deepEqual(await how(), ["rf", true]);
    app.world.pass(60);
    await app.ingest.post("/ingest", {
      packets: [{
        ...rf(app, `OE1AAA>APRS:${place("4812.40")}`, "OE1GATE-1"),
        via: "aprsis",
        port: "aprs-is",
      }],
    });
    assert.deepEqual(await how(), ["aprsis", false]);
    const [listed] = (await app.visitor.get("/api/stations")).body.stations;
    assert.deepEqual([listed.call, listed.direct], ["OE1AAA", false]);
  }));

Deno.test("telemetry stands in the station's own units, packets field by field", () =>
  withEars(async (app) => {
    await hear(
      app,
      "OE1GATE-1",
      "OE1WX>APRS:T#005,199,000,255,073,123,01101001",
      "OE1WX>APRS::OE1WX    :PARM.Battery,Temp",
      "OE1WX>APRS::OE1WX    :UNIT.V,C",
      "OE1WX>APRS::OE1WX    :EQNS.0,0.075,0,0.01,-1,10,x,y",
      `OE1WX>APRS:${place("4812.00", "hello")}`,
    );
    const { channels, telemetry } = (await app.visitor.get("/api/stations/OE1WX/series")).body;
    assert.deepEqual(channels.slice(0, 3), [
      { name: "Battery", unit: "V" },
      { name: "Temp", unit: "C" },
      { name: "A3", unit: "" },
    ]);
    assert.deepEqual(telemetry[0].analog, [199, 0, 255, 73, 123]);
    assert.deepEqual(telemetry[0].channels, [14.925, 10, 255, 73, 123]);
    const { packets } = (await app.visitor.get("/api/stations/OE1WX/packets")).body;
    const fields = Object.fromEntries(
      packets[0].fields.map(({ name, value }: Record<string, string>) => [name, value]),
    );
    assert.deepEqual([fields.kind, fields.lat, fields.symbol, fields.comment], [
      "position",
      "48.2",
      "/>",
      "hello",
    ]);
  }));

Deno.test("a packet names everybody who heard it, and who of them heard the sender itself", () =>
  withEars(async (app) => {
    await hear(app, "OE1GATE-1", `OE1AAA>APRS,WIDE1-1:${place("4812.00", "one")}`);
    await hear(app, "OE3GATE-1", `OE1AAA>APRS,OE1DIG*,WIDE1*:${place("4812.00", "one")}`);
    const { packets } = (await app.visitor.get("/api/stations/OE1AAA/packets")).body;
    assert.equal(packets.length, 1);
    assert.deepEqual(packets[0].heardBy, [
      { site: "OE1GATE-1", via: "rf", port: "kiss", direct: true },
      { site: "OE3GATE-1", via: "rf", port: "kiss", direct: false },
    ]);
  }));

Deno.test("packets of any SSID are those of the station of the base call that was heard last; others' are not among them", () =>
  withEars(async (app) => {
    const last = async (call: string, query = "?ssid=any&limit=1") => {
      const { callsign, packets } = (await app.visitor.get(`/api/stations/${call}/packets${query}`)).body;
      return [callsign, packets.map(({ payload }: { payload: string }) => payload)];
    };
    assert.deepEqual(await last("OE1AAA"), ["OE1AAA", []]);
    await hear(app, "OE1GATE-1", "OE1AAA-7>APRS:>walking");
    app.world.pass(60);
    await hear(app, "OE1GATE-1", "OE1AAA-9>APRS:>driving");
    app.world.pass(60);
    await hear(app, "OE1GATE-1", "OE1AAAB>APRS:>somebody else");
    assert.deepEqual(await last("OE1AAA"), ["OE1AAA-9", [">driving"]]);
    assert.deepEqual(await last("oe1aaa-7"), ["OE1AAA-9", [">driving"]]);
    assert.deepEqual(await last("OE1AAA-7", ""), ["OE1AAA-7", [">walking"]]);
    assert.equal((await app.visitor.get("/api/stations/OE1AAA/packets?ssid=9")).status, 400);
  }));

Deno.test("the list of receivers is made once in ten seconds, also where the clock is set back", () =>
  withEars(async (app) => {
    const names = async () =>
      (await app.visitor.get("/api/coverage")).body.sites.map(({ site }: { site: string }) => site);
    await hear(app, "OE1GATE-1", `OE1AAA>APRS:${place("4812.00")}`);
    assert.deepEqual(await names(), ["OE1GATE-1"]);
    await hear(app, "OE3GATE-1", `OE1BBB>APRS:${place("4812.00")}`);
    app.world.pass(9);
    assert.deepEqual(await names(), ["OE1GATE-1"]);
    assert.equal((await squares(app))[0].heard, 2, "squares are always as they are now");
    app.world.pass(1);
    assert.deepEqual(await names(), ["OE1GATE-1", "OE3GATE-1"]);
    await hear(app, "OE1GATE-1", `OE1CCC>APRS:${place("4812.00")}`);
    app.world.pass(-DAY);
    const { sites } = (await app.visitor.get("/api/coverage")).body;
    assert.deepEqual(sites.map(({ heard }: { heard: number }) => heard), [2, 1]);
  }));

Deno.test("one network sums up coverage sixty times a minute, however its squares are asked for", () =>
  withEars(async (app) => {
    const ask = (n: number, client = app.visitor) =>
      client.get(`/api/coverage?bbox=${n / 10},48,17,49&limit=${n + 1}`);
    for (let n = 0; n < 60; n++) assert.equal((await ask(n)).status, 200);
    await refused(app, 429, "rate_limited", () => ask(60));
    await refused(app, 429, "rate_limited", () => app.visitor.get("/api/coverage?site=OE1GATE-1"));
    assert.equal((await ask(60, app.visitor.with({}, "198.51.100.7"))).status, 200);
    app.world.pass(60);
    assert.equal((await ask(60)).status, 200);
  }));
